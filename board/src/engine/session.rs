//! The engine of one socket: one task passes lines to a process and back, and keeps what a new process needs.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::WebSocket;
use petteia_core::words::quoted;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::Engines;
use super::gate::{Permit, Ticket, Turn};
use super::lines::{LineKind, Memory, SearchKind, declaration, is_relative};
use super::process::{EngineFailure, Process};
use crate::App;
use crate::limits::{Bucket, Visitor};
use crate::socket::{self, Gone, Sender};

/// Lines that wait for a search in the queue.
const HELD: usize = 64;
/// Lines between the socket and the session.
const QUEUE: usize = 32;
/// Most lines of a frame.
const FRAME_LINES: usize = 200;
/// Bytes of a frame from the engine, at which it ends with a line.
const FRAME_BYTES: usize = 16 << 10;
/// The least time of a search for which others wait.
const SHARED_TIME: Duration = Duration::from_secs(20);
/// Idle time of a process for which others wait.
const SHARED_IDLE: Duration = Duration::from_secs(5);
/// How often a session looks whether others wait.
const LOOK: Duration = Duration::from_secs(1);

/// A search of the session.
#[derive(Debug)]
enum Search {
    None,
    Queued { line: String, kind: SearchKind, ticket: Ticket, told: usize, held: VecDeque<String> },
    Running { kind: SearchKind, begun: Instant, stopped: Option<Instant>, permit: Permit },
}

/// Serves a socket until it closes. Then the process ends.
pub async fn serve(socket: WebSocket, app: Arc<App>, visitor: Arc<Visitor>) {
    let (mut receiver, sender) = socket::halves(socket, visitor, &app);
    let (line_sender, lines) = mpsc::channel(QUEUE);
    let session = Session::new(Arc::clone(&app.engines), sender.clone());
    let task = AbortOnDrop(tokio::spawn(session.run(lines)));
    while let Some(text) = receiver.text().await {
        for (index, line) in text.lines().map(str::trim).enumerate() {
            if index >= FRAME_LINES {
                let refusal = format!("info string error limit: expected at most {FRAME_LINES} lines in a frame");
                if sender.text(refusal).await.is_err() {
                    return;
                }
                break;
            }
            let is_empty = line.is_empty() || line.starts_with('#');
            if !is_empty && line_sender.send(line.to_owned()).await.is_err() {
                return;
            }
        }
    }
    drop(task);
}

/// A task that does not outlive this value.
struct AbortOnDrop<T>(tokio::task::JoinHandle<T>);

impl<T> Drop for AbortOnDrop<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// What a session waits for.
enum Event {
    Line(Option<String>),
    Output(Option<String>),
    Turn(Turn),
    Deadline,
}

struct Session {
    engines: Arc<Engines>,
    sender: Sender,
    /// The process, and its place among those of all visitors.
    process: Option<(Process, Permit)>,
    memory: Memory,
    search: Search,
    /// When the oldest `isready` without an answer was sent.
    asked: Option<Instant>,
    last_line: Instant,
    /// How often a process may be started.
    starts: Bucket,
}

impl Session {
    fn new(engines: Arc<Engines>, sender: Sender) -> Self {
        let starts = Bucket::new(0.5, 5.0);
        let (memory, search) = (Memory::default(), Search::None);
        Self { engines, sender, process: None, memory, search, asked: None, last_line: Instant::now(), starts }
    }

    async fn run(mut self, mut lines: mpsc::Receiver<String>) {
        loop {
            let deadline = self.deadline();
            let event = tokio::select! {
                line = lines.recv() => Event::Line(line),
                output = next_line(&mut self.process) => Event::Output(output),
                turn = next_turn(&mut self.search) => Event::Turn(turn),
                () = sleep_until(deadline) => Event::Deadline,
            };
            let handled = match event {
                Event::Line(None) => break,
                Event::Line(Some(line)) => {
                    self.last_line = Instant::now();
                    self.on_line(line).await
                }
                Event::Output(Some(line)) => self.on_output(line).await,
                Event::Output(None) => self.restart(&EngineFailure::Ended).await,
                Event::Turn(turn) => self.on_turn(turn).await,
                Event::Deadline => self.on_deadline().await,
            };
            if handled.is_err() {
                break;
            }
        }
    }

    async fn tell(&self, text: impl Into<String>) -> Result<(), Gone> {
        self.sender.text(text.into()).await
    }

    /// Handles a line of the visitor, and those that waited for a search that it has ended.
    async fn on_line(&mut self, line: String) -> Result<(), Gone> {
        let mut open = VecDeque::from([line]);
        while let Some(line) = open.pop_front() {
            let released = self.handle_line(line).await?;
            for held in released.into_iter().rev() {
                open.push_front(held);
            }
        }
        Ok(())
    }

    /// Handles a line. Returns lines that need no longer wait.
    async fn handle_line(&mut self, line: String) -> Result<VecDeque<String>, Gone> {
        let kind = match LineKind::read(&line, self.engines.limits) {
            Ok(kind) => kind,
            Err(refusal) => return self.tell(refusal).await.map(|()| VecDeque::new()),
        };
        let is_idle = matches!(self.search, Search::None);
        match (&mut self.search, &kind) {
            (_, LineKind::Quit) => return Err(Gone),
            (_, LineKind::Search(_)) if !is_idle => {
                self.tell("info string error busy: a search is running or waits").await?;
            }
            (Search::Queued { .. }, LineKind::Ready) => self.tell("readyok").await?,
            (Search::Queued { held, kind, .. }, LineKind::Stop) => {
                let (held, end) = (std::mem::take(held), kind.empty_end());
                self.search = Search::None;
                self.tell(end).await?;
                return Ok(held);
            }
            (Search::Queued { held, .. }, _) if held.len() < HELD => held.push_back(line),
            (Search::Queued { .. }, _) => self.tell("info string error limit: too many lines wait").await?,
            (_, LineKind::Search(search)) => self.begin(line, *search).await?,
            // Without a search there is nothing to stop, and no process is needed for that.
            (Search::None, LineKind::Stop) => {}
            _ => self.pass(&line, &kind).await?,
        }
        Ok(VecDeque::new())
    }

    /// Sends a line to the process, which is started if there is none.
    async fn pass(&mut self, line: &str, kind: &LineKind) -> Result<(), Gone> {
        let sets_position = *kind == LineKind::Position && !is_relative(line);
        if sets_position || *kind == LineKind::NewGame {
            self.memory.forget_position();
        }
        if !self.ensure_process().await? {
            return Ok(());
        }
        if let (LineKind::Option(name), Some((process, _))) = (kind, &self.process)
            && !process.has_option(name)
        {
            let found = quoted(name);
            return self
                .tell(format!("info string error bad-option: expected an option of the engine, found {found}"))
                .await;
        }
        if !self.memory.keep(line, kind) {
            return self.tell("info string error limit: too many changes; send the position").await;
        }
        match (kind, &mut self.search) {
            (LineKind::Ready, _) => _ = self.asked.get_or_insert_with(Instant::now),
            (LineKind::Stop, Search::Running { stopped, .. }) => _ = stopped.get_or_insert_with(Instant::now),
            _ => {}
        }
        self.send(line).await
    }

    /// Sends a line to the process.
    async fn send(&mut self, line: &str) -> Result<(), Gone> {
        let Some((process, _)) = &mut self.process else { return Ok(()) };
        match process.send(line).await {
            Ok(()) => Ok(()),
            Err(failure) => self.restart(&failure).await,
        }
    }

    /// Begins a search, or queues for it.
    async fn begin(&mut self, line: String, kind: SearchKind) -> Result<(), Gone> {
        if !self.ensure_process().await? {
            return self.tell(kind.empty_end()).await;
        }
        let ticket = self.engines.searches.queue();
        match ticket.try_take() {
            Turn::Taken(permit) => self.start_search(&line, kind, permit).await,
            Turn::Waits(before) => {
                self.search = Search::Queued { line, kind, ticket, told: before, held: VecDeque::new() };
                self.tell(format!("info string queued {before}")).await
            }
        }
    }

    async fn start_search(&mut self, line: &str, kind: SearchKind, permit: Permit) -> Result<(), Gone> {
        self.search = Search::Running { kind, begun: Instant::now(), stopped: None, permit };
        self.send(line).await
    }

    async fn on_turn(&mut self, turn: Turn) -> Result<(), Gone> {
        let permit = match turn {
            Turn::Waits(before) => {
                return match &mut self.search {
                    Search::Queued { told, .. } if *told != before => {
                        *told = before;
                        self.tell(format!("info string queued {before}")).await
                    }
                    _ => Ok(()),
                };
            }
            Turn::Taken(permit) => permit,
        };
        let Search::Queued { line, kind, held, .. } = std::mem::replace(&mut self.search, Search::None) else {
            return Ok(());
        };
        self.tell("info string queued 0 started").await?;
        self.start_search(&line, kind, permit).await?;
        for line in held {
            self.on_line(line).await?;
        }
        Ok(())
    }

    /// Passes a line of the engine on, together with those that are there already.
    async fn on_output(&mut self, first: String) -> Result<(), Gone> {
        let mut text = String::new();
        let mut next = Some(first);
        while let Some(line) = next {
            if line == "readyok" {
                self.asked = None;
            }
            if let Search::Running { kind, .. } = self.search
                && kind.is_ended_by(&line)
            {
                self.search = Search::None;
            }
            if let Some(line) = declaration(&line, self.engines.limits) {
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(&line);
            }
            let has_room = text.len() < FRAME_BYTES;
            next = self.process.as_mut().filter(|_| has_room).and_then(|(process, _)| process.line_now());
        }
        self.tell(text).await
    }

    /// The next time at which something is to be looked at.
    fn deadline(&self) -> Instant {
        let now = Instant::now();
        let answer_time = self.engines.launcher.answer_time;
        let answer = self.asked.map(|asked| asked + answer_time);
        let search = match self.search {
            Search::Running { stopped: Some(at), .. } => Some(at + answer_time),
            Search::Running { begun, .. } => Some((now + LOOK).min(begun + self.engines.longest)),
            Search::None if self.process.is_some() => Some(now + LOOK),
            _ => None,
        };
        answer.into_iter().chain(search).min().unwrap_or(now + self.engines.longest).max(now)
    }

    async fn on_deadline(&mut self) -> Result<(), Gone> {
        let now = Instant::now();
        let is_late = |since: Instant| now >= since + self.engines.launcher.answer_time;
        if self.asked.is_some_and(is_late) {
            return self.restart(&EngineFailure::Hangs).await;
        }
        match &mut self.search {
            Search::Running { stopped: Some(at), .. } if is_late(*at) => self.restart(&EngineFailure::Hangs).await,
            Search::Running { stopped: stopped @ None, begun, .. } => {
                let longest = self.engines.longest;
                let longest = if self.engines.searches.is_awaited() { longest.min(SHARED_TIME) } else { longest };
                if now < *begun + longest {
                    return Ok(());
                }
                *stopped = Some(now);
                self.tell(format!("info string time limit {} s", longest.as_secs())).await?;
                self.send("stop").await
            }
            Search::None => {
                let idle = if self.engines.processes.is_awaited() { SHARED_IDLE } else { self.engines.idle };
                if self.asked.is_none() && now >= self.last_line + idle {
                    self.process = None;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Makes sure that there is a process. False if none can be started.
    async fn ensure_process(&mut self) -> Result<bool, Gone> {
        if self.process.is_some() {
            return Ok(true);
        }
        if !self.starts.try_take() {
            self.tell("info string engine failed: too often; it is started again later").await?;
            return Ok(false);
        }
        let ticket = self.engines.processes.queue();
        let permit = match ticket.try_take() {
            Turn::Taken(permit) => permit,
            Turn::Waits(before) => {
                self.tell(format!("info string queued {before} for an engine process")).await?;
                ticket.take().await
            }
        };
        match self.start_process().await {
            Ok(process) => {
                self.process = Some((process, permit));
                Ok(true)
            }
            Err(failure) => {
                self.tell(format!("info string engine failed: {failure}")).await?;
                Ok(false)
            }
        }
    }

    /// A process that has all that the visitor has set.
    async fn start_process(&self) -> Result<Process, EngineFailure> {
        let mut process = Process::start(&self.engines.launcher).await?;
        let lines = self.memory.lines(|name| process.has_option(name));
        process.prepare(&lines).await?;
        Ok(process)
    }

    /// Replaces a process that has failed, and ends what it was doing.
    async fn restart(&mut self, failure: &EngineFailure) -> Result<(), Gone> {
        log::warn!("an engine {failure}");
        self.process = None;
        let was_asked = self.asked.take().is_some();
        let search = std::mem::replace(&mut self.search, Search::None);
        if self.ensure_process().await? {
            self.tell("info string engine restarted").await?;
        }
        match search {
            // The place in the queue is not lost.
            Search::Queued { .. } => self.search = search,
            Search::Running { kind, permit, .. } => {
                drop(permit);
                self.tell(kind.empty_end()).await?;
            }
            Search::None => {}
        }
        if was_asked { self.tell("readyok").await } else { Ok(()) }
    }
}

/// The next line of the process. Waits for ever without one.
async fn next_line(process: &mut Option<(Process, Permit)>) -> Option<String> {
    match process {
        Some((process, _)) => process.line().await,
        None => std::future::pending().await,
    }
}

/// What happens next to a search in the queue. Waits for ever without one.
async fn next_turn(search: &mut Search) -> Turn {
    match search {
        Search::Queued { ticket, .. } => ticket.changed().await,
        _ => std::future::pending().await,
    }
}

//! An engine as a process with lines in and out.
//!
//! Threads read its output and write its input, so that neither an engine that floods its output nor one that reads
//! nothing delays the match. Queues and lines are bounded.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::{Launcher, PlayerError, StartFailure};

/// Bytes of a line that are kept. The rest of it is skipped.
const MAX_LINE: u64 = 1 << 16;
/// Lines of output that wait for the match.
const MAX_LINES: usize = 64;
/// Requests that wait for the engine.
const MAX_REQUESTS: usize = 64;
/// Bytes of the standard error that are kept.
const MAX_ERROR_BYTES: usize = 1 << 13;
/// Lines of the standard error that a failure shows.
const MAX_ERROR_LINES: usize = 10;
/// Stack of a thread, in bytes. They do little.
const STACK_SIZE: usize = 1 << 17;
/// Longest wait for the end of the standard error of an engine that has been killed.
const ERROR_TIMEOUT: Duration = Duration::from_millis(500);

/// A running engine.
pub(super) struct Process {
    child: Child,
    launcher: Launcher,
    requests: SyncSender<String>,
    lines: Receiver<String>,
    errors: ErrorTail,
    timeout: Duration,
    deadline: Instant,
    has_written: bool,
}

impl Process {
    /// Starts a program, which has the start-up time of the launcher to get ready.
    fn start(launcher: &Launcher, command: &[String]) -> Result<Self, PlayerError> {
        let (program, arguments) =
            command.split_first().ok_or_else(|| PlayerError::Unsupported("no command".into()))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = launcher.groups.spawn(&mut command);
        let process = child.and_then(|child| Self::connect(child, launcher));
        process.map_err(|error| {
            let is_terminated = launcher.groups.is_terminated();
            if is_terminated { PlayerError::Terminated } else { PlayerError::Crash(error.to_string()) }
        })
    }

    fn connect(mut child: Child, launcher: &Launcher) -> io::Result<Self> {
        let (input, output, error) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (requests, queue) = sync_channel(MAX_REQUESTS);
        let (sender, lines) = sync_channel(MAX_LINES);
        let (ended, end) = sync_channel(0);
        let tail = Arc::default();
        let timeout = launcher.startup;
        // Dropping the process kills it if a thread cannot be started.
        let process = Self {
            child,
            launcher: launcher.clone(),
            requests,
            lines,
            errors: ErrorTail { tail: Arc::clone(&tail), end },
            timeout,
            deadline: Instant::now() + timeout,
            has_written: false,
        };
        let (Some(input), Some(output), Some(error)) = (input, output, error) else {
            return Err(io::Error::other("no pipes"));
        };
        let thread = || thread::Builder::new().stack_size(STACK_SIZE);
        thread().spawn(move || write_requests(input, &queue))?;
        thread().spawn(move || read_lines(output, &sender))?;
        thread().spawn(move || {
            keep_tail(error, &tail);
            // The end of the channel tells the end of the standard error.
            drop(ended);
        })?;
        Ok(process)
    }

    /// Sets the time for the answers to all requests from now on.
    fn limit(&mut self, timeout: Duration) {
        self.timeout = timeout;
        self.deadline = Instant::now() + timeout;
    }

    /// Writes a line, or several lines, without waiting for the engine to read them.
    pub(super) fn send(&mut self, request: &str) -> Result<(), PlayerError> {
        log::debug!("to {}: {request}", self.child.id());
        match self.requests.try_send(format!("{request}\n")) {
            Err(TrySendError::Full(_)) => Err(self.error(PlayerError::Crash("does not read its input".into()))),
            // An engine that has closed its input may have closed its output as well, which the next read reports.
            Ok(()) | Err(TrySendError::Disconnected(_)) => Ok(()),
        }
    }

    /// The first result of `parse` on the next lines; the lines without a result are skipped.
    pub(super) fn read<T>(&mut self, mut parse: impl FnMut(&str) -> Option<T>) -> Result<T, PlayerError> {
        loop {
            // An engine that writes on and on has no more time than others.
            let left = self.deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(self.error(PlayerError::NoReply(self.timeout)));
            }
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    log::debug!("from {}: {line}", self.child.id());
                    self.has_written = true;
                    if let Some(found) = parse(&line) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Err(self.error(PlayerError::NoReply(self.timeout))),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.error(PlayerError::Crash("closed its output".into())));
                }
            }
        }
    }

    /// Whether it has written a line.
    pub(super) fn has_written(&self) -> bool {
        self.has_written
    }

    /// An error of the engine, unless the match has killed it.
    fn error(&self, error: PlayerError) -> PlayerError {
        if self.launcher.groups.is_terminated() { PlayerError::Terminated } else { error }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.launcher.groups.kill(&mut self.child);
    }
}

fn write_requests(mut input: ChildStdin, requests: &Receiver<String>) {
    for request in requests {
        if input.write_all(request.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(output: ChildStdout, lines: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    while output.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
        if line.last() != Some(&b'\n') && output.skip_until(b'\n').is_err() {
            return;
        }
        if lines.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
            return;
        }
        line.clear();
    }
}

fn keep_tail(mut error: ChildStderr, tail: &Mutex<VecDeque<u8>>) {
    let mut buffer = [0; 4096];
    while let Ok(read @ 1..) = error.read(&mut buffer) {
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend(&buffer[..read]);
        let excess = tail.len().saturating_sub(MAX_ERROR_BYTES);
        tail.drain(..excess);
    }
}

/// The end of the standard error of a process.
struct ErrorTail {
    tail: Arc<Mutex<VecDeque<u8>>>,
    /// Disconnected at the end of the standard error.
    end: Receiver<()>,
}

impl ErrorTail {
    /// The last lines. The process has been killed.
    fn lines(&self) -> Vec<String> {
        let _ = self.end.recv_timeout(ERROR_TIMEOUT);
        let tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = tail.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let mut lines: Vec<String> = text.lines().rev().take(MAX_ERROR_LINES).map(str::to_owned).collect();
        lines.reverse();
        lines
    }
}

/// The process of a player, which is started for its first game and after each error.
pub(super) struct PlayerProcess {
    launcher: Launcher,
    command: Vec<String>,
    process: Option<Process>,
}

impl PlayerProcess {
    pub(super) fn new(launcher: &Launcher, command: &[String]) -> Self {
        Self { launcher: launcher.clone(), command: command.to_vec(), process: None }
    }

    /// Gets ready for a game with `prepare`, which is also told whether the process is new. An error ends the process.
    pub(super) fn begin(
        &mut self,
        prepare: impl FnOnce(&mut Process, bool) -> Result<(), PlayerError>,
    ) -> Result<(), PlayerError> {
        let is_new = self.process.is_none();
        let process = match self.process.take() {
            Some(process) => Ok(process),
            None => Process::start(&self.launcher, &self.command),
        };
        let mut process = process.map_err(|error| error.before_the_game(Vec::new))?;
        process.limit(self.launcher.startup);
        if let Err(error) = prepare(&mut process, is_new) {
            self.process = Some(process);
            return Err(self.failed_start(error));
        }
        self.process = Some(process);
        Ok(())
    }

    /// Ends the process. Returns its error as that of an engine that does not start.
    pub(super) fn failed_start(&mut self, error: PlayerError) -> PlayerError {
        let Some(mut process) = self.process.take() else { return error };
        error.before_the_game(|| {
            process.launcher.groups.kill(&mut process.child);
            process.errors.lines()
        })
    }

    /// The process, which has this time for its answers.
    pub(super) fn ask(&mut self, timeout: Duration) -> Result<&mut Process, PlayerError> {
        let process = self.process.as_mut().ok_or_else(|| PlayerError::Crash("has not been started".into()))?;
        process.limit(timeout);
        Ok(process)
    }

    pub(super) fn stop(&mut self) {
        self.process = None;
    }
}

impl PlayerError {
    /// The same error of an engine that has not begun to play. `errors` reads the last lines of its standard error.
    fn before_the_game(self, errors: impl FnOnce() -> Vec<String>) -> Self {
        let cause = match self {
            Self::Crash(cause) => cause,
            Self::NoReply(_) => self.to_string(),
            other => return other,
        };
        Self::NotStarted(StartFailure { cause, errors: errors() })
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn an_engine_that_reads_nothing_delays_no_request() {
        let mut process = PlayerProcess::new(&Launcher::default(), &["sleep".into(), "1000".into()]);
        process.begin(|_, _| Ok(())).expect("a process");
        let process = process.ask(Duration::from_secs(20)).expect("a process");
        let line = "x".repeat(1 << 16);
        let error = (0..=2 * MAX_REQUESTS).find_map(|_| process.send(&line).err());
        assert_eq!(error, Some(PlayerError::Crash("does not read its input".into())));
    }

    #[test]
    fn long_lines_are_cut_and_old_errors_forgotten() {
        let script = "head -c 100000 /dev/zero | tr '\\0' a; echo; echo b; i=0; \
                      while [ $i -lt 3000 ]; do i=$((i + 1)); echo error $i >&2; done; echo c";
        let command = ["sh", "-c", script].map(str::to_owned);
        let mut process = PlayerProcess::new(&Launcher::default(), &command);
        let mut lines = Vec::new();
        let error = process.begin(|process, is_new| {
            assert!(is_new);
            process.read(|line| {
                lines.push(line.to_owned());
                None
            })
        });
        assert_eq!(lines.iter().map(String::len).collect::<Vec<_>>(), [MAX_LINE as usize, 1, 1]);
        let Err(PlayerError::NotStarted(StartFailure { cause, errors })) = error else { panic!("{error:?}") };
        assert_eq!((cause.as_str(), errors.len()), ("closed its output", MAX_ERROR_LINES));
        assert_eq!((errors[0].as_str(), errors[9].as_str()), ("error 2991", "error 3000"));
    }
}

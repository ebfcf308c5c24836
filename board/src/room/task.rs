//! The task of a room. It alone owns the table; whatever leaves it is a view or an answer to a request.

use std::sync::Arc;
use std::time::{Duration, Instant};

use petteia_engine::{GameKind, Level};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::{AbortHandle, block_in_place};
use tokio::time::sleep_until;

use super::Rooms;
use super::frame::{Id, Join, Refusal, Take};
use super::journal::Journal;
use super::table::{Kind, Request, Table};
use super::view::{Presence, Viewer};
use crate::engine::{Engines, SeatSearch};
use crate::socket::View;

/// How long a finished game stays, so that players can look at it and ask for another one.
const AFTERWARDS: Duration = Duration::from_secs(60 * 60);
/// How long a room stays that nobody has come to.
const UNUSED: Duration = Duration::from_secs(15 * 60);
/// How long a room stays in which nobody has moved.
const UNPLAYED: Duration = Duration::from_secs(24 * 60 * 60);
/// How often a room looks whether it is used.
const LOOK: Duration = Duration::from_secs(60);
/// Longest search of an engine at a table.
const LONGEST_MOVE: Duration = Duration::from_secs(60);
/// The wait before a search that has failed is tried again.
const RETRY: Duration = Duration::from_secs(15);

/// Most events that wait for a disk that is full.
const MOST_UNSAVED: usize = 10_000;

/// Where a room receives its messages.
pub type Mailbox = mpsc::UnboundedSender<Message>;

/// A message to a room. Every connection waits for its answer before it sends another one.
pub enum Message {
    /// Somebody joins.
    Join(Join, oneshot::Sender<Result<Joined, Refusal>>),
    /// A player asks for something.
    Request(Viewer, Id, Request, oneshot::Sender<Result<u64, Refusal>>),
    /// Somebody wants a picture of what a view shows.
    Draw(Viewer, String, oneshot::Sender<Result<(u64, String), Refusal>>),
    /// Somebody wants to see the view again.
    Resync(Viewer),
    /// Somebody has gone.
    Leave(Viewer),
    /// An engine has moved, for the turn that it was asked in.
    Moved { player: usize, turn: u64, found: Result<String, String> },
    /// The server ends.
    End(oneshot::Sender<()>),
}

/// What somebody who has joined gets.
pub struct Joined {
    pub viewer: Viewer,
    pub seat: Option<u32>,
    /// The token of a seat that was open.
    pub token: Option<String>,
    pub views: watch::Receiver<View>,
}

/// What a room knows of a player beside the table.
struct Place {
    views: watch::Sender<View>,
    connections: usize,
    /// The turn that the engine has been asked for, and its search.
    search: Option<(u64, AbortHandle)>,
    trouble: Option<String>,
}

/// A room.
pub struct Room {
    table: Table,
    journal: Option<Journal>,
    is_saved: bool,
    places: Vec<Place>,
    spectators: watch::Sender<View>,
    watching: usize,
    engines: Arc<Engines>,
    rooms: Arc<Rooms>,
    messages: mpsc::UnboundedReceiver<Message>,
    mailbox: Mailbox,
    last_use: Instant,
}

/// How long a table is kept that nobody uses.
pub fn lifetime(table: &Table, keep: Duration) -> Duration {
    let has_come = |kind: &Kind| matches!(kind, Kind::Person { has_come: true, .. });
    if table.is_over() {
        AFTERWARDS
    } else if !table.players.iter().any(|player| has_come(&player.kind)) {
        UNUSED
    } else if table.session.played_moves().is_empty() {
        UNPLAYED.min(keep)
    } else {
        keep
    }
}

impl Room {
    /// A room that has not been used for a time.
    pub fn new(mut table: Table, journal: Option<Journal>, age: Duration, rooms: &Arc<Rooms>) -> Self {
        let place =
            |_| Place { views: watch::Sender::new(View::default()), connections: 0, search: None, trouble: None };
        let (mailbox, messages) = mpsc::unbounded_channel();
        let now = Instant::now();
        // The clocks stand until somebody comes.
        table.settle_clock(now, false);
        Self {
            places: (0..table.players.len()).map(place).collect(),
            table,
            journal,
            is_saved: true,
            spectators: watch::Sender::new(View::default()),
            watching: 0,
            engines: Arc::clone(&rooms.engines),
            rooms: Arc::clone(rooms),
            messages,
            mailbox,
            last_use: now.checked_sub(age).unwrap_or(now),
        }
    }

    /// Starts the task of the room.
    pub fn start(self) -> Mailbox {
        let mailbox = self.mailbox.clone();
        tokio::spawn(self.run());
        mailbox
    }

    async fn run(mut self) {
        let mut look = tokio::time::interval(LOOK);
        loop {
            let acting = self.table.acting();
            let flag = self.table.clock.as_ref().and_then(|clock| clock.deadline(&acting)).map(|(_, end)| end);
            let flag = async {
                match flag {
                    Some(end) => sleep_until(end.into()).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                message = self.messages.recv() => match message {
                    Some(Message::End(done)) => {
                        self.journal.iter().for_each(Journal::sync);
                        // The server may not wait any longer.
                        let _ = done.send(());
                        break;
                    }
                    Some(message) => self.handle(message),
                    None => break,
                },
                () = flag => if self.table.flag(Instant::now()) {
                    self.publish();
                },
                _ = look.tick() => if self.is_unused() {
                    self.rooms.remove(&self.table.setup.id);
                    break;
                },
            }
        }
        self.places.iter_mut().for_each(Place::stop);
    }

    fn is_unused(&self) -> bool {
        let is_empty = self.watching == 0 && self.places.iter().all(|place| place.connections == 0);
        is_empty && self.last_use.elapsed() > lifetime(&self.table, self.rooms.keep)
    }

    fn handle(&mut self, message: Message) {
        self.last_use = Instant::now();
        // A party game makes clues and deals, which may take some time.
        if self.table.kind == GameKind::Party {
            block_in_place(|| self.handle_now(message));
        } else {
            self.handle_now(message);
        }
    }

    fn handle_now(&mut self, message: Message) {
        match message {
            Message::Join(join, answer) => {
                let joined = self.join(&join);
                // The view is there before the answer, so the first one is the newest.
                if joined.is_ok() {
                    self.publish();
                }
                if let Err(Ok(Joined { viewer, .. })) = answer.send(joined) {
                    self.leave(viewer);
                }
            }
            Message::Request(viewer, id, request, answer) => {
                let version = self.table.version;
                let result = match viewer {
                    Viewer::Player(player) => self.table.request(player, &id, &request, Instant::now()),
                    Viewer::Spectator => Err(Refusal::new("no-seat", "expected a player, found a spectator")),
                };
                let is_ask = matches!(request, Request::Ask(_) | Request::Answer { .. });
                let is_old = matches!(&result, Err(refusal) if refusal.code == "old-version");
                if self.table.version != version || is_ask || is_old {
                    self.publish();
                }
                let _ = answer.send(result);
            }
            Message::Draw(viewer, words, answer) => {
                let svg = self.table.picture(viewer, &words);
                // The connection may have ended.
                let _ = answer.send(svg.map(|svg| (self.table.version, svg)));
            }
            Message::Resync(viewer) => self.show(&[viewer]),
            Message::Leave(viewer) => self.leave(viewer),
            Message::Moved { player, turn, found } => self.on_engine(player, turn, found),
            Message::End(_) => {}
        }
    }

    fn leave(&mut self, viewer: Viewer) {
        match viewer {
            Viewer::Player(player) => self.places[player].connections -= 1,
            Viewer::Spectator => self.watching -= 1,
        }
        self.publish();
    }

    fn join(&mut self, join: &Join) -> Result<Joined, Refusal> {
        let now = Instant::now();
        let name = join.name.as_deref();
        let (player, token) = match (&join.token, join.take) {
            (Some(token), _) => {
                let player = self.table.player_of(token);
                let player = player.ok_or_else(|| Refusal::new("no-seat", "expected the token of a seat"))?;
                self.table.come(player, name, now)?;
                (Some(player), None)
            }
            (None, Some(Take::Seat(seat))) => {
                self.table.take(Some(seat), name, now).map(|(p, t)| (Some(p), Some(t)))?
            }
            (None, Some(Take::Any(true))) => self.table.take(None, name, now).map(|(p, t)| (Some(p), Some(t)))?,
            (None, None | Some(Take::Any(false))) => (None, None),
        };
        let (viewer, views) = if let Some(player) = player {
            self.places[player].connections += 1;
            (Viewer::Player(player), self.places[player].views.subscribe())
        } else {
            self.watching += 1;
            (Viewer::Spectator, self.spectators.subscribe())
        };
        // Clocks that stood since a restart run again.
        self.table.settle_clock(now, true);
        Ok(Joined { viewer, seat: self.table.seat_of(viewer), token, views })
    }

    /// Writes what has changed, shows it to everybody, and asks engines that are to act.
    fn publish(&mut self) {
        self.save();
        self.ask_engines();
        let viewers: Vec<Viewer> = (0..self.places.len()).map(Viewer::Player).chain([Viewer::Spectator]).collect();
        self.show(&viewers);
    }

    /// Writes what has changed. What cannot be written is tried again with the next change.
    fn save(&mut self) {
        let Some(journal) = &mut self.journal else { return self.table.events.clear() };
        let written = journal.write(&mut self.table);
        self.is_saved = written.is_ok();
        if let Err(error) = written {
            log::error!("{error}");
            if self.table.events.len() > MOST_UNSAVED {
                // The journal has the game up to here.
                self.journal = None;
            }
        }
    }

    /// Shows each of these viewers the table as they may see it.
    fn show(&self, viewers: &[Viewer]) {
        let presence = |place: &Place| Presence { here: place.connections > 0, trouble: place.trouble.clone() };
        let presence: Vec<Presence> = self.places.iter().map(presence).collect();
        for viewer in viewers {
            let views = match *viewer {
                Viewer::Player(player) => &self.places[player].views,
                Viewer::Spectator => &self.spectators,
            };
            if views.receiver_count() == 0 {
                continue;
            }
            match self.table.view(*viewer, &presence, self.is_saved, Instant::now()) {
                Ok(view) => _ = views.send_replace(view.into()),
                Err(refusal) => log::error!("{}: {}", self.table.setup.id, refusal.text),
            }
        }
    }

    /// Starts the searches of engines that are to act, and stops those of earlier turns.
    fn ask_engines(&mut self) {
        let acting = self.table.acting();
        for (player, place) in self.places.iter_mut().enumerate() {
            let is_asked = acting.contains(&self.table.players[player].seat);
            let level = match self.table.players[player].kind {
                Kind::Engine(level) if is_asked => level,
                _ => {
                    place.stop();
                    continue;
                }
            };
            if place.search.as_ref().is_some_and(|(turn, _)| *turn == self.table.turn) {
                continue;
            }
            place.stop();
            let turn = self.table.turn;
            let search = self.table.seat_search(player, level, LONGEST_MOVE);
            let wait = if place.trouble.is_some() { RETRY } else { Duration::ZERO };
            let task = tokio::spawn(think(Arc::clone(&self.engines), search, wait, player, turn, self.mailbox.clone()));
            place.search = Some((turn, task.abort_handle()));
        }
    }

    fn on_engine(&mut self, player: usize, turn: u64, found: Result<String, String>) {
        let place = &mut self.places[player];
        if place.search.as_ref().is_none_or(|(asked, _)| *asked != turn) {
            return;
        }
        place.search = None;
        let moved = match found {
            Ok(word) => self.table.engine_move(player, turn, &word, Instant::now()).map_err(|refusal| refusal.text),
            Err(failure) => Err(failure),
        };
        // A search that has failed is tried again after a while.
        self.places[player].trouble = moved.err();
        self.publish();
    }
}

/// Searches for a player and tells the room what was found.
async fn think(
    engines: Arc<Engines>,
    search: Result<SeatSearch, Refusal>,
    wait: Duration,
    player: usize,
    turn: u64,
    mailbox: Mailbox,
) {
    tokio::time::sleep(wait).await;
    let found = match search {
        Ok(search) => engines.best_move(&search).await.map_err(|failure| format!("the engine {failure}")),
        Err(refusal) => Err(refusal.text),
    };
    // The room may have ended.
    let _ = mailbox.send(Message::Moved { player, turn, found });
}

impl Place {
    fn stop(&mut self) {
        if let Some((_, search)) = self.search.take() {
            search.abort();
        }
    }
}

impl Table {
    /// The search for the move of an engine: what its seat sees.
    fn seat_search(&self, player: usize, level: Level, longest: Duration) -> Result<SeatSearch, Refusal> {
        let variant = self.setup.variant()?.name;
        let seat = self.players[player].seat;
        let (position, seat) = match self.kind {
            GameKind::Sequential => {
                let line = self.session.played_moves().join(" ");
                (format!("fen {} moves {line}", self.session.start_fen()), None)
            }
            GameKind::Simultaneous => (format!("fen {}", self.session.fen()), Some(seat)),
            GameKind::Party => (format!("fen {}", self.session.fen_of_seat(seat)?), Some(seat)),
        };
        let time = match &self.clock {
            // A twentieth of what is left, and half of the increment.
            Some(clock) => {
                let left = clock.left_at(self.players[player].seat, &self.acting(), Instant::now());
                (left / 20 + clock.increment() / 2).clamp(Duration::from_millis(10), longest)
            }
            None => longest,
        };
        let position = position.trim_end_matches(" moves ").to_owned();
        let nodes = Level::most_nodes(&self.session.turn());
        Ok(SeatSearch { variant, options: self.setup.engine_options(), position, seat, level, nodes, time })
    }
}

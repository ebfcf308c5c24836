//! A game by DXP: whose turn it is, the clock of this side, and the record.

use std::time::{Duration, Instant};

use petteia_core::{GameResult, Outcome, Side};
use petteia_engine::{Clock, Limits, Session};
use petteia_formats::dxp::{DxpColour, EndReason, GameRequest};
use serde::Serialize;

/// How much longer than its clock the peer may think before it is given up.
const EXTRA_TIME: Duration = Duration::from_secs(3_600);

/// A game that is over, or was broken off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DxpRecord {
    /// The name of the program that played White.
    pub white: String,
    /// The name of the program that played Black.
    pub black: String,
    /// The position at the start.
    pub start: String,
    /// Minutes of each side; 0 for a game without a clock.
    pub minutes: u32,
    /// The moves in canonical form.
    pub moves: Vec<String>,
    /// The times of the moves in milliseconds. The opponent's are whole seconds, as it gives them.
    pub times: Vec<u64>,
    /// `p1win` if White has won, `p2win`, `draw`, or `none` if it is not known.
    pub result: String,
    /// Why the game is over: a reason of the rules, `max-moves`, `resignation`, `draw-claim`, `win-claim`, `no-reason`,
    /// `interrupted`, `disconnected`.
    pub reason: String,
    /// The game has not ended by the protocol.
    #[serde(skip)]
    pub is_broken_off: bool,
}

/// The outcome of a game, if it is known, and its reason.
pub(super) type Ending = (Option<Outcome>, &'static str);

/// A game in progress.
#[derive(Debug)]
pub(super) struct DxpGame {
    request: GameRequest,
    opponent: String,
    own: DxpColour,
    /// The times of the moves in milliseconds.
    times: Vec<u64>,
    /// Time that this side has used.
    used: Duration,
    /// Moves that this side has made.
    own_moves: u32,
    /// When this side began to think.
    since: Option<Instant>,
}

impl DxpGame {
    /// The game of a request against this opponent.
    pub(super) fn new(request: GameRequest, opponent: String, own: DxpColour) -> Self {
        Self { request, opponent, own, times: Vec::new(), used: Duration::ZERO, own_moves: 0, since: None }
    }

    /// Whether this side is to move.
    pub(super) fn is_own_turn(&self, game: &dyn Session) -> bool {
        game.p1_turn() == (self.own == DxpColour::White)
    }

    /// Starts the clock of this side. Returns the limits of its search; a game without a clock has none.
    pub(super) fn begin_move(&mut self) -> Limits {
        self.since = Some(Instant::now());
        let GameRequest { minutes, moves, .. } = self.request;
        if minutes == 0 {
            return Limits::default();
        }
        let left = self.time().saturating_sub(self.used);
        let moves_to_go = (moves > 0).then(|| moves.saturating_sub(self.own_moves).max(1));
        Limits { clock: Some(Clock { left, increment: Duration::ZERO, moves_to_go }), ..Limits::default() }
    }

    /// Stops the clock of this side. Returns the time of its move in seconds.
    pub(super) fn end_move(&mut self) -> u32 {
        let time = self.since.take().map_or(Duration::ZERO, |since| since.elapsed());
        self.used += time;
        self.own_moves += 1;
        self.times.push(time.as_millis() as u64);
        ((time.as_millis() + 500) / 1_000) as u32
    }

    /// Takes note of the time of a move of the opponent.
    pub(super) fn opponent_moved(&mut self, seconds: u32) {
        self.times.push(1_000 * u64::from(seconds));
    }

    /// The time of each side.
    fn time(&self) -> Duration {
        Duration::from_secs(60 * u64::from(self.request.minutes))
    }

    /// How long to wait for a move of the opponent.
    pub(super) fn read_timeout(&self) -> Duration {
        self.time() + EXTRA_TIME
    }

    /// How the game ends by its rules, or because all its moves are made.
    pub(super) fn ending(&self, game: &dyn Session) -> Option<Ending> {
        by_rules(game).or_else(|| self.has_all_moves().then_some((None, "max-moves")))
    }

    fn has_all_moves(&self) -> bool {
        self.request.moves > 0 && self.times.len() >= 2 * self.request.moves as usize
    }

    /// How the game ends when the opponent ends it for this reason. The rules decide if they do.
    pub(super) fn ending_by_opponent(&self, game: &dyn Session, reason: EndReason) -> Ending {
        by_rules(game).unwrap_or_else(|| match reason {
            EndReason::Loss => (Some(win_of(self.own)), "resignation"),
            EndReason::Draw => (Some(Outcome::Draw), "draw-claim"),
            EndReason::Win => (Some(win_of(self.own.other())), "win-claim"),
            EndReason::Unknown => (None, if self.has_all_moves() { "max-moves" } else { "no-reason" }),
        })
    }

    /// The reason that this side gives for an ending.
    pub(super) fn reason(&self, ending: &Ending) -> EndReason {
        match ending.0 {
            Some(Outcome::Draw) => EndReason::Draw,
            None => EndReason::Unknown,
            Some(win) if win == win_of(self.own) => EndReason::Win,
            Some(_) => EndReason::Loss,
        }
    }

    /// The record of the game, with the name of this program. `is_broken_off` tells that neither side has ended it.
    pub(super) fn record(
        self,
        game: &dyn Session,
        own_name: &str,
        (outcome, reason): Ending,
        is_broken_off: bool,
    ) -> DxpRecord {
        let names = (own_name.to_owned(), self.opponent);
        let (white, black) = if self.own == DxpColour::White { names } else { (names.1, names.0) };
        DxpRecord {
            white,
            black,
            start: game.start_fen(),
            minutes: self.request.minutes,
            moves: game.played_moves(),
            times: self.times,
            result: GameResult::optional_word(outcome.map(GameResult::from).as_ref()),
            reason: reason.into(),
            is_broken_off,
        }
    }
}

/// How a game is over by its rules.
fn by_rules(game: &dyn Session) -> Option<Ending> {
    game.result().map(|result| (result.outcome(), game.reason().unwrap_or("none")))
}

/// The outcome in which a colour wins. White begins.
fn win_of(colour: DxpColour) -> Outcome {
    Outcome::Win(if colour == DxpColour::White { Side::First } else { Side::Second })
}

//! Searches for a move and for an analysis, and their clocks.

use std::time::Duration;

use petteia_core::{BySide, GameResult, Outcome, Side};
use petteia_engine::{Clock, EngineError, Limits, Origin, SearchInfo};
use petteia_formats::otep::OtepClock;
use petteia_formats::otn::write_move;

use super::position::side_to_move;
use super::{Otep, say_error};
use crate::protocols::hub::men;
use crate::server::connection::Connection;

/// The most moves of a line of `analysis`. OpenTafl takes what it can read at once for whole lines.
const LINE_MOVES: usize = 12;
/// The largest number of lines of `analyze`.
const MAX_LINES: u64 = 256;
/// The longest `analyze` in seconds.
const MAX_ANALYSIS_SECONDS: u64 = 1_000_000;

/// What the running search is for.
#[derive(Debug, Default)]
pub(super) enum OtepPurpose {
    /// Nothing is asked for.
    #[default]
    Nothing,
    /// A move, and whether the host has told the clock since it asked.
    Move { clock_is_told: bool },
    /// The same search again, with the clock that has been told.
    Restart,
    /// The best lines, and the number of lines to go back to afterwards.
    Analysis { lines: Vec<SearchInfo<String>>, before: u64 },
}

impl OtepPurpose {
    /// Keeps a line of an analysis. The first one begins a new list.
    pub(super) fn note(&mut self, info: SearchInfo<String>) {
        if let Self::Analysis { lines, .. } = self
            && !info.pv.is_empty()
        {
            if info.multi_pv == 1 {
                lines.clear();
            }
            lines.push(info);
        }
    }
}

impl Otep {
    /// Answers what the search was for, at its end.
    pub(super) fn answer(&mut self, connection: &mut Connection, best: Option<String>) {
        match std::mem::take(&mut self.goal) {
            OtepPurpose::Nothing => {}
            OtepPurpose::Restart => self.goal = OtepPurpose::Restart,
            OtepPurpose::Move { .. } => match best.as_deref().and_then(write_move) {
                Some(word) => {
                    connection.write_line(&format!("move {word}"));
                    self.proposed = best;
                }
                None => say_error(connection, true, "play: the search found no move"),
            },
            OtepPurpose::Analysis { lines, before } => {
                if let Err(error) = connection.set_multi_pv(before) {
                    say_error(connection, false, &error.to_string());
                }
                let attackers_move = side_to_move(connection).is_ok_and(|side| side == Side::First);
                connection.write_line(&analysis_line(&lines, attackers_move));
            }
        }
    }

    /// Keeps the clocks. A search that began before the host told them begins anew, once: the protocol has the clock
    /// after `play`, OpenTafl before it.
    pub(super) fn set_clocks(&mut self, connection: &mut Connection, clocks: BySide<OtepClock>) {
        self.clocks = Some(clocks);
        if let OtepPurpose::Move { clock_is_told: false } = self.goal {
            self.goal = OtepPurpose::Restart;
            connection.stop();
        }
    }

    /// Begins the search anew that a clock has stopped.
    pub(super) fn restart(&mut self, connection: &mut Connection) {
        if let OtepPurpose::Restart = self.goal
            && let Err(why) = self.think(connection, true)
        {
            self.goal = OtepPurpose::Nothing;
            say_error(connection, true, &why);
        }
    }

    /// The clock of a side; `None` where neither has any time.
    fn clock(&self, side: Side) -> Option<Clock> {
        let clocks = self.clocks?;
        let has_time = |clock: OtepClock| !clock.left.is_zero() || (!clock.period.is_zero() && clock.periods > 0);
        if !Side::BOTH.into_iter().any(|side| has_time(clocks[side])) {
            return None;
        }
        let OtepClock { left, is_overtime, period, periods } = clocks[side];
        // After the main time there is a period for each move.
        let period = if periods > 0 && !is_overtime { period } else { Duration::ZERO };
        Some(Clock { left: left + period, increment: period, moves_to_go: is_overtime.then_some(1) })
    }

    /// Begins the search for a move.
    pub(super) fn think(&mut self, connection: &mut Connection, clock_is_told: bool) -> Result<(), String> {
        leave_draw(connection)?;
        let game = connection.engine.game().map_err(|error| error.to_string())?;
        if game.result().is_some() {
            return Err(format!("play: the game is over: {}", game.reason().unwrap_or("decided")));
        }
        self.proposed = None;
        let clock = self.clock(side_to_move(connection)?);
        self.search_the_rest(connection, Limits { clock, ..Limits::default() })?;
        self.goal = OtepPurpose::Move { clock_is_told };
        Ok(())
    }

    /// Searches all moves that the host has not refused.
    fn search_the_rest(&self, connection: &mut Connection, limits: Limits) -> Result<(), String> {
        let text = |error: EngineError| error.to_string();
        if self.refused.is_empty() {
            return connection.search(&[], limits).map_err(text);
        }
        let moves = connection.engine.game().map_err(text)?.moves(None).map_err(|error| error.to_string())?;
        let moves: Vec<&str> = moves.iter().filter(|word| !self.refused.contains(word)).map(String::as_str).collect();
        if moves.is_empty() {
            return Err("play: the host refuses every move".into());
        }
        connection.search(&moves, limits).map_err(text)
    }

    /// Begins an analysis. A position without moves has no lines.
    pub(super) fn analyse(&mut self, connection: &mut Connection, lines: u64, seconds: u64) -> Result<(), String> {
        leave_draw(connection)?;
        if connection.engine.game().is_ok_and(|game| game.result().is_some()) {
            connection.write_line(&analysis_line(&[], true));
            return Ok(());
        }
        let before = connection.set_multi_pv(lines.clamp(1, MAX_LINES)).map_err(|error| error.to_string())?;
        let time = Duration::from_secs(seconds.min(MAX_ANALYSIS_SECONDS));
        if let Err(error) = connection.search(&[], Limits { move_time: Some(time), ..Limits::default() }) {
            connection.set_multi_pv(before).map_err(|error| error.to_string())?;
            return Err(error.to_string());
        }
        self.goal = OtepPurpose::Analysis { lines: Vec::new(), before };
        Ok(())
    }
}

/// Lets a position that is a draw begin a game, because the host plays on.
fn leave_draw(connection: &mut Connection) -> Result<(), String> {
    let game = connection.engine.game().map_err(|error| error.to_string())?;
    if game.result() != Some(GameResult::Sides(Outcome::Draw)) {
        return Ok(());
    }
    let fen = game.fen();
    connection.engine.set_position(Origin::Fen(&fen), &[]).map_err(|error| error.to_string())
}

/// `analysis`, the number of lines, and each line with its evaluation for the attackers.
fn analysis_line(lines: &[SearchInfo<String>], attackers_move: bool) -> String {
    let sign = if attackers_move { 1.0 } else { -1.0 };
    let line = |info: &SearchInfo<String>| {
        let moves: Vec<String> = info.pv.iter().take(LINE_MOVES).filter_map(|word| write_move(word)).collect();
        format!(" {} {:.2}", moves.join("|"), sign * men(info))
    };
    format!("analysis {}{}", lines.len(), lines.iter().map(line).collect::<String>())
}

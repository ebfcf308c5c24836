//! Searches for a move and for an analysis, and their clocks.

use std::time::Duration;

use super::position::side_to_move;
use super::{Done, Otep, say_error};
use crate::base::{BySide, Side};
use crate::dialects::hub::men;
use crate::engine::{Clock, EngineError, InfoLine, Limits, Origin};
use crate::formats::otep::OtepClock;
use crate::formats::otn::write_move;
use crate::protocol::conversation::Conversation;

/// The most moves of a line of `analysis`. OpenTafl takes what it can read at once for whole lines.
const LINE_MOVES: usize = 12;
/// The largest number of lines of `analyze`.
const MOST_LINES: u64 = 256;
/// The longest `analyze` in seconds.
const LONGEST_ANALYSIS: u64 = 1_000_000;

/// What the running search is for.
#[derive(Debug, Default)]
pub(super) enum OtepGoal {
    /// Nothing is asked for.
    #[default]
    Nothing,
    /// A move, and whether the host has told the clock since it asked.
    Move { clock_is_told: bool },
    /// The same search again, with the clock that has been told.
    Restart,
    /// The best lines, and the number of lines to go back to afterwards.
    Analysis { lines: Vec<InfoLine>, before: u64 },
}

impl OtepGoal {
    /// Keeps a line of an analysis. The first one begins a new list.
    pub(super) fn note(&mut self, info: InfoLine) {
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
    pub(super) fn answer(&mut self, conversation: &mut Conversation, best: Option<String>) {
        match std::mem::take(&mut self.goal) {
            OtepGoal::Nothing => {}
            OtepGoal::Restart => self.goal = OtepGoal::Restart,
            OtepGoal::Move { .. } => match best.as_deref().and_then(write_move) {
                Some(word) => {
                    conversation.say(&format!("move {word}"));
                    self.proposed = best;
                }
                None => say_error(conversation, true, "play: the search found no move"),
            },
            OtepGoal::Analysis { lines, before } => {
                if let Err(error) = conversation.set_multi_pv(before) {
                    say_error(conversation, false, &error.to_string());
                }
                let attackers_move = side_to_move(conversation).is_ok_and(|side| side == Side::First);
                conversation.say(&analysis_line(&lines, attackers_move));
            }
        }
    }

    /// Keeps the clocks. A search that began before the host told them begins anew, once: the protocol has the clock
    /// after `play`, OpenTafl before it.
    pub(super) fn set_clocks(&mut self, conversation: &mut Conversation, clocks: BySide<OtepClock>) {
        self.clocks = Some(clocks);
        if let OtepGoal::Move { clock_is_told: false } = self.goal {
            self.goal = OtepGoal::Restart;
            conversation.stop();
        }
    }

    /// Begins the search anew that a clock has stopped.
    pub(super) fn restart(&mut self, conversation: &mut Conversation) {
        if let OtepGoal::Restart = self.goal
            && let Err(why) = self.think(conversation, true)
        {
            self.goal = OtepGoal::Nothing;
            say_error(conversation, true, &why);
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
    pub(super) fn think(&mut self, conversation: &mut Conversation, clock_is_told: bool) -> Done {
        leave_draw(conversation)?;
        let game = conversation.engine.game().map_err(|error| error.to_string())?;
        if game.result().is_some() {
            return Err(format!("play: the game is over: {}", game.reason().unwrap_or("decided")));
        }
        self.proposed = None;
        let clock = self.clock(side_to_move(conversation)?);
        self.search_the_rest(conversation, Limits { clock, ..Limits::default() })?;
        self.goal = OtepGoal::Move { clock_is_told };
        Ok(())
    }

    /// Searches all moves that the host has not refused.
    fn search_the_rest(&self, conversation: &mut Conversation, limits: Limits) -> Done {
        let text = |error: EngineError| error.to_string();
        if self.refused.is_empty() {
            return conversation.search(&[], limits).map_err(text);
        }
        let moves = conversation.engine.game().map_err(text)?.moves(None).map_err(|error| error.to_string())?;
        let moves: Vec<&str> = moves.iter().filter(|word| !self.refused.contains(word)).map(String::as_str).collect();
        if moves.is_empty() {
            return Err("play: the host refuses every move".into());
        }
        conversation.search(&moves, limits).map_err(text)
    }

    /// Begins an analysis. A position without moves has no lines.
    pub(super) fn analyse(&mut self, conversation: &mut Conversation, lines: u64, seconds: u64) -> Done {
        leave_draw(conversation)?;
        if conversation.engine.game().is_ok_and(|game| game.result().is_some()) {
            conversation.say(&analysis_line(&[], true));
            return Ok(());
        }
        let before = conversation.set_multi_pv(lines.clamp(1, MOST_LINES)).map_err(|error| error.to_string())?;
        let time = Duration::from_secs(seconds.min(LONGEST_ANALYSIS));
        if let Err(error) = conversation.search(&[], Limits { move_time: Some(time), ..Limits::default() }) {
            conversation.set_multi_pv(before).map_err(|error| error.to_string())?;
            return Err(error.to_string());
        }
        self.goal = OtepGoal::Analysis { lines: Vec::new(), before };
        Ok(())
    }
}

/// Lets a position that is a draw begin a game, because the host plays on.
fn leave_draw(conversation: &mut Conversation) -> Done {
    let game = conversation.engine.game().map_err(|error| error.to_string())?;
    if game.result().as_deref() != Some("draw") {
        return Ok(());
    }
    let fen = game.fen();
    conversation.engine.set_position(Origin::Fen(&fen), &[]).map_err(|error| error.to_string())
}

/// `analysis`, the number of lines, and each line with its evaluation for the attackers.
fn analysis_line(lines: &[InfoLine], attackers_move: bool) -> String {
    let sign = if attackers_move { 1.0 } else { -1.0 };
    let line = |info: &InfoLine| {
        let moves: Vec<String> = info.pv.iter().take(LINE_MOVES).filter_map(|word| write_move(word)).collect();
        format!(" {} {:.2}", moves.join("|"), sign * men(info))
    };
    format!("analysis {}{}", lines.len(), lines.iter().map(line).collect::<String>())
}

//! Checks of recorded games: their fields agree with each other, with the match, and with the rules.

use petteia_core::Outcome;
use petteia_engine::Engine;

use super::game::{
    CRASH, DRAW_ADJUDICATION, ILLEGAL_MOVE, MAX_PLIES, NO_REPLY, RESIGN_ADJUDICATION, RESIGNATION, TIME, end_by_rules,
};
use super::openings::Opening;
use super::record::{MatchGame, MatchHeader, NAMES, outcome_of};

/// The name of [`NO_REPLY`] in files of version 1.
const SILENCE: &str = "silence";

/// A record that differs from what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mismatch {
    pub(super) expected: String,
    pub(super) found: String,
}

fn check(is_right: bool, expected: impl Into<String>, found: impl Into<String>) -> Result<(), Mismatch> {
    if is_right { Ok(()) } else { Err(Mismatch { expected: expected.into(), found: found.into() }) }
}

impl MatchGame {
    /// Checks a game of this match. The referee replays it.
    pub(super) fn check(&self, header: &MatchHeader, referee: &mut Engine) -> Result<(), Mismatch> {
        let number = self.game;
        check((1..=header.games).contains(&number), format!("a game from 1 to {}", header.games), number.to_string())?;
        let opening = &header.openings[(number - 1) / 2 % header.openings.len()];
        check(self.opening == *opening, format!("the opening {opening}"), &self.opening)?;
        let p1 = NAMES[(number - 1) % 2];
        check(self.p1 == p1, format!("{p1} as p1 of game {number}"), &self.p1)?;
        let Ok(outcome) = self.result.parse::<Outcome>() else {
            return check(false, "the result p1win, p2win or draw", &self.result);
        };
        let winner = outcome.winner().map(|side| NAMES[(number - 1 + side as usize) % 2]);
        let name = |winner: Option<&str>| winner.unwrap_or("null").to_owned();
        let expected = || format!("the winner {} with the result {}", name(winner), self.result);
        check(self.winner.as_deref() == winner, expected(), name(self.winner.as_deref()))?;
        let lengths = [self.scores.len(), self.times.len()];
        let expected = || format!("{} scores and times, one for each move", self.moves.len());
        check(lengths == [self.moves.len(); 2], expected(), format!("{} and {}", lengths[0], lengths[1]))?;
        let has_ended = self.replay(referee)?;
        if has_ended { Ok(()) } else { self.check_reason(winner) }
    }

    /// Replays the moves. Returns whether the game is over by the rules, with its result.
    fn replay(&self, referee: &mut Engine) -> Result<bool, Mismatch> {
        let unreadable = |error: String| Mismatch { expected: "a legal opening".into(), found: error };
        Opening::read(&self.opening, referee).map_err(|error| unreadable(error.text))?;
        for (i, word) in self.moves.iter().enumerate() {
            let is_over = referee.game().is_ok_and(|game| end_by_rules(game).is_some());
            check(!is_over, format!("the end of the game after {i} moves"), word)?;
            let played = referee.play(&[word]);
            check(played.is_ok(), format!("a legal move {}", i + 1), word)?;
        }
        let game = referee.game().map_err(|error| unreadable(error.to_string()))?;
        let line = game.played_moves();
        check(line.ends_with(&self.moves), "moves in canonical form", self.moves.join(" "))?;
        let Some((winner, reason)) = end_by_rules(game) else { return Ok(false) };
        // The last move may have come too late.
        if self.reason == TIME {
            return Ok(false);
        }
        let result = outcome_of(winner).to_string();
        let found = format!("{} by {}", self.result, self.reason);
        check(self.result == result && self.reason == reason, format!("{result} by {reason}"), found)?;
        check(self.forfeit.is_none(), "no fault in a game that the rules have ended", "one")?;
        Ok(true)
    }

    /// Checks the end of a game that is not over by the rules.
    fn check_reason(&self, winner: Option<&str>) -> Result<(), Mismatch> {
        let loser = winner.map(|winner| if winner == NAMES[0] { NAMES[1] } else { NAMES[0] });
        let culprit = self.forfeit.as_ref().map(|[engine, _]| engine.as_str());
        let found = format!("{} by {}, with the fault of {}", self.result, self.reason, culprit.unwrap_or("nobody"));
        match self.reason.as_str() {
            MAX_PLIES | DRAW_ADJUDICATION => {
                check(winner.is_none() && culprit.is_none(), format!("a draw by {}", self.reason), found)
            }
            RESIGN_ADJUDICATION => {
                check(winner.is_some() && culprit.is_none(), format!("a winner by {}", self.reason), found)
            }
            TIME | CRASH | NO_REPLY | SILENCE | ILLEGAL_MOVE | RESIGNATION => {
                let expected = format!("a loss by {} of the engine at fault", self.reason);
                check(winner.is_some() && culprit == loser, expected, found)
            }
            _ => check(false, "the reason of a game that is not over by the rules", found),
        }
    }
}

//! Analysis of games in which the players do not move in turn: what the choices of a simultaneous turn cost, and what
//! happened in each turn of a game of hidden hands, whose moves have no cost.

use petteia_engine::{Control, Engine, EngineError, GameSetup, ToMove, TurnJudgement, Variant};

use petteia_ugi::{Error, Go, Handshake};

use super::replay::Replay;

/// A turn of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysedTurn {
    /// Its number in the game, from 1.
    pub number: usize,
    /// The moves of the turn: one of both sides, or those of all seats.
    pub moves: Vec<String>,
    /// What the moves did.
    pub effects: Vec<String>,
    /// The points of each player after it.
    pub scores: Vec<i32>,
    /// The value of a turn of both sides and what their choices cost. `None` in a game of hidden hands, or if the limits
    /// were too low.
    pub judgement: Option<TurnJudgement>,
}

/// Analyses the turns of a game. Of a game of hidden hands that goes on, the turn that is not over is left out.
///
/// # Errors
/// The position is refused.
pub(super) fn analyse(
    replay: &Replay,
    variant: &'static Variant,
    engine: &Engine,
    go: &Go,
) -> Result<Vec<AnalysedTurn>, Error> {
    let setup = GameSetup { fen: replay.record.start.as_deref(), options: &replay.game_options };
    let mut session = (variant.open)(&setup).map_err(EngineError::Fen)?;
    let limits = go.limits(true, Handshake::Ugi);
    let mut turns: Vec<AnalysedTurn> = Vec::new();
    let mut open = Vec::new();
    let mut effects = Vec::new();
    for played in &replay.record.moves {
        let word = played.word.as_str();
        let is_joint = session.turn() == ToMove::Both;
        let judgement = if is_joint {
            session.judge(word, limits.clone(), engine.options().search_options())?(&Control::new())
        } else {
            None
        };
        effects.extend(session.effects(word)?.effects);
        let before = session.scores();
        session.play(&[word])?;
        open.push(word.to_owned());
        // Each turn of a game of hidden hands gives points to somebody.
        if is_joint || session.scores() != before {
            turns.push(AnalysedTurn {
                number: turns.len() + 1,
                moves: std::mem::take(&mut open),
                effects: std::mem::take(&mut effects),
                scores: session.scores(),
                judgement,
            });
        }
    }
    Ok(turns)
}

//! The games whose evaluation is learnt.

use petteia_core::{Evaluate, Trainable};
use petteia_games::{draughts, dvonn, reversi};

use super::TrainableGame;

/// The games whose evaluation is learnt, with the units of their networks.
pub static TRAINABLE_GAMES: &[TrainableGame] = &[
    TrainableGame::of::<dvonn::Dvonn, dvonn::eval::NeuralEval, { dvonn::eval::LINEAR }, { dvonn::eval::UNITS }, 1>(
        "dvonn",
    ),
    TrainableGame::of::<
        reversi::Reversi,
        reversi::eval::NeuralEval,
        { reversi::eval::LINEAR },
        { reversi::eval::UNITS },
        1,
    >("reversi"),
    draughts_game::<draughts::Checkers>("checkers"),
    draughts_game::<draughts::International>("draughts"),
];

/// A game of draughts, whose networks have the same units on both boards.
const fn draughts_game<G: Trainable>(name: &'static str) -> TrainableGame
where
    draughts::eval::NeuralEval: Evaluate<G>,
{
    TrainableGame::of::<G, draughts::eval::NeuralEval, { draughts::eval::LINEAR }, { draughts::eval::UNITS }, 2>(name)
}

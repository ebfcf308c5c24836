//! The games whose evaluation is learnt.

use petteia_core::network::{Row, SumRows};
use petteia_core::{Evaluate, Trainable};
use petteia_games::{draughts, dvonn, gonu, latrunculi, reversi, sparta, tafl};

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
    draughts_game::<draughts::Checkers, { draughts::eval::UNITS }>("checkers"),
    draughts_game::<draughts::International, { draughts::eval::UNITS }>("draughts"),
    draughts_game::<draughts::Russian, { draughts::eval::SMALL_UNITS }>("russian"),
    draughts_game::<draughts::Frisian, { draughts::eval::SMALL_UNITS }>("frisian"),
    // The program has no networks of these yet, so hand-crafted evaluations play the games.
    TrainableGame::of::<gonu::Gonu, gonu::handcrafted::HandcraftedEval, 4, 8, 1>("gonu"),
    TrainableGame::of::<latrunculi::Latrunculi8x8, latrunculi::handcrafted::HandcraftedEval, 4, 8, 1>("latrunculi"),
    TrainableGame::of::<tafl::TablutCross, tafl::handcrafted::HandcraftedEval, 4, 8, 1>("tablut"),
    TrainableGame::of::<sparta::Sparta, sparta::handcrafted::HandcraftedEval, 4, 8, 1>("sparta"),
];

/// A game of draughts, whose network has this number of units.
const fn draughts_game<G: Trainable, const UNITS: usize>(name: &'static str) -> TrainableGame
where
    draughts::eval::NeuralEval: Evaluate<G>,
    Row<UNITS>: SumRows,
{
    TrainableGame::of::<G, draughts::eval::NeuralEval, { draughts::eval::LINEAR }, UNITS, 2>(name)
}

//! The games whose evaluation is learnt.

use petteia_core::network::{Row, SumRows};
use petteia_core::{Evaluate, Trainable};
use petteia_games::{Epigo, draughts, dvonn, epigo, gonu, latrunculi, reversi, sparta, tafl};

use super::TrainableGame;

/// A game whose network has one perspective, with the module of its evaluation.
macro_rules! game {
    ($name:literal, $game:ty, $($module:ident)::+) => {
        TrainableGame::of::<$game, $($module)::+::NeuralEval, { $($module)::+::LINEAR }, { $($module)::+::UNITS }, 1>($name)
    };
}

/// The games whose evaluation is learnt, with the units of their networks.
pub static TRAINABLE_GAMES: &[TrainableGame] = &[
    game!("dvonn", dvonn::Dvonn, dvonn::eval),
    game!("reversi", reversi::Reversi, reversi::eval),
    draughts_game::<draughts::Checkers, { draughts::eval::UNITS }>("checkers"),
    draughts_game::<draughts::International, { draughts::eval::UNITS }>("draughts"),
    draughts_game::<draughts::Russian, { draughts::eval::SMALL_UNITS }>("russian"),
    draughts_game::<draughts::Frisian, { draughts::eval::SMALL_UNITS }>("frisian"),
    game!("gonu", gonu::Gonu, gonu::eval),
    game!("tablut", tafl::TablutCross, tafl::eval),
    game!("latrunculi", latrunculi::Latrunculi8x8, latrunculi::eval),
    game!("sparta", sparta::Sparta, sparta::eval),
    TrainableGame::simultaneous::<Epigo, epigo::eval::NeuralEval, { epigo::eval::LINEAR }, { epigo::eval::UNITS }>(
        "epigo",
    ),
];

/// A game of draughts, whose network has this number of units.
const fn draughts_game<G: Trainable, const UNITS: usize>(name: &'static str) -> TrainableGame
where
    draughts::eval::NeuralEval: Evaluate<G>,
    Row<UNITS>: SumRows,
{
    TrainableGame::of::<G, draughts::eval::NeuralEval, { draughts::eval::LINEAR }, UNITS, 2>(name)
}

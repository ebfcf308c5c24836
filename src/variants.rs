//! The only list of games.

use petteia_core::{Evaluate, Trainable};

use crate::engine::Variant;
use crate::games::draughts::endgame::TablebaseGame;
use crate::games::{draughts, dvonn, reversi};
use crate::learning::TrainableGame;

/// The registry: one line a game, the default one first. The macro named is called with all lines; the tests make the
/// laws of every game from them.
///
/// A line is the kind of game, its name, other names, its type, and its evaluation (in a party game its player). The
/// positions of `bench` are in `fixtures/bench/NAME.txt`.
#[macro_export]
macro_rules! for_each_variant {
    ($call:ident) => {
        $call! {
            sequential "dvonn" [] $crate::games::dvonn::Dvonn, $crate::games::dvonn::eval::Learned;
            sequential "reversi" ["othello", "flipello"]
                $crate::games::reversi::Reversi, $crate::games::reversi::eval::Learned;
            sequential "checkers" ["english"] $crate::games::draughts::Checkers,
                $crate::games::draughts::eval::Learned;
            sequential "draughts" ["international"]
                $crate::games::draughts::International, $crate::games::draughts::eval::Learned;
            sequential "gonu" [] $crate::games::gonu::Gonu, $crate::games::gonu::eval::HandcraftedEval;
            sequential "tablut" [] $crate::games::tablut::TablutCross, $crate::games::tablut::eval::HandcraftedEval;
            sequential "tablut-square" [] $crate::games::tablut::TablutSquare, $crate::games::tablut::eval::HandcraftedEval;
            sequential "latrunculi" [] $crate::games::latrunculi::Latrunculi8x8, $crate::games::latrunculi::eval::HandcraftedEval;
            sequential "latrunculi-8x7" []
                $crate::games::latrunculi::Latrunculi8x7, $crate::games::latrunculi::eval::HandcraftedEval;
            sequential "latrunculi-12x8" []
                $crate::games::latrunculi::Latrunculi12x8, $crate::games::latrunculi::eval::HandcraftedEval;
            sequential "latrunculi-12x9" []
                $crate::games::latrunculi::Latrunculi12x9, $crate::games::latrunculi::eval::HandcraftedEval;
            sequential "latrunculi-19x11" []
                $crate::games::latrunculi::Latrunculi19x11, $crate::games::latrunculi::eval::HandcraftedEval;
            sequential "latrunculi-conversion" []
                $crate::games::latrunculi::LatrunculiConversion, $crate::games::latrunculi::eval::HandcraftedEval;
            sequential "sparta" [] $crate::games::sparta::Sparta, $crate::games::sparta::eval::HandcraftedEval;
            simultaneous "epigo" [] $crate::games::epigo::Epigo, $crate::games::epigo::eval::HandcraftedEval;
            party "dixit" [] $crate::games::dixit::Dixit, $crate::games::dixit::player::DixitPlayer;
        }
    };
}

macro_rules! registry {
    ($($kind:ident $name:literal [$($alias:literal),*] $game:ty, $eval:ty;)+) => {
        &[$(
            Variant::$kind::<$game, $eval>($name, include_str!(concat!("../fixtures/bench/", $name, ".txt")))
                .also(&[$($alias),*])
        ),+]
    };
}

/// Every game, the default one first.
pub static VARIANTS: &[Variant] = for_each_variant!(registry);

/// The games whose evaluation is learnt, with the units of their networks.
pub static TRAINABLE_GAMES: &[TrainableGame] = &[
    TrainableGame::of::<dvonn::Dvonn, dvonn::eval::Learned, { dvonn::eval::LINEAR }, { dvonn::eval::UNITS }, 1>(
        "dvonn",
    ),
    TrainableGame::of::<reversi::Reversi, reversi::eval::Learned, { reversi::eval::LINEAR }, { reversi::eval::UNITS }, 1>(
        "reversi",
    ),
    draughts_game::<draughts::Checkers>("checkers"),
    draughts_game::<draughts::International>("draughts"),
];

/// A game of draughts, whose networks have the same units on both boards.
const fn draughts_game<G: Trainable>(name: &'static str) -> TrainableGame
where
    draughts::eval::Learned: Evaluate<G>,
{
    TrainableGame::of::<G, draughts::eval::Learned, { draughts::eval::LINEAR }, { draughts::eval::UNITS }, 2>(name)
}

/// The games with endgame databases.
pub static TABLEBASE_GAMES: &[TablebaseGame] =
    &[TablebaseGame::of::<draughts::EnglishRules>(), TablebaseGame::of::<draughts::InternationalRules>()];

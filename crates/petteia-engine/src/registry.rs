//! The only list of games.

use petteia_book::BookGame;

use crate::Variant;

/// The registry: one line a game, the default one first. The macro named is called with all lines; the tests make the
/// laws of every game from them.
///
/// A line is the kind of game, its name, other names, its type, and its evaluation (in a party game its player). The
/// positions of `bench` are in `bench/NAME.txt`.
#[macro_export]
macro_rules! for_each_variant {
    ($call:ident) => {
        $call! {
            sequential "dvonn" [] ::petteia_games::dvonn::Dvonn, ::petteia_games::dvonn::eval::NeuralEval;
            sequential "reversi" ["othello", "flipello"]
                ::petteia_games::reversi::Reversi, ::petteia_games::reversi::eval::NeuralEval;
            sequential "reversi-6x6" []
                ::petteia_games::reversi::Reversi6x6, ::petteia_games::reversi::handcrafted::HandcraftedEval;
            sequential "checkers" ["english"] ::petteia_games::draughts::Checkers,
                ::petteia_games::draughts::eval::NeuralEval, ::petteia_tablebase::OPTIONS;
            sequential "draughts" ["international"]
                ::petteia_games::draughts::International, ::petteia_games::draughts::eval::NeuralEval;
            sequential "russian" [] ::petteia_games::draughts::Russian, ::petteia_games::draughts::eval::NeuralEval;
            sequential "brazilian" []
                ::petteia_games::draughts::Brazilian, ::petteia_games::draughts::eval::NeuralEval;
            sequential "italian" [] ::petteia_games::draughts::Italian, ::petteia_games::draughts::handcrafted::HandcraftedEval;
            sequential "frisian" [] ::petteia_games::draughts::Frisian, ::petteia_games::draughts::eval::NeuralEval;
            sequential "killer" [] ::petteia_games::draughts::Killer, ::petteia_games::draughts::eval::NeuralEval;
            sequential "breakthrough" ["bt"]
                ::petteia_games::draughts::Breakthrough, ::petteia_games::draughts::handcrafted::HandcraftedEval;
            sequential "antidraughts" ["losing"]
                ::petteia_games::draughts::Antidraughts, ::petteia_games::draughts::handcrafted::HandcraftedEval;
            sequential "gonu" []
                ::petteia_games::gonu::Gonu, ::petteia_games::gonu::eval::NeuralEval, ::petteia_tablebase::OPTIONS;
            sequential "tablut" []
                ::petteia_games::tafl::TablutCross, ::petteia_games::tafl::eval::NeuralEval, ::petteia_tablebase::OPTIONS;
            sequential "tablut-square" [] ::petteia_games::tafl::TablutSquare,
                ::petteia_games::tafl::eval::NeuralEval, ::petteia_tablebase::OPTIONS;
            sequential "brandub" ["brandubh"] ::petteia_games::tafl::Brandub, ::petteia_games::tafl::handcrafted::HandcraftedEval;
            sequential "copenhagen" ["hnefatafl"]
                ::petteia_games::tafl::Copenhagen, ::petteia_games::tafl::handcrafted::HandcraftedEval;
            sequential "latrunculi" []
                ::petteia_games::latrunculi::Latrunculi8x8, ::petteia_games::latrunculi::eval::NeuralEval,
                ::petteia_tablebase::OPTIONS;
            sequential "latrunculi-8x7" []
                ::petteia_games::latrunculi::Latrunculi8x7, ::petteia_games::latrunculi::handcrafted::HandcraftedEval;
            sequential "latrunculi-12x8" []
                ::petteia_games::latrunculi::Latrunculi12x8, ::petteia_games::latrunculi::handcrafted::HandcraftedEval;
            sequential "latrunculi-12x9" []
                ::petteia_games::latrunculi::Latrunculi12x9, ::petteia_games::latrunculi::handcrafted::HandcraftedEval;
            sequential "latrunculi-19x11" []
                ::petteia_games::latrunculi::Latrunculi19x11, ::petteia_games::latrunculi::handcrafted::HandcraftedEval;
            sequential "latrunculi-conversion" []
                ::petteia_games::latrunculi::LatrunculiConversion, ::petteia_games::latrunculi::handcrafted::HandcraftedEval;
            sequential "sparta" [] ::petteia_games::sparta::Sparta, ::petteia_games::sparta::eval::NeuralEval;
            simultaneous "epigo" [] ::petteia_games::epigo::Epigo, ::petteia_games::epigo::eval::NeuralEval;
            party "dixit" [] ::petteia_games::dixit::Dixit, ::petteia_dixit_player::DixitPlayer;
        }
    };
}

macro_rules! registry {
    ($($kind:ident $name:literal [$($alias:literal),*] $game:ty, $eval:ty $(, $options:path)?;)+) => {
        &[$(
            Variant::$kind::<$game, $eval>($name, include_str!(concat!("../bench/", $name, ".txt")))
                .also(&[$($alias),*])
                $(.with_options($options))?
        ),+]
    };
}

/// Every game, the default one first.
pub static VARIANTS: &[Variant] = for_each_variant!(registry);

macro_rules! book_games {
    (@of sequential $name:literal $game:ty, $eval:ty) => { Some(BookGame::of::<$game, $eval>($name)) };
    (@of $kind:ident $name:literal $game:ty, $eval:ty) => { None };
    ($($kind:ident $name:literal [$($alias:literal),*] $game:ty, $eval:ty $(, $options:path)?;)+) => {
        &[$(book_games!(@of $kind $name $game, $eval)),+]
    };
}

/// What builds and shows opening books of each game; `None` for one of simultaneous moves or hidden hands.
///
/// In this crate it shares the compiled searches of [`VARIANTS`].
pub static BOOK_GAMES: &[Option<BookGame>] = for_each_variant!(book_games);

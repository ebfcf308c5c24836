//! Which type of the engine plays which game.

pub(crate) use petteia_games::gonu::Gonu;
pub(crate) use petteia_games::latrunculi::{
    Latrunculi8x7, Latrunculi8x8, Latrunculi12x8, Latrunculi12x9, Latrunculi19x11, LatrunculiConversion,
};
pub(crate) use petteia_games::sparta::Sparta;
pub(crate) use petteia_games::tafl::{Brandub, Copenhagen, TablutCross, TablutSquare};

/// Calls a generic function for each variant: `for_each_game!(check)` calls `check::<Gonu>(&GAMES[0])` and
/// so on.
macro_rules! for_each_game {
    ($check:ident) => {
        crate::custodial::games::for_each_game!($check, Gonu 0, TablutCross 1, TablutSquare 2, Latrunculi8x8 3, Latrunculi8x7 4,
            Latrunculi12x8 5, Latrunculi12x9 6, Latrunculi19x11 7, LatrunculiConversion 8, Sparta 9,
            Brandub 10, Copenhagen 11)
    };
    ($check:ident, $($game:ident $number:literal),*) => {
        $($check::<crate::custodial::games::$game>(&crate::custodial::naive::GAMES[$number]);)*
    };
}
pub(crate) use for_each_game;

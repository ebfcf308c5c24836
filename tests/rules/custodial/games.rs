//! Which type of the engine plays which game.

pub(crate) use petteia::games::gonu::Gonu;
pub(crate) use petteia::games::latrunculi::{
    Conversion, Eight, EightBySeven, NineteenByEleven, TwelveByEight, TwelveByNine,
};
pub(crate) use petteia::games::sparta::Sparta;
pub(crate) use petteia::games::tablut::{Cross, Square};

/// Calls a generic function for each variant: `for_each_game!(check)` calls `check::<Gonu>(&GAMES[0])` and
/// so on.
macro_rules! for_each_game {
    ($check:ident) => {
        crate::custodial::games::for_each_game!($check, Gonu 0, Cross 1, Square 2, Eight 3, EightBySeven 4,
            TwelveByEight 5, TwelveByNine 6, NineteenByEleven 7, Conversion 8, Sparta 9)
    };
    ($check:ident, $($game:ident $number:literal),*) => {
        $($check::<crate::custodial::games::$game>(&crate::custodial::naive::GAMES[$number]);)*
    };
}
pub(crate) use for_each_game;

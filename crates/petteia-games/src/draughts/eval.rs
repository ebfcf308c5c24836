//! The evaluation: a small neural network for each game, trained on self-play games that the head of its file names.

use petteia_core::network::{LoadNetwork, Network, NetworkFileError, StoredNetwork};
use petteia_core::{Evaluate, Features};

use super::books::{BrazilianRules, EnglishRules, FrisianRules, InternationalRules, KillerRules, RussianRules};
use super::position::Draughts;
use super::rules::Rules;

/// Number of linear units of each perspective.
pub const LINEAR: usize = 4;
/// Number of all units of each perspective, the others SCReLU units.
pub const UNITS: usize = 32;
/// Number of all units of each perspective in the networks of Russian and Frisian draughts, which are small files.
pub const SMALL_UNITS: usize = 8;

/// The learned evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct NeuralEval;

/// A game with a network.
pub trait Learned: Rules {
    /// The network of the evaluation, in which both sides see the board.
    const NETWORK: &'static dyn LoadNetwork;

    /// The value of a position for the side to move, in centipieces.
    fn value(position: &Draughts<Self>) -> i32;
}

/// A network, and the games whose evaluation it is. It was trained for the first one.
macro_rules! network {
    ($name:ident: $units:expr, $file:literal, $rules:ty $(, $other:ty)*) => {
        static $name: StoredNetwork<LINEAR, { $units }, 2> = StoredNetwork::new(
            <$rules>::NAME,
            read::<$rules, _>,
            if cfg!(feature = "networks") { Some(include_bytes!($file)) } else { None },
        );
        network!(@learned $name, $rules);
        $(network!(@learned $name, $other);)*
    };
    (@learned $name:ident, $rules:ty) => {
        impl Learned for $rules {
            const NETWORK: &'static dyn LoadNetwork = &$name;

            #[inline]
            fn value(position: &Draughts<Self>) -> i32 {
                $name.get().value(position)
            }
        }
    };
}

network!(ENGLISH: UNITS, "english.bin", EnglishRules);
// Killer draughts differs in captures of kings only.
network!(INTERNATIONAL: UNITS, "international.bin", InternationalRules, KillerRules);
// Brazilian draughts differs in which captures are legal, and in men that capture across the crowning row.
network!(RUSSIAN: SMALL_UNITS, "russian.bin", RussianRules, BrazilianRules);
network!(FRISIAN: SMALL_UNITS, "frisian.bin", FrisianRules);

fn read<R: Rules, const UNITS: usize>(file: &[u8]) -> Result<Network<LINEAR, UNITS, 2>, NetworkFileError> {
    Network::read(file, Draughts::<R>::COUNT, Draughts::<R>::STAGES)
}

impl<R: Learned> Evaluate<Draughts<R>> for NeuralEval {
    #[inline]
    fn evaluate(&self, position: &Draughts<R>) -> i32 {
        R::value(position)
    }

    fn network() -> Option<&'static dyn LoadNetwork> {
        Some(R::NETWORK)
    }
}

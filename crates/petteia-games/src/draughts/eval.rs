//! The evaluation: a small neural network for each board, trained on self-play games that the head of its file names.

use petteia_core::network::{LoadNetwork, Network, NetworkFileError, StoredNetwork};
use petteia_core::{Evaluate, Features};

use super::position::Draughts;
use super::rules::{EnglishRules, InternationalRules, Rules};

/// Number of linear units of each perspective.
pub const LINEAR: usize = 4;
/// Number of all units of each perspective, the others SCReLU units.
pub const UNITS: usize = 32;

/// A network in which both sides see the board.
pub type DraughtsNetwork = StoredNetwork<LINEAR, UNITS, 2>;

/// The learned evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct NeuralEval;

pub(super) static ENGLISH: DraughtsNetwork = StoredNetwork::new(
    read::<EnglishRules>,
    if cfg!(feature = "networks") { Some(include_bytes!("english.bin")) } else { None },
);
pub(super) static INTERNATIONAL: DraughtsNetwork = StoredNetwork::new(
    read::<InternationalRules>,
    if cfg!(feature = "networks") { Some(include_bytes!("international.bin")) } else { None },
);

fn read<R: Rules>(file: &[u8]) -> Result<Network<LINEAR, UNITS, 2>, NetworkFileError> {
    Network::read(file, Draughts::<R>::COUNT, Draughts::<R>::STAGES)
}

impl<R: Rules> Evaluate<Draughts<R>> for NeuralEval {
    #[inline]
    fn evaluate(&self, position: &Draughts<R>) -> i32 {
        R::network().get().value(position)
    }

    fn network() -> Option<&'static dyn LoadNetwork> {
        Some(R::network())
    }
}

//! The evaluation: a small neural network for each board, trained on self-play games that the head of its file names.

use petteia_core::network::{LoadNetwork, Network, NetworkFileError, StoredNetwork};
use petteia_core::{Evaluate, Features};

use super::books::{EnglishRules, InternationalRules, KillerRules};
use super::position::Draughts;
use super::rules::Rules;

/// Number of linear units of each perspective.
pub const LINEAR: usize = 4;
/// Number of all units of each perspective, the others SCReLU units.
pub const UNITS: usize = 32;

/// A network in which both sides see the board.
pub type DraughtsNetwork = StoredNetwork<LINEAR, UNITS, 2>;

/// The learned evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct NeuralEval;

static ENGLISH: DraughtsNetwork = StoredNetwork::new(
    EnglishRules::NAME,
    read::<EnglishRules>,
    if cfg!(feature = "networks") { Some(include_bytes!("english.bin")) } else { None },
);
static INTERNATIONAL: DraughtsNetwork = StoredNetwork::new(
    InternationalRules::NAME,
    read::<InternationalRules>,
    if cfg!(feature = "networks") { Some(include_bytes!("international.bin")) } else { None },
);

fn read<R: Rules>(file: &[u8]) -> Result<Network<LINEAR, UNITS, 2>, NetworkFileError> {
    Network::read(file, Draughts::<R>::COUNT, Draughts::<R>::STAGES)
}

/// A game with a network.
pub trait Learned: Rules {
    /// The network of the evaluation.
    const NETWORK: &'static DraughtsNetwork;
}

impl Learned for EnglishRules {
    const NETWORK: &'static DraughtsNetwork = &ENGLISH;
}

impl Learned for InternationalRules {
    const NETWORK: &'static DraughtsNetwork = &INTERNATIONAL;
}

/// Killer draughts differs in captures of kings only.
impl Learned for KillerRules {
    const NETWORK: &'static DraughtsNetwork = &INTERNATIONAL;
}

impl<R: Learned> Evaluate<Draughts<R>> for NeuralEval {
    #[inline]
    fn evaluate(&self, position: &Draughts<R>) -> i32 {
        R::NETWORK.get().value(position)
    }

    fn network() -> Option<&'static dyn LoadNetwork> {
        Some(R::NETWORK)
    }
}

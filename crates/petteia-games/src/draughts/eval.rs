//! The evaluation: a small neural network for each board, trained on self-play games that the head of its file names.

use std::sync::LazyLock;

use petteia_core::network::Network;
use petteia_core::{Evaluate, Features};

use super::position::Draughts;
use super::rules::{EnglishRules, InternationalRules, Rules};

/// Number of linear units of each perspective.
pub const LINEAR: usize = 4;
/// Number of all units of each perspective, the others SCReLU units.
pub const UNITS: usize = 32;

/// A network in which both sides see the board.
pub type DraughtsNetwork = Network<LINEAR, UNITS, 2>;

/// The learned evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct NeuralEval;

/// The networks of both boards, each read when the first position is evaluated: most shell commands evaluate none.
pub(super) static ENGLISH: LazyLock<DraughtsNetwork> =
    LazyLock::new(|| read::<EnglishRules>(include_bytes!("english.bin")));
pub(super) static INTERNATIONAL: LazyLock<DraughtsNetwork> =
    LazyLock::new(|| read::<InternationalRules>(include_bytes!("international.bin")));

fn read<R: Rules>(file: &[u8]) -> DraughtsNetwork {
    Network::read(file, Draughts::<R>::COUNT, Draughts::<R>::STAGES).expect("the network of these features")
}

impl<R: Rules> Evaluate<Draughts<R>> for NeuralEval {
    #[inline]
    fn evaluate(&self, position: &Draughts<R>) -> i32 {
        R::network().value(position)
    }
}

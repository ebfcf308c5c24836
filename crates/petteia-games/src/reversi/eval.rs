//! The evaluation: a small neural network, trained on self-play games that the head of `network.bin` names.

use std::sync::LazyLock;

use petteia_core::network::Network;
use petteia_core::{Evaluate, Features};

use super::features::ByConfiguration;
use super::position::Reversi;

/// Number of linear units of the network.
pub const LINEAR: usize = 8;
/// Number of all units, the others SCReLU units.
pub const UNITS: usize = 16;

/// The learned evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct NeuralEval;

/// The network with a row for each configuration. It is read when the first position is evaluated: most shell commands
/// evaluate none.
static NETWORK: LazyLock<Network<LINEAR, UNITS, 1>> = LazyLock::new(|| {
    let file = include_bytes!("network.bin");
    let network = Network::read(file, Reversi::COUNT, Reversi::STAGES).expect("the network of these features");
    Network { feature_rows: ByConfiguration::rows(&network.feature_rows), ..network }
});

impl Evaluate<Reversi> for NeuralEval {
    #[inline]
    fn evaluate(&self, position: &Reversi) -> i32 {
        NETWORK.value(&ByConfiguration(position))
    }
}

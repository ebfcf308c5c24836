//! The evaluation: a small neural network, trained on self-play games that the head of `network.bin` names.

use petteia_core::network::{LoadNetwork, Network, NetworkFileError, StoredNetwork};
use petteia_core::{Evaluate, Features};

use super::Reversi;
use super::features::ByConfiguration;

/// Number of linear units of the network.
pub const LINEAR: usize = 8;
/// Number of all units, the others SCReLU units.
pub const UNITS: usize = 16;

/// The learned evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct NeuralEval;

/// The network with a row for each configuration.
static NETWORK: StoredNetwork<LINEAR, UNITS, 1> = StoredNetwork::new("reversi", read, BUILT_IN);
const BUILT_IN: Option<&[u8]> = if cfg!(feature = "networks") { Some(include_bytes!("network.bin")) } else { None };

fn read(file: &[u8]) -> Result<Network<LINEAR, UNITS, 1>, NetworkFileError> {
    let network = Network::read(file, Reversi::COUNT, Reversi::STAGES)?;
    Ok(Network { feature_rows: ByConfiguration::rows(&network.feature_rows), ..network })
}

impl Evaluate<Reversi> for NeuralEval {
    #[inline]
    fn evaluate(&self, position: &Reversi) -> i32 {
        NETWORK.get().value(&ByConfiguration(position))
    }

    fn network() -> Option<&'static dyn LoadNetwork> {
        Some(&NETWORK)
    }
}

//! The evaluation: a small neural network, trained on self-play games that the head of `network.bin` names.

use std::sync::LazyLock;

use petteia_core::network::{LoadNetwork, Network, StoredNetwork};
use petteia_core::{EvaluateSimultaneous, Features, Learnable, Side};

use super::orders::Choice;
use super::position::Epigo;
use super::replies::evaluate_replies;

/// Number of linear units of the network.
pub const LINEAR: usize = 4;
/// Number of all units of a perspective, the others SCReLU units.
pub const UNITS: usize = 16;

/// The learned evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct NeuralEval;

static NETWORK: StoredNetwork<LINEAR, UNITS, 2> = StoredNetwork::new(
    "epigo",
    |file| Network::read(file, Epigo::COUNT, Epigo::STAGES),
    if cfg!(feature = "networks") { Some(include_bytes!("network.bin")) } else { None },
);

/// The greatest number of centipieces whose value is told from a win.
const MAX_CENTIPIECES: i16 = 1_000;

/// The value of each number of centipieces from 0 on: the win probability of training, doubled and less 1.
static VALUES: LazyLock<Vec<f32>> =
    LazyLock::new(|| (0..=MAX_CENTIPIECES).map(|value| (f32::from(value) / (2.0 * Epigo::SCALE)).tanh()).collect());

impl EvaluateSimultaneous<Epigo> for NeuralEval {
    fn evaluate(&self, position: &Epigo) -> f64 {
        f64::from(value(position))
    }

    fn network() -> Option<&'static dyn LoadNetwork> {
        Some(&NETWORK)
    }

    fn evaluate_replies(&self, position: &Epigo, side: Side, choice: Choice, values: &mut Vec<f32>) -> u64 {
        evaluate_replies(position, side, choice, values, value)
    }
}

fn value(position: &Epigo) -> f32 {
    if let Some(value) = position.final_value() {
        return value as f32;
    }
    let centipieces = NETWORK.get().value(position);
    let value = VALUES[centipieces.unsigned_abs().min(MAX_CENTIPIECES.unsigned_abs().into()) as usize];
    if centipieces < 0 { -value } else { value }
}

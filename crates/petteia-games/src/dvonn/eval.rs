//! The evaluation: a small neural network, trained on self-play games that the head of `network.bin` names.

use petteia_core::network::{LoadNetwork, Network, StoredNetwork};
use petteia_core::{Evaluate, Features};

use super::pieces::Phase;
use super::position::Dvonn;

/// Number of linear units of the network.
pub const LINEAR: usize = 8;
/// Number of all units, the others SCReLU units.
pub const UNITS: usize = 32;

/// The learned evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct NeuralEval;

static NETWORK: StoredNetwork<LINEAR, UNITS, 1> =
    StoredNetwork::new("dvonn", |file| Network::read(file, Dvonn::COUNT, Dvonn::STAGES), BUILT_IN);
const BUILT_IN: Option<&[u8]> = if cfg!(feature = "networks") { Some(include_bytes!("network.bin")) } else { None };

impl Evaluate<Dvonn> for NeuralEval {
    #[inline]
    fn evaluate(&self, position: &Dvonn) -> i32 {
        NETWORK.get().value(position)
    }

    fn network() -> Option<&'static dyn LoadNetwork> {
        Some(&NETWORK)
    }

    /// The value of each stack, in pieces: the evaluation with the stack minus the evaluation without it.
    fn trace(&self, position: &Dvonn) -> Option<String> {
        // In the placement phase, a position without one of its pieces is the position of another turn.
        (position.phase() == Phase::Stacking).then(|| {
            let value = self.evaluate(position);
            position.draw_board(6, |cell| {
                let difference = value - self.evaluate(&position.without(cell));
                format!("{:+.1}", f64::from(difference) / 100.0)
            })
        })
    }
}

//! The evaluation: a small neural network, trained on self-play games that the head of `network.bin` names.

use std::sync::LazyLock;

use petteia_core::network::Network;
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

/// The network, read when the first position is evaluated: most shell commands evaluate none.
static NETWORK: LazyLock<Network<LINEAR, UNITS, 1>> = LazyLock::new(|| {
    let file = include_bytes!("network.bin");
    Network::read(file, Dvonn::COUNT, Dvonn::STAGES).expect("the network of these features")
});

impl Evaluate<Dvonn> for NeuralEval {
    #[inline]
    fn evaluate(&self, position: &Dvonn) -> i32 {
        NETWORK.value(position)
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

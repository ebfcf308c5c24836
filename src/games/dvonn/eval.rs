//! The evaluation: a network trained on games of the engine against itself. The head of `network.bin` says on which.

use std::sync::LazyLock;

use super::pieces::Phase;
use super::position::Dvonn;
use crate::game::{Evaluate, Features};
use crate::network::Network;

/// Linear units of the network.
pub const LINEAR: usize = 8;
/// Rectified ones.
pub const SCRELU: usize = 24;

/// The learnt evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Learned;

/// Read when the first position is evaluated: most commands at the shell evaluate none.
static NETWORK: LazyLock<Network<LINEAR, SCRELU>> = LazyLock::new(|| {
    let file = include_bytes!("network.bin");
    Network::read(file, Dvonn::COUNT, Dvonn::STAGES).expect("the network of these features")
});

impl Evaluate<Dvonn> for Learned {
    #[inline]
    fn evaluate(&self, position: &Dvonn) -> i32 {
        NETWORK.value(position)
    }

    /// What each stack is worth: by how much the value changes when it is taken away.
    fn view(&self, position: &Dvonn) -> Option<String> {
        // A placement without one of its pieces would be a placement of another turn.
        (position.phase() == Phase::Stacking).then(|| {
            let value = self.evaluate(position);
            position.drawn(6, |cell| {
                let lost = value - self.evaluate(&position.without(cell));
                format!("{:+.1}", f64::from(lost) / 100.0)
            })
        })
    }
}

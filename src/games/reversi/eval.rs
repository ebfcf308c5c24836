//! The evaluation: a network trained on games of the engine against itself. The head of `network.bin` says on which.

use std::sync::LazyLock;

use super::position::Reversi;
use crate::game::{Evaluate, Features};
use crate::network::Network;

/// Linear units of the network.
pub const LINEAR: usize = 8;
/// Rectified ones.
pub const SCRELU: usize = 8;

/// The learnt evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Learned;

/// Read when the first position is evaluated: most commands at the shell evaluate none.
static NETWORK: LazyLock<Network<LINEAR, SCRELU>> = LazyLock::new(|| {
    let file = include_bytes!("network.bin");
    Network::read(file, Reversi::COUNT, Reversi::STAGES).expect("the network of these features")
});

impl Evaluate<Reversi> for Learned {
    #[inline]
    fn evaluate(&self, position: &Reversi) -> i32 {
        NETWORK.value(position)
    }
}

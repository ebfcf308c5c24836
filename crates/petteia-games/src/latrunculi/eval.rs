//! The evaluation: a small neural network, trained on self-play games that the head of `network.bin` names.

use super::Latrunculi8x8;

crate::learned::learned_evaluation!("latrunculi", linear: 4, units: 8, Latrunculi8x8);

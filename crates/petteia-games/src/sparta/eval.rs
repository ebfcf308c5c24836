//! The evaluation: a small neural network, trained on self-play games that the head of `network.bin` names.

use super::Sparta;

crate::learned::learned_evaluation!("sparta", linear: 4, units: 8, Sparta);

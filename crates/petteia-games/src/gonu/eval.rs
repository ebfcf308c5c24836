//! The evaluation: a small neural network, trained on self-play games that the head of `network.bin` names.

use super::Gonu;

crate::learned::learned_evaluation!("gonu", linear: 4, units: 8, Gonu);

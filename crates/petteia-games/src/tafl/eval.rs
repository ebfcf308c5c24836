//! The evaluation of Tablut: a small neural network, trained on self-play games that the head of `network.bin` names.

use super::{TablutCross, TablutSquare};

crate::learned::learned_evaluation!("tablut", linear: 4, units: 8, TablutCross, TablutSquare);

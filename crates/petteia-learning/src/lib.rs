//! Learnt evaluations: self-play games, and the training of networks on them.

mod adam;
mod error;
pub mod files;
mod header;
mod registry;
pub mod samples;
pub mod self_play;
pub mod simultaneous;
mod trainable_game;
pub mod trainer;

pub use error::Error;
pub use registry::TRAINABLE_GAMES;
pub use trainable_game::{TrainableGame, TrainingTask};

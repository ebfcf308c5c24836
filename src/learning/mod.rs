//! Evaluations learnt from the engine's own games: playing them, and training networks on them.

pub mod error;
pub mod files;
pub mod games;
pub mod header;
pub mod lesson;
pub mod replacement;
pub mod samples;
pub mod trainer;

pub use error::Error;
pub use lesson::{Lesson, Training};

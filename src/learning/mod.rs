//! Evaluations learnt from the engine's own games: playing them, and training networks on them.

pub mod games;
pub mod lesson;
pub mod samples;
pub mod trainer;

pub use lesson::{Lesson, Training};

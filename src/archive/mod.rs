//! Games of files: their formats, and replaying them by the rules.

pub mod format;
pub mod replay;

pub use format::{FORMATS, FileFormat, Hints};
pub use replay::{Refusal, Replay, replay};

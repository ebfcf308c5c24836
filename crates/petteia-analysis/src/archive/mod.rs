//! Games of files: their formats, replaying them by the rules, and what a search says of their moves.

pub mod analysis;
pub mod format;
pub mod replay;
pub mod report;
pub mod turns;

pub use analysis::{AnalysedMove, GameAnalysis, analyse};
pub use format::{FORMATS, FileFormat, Hints};
pub use replay::{Replay, ReplayError, replay};

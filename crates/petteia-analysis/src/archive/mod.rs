//! Games of files: their formats, replaying them by the rules, and what a search says of their moves.

mod analysis;
mod convert;
mod format;
pub mod html;
mod replay;
pub mod report;
mod turns;

pub use analysis::{AnalysedMove, GameAnalysis, analyse};
pub use convert::{Converted, convert};
pub use format::{FORMATS, FileFormat, Hints};
pub use replay::{Replay, ReplayError, replay, replay_with};

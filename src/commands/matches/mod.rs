//! The commands `match` and `openings`.

mod arguments;
mod openings;
mod run;
mod summary;

pub use arguments::{MAX_COUNT, MatchArguments, read_openings, shard};
pub use openings::{OpeningsArguments, openings};
pub use run::{Interruption, play_match, play_planned, referee, stop_failure};

//! Many positions and whole games for an engine.
//!
//! * [`batch`]: one position a line in, one record a line out.
//! * [`archive`]: games of files, replayed by the rules, and what a search says of their moves.

pub mod archive;
pub mod batch;

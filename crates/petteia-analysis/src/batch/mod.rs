//! Batches: one position a line in, one record a line out, as `petteia map` does.
//!
//! [`source`] gives the lines, [`input`] reads a line into a position of an [`Engine`](petteia_engine::Engine), [`work`]
//! does the work, searches by [`search`](mod@search), [`record`] holds what was found, [`format`](mod@format) writes it, [`run`](mod@run) shares the lines
//! among engines and keeps their order, and [`resume`](mod@resume) checks the records of an interrupted batch. [`units`]
//! makes a count of leaves the lines of a batch.

mod expected;
pub mod format;
pub mod input;
mod json;
pub mod record;
pub mod resume;
pub mod run;
pub mod search;
pub mod source;
pub mod units;
pub mod work;

pub use format::{FIELDS, Format};
pub use run::{Batch, BatchError, Summary, run};
pub use source::LineSource;
pub use work::Work;

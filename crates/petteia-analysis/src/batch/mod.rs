//! Batches: one position a line in, one record a line out, as `petteia map` does.
//!
//! `source` gives the lines, `input` reads a line into a position of an [`Engine`](petteia_engine::Engine), `work` does
//! the work, searches by [`search`](mod@search), [`record`] holds what was found, `format` writes it, `run` shares the
//! lines among engines and keeps their order, and [`resume`](mod@resume) checks the records of an interrupted batch.
//! [`units`] makes a count of leaves the lines of a batch.

mod expected;
mod format;
mod input;
mod json;
pub mod record;
pub mod resume;
mod run;
pub mod search;
mod source;
pub mod units;
mod work;

pub use format::{FIELDS, Format};
pub use input::set_up;
pub use run::{Batch, BatchError, Summary, run};
pub use source::LineSource;
pub use work::Work;

//! Batches: one position a line in, one record a line out, as `petteia map` does.
//!
//! [`source`] gives the lines, [`input`] reads a line into a position of an [`Engine`](crate::engine::Engine), [`work`]
//! does the work, searches by [`search`](mod@search), [`record`] writes what was found, [`run`](mod@run) shares the lines
//! among engines and keeps their order, and [`resume`](mod@resume) finds where an interrupted batch goes on. [`units`]
//! makes a count of leaves the lines of a batch.

pub mod input;
pub mod record;
pub mod resume;
pub mod run;
pub mod search;
pub mod source;
pub mod units;
pub mod work;

pub use record::{FIELDS, Format};
pub use run::{Batch, BatchError, Summary, run};
pub use source::LineSource;
pub use work::Work;

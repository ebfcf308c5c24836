//! The crate as a library: its search, its learning, its structure.

mod architecture;
mod bench;
mod internal_error;
mod learning;
mod learning_files;
mod search;
mod strength;

//! The crates as libraries: search, training, structure.

mod architecture;
mod archive;
mod bench;
mod game_files;
mod internal_error;
mod learning;
mod learning_files;
mod levels;
mod mates;
mod options;
mod pictures;
mod scenes;
mod search;
mod strength;
mod tablebase;

//! The engine as a process: conversations, scripts, fixture files, bad input.

mod analyse;
mod answers;
mod command_line;
mod common;
mod convert;
mod defaults;
mod dialects;
mod dialects_otep;
mod documentation;
mod dxp;
mod ends;
mod files;
mod fixtures;
mod full_output;
mod map;
mod matches;
mod noise;
mod play;
mod registry;
mod scores;
mod secrets;
mod sessions;
mod stress;
mod tablebase;
mod terminal;
mod transcripts;

//! Positions and games in the formats of other programs, as text to and from the text of this one.

mod decoding;
pub mod dxp;
pub mod ggf;
pub mod ggf_archive;
pub mod gtp;
pub mod hub;
pub mod json;
pub mod lines;
pub mod obf;
pub mod otep;
pub mod otg;
pub mod otn;
pub mod otn_rules;
pub mod pdn;
pub mod record;
pub mod reversi;
pub mod sgf;
pub mod transcript;
pub mod wthor;

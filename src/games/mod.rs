//! The games, one room each.

pub mod dvonn;
pub mod reversi;

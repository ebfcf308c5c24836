//! The games, one room each.

pub mod draughts;
pub mod dvonn;
pub mod reversi;

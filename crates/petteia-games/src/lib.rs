//! The games, one room each.

pub mod dixit;
pub mod draughts;
pub mod dvonn;
pub mod epigo;
pub mod gonu;
pub mod latrunculi;
pub mod reversi;
pub mod sparta;
pub mod tablut;

//! The rules of every game: held to the laws of their traits, and to naive boards written from the rules alone.

mod custodial;
mod dixit;
mod draughts;
mod dvonn;
mod epigo;
mod laws;
mod reversi;

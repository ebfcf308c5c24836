//! The rules of every game, against the laws of their traits and against naive boards written from the rules alone.

mod custodial;
mod dixit;
mod draughts;
mod dvonn;
mod encode;
mod epigo;
mod example;
mod laws;
mod reversi;

//! Reversi's bitboards held to a naive board that was written from the rules alone.

mod agreement;
mod endgame;
mod generate;
mod naive;
mod random;
mod refusals;
mod symmetry;
mod words;

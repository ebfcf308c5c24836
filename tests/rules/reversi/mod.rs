//! Reversi's bitboards against a naive board written from the rules alone.

mod agreement;
mod endgame;
mod naive;
mod random;
mod refusals;
mod symmetry;
mod words;

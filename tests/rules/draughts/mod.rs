//! The bitboards of both games of draughts held to a naive board that was written from the rules alone.

mod agreement;
mod generate;
mod naive;
mod random;
mod refusals;
mod symmetry;
mod words;

//! The bitboards of the games of draughts against a naive board written from the rules alone.

mod agreement;
mod books;
mod naive;
mod random;
mod refusals;
mod symmetry;
mod words;

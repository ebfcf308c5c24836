//! Palpal Gonu, Tablut, Ludus latrunculorum and Sparta, against naive boards written from the rules.

mod agreement;
mod games;
mod naive;
mod random;
mod refusals;
mod symmetry;
mod tactics;

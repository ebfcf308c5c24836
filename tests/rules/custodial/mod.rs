//! Palpal Gonu, Tablut, Ludus latrunculorum and Sparta, held to boards written straight from the rules.

mod agreement;
mod games;
mod generate;
mod naive;
mod random;
mod refusals;
mod symmetry;
mod tactics;

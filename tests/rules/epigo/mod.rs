//! Epigo, held to a board written straight from the rules.

mod agreement;
mod duel;
mod matches;
mod naive;
mod refusals;

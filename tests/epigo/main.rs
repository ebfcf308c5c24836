//! Epigo, held to cases of an independent oracle and to a board written straight from the rules.

mod agreement;
mod cases;
mod duel;
mod naive;
mod refusals;

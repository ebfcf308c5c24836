//! Epigo, against a naive board written from the rules.

mod agreement;
mod equilibrium;
mod matches;
mod naive;
mod refusals;

//! Endgame databases: the values of all positions with few pieces.

pub mod error;
pub mod file;
pub mod generate;
pub mod index;
pub mod material;
mod part;
pub mod solve;
pub mod tables;
pub mod value;
pub mod verify;

#[cfg(test)]
mod tests;

//! Dixit: three to six seats, a storyteller, pictures and clues. The numbered points in the comments are
//! those of the game's section in `protocol.md`.

pub mod cards;
mod diagram;
mod fen;
pub mod player;
pub mod position;
pub mod starter;
mod turn;
mod words;

pub use cards::Cards;
pub use position::{Action, Dixit};

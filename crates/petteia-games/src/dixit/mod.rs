//! Dixit: a party game of pictures and clues for three to six seats. Comments cite the numbered points of the game's
//! page `docs/games/dixit.md`.

pub mod cards;
pub mod deck;
mod diagram;
mod fen;
pub mod options;
pub mod position;
mod turn;
mod words;

pub use cards::Cards;
pub use position::{Action, Dixit};

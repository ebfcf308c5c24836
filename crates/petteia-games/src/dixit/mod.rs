//! Dixit: a party game of pictures and clues for three to six seats. Comments cite the numbered points of the game's
//! page `docs/games/dixit.md`.
//!
//! ```
//! use petteia_games::dixit::Action;
//! use petteia_games::{Dixit, GameOptions, Party, RandomSource};
//!
//! let options = GameOptions { chance: RandomSource::Seed(7), ..GameOptions::default() };
//! let table = Dixit::deal(&options);
//! let teller = table.storyteller();
//! let card = table.observation(teller).known_hand(teller)?.iter().next().expect("a card");
//! let (next, effects) = table.after(&Action::Clue(card, "a long way home".into()), &options.chance)?;
//! assert_eq!(effects, [""; 0]);
//! // A seat sees its own hand, and how many cards the others have.
//! let observation = next.observation((teller + 1) % next.seats());
//! assert!(observation.known_hand(teller).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod cards;
pub mod deck;
mod diagram;
mod fen;
pub mod options;
pub mod position;
mod scene;
mod turn;
mod words;

pub use cards::Cards;
pub use position::{Action, Dixit};

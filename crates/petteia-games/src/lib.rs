//! Rules of ten board games: legal moves, results, notation, perft.
//!
//! | Game | Type | Kind |
//! |---|---|---|
//! | DVONN | [`Dvonn`] | [`Position`] |
//! | Reversi (Othello) | [`Reversi`], [`Reversi6x6`] | [`Position`] |
//! | English draughts (checkers) | [`Checkers`] | [`Position`] |
//! | International draughts | [`International`] | [`Position`] |
//! | Palpal Gonu | [`Gonu`] | [`Position`] |
//! | Tablut, Brandub, Copenhagen Hnefatafl | [`TablutCross`], [`TablutSquare`], [`Brandub`], [`Copenhagen`] | [`Position`] |
//! | Ludus latrunculorum | [`Latrunculi8x8`] and five others | [`Position`] |
//! | Sparta | [`Sparta`] | [`Position`] |
//! | Epigo | [`Epigo`] | [`Simultaneous`] |
//! | Dixit | [`Dixit`] | [`Party`] |
//!
//! Positions of the sequential games are small `Copy` values. They have `Default`, `FromStr`, `Display`, `Eq` and
//! `Hash`; their text is the FEN of the game.
//!
//! ```
//! use petteia_games::{Notation, Position, Reversi};
//!
//! let mut position = Reversi::default();
//! assert_eq!(position.legal_moves().len(), 4);
//! position = position.play(position.parse_move("d3")?)?;
//! assert_eq!(position.to_string(), "8/8/3X4/3XX3/3XO3/8/8/8 w");
//! assert_eq!(position, "8/8/3X4/3XX3/3XO3/8/8/8 w".parse()?);
//! assert_eq!(Reversi::default().perft(6), 8_200);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each game's module has an example of its own, and its page in `docs/games` has the rules, the FEN and the moves. The
//! [`Notation`] of a game reads every form of a move that the engine petteia accepts.
//!
//! # Features
//!
//! * `serde`: positions as FEN, moves as their numbers, [`Side`] and [`Outcome`].
//! * `evaluations`: the learned evaluations. A program loads their networks at run time.
//! * `networks`: the same with the networks, which add 10 MB to a program.
//!
//! None is on by default. The crate does no input or output, starts no threads and runs on `wasm32-unknown-unknown`.
//! `petteia-search` searches these games, and any other that implements the traits of `petteia-core`.

mod comforts;
mod custodial;
pub mod dixit;
pub mod draughts;
pub mod dvonn;
pub mod epigo;
pub mod gonu;
pub mod latrunculi;
#[cfg(feature = "evaluations")]
mod learned;
mod patterns;
pub mod reversi;
pub mod sparta;
pub mod tafl;

pub use dixit::Dixit;
pub use draughts::{Checkers, International};
pub use dvonn::Dvonn;
pub use epigo::Epigo;
pub use gonu::Gonu;
pub use latrunculi::{
    Latrunculi8x7, Latrunculi8x8, Latrunculi12x8, Latrunculi12x9, Latrunculi19x11, LatrunculiConversion,
};
pub use reversi::{Reversi, Reversi6x6};
pub use sparta::Sparta;
pub use tafl::{Brandub, Copenhagen, TablutCross, TablutSquare};

/// The example of the page for people who look for a library.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub use petteia_core::{
    FenError, GameOptions, IllegalMove, Layout, MoveError, Notation, Outcome, Party, Position, RandomSource, Side,
    Simultaneous, SimultaneousNotation,
};

//! An engine for a family of board games.
//!
//! # Use
//!
//! A position is a small value; moves are played on copies of it.
//!
//! ```
//! use petteia_core::{Notation, Position};
//! use petteia_games::reversi::Reversi;
//!
//! let position = Reversi::start();
//! assert_eq!(position.count_moves(), 4);
//! let after = position.after(position.parse_move("d3")?);
//! assert_eq!(after.to_fen(), "8/8/3X4/3XX3/3XO3/8/8/8 w");
//! # Ok::<(), petteia_core::MoveError>(())
//! ```
//!
//! A search takes a position, an evaluation and limits.
//!
//! ```
//! use petteia_core::{Notation, Position};
//! use petteia_games::dvonn::{Dvonn, eval::NeuralEval};
//! use petteia_search::{Control, HashTable, Limits, SearchTask, search};
//!
//! let position = Dvonn::parse_fen("..w2b5...../.b3bb....../bbbbw....../rw.b4....../rr....... w s")?;
//! let task = SearchTask::new(position, Limits { depth: Some(6), ..Limits::default() });
//! let table = HashTable::new(1)?;
//! let result = search(&task, &NeuralEval, &table, &Control::new(), &|info| {
//!     assert!(info.depth <= 6);
//! });
//! assert!(result.best_move.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`perft`](petteia_search::perft) counts leaves, on any number of threads.
//!
//! ```
//! use petteia_core::Position;
//! use petteia_games::draughts::International;
//! use petteia_search::{Control, perft::PerftOptions};
//!
//! let counting = PerftOptions { threads: 1, table: None, control: &Control::new() };
//! assert_eq!(counting.perft(&International::start(), 4), Ok(4_265));
//! ```
//!
//! `examples/` has whole programs: a search, a match, and a new game with an engine of its own.
//!
//! # Crates
//!
//! This crate is the program: the [server] of a session, and the [protocols] that it speaks. An [embedded] engine is a
//! session inside another program, on its thread. The rest stands in crates
//! of its own, which `docs/architecture.md` describes: `petteia-games` has the rules, `petteia-search` the search, and
//! `petteia-engine` puts a game of any kind behind one type.

pub mod embedded;
pub mod exit_status;
pub mod protocols;
pub mod server;

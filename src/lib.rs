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
//! use petteia_games::dvonn::{Dvonn, eval::Learned};
//! use petteia_search::{Control, HashTable, Limits, SearchTask, search};
//!
//! let position = Dvonn::parse_fen("..w2b5...../.b3bb....../bbbbw....../rw.b4....../rr....... w s")?;
//! let task = SearchTask::new(position, Limits { depth: Some(6), ..Limits::default() });
//! let table = HashTable::new(1)?;
//! let result = search(&task, &Learned, &table, &Control::new(), &|info| {
//!     assert!(info.depth <= 6);
//! });
//! assert!(result.best_move.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`perft`](search::perft) counts leaves, on any number of threads.
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
//! # Modules
//!
//! An arrow says who may use whom.
//!
//! ```text
//! main -> commands -> variants, archive, batch, matches, learning, protocols, formats, server, game, base
//!         batch, matches -> protocols         archive, matches -> formats -> game, base
//!         archive -> batch
//! main -> protocols -> formats -> game, base
//!         protocols -> server
//! main -> server -> engine -> search -> game -> base
//!         variants -> games, learning, engine, game
//!         games -> network, game, base      learning -> network, search, game, base
//!                  network -> game, base
//! ```
//!
//! * [`base`]: sides, outcomes, scores, bit sets, boards, chance. No game, no text protocol.
//! * [`game`]: what a game is to the rest of the engine, as traits.
//! * [`games`]: one folder a game: rules, notation, evaluation, search hints.
//! * [`search`]: alpha-beta, the solver of simultaneous games, perft. No game.
//! * [`network`]: evaluations as small networks of integers, and their files. No game.
//! * [`learning`]: self-play, and the training of networks on its games. No game.
//! * [`engine`]: the facade: a game of any kind at the table, options, jobs.
//! * [`server`]: the server of a session in any protocol: input lines, events of jobs, output.
//! * [`protocols`]: UGI and UCI, and the protocols of other programs, such as Hub and GTP.
//! * [`batch`]: one position a line in, one record a line out.
//! * [`matches`](mod@matches): matches between engines as processes.
//! * [`formats`]: positions and games in the formats of other programs.
//! * [`archive`]: games of files: formats, replaying them by the rules, what a search says of their moves.
//! * [`variants`]: the registry of games.

pub mod archive;
pub mod batch;
pub mod engine;
pub mod exit_status;
pub mod formats;
pub mod learning;
pub mod matches;
pub mod protocols;
pub mod server;
pub mod variants;

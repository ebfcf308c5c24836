//! Petteia: an engine for a family of board games, spoken to in a line protocol.
//!
//! The modules and the only directions in which they may know each other:
//!
//! ```text
//! main -> commands -> variants, learning, core
//! main -> protocol -> session -> search -> game -> core
//!         variants -> games, learning, session
//!         games -> network, game, core      learning -> network, search, game, core
//!                  network -> game, core
//! ```
//!
//! * [`base`]: sides, outcomes, scores, bit sets, chance. No game, no text protocol.
//! * [`game`]: what a game is to the rest of the engine, as traits.
//! * [`games`]: one room a game: rules, notation, evaluation.
//! * [`network`]: evaluations as small networks of integers, and their files; names no game.
//! * [`learning`]: games of the engine against itself, and the training of networks on them; names no game.
//! * [`search`]: alpha-beta, transposition table, time, threads, perft, turns of simultaneous games; names no game.
//! * [`session`]: a game of any kind at the table, spoken to in text; the one `dyn` boundary.
//! * [`protocol`]: commands, replies, options and the event loop.
//! * [`variants`]: the only list of games.

pub mod base;
pub mod engine;
pub mod game;
pub mod games;
pub mod learning;
pub mod network;
pub mod protocol;
pub mod search;
pub mod variants;

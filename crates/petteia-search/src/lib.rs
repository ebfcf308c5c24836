//! Search and perft for any game. Nothing here names a game.
//!
//! * [`alpha_beta`]: the search of sequential games.
//! * [`simultaneous`]: the solver of simultaneous games.
//! * [`perft`]: counts of leaves, and random games.
//! * [`party`]: the time of a player in a party game.
//!
//! They share [limits], [time management](time), the [control] and the [hash table](hash_table).

pub mod alpha_beta;
pub mod control;
pub mod hash_table;
pub mod limits;
pub mod party;
pub mod perft;
pub mod simultaneous;
pub mod time;

pub use alpha_beta::{Bound, GameHistory, STACK_SIZE, SearchInfo, SearchOptions, SearchResult, SearchTask, search};
pub use control::Control;
pub use hash_table::{HashTable, OutOfMemory};
pub use limits::{Clock, Limits};

//! Search and perft for any game. Nothing here names a game.
//!
//! * [`search`]: the alpha-beta search of sequential games.
//! * [`simultaneous`]: the solver of simultaneous games.
//! * [`perft`]: counts of leaves, and random games.
//! * [`party`]: the time of a player in a party game.
//!
//! They share [`Limits`], time management, the [`Control`] and the [`HashTable`].

mod alpha_beta;
mod control;
mod hash_table;
mod helpers;
mod limits;
pub mod party;
pub mod perft;
pub mod simultaneous;
mod skill;
mod time;

pub use alpha_beta::parameters;
pub use alpha_beta::{Bound, GameHistory, STACK_SIZE, SearchInfo, SearchOptions, SearchResult, SearchTask, search};
pub use control::{Control, NoSignals, Signal, SignalSource};
pub use hash_table::{HashTable, OutOfMemory};
pub use limits::{Clock, Limits};
pub use skill::{Skill, SkillRange};

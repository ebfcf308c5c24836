//! Matches between engines, as `petteia match` plays them.
//!
//! [`limits`] says how long engines think, [`players`] drives engines in their protocols, [`game`] plays one game with
//! the rules of this crate as the referee, [`schedule`] plays those of a match, [`record`] and [`files`] keep them as
//! JSON Lines and check them, and [`statistics`] counts them. [`openings`] makes openings, and
//! [`spsa`] tunes options by matches.

pub mod files;
pub mod game;
pub mod limits;
pub mod openings;
pub mod players;
pub mod record;
pub mod schedule;
pub mod spsa;
pub mod statistics;
mod validation;

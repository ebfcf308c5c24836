//! What a game is to the rest of the engine.
//!
//! The kinds of game are separate traits: [`sequential`] for two players who move in turn,
//! [`simultaneous`] for two who choose in secret and move at the same time. A sequential game
//! implements the rules ([`Position`]), the text of positions and moves ([`Notation`]) and what the
//! search asks beside the rules ([`Searchable`]); beliefs about positions are an [`Evaluate`] of
//! their own. A simultaneous game has its [`Simultaneous`], [`JointNotation`] and [`Appraise`].

pub mod layout;
pub mod notation;
pub mod sequential;
pub mod simultaneous;
pub mod words;

pub use layout::Layout;
pub use notation::{FenError, JointNotation, MoveError, Notation};
pub use sequential::{Evaluate, Position, Searchable};
pub use simultaneous::{Appraise, Simultaneous};

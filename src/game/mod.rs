//! What a game is to the rest of the engine.
//!
//! The kinds of game are separate traits: [`sequential`] for two players who move in turn,
//! [`simultaneous`] for two who choose in secret and move at the same time, [`party`] for seats with
//! hidden hands. A sequential game
//! implements the rules ([`Position`]), the text of positions and moves ([`Notation`]) and what the
//! search asks beside the rules ([`Searchable`]); beliefs about positions are an [`Evaluate`] of
//! their own, and what they can be learnt from is [`Learnable`]. A simultaneous game has its [`Simultaneous`], [`SimultaneousNotation`] and [`EvaluateSimultaneous`], a party game its [`Party`] and a
//! [player](party::Player).

pub mod layout;
pub mod learnable;
pub mod notation;
pub mod options;
pub mod party;
pub mod searchable;
pub mod sequential;
pub mod simultaneous;
pub mod words;

pub use layout::Layout;
pub use learnable::{Features, Learnable};
pub use notation::{FenError, MoveError, Notation, SimultaneousNotation};
pub use options::GameOptions;
pub use party::Party;
pub use searchable::{MoveOrdering, NoisyMoves, Searchable, Solving, Timing};
pub use sequential::{Evaluate, Position};
pub use simultaneous::{EvaluateSimultaneous, Simultaneous};

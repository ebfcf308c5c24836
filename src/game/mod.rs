//! The traits that a game implements.
//!
//! There are three kinds of game:
//! * [`sequential`]: two players move in turn. A game implements its rules ([`Position`]), the text of positions and
//!   moves ([`Notation`]) and hints for the search ([`Searchable`]). An evaluation is a separate type that implements
//!   [`Evaluate`]. A game whose evaluation can be trained implements [`Trainable`].
//! * [`simultaneous`]: two players choose in secret and move at the same time. A game implements [`Simultaneous`] and
//!   [`SimultaneousNotation`], its evaluation [`EvaluateSimultaneous`].
//! * [`party`]: several seats have hidden hands. A game implements [`Party`], its player [`Player`](party::Player).

pub mod board_view;
pub mod layout;
pub mod notation;
pub mod options;
pub mod party;
pub mod searchable;
pub mod sequential;
pub mod simultaneous;
pub mod tablebase;
pub mod trainable;
pub mod words;

pub use board_view::{BoardView, CellView};
pub use layout::Layout;
pub use notation::{FenError, MoveError, Notation, SimultaneousNotation};
pub use options::GameOptions;
pub use party::Party;
pub use searchable::{MoveOrdering, NoisyMoves, Probe, Searchable, Solving, Timing};
pub use sequential::{Evaluate, Position};
pub use simultaneous::{EvaluateSimultaneous, Simultaneous};
pub use tablebase::{Tablebase, TablebaseValue, Wdl};
pub use trainable::{Features, Trainable};

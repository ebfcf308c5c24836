//! What a board game is, for engines and rules libraries.
//!
//! The traits that a game implements are of three kinds:
//! * sequential: two players move in turn. A game implements its rules ([`Position`]), the text of positions and
//!   moves ([`Notation`]) and hints for the search ([`Searchable`]). An evaluation is a separate type that implements
//!   [`Evaluate`]. A game whose evaluation can be trained implements [`Trainable`].
//! * simultaneous: two players choose in secret and move at the same time. A game implements [`Simultaneous`] and
//!   [`SimultaneousNotation`], its evaluation [`EvaluateSimultaneous`].
//! * [party]: several seats have hidden hands. A game implements [`Party`], its player [`Player`](party::Player).
//!
//! Games of the first two kinds are arrays and numbers for programs that learn ([`Encode`]).
//!
//! The building blocks are [sides](Side), [outcomes](Outcome), [scores](Score), [bitboards](bits) on [grids](grid),
//! [hash keys](hash), [tapered evaluation](taper), [randomness](chance) and small [networks](network).

pub mod bits;
mod board_view;
pub mod chance;
mod encode;
pub mod grid;
pub mod hash;
pub mod layout;
pub mod network;
mod notation;
mod opening;
pub mod options;
mod outcome;
pub mod party;
pub mod scene;
mod score;
mod searchable;
mod sequential;
mod side;
mod simultaneous;
pub mod sorting;
pub mod symmetry;
pub mod tablebase;
pub mod taper;
pub mod text;
pub mod trainable;
pub mod words;

pub use board_view::{BoardView, CellView};
pub use chance::RandomSource;
pub use encode::{Encode, PlaneWriter};
pub use layout::Layout;
pub use notation::{FenError, MoveError, Notation, SimultaneousNotation};
pub use opening::{OpeningError, OpeningText, moves_behind};
pub use options::GameOptions;
pub use outcome::{GameResult, Outcome};
pub use party::Party;
pub use scene::{Scene, ScenePiece};
pub use score::Score;
pub use searchable::{MoveOrdering, NoisyMoves, ProbCutModel, Scoring, Searchable, Solving, Timing};
pub use sequential::{Evaluate, IllegalMove, Position};
pub use side::{BySide, Side};
pub use simultaneous::{EvaluateSimultaneous, Simultaneous, one_by_one};
pub use tablebase::{Tablebase, TablebaseValue, Wdl};
pub use trainable::{FULL_SCALE, Features, Learnable, Trainable};

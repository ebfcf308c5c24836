//! Draws positions of board games as SVG.
//!
//! A [`Picture`] is a [`Scene`] with a title, the names of the sides, marks and arrows. [`svg`] draws it, whatever the
//! game. The same picture and options give the same text on every machine. The text is valid XML without external
//! references, scripts or style sheets; `docs/drawing.md` describes its elements and classes.
//!
//! ```
//! use petteia_core::{Layout, Scene, ScenePiece};
//! use petteia_draw::{Options, Picture, svg};
//!
//! let man = |square| (square == 4).then(|| ScenePiece::new(Some(1), "man"));
//! let scene = Scene::of_layout(Layout { files: 3, ranks: 3 }, |_| Some("plain"), man);
//! let text = svg(&Picture { title: "One man".into(), scene, ..Picture::default() }, &Options::default());
//! assert!(text.contains("data-at=\"b2\""));
//! ```

mod areas;
mod cards;
mod cells;
mod coordinates;
mod document;
mod glyphs;
mod layout;
mod marks;
mod options;
mod pieces;
mod symbols;
mod theme;
mod words;

use petteia_core::Scene;
use petteia_core::ScenePiece;

pub use document::{Escaped, svg};
pub use options::Options;
pub use theme::Theme;

/// A position and what is said about it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The name of the game, which becomes a class.
    pub game: String,
    /// The position in a few words, such as `dvonn, white to move`.
    pub title: String,
    /// The name of each seat, the first one first. Pieces of `black` are dark, all others light.
    pub sides: Vec<String>,
    /// The position.
    pub scene: Scene,
    /// Marks of cells.
    pub marks: Vec<Mark>,
    /// Arrows between cells.
    pub arrows: Vec<Arrow>,
}

/// A mark of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The key of the cell.
    pub at: String,
    /// What it says.
    pub kind: MarkKind,
    /// A piece that has left the cell, drawn faintly if the cell is empty.
    pub ghost: Option<ScenePiece>,
}

/// What a mark says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkKind {
    /// The last move began here.
    From,
    /// The last move ended here.
    To,
    /// A piece was captured or removed here.
    Captured,
    /// A piece or a city here changed its side or its kind.
    Changed,
    /// This cell is chosen.
    Selected,
    /// This cell is the target of a legal move.
    Target,
}

impl MarkKind {
    /// Its name, which becomes a class.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::From => "from",
            Self::To => "to",
            Self::Captured => "captured",
            Self::Changed => "changed",
            Self::Selected => "selected",
            Self::Target => "target",
        }
    }
}

/// An arrow from a cell to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The keys of the cells: the first one, those where it turns, the last one.
    pub path: Vec<String>,
    /// What it says.
    pub kind: ArrowKind,
    /// What is written on it, such as the number of an order; mostly empty.
    pub label: String,
}

/// What an arrow says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrowKind {
    /// A move that was played.
    Played,
    /// A move that is planned.
    Planned,
}

impl ArrowKind {
    /// Its name, which becomes a class.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Played => "played",
            Self::Planned => "planned",
        }
    }
}

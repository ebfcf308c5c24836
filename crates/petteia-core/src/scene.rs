//! A position as data for programs that draw it without knowing the game.

use std::fmt;

use crate::Layout;

/// What a cell looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grid {
    /// Squares, side by side.
    Squares,
    /// Hexagons with a corner at the top; neighbours in a row have a distance of 1.
    Hexagons,
    /// Points where lines meet.
    Points,
    /// There is no board, only areas.
    #[default]
    None,
}

impl Grid {
    /// Its name in the protocol.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Squares => "squares",
            Self::Hexagons => "hexagons",
            Self::Points => "points",
            Self::None => "none",
        }
    }
}

/// A cell of the board.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneCell {
    /// Its name in moves, such as `c3`. Empty for a square that no piece can enter.
    pub key: String,
    /// The centre, in widths of a cell: to the right and down, from the cell at the upper left.
    pub centre: [f64; 2],
    /// Its kind: `light`, `dark`, `plain`, or a word of the game such as `throne`.
    pub shade: &'static str,
}

/// A piece, a stack of pieces or a card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScenePiece {
    /// The key of its cell. Empty in an area.
    pub at: String,
    /// The seat that it belongs to, from 1.
    pub owner: Option<u32>,
    /// What it is, in a word of the game. `hidden` for pieces that the viewer may not see.
    pub kind: &'static str,
    /// Height of a stack; number of equal pieces in an area.
    pub height: u32,
    /// What is written on it, such as the number of a tile; mostly empty.
    pub label: String,
    /// The title of a card.
    pub title: String,
    /// The file of the picture of a card.
    pub image: String,
    /// A text in place of that picture.
    pub alt: String,
}

/// A place beside the board: a hand, a reserve, captured pieces, a table of cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneArea {
    /// Its name, such as `reserve`.
    pub name: &'static str,
    /// The seat that it belongs to, from 1.
    pub owner: Option<u32>,
    /// What lies there, in order.
    pub pieces: Vec<ScenePiece>,
}

/// A position as it is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The shape of the cells.
    pub grid: Grid,
    /// The cells.
    pub cells: Vec<SceneCell>,
    /// The pieces on the board, at most one on each cell.
    pub pieces: Vec<ScenePiece>,
    /// The places beside the board.
    pub areas: Vec<SceneArea>,
    /// A text that belongs to the position, such as a clue; mostly empty.
    pub text: String,
}

/// What a finished round of a party game was like. Every seat may know all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The storyteller's seat, from 1.
    pub storyteller: u32,
    /// The clue.
    pub clue: String,
    /// The clue as a word of a move.
    pub clue_word: String,
    /// The cards on the table by slot.
    pub table: Vec<RoundCard>,
    /// The points of each seat in this round.
    pub points: Vec<u32>,
}

/// A card on the table in a finished round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundCard {
    /// The card, with the seat that gave it as its owner.
    pub piece: ScenePiece,
    /// The seats, from 1, that voted for it.
    pub votes: Vec<u32>,
}

/// The storyteller, the clue, each slot with its card, owner and votes, and the points, separated by `; `.
impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "storyteller {}; clue {}", self.storyteller, self.clue_word)?;
        for (slot, RoundCard { piece, votes }) in (1..).zip(&self.table) {
            let owner = piece.owner.map_or_else(|| "none".into(), |owner| owner.to_string());
            write!(f, "; slot {slot} card {} owner {owner} votes", piece.label)?;
            if votes.is_empty() {
                write!(f, " none")?;
            }
            votes.iter().try_for_each(|seat| write!(f, " {seat}"))?;
        }
        let points: Vec<String> = self.points.iter().map(u32::to_string).collect();
        write!(f, "; points {}", points.join(","))
    }
}

impl Scene {
    /// A board of ranks and files. `shade` gives the kind of a square, or `None` if it is not on the board; `piece` the
    /// piece that stands there.
    #[must_use]
    pub fn of_layout(
        layout: Layout,
        shade: impl Fn(usize) -> Option<&'static str>,
        piece: impl Fn(usize) -> Option<ScenePiece>,
    ) -> Self {
        let squares = (0..layout.files * layout.ranks).filter_map(|square| Some((square, shade(square)?)));
        let (mut cells, mut pieces) = (Vec::new(), Vec::new());
        for (square, shade) in squares {
            let [x, y] = [square % layout.files, layout.ranks - 1 - square / layout.files].map(|n| f64::from(n as u32));
            cells.push(SceneCell { key: layout.name(square), centre: [x, y], shade });
            pieces.extend(piece(square).map(|piece| ScenePiece { at: layout.name(square), ..piece }));
        }
        Self { grid: Grid::Squares, cells, pieces, areas: Vec::new(), text: String::new() }
    }
}

impl ScenePiece {
    /// A single piece of a seat, from 1, without a cell.
    #[must_use]
    pub fn new(owner: Option<u32>, kind: &'static str) -> Self {
        Self { owner, kind, height: 1, ..Self::default() }
    }
}

/// The shade of a square on a board of two colours whose square a1 is dark.
#[must_use]
pub fn checkered(layout: Layout, square: usize) -> &'static str {
    if (square % layout.files + square / layout.files).is_multiple_of(2) { "dark" } else { "light" }
}

//! The answer to `d json` and `observe seat K json`: a position as one line of JSON.

use petteia_core::scene::{Scene, SceneArea, SceneCell, ScenePiece};
use petteia_engine::{Session, ToMove};
use serde::Serialize;

/// The object. protocol.md describes the fields.
#[derive(Serialize)]
pub struct SceneJson {
    variant: &'static str,
    fen: String,
    grid: &'static str,
    cells: Vec<Cell>,
    pieces: Vec<Piece>,
    areas: Vec<Area>,
    #[serde(skip_serializing_if = "String::is_empty")]
    text: String,
    side: String,
    turn: Vec<u32>,
    committed: Vec<u32>,
    lastmove: Option<String>,
    result: Option<String>,
    reason: Option<&'static str>,
    score: Vec<i32>,
}

#[derive(Serialize)]
struct Cell {
    key: Option<String>,
    x: f64,
    y: f64,
    shade: &'static str,
}

#[derive(Serialize)]
struct Piece {
    #[serde(skip_serializing_if = "String::is_empty")]
    at: String,
    owner: Option<u32>,
    kind: &'static str,
    height: u32,
    #[serde(skip_serializing_if = "String::is_empty")]
    label: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    title: String,
}

#[derive(Serialize)]
struct Area {
    name: &'static str,
    owner: Option<u32>,
    pieces: Vec<Piece>,
}

impl SceneJson {
    /// The object for a scene of a game. `viewer` is the seat whose observation it is; the last move may be a secret of
    /// another one, so an observation lacks it where hands are hidden.
    #[must_use]
    pub fn new(game: &dyn Session, variant: &'static str, scene: &Scene, fen: String, viewer: Option<u32>) -> Self {
        let to_move = game.turn();
        let is_secret = viewer.is_some() && matches!(to_move, ToMove::Seats(_));
        let cell = |cell: &SceneCell| Cell {
            key: Some(cell.key.clone()).filter(|key| !key.is_empty()),
            x: rounded(cell.centre[0]),
            y: rounded(cell.centre[1]),
            shade: cell.shade,
        };
        Self {
            variant,
            fen,
            grid: scene.grid.name(),
            cells: scene.cells.iter().map(cell).collect(),
            pieces: scene.pieces.iter().map(Piece::from).collect(),
            areas: scene.areas.iter().map(Area::from).collect(),
            text: scene.text.clone(),
            side: game.side_name(),
            turn: match to_move {
                ToMove::Side(side) => vec![side.seat()],
                ToMove::Both => vec![1, 2],
                ToMove::Seats(seats) => seats,
            },
            committed: game.committed(),
            lastmove: game.played_moves().pop().filter(|_| !is_secret),
            result: game.result().map(|result| result.to_string()),
            reason: game.reason(),
            score: game.scores(),
        }
    }

    /// The object as one line.
    #[must_use]
    pub fn to_text(&self) -> String {
        // Only numbers that are not finite could fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl From<&ScenePiece> for Piece {
    fn from(ScenePiece { at, owner, kind, height, label, title }: &ScenePiece) -> Self {
        Self { at: at.clone(), owner: *owner, kind, height: *height, label: label.clone(), title: title.clone() }
    }
}

impl From<&SceneArea> for Area {
    fn from(SceneArea { name, owner, pieces }: &SceneArea) -> Self {
        Self { name, owner: *owner, pieces: pieces.iter().map(Piece::from).collect() }
    }
}

/// A coordinate with three decimals.
fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

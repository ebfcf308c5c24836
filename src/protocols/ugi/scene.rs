//! The answer to `d json` and `observe seat K json`: a position as one line of JSON.

use petteia_core::scene::{Round, RoundCard, Scene, SceneArea, SceneCell, ScenePiece};
use petteia_engine::{Effects, Engine, EngineError, LastRound, Session, ToMove};
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
    round: Option<RoundJson>,
    seats: Vec<SeatState>,
}

/// A seat at the table.
#[derive(Serialize)]
struct SeatState {
    seat: u32,
    name: Option<String>,
    acts: bool,
    committed: bool,
}

/// The last round in which several seats acted.
#[derive(Serialize)]
#[serde(untagged)]
enum RoundJson {
    Turn { played: String, effects: Vec<String> },
    Party { storyteller: u32, clue: String, table: Vec<CardOnTable>, points: Vec<u32> },
}

/// A card on the table with the votes for it.
#[derive(Serialize)]
struct CardOnTable {
    slot: usize,
    #[serde(flatten)]
    card: Piece,
    votes: Vec<u32>,
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
    #[serde(skip_serializing_if = "String::is_empty")]
    image: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    alt: String,
}

#[derive(Serialize)]
struct Area {
    name: &'static str,
    owner: Option<u32>,
    pieces: Vec<Piece>,
}

impl SceneJson {
    /// The object for the game of an engine, with all secrets.
    ///
    /// # Errors
    /// There is no position.
    pub(super) fn of_referee(engine: &Engine) -> Result<Self, EngineError> {
        let game = engine.game()?;
        let variant = engine.options().variant.name;
        Ok(Self::new(game, variant, &game.scene(), game.fen(), None, |seat| engine.seat_name(seat)))
    }

    /// The object for what a seat sees.
    ///
    /// # Errors
    /// There is no position or no such seat, or the players move in turn.
    pub(super) fn of_seat(engine: &Engine, seat: u32) -> Result<Self, EngineError> {
        let game = engine.game()?;
        let variant = engine.options().variant.name;
        let (scene, fen) = (game.scene_of_seat(seat)?, game.fen_of_seat(seat)?);
        Ok(Self::new(game, variant, &scene, fen, Some(seat), |seat| engine.seat_name(seat)))
    }

    /// The object for a scene of a game. `viewer` is the seat whose observation it is; the last move may be a secret of
    /// another one, so an observation lacks it where hands are hidden.
    /// `name` gives the names of seats.
    #[must_use]
    pub fn new<'a>(
        game: &dyn Session,
        variant: &'static str,
        scene: &Scene,
        fen: String,
        viewer: Option<u32>,
        name: impl Fn(u32) -> Option<&'a str>,
    ) -> Self {
        let to_move = game.turn();
        let is_secret = viewer.is_some() && matches!(to_move, ToMove::Seats(_));
        let cell = |cell: &SceneCell| Cell {
            key: Some(cell.key.clone()).filter(|key| !key.is_empty()),
            x: rounded(cell.centre[0]),
            y: rounded(cell.centre[1]),
            shade: cell.shade,
        };
        let turn = match to_move {
            ToMove::Side(side) => vec![side.seat()],
            ToMove::Both => vec![1, 2],
            ToMove::Seats(seats) => seats,
        };
        let committed = game.committed();
        let seat = |seat: u32| SeatState {
            seat,
            name: name(seat).map(Into::into),
            acts: turn.contains(&seat),
            committed: committed.contains(&seat),
        };
        let seats = (1..=game.seats()).map(seat).collect();
        Self {
            variant,
            fen,
            grid: scene.grid.name(),
            cells: scene.cells.iter().map(cell).collect(),
            pieces: scene.pieces.iter().map(Piece::from).collect(),
            areas: scene.areas.iter().map(Area::from).collect(),
            text: scene.text.clone(),
            side: game.side_name(),
            turn,
            committed,
            lastmove: game.played_moves().pop().filter(|_| !is_secret),
            result: game.result().map(|result| result.to_string()),
            reason: game.reason(),
            score: game.scores(),
            round: game.last_round().ok().flatten().map(RoundJson::from),
            seats,
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
    fn from(piece: &ScenePiece) -> Self {
        let ScenePiece { at, owner, kind, height, label, title, image, alt } = piece.clone();
        Self { at, owner, kind, height, label, title, image, alt }
    }
}

impl From<&SceneArea> for Area {
    fn from(SceneArea { name, owner, pieces }: &SceneArea) -> Self {
        Self { name, owner: *owner, pieces: pieces.iter().map(Piece::from).collect() }
    }
}

impl From<LastRound> for RoundJson {
    fn from(round: LastRound) -> Self {
        match round {
            LastRound::Turn(Effects { played, effects, .. }) => Self::Turn { played, effects },
            LastRound::Party(Round { storyteller, clue, table, points, .. }) => {
                let slot = |(slot, card): (usize, RoundCard)| CardOnTable {
                    slot,
                    card: (&card.piece).into(),
                    votes: card.votes,
                };
                Self::Party { storyteller, clue, table: (1..).zip(table).map(slot).collect(), points }
            }
        }
    }
}

/// A coordinate with three decimals.
fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

//! The frames of a room. `docs/board-protocol.md` describes them.

use std::collections::BTreeMap;

use petteia_engine::{SessionError, is_name_character};
use petteia_ugi::Error;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Longest text of an `id`.
const ID_LENGTH: usize = 64;
/// Longest move in bytes. A clue is a text.
const MOVE_LENGTH: usize = 2_000;
/// Longest name of a player in characters.
const NAME_LENGTH: usize = 40;

/// The number or the text by which a client knows an answer.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Id {
    Number(u64),
    Text(String),
}

/// What a client sends.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "t", rename_all = "lowercase")]
pub enum ClientFrame {
    Create(Create),
    Join(Join),
    Move {
        id: Id,
        v: u64,
        #[serde(rename = "move")]
        word: String,
    },
    Ask {
        id: Id,
        what: Ask,
    },
    Answer {
        id: Id,
        what: Ask,
        yes: bool,
    },
    Resign {
        id: Id,
    },
    Name {
        id: Id,
        name: String,
    },
    Draw {
        id: Id,
        #[serde(default)]
        words: String,
    },
    Resync,
    Ping {
        #[serde(default)]
        n: Option<u64>,
    },
}

/// What players agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ask {
    Undo,
    Draw,
    Rematch,
}

/// A request for a new room.
#[derive(Clone, Debug, Deserialize)]
pub struct Create {
    pub id: Id,
    pub variant: String,
    #[serde(default)]
    pub options: BTreeMap<String, Value>,
    /// Whether to play with the deck of the server.
    #[serde(default)]
    pub deck: bool,
    #[serde(default)]
    pub fen: Option<String>,
    pub seats: Vec<SeatRequest>,
    #[serde(default)]
    pub clock: Option<ClockSetup>,
}

/// Who is to have a seat.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum SeatRequest {
    Open,
    Person {
        #[serde(default)]
        name: String,
    },
    Engine {
        level: u8,
    },
}

/// Times in milliseconds.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub struct ClockSetup {
    /// For the game.
    pub base: u64,
    /// Added with each move.
    #[serde(default)]
    pub increment: u64,
}

/// A request to join a room.
#[derive(Clone, Debug, Deserialize)]
pub struct Join {
    pub id: Id,
    pub room: String,
    #[serde(default)]
    pub token: Option<String>,
    #[serde(default)]
    pub take: Option<Take>,
    #[serde(default)]
    pub name: Option<String>,
}

/// The open seat to take.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged)]
pub enum Take {
    /// Whether to take any.
    Any(bool),
    /// One by its number.
    Seat(u32),
}

/// What the server sends, but for views.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "t", rename_all = "lowercase")]
pub enum ServerFrame {
    Created {
        id: Id,
        room: String,
        /// The tokens of the persons, by seat.
        tokens: Vec<Option<String>>,
    },
    Joined {
        id: Id,
        room: String,
        seat: Option<u32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        token: Option<String>,
    },
    Done {
        id: Id,
        v: u64,
    },
    Refused {
        id: Option<Id>,
        #[serde(flatten)]
        refusal: Refusal,
    },
    Pong {
        n: Option<u64>,
    },
    Drawing {
        id: Id,
        v: u64,
        svg: String,
    },
}

/// Why something is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    pub code: String,
    pub text: String,
}

impl Refusal {
    /// A refusal.
    pub fn new(code: &str, text: impl Into<String>) -> Self {
        Self { code: code.into(), text: text.into() }
    }
}

impl From<SessionError> for Refusal {
    fn from(error: SessionError) -> Self {
        Error::from(error).into()
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::new(&error.code.to_string(), error.text)
    }
}

impl ServerFrame {
    /// The frame as text.
    pub fn to_text(&self) -> String {
        // No field can fail: numbers are whole and keys are text.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl ClientFrame {
    /// Reads a frame.
    ///
    /// # Errors
    /// It is none, or a text of it is too long. The `id` is there if it could be read.
    pub fn read(text: &str) -> Result<Self, (Option<Id>, Refusal)> {
        let refuse = |id, why: String| (id, Refusal::new("bad-frame", why));
        let frame: Self = serde_json::from_str(text).map_err(|error| {
            let id = serde_json::from_str(text).ok().map(|IdOnly { id }| id);
            refuse(id, error.to_string())
        })?;
        let Some(id) = frame.id() else { return Ok(frame) };
        if let Id::Text(word) = id
            && !(1..=ID_LENGTH).contains(&word.chars().count())
        {
            return Err(refuse(None, format!("expected an id of 1 to {ID_LENGTH} characters")));
        }
        if let Self::Move { word, .. } = &frame
            && word.len() > MOVE_LENGTH
        {
            return Err(refuse(Some(id.clone()), format!("expected a move of at most {MOVE_LENGTH} bytes")));
        }
        Ok(frame)
    }

    /// The `id`, which only some kinds lack.
    pub fn id(&self) -> Option<&Id> {
        match self {
            Self::Create(Create { id, .. })
            | Self::Join(Join { id, .. })
            | Self::Move { id, .. }
            | Self::Ask { id, .. }
            | Self::Answer { id, .. }
            | Self::Resign { id }
            | Self::Name { id, .. }
            | Self::Draw { id, .. } => Some(id),
            Self::Resync | Self::Ping { .. } => None,
        }
    }
}

#[derive(Deserialize)]
struct IdOnly {
    id: Id,
}

/// A name as others see it: its characters that names of seats can have.
pub fn clean_name(name: &str) -> String {
    name.chars().filter(|&c| is_name_character(c)).take(NAME_LENGTH).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_or_refused_with_their_id() {
        let read = |text: &str| ClientFrame::read(text).map(|frame| frame.id().cloned());
        assert_eq!(read(r#"{"t":"resign","id":7}"#), Ok(Some(Id::Number(7))));
        assert_eq!(read(r#"{"t":"ping"}"#), Ok(None));
        for (text, id) in [
            ("", None),
            ("[]", None),
            (r#"{"t":"sing","id":"a"}"#, Some(Id::Text("a".into()))),
            (r#"{"t":"move","id":3,"v":-1,"move":"a1"}"#, Some(Id::Number(3))),
            (r#"{"t":"move","id":3,"move":"a1"}"#, Some(Id::Number(3))),
            (r#"{"t":"resign","id":""}"#, None),
            (r#"{"t":"resign","id":{}}"#, None),
        ] {
            let refused = ClientFrame::read(text).map(|frame| frame.id().cloned()).expect_err(text);
            assert_eq!((refused.0, refused.1.code.as_str()), (id, "bad-frame"), "{text}");
        }
        let long = format!(r#"{{"t":"move","id":3,"v":1,"move":"{}"}}"#, "a".repeat(MOVE_LENGTH + 1));
        assert!(ClientFrame::read(&long).is_err());
    }

    #[test]
    fn names_are_plain() {
        assert_eq!(clean_name(" A\u{202e}nn\n<b> "), "Ann<b>");
        assert_eq!(clean_name("\u{feff}A\u{61c}nn\u{200f}"), "Ann");
        assert_eq!(clean_name(&"x".repeat(100)).len(), NAME_LENGTH);
        let name = clean_name(" \u{2028}Ann\u{2069} Lee ");
        assert!(petteia_engine::is_name(&name), "{name}");
    }
}

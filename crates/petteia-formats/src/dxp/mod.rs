//! Messages of DXP, the DamExchange Protocol of programs for International draughts
//! (mesander.nl/damexchange/edxplg2.htm, and `dxp.cpp` of Scan 3.1).
//!
//! A message is a letter and fields of fixed widths, in ASCII. The NUL that ends it is no part of the text here.

mod parse;
#[cfg(test)]
mod tests;

use std::fmt::{self, Display, Formatter};

use petteia_core::words::quoted;

use super::hub;

/// The longest message in bytes, without its NUL.
pub const MAX_MESSAGE_BYTES: usize = 127;

/// The version that every game request names.
const VERSION: u32 = 1;
/// Width of a name.
const NAME: usize = 32;
/// Squares of the board.
const SQUARES: u32 = 50;

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DxpColour {
    /// `W`.
    White,
    /// `Z`.
    Black,
}

impl DxpColour {
    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DxpMessage {
    /// `R`: the initiator asks for a game.
    Request(GameRequest),
    /// `R` of another version of the protocol, whose fields are not known.
    OtherRequest,
    /// `A`: the follower answers, with its name.
    Acceptance(String, Acceptance),
    /// `M`.
    Move(DxpMove),
    /// `E`: the side to move ends the game, or the other one confirms the end.
    End(GameEnd),
    /// `C`: a text for people.
    Chat(String),
    /// `B`: a wish to go back to the move with this number, from 1, and this colour to move.
    BackRequest(u32, DxpColour),
    /// `K`: the answer to that wish.
    BackAnswer(BackAnswer),
}

/// What the initiator asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRequest {
    /// The name of the initiator.
    pub initiator: String,
    /// The colour of the follower.
    pub follower: DxpColour,
    /// Minutes of each side for the whole game.
    pub minutes: u32,
    /// Moves of each side after which the game ends; 0 for no limit.
    pub moves: u32,
    /// The side to move and the squares, as [`write_position`] writes them; `None` for the start of the game.
    pub position: Option<String>,
}

/// The answer to a game request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acceptance {
    /// The game begins.
    Accepted,
    /// The version of the protocol is not known.
    OtherVersion,
    /// This game is declined. Another one may be accepted.
    NotThisGame,
    /// Every game is declined.
    NoGame,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DxpMove {
    /// Time used in seconds.
    pub seconds: u32,
    /// The square moved from.
    pub from: u32,
    /// The square moved to.
    pub to: u32,
    /// The squares of the pieces taken, in any order.
    pub captured: Vec<u32>,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// Why the sender ends it.
    pub reason: EndReason,
    /// The sender wants no other game.
    pub stop: bool,
}

/// Why a game ends. The sender speaks of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// No reason is given. Every confirmation has this one.
    Unknown,
    /// The sender gives up.
    Loss,
    /// A draw.
    Draw,
    /// The sender wins.
    Win,
}

/// The answer to a back request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackAnswer {
    /// The game goes back.
    Accepted,
    /// The program never goes back.
    NotSupported,
    /// The program does not go back now.
    Declined,
}

/// Letters and digits of values.
type Letters<T, const N: usize> = [(&'static str, T); N];

const COLOURS: Letters<DxpColour, 2> = [("W", DxpColour::White), ("Z", DxpColour::Black)];
const ACCEPTANCES: Letters<Acceptance, 4> = [
    ("0", Acceptance::Accepted),
    ("1", Acceptance::OtherVersion),
    ("2", Acceptance::NotThisGame),
    ("3", Acceptance::NoGame),
];
const REASONS: Letters<EndReason, 4> =
    [("0", EndReason::Unknown), ("1", EndReason::Loss), ("2", EndReason::Draw), ("3", EndReason::Win)];
const STOPS: Letters<bool, 2> = [("0", false), ("1", true)];
const BACK_ANSWERS: Letters<BackAnswer, 3> =
    [("0", BackAnswer::Accepted), ("1", BackAnswer::NotSupported), ("2", BackAnswer::Declined)];

impl DxpMessage {
    /// Reads a message.
    ///
    /// # Errors
    /// The first field that is not as it should be.
    pub fn read(text: &str) -> Result<Self, String> {
        parse::read(text)
    }
}

/// The letter of a value.
fn letter<T: PartialEq, const N: usize>(letters: &Letters<T, N>, value: &T) -> &'static str {
    letters.iter().find(|(_, known)| known == value).map_or("", |(letter, _)| letter)
}

impl Display for DxpMessage {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Self::Request(GameRequest { initiator, follower, minutes, moves, position }) => {
                let follower = letter(&COLOURS, follower);
                write!(f, "R{VERSION:02}{initiator:<NAME$.NAME$}{follower}{minutes:03}{moves:03}")?;
                match position {
                    None => f.write_str("A"),
                    Some(position) => write!(f, "B{position}"),
                }
            }
            Self::OtherRequest => f.write_str("R00"),
            Self::Acceptance(name, code) => write!(f, "A{name:<NAME$.NAME$}{}", letter(&ACCEPTANCES, code)),
            Self::Move(DxpMove { seconds, from, to, captured }) => {
                write!(f, "M{:04}{from:02}{to:02}{:02}", seconds.min(&9_999), captured.len())?;
                captured.iter().try_for_each(|square| write!(f, "{square:02}"))
            }
            Self::End(GameEnd { reason, stop }) => {
                write!(f, "E{}{}", letter(&REASONS, reason), letter(&STOPS, stop))
            }
            Self::Chat(text) => {
                let plain = |c| if (' '..='~').contains(&c) { c } else { '?' };
                write!(f, "C{}", text.chars().take(MAX_MESSAGE_BYTES - 1).map(plain).collect::<String>())
            }
            Self::BackRequest(number, colour) => write!(f, "B{number:03}{}", letter(&COLOURS, colour)),
            Self::BackAnswer(answer) => write!(f, "K{}", letter(&BACK_ANSWERS, answer)),
        }
    }
}

impl DxpMove {
    /// The move in canonical form, such as `32-28` or `15x24x19x20`.
    #[must_use]
    pub fn word(&self) -> String {
        let Self { from, to, captured, .. } = self;
        if captured.is_empty() {
            return format!("{from}-{to}");
        }
        let mut captured = captured.clone();
        captured.sort_unstable();
        captured.iter().fold(format!("{from}x{to}"), |word, square| format!("{word}x{square}"))
    }

    /// The move with this canonical form; `None` for any other text.
    #[must_use]
    pub fn of_word(word: &str, seconds: u32) -> Option<Self> {
        let numbers: Option<Vec<u32>> = word.split(['-', 'x']).map(|number| number.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[from, to, ref captured @ ..]) => Some(Self { seconds, from, to, captured: captured.to_vec() }),
            _ => None,
        }
    }
}

/// The FEN of a position: `W` or `Z` for the side to move, and `w`, `z`, `W`, `Z` or `e` for each of the 50 squares.
///
/// # Errors
/// What was expected and what was found.
pub fn read_position(text: &str) -> Result<String, String> {
    let is_right = |(at, c): (usize, char)| (if at == 0 { "WZ" } else { "wzWZe" }).contains(c);
    if let Some((at, found)) = text.char_indices().find(|&found| !is_right(found)) {
        let expected = if at == 0 { "W or Z" } else { "w, z, W, Z or e" };
        return Err(format!("column {}: expected {expected}, found {}", at + 1, quoted(&found.to_string())));
    }
    // Hub has the letters of black pieces in English.
    let position = hub::read_position(&text.replace('z', "b").replace('Z', "B"));
    position.map_err(|error| format!("column {}: expected {}, found {}", error.at + 1, error.expected, error.found))
}

/// The position of a FEN as this program writes it; `None` for any other text.
#[must_use]
pub fn write_position(fen: &str) -> Option<String> {
    Some(hub::write_position(fen)?.replace('b', "z").replace('B', "Z"))
}

//! What a position is worth, and how captures are resolved.

use super::material::Placement;
use crate::game::Position;
use crate::games::draughts::position::Draughts;
use crate::games::draughts::rules::Rules;

/// The result of a position for the side to move under best play, without draws by repetition or without progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// Neither side can win.
    Draw,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// The same result for the other side.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// The value of a position for the side to move.
///
/// The distance is the number of plies to the next capture, move of a man or end of the game (distance to zeroing, as
/// the DTZ of de Man's Syzygy tables): the side that wins makes it small, the side that loses makes it large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The side to move loses, with this distance in plies.
    Loss(u8),
    /// Neither side can win.
    Draw,
    /// The side to move wins, with this distance in plies.
    Win(u8),
}

/// The byte of a position whose value is not kept, since a capture decides it.
pub const NO_VALUE: u8 = 127;
/// Greatest distance in plies. It also stands for all higher ones, which are beyond the limit of both games.
pub const MAX_DISTANCE: u8 = 126;

impl Value {
    /// The result alone.
    #[must_use]
    pub fn wdl(self) -> Wdl {
        match self {
            Self::Loss(_) => Wdl::Loss,
            Self::Draw => Wdl::Draw,
            Self::Win(_) => Wdl::Win,
        }
    }

    /// The value with this result, whose distance is one ply or does not matter.
    #[must_use]
    pub fn in_one_ply(wdl: Wdl) -> Self {
        match wdl {
            Wdl::Loss => Self::Loss(1),
            Wdl::Draw => Self::Draw,
            Wdl::Win => Self::Win(1),
        }
    }

    /// The distance in plies; `None` for a draw.
    #[must_use]
    pub fn distance(self) -> Option<u8> {
        match self {
            Self::Loss(plies) | Self::Win(plies) => Some(plies),
            Self::Draw => None,
        }
    }

    /// The byte of the value: 0 for a draw, the distance of a win, and 128 more than that of a loss.
    #[must_use]
    pub fn to_byte(self) -> u8 {
        match self {
            Self::Draw => 0,
            Self::Win(plies) => plies.clamp(1, MAX_DISTANCE),
            Self::Loss(plies) => 128 + plies.min(MAX_DISTANCE),
        }
    }

    /// The value of a byte; `None` for one that no value has.
    #[must_use]
    pub fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            0 => Some(Self::Draw),
            1..=MAX_DISTANCE => Some(Self::Win(byte)),
            128..=254 => Some(Self::Loss(byte - 128)),
            NO_VALUE | 255 => None,
        }
    }
}

/// The result of a position that has a capture, or in which a side has no piece left. Any other result comes from
/// `stored`.
///
/// Every capture is tried, and so on until there is none. `None` if `stored` lacks a result that is needed.
pub fn resolve<R: Rules>(position: &Draughts<R>, stored: &impl Fn(Placement) -> Option<Wdl>) -> Option<Wdl> {
    if position.pieces(position.side()) == 0 {
        return Some(Wdl::Loss);
    }
    if position.must_capture() { best_capture(position, stored) } else { stored(Placement::of(position)) }
}

/// The result of a position whose side to move has a capture, as [`resolve`] finds it.
pub fn best_capture<R: Rules>(position: &Draughts<R>, stored: &impl Fn(Placement) -> Option<Wdl>) -> Option<Wdl> {
    let mut best = Some(Wdl::Loss);
    position.for_each_move(|m| {
        if best != Some(Wdl::Win) {
            match (resolve(&position.after(m), stored).map(Wdl::negated), best) {
                (Some(Wdl::Win), _) => best = Some(Wdl::Win),
                (None, _) | (_, None) => best = None,
                (result, old) => best = result.max(old),
            }
        }
    });
    best
}

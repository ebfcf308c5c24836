//! Values as bytes, and how captures are resolved.

use petteia_core::{Position, TablebaseValue, Wdl};
use petteia_games::draughts::position::Draughts;
use petteia_games::draughts::rules::Rules;

use super::material::Placement;

/// The byte of a position whose value is not kept, since a capture decides it.
pub const NO_VALUE: u8 = 127;
/// Greatest distance in plies. It also stands for all higher ones, which are beyond the limit of both games.
pub const MAX_DISTANCE: u8 = 126;

/// The byte of a value: 0 for a draw, the distance of a win, and 128 more than that of a loss.
#[must_use]
pub fn to_byte(value: TablebaseValue) -> u8 {
    match value {
        TablebaseValue::Draw => 0,
        TablebaseValue::Win(plies) => plies.clamp(1, MAX_DISTANCE),
        TablebaseValue::Loss(plies) => 128 + plies.min(MAX_DISTANCE),
    }
}

/// The value of a byte; `None` for one that no value has.
#[must_use]
pub fn from_byte(byte: u8) -> Option<TablebaseValue> {
    match byte {
        0 => Some(TablebaseValue::Draw),
        1..=MAX_DISTANCE => Some(TablebaseValue::Win(byte)),
        128..=254 => Some(TablebaseValue::Loss(byte - 128)),
        NO_VALUE | 255 => None,
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

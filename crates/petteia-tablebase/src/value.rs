//! Values as bytes, and how results are found that no file has.

use petteia_core::{TablebaseValue, Wdl};

use super::endgames::{Endgames, Lookup};

/// The byte of a number without a value: it has no position, or one whose value follows from its moves.
pub const NO_VALUE: u8 = 127;
/// Greatest distance in plies. It also stands for all higher ones, which are beyond the limit of every game.
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

/// The result of a position. Results that files have come from `stored`.
///
/// Where every move is progress all are tried, and so on until none is. `None` if `stored` lacks a result that is
/// needed.
pub fn resolve<P: Endgames>(position: &P, stored: &impl Fn(P::Placement) -> Option<Wdl>) -> Option<Wdl> {
    match position.lookup() {
        Lookup::Over(wdl) => Some(wdl),
        Lookup::Moves => best_of_moves(position, stored),
        Lookup::File(placement) => stored(placement),
    }
}

/// The best result of all moves, as [`resolve`] finds it.
pub fn best_of_moves<P: Endgames>(position: &P, stored: &impl Fn(P::Placement) -> Option<Wdl>) -> Option<Wdl> {
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

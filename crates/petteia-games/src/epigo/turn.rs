//! Resolution of a turn: how the plans are carried out.

use petteia_core::{BySide, Side, Simultaneous};
use smallvec::SmallVec;

use super::board::{Direction, NEIGHBOURS, next};
use super::orders::{Order, Plan};
use super::position::{Epigo, Tile};

/// Tiles side by side on a line of the board.
pub type Row = SmallVec<[Tile; 8]>;

/// An event of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The slot of the orders, from 1.
    pub slot: usize,
    /// What happens.
    pub kind: EventKind,
}

/// The kind of an event. Squares are indices from a1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// Both orders are to tiles of this number, and neither moves (point 4).
    Cancel(u8),
    /// The order is to a tile off the board (point 4).
    Absent(Side, Order),
    /// A tile leaves the board from a square (point 5).
    Off(Side, Order, usize),
    /// A tile slides from a square to another, one or two steps away (point 6).
    Slide(Side, Order, [usize; 2]),
    /// A tile goes from a square to the next and pushes a row, listed from the mover outwards (point 7).
    Push(Side, Order, [usize; 2], Row),
    /// A tile cannot push, because enemy tiles outnumber own tiles in the row (point 7).
    Blocked {
        /// The side of the order.
        side: Side,
        /// The order.
        order: Order,
        /// The square of the tile.
        from: usize,
        /// The first square at which own tiles are outnumbered.
        at: usize,
        /// The numbers of own and of enemy tiles up to that square.
        count: [u32; 2],
    },
    /// The opponent captures this tile.
    Capture(Tile),
}

/// Carries out the plans slot by slot until the game is over (points 4 and 8). It calls `report` for each event.
pub(super) fn resolve(position: &mut Epigo, plans: BySide<Plan>, mut report: impl FnMut(Event)) {
    for slot in 0..3 {
        let orders = Side::BOTH.map(|side| plans[side].0[slot]);
        resolve_slot(position, BySide(orders), |kind| report(Event { slot: slot + 1, kind }));
        if position.outcome().is_some() {
            return;
        }
    }
}

/// Carries out an order of each side (point 4). The second order is dropped if the first ends the game.
#[inline]
pub(super) fn resolve_slot(position: &mut Epigo, orders: BySide<Order>, mut report: impl FnMut(EventKind)) {
    let (white, black) = (orders[Side::First], orders[Side::Second]);
    if white.tile == black.tile {
        return report(EventKind::Cancel(white.tile));
    }
    let first = if white.tile > black.tile { Side::First } else { Side::Second };
    carry_out(position, first, orders[first], &mut report);
    if position.outcome().is_none() {
        carry_out(position, !first, orders[!first], &mut report);
    }
}

/// Carries out one order (points 4 to 7).
pub(super) fn carry_out(position: &mut Epigo, side: Side, order: Order, report: &mut impl FnMut(EventKind)) {
    let tile = Tile { side, number: order.tile };
    let (Some(from), Some(direction)) = (position.square_of(tile), order.direction) else {
        return report(EventKind::Absent(side, order));
    };
    let Some(to) = next(from, direction) else {
        position.take(from);
        report(EventKind::Off(side, order, from));
        return report(EventKind::Capture(tile));
    };
    if position.tile(to).is_some() {
        return push(position, side, order, [from, to], direction, report);
    }
    // The second step depends on the enemies beside the first square only (point 6).
    let alone = NEIGHBOURS[to] & position.occupied(!side) == 0;
    let further = next(to, direction).filter(|&square| alone && position.tile(square).is_none());
    let to = further.unwrap_or(to);
    position.take(from);
    position.put(tile, to);
    report(EventKind::Slide(side, order, [from, to]));
}

/// Carries out an order whose next square is occupied (point 7).
fn push(
    position: &mut Epigo,
    side: Side,
    order: Order,
    [from, to]: [usize; 2],
    direction: Direction,
    report: &mut impl FnMut(EventKind),
) {
    let mut count = [1, 0];
    let mut row = SmallVec::<[usize; 8]>::from_slice(&[from]);
    let mut square = Some(to);
    while let Some((at, tile)) = square.and_then(|at| Some((at, position.tile(at)?))) {
        count[usize::from(tile.side != side)] += 1;
        if count[1] > count[0] {
            return report(EventKind::Blocked { side, order, from, at, count });
        }
        row.push(at);
        square = next(at, direction);
    }
    let tiles = || row[1..].iter().filter_map(|&at| position.tile(at)).collect::<Row>();
    report(EventKind::Push(side, order, [from, to], tiles()));
    // The last tile goes first, so that each square is empty when a tile comes. One without a target leaves the board.
    let mut target = square;
    for &at in row.iter().rev() {
        let tile = position.take(at);
        match (tile, target) {
            (Some(tile), Some(target)) => position.put(tile, target),
            (Some(tile), None) => report(EventKind::Capture(tile)),
            (None, _) => {}
        }
        target = Some(at);
    }
}

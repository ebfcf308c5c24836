//! How the plans of a turn are carried out.

use smallvec::SmallVec;

use super::board::{BESIDE, Direction, next};
use super::orders::{Order, Plan};
use super::position::{Epigo, Tile};
use crate::base::{BySide, Side};
use crate::game::Simultaneous;

/// Tiles side by side, as many as the board is wide.
pub type Row = SmallVec<[Tile; 8]>;

/// Something that happens in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The slot, from 1.
    pub slot: usize,
    /// What.
    pub deed: Deed,
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Both ordered tiles of this number: neither moves (point 4).
    Cancel(u8),
    /// The order of a tile that is off the board (point 4).
    Absent(Side, Order),
    /// A tile leaves the board from a square (point 5).
    Off(Side, Order, usize),
    /// A tile goes from a square to another, one step or two (point 6).
    Slide(Side, Order, [usize; 2]),
    /// A tile goes from a square to the next and pushes a row, here from the mover outwards (point 7).
    Push(Side, Order, [usize; 2], Row),
    /// A tile on a square cannot push: from a square on, own tiles in the row are outnumbered (point 7).
    Blocked {
        /// Who gave the order.
        side: Side,
        /// The order.
        order: Order,
        /// Where the tile stands.
        from: usize,
        /// Where it is outnumbered first.
        at: usize,
        /// Own tiles up to there, and enemy ones.
        count: [u32; 2],
    },
    /// A tile is captured by its opponent.
    Capture(Tile),
}

/// Carries out the plans slot by slot until they or the game are over (points 4 and 8).
pub(super) fn resolve(position: &mut Epigo, plans: BySide<Plan>, mut tell: impl FnMut(Event)) {
    for slot in 0..3 {
        let orders = Side::BOTH.map(|side| plans[side].0[slot]);
        resolve_slot(position, BySide(orders), |deed| tell(Event { slot: slot + 1, deed }));
        if position.outcome().is_some() {
            return;
        }
    }
}

/// Carries out an order of each side (point 4); the second one only if the game goes on.
#[inline]
pub(super) fn resolve_slot(position: &mut Epigo, orders: BySide<Order>, mut tell: impl FnMut(Deed)) {
    let (white, black) = (orders[Side::First], orders[Side::Second]);
    if white.tile == black.tile {
        return tell(Deed::Cancel(white.tile));
    }
    let first = if white.tile > black.tile { Side::First } else { Side::Second };
    carry_out(position, first, orders[first], &mut tell);
    if position.outcome().is_none() {
        carry_out(position, !first, orders[!first], &mut tell);
    }
}

fn carry_out(position: &mut Epigo, side: Side, order: Order, tell: &mut impl FnMut(Deed)) {
    let tile = Tile { side, number: order.tile };
    let (Some(from), Some(direction)) = (position.place(tile), order.direction) else {
        return tell(Deed::Absent(side, order));
    };
    let Some(to) = next(from, direction) else {
        position.take(from);
        tell(Deed::Off(side, order, from));
        return tell(Deed::Capture(tile));
    };
    if position.tile(to).is_some() {
        return push(position, side, order, [from, to], direction, tell);
    }
    // Whether it goes on depends on the first square only.
    let alone = BESIDE[to] & position.occupied(!side) == 0;
    let further = next(to, direction).filter(|&square| alone && position.tile(square).is_none());
    let to = further.unwrap_or(to);
    position.take(from);
    position.put(tile, to);
    tell(Deed::Slide(side, order, [from, to]));
}

fn push(
    position: &mut Epigo,
    side: Side,
    order: Order,
    [from, to]: [usize; 2],
    direction: Direction,
    tell: &mut impl FnMut(Deed),
) {
    let mut count = [1, 0];
    let mut row = SmallVec::<[usize; 8]>::from_slice(&[from]);
    let mut square = Some(to);
    while let Some((at, tile)) = square.and_then(|at| Some((at, position.tile(at)?))) {
        count[usize::from(tile.side != side)] += 1;
        if count[1] > count[0] {
            return tell(Deed::Blocked { side, order, from, at, count });
        }
        row.push(at);
        square = next(at, direction);
    }
    let tiles: Row = row.iter().filter_map(|&at| position.take(at)).collect();
    // What has no square to go to has left the board.
    let goals = row[1..].iter().copied().map(Some).chain([square]);
    let mut captured = None;
    for (&tile, goal) in tiles.iter().zip(goals) {
        match goal {
            Some(goal) => position.put(tile, goal),
            None => captured = Some(tile),
        }
    }
    tell(Deed::Push(side, order, [from, to], tiles[1..].into()));
    if let Some(tile) = captured {
        tell(Deed::Capture(tile));
    }
}

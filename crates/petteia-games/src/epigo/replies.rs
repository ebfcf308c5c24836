//! The values of all replies to a choice.

use std::ops::ControlFlow;

use petteia_core::hash::splitmix;
use petteia_core::{Side, Simultaneous};
use smallvec::SmallVec;

use super::orders::{Choice, Plan};
use super::position::{Epigo, TILES};

/// The values of the positions after a turn that were evaluated last.
struct KnownValues(Vec<([u64; 2], f32)>);

impl KnownValues {
    /// Twice as many as the different positions after a turn.
    const SLOTS: usize = 1 << 13;

    fn new() -> Self {
        // No position has all tiles on the same square.
        Self(vec![([0; 2], 0.0); Self::SLOTS])
    }

    /// The value of a position, by `evaluate` unless it is known.
    fn value(&mut self, position: &Epigo, evaluate: &mut impl FnMut(&Epigo) -> f32) -> f32 {
        let squares = position.squares();
        let hash = splitmix(squares[0] ^ splitmix(squares[1]).1).1;
        let slot = &mut self.0[hash as usize % Self::SLOTS];
        if slot.0 != squares {
            *slot = (squares, evaluate(position));
        }
        slot.1
    }
}

/// Number of orders that a side can give at most.
const ORDERS: usize = 4 * TILES;

/// Appends the value of the position after `choice` of `side` and each choice of the other side, and returns the number
/// of joint turns carried out.
///
/// Two orders often lead to the same position in either order, and then with the same third orders. Those are carried
/// out once. Of the positions at the end two thirds are equal to another one, and are evaluated once.
pub(super) fn evaluate_replies(
    position: &Epigo,
    side: Side,
    choice: Choice,
    values: &mut Vec<f32>,
    mut evaluate: impl FnMut(&Epigo) -> f32,
) -> u64 {
    let Choice::Plan(Plan(own)) = choice else {
        let before = values.len();
        let _ = position.for_each_after(side, choice, |after| {
            values.push(evaluate(after));
            ControlFlow::Continue(())
        });
        return (values.len() - before) as u64;
    };
    let orders = position.orders(!side);
    let mut known = KnownValues::new();
    // The position after two orders, by their indices, and where its values begin.
    let mut seen: Vec<(Epigo, usize)> = Vec::with_capacity(ORDERS * ORDERS);
    let mut index = [[0_usize; ORDERS]; ORDERS];
    let mut carried_out = 0;
    for (i, &first) in orders.iter().enumerate() {
        let one = position.after_slot(side, own[0], first);
        for (j, &second) in orders.iter().enumerate().filter(|(_, second)| second.tile != first.tile) {
            let two = one.after_slot(side, own[1], second);
            let third: SmallVec<[_; ORDERS]> =
                orders.iter().filter(|third| ![first.tile, second.tile].contains(&third.tile)).collect();
            if j < i {
                let (other, start) = &seen[index[j][i]];
                if *other == two {
                    values.extend_from_within(*start..start + third.len());
                    continue;
                }
            }
            index[i][j] = seen.len();
            seen.push((two, values.len()));
            carried_out += third.len() as u64;
            for &third in third {
                let mut three = two.after_slot(side, own[2], third);
                three.advance_turn();
                values.push(known.value(&three, &mut evaluate));
            }
        }
    }
    carried_out
}

//! The values of all replies to a choice.

use std::ops::ControlFlow;

use petteia_core::{Side, Simultaneous};
use smallvec::SmallVec;

use super::orders::{Choice, Plan};
use super::position::{Epigo, TILES};

/// Number of orders that a side can give at most.
const ORDERS: usize = 4 * TILES;

/// Appends the value of the position after `choice` of `side` and each choice of the other side, and returns the number
/// of joint turns carried out.
///
/// Two orders often lead to the same position in either order, and then with the same third orders. Those are carried
/// out once.
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
                values.push(evaluate(&three));
            }
        }
    }
    carried_out
}

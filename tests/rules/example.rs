//! The game of `examples/breakthrough.rs` keeps the laws and has the right number of first moves.

#[expect(dead_code, reason = "the example's main function")]
#[path = "../../examples/breakthrough.rs"]
mod breakthrough;

use petteia_core::Position;

use crate::laws::laws_of;
use breakthrough::Breakthrough;

#[test]
fn the_laws() {
    laws_of::<Breakthrough>("breakthrough-6x6");
}

#[test]
fn first_moves() {
    // Six pawns of the front row: four with three moves, two with two.
    assert_eq!(Breakthrough::start().count_moves(), 16);
    assert_eq!(Breakthrough::start().count_replies(), 16 * 16);
}

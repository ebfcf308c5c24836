//! Hand-crafted evaluation: material, cities, mobility, threats and squares.

use petteia_core::taper::SideTerms;
use petteia_core::{Evaluate, Position, Side, taper};

use super::position::{Board, Sparta};
use super::weights::WEIGHTS;

/// The hand-crafted evaluation: terms with fitted weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandcraftedEval;

/// Number of terms of the evaluation.
pub const TERMS: usize = 17;
/// Number of pieces at the start of a game.
const START_PIECES: i32 = 16;
/// Number of pieces below which the weights no longer change.
const ENDGAME_PIECES: i32 = 2;

impl Evaluate<Sparta> for HandcraftedEval {
    fn evaluate(&self, position: &Sparta) -> i32 {
        let [phase, max_phase] = phase(position);
        taper::sum(&terms(position), &WEIGHTS, phase, max_phase)
    }
}

/// The phase of the game for [`taper::sum`], and the phase at the start.
#[must_use]
pub fn phase(position: &Sparta) -> [i32; 2] {
    let pieces: i32 = Side::BOTH.into_iter().map(|side| position.pieces(side).count()).sum();
    [pieces - ENDGAME_PIECES, START_PIECES - ENDGAME_PIECES]
}

/// The terms, positive for the side to move.
#[must_use]
pub fn terms(position: &Sparta) -> [i32; TERMS] {
    taper::by_side(&side_terms(position, position.side()), &side_terms(position, !position.side()))
}

/// The terms of one side.
fn side_terms(position: &Sparta, side: Side) -> SideTerms<3, { TERMS - 7 }> {
    let (warriors, heroes, free) = (position.warriors(side), position.heroes(side), position.free());
    let (own, enemies) = (warriors | heroes, position.pieces(!side));
    let (own_cities, enemy_cities) = (position.cities(side), position.cities(!side));
    let (total_reach, warrior_reach, mobility) = position.reach_of_side(side);
    let enclosing = Board::enclosing_squares(enemies, own, free);
    let captures = (enclosing & total_reach).count();
    let conquests = (warrior_reach & enemy_cities).count();
    let promotions = (warrior_reach & own_cities).count();
    // The last two cities count extra, because a side without cities has lost.
    let [last_city, last_two_cities] = [1, 2].map(|left| -i32::from(own_cities.count() == left));
    let connected = (own & Board::around(own)).count();
    let [edge, second_ring] = [0, 1].map(|ring| (own & Board::RINGS[ring]).count());
    let in_cities = (own & (own_cities | enemy_cities)).count();
    #[rustfmt::skip]
    let counts = [
        warriors.count(), heroes.count(), own_cities.count(), last_city, last_two_cities,
        mobility, connected, edge, second_ring, in_cities,
    ];
    SideTerms { threats: [captures, conquests, promotions], counts }
}

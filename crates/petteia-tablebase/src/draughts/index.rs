//! Numbers the positions of a slice.
//!
//! The men of each side are a combination of the squares where they can stand, and the kings of each side one of the
//! squares that are left. Men of both sides on one square give numbers without a position.

use std::marker::PhantomData;

use petteia_games::draughts::board::{board, crowning_row};
use petteia_games::draughts::rules::Rules;

use super::material::{Placement, Slice};
use crate::combinations::{combinations, rank, size, unrank};
use crate::endgames;

/// The squares where the men of the side to move can stand.
#[must_use]
pub fn own_men_squares<R: Rules>() -> u64 {
    board::<R>() & !crowning_row::<R>(false)
}

/// The squares where the men of the enemy can stand.
#[must_use]
pub fn enemy_men_squares<R: Rules>() -> u64 {
    board::<R>() & !crowning_row::<R>(true)
}

/// The numbers of the positions of one slice.
#[derive(Clone, Copy, Debug)]
pub struct SliceIndex<R> {
    /// The slice.
    pub slice: Slice,
    /// Number of sets of own men.
    pub own_men: u64,
    /// Number of sets of enemy men.
    pub enemy_men: u64,
    /// Number of sets of own kings, for fixed men.
    pub own_kings: u64,
    /// Number of sets of enemy kings, for fixed men and own kings.
    pub enemy_kings: u64,
    rules: PhantomData<R>,
}

impl<R: Rules> endgames::SliceIndex for SliceIndex<R> {
    type Slice = Slice;
    type Placement = Placement;

    fn new(slice: Slice) -> Self {
        let men_squares = size(own_men_squares::<R>());
        let left = size(board::<R>()) - slice.men();
        Self {
            slice,
            own_men: combinations(men_squares, slice.own.men),
            enemy_men: combinations(men_squares, slice.enemy.men),
            own_kings: combinations(left, slice.own.kings),
            enemy_kings: combinations(left - slice.own.kings, slice.enemy.kings),
            rules: PhantomData,
        }
    }

    fn slice(&self) -> Slice {
        self.slice
    }

    fn size(&self) -> u64 {
        self.own_men * self.enemy_men * self.placements_of_kings()
    }

    #[inline]
    fn number(&self, placement: Placement) -> u64 {
        self.first_with_men(placement.own_men, placement.enemy_men) + self.among_kings(placement)
    }

    fn placement(&self, index: u64) -> Option<Placement> {
        let Slice { own, enemy } = self.slice;
        let (men, kings) = (index / self.placements_of_kings(), index % self.placements_of_kings());
        let own_men = unrank(men / self.enemy_men, own.men, own_men_squares::<R>());
        let enemy_men = unrank(men % self.enemy_men, enemy.men, enemy_men_squares::<R>());
        let squares = board::<R>() & !(own_men | enemy_men);
        let own_kings = unrank(kings / self.enemy_kings, own.kings, squares);
        let enemy_kings = unrank(kings % self.enemy_kings, enemy.kings, squares & !own_kings);
        (own_men & enemy_men == 0).then_some(Placement { own_men, own_kings, enemy_men, enemy_kings })
    }
}

impl<R: Rules> SliceIndex<R> {
    /// The number of positions with the same men.
    #[must_use]
    pub fn placements_of_kings(&self) -> u64 {
        self.own_kings * self.enemy_kings
    }

    /// The number of the first position with these men.
    #[inline]
    #[must_use]
    pub fn first_with_men(&self, own: u64, enemy: u64) -> u64 {
        let men = rank(own, own_men_squares::<R>()) * self.enemy_men + rank(enemy, enemy_men_squares::<R>());
        men * self.placements_of_kings()
    }

    /// The number of a position among those with the same men.
    #[inline]
    #[must_use]
    pub fn among_kings(&self, placement: Placement) -> u64 {
        let Placement { own_men, own_kings, enemy_men, enemy_kings } = placement;
        let squares = board::<R>() & !(own_men | enemy_men);
        rank(own_kings, squares) * self.enemy_kings + rank(enemy_kings, squares & !own_kings)
    }
}

#[cfg(test)]
mod tests {
    use petteia_games::draughts::{EnglishRules, InternationalRules};

    use super::*;
    use crate::draughts::material::Army;
    use crate::endgames::{Material, SliceIndex as _};

    fn every_position_has_its_number<R: Rules>(pieces: usize) {
        for slice in Slice::up_to(pieces).into_iter().flat_map(Material::with_twin) {
            let index = SliceIndex::<R>::new(slice);
            let mut positions = 0;
            for number in (0..index.size()).step_by(1 + index.size() as usize / 50_000) {
                let Some(placement) = index.placement(number) else { continue };
                assert_eq!(index.number(placement), number, "{slice}");
                assert_eq!(placement.slice(), slice);
                assert_eq!(Placement::of(&placement.position::<R>()), placement);
                assert_eq!(placement.turned::<R>().turned::<R>(), placement);
                positions += 1;
            }
            assert!(positions > 0, "{slice}");
        }
    }

    #[test]
    fn positions_and_numbers_fit() {
        every_position_has_its_number::<EnglishRules>(4);
        every_position_has_its_number::<InternationalRules>(3);
    }

    #[test]
    fn captures_and_crownings_lead_to_slices_before() {
        let slices = Slice::up_to(5);
        let place = |slice: Slice| slices.iter().position(|&other| other == slice || other.turned() == slice);
        for (here, slice) in slices.iter().enumerate() {
            assert_eq!(slice.to_string().parse(), Ok(*slice));
            assert_eq!(place(*slice), Some(here));
            let mut next = Vec::new();
            if slice.own.men > 0 {
                next.push(Slice { own: Army { men: slice.own.men - 1, kings: slice.own.kings + 1 }, ..*slice });
            }
            if slice.pieces() > 2 && slice.own.kings > 0 && slice.own.pieces() > 1 {
                next.push(Slice { own: Army { kings: slice.own.kings - 1, ..slice.own }, ..*slice });
            }
            assert!(next.into_iter().all(|slice| place(slice).is_some_and(|there| there < here)));
        }
        for wrong in ["", "v", "KvX", "MKvK", "Kv", "KKKKKvKKKK", "KvKvK", "kvk"] {
            assert!(wrong.parse::<Slice>().is_err(), "{wrong}");
        }
    }
}

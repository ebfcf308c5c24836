//! Input features of the network, and the positions that it is trained on: what custodial games share, the heroes, and
//! each city with its occupant and the warriors that can reach it.

use petteia_core::{Features, Learnable, Position, Side, Trainable};

use super::position::{Bitboard, Board, Sparta, Thing};
use crate::custodial::{self, Activity, RandomStart, Sides, at_most};

/// Greatest number of heroes of a side that has features of its own. It also stands for all higher numbers.
const MAX_HEROES: usize = 8;
/// The same for cities.
const MAX_CITIES: usize = 8;
/// The same for the squares where a side can promote or conquer.
const MAX_TARGETS: usize = 3;
/// Number of states of a city: by its owner, its occupant, and the sides whose warriors can reach it.
const CITY_STATES: usize = 2 * 5 * 2 * 2;
/// Places of a city by its distance from the edge.
const RINGS: usize = 4;

/// The first feature of each kind after those of custodial games.
const HERO_COUNTS: usize = custodial::COUNT;
const HERO_SQUARES: usize = HERO_COUNTS + (MAX_HEROES + 1) * (MAX_HEROES + 1);
const CITY_COUNTS: usize = HERO_SQUARES + 2 * 64;
const TARGETS: usize = CITY_COUNTS + (MAX_CITIES + 1) * (MAX_CITIES + 1);
const CITIES: usize = TARGETS + 4 * (MAX_TARGETS + 1);

impl Sparta {
    fn sides(&self) -> Sides {
        let pieces = [self.side(), !self.side()].map(|side| self.pieces(side));
        Sides { men: pieces, pieces }
    }

    /// Whether a side has more men than at the start of a game.
    #[cfg(feature = "evaluations")]
    #[inline]
    pub(super) fn exceeds_start(&self) -> bool {
        self.sides().exceed_start()
    }
}

impl Features for Sparta {
    const COUNT: usize = CITIES + RINGS * CITY_STATES;
    const STAGES: usize = custodial::STAGES;

    fn stage(&self) -> usize {
        self.sides().stage()
    }

    #[inline]
    fn for_each_feature(&self, mut visit: impl FnMut(usize, usize)) {
        let (sides, free) = (self.sides(), self.free());
        let both = [self.side(), !self.side()];
        let reaches = both.map(|side| self.reach_of_side(side));
        let activity = [0, 1].map(|i| {
            let (reach, _, mobility) = reaches[i];
            let threats = (Board::enclosing_squares(sides.pieces[1 - i], sides.pieces[i], free) & reach).count();
            // A warrior has about twice as many moves as a man that slides.
            Activity { mobility: mobility / 2, threats }
        });
        sides.for_each_feature(activity, |feature| visit(0, feature));
        let heroes = both.map(|side| self.heroes(side));
        let cities = both.map(|side| self.cities(side));
        let pair = |counts: [i32; 2], most: usize| {
            let [own, enemy] = counts.map(|count| at_most(count, most));
            (most + 1) * own + enemy
        };
        visit(0, HERO_COUNTS + pair(heroes.map(Bitboard::count), MAX_HEROES));
        visit(0, CITY_COUNTS + pair(cities.map(Bitboard::count), MAX_CITIES));
        let warriors = reaches.map(|(_, warriors, _)| warriors);
        for i in 0..2 {
            heroes[i].for_each(|square| visit(0, HERO_SQUARES + 64 * i + square % 64));
            for (j, cities) in cities.iter().enumerate() {
                let targets = at_most((warriors[i] & *cities).count(), MAX_TARGETS);
                visit(0, TARGETS + (2 * i + j) * (MAX_TARGETS + 1) + targets);
            }
            cities[i].for_each(|square| {
                let occupant = [0, 1].map(|side| {
                    let hero = usize::from(heroes[side].contains(square));
                    usize::from(sides.pieces[side].contains(square)) * (2 * side + 1 + hero)
                });
                let is_near = warriors.map(|reach| usize::from(reach.contains(square)));
                let state = ((5 * i + occupant[0] + occupant[1]) * 2 + is_near[0]) * 2 + is_near[1];
                let [file, rank] = [square % 8, square / 8].map(|place| place.min(7 - place));
                visit(0, CITIES + CITY_STATES * file.min(rank) + state);
            });
        }
    }
}

impl Learnable for Sparta {
    const SCALE: f32 = 300.0;

    fn augmented(&self, chance: u32) -> Self {
        let mut image = Self::empty(self.side());
        for side in Side::BOTH {
            let things = [
                (Thing::Warrior, self.warriors(side)),
                (Thing::Hero, self.heroes(side)),
                (Thing::City, self.cities(side)),
            ];
            for (thing, set) in things {
                custodial::image(set, chance).for_each(|square| image.toggle(thing, side, square));
            }
        }
        image
    }
}

impl Trainable for Sparta {
    /// The start of the game, or random pieces, from two a side to all, and the cities of the start in random hands.
    fn training_start(chance: u64) -> Self {
        RandomStart::position(chance, Self::empty, |position, side, random| {
            for _ in 0..random.men(2) {
                let thing = if random.below(4) == 0 { Thing::Hero } else { Thing::Warrior };
                position.toggle(thing, side, random.square());
            }
            Self::start().cities(side).for_each(|square| {
                let owner = if random.below(4) == 0 { !side } else { side };
                position.toggle(Thing::City, owner, square);
            });
        })
    }

    fn opening(chance: u32) -> usize {
        chance as usize % 9
    }
}

//! Positions and choices as numbers.

use petteia_core::{Encode, Layout, PlaneWriter, Side};

use super::orders::{Choice, LINEUPS, Order};
use super::position::{Epigo, MAX_TURNS, TILES, Tile};

/// Number of orders to a tile: four directions. One to a tile off the board has the number of the first.
const ORDERS: usize = 4 * TILES;

impl Encode for Epigo {
    type Action = Choice;

    const BOARD: Layout = Layout { files: 8, ranks: 8 };
    const PLANES: &'static [&'static str] = &[
        "own tile 1",
        "own tile 2",
        "own tile 3",
        "own tile 4",
        "own tile 5",
        "own tile 6",
        "own tile 7",
        "enemy tile 1",
        "enemy tile 2",
        "enemy tile 3",
        "enemy tile 4",
        "enemy tile 5",
        "enemy tile 6",
        "enemy tile 7",
        "share of the turns",
        "viewer is the first player",
    ];
    /// Plans, then line-ups.
    const ACTIONS: usize = ORDERS * ORDERS * ORDERS + LINEUPS as usize;

    /// The orders of a plan as digits to the base 28, the first one highest: four times the tile, from 0, plus the
    /// direction. Line-ups follow, in alphabetical order.
    fn action(choice: Choice) -> usize {
        match choice {
            Choice::Plan(plan) => plan.0.into_iter().fold(0, |number, order| ORDERS * number + digit(order)),
            Choice::Lineup(lineup) => {
                let tiles = &lineup.0;
                // The rank of a permutation: its Lehmer code to the factorial base.
                let rank = (0..tiles.len()).fold(0, |rank, i| {
                    (tiles.len() - i) * rank + tiles[i + 1..].iter().filter(|&&tile| tile < tiles[i]).count()
                });
                ORDERS * ORDERS * ORDERS + rank
            }
        }
    }

    fn write_planes(&self, viewer: Side, planes: &mut PlaneWriter) {
        for side in [viewer, !viewer] {
            for number in 1..=TILES as u8 {
                planes.squares(self.square_of(Tile { side, number }));
            }
        }
        planes.all(f32::from(self.turn() as u16) / f32::from(MAX_TURNS as u16));
        planes.flag(viewer == Side::First);
    }
}

fn digit(order: Order) -> usize {
    4 * usize::from(order.tile - 1) + order.direction.map_or(0, |direction| direction as usize)
}

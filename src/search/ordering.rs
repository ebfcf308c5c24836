//! Which moves to try first, learnt while searching.

use crate::core::{BySide, Side};

/// Largest absolute value of a history score.
const HISTORY_MAX: i32 = 8_192;

const TABLE_MOVE: i32 = 1_000_000_000;
const KILLER: [i32; 2] = [60_000, 50_000];
const COUNTER: i32 = 40_000;

/// Move numbers that refuted their siblings at one distance from the root.
type Killers = [Option<u16>; 2];

/// What one thread has learnt about moves.
#[derive(Clone, Debug)]
pub struct Ordering {
    history: BySide<Vec<i16>>,
    counters: BySide<Vec<Option<u16>>>,
    killers: Vec<Killers>,
}

/// The place of a node in the tree, as far as ordering cares.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Who moves.
    pub side: Side,
    /// Plies from the root.
    pub ply: usize,
    /// Tag of the move that led here.
    pub previous: Option<u16>,
    /// Tag from the transposition table.
    pub table: Option<u16>,
}

impl Ordering {
    /// Nothing learnt yet, for a game with this many tags.
    #[must_use]
    pub fn new(tags: usize, plies: usize) -> Self {
        Self {
            history: BySide([vec![0; tags], vec![0; tags]]),
            counters: BySide([vec![None; tags], vec![None; tags]]),
            killers: vec![[None; 2]; plies],
        }
    }

    /// The rank of a move: higher is tried earlier.
    #[inline]
    #[must_use]
    pub fn rank(&self, place: Place, tag: u16, promise: i32) -> i32 {
        if place.table == Some(tag) {
            return TABLE_MOVE;
        }
        let [first, second] = self.killers[place.ply];
        let special = if first == Some(tag) {
            KILLER[0]
        } else if second == Some(tag) {
            KILLER[1]
        } else if place.previous.is_some_and(|p| self.counters[place.side][usize::from(p)] == Some(tag)) {
            COUNTER
        } else {
            0
        };
        special + self.history(place.side, tag) + 16 * promise
    }

    /// How well a move has done lately, within +-8,192.
    #[inline]
    #[must_use]
    pub fn history(&self, side: Side, tag: u16) -> i32 {
        self.history[side][usize::from(tag)].into()
    }

    /// A move refuted the one before it; `tried` were searched earlier to no avail.
    pub fn reward(&mut self, place: Place, tag: u16, depth: i32, tried: &[u16]) {
        let bonus = (depth * depth * 8).min(1_600);
        self.shift(place.side, tag, bonus);
        for &other in tried {
            self.shift(place.side, other, -bonus);
        }
        let killers = &mut self.killers[place.ply];
        if killers[0] != Some(tag) {
            *killers = [Some(tag), killers[0]];
        }
        if let Some(previous) = place.previous {
            self.counters[place.side][usize::from(previous)] = Some(tag);
        }
    }

    /// Moves a history score towards its bound by a share of the distance, so that it never leaves it.
    fn shift(&mut self, side: Side, tag: u16, bonus: i32) {
        let score = &mut self.history[side][usize::from(tag)];
        let old = i32::from(*score);
        *score = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
    }
}

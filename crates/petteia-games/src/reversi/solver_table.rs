//! The transposition table of the endgame solver: positions with the bounds of their final margins.

/// Number of entries, which is 1.5 MiB: most of it stays in the second level of the cache.
const ENTRIES: usize = 1 << 16;

/// In place of the square of a move that does not exist.
pub const NO_SQUARE: usize = 64;

/// What the solver knows of a position.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The least final margin for the side to move.
    pub lower: i8,
    /// The greatest final margin for the side to move.
    pub upper: i8,
    /// Square of the best move; 64 if none is known.
    pub best: u8,
}

impl Bounds {
    /// Nothing is known.
    pub const NONE: Self = Self { lower: -64, upper: 64, best: NO_SQUARE as u8 };

    /// A bound that ends a search with this window.
    #[inline]
    pub fn cutoff(self, alpha: i32, beta: i32) -> Option<i32> {
        let [lower, upper] = [self.lower, self.upper].map(i32::from);
        if lower >= beta || lower == upper {
            return Some(lower);
        }
        (upper <= alpha).then_some(upper)
    }

    /// The bounds after a search with this window has found a value.
    #[inline]
    pub fn after_search(self, value: i32, alpha: i32, beta: i32, best: usize) -> Self {
        let bound = value as i8;
        let lower = if value > alpha { self.lower.max(bound) } else { self.lower };
        let upper = if value < beta { self.upper.min(bound) } else { self.upper };
        Self { lower, upper, best: best as u8 }
    }
}

/// An entry: a position and its bounds.
#[derive(Clone, Copy, Debug)]
struct Entry {
    own: u64,
    enemy: u64,
    bounds: Bounds,
}

/// The table. It takes memory with its first entry. A position replaces any other that has the same place.
#[derive(Clone, Debug, Default)]
pub struct SolverTable(Vec<Entry>);

impl SolverTable {
    /// The bounds of a position for the side that owns `own`.
    #[inline]
    pub fn get(&self, own: u64, enemy: u64) -> Bounds {
        match self.0.get(Self::index(own, enemy)) {
            Some(entry) if entry.own == own && entry.enemy == enemy => entry.bounds,
            _ => Bounds::NONE,
        }
    }

    /// Stores the bounds of a position.
    #[inline]
    pub fn put(&mut self, own: u64, enemy: u64, bounds: Bounds) {
        if self.0.is_empty() {
            // No position has the same disc twice.
            self.0 = vec![Entry { own: !0, enemy: !0, bounds: Bounds::NONE }; ENTRIES];
        }
        self.0[Self::index(own, enemy)] = Entry { own, enemy, bounds };
    }

    /// Fibonacci hashing (Knuth 1973) of both sets.
    #[inline]
    fn index(own: u64, enemy: u64) -> usize {
        let mixed =
            (own ^ enemy.rotate_left(29).wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (mixed >> 40) as usize % ENTRIES
    }
}

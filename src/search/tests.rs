//! Parts of the search on a game that is small enough to know everything about it.

use super::bounds::Window;
use super::clock::Budget;
use super::entry::Entry;
use super::meter::Meter;
use super::node::{Step, Tree};
use super::shared::Shared;
use super::task::{Limits, Past, Settings, Task};
use super::{Bound, Control, Table};
use crate::core::hash::splitmix;
use crate::core::{Outcome, Score, Side};
use crate::game::{Evaluate, Position, Searchable};

/// Take 1 or 2 of what is left; who takes the last has won. Draws by the way are looked for, so nothing is progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Nim {
    left: u8,
    side: Side,
}

const fn nim(left: u8) -> Nim {
    Nim { left, side: Side::First }
}

impl Position for Nim {
    type Move = u8;
    const QUIET_PLIES: Option<usize> = Some(100);

    fn start() -> Self {
        nim(30)
    }

    fn side(&self) -> Side {
        self.side
    }

    fn for_each_move(&self, visit: impl FnMut(u8)) {
        (1..=self.left.min(2)).for_each(visit);
    }

    fn play(&mut self, m: u8) {
        *self = Self { left: self.left - m, side: !self.side };
    }

    fn is_progress(&self, _: u8) -> bool {
        false
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Win(!self.side))
    }

    fn key(&self) -> u64 {
        splitmix(u64::from(self.left) << 1 | self.side as u64).1
    }
}

impl Searchable for Nim {
    const TAGS: usize = 3;
    const COUNTED: bool = false;

    fn tag(m: u8) -> usize {
        m.into()
    }

    fn margin(&self) -> i32 {
        0
    }

    fn promise(&self, _: u8) -> i32 {
        0
    }

    fn moves_to_go(&self) -> u32 {
        10
    }
}

/// Beliefs by what is left, 0 where nothing is said.
#[derive(Clone, Copy)]
struct Beliefs(&'static [(u8, i32)]);

impl Evaluate<Nim> for Beliefs {
    fn evaluate(&self, position: &Nim) -> i32 {
        self.0.iter().find(|(left, _)| *left == position.left).map_or(0, |(_, value)| *value)
    }
}

/// A tree over a game with so many plies without progress before it.
fn with_tree<T>(quiet: usize, beliefs: Beliefs, look: impl FnOnce(&mut Tree<Nim, Beliefs>) -> T) -> T {
    let (table, control, limits) = (Table::new(1).expect("1 MiB"), Control::new(), Limits::default());
    let budget: Option<Budget> = None;
    let shared = Shared::new(&table, Meter::new(&control, &limits, budget), 1);
    let past = Past { keys: Vec::new(), quiet };
    let task = Task { root: nim(30), past, moves: Vec::new(), limits: limits.clone(), settings: Settings::default() };
    look(&mut Tree::new(&task, &shared, &beliefs))
}

fn around(score: i32) -> Window {
    Window { alpha: Score::from_raw(score), beta: Score::from_raw(score + 1) }
}

#[test]
fn an_entry_counts_at_its_depth_and_no_deeper() {
    let entry = |bound, proved| Entry { tag: None, score: 50, bound, proved, depth: 3, age: 0 };
    with_tree(0, Beliefs(&[]), |tree| {
        let settled = |entry, window, depth| tree.settled(entry, window, depth, 1).is_some();
        for (depth, enough) in [(2, true), (3, true), (4, false)] {
            assert_eq!(settled(entry(Bound::Exact, false), around(0), depth), enough, "{depth}");
            assert!(settled(entry(Bound::Exact, true), around(0), depth), "what is proved is true at any depth");
        }
        assert!(!settled(entry(Bound::Exact, false), Window::FULL, 2), "the line goes on");
        for (bound, window, enough) in
            [(Bound::Lower, 0, true), (Bound::Lower, 60, false), (Bound::Upper, 60, true), (Bound::Upper, 0, false)]
        {
            assert_eq!(settled(entry(bound, false), around(window), 3), enough, "{bound:?} {window}");
        }
    });
}

#[test]
fn a_mate_beyond_the_draw_is_none() {
    let mate =
        Entry { tag: None, score: Score::mate_in(9).to_table(0), bound: Bound::Exact, proved: true, depth: 20, age: 0 };
    for (quiet, in_time) in [(0, true), (91, true), (92, false), (99, false)] {
        let found = with_tree(quiet, Beliefs(&[]), |tree| tree.settled(mate, around(0), 1, 0).is_some());
        assert_eq!(found, in_time, "{quiet} plies without progress, mate in 9");
    }
}

/// A reduced search that promises too much is repeated at full depth, and a scout that is right in the window.
#[test]
fn what_looks_good_is_searched_again() {
    // With 20 left the side to move seems lost, a ply deeper it turns out to be won.
    let beliefs = Beliefs(&[(20, -300), (19, -400), (18, -400)]);
    with_tree(0, beliefs, |tree| {
        let step = Step { tag: 1, progress: false, is_final: false };
        let mut child =
            |depth, reduction| tree.child(&nim(20), step, around(0), depth, reduction, 0, false).score.raw();
        assert_eq!(child(0, 0), 300, "at the horizon");
        assert!(child(1, 1) <= 0, "the reduced search was believed");
        let wide = Window { alpha: Score::from_raw(-1_000), beta: Score::from_raw(1_000) };
        let exact = tree.child(&nim(20), step, wide, 1, 0, 0, false).score.raw();
        assert_eq!(exact, -400, "the scout says only that it is more than alpha");
    });
}

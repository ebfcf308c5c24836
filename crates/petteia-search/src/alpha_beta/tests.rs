//! Parts of the search on a game that is small enough to know everything about it.

use std::time::Duration;

use petteia_core::hash::splitmix;
use petteia_core::{Evaluate, MoveOrdering, NoisyMoves, Outcome, Position, Score, Scoring, Side, Solving, Timing};

use super::iterative_deepening::{IterativeDeepening, hash_full};
use super::node::{PlayedMove, SearchThread};
use super::repetition::RepetitionStack;
use super::table::TtEntry;
use super::threads::Shared;
use super::window::{Value, Window};
use super::{Bound, Control, GameHistory, HashTable, MAX_PLY, SearchTask};
use crate::limits::SearchLimits;
use crate::time::TimeBudget;
use crate::{Clock, Limits};

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
    const NO_PROGRESS_LIMIT: Option<usize> = Some(100);

    fn start() -> Self {
        nim(30)
    }

    fn side(&self) -> Side {
        self.side
    }

    fn for_each_move(&self, visit: impl FnMut(u8)) {
        (1..=self.left.min(2)).for_each(visit);
    }

    fn play_unchecked(&mut self, m: u8) {
        *self = Self { left: self.left - m, side: !self.side };
    }

    fn is_progress(&self, m: u8) -> bool {
        m == 2
    }

    fn is_irreversible(&self, _: u8) -> bool {
        false
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Win(!self.side))
    }

    fn key(&self) -> u64 {
        splitmix(u64::from(self.left) << 1 | self.side as u64).1
    }
}

impl MoveOrdering for Nim {
    const MOVE_INDICES: usize = 3;

    fn move_index(m: u8) -> usize {
        m.into()
    }

    fn ordering_score(&self, _: u8) -> i32 {
        0
    }
}

impl NoisyMoves for Nim {
    fn winning_move(&self) -> Option<u8> {
        (1..=2).contains(&self.left).then_some(self.left)
    }
}

impl Scoring for Nim {
    const WON_BY_MARGIN: bool = false;

    fn margin(&self) -> i32 {
        0
    }
}

impl Solving for Nim {
    type Solver = ();
}

impl Timing for Nim {
    fn moves_to_go(&self) -> u32 {
        10
    }
}

/// Evaluations by what is left, 0 for anything else.
#[derive(Clone, Copy)]
struct Evaluation(&'static [(u8, i32)]);

impl Evaluate<Nim> for Evaluation {
    fn evaluate(&self, position: &Nim) -> i32 {
        self.0.iter().find(|(left, _)| *left == position.left).map_or(0, |(_, value)| *value)
    }
}

/// A thread that searches a game with a halfmove clock.
fn with_thread<T>(
    halfmove_clock: usize,
    evaluation: Evaluation,
    look: impl FnOnce(&mut SearchThread<Nim, Evaluation>) -> T,
) -> T {
    let (table, control, limits) = (HashTable::new(1).expect("1 MiB"), Control::new(), Limits::default());
    let shared = Shared::new(&table, SearchLimits::new(&control, &limits, None), 1);
    let mut task = SearchTask::new(nim(30), limits.clone());
    task.game_history = GameHistory { keys: Vec::new(), halfmove_clock };
    look(&mut SearchThread::new(&task, &shared, &evaluation))
}

fn around(score: i32) -> Window {
    Window { alpha: Score::from_raw(score), beta: Score::from_raw(score + 1) }
}

#[test]
fn an_entry_counts_at_its_depth_and_no_deeper() {
    let entry = |bound, proved| TtEntry { best_move: None, score: 50, bound, proved, depth: 3, age: 0 };
    with_thread(0, Evaluation(&[]), |thread| {
        let is_enough = |entry, window, depth| thread.tt_cutoff(entry, window, depth, 1).is_some();
        for (depth, enough) in [(2, true), (3, true), (4, false)] {
            assert_eq!(is_enough(entry(Bound::Exact, false), around(0), depth), enough, "{depth}");
            assert!(is_enough(entry(Bound::Exact, true), around(0), depth), "what is proved is true at any depth");
        }
        assert!(!is_enough(entry(Bound::Exact, false), Window::FULL, 2), "the line goes on");
        for (bound, window, enough) in
            [(Bound::Lower, 0, true), (Bound::Lower, 60, false), (Bound::Upper, 60, true), (Bound::Upper, 0, false)]
        {
            assert_eq!(is_enough(entry(bound, false), around(window), 3), enough, "{bound:?} {window}");
        }
    });
}

#[test]
fn a_mate_beyond_the_draw_is_none() {
    let mate = TtEntry {
        best_move: None,
        score: Score::mate_in(9).to_tt(0),
        bound: Bound::Exact,
        proved: true,
        depth: 20,
        age: 0,
    };
    for (halfmove_clock, in_time) in [(0, true), (91, true), (92, false), (99, false)] {
        let found =
            with_thread(halfmove_clock, Evaluation(&[]), |thread| thread.tt_cutoff(mate, around(0), 1, 0).is_some());
        assert_eq!(found, in_time, "{halfmove_clock} plies without progress, mate in 9");
    }
}

/// The root is a position of the first player, who searches.
#[test]
fn contempt_values_a_draw_for_the_opponent() {
    let (table, control, limits) = (HashTable::new(1).expect("1 MiB"), Control::new(), Limits::default());
    let shared = Shared::new(&table, SearchLimits::new(&control, &limits, None), 1);
    let mut task = SearchTask::new(nim(30), limits.clone());
    task.options.contempt = Score::estimate(70);
    task.game_history = GameHistory { keys: vec![nim(9).key(), nim(9).key()], halfmove_clock: 2 };
    let mut thread = SearchThread::new(&task, &shared, &Evaluation(&[]));
    let mut draw = |position: Nim| {
        thread.repetitions.push(position.key(), false, false);
        let value = thread.end_by_history(&position, 1).expect("a draw");
        thread.repetitions.pop();
        assert!(!value.proved);
        value.score.raw()
    };
    assert_eq!(draw(nim(9)), -70, "the third occurrence, seen by the side that searches");
    let without_progress = Nim { side: Side::Second, ..nim(9) };
    thread.repetitions = RepetitionStack::new(&GameHistory { keys: Vec::new(), halfmove_clock: 100 }, nim(9).key());
    let value = thread.end_by_history(&without_progress, 1).expect("a draw");
    assert_eq!((value.score.raw(), value.proved), (70, false), "without progress, seen by the opponent");
}

#[test]
fn near_the_draw_each_number_of_plies_left_has_entries_of_its_own() {
    let key = |halfmove_clock| with_thread(halfmove_clock, Evaluation(&[]), |thread| thread.tt_key(&nim(30)));
    assert_eq!([key(0), key(84)], [nim(30).key(); 2], "far from the limit");
    let near: std::collections::HashSet<u64> = (84..100).map(key).collect();
    assert_eq!(near.len(), 16);
}

/// A reduced search that promises too much is repeated at full depth, and a scout that is right in the window.
#[test]
fn what_looks_good_is_searched_again() {
    // With 20 left the side to move seems lost, a ply deeper it turns out to be won.
    let evaluation = Evaluation(&[(20, -300), (19, -400), (18, -400)]);
    with_thread(0, evaluation, |thread| {
        let played = PlayedMove { index: 1, is_progress: false, is_irreversible: false };
        let mut child =
            |depth, reduction| thread.search_move(&nim(20), played, around(0), depth, reduction, 0, false).score.raw();
        assert_eq!(child(0, 0), 300, "at the horizon");
        assert!(child(1, 1) <= 0, "the reduced search was believed");
        let wide = Window { alpha: Score::from_raw(-1_000), beta: Score::from_raw(1_000) };
        let exact = thread.search_move(&nim(20), played, wide, 1, 0, 0, false).score.raw();
        assert_eq!(exact, -400, "the scout says only that it is more than alpha");
    });
}

#[test]
fn a_move_that_is_progress_need_not_be_irreversible() {
    let [one, two] = [1, 2].map(|m| PlayedMove::of(&nim(10), m));
    assert!(!one.is_progress && two.is_progress);
    assert!(!one.is_irreversible && !two.is_irreversible);
    assert_eq!([one.index, two.index], [1, 2]);
}

#[test]
fn a_line_goes_on_with_that_of_the_next_ply() {
    with_thread(0, Evaluation(&[]), |thread| {
        thread.stack[3].pv = vec![1, 2];
        thread.update_pv(2, 2);
        assert_eq!(thread.stack[2].pv, [2, 1, 2]);
        thread.update_pv(2, 1);
        assert_eq!(thread.stack[2].pv, [1, 1, 2]);
    });
}

#[test]
fn a_win_at_once_ends_the_line() {
    with_thread(0, Evaluation(&[]), |thread| {
        // Left by another move at the same ply.
        thread.stack[3].pv = vec![1, 1];
        let value = thread.node(&nim(2), Window::FULL, 3, 2);
        assert_eq!((value.score, value.proved), (Score::mate_in(3), true));
        assert_eq!(thread.stack[2].pv, [2]);
    });
}

/// An hour.
const LONG: Duration = Duration::from_secs(3_600);

const EVALUATION: Evaluation = Evaluation(&[(30, 55)]);

/// Looks at a thread with these limits, of whose soft time budget `soft` has been given.
fn with_root<T>(
    limits: &Limits,
    soft: Option<Duration>,
    look: impl FnOnce(&mut IterativeDeepening<Nim, Evaluation>) -> T,
) -> T {
    let (table, control) = (HashTable::new(1).expect("1 MiB"), Control::new());
    std::thread::sleep(Duration::from_millis(1));
    let budget = soft.map(|soft| TimeBudget { soft, hard: LONG });
    let shared = Shared::new(&table, SearchLimits::new(&control, limits, budget), 1);
    let task = SearchTask::new(nim(30), limits.clone());
    look(&mut IterativeDeepening::new(&task, &EVALUATION, &shared, None))
}

#[test]
fn time_that_is_used_is_enough() {
    let none = Limits::default();
    let is_enough = |limits: &Limits, soft, stable| with_root(limits, soft, |root| root.is_enough(stable));
    assert!(!is_enough(&none, None, 0), "time does not count");
    assert!(!is_enough(&none, Some(LONG), 9));
    assert!(is_enough(&none, Some(Duration::ZERO), 0));
    assert!(!is_enough(&Limits { ponder: true, ..none }, Some(Duration::ZERO), 0), "the clock does not run yet");
}

#[test]
fn a_forced_move_needs_no_time() {
    let clock = Clock { left: LONG, increment: Duration::ZERO, moves_to_go: None };
    for (clock, moves, enough) in [(Some(clock), 1, true), (Some(clock), 2, false), (None, 1, false)] {
        let limits = Limits { clock, ..Limits::default() };
        let found = with_root(&limits, Some(LONG), |root| {
            root.moves.truncate(moves);
            root.is_enough(0)
        });
        assert_eq!(found, enough, "{moves} moves");
    }
}

#[test]
fn a_mate_that_was_asked_for_is_enough() {
    for (mate, score, enough) in [
        (Some(5), Score::mate_in(3), true),
        (Some(5), Score::mated_in(4), true),
        (Some(5), Score::estimate(300), false),
        (None, Score::mate_in(3), false),
    ] {
        let limits = Limits { mate, ..Limits::default() };
        let found = with_root(&limits, None, |root| {
            root.moves[0].value = Value::estimated(score);
            root.is_enough(0)
        });
        assert_eq!(found, enough, "{mate:?} {score:?}");
    }
}

#[test]
fn the_last_depth() {
    let none = Limits::default();
    let longest = MAX_PLY as u32 - 1;
    for (limits, expected) in [
        (none.clone(), longest),
        (Limits { depth: Some(7), ..none.clone() }, 7),
        (Limits { mate: Some(5), ..none.clone() }, 5),
        (Limits { depth: Some(4), mate: Some(5), ..none.clone() }, 4),
        (Limits { depth: Some(0), ..none.clone() }, 1),
        (Limits { depth: Some(1_000), ..none.clone() }, longest),
        (Limits { infinite: true, ..none }, longest),
    ] {
        assert_eq!(with_root(&limits, None, |root| root.last_depth()), expected, "{limits:?}");
    }
}

#[test]
fn a_search_that_found_nothing_has_the_static_evaluation() {
    with_root(&Limits::default(), None, |root| {
        let expected = Score::estimate(EVALUATION.evaluate(&nim(30)));
        root.report_unfinished(1);
        assert_eq!(root.moves[0].value, Value::estimated(expected));
        root.moves[0].value.score = Score::estimate(77);
        root.report_unfinished(1);
        assert_eq!(root.moves[0].value.score, Score::estimate(77), "what was found stays");
    });
}

#[test]
fn hash_full_counts_the_entries_of_this_search() {
    let (table, control, limits) = (HashTable::new(1).expect("1 MiB"), Control::new(), Limits::default());
    let shared = Shared::new(&table, SearchLimits::new(&control, &limits, None), 1);
    assert_eq!(hash_full(&shared), 0);
    let entry = TtEntry { best_move: None, score: 0, bound: Bound::Exact, proved: false, depth: 1, age: shared.age };
    for bucket in 0..40_u64 {
        let age = if bucket.is_multiple_of(4) { shared.age + 1 } else { shared.age };
        // The highest bits of a key are its bucket: 1 MiB has 2^14 of them.
        table.put(bucket << 50, TtEntry { age, ..entry }.pack(), |_| 0);
    }
    assert_eq!(hash_full(&shared), 30);
}

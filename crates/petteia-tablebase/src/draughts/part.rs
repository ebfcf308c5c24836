//! Solves a part of a slice: all positions with the same men, whichever side is to move.

use std::mem;
use std::sync::atomic::Ordering;

use petteia_core::bits::ones;
use petteia_core::{TablebaseValue, Wdl};
use petteia_games::draughts::board::{Direction, board, crowning_row, step, turn};
use petteia_games::draughts::rays::king_reach;
use petteia_games::draughts::rules::Rules;

use super::material::Placement;
use super::solve::Pair;
use crate::combinations::sets;
use crate::counts::Counts;
use crate::value::{MAX_DISTANCE, NO_VALUE, best_of_moves, resolve, to_byte};

/// The state of a position while its part is solved. An open position holds the number of moves that may still save it:
/// kings' moves whose result is open, and 1 more if a man's move draws. A solved one holds its distance in plies.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State(u16);

impl State {
    const WIN: u16 = 0x4000;
    const LOSS: u16 = 0x8000;
    const DRAW: u16 = 0xC000;
    const CAPTURE: u16 = 0x2000;

    fn solved(wdl: Wdl, distance: u16) -> Self {
        match wdl {
            Wdl::Win => Self(Self::WIN | distance),
            Wdl::Draw => Self(Self::DRAW),
            Wdl::Loss => Self(Self::LOSS | distance),
        }
    }

    fn capture(wdl: Wdl) -> Self {
        Self(Self::solved(wdl, 1).0 | Self::CAPTURE)
    }

    fn is_open(self) -> bool {
        self.0 < Self::CAPTURE
    }

    fn is_capture(self) -> bool {
        self.0 & Self::CAPTURE != 0
    }

    /// The result and the distance. What is open at the end is a draw.
    fn result(self) -> (Wdl, u16) {
        let distance = self.0 & 0x1FFF;
        match self.0 & Self::DRAW {
            Self::WIN => (Wdl::Win, distance),
            Self::LOSS => (Wdl::Loss, distance),
            _ => (Wdl::Draw, 0),
        }
    }
}

/// The positions of a part with one side to move.
#[derive(Default)]
struct PartView {
    own_men: u64,
    enemy_men: u64,
    /// The bits of the squares without men.
    squares: Vec<u64>,
    /// The sets of own kings, as numbers with one bit for each of these squares.
    own_kings: Vec<u64>,
    /// The sets of enemy kings, the same for the squares that the own kings leave.
    enemy_kings: Vec<u64>,
    states: Vec<State>,
}

impl PartView {
    /// Begins a part with these men.
    fn begin<R: Rules>(&mut self, own_men: u64, enemy_men: u64) {
        (self.own_men, self.enemy_men) = (own_men, enemy_men);
        self.squares.clear();
        self.squares.extend(ones(board::<R>() & !(own_men | enemy_men)).map(|bit| 1 << bit));
    }

    fn set(&self, dense: u64) -> u64 {
        ones(dense).fold(0, |set, bit| set | self.squares[bit])
    }

    /// The position with this number in the part.
    fn placement(&self, number: usize) -> Placement {
        let own = self.own_kings[number / self.enemy_kings.len()];
        let mut enemy = 0;
        for mut bit in ones(self.enemy_kings[number % self.enemy_kings.len()]) {
            // Enemy kings are counted on the squares that own kings leave.
            for own in ones(own) {
                bit += usize::from(own <= bit);
            }
            enemy |= self.squares[bit];
        }
        let (own_men, enemy_men) = (self.own_men, self.enemy_men);
        Placement { own_men, own_kings: self.set(own), enemy_men, enemy_kings: enemy }
    }
}

/// A position of the part that is solved: its number, and which view it belongs to.
type Solved = (u32, bool);

/// Solves parts, one after the other, with memory that it keeps.
pub(super) struct PartSolver<'a, R, K> {
    pair: &'a Pair<R>,
    known: &'a K,
    /// The part as both sides to move see it. The second is not used in a part that looks the same to both.
    views: [PartView; 2],
    /// What is solved with the current distance, and with the next.
    current: Vec<Solved>,
    next: Vec<Solved>,
    /// What has been found in the slice and in its mirror.
    pub(super) counts: [Counts; 2],
}

impl<'a, R: Rules, K: Fn(Placement) -> Option<Wdl>> PartSolver<'a, R, K> {
    pub(super) fn new(pair: &'a Pair<R>, known: &'a K) -> Self {
        let views = [false, true].map(|mirror| {
            let slice = pair.index(mirror).slice;
            let left = R::ROW as usize * R::ROW as usize * 2 - slice.men();
            PartView {
                own_kings: sets(left, slice.own.kings).collect(),
                enemy_kings: sets(left - slice.own.kings, slice.enemy.kings).collect(),
                states: vec![State(0); (pair.index(mirror).placements_of_kings()) as usize],
                ..PartView::default()
            }
        });
        Self { pair, known, views, current: Vec::new(), next: Vec::new(), counts: [Counts::default(); 2] }
    }

    /// Solves the part with these men.
    pub(super) fn solve(&mut self, own_men: u64, enemy_men: u64) {
        let turned = (turn::<R>(enemy_men), turn::<R>(own_men));
        self.views[0].begin::<R>(own_men, enemy_men);
        self.views[1].begin::<R>(turned.0, turned.1);
        // A part that looks the same to both sides has one view.
        let is_symmetric = turned == (own_men, enemy_men) && self.pair.is_symmetric();
        let views = if is_symmetric { 1 } else { 2 };
        (0..views).for_each(|view| self.begin(view));
        let mut distance = 1;
        while !(self.current.is_empty() && self.next.is_empty()) {
            let current = mem::take(&mut self.current);
            for &(number, mirror) in &current {
                self.take_back(number as usize, mirror, is_symmetric, distance);
            }
            self.current = current;
            self.current.clear();
            mem::swap(&mut self.current, &mut self.next);
            distance += 1;
        }
        (0..views).for_each(|view| self.finish(view));
    }

    /// Sets the state of each position from its captures and its moves of men.
    fn begin(&mut self, view: usize) {
        for number in 0..self.views[view].states.len() {
            let placement = self.views[view].placement(number);
            let state = self.first_state(placement);
            self.views[view].states[number] = state;
            if !state.is_open() {
                match state.result() {
                    (Wdl::Draw, _) => {}
                    (_, 0) => self.current.push((number as u32, view == 1)),
                    _ => self.next.push((number as u32, view == 1)),
                }
            }
        }
    }

    fn first_state(&self, placement: Placement) -> State {
        let stored = |placement| self.pair.result(placement).or_else(|| (self.known)(placement));
        let position = placement.position::<R>();
        if position.must_capture() {
            // The results of smaller slices are all there.
            return State::capture(best_of_moves(&position, &stored).unwrap_or(Wdl::Draw));
        }
        let (mut moves, mut open) = (0, 0);
        let mut best = Wdl::Loss;
        let free = board::<R>() & !placement.occupied();
        for direction in Direction::forward(false) {
            for to in ones(step::<R>(placement.own_men, direction) & free) {
                moves += 1;
                if best == Wdl::Win {
                    continue;
                }
                let from = step::<R>(1 << to, direction.opposite());
                let crowned = crowning_row::<R>(false) & 1 << to;
                let own_men = placement.own_men ^ from ^ 1 << to ^ crowned;
                let own_kings = placement.own_kings | crowned;
                let after = Placement { own_men, own_kings, ..placement }.turned::<R>();
                let result = resolve(&after.position::<R>(), &stored).unwrap_or(Wdl::Draw);
                best = best.max(result.negated());
            }
        }
        if best == Wdl::Win {
            return State::solved(Wdl::Win, 1);
        }
        for_each_king_step::<R>(placement.own_kings, free, |_, _| open += 1);
        match (open, best) {
            (0, Wdl::Loss) => State::solved(Wdl::Loss, u16::from(moves > 0)),
            (0, _) => State(State::DRAW),
            (open, best) => State(open + u16::from(best == Wdl::Draw)),
        }
    }

    /// Takes back the kings' moves to a position that is solved. `distance` is that of the positions before.
    fn take_back(&mut self, number: usize, mirror: bool, is_symmetric: bool, distance: u16) {
        let placement = self.views[usize::from(mirror)].placement(number);
        let is_loss = self.views[usize::from(mirror)].states[number].result().0 == Wdl::Loss;
        let before_mirror = !mirror && !is_symmetric;
        // The enemy has moved. It sees the board turned.
        let seen = placement.turned::<R>();
        let free = board::<R>() & !seen.occupied();
        let index = self.pair.index(!mirror);
        let (states, next) = (&mut self.views[usize::from(before_mirror)].states, &mut self.next);
        for_each_king_step::<R>(seen.own_kings, free, |to, from| {
            let before = Placement { own_kings: seen.own_kings ^ to ^ from, ..seen };
            let number = index.among_kings(before) as usize;
            let state = &mut states[number];
            if !state.is_open() {
                return;
            }
            if is_loss {
                *state = State::solved(Wdl::Win, distance);
                next.push((number as u32, before_mirror));
            } else {
                state.0 -= 1;
                if state.0 == 0 {
                    *state = State::solved(Wdl::Loss, distance);
                    next.push((number as u32, before_mirror));
                }
            }
        });
    }

    /// Writes the values of a view to its slice, and counts them.
    fn finish(&mut self, view: usize) {
        let mirror = view == 1;
        let PartView { own_men, enemy_men, states, .. } = &self.views[view];
        let part = self.pair.part(mirror, *own_men, *enemy_men);
        let counts = &mut self.counts[if self.pair.is_symmetric() { 0 } else { view }];
        for (byte, state) in part.iter().zip(states) {
            let (wdl, distance) = state.result();
            counts.add(wdl, u64::from(distance));
            let plies = distance.min(u16::from(MAX_DISTANCE)) as u8;
            let value = if state.is_capture() { NO_VALUE } else { to_byte(TablebaseValue::new(wdl, plies)) };
            byte.store(value, Ordering::Relaxed);
        }
    }
}

/// Calls `visit` with the squares from and to of each step of these kings, as sets.
#[inline]
fn for_each_king_step<R: Rules>(kings: u64, free: u64, mut visit: impl FnMut(u64, u64)) {
    for bit in ones(kings) {
        for direction in Direction::DIAGONALS {
            ones(king_reach::<R>(bit, direction, free)).for_each(|to| visit(1 << bit, 1 << to));
        }
    }
}

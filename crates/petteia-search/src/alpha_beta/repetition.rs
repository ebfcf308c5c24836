//! Ends of the game by repetition and without progress: the history of the game, and the stack of positions below the root.

use petteia_core::{Outcome, Position, hash};

/// Near a draw without progress the value of a position depends on how many plies are left. From so many plies before
/// the limit on, each number has entries of its own in the transposition table.
const COUNTED_PLIES: usize = 16;
/// What each number of plies left adds to the key of a position.
static CLOCK_KEYS: [u64; COUNTED_PLIES] = hash::keys(0xC10C);

/// The part of the game before a position that repetition and progress depend on. It is empty for a game without such
/// rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameHistory {
    /// Keys of the earlier positions since the last [irreversible](Position::is_irreversible) move, oldest first.
    pub keys: Vec<u64>,
    /// Plies since the last [progress](Position::is_progress).
    pub halfmove_clock: usize,
}

impl GameHistory {
    /// Adds the legal move that is played at a position.
    pub fn push<P: Position>(&mut self, position: &P, m: P::Move) {
        self.halfmove_clock = if position.is_progress(m) { 0 } else { self.halfmove_clock + 1 };
        if position.is_irreversible(m) {
            self.keys.clear();
        } else {
            self.keys.push(position.key());
        }
    }

    /// The result of a game that ends at this position by repetition or without progress, and which of them, in one word.
    #[must_use]
    pub fn ending<P: Position>(&self, position: &P) -> Option<(Outcome, &'static str)> {
        let limit = position.no_progress_limit()?;
        if self.keys.iter().filter(|&&key| key == position.key()).count() >= 2 {
            let outcome = P::REPETITION_LOSER.map_or(Outcome::Draw, |loser| Outcome::Win(!loser));
            Some((outcome, "repetition"))
        } else {
            (self.halfmove_clock >= limit).then_some((Outcome::Draw, "no-progress"))
        }
    }
}

/// A position that led to the node.
#[derive(Clone, Copy, Debug)]
struct Occurrence {
    key: u64,
    halfmove_clock: usize,
    /// The number of earlier positions that this one can repeat.
    reversible_plies: usize,
}

/// The positions of the game that can still be repeated, then those from the root to the node.
#[derive(Clone, Debug)]
pub struct RepetitionStack {
    positions: Vec<Occurrence>,
    root: usize,
}

impl RepetitionStack {
    /// The positions up to the root.
    pub fn new(game: &GameHistory, root: u64) -> Self {
        let keys = game.keys.iter().chain([&root]).enumerate();
        // The halfmove clock of a position before the root is never read.
        let positions = keys
            .map(|(plies, &key)| Occurrence { key, halfmove_clock: game.halfmove_clock, reversible_plies: plies })
            .collect();
        Self { positions, root: game.keys.len() }
    }

    /// Adds the position after a move.
    #[inline]
    pub fn push(&mut self, key: u64, is_progress: bool, is_irreversible: bool) {
        let (clock, plies) =
            self.positions.last().map_or((0, 0), |last| (last.halfmove_clock + 1, last.reversible_plies + 1));
        let halfmove_clock = if is_progress { 0 } else { clock };
        let reversible_plies = if is_irreversible { 0 } else { plies };
        self.positions.push(Occurrence { key, halfmove_clock, reversible_plies });
    }

    /// Removes the last position.
    pub fn pop(&mut self) {
        self.positions.pop();
    }

    /// Plies since the last progress.
    #[inline]
    pub fn halfmove_clock(&self) -> usize {
        self.positions.last().map_or(0, |last| last.halfmove_clock)
    }

    /// Whether the last position counts as a repetition: it has occurred twice before, or once since the root. Once since
    /// the root is enough, because what can be repeated once can be repeated again.
    #[inline]
    pub fn is_repetition(&self) -> bool {
        self.repeats(|i, occurrences| i >= self.root || occurrences == 2)
    }

    /// Whether the last position occurs for the third time.
    pub fn is_third_occurrence(&self) -> bool {
        self.repeats(|_, occurrences| occurrences == 2)
    }

    /// Whether `is_enough` holds for an earlier place of the last position and the number of places from there on.
    fn repeats(&self, is_enough: impl Fn(usize, u32) -> bool) -> bool {
        let Some((last, earlier)) = self.positions.split_last() else { return false };
        let first = earlier.len().saturating_sub(last.reversible_plies);
        let mut occurrences = 0;
        for (i, position) in earlier.iter().enumerate().skip(first).rev() {
            if position.key == last.key {
                occurrences += 1;
                if is_enough(i, occurrences) {
                    return true;
                }
            }
        }
        false
    }

    /// What the halfmove clock adds to the key of the last position in the transposition table. It is 0 far from the limit,
    /// and in endgames with limits as small as [`COUNTED_PLIES`].
    #[inline]
    pub fn clock_key<P: Position>(&self, position: &P) -> u64 {
        let clock = self.halfmove_clock();
        let left =
            position.no_progress_limit().filter(|_| clock >= COUNTED_PLIES).map(|limit| limit.saturating_sub(clock));
        left.and_then(|left| CLOCK_KEYS.get(left)).copied().unwrap_or(0)
    }

    /// Whether the last position is a draw without progress, unless it is won or lost.
    pub fn is_without_progress<P: Position>(&self, position: &P) -> bool {
        position.no_progress_limit().is_some_and(|limit| self.halfmove_clock() >= limit)
    }
}

#[cfg(test)]
mod tests {
    use super::{GameHistory, RepetitionStack};

    fn stack(keys: &[u64], root: u64) -> RepetitionStack {
        RepetitionStack::new(&GameHistory { keys: keys.to_vec(), halfmove_clock: keys.len() }, root)
    }

    #[test]
    fn once_since_the_root_or_twice_in_the_game() {
        let mut long = stack(&[7, 8, 9], 10);
        long.push(7, false, false);
        assert!(!long.is_repetition(), "once in the game");
        long.push(11, false, false);
        long.push(7, false, false);
        assert!(long.is_repetition() && long.is_third_occurrence());
        long.pop();
        long.push(10, false, false);
        assert!(long.is_repetition(), "a repetition of the root");
        assert!(!long.is_third_occurrence());
        assert_eq!(long.halfmove_clock(), 6);
        let mut twice = stack(&[7, 8, 7, 9], 10);
        twice.push(7, false, false);
        assert!(twice.is_repetition());
    }

    #[test]
    fn an_irreversible_move_ends_it_and_progress_only_the_clock() {
        let mut stack = stack(&[7, 8, 7], 9);
        stack.push(10, true, false);
        assert_eq!(stack.halfmove_clock(), 0);
        stack.push(7, false, false);
        assert!(stack.is_repetition() && stack.halfmove_clock() == 1);
        stack.pop();
        stack.push(11, true, true);
        stack.push(7, false, false);
        assert!(!stack.is_repetition() && stack.halfmove_clock() == 1);
    }
}

//! The way to the position being searched, for draws by repetition and without progress.

use super::task::Past;
use crate::game::Position;

/// A position on the way.
#[derive(Clone, Copy, Debug)]
struct Step {
    key: u64,
    /// Plies without progress that led here.
    quiet: usize,
    /// Positions before this one that could occur again here.
    open: usize,
}

/// The positions of the game that can still be repeated, then those from the root to the node.
#[derive(Clone, Debug)]
pub struct Trail {
    steps: Vec<Step>,
    root: usize,
}

impl Trail {
    /// The way to the root: the positions before it that can be repeated, and its plies without progress.
    pub fn new(past: &Past, root: u64) -> Self {
        let steps = past.keys.iter().chain([&root]).enumerate();
        // Of the earlier ones nobody will ask for the plies without progress.
        let steps = steps.map(|(open, &key)| Step { key, quiet: past.quiet, open }).collect();
        Self { steps, root: past.keys.len() }
    }

    /// Goes on to the position after a move that is progress, or even final.
    pub fn push(&mut self, key: u64, progress: bool, is_final: bool) {
        let (quiet, open) = self.steps.last().map_or((0, 0), |step| (step.quiet + 1, step.open + 1));
        let (quiet, open) = (if progress { 0 } else { quiet }, if is_final { 0 } else { open });
        self.steps.push(Step { key, quiet, open });
    }

    /// Goes back.
    pub fn pop(&mut self) {
        self.steps.pop();
    }

    /// Plies since the last progress.
    pub fn quiet(&self) -> usize {
        self.steps.last().map_or(0, |step| step.quiet)
    }

    /// Whether the position has occurred before: twice in the game, or once since the root, for what
    /// could be repeated once can be repeated again.
    pub fn is_repeated(&self) -> bool {
        let Some((here, before)) = self.steps.split_last() else { return false };
        let first = before.len().saturating_sub(here.open);
        let mut seen = 0;
        for (i, step) in before.iter().enumerate().skip(first).rev() {
            if step.key == here.key {
                seen += 1;
                if i >= self.root || seen == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a position that is not won or lost is a draw after so many plies without progress.
    pub fn is_spent<P: Position>(&self) -> bool {
        P::QUIET_PLIES.is_some_and(|most| self.quiet() >= most)
    }
}

#[cfg(test)]
mod tests {
    use super::{Past, Trail};

    fn trail(keys: &[u64], root: u64) -> Trail {
        Trail::new(&Past { keys: keys.to_vec(), quiet: keys.len() }, root)
    }

    #[test]
    fn once_since_the_root_or_twice_in_the_game() {
        let mut long = trail(&[7, 8, 9], 10);
        long.push(7, false, false);
        assert!(!long.is_repeated(), "once in the game");
        long.push(11, false, false);
        long.push(7, false, false);
        assert!(long.is_repeated());
        long.pop();
        long.push(10, false, false);
        assert!(long.is_repeated(), "the root");
        assert_eq!(long.quiet(), 6);
        let mut twice = trail(&[7, 8, 7, 9], 10);
        twice.push(7, false, false);
        assert!(twice.is_repeated());
    }

    #[test]
    fn a_final_move_ends_it_and_progress_only_the_count() {
        let mut trail = trail(&[7, 8, 7], 9);
        trail.push(10, true, false);
        assert_eq!(trail.quiet(), 0);
        trail.push(7, false, false);
        assert!(trail.is_repeated() && trail.quiet() == 1);
        trail.pop();
        trail.push(11, true, true);
        trail.push(7, false, false);
        assert!(!trail.is_repeated() && trail.quiet() == 1);
    }
}

//! The way to the position being searched, for draws by repetition and without progress.

use crate::game::Position;

/// A position on the way.
#[derive(Clone, Copy, Debug)]
struct Step {
    key: u64,
    /// Plies without progress that led here.
    quiet: usize,
}

/// The positions of the game that can still be repeated, then those from the root to the node.
#[derive(Clone, Debug)]
pub struct Trail {
    steps: Vec<Step>,
    root: usize,
}

impl Trail {
    /// The way to the root: the keys of the positions before it since the last progress, oldest first.
    pub fn new(history: &[u64], root: u64) -> Self {
        let steps = history.iter().chain([&root]).enumerate().map(|(quiet, &key)| Step { key, quiet }).collect();
        Self { steps, root: history.len() }
    }

    /// Goes on to the position after a move.
    pub fn push(&mut self, key: u64, progress: bool) {
        let quiet = if progress { 0 } else { self.quiet() + 1 };
        self.steps.push(Step { key, quiet });
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
        let first = before.len().saturating_sub(here.quiet);
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
    use super::Trail;

    #[test]
    fn once_since_the_root_or_twice_in_the_game() {
        let mut trail = Trail::new(&[7, 8, 9], 10);
        trail.push(7, false);
        assert!(!trail.is_repeated(), "once in the game");
        trail.push(11, false);
        trail.push(7, false);
        assert!(trail.is_repeated());
        trail.pop();
        trail.push(10, false);
        assert!(trail.is_repeated(), "the root");
        assert_eq!(trail.quiet(), 6);
        let mut trail = Trail::new(&[7, 8, 7, 9], 10);
        trail.push(7, false);
        assert!(trail.is_repeated());
    }

    #[test]
    fn progress_ends_it() {
        let mut trail = Trail::new(&[7, 8, 7], 9);
        trail.push(10, true);
        assert_eq!(trail.quiet(), 0);
        trail.push(7, false);
        assert!(!trail.is_repeated());
    }
}

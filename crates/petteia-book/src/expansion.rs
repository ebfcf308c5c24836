//! Which move is added to the book next: best-first drop-out expansion (Lincke, "Strategies for the automatic
//! construction of opening books", 2000).
//!
//! The priority of a deviation is the length of the line from the start that leads to it, in plies. Moves that lose
//! something make a line longer: the less likely they are to be played, the later what follows them is expanded. The
//! player of the book plays only its best moves, so what it loses counts more than what its opponent loses. The book is
//! for both colours: each line counts once with the first and once with the second player as that of the book.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use petteia_core::{Score, Scoring};

use super::book::{Deviation, worth};
use super::tree::Tree;

/// Length of a ply.
const PLY: u64 = 1_000;
/// Plies that a loss of [`EVAL_ERROR`](Scoring::EVAL_ERROR) counts for, of the opponent and of the player of the book.
const PLIES_OF_LOSS: [u64; 2] = [6, 60];

/// The position whose deviation is to be added to the book next. `None` if there is no deviation. No move loses anything
/// in the first `full_width` plies.
pub(crate) fn next_expansion<P: Scoring>(tree: &Tree<P>, full_width: usize) -> Option<usize> {
    // Shortest paths (Dijkstra, 1959) from the start, once for each player of the book.
    let mut lengths = vec![[u64::MAX; 2]; tree.nodes.len()];
    // Equal lengths are told apart by the key, which does not depend on the order in which positions were added.
    let mut best: Option<(u64, u64, usize)> = None;
    let mut queue: BinaryHeap<Reverse<(u64, usize, usize)>> = tree
        .first_plies(full_width)
        .flat_map(|(ply, node)| [0, 1].map(|own| Reverse((PLY * ply, node, own))))
        .collect();
    while let Some(Reverse((length, node, own))) = queue.pop() {
        if best.is_some_and(|(least, ..)| least < length) {
            break;
        }
        if lengths[node][own] <= length {
            continue;
        }
        lengths[node][own] = length;
        let entry = &tree.nodes[node].entry;
        let score = entry.score.unwrap_or(Score::DRAW);
        if let Deviation::Move { score: deviation, .. } = entry.deviation {
            let found = (length + step::<P>(score, deviation, own), tree.nodes[node].key, node);
            best = Some(best.map_or(found, |best| best.min(found)));
        }
        for (_, to) in tree.links(node) {
            let length = length + step::<P>(score, tree.link_score(to).unwrap_or(score), own);
            queue.push(Reverse((length, to, 1 - own)));
        }
    }
    best.map(|(.., node)| node)
}

/// The length of a move with a score, where the best move has another one. `own` is 1 if the player of the book makes
/// it, else 0.
fn step<P: Scoring>(best: Score, score: Score, own: usize) -> u64 {
    let loss = (worth(best, P::WON_BY_MARGIN) - worth(score, P::WON_BY_MARGIN)).max(0).unsigned_abs();
    PLY + PLY * PLIES_OF_LOSS[own] * u64::from(loss) / u64::from(P::EVAL_ERROR.unsigned_abs())
}

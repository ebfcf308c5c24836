//! History heuristic with gravity, killer moves and counter moves: what the search has learnt about the order of moves.

use petteia_core::{BySide, Side};

use super::parameters::{
    COUNTER_MOVE_SCORE, HISTORY_BONUS, HISTORY_BONUS_MAX, HISTORY_MAX, KILLER_SCORE, ORDERING_SCORE_WEIGHT,
    SECOND_KILLER_SCORE,
};

/// Score of the move from the transposition table.
const TT_MOVE_SCORE: i32 = 1_000_000_000;
/// No move has this index.
const NO_MOVE: u16 = u16::MAX;

/// The tables of one thread, indexed by [move index](petteia_core::MoveOrdering::move_index).
#[derive(Clone, Debug)]
pub struct HistoryTables {
    butterfly: BySide<Vec<i16>>,
    counter_moves: BySide<Vec<Option<u16>>>,
    /// The killer moves of each ply.
    killers: Vec<[Option<u16>; 2]>,
}

/// What the order of the moves of a node depends on.
#[derive(Clone, Copy, Debug)]
pub struct NodeContext {
    /// Side to move.
    pub side: Side,
    /// Distance from the root.
    pub ply: usize,
    /// Index of the move that led here.
    pub previous: Option<u16>,
    /// Index of the move in the transposition table.
    pub tt_move: Option<u16>,
}

impl HistoryTables {
    /// Empty tables for a number of move indices and for lines up to a number of plies.
    #[must_use]
    pub fn new(move_indices: usize, plies: usize) -> Self {
        Self {
            butterfly: BySide([vec![0; move_indices], vec![0; move_indices]]),
            counter_moves: BySide([vec![None; move_indices], vec![None; move_indices]]),
            killers: vec![[None; 2]; plies],
        }
    }

    /// The scores of the moves of a node for the move picker, from the index and the ordering score of each.
    #[inline]
    pub fn move_scores(&self, node: NodeContext) -> impl Fn(u16, i32) -> i32 {
        let [first_killer, second_killer] = self.killers[node.ply];
        let counter_move = node.previous.and_then(|previous| self.counter_moves[node.side][usize::from(previous)]);
        let [tt_move, first_killer, second_killer, counter_move] =
            [node.tt_move, first_killer, second_killer, counter_move].map(|index| index.unwrap_or(NO_MOVE));
        let butterfly = &self.butterfly[node.side][..];
        move |index, ordering_score| {
            let special = if index == tt_move {
                return TT_MOVE_SCORE;
            } else if index == first_killer {
                KILLER_SCORE.get()
            } else if index == second_killer {
                SECOND_KILLER_SCORE.get()
            } else if index == counter_move {
                COUNTER_MOVE_SCORE.get()
            } else {
                0
            };
            special + i32::from(butterfly[usize::from(index)]) + ORDERING_SCORE_WEIGHT.get() * ordering_score
        }
    }

    /// The history score of a move, within +-[`HISTORY_MAX`].
    #[inline]
    #[must_use]
    pub fn score(&self, side: Side, index: u16) -> i32 {
        self.butterfly[side][usize::from(index)].into()
    }

    /// Rewards the move that caused a beta cutoff, and punishes those that were searched before it.
    pub fn update(&mut self, node: NodeContext, index: u16, depth: i32, searched: &[u16]) {
        let bonus = (depth * depth * HISTORY_BONUS.get()).min(HISTORY_BONUS_MAX.get());
        self.add_bonus(node.side, index, bonus);
        for &other in searched {
            self.add_bonus(node.side, other, -bonus);
        }
        let killers = &mut self.killers[node.ply];
        if killers[0] != Some(index) {
            *killers = [Some(index), killers[0]];
        }
        if let Some(previous) = node.previous {
            self.counter_moves[node.side][usize::from(previous)] = Some(index);
        }
    }

    /// History gravity: the nearer a score is to its bound, the less a bonus adds.
    fn add_bonus(&mut self, side: Side, index: u16, bonus: i32) {
        let score = &mut self.butterfly[side][usize::from(index)];
        let old = i32::from(*score);
        *score = (old + bonus - old * bonus.abs() / HISTORY_MAX.get()) as i16;
    }
}

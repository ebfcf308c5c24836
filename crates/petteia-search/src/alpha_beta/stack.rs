//! The search stack: what a thread keeps for each ply of the line that it searches.

use petteia_core::Searchable;

use super::MAX_PLY;
use super::move_picker::MovePicker;

/// One ply of the line.
#[derive(Clone, Debug)]
pub struct StackEntry<P: Searchable> {
    /// Index of the move that is being searched.
    pub current_move: Option<u16>,
    /// Static evaluation of the node, set while ProbCut searches the same node with less depth. That search uses the
    /// evaluation and does not try ProbCut again.
    pub probcut_eval: Option<i32>,
    /// The moves of the node.
    pub picker: MovePicker<P::Move>,
    /// Indices of the moves that have been searched without a beta cutoff.
    pub searched: Vec<u16>,
    /// Row of the triangular PV table.
    pub pv: Vec<P::Move>,
}

/// An empty stack for the longest line.
pub fn new_stack<P: Searchable>() -> Vec<StackEntry<P>> {
    let entry = StackEntry {
        current_move: None,
        probcut_eval: None,
        picker: MovePicker::new(),
        searched: Vec::new(),
        pv: Vec::new(),
    };
    vec![entry; MAX_PLY + 2]
}

//! The principal variation beyond a cutoff of the transposition table.

use petteia_core::{Score, Searchable};

use super::MAX_PLY;
use super::table::TtEntry;
use crate::HashTable;

/// Extends a line by the moves of the transposition table, up to `depth` plies. A proved line then continues to the end
/// of the game if the game's own solver can solve the rest.
pub(super) fn complete_pv<P: Searchable>(
    root: &P,
    pv: &mut Vec<P::Move>,
    proved: bool,
    depth: usize,
    table: &HashTable,
    solver: &mut P::Solver,
) {
    let mut position = pv.iter().fold(*root, |position, &m| position.after(m));
    while pv.len() < MAX_PLY {
        let known = if pv.len() < depth { tt_move(&position, table) } else { None };
        let by_game = || if proved && P::WON_BY_MARGIN { solved_move(&position, solver) } else { None };
        let Some(m) = known.or_else(by_game) else { break };
        pv.push(m);
        position.play_unchecked(m);
    }
}

/// The legal move that the table holds for a position.
fn tt_move<P: Searchable>(position: &P, table: &HashTable) -> Option<P::Move> {
    let index = table.get(position.key()).and_then(TtEntry::unpack)?.best_move?;
    position.legal_moves().into_iter().rfind(|&m| P::move_index(m) as u16 == index)
}

/// The best move of a position. `None` if the game's own solver does not solve the position after every move.
fn solved_move<P: Searchable>(position: &P, solver: &mut P::Solver) -> Option<P::Move> {
    let limit = Score::INFINITE.margin_floor();
    let mut best = None;
    let mut all_solved = true;
    for m in position.legal_moves() {
        let after = position.after(m);
        let least = best.map_or(limit, |(least, _)| least);
        let margin = match after.outcome() {
            Some(_) => Some(after.margin()),
            None => after.solve(solver, -limit, least, &mut { u64::MAX }),
        };
        match margin {
            Some(margin) if margin < least => best = Some((margin, m)),
            Some(_) => {}
            None => all_solved = false,
        }
    }
    best.filter(|_| all_solved).map(|(_, m)| m)
}

/// The number of moves that the side to move makes until the end of the game. Both sides play the moves of the
/// line. The line may be incomplete, so after it they play the first legal move of each position.
pub(super) fn moves_to_end<P: Searchable>(mut position: P, line: &[P::Move]) -> u32 {
    let side = position.side();
    let mut line = line.iter().copied();
    let mut own = 0;
    while position.outcome().is_none() {
        let Some(m) = line.next().or_else(|| position.legal_moves().first().copied()) else { break };
        own += u32::from(position.side() == side);
        position.play_unchecked(m);
    }
    own
}

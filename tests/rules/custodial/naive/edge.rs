//! Copenhagen Hnefatafl at the edge of the board.

use std::collections::HashSet;

use super::{EMPTY, Naive, OUTSIDE, STRAIGHT, TablutSquare, other, owner};

fn step((file, rank): TablutSquare, (files, ranks): (i32, i32)) -> TablutSquare {
    (file + files, rank + ranks)
}

/// A direction and the opposite one.
fn both_ways((files, ranks): (i32, i32)) -> [(i32, i32); 2] {
    [(files, ranks), (-files, -ranks)]
}

impl Naive {
    fn is_edge(&self, (file, rank): TablutSquare) -> bool {
        file == 0 || rank == 0 || file == self.game.files - 1 || rank == self.game.ranks - 1
    }

    /// The men that the piece just moved to `to` captures in rows along the edge. `self` is the board after the move.
    pub(super) fn shieldwalls(&self, to: TablutSquare) -> Vec<TablutSquare> {
        let mut taken = Vec::new();
        for inward in STRAIGHT {
            // The square behind `to` is off the board.
            if self.at(step(to, (-inward.0, -inward.1))) != OUTSIDE {
                continue;
            }
            for along in both_ways((inward.1, inward.0)) {
                let mut row = Vec::new();
                let mut at = step(to, along);
                while owner(self.at(at)) == other(self.mover) && owner(self.at(step(at, inward))) == self.mover {
                    row.push(at);
                    at = step(at, along);
                }
                let is_end = self.at(at) != OUTSIDE && (owner(self.at(at)) == self.mover || self.is_corner(at));
                if is_end && row.len() >= 2 {
                    taken.extend(row.into_iter().filter(|&square| self.at(square) != b'K'));
                }
            }
        }
        taken.sort_unstable();
        taken.dedup();
        taken
    }

    /// The winner by an exit fort or by surrounding, while the king is on the board and on no corner.
    pub(super) fn decided_at_the_edge(&self, king: TablutSquare) -> Option<(u8, &'static str)> {
        if self.is_exit_fort(king) {
            return Some((b'w', "exit-fort"));
        }
        let white: Vec<TablutSquare> = self.squares().filter(|&square| owner(self.at(square)) == b'w').collect();
        let reached = self.reached(&white, |square| self.at(square) != b'a');
        let is_surrounded = !reached.into_iter().any(|square| self.is_edge(square));
        is_surrounded.then_some((b'b', "surrounded"))
    }

    /// The squares that are connected with others along ranks and files, over squares for which `can_pass` holds.
    fn reached(&self, from: &[TablutSquare], can_pass: impl Fn(TablutSquare) -> bool) -> HashSet<TablutSquare> {
        let mut reached: HashSet<TablutSquare> = from.iter().copied().collect();
        let mut open = from.to_vec();
        while let Some(square) = open.pop() {
            for next in STRAIGHT.map(|direction| step(square, direction)) {
                if self.at(next) != OUTSIDE && can_pass(next) && reached.insert(next) {
                    open.push(next);
                }
            }
        }
        reached
    }

    /// Whether the king stands at the edge, can move, and is behind defenders that attackers outside, wherever they
    /// stand, cannot capture.
    fn is_exit_fort(&self, king: TablutSquare) -> bool {
        let can_move = STRAIGHT.iter().any(|&direction| self.at(step(king, direction)) == EMPTY);
        if !self.is_edge(king) || !can_move {
            return false;
        }
        let mut wall: HashSet<TablutSquare> = self.squares().filter(|&square| self.at(square) == b'D').collect();
        loop {
            let inside = self.reached(&[king], |square| !wall.contains(&square));
            if inside.iter().any(|&square| self.at(square) == b'a') {
                return false;
            }
            let weak = self.weak_men(&wall, &inside);
            if weak.is_empty() {
                return true;
            }
            wall.retain(|man| !weak.contains(man));
        }
    }

    /// The men of a wall that attackers outside could capture.
    fn weak_men(&self, wall: &HashSet<TablutSquare>, inside: &HashSet<TablutSquare>) -> Vec<TablutSquare> {
        // An attacker could stand there, or the square helps attackers.
        let is_open = |square: TablutSquare| {
            let helps = self.is_corner(square) || self.throne() == Some(square) && self.at(square) == EMPTY;
            self.at(square) != OUTSIDE && (helps || !wall.contains(&square) && !inside.contains(&square))
        };
        let is_between = |man, line| both_ways(line).iter().all(|&way| is_open(step(man, way)));
        // Whether a man is in a row along the edge, all of whose men have an open square in front, between two others.
        let is_walled = |man, inward: (i32, i32)| {
            let is_in_row = |square: TablutSquare| {
                self.at(step(square, (-inward.0, -inward.1))) == OUTSIDE
                    && wall.contains(&square)
                    && is_open(step(square, inward))
            };
            let is_end = |way| {
                let mut at = man;
                while is_in_row(at) {
                    at = step(at, way);
                }
                is_open(at)
            };
            is_in_row(man) && both_ways((inward.1, inward.0)).into_iter().all(is_end)
        };
        let is_weak = |&man: &TablutSquare| {
            is_between(man, (1, 0)) || is_between(man, (0, 1)) || STRAIGHT.iter().any(|&inward| is_walled(man, inward))
        };
        wall.iter().copied().filter(is_weak).collect()
    }
}

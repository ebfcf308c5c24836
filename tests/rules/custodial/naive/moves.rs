//! Moves of the pieces, and the end of the game.

use super::{AROUND, EMPTY, Naive, Rules, STRAIGHT, Step, TablutSquare, other, owner, text};

impl Naive {
    pub(super) fn throne(&self) -> Option<TablutSquare> {
        self.game.rules.is_tafl().then_some((self.game.files / 2, self.game.ranks / 2))
    }

    pub(super) fn is_corner(&self, (file, rank): TablutSquare) -> bool {
        [0, self.game.files - 1].contains(&file) && [0, self.game.ranks - 1].contains(&rank)
    }

    /// Calls `visit` for each move that the pieces can make, whether or not the game is over.
    fn for_each_step(&self, visit: &mut impl FnMut(Step)) {
        for from in self.squares() {
            let piece = self.at(from);
            if owner(piece) != self.mover {
                continue;
            }
            match self.game.rules {
                Rules::Sparta => {
                    let mut reached = [false; 64];
                    // A warrior makes one or two king steps, a hero one to three.
                    self.king_steps(from, if piece.eq_ignore_ascii_case(&b'h') { 3 } else { 2 }, &mut reached);
                    for to in self.squares().filter(|&to| reached[self.index(to)] && to != from) {
                        visit(Step { from, to });
                    }
                }
                Rules::LatrunculiConversion => {
                    for (file, rank) in STRAIGHT {
                        let to = (from.0 + file, from.1 + rank);
                        if self.at(to) == EMPTY {
                            visit(Step { from, to });
                        }
                    }
                }
                Rules::Gonu | Rules::Tablut | Rules::Brandub | Rules::Copenhagen | Rules::Dux => {
                    for (file, rank) in STRAIGHT {
                        let mut to = (from.0 + file, from.1 + rank);
                        while self.at(to) == EMPTY {
                            // In tafl games only the king may end a move on a corner or on the throne, in Tablut no
                            // piece on the throne.
                            let is_throne = self.throne() == Some(to);
                            let special = self.game.rules.is_tafl() && (is_throne || self.is_corner(to));
                            let closed = special && (piece != b'K' || is_throne && self.game.rules == Rules::Tablut);
                            if !closed {
                                visit(Step { from, to });
                            }
                            to = (to.0 + file, to.1 + rank);
                        }
                    }
                }
            }
        }
    }

    fn king_steps(&self, from: TablutSquare, steps: u32, reached: &mut [bool; 64]) {
        if steps > 0 {
            for (file, rank) in AROUND {
                let to = (from.0 + file, from.1 + rank);
                if self.at(to) == EMPTY {
                    reached[self.index(to)] = true;
                    self.king_steps(to, steps - 1, reached);
                }
            }
        }
    }

    /// The winner and the reason of an end that does not depend on the legal moves.
    fn decided(&self) -> Option<(u8, &'static str)> {
        let both = [self.mover, other(self.mover)];
        match self.game.rules {
            Rules::Gonu => {
                let poor = |&player: &u8| self.count_pieces(|piece| owner(piece) == player) < 2;
                both.into_iter().find(poor).map(|loser| (other(loser), "no-men"))
            }
            Rules::Tablut | Rules::Brandub | Rules::Copenhagen => match self.find(b'K') {
                None => Some((b'b', "king-captured")),
                Some(king) if self.is_corner(king) => Some((b'w', "king-escaped")),
                Some(king) if self.game.rules == Rules::Copenhagen => self.decided_at_the_edge(king),
                Some(_) => None,
            },
            Rules::Dux => both.into_iter().find_map(|player| {
                let (dux, man) = if player == b'w' { (b'D', b'P') } else { (b'd', b'p') };
                let dux = self.find(dux).expect("a dux");
                if STRAIGHT.iter().all(|step| self.at((dux.0 + step.0, dux.1 + step.1)) != EMPTY) {
                    return Some((other(player), "dux-caught"));
                }
                (self.count_pieces(|piece| piece == man) == 0).then_some((other(player), "no-men"))
            }),
            Rules::LatrunculiConversion => {
                let gone = |&player: &u8| self.count_pieces(|piece| owner(piece) == player) == 0;
                both.into_iter().find(gone).map(|loser| (other(loser), "no-men"))
            }
            Rules::Sparta => {
                let has = |colour| self.cities.contains(&colour);
                if has(b'w') != has(b'b') {
                    return Some((if has(b'w') { b'w' } else { b'b' }, "cities"));
                }
                let gone = |&player: &u8| self.count_pieces(|piece| owner(piece) == player) == 0;
                both.into_iter().find(gone).map(|loser| (other(loser), "no-men"))
            }
        }
    }

    pub(crate) fn for_each_move(&self, mut visit: impl FnMut(Step)) {
        if self.decided().is_none() {
            self.for_each_step(&mut visit);
        }
    }

    pub(crate) fn legal(&self) -> Vec<Step> {
        let mut legal = Vec::new();
        self.for_each_move(|step| legal.push(step));
        legal
    }

    /// Texts of the legal moves, in byte order.
    pub(crate) fn moves(&self) -> Vec<String> {
        let mut moves: Vec<String> = self.legal().into_iter().map(text).collect();
        moves.sort();
        moves
    }

    fn ending(&self) -> Option<(u8, &'static str)> {
        let stuck = || {
            let mut moves = 0;
            self.for_each_move(|_| moves += 1);
            (moves == 0).then_some((other(self.mover), "no-moves"))
        };
        self.decided().or_else(stuck)
    }

    pub(crate) fn result(&self) -> &'static str {
        match self.ending() {
            None => "none",
            Some((winner, _)) if winner == self.first() => "p1win",
            Some(_) => "p2win",
        }
    }

    pub(crate) fn reason(&self) -> &'static str {
        self.ending().map_or("none", |(_, reason)| reason)
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut leaves = 0;
        self.for_each_move(|step| leaves += if depth == 1 { 1 } else { self.play(step).perft(depth - 1) });
        leaves
    }
}

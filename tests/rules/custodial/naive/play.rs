//! Effects of a move.

use super::{EMPTY, Naive, OUTSIDE, Rules, STRAIGHT, Step, TablutSquare, name, names, other, owner, text};

impl Naive {
    /// Calls `visit` for each piece that the piece just moved to `to` encloses. `rows` is the maximum length of an
    /// enclosed row. `self` is the board after the move.
    fn for_each_enclosed(&self, to: TablutSquare, rows: usize, mut visit: impl FnMut(TablutSquare)) {
        let armed = matches!(self.game.rules, Rules::Brandub | Rules::Copenhagen);
        let helps = |piece| owner(piece) == self.mover && (armed || piece != b'K');
        // Empty corners help in Brandub and Copenhagen, the empty throne in Copenhagen.
        let is_hostile = |square| {
            let is_throne = self.game.rules == Rules::Copenhagen && self.throne() == Some(square);
            self.at(square) == EMPTY && (armed && self.is_corner(square) || is_throne)
        };
        // Custodial capture does not take the king or a dux.
        let can_be_taken = |piece: u8| {
            let safe = match self.game.rules {
                Rules::Tablut | Rules::Copenhagen => b"K".as_slice(),
                Rules::Dux => b"Dd",
                _ => b"",
            };
            owner(piece) == other(self.mover) && !safe.contains(&piece)
        };
        if !helps(self.at(to)) {
            return;
        }
        for (file, rank) in STRAIGHT {
            let mut length = 0;
            let mut at = (to.0 + file, to.1 + rank);
            while can_be_taken(self.at(at)) {
                length += 1;
                at = (at.0 + file, at.1 + rank);
            }
            if (1..=rows).contains(&length) && (helps(self.at(at)) || is_hostile(at)) {
                for _ in 0..length {
                    at = (at.0 - file, at.1 - rank);
                    visit(at);
                }
            }
        }
    }

    /// The position after a move; `taken` is called with each square that is captured or converted.
    pub(crate) fn play_and_tell(&self, step: Step, mut taken: impl FnMut(TablutSquare)) -> Self {
        let mut after = *self;
        let piece = self.at(step.from);
        after.set(step.from, EMPTY);
        after.set(step.to, piece);
        let moved = after;
        let rows = if self.game.rules == Rules::Sparta && piece.eq_ignore_ascii_case(&b'h') { 8 } else { 1 };
        moved.for_each_enclosed(step.to, rows, |square| {
            after.set(square, if self.game.rules == Rules::LatrunculiConversion { piece } else { EMPTY });
            taken(square);
        });
        if self.game.rules == Rules::Copenhagen {
            for square in moved.shieldwalls(step.to) {
                after.set(square, EMPTY);
                taken(square);
            }
        }
        if matches!(self.game.rules, Rules::Tablut | Rules::Copenhagen) && piece == b'a' {
            after.take_king(step.to, taken);
        }
        if self.game.rules == Rules::Sparta && piece.eq_ignore_ascii_case(&b'p') {
            match self.city(step.to) {
                EMPTY => (),
                city if city == self.mover => after.set(step.to, if self.mover == b'w' { b'H' } else { b'h' }),
                _ => after.set_city(step.to, self.mover),
            }
        }
        after.mover = other(self.mover);
        after
    }

    /// Captures the king if a mercenary has just moved next to him and all his sides are closed.
    fn take_king(&mut self, to: TablutSquare, mut taken: impl FnMut(TablutSquare)) {
        let Some(king) = self.find(b'K') else { return };
        let sides = STRAIGHT.map(|(file, rank)| (king.0 + file, king.1 + rank));
        // A corner is closed only by a mercenary on it, like any other square.
        let closed = |side: &TablutSquare| match self.at(*side) {
            b'a' => true,
            // The edge closes a side in Tablut only.
            OUTSIDE => self.game.rules == Rules::Tablut,
            EMPTY => self.throne() == Some(*side),
            _ => false,
        };
        if sides.contains(&to) && sides.iter().all(closed) {
            self.set(king, EMPTY);
            taken(king);
        }
    }

    pub(crate) fn play(&self, step: Step) -> Self {
        self.play_and_tell(step, |_| ())
    }

    pub(crate) fn taken(&self, step: Step) -> Vec<TablutSquare> {
        let mut taken = Vec::new();
        self.play_and_tell(step, |square| taken.push(square));
        taken
    }

    pub(crate) fn promotes(&self, step: Step) -> bool {
        self.at(step.from) != self.play(step).at(step.to)
    }

    pub(crate) fn conquers(&self, step: Step) -> bool {
        self.city(step.to) != self.play(step).city(step.to)
    }

    /// Whether a move resets the halfmove clock.
    pub(crate) fn is_progress(&self, step: Step) -> bool {
        // A conquest is no progress, because sides can conquer a city back and forth for ever.
        !self.taken(step).is_empty() || self.promotes(step)
    }

    /// Whether a move changes nothing but the place of a piece.
    pub(crate) fn is_quiet(&self, step: Step) -> bool {
        !self.is_progress(step) && !self.conquers(step)
    }

    pub(crate) fn effects(&self, step: Step) -> Vec<String> {
        let taken = self.taken(step);
        let after = self.play(step);
        let to = name(step.to);
        let mut effects = Vec::new();
        if !taken.is_empty() {
            let effect = if self.game.rules == Rules::LatrunculiConversion { "converted" } else { "captured" };
            effects.push(format!("{effect} {}", names(&taken)));
        }
        if self.promotes(step) {
            effects.push(format!("promoted {to}={}", after.at(step.to) as char));
        }
        if self.conquers(step) {
            effects.push(format!("city {to}={}", after.city(step.to) as char));
        }
        effects
    }

    /// The answer to `effects` for a move, without its first word.
    #[allow(dead_code, reason = "for the fixtures")]
    pub(crate) fn answer(&self, step: Step) -> String {
        let after = self.play(step);
        let mut parts = self.effects(step);
        if after.result() != "none" {
            parts.push(format!("result {}", after.result()));
        }
        parts.push(format!("fen {}", after.fen()));
        format!("{}: {}", text(step), parts.join("; "))
    }
}

//! Epigo in a naive form, written from the rules for clarity: a map from squares to tiles. It shares no code with the
//! engine.

use std::collections::BTreeMap;

/// File and rank, from 0.
pub(crate) type Square = (i32, i32);

/// `w` or `b`, and the number.
pub(crate) type Tile = (char, char);

/// The number of a tile and its direction, one of `NESWx`.
pub(crate) type Order = (char, char);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Naive {
    pub(crate) board: BTreeMap<Square, Tile>,
    pub(crate) turn: u32,
}

/// Whether the square is on the board, which has no corners.
pub(crate) fn exists((file, rank): Square) -> bool {
    let cut = match rank {
        0 | 7 => 2,
        1 | 6 => 1,
        2..=5 => 0,
        _ => return false,
    };
    (cut..8 - cut).contains(&file)
}

fn name((file, rank): Square) -> String {
    format!("{}{}", (b'a' + u8::try_from(file).expect("a file")) as char, rank + 1)
}

fn step((file, rank): Square, direction: char) -> Square {
    match direction {
        'N' => (file, rank + 1),
        'E' => (file + 1, rank),
        'S' => (file, rank - 1),
        _ => (file - 1, rank),
    }
}

fn other(side: char) -> char {
    if side == 'w' { 'b' } else { 'w' }
}

impl Naive {
    fn find(&self, tile: Tile) -> Option<Square> {
        self.board.iter().find(|(_, found)| **found == tile).map(|(square, _)| *square)
    }

    pub(crate) fn has(&self, tile: Tile) -> bool {
        self.find(tile).is_some()
    }

    pub(crate) fn lost(&self, side: char) -> usize {
        7 - self.board.values().filter(|tile| tile.0 == side).count()
    }

    pub(crate) fn result(&self) -> &'static str {
        match (self.lost('w') >= 3, self.lost('b') >= 3) {
            (_, true) => "p1win",
            (true, _) => "p2win",
            _ => "none",
        }
    }

    pub(crate) fn fen(&self) -> String {
        let square = |square| self.board.get(&square).map_or(".".into(), |(side, number)| format!("{side}{number}"));
        let rank = |rank| (0..8).map(|file| (file, rank)).filter(|&at| exists(at)).map(square).collect::<String>();
        format!("{} {}", (0..8).rev().map(rank).collect::<Vec<_>>().join("/"), self.turn)
    }

    /// Carries out the plans; returns the events.
    pub(crate) fn play(&mut self, white: [Order; 3], black: [Order; 3]) -> Vec<String> {
        let mut events = Vec::new();
        for slot in 0..3 {
            let mut orders = [('w', white[slot]), ('b', black[slot])];
            if white[slot].0 == black[slot].0 {
                events.push(format!("{} cancel {}", slot + 1, white[slot].0));
                continue;
            }
            // The higher number goes first.
            orders.sort_by_key(|&(_, (number, _))| std::cmp::Reverse(number));
            for (side, order) in orders {
                if self.result() == "none" {
                    self.carry_out(slot + 1, side, order, &mut events);
                }
            }
            if self.result() != "none" {
                break;
            }
        }
        self.turn += 1;
        events
    }

    fn carry_out(&mut self, slot: usize, side: char, (number, direction): Order, events: &mut Vec<String>) {
        let head = format!("{slot} {side}{number}{direction}");
        let tile = (side, number);
        let Some(from) = self.find(tile) else { return events.push(format!("{head} absent")) };
        let to = step(from, direction);
        if !exists(to) {
            self.board.remove(&from);
            events.push(format!("{head} off {}", name(from)));
            events.push(format!("{slot} capture {side}{number} by {}", other(side)));
        } else if self.board.contains_key(&to) {
            self.push(&head, slot, side, from, direction, events);
        } else {
            let enemy_beside = "NESW".chars().any(|d| self.board.get(&step(to, d)).is_some_and(|t| t.0 != side));
            let further = step(to, direction);
            let goes_on = !enemy_beside && exists(further) && !self.board.contains_key(&further);
            let (kind, end) = if goes_on { ("super", further) } else { ("slide", to) };
            self.board.remove(&from);
            self.board.insert(end, tile);
            events.push(format!("{head} {kind} {}{}", name(from), name(end)));
        }
    }

    fn push(&mut self, head: &str, slot: usize, side: char, from: Square, direction: char, events: &mut Vec<String>) {
        let (mut own, mut enemy) = (0, 0);
        let mut row = Vec::new();
        let mut at = from;
        while let Some(&tile) = self.board.get(&at) {
            if tile.0 == side {
                own += 1;
            } else {
                enemy += 1;
            }
            if enemy > own {
                return events.push(format!("{head} blocked {} at {} {own}:{enemy}", name(from), name(at)));
            }
            row.push((at, tile));
            at = step(at, direction);
        }
        for (square, _) in &row {
            self.board.remove(square);
        }
        let mut fallen = None;
        for &(square, tile) in &row {
            let end = step(square, direction);
            if exists(end) {
                self.board.insert(end, tile);
            } else {
                fallen = Some(tile);
            }
        }
        let pushed: Vec<String> = row[1..].iter().map(|(_, (side, number))| format!("{side}{number}")).collect();
        let to = step(from, direction);
        events.push(format!("{head} push {}{} {} {own}:{enemy}", name(from), name(to), pushed.join(",")));
        if let Some((loser, number)) = fallen {
            events.push(format!("{slot} capture {loser}{number} by {}", other(loser)));
        }
    }
}

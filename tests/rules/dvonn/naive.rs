//! DVONN in a naive form, written from the rules for clarity: a map from cells to lists of pieces. It shares no code
//! with the engine. The numbered points are those of the rules in `docs/games/dvonn.md`.

use std::collections::{BTreeMap, BTreeSet};

/// File and row, such as `('c', 3)`; ordered as the names are.
pub(crate) type Cell = (char, u8);

/// Pieces from the bottom up, never empty.
pub(crate) type Stack = Vec<Piece>;

/// First and last file of each row, in the order of a FEN.
pub(crate) const ROWS: [(u8, char, char); 5] =
    [(5, 'c', 'k'), (4, 'b', 'k'), (3, 'a', 'k'), (2, 'a', 'j'), (1, 'a', 'i')];

const DIRECTIONS: [(i32, i32); 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    White,
    Black,
    Red,
}

impl Piece {
    pub(crate) fn enemy(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
            Self::Red => Self::Red,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Naive {
    /// Only occupied cells.
    pub(crate) stacks: BTreeMap<Cell, Stack>,
    /// White or black.
    pub(crate) mover: Piece,
    pub(crate) stacking: bool,
}

pub(crate) fn cells() -> Vec<Cell> {
    ROWS.iter().flat_map(|&(row, first, last)| (first..=last).map(move |file| (file, row))).collect()
}

pub(crate) fn name((file, row): Cell) -> String {
    format!("{file}{row}")
}

/// The cell with this name.
pub(crate) fn cell_of(word: &str) -> Cell {
    cells().into_iter().find(|&cell| name(cell) == word).expect("the name of a cell")
}

/// The cell `distance` steps away, if that is on the board.
fn step((file, row): Cell, (files, rows): (i32, i32), distance: usize) -> Option<Cell> {
    let distance = i32::try_from(distance).expect("a height");
    let file = char::from_u32(u32::try_from(file as i32 + files * distance).ok()?)?;
    let row = u8::try_from(i32::from(row) + rows * distance).ok()?;
    ROWS.iter().any(|&(r, first, last)| r == row && (first..=last).contains(&file)).then_some((file, row))
}

pub(crate) fn neighbours(cell: Cell) -> Vec<Cell> {
    DIRECTIONS.iter().filter_map(|&direction| step(cell, direction, 1)).collect()
}

/// The cells that a stacking move passes over.
#[allow(dead_code, reason = "for the fixtures")]
pub(crate) fn line_between(word: &str) -> Vec<Cell> {
    let (from, to) = (cell_of(&word[..2]), cell_of(&word[2..]));
    let ways = DIRECTIONS.map(|way| (1..).map_while(move |distance| step(from, way, distance)).collect::<Vec<_>>());
    let way = ways.into_iter().find(|way| way.contains(&to)).expect("a straight line");
    way.into_iter().take_while(|&cell| cell != to).collect()
}

impl Naive {
    /// Point 1.
    pub(crate) fn start() -> Self {
        Self { stacks: BTreeMap::new(), mover: Piece::White, stacking: false }
    }

    /// The legal moves in byte order; none when the game is over.
    pub(crate) fn moves(&self) -> Vec<String> {
        if !self.stacking {
            let empty = cells().into_iter().filter(|cell| !self.stacks.contains_key(cell));
            let mut moves: Vec<String> = empty.map(name).collect();
            moves.sort();
            return moves;
        }
        // Point 8.
        let mut moves = self.stackings(self.mover);
        if moves.is_empty() && !self.stackings(self.mover.enemy()).is_empty() {
            moves.push("pass".into());
        }
        moves.sort();
        moves
    }

    /// What a player could move if it were its turn: points 4, 5 and 6.
    pub(crate) fn stackings(&self, player: Piece) -> Vec<String> {
        let mut moves = Vec::new();
        for (&from, stack) in &self.stacks {
            if top(stack) != player || self.is_enclosed(from) {
                continue;
            }
            for direction in DIRECTIONS {
                if let Some(to) = step(from, direction, stack.len())
                    && self.stacks.contains_key(&to)
                {
                    moves.push(name(from) + &name(to));
                }
            }
        }
        moves
    }

    /// Point 6.
    pub(crate) fn is_enclosed(&self, cell: Cell) -> bool {
        let around = neighbours(cell);
        around.len() == 6 && around.iter().all(|cell| self.stacks.contains_key(cell))
    }

    /// The position after a legal move and the stacks that it removed, in the order of their cells.
    pub(crate) fn play(&self, word: &str) -> (Self, Vec<(Cell, Stack)>) {
        let mut after = self.clone();
        let mut removed = Vec::new();
        after.mover = self.mover.enemy();
        if word == "pass" {
            return (after, removed);
        }
        if self.stacking {
            let mut moved = after.stacks.remove(&cell_of(&word[..2])).expect("a stack to move");
            after.stacks.get_mut(&cell_of(&word[2..])).expect("a stack to land on").append(&mut moved);
            removed = after.remove_cut_off();
        } else {
            // Points 1 and 2: the first three pieces are red, and the others have the colour of the player.
            let number = self.stacks.len() + 1;
            after.stacks.insert(cell_of(word), vec![if number <= 3 { Piece::Red } else { self.mover }]);
            if number == 49 {
                // Point 3.
                after.stacking = true;
                after.mover = Piece::White;
            }
        }
        (after, removed)
    }

    /// Point 7.
    pub(crate) fn remove_cut_off(&mut self) -> Vec<(Cell, Stack)> {
        let alive: BTreeSet<Cell> = self.components().into_iter().filter(|part| self.has_red(part)).flatten().collect();
        let gone: Vec<Cell> = self.stacks.keys().copied().filter(|cell| !alive.contains(cell)).collect();
        gone.into_iter().filter_map(|cell| self.stacks.remove_entry(&cell)).collect()
    }

    pub(crate) fn has_red(&self, cells: &BTreeSet<Cell>) -> bool {
        cells.iter().any(|cell| self.stacks[cell].contains(&Piece::Red))
    }

    /// The connected groups of stacks.
    pub(crate) fn components(&self) -> Vec<BTreeSet<Cell>> {
        let mut left: BTreeSet<Cell> = self.stacks.keys().copied().collect();
        let mut parts = Vec::new();
        while let Some(first) = left.pop_first() {
            let mut part = BTreeSet::from([first]);
            let mut edge = vec![first];
            while let Some(cell) = edge.pop() {
                for next in neighbours(cell) {
                    if left.remove(&next) {
                        part.insert(next);
                        edge.push(next);
                    }
                }
            }
            parts.push(part);
        }
        parts
    }

    /// Point 9: White's total, then Black's.
    pub(crate) fn score(&self) -> [i32; 2] {
        [Piece::White, Piece::Black].map(|player| {
            let owned = self.stacks.values().filter(|stack| top(stack) == player);
            owned.map(|stack| i32::try_from(stack.len()).expect("a height")).sum()
        })
    }

    /// Points 8 and 9, in the words of the protocol.
    pub(crate) fn result(&self) -> &'static str {
        let [white, black] = self.score();
        match white.cmp(&black) {
            _ if !self.moves().is_empty() => "none",
            std::cmp::Ordering::Greater => "p1win",
            std::cmp::Ordering::Less => "p2win",
            std::cmp::Ordering::Equal => "draw",
        }
    }

    /// Number of leaves at a depth in plies.
    #[allow(dead_code, reason = "for the fixtures")]
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.moves().iter().map(|word| self.play(word).0.perft(depth - 1)).sum()
    }
}

/// Point 4: the owner, or red when nobody owns the stack.
pub(crate) fn top(stack: &Stack) -> Piece {
    *stack.last().expect("a stack is never empty")
}

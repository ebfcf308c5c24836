//! The rules in their plainest form, an array of cells, and a second pass over all values with them.

use petteia_core::Wdl;

use crate::board::{Game, Men, size};
use crate::solve::{Solution, Value};

/// Maximum number of cells of a board.
const MAX_CELLS: usize = 64;

/// A position. Cells are numbered from a1, file by file in a rank: 1 is a man of the side to move, -1 one of the enemy.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    game: &'static Game,
    files: usize,
    ranks: usize,
    cells: [i8; MAX_CELLS],
}

/// A move: the files and ranks from and to.
type Move = [[usize; 2]; 2];

/// Steps of file and rank.
const STEPS: [[isize; 2]; 4] = [[1, 0], [-1, 0], [0, 1], [0, -1]];

impl Position {
    /// The position with these men.
    pub fn new(game: &'static Game, [files, ranks]: [usize; 2], men: Men) -> Self {
        let mut cells = [0; MAX_CELLS];
        for (cell, man) in cells.iter_mut().enumerate() {
            *man = (men.own >> cell & 1) as i8 - (men.enemy >> cell & 1) as i8;
        }
        Self { game, files, ranks, cells }
    }

    /// The men as sets.
    pub fn men(&self) -> Men {
        let set = |man| (0..MAX_CELLS).filter(|&cell| self.cells[cell] == man).fold(0, |all, cell| all | 1 << cell);
        Men { own: set(1), enemy: set(-1) }
    }

    /// The cell so many steps from another one, if it is on the board.
    fn step(&self, [file, rank]: [usize; 2], [right, up]: [isize; 2]) -> Option<[usize; 2]> {
        let (file, rank) = (file.checked_add_signed(right)?, rank.checked_add_signed(up)?);
        (file < self.files && rank < self.ranks).then_some([file, rank])
    }

    /// What is on a cell.
    fn at(&self, [file, rank]: [usize; 2]) -> i8 {
        self.cells[self.files * rank + file]
    }

    fn set(&mut self, [file, rank]: [usize; 2], man: i8) {
        self.cells[self.files * rank + file] = man;
    }

    /// Calls `visit` with each legal move.
    fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        let cells = (0..self.ranks).flat_map(|rank| (0..self.files).map(move |file| [file, rank]));
        for from in cells.filter(|&cell| self.at(cell) == 1) {
            for step in STEPS {
                let mut to = self.step(from, step);
                while let Some(free) = to.filter(|&cell| self.at(cell) == 0) {
                    visit([from, free]);
                    to = if self.game.slides { self.step(free, step) } else { None };
                }
            }
        }
    }

    /// The position after a move.
    fn after(mut self, [from, to]: Move) -> Self {
        self.set(from, 0);
        self.set(to, 1);
        let before = self;
        for step in STEPS {
            let near = before.step(to, step).filter(|&near| before.at(near) == -1);
            let far = near.and_then(|near| before.step(near, step)).filter(|&far| before.at(far) == 1);
            if let (Some(near), Some(_)) = (near, far) {
                self.set(near, i8::from(self.game.converts));
            }
        }
        self.cells = self.cells.map(|man| -man);
        self
    }

    /// Whether a side has lost because it has too few men.
    fn is_over(&self) -> bool {
        let men = self.men();
        size(men.own).min(size(men.enemy)) < self.game.min_men
    }

    /// The value that follows from those one ply later, as `known` has them.
    pub fn value_by_moves(&self, known: impl Fn(Men) -> Value) -> Value {
        let count = |position: &Self| position.cells.iter().filter(|&&man| man != 0).count();
        let (mut win, mut is_draw, mut loss) = (None::<u16>, false, 0);
        self.for_each_move(|m| {
            let after = self.after(m);
            // A side that moves never lacks men afterwards: the enemy has lost.
            let (wdl, plies) = if after.is_over() { (Wdl::Loss, 0) } else { known(after.men()).parts() };
            let plies = if count(&after) < count(self) { 1 } else { plies + 1 };
            match wdl {
                Wdl::Loss => win = Some(win.map_or(plies, |least| least.min(plies))),
                Wdl::Draw => is_draw = true,
                Wdl::Win => loss = loss.max(plies),
            }
        });
        match win {
            Some(plies) => Value::Win(plies),
            None if is_draw => Value::Draw,
            None => Value::Loss(loss),
        }
    }
}

/// Checks that each value follows from those one ply later.
///
/// # Errors
/// The first position whose value does not.
pub fn verify(solution: &Solution) -> Result<(), String> {
    let board = &solution.index.board;
    for slice in solution.index.slices() {
        for (men, value) in solution.positions(slice) {
            let position = Position::new(board.game, [board.files, board.ranks], men);
            let expected = position.value_by_moves(|men| solution.value(men).unwrap_or(Value::Draw));
            if value != expected {
                return Err(format!("expected {expected:?} by the moves of {men:x?}, found {value:?}"));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
impl Position {
    /// Number of lines of so many plies, as `perft` counts them.
    pub fn perft(&self, depth: u32) -> u64 {
        let mut leaves = 0;
        if !self.is_over() {
            self.for_each_move(|m| leaves += if depth > 1 { self.after(m).perft(depth - 1) } else { 1 });
        }
        leaves
    }
}

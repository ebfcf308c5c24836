//! Random positions in which White is ahead.

use anyhow::bail;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::board::{Board, CHIEF, MAN, Rules};

/// Men of White and of Black.
const MEN: [usize; 2] = [5, 3];

/// Positions as FENs.
pub fn ahead(variant: &str, count: usize) -> anyhow::Result<Vec<String>> {
    let start = Board::start(variant)?;
    if start.rules == Rules::Tablut {
        bail!("expected a game with two equal sides");
    }
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let mut fens = Vec::new();
    while fens.len() < count {
        let board = random(start, rng);
        if is_quiet(&board) {
            fens.push(board.to_fen());
        }
    }
    Ok(fens)
}

fn random(mut board: Board, rng: &mut impl Rng) -> Board {
    let size = board.size();
    board.cells[..size].fill(0);
    board.side = if rng.random() { 1 } else { -1 };
    let duxes = usize::from(board.rules == Rules::Latrunculi);
    for (side, men) in [1, -1].into_iter().zip(MEN) {
        for piece in std::iter::repeat_n(CHIEF, duxes).chain(std::iter::repeat_n(MAN, men)) {
            let mut cell = rng.random_range(0..size);
            while board.cells[cell] != 0 {
                cell = rng.random_range(0..size);
            }
            board.cells[cell] = side * piece;
        }
    }
    board
}

/// Whether no move of either side captures or ends the game.
fn is_quiet(board: &Board) -> bool {
    board.loser().is_none()
        && [1, -1].into_iter().all(|side| {
            let mut board = *board;
            board.side = side;
            let moves = board.moves(side);
            !moves.is_empty()
                && moves.into_iter().all(|m| board.captured(m).is_empty() && board.after(m).loser().is_none())
        })
}

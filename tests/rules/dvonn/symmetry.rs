//! The symmetries of DVONN: half a turn, a mirror and, once all pieces are placed, the exchange of colours.

use petteia_core::{Evaluate, Notation, Position};
use petteia_games::dvonn::Dvonn;
use petteia_games::dvonn::eval::NeuralEval;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256StarStar;

use crate::dvonn::naive::{ROWS, cell_of, name};
use crate::dvonn::random;

/// A symmetry of the game, as maps of FENs and of cell names.
struct Symmetry {
    fen: fn(&str) -> String,
    cell: fn(&str) -> String,
}

const HALF_TURN: Symmetry = Symmetry {
    fen: |fen| with_rows(fen, |rows| rows.iter().rev().map(|row| reversed(row)).collect()),
    cell: |cell| {
        let (file, row) = cell_of(cell);
        name((char::from(b'a' + b'k' - file as u8), 6 - row))
    },
};

const MIRROR: Symmetry = Symmetry {
    fen: |fen| with_rows(fen, |rows| rows.iter().map(|row| reversed(row)).collect()),
    cell: |cell| {
        let (file, row) = cell_of(cell);
        let (_, first, last) = ROWS[usize::from(5 - row)];
        name((char::from(first as u8 + last as u8 - file as u8), row))
    },
};

const COLOURS: Symmetry = Symmetry {
    fen: |fen| {
        let swapped = |c| match c {
            'w' => 'b',
            'b' => 'w',
            'W' => 'B',
            'B' => 'W',
            other => other,
        };
        fen.chars().map(swapped).collect()
    },
    cell: str::to_owned,
};

fn with_rows(fen: &str, change: impl Fn(&[&str]) -> Vec<String>) -> String {
    let (board, rest) = fen.split_once(' ').expect("a FEN");
    format!("{} {rest}", change(&board.split('/').collect::<Vec<_>>()).join("/"))
}

/// The cells of a row in reverse, each with its number.
fn reversed(row: &str) -> String {
    let starts = row.char_indices().filter(|(_, c)| !c.is_ascii_digit()).map(|(at, _)| at).collect::<Vec<_>>();
    let ends = starts.iter().skip(1).copied().chain([row.len()]);
    let cells: Vec<&str> = starts.iter().zip(ends).map(|(&start, end)| &row[start..end]).collect();
    cells.into_iter().rev().collect()
}

impl Symmetry {
    fn word(&self, word: &str) -> String {
        match word.len() {
            2 => (self.cell)(word),
            4 if word != "pass" => (self.cell)(&word[..2]) + &(self.cell)(&word[2..]),
            _ => word.to_owned(),
        }
    }

    /// Checks that the transformed position has the transformed moves, the transformed results and the same evaluation.
    fn assert_same(&self, position: &Dvonn, context: &str) {
        let transformed = Dvonn::parse_fen(&(self.fen)(&position.to_fen())).expect("a legal position");
        let results = |position: &Dvonn, symmetry: fn(&Self, &str) -> String, fen: fn(&Self, &str) -> String| {
            let mut results = Vec::new();
            position.for_each_move(|m| {
                results.push((symmetry(self, &position.write_move(m)), fen(self, &position.after(m).to_fen())));
            });
            results.sort();
            results
        };
        let expected = results(position, Self::word, |symmetry, fen| (symmetry.fen)(fen));
        assert_eq!(results(&transformed, |_, word| word.into(), |_, fen| fen.into()), expected, "{context}");
        assert_eq!(NeuralEval.evaluate(&transformed), NeuralEval.evaluate(position), "{context}");
    }
}

#[test]
fn symmetries_hold_along_games() {
    for seed in 0..40 {
        let game = random::game(&[], &mut Xoshiro256StarStar::seed_from_u64(seed));
        for (ply, (naive, _)) in game.line.iter().enumerate() {
            let context = format!("seed {seed}, ply {ply}: {}", naive.fen());
            let position = Dvonn::parse_fen(&naive.fen()).expect("a position");
            HALF_TURN.assert_same(&position, &context);
            MIRROR.assert_same(&position, &context);
            if naive.stacking {
                COLOURS.assert_same(&position, &context);
            }
        }
    }
}

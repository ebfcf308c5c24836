//! The symmetries of Reversi: rotations, mirrors and the exchange of colours.

use petteia_core::{Evaluate, Notation, Position};
use petteia_games::reversi::Reversi;
use petteia_games::reversi::eval::NeuralEval;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256StarStar;

use crate::reversi::naive::{BLACK, Naive, Square, WHITE, name, square_of, squares};
use crate::reversi::random;

/// A symmetry of the game: a sum of the four flags below.
#[derive(Clone, Copy, Debug)]
struct Symmetry(u32);

/// Mirrors the files.
const FILES: u32 = 1;
/// Mirrors the ranks.
const RANKS: u32 = 2;
/// Exchanges files and ranks.
const TRANSPOSE: u32 = 4;
/// Exchanges the colours.
const COLOURS: u32 = 8;

impl Symmetry {
    fn all() -> impl Iterator<Item = Self> {
        (0..16).map(Self)
    }

    fn has(self, part: u32) -> bool {
        self.0 & part != 0
    }

    fn square(self, (file, rank): Square) -> Square {
        let (file, rank) = if self.has(TRANSPOSE) { (rank, file) } else { (file, rank) };
        (if self.has(FILES) { 7 - file } else { file }, if self.has(RANKS) { 7 - rank } else { rank })
    }

    fn disc(self, disc: char) -> char {
        match disc {
            BLACK if self.has(COLOURS) => WHITE,
            WHITE if self.has(COLOURS) => BLACK,
            other => other,
        }
    }

    fn position(self, position: &Naive) -> Naive {
        let mut transformed = Naive { mover: self.disc(position.mover), ..position.clone() };
        for (file, rank) in squares(8) {
            let (to_file, to_rank) = self.square((file, rank));
            let disc = position.board[rank][file];
            transformed.board[to_rank][to_file] = self.disc(disc);
        }
        transformed
    }

    fn word(self, word: &str) -> String {
        if word == "pass" { word.into() } else { name(self.square(square_of(word))) }
    }

    fn fen(self, fen: &str) -> String {
        self.position(&Naive::read(fen).expect("a FEN")).fen()
    }
}

fn read(naive: &Naive) -> Reversi {
    Reversi::parse_fen(&naive.fen()).expect("a FEN")
}

/// Checks that transformed positions have the transformed moves and results, and the same symmetric key and evaluation.
fn assert_same(naive: &Naive, context: &str) {
    let (position, evaluator) = (read(naive), NeuralEval);
    for symmetry in Symmetry::all() {
        let transformed = read(&symmetry.position(naive));
        let mut expected = Vec::new();
        position.for_each_move(|m| {
            expected.push((symmetry.word(&position.write_move(m)), symmetry.fen(&position.after(m).to_fen())));
        });
        let mut found = Vec::new();
        transformed.for_each_move(|m| found.push((transformed.write_move(m), transformed.after(m).to_fen())));
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{symmetry:?}, {context}");
        assert_eq!(transformed.symmetric_key(), position.symmetric_key(), "{symmetry:?}, {context}");
        assert_eq!(transformed.outcome().is_some(), position.outcome().is_some(), "{symmetry:?}, {context}");
        assert_eq!(evaluator.evaluate(&transformed), evaluator.evaluate(&position), "{symmetry:?}, {context}");
    }
}

#[test]
fn symmetries_hold_along_games() {
    for seed in 0..15 {
        let game = random::game::<8>(&mut Xoshiro256StarStar::seed_from_u64(seed));
        for (ply, (naive, _)) in game.line.iter().enumerate() {
            assert_same(naive, &format!("seed {seed}, ply {ply}: {}", naive.fen()));
        }
    }
}

#[test]
fn symmetries_hold_on_random_positions() {
    for seed in 0..300 {
        let naive = random::position(&mut Xoshiro256StarStar::seed_from_u64(seed));
        assert_same(&naive, &format!("seed {seed}: {}", naive.fen()));
    }
}

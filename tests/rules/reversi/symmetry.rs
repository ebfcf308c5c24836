//! Reversi looks the same from all four sides, in a mirror, and with the colours exchanged.

use petteia::game::{Evaluate, Notation, Position};
use petteia::games::reversi::Reversi;
use petteia::games::reversi::eval::Learned;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256StarStar;

use crate::reversi::naive::{BLACK, Naive, Square, WHITE, name, square_of, squares};
use crate::reversi::random;

/// A way to see the board: a sum of the four below.
#[derive(Clone, Copy, Debug)]
struct View(u32);

/// Mirrored at the middle of the files.
const FILES: u32 = 1;
/// Mirrored at the middle of the ranks.
const RANKS: u32 = 2;
/// Files are ranks.
const TURNED: u32 = 4;
/// Black is White.
const COLOURS: u32 = 8;

impl View {
    fn all() -> impl Iterator<Item = Self> {
        (0..16).map(Self)
    }

    fn has(self, part: u32) -> bool {
        self.0 & part != 0
    }

    fn square(self, (file, rank): Square) -> Square {
        let (file, rank) = if self.has(TURNED) { (rank, file) } else { (file, rank) };
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
        let mut image = Naive { mover: self.disc(position.mover), ..position.clone() };
        for (file, rank) in squares() {
            let (to_file, to_rank) = self.square((file, rank));
            let disc = position.board[rank][file];
            image.board[to_rank][to_file] = self.disc(disc);
        }
        image
    }

    fn word(self, word: &str) -> String {
        if word == "pass" { word.into() } else { name(self.square(square_of(word))) }
    }

    fn fen(self, fen: &str) -> String {
        self.position(&Naive::read(fen).expect("a FEN")).fen()
    }
}

fn read(naive: &Naive) -> Reversi {
    Reversi::read_fen(&naive.fen()).expect("a FEN")
}

/// Whatever can be done in a position can be done in its images, with the images for results.
fn assert_same(naive: &Naive, context: &str) {
    let (position, evaluator) = (read(naive), Learned);
    for view in View::all() {
        let image = read(&view.position(naive));
        let mut wanted = Vec::new();
        position.for_each_move(|m| {
            wanted.push((view.word(&position.write_move(m)), view.fen(&position.after(m).write_fen())));
        });
        let mut found = Vec::new();
        image.for_each_move(|m| found.push((image.write_move(m), image.after(m).write_fen())));
        wanted.sort();
        found.sort();
        assert_eq!(found, wanted, "{view:?}, {context}");
        assert_eq!(image.outcome().is_some(), position.outcome().is_some(), "{view:?}, {context}");
        assert_eq!(evaluator.evaluate(&image), evaluator.evaluate(&position), "{view:?}, {context}");
    }
}

#[test]
fn symmetries_hold_along_games() {
    for seed in 0..15 {
        let game = random::game(&mut Xoshiro256StarStar::seed_from_u64(seed));
        for (ply, (naive, _)) in game.line.iter().enumerate() {
            assert_same(naive, &format!("seed {seed}, ply {ply}: {}", naive.fen()));
        }
    }
}

#[test]
fn symmetries_hold_on_positions_from_nowhere() {
    for seed in 0..300 {
        let naive = random::filling(&mut Xoshiro256StarStar::seed_from_u64(seed));
        assert_same(&naive, &format!("seed {seed}: {}", naive.fen()));
    }
}

//! A new game: Breakthrough on 6x6 squares (Dan Troyka, 2000), and an engine for it that speaks UGI and UCI.
//!
//! ```sh
//! cargo run --release --example breakthrough -- 'go depth 9'
//! ```
//!
//! `docs/adding-a-game.md` adds it step by step. Rules: each side has two rows of pawns. A pawn goes one square
//! forward, straight or diagonally, to an empty square; it captures diagonally. A side wins when it reaches the last
//! rank or captures every enemy pawn.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use petteia::protocols::ugi::Ugi;
use petteia::server::{Config, Server};
use petteia_core::grid::Step;
use petteia_core::hash::keys;
use petteia_core::layout::{read_colour, without_hyphen};
use petteia_core::scene::checkered;
use petteia_core::words::FenTokens;
use petteia_core::{
    Evaluate, FenError, Layout, MoveError, MoveOrdering, NoisyMoves, Notation, Outcome, Position, Scene, ScenePiece,
    Scoring, Side, Solving, Timing,
};
use petteia_engine::Variant;

const SIZE: usize = 6;
const SQUARES: usize = SIZE * SIZE;
/// Distance from the first rank to the last, in ranks.
const LAST_RANK: i32 = 5;
const LAYOUT: Layout = Layout { files: SIZE, ranks: SIZE };
/// Zobrist keys by side and square, then the key of the side to move.
const KEYS: [u64; 2 * SQUARES + 1] = keys(0x6272_6561);

/// A position; square 0 is a1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breakthrough {
    pawns: [u64; 2],
    side: Side,
    key: u64,
}

impl Breakthrough {
    fn empty(side: Side) -> Self {
        Self { pawns: [0; 2], side, key: if side == Side::First { 0 } else { KEYS[2 * SQUARES] } }
    }

    /// Puts a pawn on a square or removes it. Only this function changes the pawns, so the key stays correct.
    fn toggle(&mut self, side: Side, square: usize) {
        self.pawns[side as usize] ^= 1 << square;
        self.key ^= KEYS[side as usize * SQUARES + square];
    }

    fn owner(&self, square: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.pawns[side as usize] >> square & 1 == 1)
    }

    fn count(&self, side: Side) -> i32 {
        self.pawns[side as usize].count_ones().cast_signed()
    }

    /// Number of ranks that a pawn has advanced from the first rank of its side.
    fn progress(side: Side, square: usize) -> i32 {
        let rank = square / SIZE;
        i32::from(if side == Side::First { rank } else { SIZE - 1 - rank } as u8)
    }

    /// The side with a pawn on the last rank.
    fn arrived(&self) -> Option<Side> {
        let last_rank = [0b11_1111 << (SQUARES - SIZE), 0b11_1111];
        Side::BOTH.into_iter().find(|&side| self.pawns[side as usize] & last_rank[side as usize] != 0)
    }
}

impl Position for Breakthrough {
    type Move = Step;

    fn start() -> Self {
        let mut position = Self::empty(Side::First);
        for square in 0..2 * SIZE {
            position.toggle(Side::First, square);
            position.toggle(Side::Second, SQUARES - 1 - square);
        }
        position
    }

    fn side(&self) -> Side {
        self.side
    }

    fn for_each_move(&self, mut visit: impl FnMut(Step)) {
        if self.outcome().is_some() {
            return;
        }
        for from in (0..SQUARES).filter(|&square| self.owner(square) == Some(self.side)) {
            let ahead = if self.side == Side::First { from + SIZE } else { from - SIZE };
            let file = from % SIZE;
            for to in [(file > 0).then(|| ahead - 1), Some(ahead), (file < SIZE - 1).then(|| ahead + 1)] {
                let is_free = |to: usize| match self.owner(to) {
                    None => true,
                    Some(side) => side != self.side && to != ahead,
                };
                to.filter(|&to| is_free(to)).into_iter().for_each(|to| visit(Step::new(from, to)));
            }
        }
    }

    fn play_unchecked(&mut self, m: Step) {
        if self.owner(m.to()).is_some() {
            self.toggle(!self.side, m.to());
        }
        self.toggle(self.side, m.from());
        self.toggle(self.side, m.to());
        self.side = !self.side;
        self.key ^= KEYS[2 * SQUARES];
    }

    fn outcome(&self) -> Option<Outcome> {
        let without = Side::BOTH.into_iter().find(|&side| self.count(side) == 0);
        self.arrived().or(without.map(|side| !side)).map(Outcome::Win)
    }

    fn key(&self) -> u64 {
        self.key
    }
}

impl Notation for Breakthrough {
    fn parse_fen(text: &str) -> Result<Self, FenError> {
        let mut words = FenTokens::of(text);
        let (at, board) = words.next("a board and the side to move")?;
        let side = read_colour(&mut words, Side::First)?;
        words.end("the side to move")?;
        let mut position = Self::empty(side);
        for (square, letter) in LAYOUT.read(board, at, "Pp")? {
            position.toggle(if letter == 'P' { Side::First } else { Side::Second }, square);
        }
        // The winner of a finished game has just moved.
        match position.outcome() {
            Some(Outcome::Win(winner)) if winner == side => {
                Err(FenError::new(at, "a position in which the winner is not to move", "the winner to move"))
            }
            _ => Ok(position),
        }
    }

    fn to_fen(&self) -> String {
        let letter = |square| self.owner(square).map(|side| if side == Side::First { 'P' } else { 'p' });
        format!("{} {}", LAYOUT.write(letter), &self.side_name()[..1])
    }

    fn parse_move(&self, word: &str) -> Result<Step, MoveError> {
        const SYNTAX: MoveError = MoveError::Syntax("a move: from a square of the board to another, such as a2a3");
        let (from, rest) = LAYOUT.square(word).ok_or(SYNTAX)?;
        let to = LAYOUT.named(without_hyphen(rest)).ok_or(SYNTAX)?;
        let mut legal = None;
        self.for_each_move(|m| {
            if (m.from(), m.to()) == (from, to) {
                legal = Some(m);
            }
        });
        legal.ok_or_else(|| MoveError::Illegal("no pawn can go there".into()))
    }

    fn write_move(&self, m: Step) -> String {
        LAYOUT.step_name(m)
    }

    fn diagram(&self) -> String {
        LAYOUT.diagram(|square| self.owner(square).map_or('.', |side| if side == Side::First { 'P' } else { 'p' }))
    }

    fn scene(&self) -> Scene {
        let piece = |square| self.owner(square).map(|side| ScenePiece::new(Some(side.seat()), "pawn"));
        Scene::of_layout(LAYOUT, |square| Some(checkered(LAYOUT, square)), piece)
    }

    fn side_name(&self) -> &'static str {
        if self.side == Side::First { "white" } else { "black" }
    }

    fn effects(&self, m: Step) -> Vec<String> {
        self.owner(m.to()).map(|_| format!("captured {}", LAYOUT.name(m.to()))).into_iter().collect()
    }

    fn scores(&self) -> [i32; 2] {
        Side::BOTH.map(|side| self.count(side))
    }

    fn end_reason(&self) -> Option<&'static str> {
        self.outcome().map(|_| if self.arrived().is_some() { "last-rank" } else { "no-pawns" })
    }
}

impl MoveOrdering for Breakthrough {
    const MOVE_INDICES: usize = SQUARES * SQUARES;

    fn move_index(m: Step) -> usize {
        SQUARES * m.from() + m.to()
    }

    fn ordering_score(&self, m: Step) -> i32 {
        let capture = if self.owner(m.to()).is_some() { 100 } else { 0 };
        capture + 10 * Self::progress(self.side, m.to())
    }
}

impl NoisyMoves for Breakthrough {
    fn for_each_noisy_move(&self, mut visit: impl FnMut(Step)) {
        self.for_each_move(|m| {
            if self.owner(m.to()).is_some() {
                visit(m);
            }
        });
    }

    fn winning_move(&self) -> Option<Step> {
        let mut winning = None;
        self.for_each_move(|m| {
            if Self::progress(self.side, m.to()) == LAST_RANK {
                winning = Some(m);
            }
        });
        winning
    }
}

impl Scoring for Breakthrough {
    const WON_BY_MARGIN: bool = false;

    fn margin(&self) -> i32 {
        self.count(self.side) - self.count(!self.side)
    }
}

impl Solving for Breakthrough {
    type Solver = ();
}

impl Timing for Breakthrough {
    fn moves_to_go(&self) -> u32 {
        20
    }
}

/// An evaluation by the pawns and how far they have advanced.
#[derive(Clone, Debug, Default)]
pub struct PawnEval;

impl Evaluate<Breakthrough> for PawnEval {
    fn evaluate(&self, position: &Breakthrough) -> i32 {
        let side_value = |side| {
            let squares = (0..SQUARES).filter(|&square| position.owner(square) == Some(side));
            squares.map(|square| 100 + 5 * Breakthrough::progress(side, square).pow(2)).sum::<i32>()
        };
        side_value(position.side) - side_value(!position.side)
    }
}

/// The registry of this engine.
static VARIANTS: [Variant; 1] =
    [Variant::sequential::<Breakthrough, PawnEval>("breakthrough-6x6", "pppppp/pppppp/6/6/PPPPPP/PPPPPP w\n")];

fn main() -> anyhow::Result<()> {
    let lines: Vec<String> = std::env::args().skip(1).collect();
    let batch = !lines.is_empty();
    let input: Box<dyn Read + Send> =
        if batch { Box::new(Cursor::new(lines.join("\n"))) } else { Box::new(io::stdin()) };
    let input: Box<dyn BufRead + Send> = Box::new(BufReader::new(input));
    let config = Config { variants: &VARIANTS, variant: &VARIANTS[0], batch, files: false };
    Server::new(config, Box::<Ugi>::default(), io::stdout())?.run(input)?;
    Ok(())
}

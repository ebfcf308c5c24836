//! Notation: FEN, the board string, moves, the diagram and the effects of moves.

use petteia_core::bits::ones;
use petteia_core::words::{FenTokens, quoted};
use petteia_core::{BoardView, CellView, FenError, Layout, MoveError, Notation, Position, Scene, ScenePiece, Side};

use super::board::{self, SIZE};
use super::position::{Move, Reversi};

/// Number of squares of the board.
const SQUARES: usize = SIZE * SIZE;

const PASS: &str = "pass";
const MOVE_SYNTAX: &str = "a move: a square from a1 to h8, or pass";
const BOARD: &str = "eight ranks separated by /, or 64 squares";

impl Notation for Reversi {
    const SIDE_NAMES: [&'static str; 2] = ["black", "white"];

    fn parse_fen(text: &str) -> Result<Self, FenError> {
        let mut words = FenTokens::of(text);
        let (board_at, board) = words.next("a board and the side to move")?;
        let is_ranks = board.contains('/');
        let expected = if is_ranks { "the side to move, b or w" } else { "the side to move, one of b w X O" };
        let (side_at, side) = words.next(expected)?;
        let side = match side {
            "b" => Side::First,
            "w" => Side::Second,
            "X" if !is_ranks => Side::First,
            "O" if !is_ranks => Side::Second,
            _ => return Err(FenError::new(side_at, expected, quoted(side))),
        };
        words.end("the side to move")?;
        let discs = if is_ranks { read_ranks(board, board_at)? } else { read_squares(board, board_at)? };
        Ok(Self::new(discs.black, discs.white, side))
    }

    fn to_fen(&self) -> String {
        let mut text = String::new();
        for rank in 0..SIZE {
            let mut empty = 0;
            for square in SIZE * rank..SIZE * (rank + 1) {
                match self.letter(square) {
                    None => empty += 1,
                    Some(letter) => {
                        push_run(&mut text, empty);
                        text.push(letter);
                        empty = 0;
                    }
                }
            }
            push_run(&mut text, empty);
            text.push(if rank + 1 < SIZE { '/' } else { ' ' });
        }
        text.push(self.side_letter());
        text
    }

    fn parse_move(&self, word: &str) -> Result<Move, MoveError> {
        if word.eq_ignore_ascii_case(PASS) {
            // Point 3.
            return if self.placements() != 0 {
                Err(MoveError::Illegal("a player who can move must not pass".into()))
            } else if self.outcome().is_some() {
                Err(MoveError::Illegal("the game is over".into()))
            } else {
                Ok(Move::PASS)
            };
        }
        let square = board::named(word).ok_or(MoveError::Syntax(MOVE_SYNTAX))?;
        if self.placements() >> square & 1 == 1 {
            return Ok(Move::place(square));
        }
        let name = board::name(square);
        Err(MoveError::Illegal(if self.letter(square).is_some() {
            format!("{name} is occupied")
        } else if self.outcome().is_some() {
            "the game is over".into()
        } else if self.placements() == 0 {
            format!("{} can only pass", self.side_name())
        } else {
            format!("a disc on {name} turns nothing over")
        }))
    }

    fn split_moves(word: &str) -> Vec<&str> {
        let mut moves = Vec::new();
        let mut rest = word;
        while let Some((first, more)) = split_move(rest).filter(|(_, more)| !more.is_empty()) {
            moves.push(first);
            rest = more;
        }
        moves.push(rest);
        moves
    }

    fn write_move(&self, m: Move) -> String {
        m.square().map_or_else(|| PASS.into(), board::name)
    }

    fn diagram(&self) -> String {
        let files = "  a b c d e f g h\n";
        let mut text = String::from(files);
        for rank in 0..SIZE {
            text += &format!("{}", rank + 1);
            for square in SIZE * rank..SIZE * (rank + 1) {
                text.push(' ');
                text.push(self.letter(square).unwrap_or('.'));
            }
            text += &format!(" {}\n", rank + 1);
        }
        text + files
    }

    fn effects(&self, m: Move) -> Vec<String> {
        let mut flipped: Vec<String> = ones(self.flipped_by(m)).map(board::name).collect();
        flipped.sort_unstable();
        let mut effects = Vec::new();
        if !flipped.is_empty() {
            effects.push(format!("flipped {}", flipped.join(" ")));
        }
        let after = self.after(m);
        if after.placements() == 0 && after.outcome().is_none() {
            effects.push(format!("must-pass {}", after.side_letter()));
        }
        effects
    }

    fn scores(&self) -> [i32; 2] {
        Side::BOTH.map(|side| self.discs(side).count_ones().cast_signed())
    }

    fn end_reason(&self) -> Option<&'static str> {
        self.outcome().map(|_| "no-moves")
    }

    fn scene(&self) -> Scene {
        let layout = Layout { files: SIZE, ranks: SIZE };
        let owner = |square| Side::BOTH.into_iter().find(|&side| self.discs(side) >> square & 1 == 1);
        let mut scene = Scene::of_layout(
            layout,
            |_| Some("plain"),
            |square| owner(square).map(|side| ScenePiece::new(Some(side.seat()), "disc")),
        );
        // Rank 1 is the highest one.
        scene.cells.iter_mut().for_each(|cell| cell.centre[1] = f64::from(SIZE as u32 - 1) - cell.centre[1]);
        scene
    }

    /// Rank 1 is the lowest one here, so that a square has its own name there too.
    fn board_view(&self) -> Option<BoardView> {
        let owner = |square| Side::BOTH.into_iter().find(|&side| self.discs(side) >> square & 1 == 1);
        let view = |square| Some(CellView { owner: owner(square), label: String::new() });
        Some(BoardView::of_squares(SIZE, SIZE, view))
    }

    fn move_cells(&self, m: Move) -> Vec<usize> {
        m.square().into_iter().collect()
    }
}

impl Reversi {
    /// The FEN letter of the side to move.
    fn side_letter(&self) -> char {
        if self.side() == Side::First { 'b' } else { 'w' }
    }

    /// The FEN letter of the disc on a square; `None` if the square is empty.
    fn letter(&self, square: usize) -> Option<char> {
        let has = |side| self.discs(side) >> square & 1 == 1;
        if has(Side::First) {
            Some('X')
        } else if has(Side::Second) {
            Some('O')
        } else {
            None
        }
    }
}

/// Splits off the first move of a text, a pass or a square. `None` if the text begins with neither.
fn split_move(text: &str) -> Option<(&str, &str)> {
    let pass = text.split_at_checked(PASS.len()).filter(|(pass, _)| pass.eq_ignore_ascii_case(PASS));
    pass.or_else(|| text.split_at_checked(2).filter(|(square, _)| board::named(square).is_some()))
}

/// Writes a run of empty squares as a digit; nothing if it is empty.
fn push_run(text: &mut String, empty: u8) {
    if empty > 0 {
        text.push(char::from(b'0' + empty));
    }
}

/// The discs of a FEN or a board string.
#[derive(Default)]
struct Discs {
    black: u64,
    white: u64,
}

impl Discs {
    /// Puts a disc on a square. Returns false, and changes nothing, if the letter is not a disc.
    fn put(&mut self, square: usize, letter: char) -> bool {
        let bit = 1_u64 << square;
        match letter {
            'X' => self.black |= bit,
            'O' => self.white |= bit,
            _ => return false,
        }
        true
    }
}

/// Reads the ranks 1 to 8 of a FEN, separated by `/`, each from file a. Digits are runs of empty squares.
fn read_ranks(text: &str, start: usize) -> Result<Discs, FenError> {
    let mut discs = Discs::default();
    let mut at = start;
    for (rank, line) in text.split('/').enumerate() {
        if rank == SIZE {
            return Err(FenError::new(at - 1, "the end after eight ranks", "another"));
        }
        read_rank(&mut discs, rank, line, at)?;
        at += line.len() + 1;
    }
    match text.split('/').count() {
        SIZE => Ok(discs),
        ranks => Err(FenError::new(start + text.len(), "eight ranks separated by /", ranks.to_string())),
    }
}

/// Reads one rank of a FEN; `start` is its byte offset.
fn read_rank(discs: &mut Discs, rank: usize, line: &str, start: usize) -> Result<(), FenError> {
    let expected = || format!("{SIZE} squares in rank {}", rank + 1);
    let mut file = 0;
    for (offset, letter) in line.char_indices() {
        let at = start + offset;
        let run = match letter {
            'X' | 'O' => 1,
            '1'..='8' => letter as usize - '0' as usize,
            _ => return Err(FenError::new(at, "a disc, X or O, or a number of empty squares", found(letter))),
        };
        if file + run > SIZE {
            return Err(FenError::new(at, expected(), "more"));
        }
        discs.put(SIZE * rank + file, letter);
        file += run;
    }
    if file < SIZE {
        return Err(FenError::new(start + line.len(), expected(), file.to_string()));
    }
    Ok(())
}

/// Reads a board string: all squares from a1 to h8, rank by rank.
fn read_squares(text: &str, start: usize) -> Result<Discs, FenError> {
    let mut discs = Discs::default();
    let mut square = 0;
    for (offset, letter) in text.char_indices() {
        let at = start + offset;
        if square == SQUARES {
            return Err(FenError::new(at, "the end after 64 squares", found(letter)));
        }
        if !discs.put(square, letter) && !matches!(letter, '-' | '.') {
            return Err(FenError::new(at, format!("{BOARD}: X O - ."), found(letter)));
        }
        square += 1;
    }
    if square < SQUARES {
        return Err(FenError::new(start + text.len(), BOARD, format!("{square} squares")));
    }
    Ok(discs)
}

/// A letter as errors quote it.
fn found(letter: char) -> String {
    quoted(&letter.to_string())
}

//! Notation: FEN, the board string, moves, the diagram and the effects of moves.

use petteia_core::bits::ones;
use petteia_core::words::{FenTokens, quoted};
use petteia_core::{BoardView, CellView, FenError, Layout, MoveError, Notation, Position, Scene, ScenePiece, Side};

use super::board::Grid;
use super::position::{Move, SizedReversi};

const PASS: &str = "pass";

impl<const SIZE: usize> Grid<SIZE> {
    const RANKS: &'static str = if SIZE == 8 { "eight ranks" } else { "six ranks" };
    const MOVE_SYNTAX: &'static str =
        if SIZE == 8 { "a move: a square from a1 to h8, or pass" } else { "a move: a square from a1 to f6, or pass" };

    /// What a board has to be.
    fn board() -> String {
        format!("{} separated by /, or {} squares", Self::RANKS, SIZE * SIZE)
    }
}

impl<const SIZE: usize> Notation for SizedReversi<SIZE> {
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
        let discs = if is_ranks { Discs::read_ranks(board, board_at) } else { Discs::read_squares(board, board_at) };
        let Discs { black, white }: Discs<SIZE> = discs?;
        Ok(Self::new(black, white, side))
    }

    fn to_fen(&self) -> String {
        let mut text = String::new();
        for rank in 0..SIZE {
            let mut empty = 0;
            for index in SIZE * rank..SIZE * (rank + 1) {
                match self.letter(Grid::<SIZE>::square(index)) {
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
        let square = Grid::<SIZE>::named(word).ok_or(MoveError::Syntax(Grid::<SIZE>::MOVE_SYNTAX))?;
        if self.placements() >> square & 1 == 1 {
            return Ok(Move::place(square));
        }
        let name = Grid::<SIZE>::name(square);
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
        while let Some((first, more)) = split_move::<SIZE>(rest).filter(|(_, more)| !more.is_empty()) {
            moves.push(first);
            rest = more;
        }
        moves.push(rest);
        moves
    }

    fn write_move(&self, m: Move) -> String {
        m.square().map_or_else(|| PASS.into(), Grid::<SIZE>::name)
    }

    fn diagram(&self) -> String {
        let files: String = ('a'..).take(SIZE).flat_map(|file| [' ', file]).collect();
        let files = format!(" {files}\n");
        let mut text = files.clone();
        for rank in 0..SIZE {
            text += &format!("{}", rank + 1);
            for index in SIZE * rank..SIZE * (rank + 1) {
                text.push(' ');
                text.push(self.letter(Grid::<SIZE>::square(index)).unwrap_or('.'));
            }
            text += &format!(" {}\n", rank + 1);
        }
        text + &files
    }

    fn effects(&self, m: Move) -> Vec<String> {
        let mut flipped: Vec<String> = ones(self.flipped_by(m)).map(Grid::<SIZE>::name).collect();
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
        let mut scene = Scene::of_layout(
            layout,
            |_| Some("plain"),
            |index| self.owner(index).map(|side| ScenePiece::new(Some(side.seat()), "disc")),
        );
        // Rank 1 is the highest one.
        scene.cells.iter_mut().for_each(|cell| cell.centre[1] = f64::from(SIZE as u32 - 1) - cell.centre[1]);
        scene
    }

    /// Rank 1 is the lowest one here, so that a square has its own name there too.
    fn board_view(&self) -> Option<BoardView> {
        let view = |index| Some(CellView { owner: self.owner(index), label: String::new() });
        Some(BoardView::of_squares(SIZE, SIZE, view))
    }

    fn move_cells(&self, m: Move) -> Vec<usize> {
        m.square().map(Grid::<SIZE>::index).into_iter().collect()
    }
}

impl<const SIZE: usize> SizedReversi<SIZE> {
    /// The side whose disc is on the square with this number.
    fn owner(&self, index: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.discs(side) >> Grid::<SIZE>::square(index) & 1 == 1)
    }

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
fn split_move<const SIZE: usize>(text: &str) -> Option<(&str, &str)> {
    let pass = text.split_at_checked(PASS.len()).filter(|(pass, _)| pass.eq_ignore_ascii_case(PASS));
    pass.or_else(|| text.split_at_checked(2).filter(|(square, _)| Grid::<SIZE>::named(square).is_some()))
}

/// Writes a run of empty squares as a digit; nothing if it is empty.
fn push_run(text: &mut String, empty: u8) {
    if empty > 0 {
        text.push(char::from(b'0' + empty));
    }
}

/// The discs of a FEN or a board string.
#[derive(Default)]
struct Discs<const SIZE: usize> {
    black: u64,
    white: u64,
}

impl<const SIZE: usize> Discs<SIZE> {
    /// Puts a disc on a square. Returns false, and changes nothing, if the letter is not a disc.
    fn put(&mut self, index: usize, letter: char) -> bool {
        let bit = 1_u64 << Grid::<SIZE>::square(index);
        match letter {
            'X' => self.black |= bit,
            'O' => self.white |= bit,
            _ => return false,
        }
        true
    }

    /// Reads the ranks of a FEN from rank 1 on, separated by `/`, each from file a. Digits are runs of empty squares.
    fn read_ranks(text: &str, start: usize) -> Result<Self, FenError> {
        let mut discs = Self::default();
        let mut at = start;
        for (rank, line) in text.split('/').enumerate() {
            if rank == SIZE {
                return Err(FenError::new(at - 1, format!("the end after {}", Grid::<SIZE>::RANKS), "another"));
            }
            discs.read_rank(rank, line, at)?;
            at += line.len() + 1;
        }
        match text.split('/').count() {
            ranks if ranks == SIZE => Ok(discs),
            ranks => {
                let expected = format!("{} separated by /", Grid::<SIZE>::RANKS);
                Err(FenError::new(start + text.len(), expected, ranks.to_string()))
            }
        }
    }

    /// Reads one rank of a FEN; `start` is its byte offset.
    fn read_rank(&mut self, rank: usize, line: &str, start: usize) -> Result<(), FenError> {
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
            self.put(SIZE * rank + file, letter);
            file += run;
        }
        if file < SIZE {
            return Err(FenError::new(start + line.len(), expected(), file.to_string()));
        }
        Ok(())
    }

    /// Reads a board string: all squares from a1 on, rank by rank.
    fn read_squares(text: &str, start: usize) -> Result<Self, FenError> {
        let mut discs = Self::default();
        let mut index = 0;
        for (offset, letter) in text.char_indices() {
            let at = start + offset;
            if index == SIZE * SIZE {
                return Err(FenError::new(at, format!("the end after {} squares", SIZE * SIZE), found(letter)));
            }
            if !discs.put(index, letter) && !matches!(letter, '-' | '.') {
                return Err(FenError::new(at, format!("{}: X O - .", Grid::<SIZE>::board()), found(letter)));
            }
            index += 1;
        }
        if index < SIZE * SIZE {
            return Err(FenError::new(start + text.len(), Grid::<SIZE>::board(), format!("{index} squares")));
        }
        Ok(discs)
    }
}

/// A letter as errors quote it.
fn found(letter: char) -> String {
    quoted(&letter.to_string())
}

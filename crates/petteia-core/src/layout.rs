//! Text for boards with ranks and files: FEN ranks, names of squares, moves from one square to another, diagrams.

use super::words::{FenTokens, quoted};
use super::{BoardView, CellView, FenError, MoveError, Position};
use crate::Side;
use crate::grid::Step;

const STEP_SYNTAX: &str = "a move: from a square of the board to another, such as a1a5";

/// The size of a board. Square 0 is a1, square 1 is b1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Number of files, at most 26.
    pub files: usize,
    /// Number of ranks.
    pub ranks: usize,
}

impl Layout {
    /// The name of a square, such as `d3`.
    #[must_use]
    pub fn name(self, square: usize) -> String {
        format!("{}{}", letter(square % self.files), square / self.files + 1)
    }

    /// The names of squares, sorted by byte order and separated by `by`.
    #[must_use]
    pub fn names(self, squares: impl IntoIterator<Item = usize>, by: &str) -> String {
        let mut names: Vec<String> = squares.into_iter().map(|square| self.name(square)).collect();
        names.sort_unstable();
        names.join(by)
    }

    /// The square whose name the text begins with, and the rest of the text. The file letter can be of either case.
    #[must_use]
    pub fn square(self, text: &str) -> Option<(usize, &str)> {
        let file = text.bytes().next().filter(u8::is_ascii_alphabetic)?.to_ascii_lowercase() - b'a';
        let rest = &text[1..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (rank, rest) = rest.split_at(digits);
        let rank: usize = rank.parse().ok().filter(|_| !rank.starts_with('0'))?;
        let inside = usize::from(file) < self.files && (1..=self.ranks).contains(&rank);
        inside.then(|| (self.files * (rank - 1) + usize::from(file), rest))
    }

    /// The square with this name.
    #[must_use]
    pub fn named(self, text: &str) -> Option<usize> {
        self.square(text).filter(|(_, rest)| rest.is_empty()).map(|(square, _)| square)
    }

    /// The text of a move, such as `a1a5`.
    #[must_use]
    pub fn step_name(self, step: Step) -> String {
        self.name(step.from()) + &self.name(step.to())
    }

    /// Reads a legal move, such as `a1a5` or `a1-a5`. `owner` gives the side whose piece is on a square.
    ///
    /// # Errors
    /// [`MoveError::Syntax`] if the word is not two squares. [`MoveError::Illegal`] if the move is not legal.
    pub fn read_step<P: Position<Move = Step>>(
        self,
        position: &P,
        word: &str,
        owner: impl Fn(usize) -> Option<Side>,
    ) -> Result<Step, MoveError> {
        let squares = self.square(word).and_then(|(from, to)| Some((from, self.named(without_hyphen(to))?)));
        let (from, to) = squares.ok_or(MoveError::Syntax(STEP_SYNTAX))?;
        let (from_name, to_name) = (self.name(from), self.name(to));
        Err(MoveError::Illegal(if owner(from).is_none() {
            format!("{from_name} is empty")
        } else if owner(from) != Some(position.side()) {
            format!("the piece on {from_name} is the opponent's")
        } else if from != to && owner(to).is_some() {
            format!("{to_name} is occupied")
        } else {
            let expected = Step::new(from, to);
            let mut legal = false;
            position.for_each_move(|step| legal |= step == expected);
            if legal {
                return Ok(expected);
            }
            match position.outcome() {
                Some(_) => "the game is over".into(),
                None => format!("the piece on {from_name} cannot go to {to_name}"),
            }
        }))
    }

    /// Reads the ranks of a FEN and returns each piece with its square.
    ///
    /// The ranks are separated by `/`, the highest rank first. A rank begins at file a and consists of letters of
    /// `pieces` and numbers of empty squares. `at` is the byte offset of the text in the FEN.
    ///
    /// # Errors
    /// The first error in the text and its byte offset.
    pub fn read(self, text: &str, at: usize, pieces: &str) -> Result<Vec<(usize, char)>, FenError> {
        let mut found = Vec::new();
        let mut place = at;
        for (line, rank) in text.split('/').enumerate() {
            if line == self.ranks {
                return Err(FenError::new(place - 1, format!("the end after {} ranks", self.ranks), "another"));
            }
            self.read_rank(rank, self.ranks - 1 - line, place, pieces, &mut found)?;
            place += rank.len() + 1;
        }
        match text.split('/').count() {
            ranks if ranks == self.ranks => Ok(found),
            ranks => {
                let expected = format!("{} ranks separated by /", self.ranks);
                Err(FenError::new(at + text.len(), expected, ranks.to_string()))
            }
        }
    }

    fn read_rank(
        self,
        text: &str,
        rank: usize,
        start: usize,
        pieces: &str,
        found: &mut Vec<(usize, char)>,
    ) -> Result<(), FenError> {
        let expected = || format!("{} squares in rank {}", self.files, rank + 1);
        let mut file = 0;
        let mut at = 0;
        while let Some(letter) = text[at..].chars().next() {
            let (run, length) = if pieces.contains(letter) {
                (1, 1)
            } else {
                let length = text[at..].bytes().take_while(u8::is_ascii_digit).count();
                let run = text[at..at + length].parse().ok().filter(|_| letter != '0');
                let expected = || format!("a piece, one of {pieces}, or a number of empty squares");
                (run.ok_or_else(|| FenError::new(start + at, expected(), quoted(&letter.to_string())))?, length)
            };
            if run > self.files - file {
                return Err(FenError::new(start + at, expected(), "more"));
            }
            if pieces.contains(letter) {
                found.push((self.files * rank + file, letter));
            }
            file += run;
            at += length;
        }
        if file < self.files {
            return Err(FenError::new(start + text.len(), expected(), file.to_string()));
        }
        Ok(())
    }

    /// Writes the ranks of a FEN. `piece` gives the letter of the piece on a square.
    #[must_use]
    pub fn write(self, piece: impl Fn(usize) -> Option<char>) -> String {
        let rank = |rank: usize| {
            let (mut text, mut empty) = (String::new(), 0);
            for square in self.files * rank..self.files * (rank + 1) {
                let Some(letter) = piece(square) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text.push(letter);
            }
            if empty > 0 { text + &empty.to_string() } else { text }
        };
        (0..self.ranks).rev().map(rank).collect::<Vec<_>>().join("/")
    }

    /// The board for programs that draw it. `owner` gives the side whose piece is on a square, `label` what tells the
    /// piece from a plain one.
    #[must_use]
    pub fn view(
        self,
        owner: impl Fn(usize) -> Option<Side>,
        label: impl Fn(usize) -> Option<&'static str>,
    ) -> BoardView {
        let view = |square| CellView { owner: owner(square), label: label(square).unwrap_or_default().into() };
        BoardView::of_squares(self.files, self.ranks, |square| Some(view(square)))
    }

    /// A diagram of the board with coordinates, rank 1 at the bottom. `piece` gives the character of a square.
    #[must_use]
    pub fn diagram(self, piece: impl Fn(usize) -> char) -> String {
        let width = self.ranks.to_string().len();
        let files: String = (0..self.files).flat_map(|file| [' ', letter(file)]).collect();
        let files = format!("{:width$}{files}\n", "");
        let mut text = files.clone();
        for rank in (0..self.ranks).rev() {
            text += &format!("{:width$}", rank + 1);
            text.extend((self.files * rank..self.files * (rank + 1)).flat_map(|square| [' ', piece(square)]));
            text += &format!(" {}\n", rank + 1);
        }
        text + &files
    }
}

/// The text of the second square of a move, without a leading hyphen.
#[must_use]
pub fn without_hyphen(to: &str) -> &str {
    to.strip_prefix('-').unwrap_or(to)
}

fn letter(file: usize) -> char {
    char::from(b'a' + file as u8)
}

/// Reads the side to move, `w` or `b`. `white` is the side that `w` means.
///
/// # Errors
/// The next word is neither `w` nor `b`, or there is no next word.
pub fn read_colour(words: &mut FenTokens, white: Side) -> Result<Side, FenError> {
    const WANTED: &str = "the side to move, w or b";
    match words.next(WANTED)? {
        (_, "w") => Ok(white),
        (_, "b") => Ok(!white),
        (at, other) => Err(FenError::new(at, WANTED, quoted(other))),
    }
}

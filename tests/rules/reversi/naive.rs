//! Reversi in a naive form, written from the rules for clarity: a board of letters. It shares no code with the engine.
//! The numbered points are those of the rules in `docs/games/reversi.md`.

use std::cmp::Ordering;

pub(crate) const BLACK: char = 'X';
pub(crate) const WHITE: char = 'O';
pub(crate) const EMPTY: char = '-';

/// The steps of the eight directions, in files and ranks, and their names.
pub(crate) const DIRECTIONS: [(isize, isize, &str); 8] = [
    (-1, -1, "up left"),
    (0, -1, "up"),
    (1, -1, "up right"),
    (-1, 0, "left"),
    (1, 0, "right"),
    (-1, 1, "down left"),
    (0, 1, "down"),
    (1, 1, "down right"),
];

/// File and rank, both from 0.
pub(crate) type Square = (usize, usize);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SizedNaive<const SIZE: usize> {
    /// Ranks from the top, each from file a.
    pub(crate) board: [[char; SIZE]; SIZE],
    pub(crate) mover: char,
}

pub(crate) fn name((file, rank): Square) -> String {
    format!("{}{}", char::from(b"abcdefgh"[file]), rank + 1)
}

/// The square with this name.
pub(crate) fn square_of(word: &str) -> Square {
    squares(8).find(|&square| name(square) == word).expect("the name of a square")
}

pub(crate) fn squares(size: usize) -> impl Iterator<Item = Square> {
    (0..size).flat_map(move |file| (0..size).map(move |rank| (file, rank)))
}

/// The board of 8x8 squares.
pub(crate) type Naive = SizedNaive<8>;

fn other(player: char) -> char {
    if player == BLACK { WHITE } else { BLACK }
}

impl<const SIZE: usize> SizedNaive<SIZE> {
    /// Point 1.
    pub(crate) fn start() -> Self {
        let mut start = Self { board: [[EMPTY; SIZE]; SIZE], mover: BLACK };
        let [low, high] = [SIZE / 2 - 1, SIZE / 2];
        for (square, disc) in [((low, low), WHITE), ((high, high), WHITE), ((low, high), BLACK), ((high, low), BLACK)] {
            start.set(square, disc);
        }
        start
    }

    fn at(&self, (file, rank): Square) -> char {
        self.board[rank][file]
    }

    fn set(&mut self, (file, rank): Square, disc: char) {
        self.board[rank][file] = disc;
    }

    /// Point 2: the row that a disc of the player on this square would flip in one direction.
    pub(crate) fn row(&self, player: char, square: Square, (files, ranks, _): (isize, isize, &str)) -> Vec<Square> {
        let step = |(file, rank): Square| {
            let next = (file.checked_add_signed(files)?, rank.checked_add_signed(ranks)?);
            (next.0 < SIZE && next.1 < SIZE).then_some(next)
        };
        let mut row = Vec::new();
        let mut here = square;
        while let Some(next) = step(here) {
            if self.at(next) == player {
                return row;
            }
            if self.at(next) == EMPTY {
                break;
            }
            row.push(next);
            here = next;
        }
        Vec::new()
    }

    /// Point 2, all directions.
    fn flipped(&self, player: char, square: Square) -> Vec<Square> {
        DIRECTIONS.into_iter().flat_map(|direction| self.row(player, square, direction)).collect()
    }

    /// Where a player could place a disc if it were its turn.
    pub(crate) fn placements(&self, player: char) -> Vec<String> {
        let can = |square: &Square| self.at(*square) == EMPTY && !self.flipped(player, *square).is_empty();
        squares(SIZE).filter(can).map(name).collect()
    }

    /// The legal moves in byte order; none when the game is over (points 3 and 4).
    pub(crate) fn moves(&self) -> Vec<String> {
        let mut moves = self.placements(self.mover);
        if moves.is_empty() && !self.placements(other(self.mover)).is_empty() {
            moves.push("pass".into());
        }
        moves.sort();
        moves
    }

    /// The position after a legal move, and the flipped squares, in byte order.
    pub(crate) fn play(&self, word: &str) -> (Self, Vec<String>) {
        let mut after = Self { mover: other(self.mover), ..self.clone() };
        if word == "pass" {
            return (after, Vec::new());
        }
        let flipped = self.flipped(self.mover, square_of(word));
        for &square in flipped.iter().chain([&square_of(word)]) {
            after.set(square, self.mover);
        }
        let mut names: Vec<String> = flipped.into_iter().map(name).collect();
        names.sort();
        (after, names)
    }

    pub(crate) fn count(&self, disc: char) -> i32 {
        i32::try_from(self.board.iter().flatten().filter(|&&other| other == disc).count()).expect("at most 64")
    }

    /// Numbers of discs, Black's first.
    pub(crate) fn score(&self) -> [i32; 2] {
        [self.count(BLACK), self.count(WHITE)]
    }

    /// Point 4, in the words of the protocol.
    pub(crate) fn result(&self) -> &'static str {
        let [black, white] = self.score();
        if !self.moves().is_empty() {
            return "none";
        }
        match black.cmp(&white) {
            Ordering::Greater => "p1win",
            Ordering::Less => "p2win",
            Ordering::Equal => "draw",
        }
    }

    /// A forced pass is a ply, a finished position has no children.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.moves().len() as u64,
            _ => self.moves().iter().map(|word| self.play(word).0.perft(depth - 1)).sum(),
        }
    }

    /// The effects of a legal move beyond the move itself, from the result of [`Naive::play`].
    pub(crate) fn effects((after, flipped): &(Self, Vec<String>)) -> Vec<String> {
        let mut effects = Vec::new();
        if !flipped.is_empty() {
            effects.push(format!("flipped {}", flipped.join(" ")));
        }
        if after.moves() == ["pass"] {
            effects.push(format!("must-pass {}", after.mover_letter()));
        }
        effects
    }

    fn mover_letter(&self) -> char {
        if self.mover == BLACK { 'b' } else { 'w' }
    }

    pub(crate) fn fen(&self) -> String {
        let mut ranks = self.board.map(String::from_iter).join("/");
        for run in (1..=SIZE).rev() {
            // Longer runs are replaced first.
            ranks = ranks.replace(&String::from(EMPTY).repeat(run), &run.to_string());
        }
        format!("{ranks} {}", self.mover_letter())
    }

    /// The board as one character a square, with the letter of the side to move.
    pub(crate) fn string(&self) -> String {
        format!("{} {}", String::from_iter(self.board.concat()), self.mover)
    }

    /// Reads a position, or returns the reason to refuse it.
    pub(crate) fn read(text: &str) -> Result<Self, &'static str> {
        let words: Vec<&str> = text.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
        let [board, mover] = words[..] else { return Err("two words") };
        let is_string = !board.contains('/');
        let mover = match mover {
            "b" => BLACK,
            "w" => WHITE,
            "X" | "O" if is_string => mover.chars().next().expect("a letter"),
            _ => return Err("side"),
        };
        let mut position = Self { board: [[EMPTY; SIZE]; SIZE], mover };
        if is_string {
            let letters: Vec<char> = board.chars().map(|c| if c == '.' { EMPTY } else { c }).collect();
            if !letters.iter().all(|c| [BLACK, WHITE, EMPTY].contains(c)) {
                return Err("letter");
            }
            let ranks: Vec<[char; SIZE]> = letters.chunks(SIZE).filter_map(|rank| rank.try_into().ok()).collect();
            position.board = ranks.try_into().ok().filter(|_| letters.len() == SIZE * SIZE).ok_or("64 squares")?;
            return Ok(position);
        }
        let ranks: Vec<&str> = board.split('/').collect();
        if ranks.len() != SIZE {
            return Err("eight ranks");
        }
        for (line, text) in position.board.iter_mut().zip(ranks) {
            *line = read_rank(text)?;
        }
        Ok(position)
    }
}

fn read_rank<const SIZE: usize>(text: &str) -> Result<[char; SIZE], &'static str> {
    let mut rank = String::new();
    for c in text.chars() {
        match c {
            BLACK | WHITE => rank.push(c),
            '1'..='8' => rank += &String::from(EMPTY).repeat(c.to_digit(10).expect("a digit") as usize),
            _ => return Err("letter"),
        }
    }
    rank.chars().collect::<Vec<_>>().try_into().map_err(|_| "rank length")
}

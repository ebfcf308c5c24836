//! The rules of the games in their plainest form: an array of cells, and no code of the engine.

use std::hash::{DefaultHasher, Hash, Hasher};

use anyhow::{Context, bail, ensure};

/// Which rules hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    Gonu,
    Latrunculi,
    Conversion,
    Tablut,
    Sparta,
}

/// Pieces of cells: positive of White, negative of Black, 0 for an empty cell.
pub const MAN: i8 = 1;
/// A dux, a king or a hero.
pub const CHIEF: i8 = 2;

/// Number of cells of the largest board.
const MAX_CELLS: usize = 19 * 11;

/// Steps of file and rank: along ranks and files, then diagonals.
const DIRECTIONS: [(isize, isize); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)];
/// The directions along ranks and files.
const LINES: std::ops::Range<usize> = 0..4;

/// A move: the cells from and to.
pub type Move = [usize; 2];

/// A position. Cells are numbered from a1, file by file in a rank.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    pub rules: Rules,
    files: usize,
    ranks: usize,
    /// The cell next to each cell in each of the [`DIRECTIONS`].
    next: &'static [[Option<usize>; 8]],
    pub cells: [i8; MAX_CELLS],
    /// The colour of each city: 1 of White, -1 of Black.
    cities: [i8; MAX_CELLS],
    /// The side to move: 1 is White, -1 is Black.
    pub side: i8,
}

impl Board {
    /// The start of a variant.
    pub fn start(variant: &str) -> anyhow::Result<Self> {
        let (rules, fen) = match variant {
            "gonu" => (Rules::Gonu, "pppppppp/8/8/8/8/8/8/PPPPPPPP w"),
            "latrunculi" => (Rules::Latrunculi, "pppppppp/3d4/8/8/8/8/4D3/PPPPPPPP w"),
            "latrunculi-12x8" => (Rules::Latrunculi, "pppppppppppp/5d6/12/12/12/12/6D5/PPPPPPPPPPPP w"),
            "latrunculi-conversion" => (Rules::Conversion, "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w"),
            "tablut" => (Rules::Tablut, "3aaa3/4a4/4D4/a3D3a/aaDDKDDaa/a3D3a/4D4/4a4/3aaa3 b"),
            "sparta" => (Rules::Sparta, "pppppppp/8/8/8/8/8/8/PPPPPPPP w w:a4,d5,e4,h5;b:a5,d4,e5,h4"),
            other => bail!("expected a custodial game, found {other}"),
        };
        let empty = [0; MAX_CELLS];
        Self { rules, files: 0, ranks: 0, next: &[], cells: empty, cities: empty, side: 1 }.with_fen(fen)
    }

    /// The position of a FEN, by the same rules.
    pub fn with_fen(mut self, fen: &str) -> anyhow::Result<Self> {
        let words: Vec<&str> = fen.split_whitespace().collect();
        let [rows, side, rest @ ..] = &words[..] else { bail!("expected a board and a side") };
        let rows: Vec<Vec<i8>> =
            rows.split('/').rev().map(|text| row(text, self.rules)).collect::<anyhow::Result<_>>()?;
        let (files, ranks) = (rows[0].len(), rows.len());
        let cells: Vec<i8> = rows.concat();
        ensure!(cells.len() <= MAX_CELLS && cells.len() == files * ranks, "expected rows of one length");
        if (self.files, self.ranks) != (files, ranks) {
            (self.files, self.ranks) = (files, ranks);
            let steps = |at: usize| {
                let next = |(x, y)| self.at((at % files).checked_add_signed(x)?, (at / files).checked_add_signed(y)?);
                DIRECTIONS.map(next)
            };
            self.next = (0..files * ranks).map(steps).collect::<Vec<_>>().leak();
        }
        self.cells = [0; MAX_CELLS];
        self.cells[..cells.len()].copy_from_slice(&cells);
        self.side = if *side == "w" { 1 } else { -1 };
        self.cities = [0; MAX_CELLS];
        if let [cities, ..] = rest {
            let (white, black) = cities.split_once(';').context("expected cities")?;
            for (list, colour) in [(white, 1), (black, -1)] {
                for name in list[2..].split(',').filter(|name| *name != "-") {
                    let cell = self.cell(name)?;
                    self.cities[cell] = colour;
                }
            }
        }
        Ok(self)
    }

    pub fn to_fen(self) -> String {
        let row = |rank: usize| {
            let cells = (0..self.files).map(|file| self.cells[self.at(file, rank).unwrap_or_default()]);
            let text: String = cells.map(|piece| self.letter(piece)).collect();
            text.split_inclusive(|letter| letter != '.').map(with_count).collect::<String>()
        };
        let rows: Vec<String> = (0..self.ranks).rev().map(row).collect();
        let cities = if self.rules == Rules::Sparta {
            format!(" w:{};b:{}", self.city_names(1), self.city_names(-1))
        } else {
            String::new()
        };
        format!("{} {}{cities}", rows.join("/"), if self.side > 0 { "w" } else { "b" })
    }

    /// The cities of a colour, sorted by file.
    fn city_names(&self, colour: i8) -> String {
        let cells = (0..self.files).flat_map(|file| (0..self.ranks).filter_map(move |rank| self.at(file, rank)));
        let names: Vec<String> =
            cells.filter(|&cell| self.cities[cell] == colour).map(|cell| self.name(cell)).collect();
        if names.is_empty() { "-".into() } else { names.join(",") }
    }

    fn letter(&self, piece: i8) -> char {
        match (piece, self.rules) {
            (0, _) => '.',
            (MAN, Rules::Tablut) => 'D',
            (_, Rules::Tablut) if piece < 0 => 'a',
            (CHIEF, Rules::Tablut) => 'K',
            (MAN, _) => 'P',
            (CHIEF, Rules::Sparta) => 'H',
            (CHIEF, _) => 'D',
            (-1, _) => 'p',
            (_, Rules::Sparta) => 'h',
            _ => 'd',
        }
    }

    /// The move of a word such as `a1a10`.
    pub fn read_move(&self, word: &str) -> anyhow::Result<Move> {
        let second = word.char_indices().filter(|(_, letter)| letter.is_ascii_lowercase()).nth(1);
        let (from, to) = word.split_at(second.context("expected two cells")?.0);
        Ok([self.cell(from)?, self.cell(to)?])
    }

    pub fn write_move(&self, [from, to]: Move) -> String {
        self.name(from) + &self.name(to)
    }

    fn name(&self, cell: usize) -> String {
        let (file, rank) = (cell % self.files, cell / self.files);
        format!("{}{}", char::from(b'a' + file as u8), rank + 1)
    }

    fn cell(&self, name: &str) -> anyhow::Result<usize> {
        let mut letters = name.chars();
        let file = letters.next().and_then(|letter| (letter as usize).checked_sub('a' as usize));
        let rank = letters.as_str().parse::<usize>()?.checked_sub(1);
        file.zip(rank)
            .and_then(|(file, rank)| self.at(file, rank))
            .with_context(|| format!("expected a cell of the board, found {name}"))
    }

    fn at(&self, file: usize, rank: usize) -> Option<usize> {
        (file < self.files && rank < self.ranks).then_some(file + self.files * rank)
    }

    /// A number that tells positions apart.
    pub fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.cells[..self.size()], &self.cities[..self.size()], self.side).hash(&mut hasher);
        hasher.finish()
    }

    fn step(&self, cell: usize, direction: usize) -> Option<usize> {
        self.next[cell][direction]
    }

    pub fn size(&self) -> usize {
        self.files * self.ranks
    }

    /// The cells with pieces of a side.
    fn pieces(&self, side: i8) -> impl Iterator<Item = usize> {
        (0..self.size()).filter(move |&cell| self.cells[cell] * side > 0)
    }

    /// The legal moves of a side, if the game is not over.
    pub fn moves(&self, side: i8) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.for_each_move(side, |m| moves.push(m));
        moves
    }

    /// Number of the moves of a side.
    pub fn mobility(&self, side: i8) -> i32 {
        let mut moves = 0;
        self.for_each_move(side, |_| moves += 1);
        moves
    }

    fn for_each_move(&self, side: i8, mut visit: impl FnMut(Move)) {
        for from in self.pieces(side) {
            if self.rules == Rules::Sparta {
                self.for_each_walk(from, &mut visit);
                continue;
            }
            for direction in LINES {
                let mut at = from;
                while let Some(to) = self.step(at, direction).filter(|&to| self.cells[to] == 0) {
                    if self.may_enter(self.cells[from], to) {
                        visit([from, to]);
                    }
                    if self.rules == Rules::Conversion {
                        break;
                    }
                    at = to;
                }
            }
        }
    }

    /// Walks of Sparta: two king steps of a warrior, three of a hero.
    fn for_each_walk(&self, from: usize, visit: &mut impl FnMut(Move)) {
        let mut reached = vec![from];
        let mut first = 0;
        for _ in 0..=self.cells[from].abs() {
            let last = reached.len();
            for i in first..last {
                for direction in 0..DIRECTIONS.len() {
                    let next = self.step(reached[i], direction);
                    reached.extend(next.filter(|to| self.cells[*to] == 0 && !reached.contains(to)));
                }
            }
            first = last;
        }
        reached[1..].iter().for_each(|&to| visit([from, to]));
    }

    fn is_throne(&self, cell: usize) -> bool {
        self.rules == Rules::Tablut && cell == self.size() / 2
    }

    fn is_corner(&self, cell: usize) -> bool {
        LINES.filter(|&direction| self.step(cell, direction).is_some()).count() == 2
    }

    fn may_enter(&self, piece: i8, to: usize) -> bool {
        self.rules != Rules::Tablut || !self.is_throne(to) && (piece == CHIEF || !self.is_corner(to))
    }

    /// The enemy pieces that a move captures or converts, the king of Tablut left out.
    pub fn captured(&self, [from, to]: Move) -> Vec<usize> {
        let (piece, side) = (self.cells[from], self.side);
        let is_chief = |piece: i8| piece.abs() == CHIEF;
        let mut captured = Vec::new();
        if self.rules == Rules::Tablut && is_chief(piece) {
            return captured;
        }
        let row_limit = if self.rules == Rules::Sparta && is_chief(piece) { usize::MAX } else { 1 };
        for direction in LINES {
            let mut row = Vec::new();
            let mut at = self.step(to, direction);
            while let Some(cell) = at.filter(|&cell| self.cells[cell] * side < 0 && row.len() < row_limit) {
                if self.rules != Rules::Sparta && is_chief(self.cells[cell]) {
                    break;
                }
                row.push(cell);
                at = self.step(cell, direction);
            }
            let far = at.filter(|&cell| cell != from).map_or(0, |cell| self.cells[cell] * side);
            if far == MAN || far == CHIEF && self.rules != Rules::Tablut {
                captured.append(&mut row);
            }
        }
        captured
    }

    /// The position after a move.
    pub fn after(mut self, m: Move) -> Self {
        let ([from, to], captured) = (m, self.captured(m));
        let mut piece = std::mem::take(&mut self.cells[from]);
        if self.rules == Rules::Sparta {
            if self.cities[to] == self.side {
                piece = CHIEF * self.side;
            } else if self.cities[to] != 0 && piece.abs() == MAN {
                self.cities[to] = self.side;
            }
        }
        self.cells[to] = piece;
        for cell in captured {
            self.cells[cell] = if self.rules == Rules::Conversion { self.side } else { 0 };
        }
        let is_attacker = self.rules == Rules::Tablut && self.side < 0;
        let mut beside = LINES.filter_map(|direction| self.step(to, direction)).filter(|_| is_attacker);
        if let Some(king) = beside.find(|&cell| self.cells[cell] == CHIEF && self.is_closed(cell)) {
            self.cells[king] = 0;
        }
        self.side = -self.side;
        self
    }

    /// Whether the king of Tablut is closed in by mercenaries, the edge and the empty throne.
    fn is_closed(&self, king: usize) -> bool {
        let mut beside = LINES.map(|direction| self.step(king, direction));
        beside.all(|next| next.is_none_or(|cell| self.cells[cell] < 0 || self.is_throne(cell) && self.cells[cell] == 0))
    }

    /// The side that has lost, moves left out.
    pub fn loser(&self) -> Option<i8> {
        let count = |side: i8| self.pieces(side).count();
        let cells = 0..self.size();
        match self.rules {
            Rules::Tablut => {
                let king = cells.into_iter().find(|&cell| self.cells[cell] == CHIEF);
                king.map_or(Some(1), |king| self.is_corner(king).then_some(-1))
            }
            Rules::Sparta => {
                let cities = |colour: i8| self.cities.contains(&colour);
                let by_cities = [1, -1].into_iter().find(|&colour| !cities(colour) && cities(-colour));
                by_cities.or_else(|| [self.side, -self.side].into_iter().find(|&side| count(side) == 0))
            }
            Rules::Gonu => [self.side, -self.side].into_iter().find(|&side| count(side) < 2),
            Rules::Latrunculi | Rules::Conversion => {
                let is_caught = |cell: usize| {
                    LINES.filter_map(|direction| self.step(cell, direction)).all(|next| self.cells[next] != 0)
                };
                [self.side, -self.side].into_iter().find(|&side| {
                    let dux = cells.clone().find(|&cell| self.cells[cell] == CHIEF * side);
                    dux.is_some_and(is_caught) || cells.clone().all(|cell| self.cells[cell] != MAN * side)
                })
            }
        }
    }
}

/// The pieces of a row of a FEN, where a run of empty cells is a number.
fn row(text: &str, rules: Rules) -> anyhow::Result<Vec<i8>> {
    let (mut row, mut empty) = (Vec::new(), 0);
    for letter in text.chars().chain(['.']) {
        if let Some(digit) = letter.to_digit(10) {
            empty = 10 * empty + digit as usize;
            ensure!(empty <= MAX_CELLS, "expected fewer cells, found {empty}");
            continue;
        }
        row.resize(row.len() + std::mem::take(&mut empty), 0);
        row.push(match letter {
            'D' if rules == Rules::Tablut => MAN,
            'P' => MAN,
            'p' | 'a' => -MAN,
            'D' | 'K' | 'H' => CHIEF,
            'd' | 'h' => -CHIEF,
            '.' => break,
            other => bail!("expected a piece, found '{other}'"),
        });
    }
    Ok(row)
}

/// Dots before a letter as a number.
fn with_count(text: &str) -> String {
    let letters = text.trim_start_matches('.');
    let empty = text.len() - letters.len();
    if empty > 0 { format!("{empty}{letters}") } else { letters.into() }
}

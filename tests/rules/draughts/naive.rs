//! Draughts in a naive form, written from the rules for clarity: a board of letters by row and column, and a list of
//! every route of every capture. It shares no code with the engine.

use std::collections::BTreeSet;

/// The differences between the rule books.
#[expect(clippy::struct_excessive_bools, reason = "each is a rule")]
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Book {
    pub(crate) name: &'static str,
    /// Number of rows, and of columns.
    pub(crate) size: i32,
    /// The side that moves first, `W` or `B`.
    pub(crate) first: char,
    flying_kings: bool,
    men_capture_backward: bool,
    majority: bool,
    crowning_ends_capture: bool,
}

pub(crate) const ENGLISH: Book = Book {
    name: "checkers",
    size: 8,
    first: 'B',
    flying_kings: false,
    men_capture_backward: false,
    majority: false,
    crowning_ends_capture: true,
};

pub(crate) const INTERNATIONAL: Book = Book {
    name: "draughts",
    size: 10,
    first: 'W',
    flying_kings: true,
    men_capture_backward: true,
    majority: true,
    crowning_ends_capture: false,
};

/// Row from the top and column from the left, from 0.
type Cell = (i32, i32);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Naive {
    pub(crate) book: &'static Book,
    /// `w` and `b` for men, `W` and `B` for kings, `.` for an empty square.
    pub(crate) board: Vec<Vec<char>>,
    /// `W` or `B`.
    pub(crate) mover: char,
}

/// A move: its from and to squares and the captured squares, by number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Step {
    pub(crate) from: i32,
    pub(crate) to: i32,
    pub(crate) taken: BTreeSet<i32>,
}

impl Step {
    pub(crate) fn text(&self) -> String {
        if self.taken.is_empty() {
            return format!("{}-{}", self.from, self.to);
        }
        self.taken.iter().fold(format!("{}x{}", self.from, self.to), |text, square| format!("{text}x{square}"))
    }
}

/// What a move does: the position after it, the squares taken in byte order, the square of a new king.
pub(crate) struct Played {
    pub(crate) after: Naive,
    taken: Vec<String>,
    crowned: Option<i32>,
}

impl Played {
    pub(crate) fn effects(&self) -> Vec<String> {
        let mut effects = Vec::new();
        if !self.taken.is_empty() {
            effects.push(format!("captured {}", self.taken.join(" ")));
        }
        effects.extend(self.crowned.map(|square| format!("promoted {square}=K")));
        effects
    }

    /// The answer to `effects` for this move.
    #[allow(dead_code, reason = "for the fixtures")]
    pub(crate) fn answer(&self, word: &str) -> String {
        let mut parts = self.effects();
        if self.after.result() != "none" {
            parts.push(format!("result {}", self.after.result()));
        }
        parts.push(format!("fen {}", self.after.fen()));
        format!("{word}: {}", parts.join("; "))
    }
}

fn index(number: i32) -> usize {
    usize::try_from(number).expect("not negative")
}

fn colour(piece: char) -> char {
    piece.to_ascii_uppercase()
}

pub(crate) fn other(player: char) -> char {
    if player == 'W' { 'B' } else { 'W' }
}

impl Naive {
    pub(crate) fn empty(book: &'static Book, mover: char) -> Self {
        Self { book, board: vec![vec!['.'; index(book.size)]; index(book.size)], mover }
    }

    pub(crate) fn start(book: &'static Book) -> Self {
        let mut start = Self::empty(book, book.first);
        let each = (book.size / 2 - 1) * book.size / 2;
        for number in 1..=each {
            start.set(start.cell(number), 'b');
            start.set(start.cell(start.squares() + 1 - number), 'w');
        }
        start
    }

    pub(crate) fn squares(&self) -> i32 {
        self.book.size * self.book.size / 2
    }

    /// Square 1 is the second cell of the top row; only dark squares have numbers.
    pub(crate) fn cell(&self, number: i32) -> Cell {
        let half = self.book.size / 2;
        let row = (number - 1) / half;
        (row, (number - 1) % half * 2 + i32::from(row % 2 == 0))
    }

    fn number(&self, (row, column): Cell) -> i32 {
        row * self.book.size / 2 + column / 2 + 1
    }

    /// The piece on a cell; `#` off the board.
    fn at(&self, (row, column): Cell) -> char {
        let inside = (0..self.book.size).contains(&row) && (0..self.book.size).contains(&column);
        if inside { self.board[index(row)][index(column)] } else { '#' }
    }

    pub(crate) fn piece(&self, number: i32) -> char {
        self.at(self.cell(number))
    }

    pub(crate) fn set(&mut self, (row, column): Cell, piece: char) {
        self.board[index(row)][index(column)] = piece;
    }

    fn own(&self) -> Vec<Cell> {
        let cells = (1..=self.squares()).map(|number| self.cell(number));
        cells.filter(|&cell| colour(self.at(cell)) == self.mover).collect()
    }

    /// Row step of a man: towards lower numbers for White, towards higher ones for Black.
    pub(crate) fn forward(player: char) -> i32 {
        if player == 'W' { -1 } else { 1 }
    }

    pub(crate) fn far_row(&self, player: char) -> i32 {
        if player == 'W' { 0 } else { self.book.size - 1 }
    }

    fn directions(&self, piece: char, capture: bool) -> Vec<(i32, i32)> {
        let all = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        let is_man = piece.is_ascii_lowercase();
        let forward_only = is_man && !(capture && self.book.men_capture_backward);
        all.into_iter().filter(|&(rows, _)| !forward_only || rows == Self::forward(colour(piece))).collect()
    }

    fn flies(&self, piece: char) -> bool {
        piece.is_ascii_uppercase() && self.book.flying_kings
    }

    fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        for cell in self.own() {
            for (rows, columns) in self.directions(self.at(cell), false) {
                let mut to = (cell.0 + rows, cell.1 + columns);
                while self.at(to) == '.' {
                    steps.push(Step { from: self.number(cell), to: self.number(to), taken: BTreeSet::new() });
                    to = (to.0 + rows, to.1 + columns);
                    if !self.flies(self.at(cell)) {
                        break;
                    }
                }
            }
        }
        steps
    }

    /// All complete capture routes: the squares visited, including the first, and the squares captured.
    pub(crate) fn routes(&self) -> Vec<(Vec<i32>, BTreeSet<i32>)> {
        let mut routes = Vec::new();
        for cell in self.own() {
            let mut lifted = self.clone();
            lifted.set(cell, '.');
            lifted.extend(self.at(cell), &[cell], &[], &mut routes);
        }
        routes
            .into_iter()
            .map(|(visited, taken)| {
                let numbers = |cells: Vec<Cell>| cells.into_iter().map(|cell| self.number(cell)).collect::<Vec<_>>();
                (numbers(visited), numbers(taken).into_iter().collect())
            })
            .collect()
    }

    /// Adds all complete continuations of a route. `self` is the board without the capturing piece, and the captured
    /// pieces are still on it.
    fn extend(&self, piece: char, visited: &[Cell], taken: &[Cell], routes: &mut Vec<(Vec<Cell>, Vec<Cell>)>) {
        let here = *visited.last().expect("a square");
        let crowned = piece.is_ascii_lowercase() && here.0 == self.far_row(colour(piece)) && !taken.is_empty();
        let mut goes_on = false;
        if !(crowned && self.book.crowning_ends_capture) {
            for (rows, columns) in self.directions(piece, true) {
                let mut next = (here.0 + rows, here.1 + columns);
                while self.flies(piece) && self.at(next) == '.' {
                    next = (next.0 + rows, next.1 + columns);
                }
                if colour(self.at(next)) != other(colour(piece)) || taken.contains(&next) {
                    continue;
                }
                let mut landing = (next.0 + rows, next.1 + columns);
                while self.at(landing) == '.' {
                    goes_on = true;
                    self.extend(piece, &[visited, &[landing]].concat(), &[taken, &[next]].concat(), routes);
                    landing = (landing.0 + rows, landing.1 + columns);
                    if !self.flies(piece) {
                        break;
                    }
                }
            }
        }
        if !goes_on && !taken.is_empty() {
            routes.push((visited.to_vec(), taken.to_vec()));
        }
    }

    /// The legal moves, distinct.
    pub(crate) fn legal(&self) -> Vec<Step> {
        let routes = self.routes();
        let most = routes.iter().map(|(_, taken)| taken.len()).max().unwrap_or(0);
        let captures: BTreeSet<Step> = routes
            .into_iter()
            .filter(|(_, taken)| !self.book.majority || taken.len() == most)
            .map(|(visited, taken)| Step { from: visited[0], to: visited[visited.len() - 1], taken })
            .collect();
        if captures.is_empty() { self.steps() } else { captures.into_iter().collect() }
    }

    /// Texts of the legal moves, in byte order.
    pub(crate) fn moves(&self) -> Vec<String> {
        let mut moves: Vec<String> = self.legal().iter().map(Step::text).collect();
        moves.sort();
        moves
    }

    pub(crate) fn play(&self, step: &Step) -> Played {
        let mut after = Self { mover: other(self.mover), ..self.clone() };
        let mut piece = self.piece(step.from);
        after.set(self.cell(step.from), '.');
        for &square in &step.taken {
            after.set(self.cell(square), '.');
        }
        let crowned = piece.is_ascii_lowercase() && self.cell(step.to).0 == self.far_row(self.mover);
        if crowned {
            piece = piece.to_ascii_uppercase();
        }
        after.set(self.cell(step.to), piece);
        let mut taken: Vec<String> = step.taken.iter().map(ToString::to_string).collect();
        taken.sort();
        Played { after, taken, crowned: crowned.then_some(step.to) }
    }

    pub(crate) fn fen(&self) -> String {
        let list = |player: char| {
            let squares = (1..=self.squares()).filter(|&number| colour(self.piece(number)) == player);
            let text = |number| format!("{}{number}", if self.piece(number).is_ascii_uppercase() { "K" } else { "" });
            squares.map(text).collect::<Vec<_>>().join(",")
        };
        format!("{}:W{}:B{}", self.mover, list('W'), list('B'))
    }

    /// Numbers of pieces of both sides. The side that moves first comes first.
    pub(crate) fn score(&self) -> [i32; 2] {
        [self.book.first, other(self.book.first)].map(|player| {
            let own = (1..=self.squares()).filter(|&number| colour(self.piece(number)) == player);
            i32::try_from(own.count()).expect("few")
        })
    }

    pub(crate) fn result(&self) -> &'static str {
        if !self.legal().is_empty() {
            "none"
        } else if self.mover == self.book.first {
            "p2win"
        } else {
            "p1win"
        }
    }

    pub(crate) fn reason(&self) -> &'static str {
        if self.legal().is_empty() { "no-moves" } else { "none" }
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal().len() as u64,
            _ => self.legal().iter().map(|step| self.play(step).after.perft(depth - 1)).sum(),
        }
    }
}

#[test]
fn the_naive_board_has_the_published_counts() {
    let counts = |book, depths| (1..=depths).map(|depth| Naive::start(book).perft(depth)).collect::<Vec<_>>();
    assert_eq!(counts(&ENGLISH, 6), [7, 49, 302, 1_469, 7_361, 36_768]);
    assert_eq!(counts(&INTERNATIONAL, 5), [9, 81, 658, 4_265, 27_117]);
}

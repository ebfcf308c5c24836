//! Draughts in a naive form, written from the rules for clarity: a board of letters by row and column, and a list of
//! every route of every capture. It shares no code with the engine.

use std::collections::BTreeSet;

use crate::draughts::books::{Book, Crowning, Precedence, Winner};

/// Row from the top and column from the left, from 0.
type Cell = (i32, i32);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Naive {
    pub(crate) book: &'static Book,
    /// `w` and `b` for men, `W` and `B` for kings, `.` for an empty square.
    pub(crate) board: Vec<Vec<char>>,
    /// `W` or `B`.
    pub(crate) mover: char,
    /// For White and Black the number of moves in a row of a king, and its square; without such moves zeros.
    pub(crate) king_moves: [(i32, i32); 2],
}

/// The squares that a capturing piece visits, including the first, and the squares captured, in this order.
pub(crate) type Route = (Vec<i32>, Vec<i32>);

/// A move: its from and to squares and the captured squares, by number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Step {
    pub(crate) from: i32,
    pub(crate) to: i32,
    pub(crate) taken: BTreeSet<i32>,
}

impl Step {
    fn of((visited, taken): &Route) -> Self {
        Self { from: visited[0], to: visited[visited.len() - 1], taken: taken.iter().copied().collect() }
    }
}

/// Keeps the routes for which a value is greatest.
fn keep_best(routes: &mut Vec<Route>, value: impl Fn(&Route) -> usize) {
    let best = routes.iter().map(&value).max();
    routes.retain(|route| Some(value(route)) == best);
}

/// What a move does: the position after it, the squares taken in byte order, the square of a new king.
pub(crate) struct Played {
    pub(crate) after: Naive,
    taken: Vec<String>,
    crowned: Option<String>,
}

impl Played {
    pub(crate) fn effects(&self) -> Vec<String> {
        let mut effects = Vec::new();
        if !self.taken.is_empty() {
            effects.push(format!("captured {}", self.taken.join(" ")));
        }
        effects.extend(self.crowned.iter().map(|square| format!("promoted {square}=K")));
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
        Self { book, board: vec![vec!['.'; index(book.size)]; index(book.size)], mover, king_moves: [(0, 0); 2] }
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

    /// Square 1 is the first dark cell of the top row; only dark squares have numbers.
    pub(crate) fn cell(&self, number: i32) -> Cell {
        let half = self.book.size / 2;
        let row = (number - 1) / half;
        (row, (number - 1) % half * 2 + i32::from((row % 2 == 0) != self.book.dark_on_the_right))
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
        let mut all = vec![(-1, -1), (-1, 1), (1, -1), (1, 1)];
        if capture && self.book.straight_captures {
            all.extend([(-2, 0), (2, 0), (0, -2), (0, 2)]);
        }
        let is_man = piece.is_ascii_lowercase();
        let forward_only = is_man && !(capture && self.book.men_capture_backward);
        all.into_iter().filter(|&(rows, _)| !forward_only || rows == Self::forward(colour(piece))).collect()
    }

    fn flies(&self, piece: char) -> bool {
        piece.is_ascii_uppercase() && self.book.flying_kings
    }

    fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        let (count, resting) = self.king_moves[usize::from(self.mover == 'B')];
        for cell in self.own().into_iter().filter(|&cell| count < 3 || self.number(cell) != resting) {
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

    /// All complete capture routes.
    pub(crate) fn routes(&self) -> Vec<Route> {
        let mut routes = Vec::new();
        for cell in self.own() {
            let mut lifted = self.clone();
            lifted.set(cell, '.');
            lifted.extend(self.at(cell), &[cell], &[], &mut routes);
        }
        let numbers = |cells: Vec<Cell>| cells.into_iter().map(|cell| self.number(cell)).collect::<Vec<_>>();
        routes.into_iter().map(|(visited, taken)| (numbers(visited), numbers(taken))).collect()
    }

    /// The single captures of a piece that has taken others: the cell of the victim, and those where it can land.
    fn jumps(&self, piece: char, here: Cell, taken: &[Cell]) -> Vec<(Cell, Vec<Cell>)> {
        let mut jumps = Vec::new();
        for (rows, columns) in self.directions(piece, true) {
            let mut next = (here.0 + rows, here.1 + columns);
            while self.flies(piece) && self.at(next) == '.' {
                next = (next.0 + rows, next.1 + columns);
            }
            let victim = self.at(next);
            let too_strong = !self.book.men_capture_kings && piece.is_ascii_lowercase() && victim.is_ascii_uppercase();
            if colour(victim) != other(colour(piece)) || taken.contains(&next) || too_strong {
                continue;
            }
            let mut landings = Vec::new();
            let mut landing = (next.0 + rows, next.1 + columns);
            while self.at(landing) == '.' && (landings.is_empty() || self.flies(piece)) {
                landings.push(landing);
                landing = (landing.0 + rows, landing.1 + columns);
            }
            if !landings.is_empty() {
                jumps.push((next, landings));
            }
        }
        jumps
    }

    /// What a piece is after it has landed during a capture.
    fn landed(&self, piece: char, landing: Cell) -> char {
        let crowned = self.book.crowning == Crowning::AndGoesOn && landing.0 == self.far_row(colour(piece));
        if crowned { colour(piece) } else { piece }
    }

    /// Adds all complete continuations of a route. `self` is the board without the capturing piece, and the captured
    /// pieces are still on it.
    fn extend(&self, piece: char, visited: &[Cell], taken: &[Cell], routes: &mut Vec<(Vec<Cell>, Vec<Cell>)>) {
        let here = *visited.last().expect("a square");
        let arrived = piece.is_ascii_lowercase() && here.0 == self.far_row(colour(piece)) && !taken.is_empty();
        let jumps = if arrived && self.book.crowning == Crowning::AndStops {
            Vec::new()
        } else {
            self.jumps(piece, here, taken)
        };
        if jumps.is_empty() && !taken.is_empty() {
            routes.push((visited.to_vec(), taken.to_vec()));
        }
        for (victim, landings) in jumps {
            let taken = [taken, &[victim]].concat();
            let continues = |landing: &Cell| !self.jumps(self.landed(piece, *landing), *landing, &taken).is_empty();
            let mut chosen: Vec<Cell> = landings.iter().copied().filter(continues).collect();
            if chosen.is_empty() {
                let halts = self.book.halts_behind_king && self.at(victim).is_ascii_uppercase();
                chosen = if halts { vec![landings[0]] } else { landings };
            }
            for landing in chosen {
                self.extend(self.landed(piece, landing), &[visited, &[landing]].concat(), &taken, routes);
            }
        }
    }

    fn is_king(&self, number: i32) -> bool {
        self.piece(number).is_ascii_uppercase()
    }

    /// The routes that the rules on the choice of a capture leave.
    pub(crate) fn legal_routes(&self) -> Vec<Route> {
        let mut routes = self.routes();
        let kings = |route: &Route| route.1.iter().filter(|&&square| self.is_king(square)).count();
        let pieces = |route: &Route| route.1.len();
        let by_king = |route: &Route| usize::from(self.is_king(route.0[0]));
        match self.book.precedence {
            Precedence::Any => {}
            Precedence::MostPieces => keep_best(&mut routes, pieces),
            Precedence::GreatestValue => {
                keep_best(&mut routes, |route| 100 * pieces(route) + 99 * kings(route));
                keep_best(&mut routes, by_king);
            }
            Precedence::FourRules => {
                keep_best(&mut routes, pieces);
                keep_best(&mut routes, by_king);
                keep_best(&mut routes, kings);
                for place in 0..routes.first().map_or(0, |route| route.1.len()) {
                    keep_best(&mut routes, |route| usize::from(self.is_king(route.1[place])));
                }
            }
        }
        routes
    }

    /// The legal moves, distinct.
    pub(crate) fn legal(&self) -> Vec<Step> {
        if self.winner_by_king().is_some() {
            return Vec::new();
        }
        let routes = self.legal_routes().into_iter();
        let captures: BTreeSet<Step> = routes.map(|route| Step::of(&route)).collect();
        if captures.is_empty() { self.steps() } else { captures.into_iter().collect() }
    }

    /// The player who has won by a king. The player who has just moved goes first.
    fn winner_by_king(&self) -> Option<char> {
        let has_king = |&player: &char| (1..=self.squares()).any(|number| self.piece(number) == player);
        [other(self.mover), self.mover].into_iter().find(has_king).filter(|_| self.book.winner == Winner::FirstKing)
    }

    /// Texts of the legal moves, in byte order.
    pub(crate) fn moves(&self) -> Vec<String> {
        let mut moves: Vec<String> = self.legal().iter().map(|step| self.text(step)).collect();
        moves.sort();
        moves
    }

    /// The text of a square.
    pub(crate) fn name(&self, number: i32) -> String {
        let (row, column) = self.cell(number);
        let file = char::from(b'a' + u8::try_from(column).expect("few"));
        if self.book.letters { format!("{file}{}", self.book.size - row) } else { number.to_string() }
    }

    /// The text of a move.
    pub(crate) fn text(&self, step: &Step) -> String {
        let by = if step.taken.is_empty() { '-' } else { 'x' };
        let ends = format!("{}{by}{}", self.name(step.from), self.name(step.to));
        step.taken.iter().fold(ends, |text, &square| format!("{text}x{}", self.name(square)))
    }

    pub(crate) fn play(&self, step: &Step) -> Played {
        let mut after = Self { mover: other(self.mover), ..self.clone() };
        let mut piece = self.piece(step.from);
        after.set(self.cell(step.from), '.');
        for &square in &step.taken {
            after.set(self.cell(square), '.');
        }
        let far = |number: i32| self.cell(number).0 == self.far_row(self.mover);
        let crosses = |route: &Route| Step::of(route) == *step && route.0[1..].iter().any(|&square| far(square));
        let passed = self.book.crowning == Crowning::AndGoesOn && self.routes().iter().any(crosses);
        let crowned = piece.is_ascii_lowercase() && (far(step.to) || passed);
        let is_king_step = piece.is_ascii_uppercase() && step.taken.is_empty();
        if crowned {
            piece = piece.to_ascii_uppercase();
        }
        after.set(self.cell(step.to), piece);
        if self.book.kings_rest {
            let own = usize::from(self.mover == 'B');
            let (count, square) = self.king_moves[own];
            let count = if count > 0 && square == step.from { count + 1 } else { 1 };
            after.king_moves[own] = if is_king_step { (count, step.to) } else { (0, 0) };
            for (player, man) in ['w', 'b'].into_iter().enumerate() {
                let (count, square) = after.king_moves[player];
                let has_men = (1..=after.squares()).any(|number| after.piece(number) == man);
                if count > 0 && !(has_men && after.piece(square) == colour(man)) {
                    after.king_moves[player] = (0, 0);
                }
            }
        }
        let mut taken: Vec<String> = step.taken.iter().map(|&square| self.name(square)).collect();
        taken.sort();
        Played { after, taken, crowned: crowned.then(|| self.name(step.to)) }
    }

    pub(crate) fn fen(&self) -> String {
        let list = |player: char| {
            let squares = (1..=self.squares()).filter(|&number| colour(self.piece(number)) == player);
            let text = |number| format!("{}{}", if self.is_king(number) { "K" } else { "" }, self.name(number));
            squares.map(text).collect::<Vec<_>>().join(",")
        };
        let [white, black] = self.king_moves.map(|(count, square)| match count {
            0 => "+0".to_owned(),
            _ => format!("+{count}{square:02}"),
        });
        let counts = if self.king_moves == [(0, 0); 2] { String::new() } else { format!(":{black}{white}") };
        format!("{}:W{}:B{}{counts}", self.mover, list('W'), list('B'))
    }

    /// Numbers of pieces of both sides. The side that moves first comes first.
    pub(crate) fn score(&self) -> [i32; 2] {
        [self.book.first, other(self.book.first)].map(|player| {
            let own = (1..=self.squares()).filter(|&number| colour(self.piece(number)) == player);
            i32::try_from(own.count()).expect("few")
        })
    }

    pub(crate) fn result(&self) -> &'static str {
        let winner = match self.winner_by_king() {
            Some(player) => player,
            None if !self.legal().is_empty() => return "none",
            None if self.book.winner == Winner::FirstWithoutMove => self.mover,
            None => other(self.mover),
        };
        if winner == self.book.first { "p1win" } else { "p2win" }
    }

    pub(crate) fn reason(&self) -> &'static str {
        if self.winner_by_king().is_some() {
            "king"
        } else if self.legal().is_empty() {
            "no-moves"
        } else {
            "none"
        }
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal().len() as u64,
            _ => self.legal().iter().map(|step| self.play(step).after.perft(depth - 1)).sum(),
        }
    }
}

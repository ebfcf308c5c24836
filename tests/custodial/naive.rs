//! The four games of custodial capture once more, straight from the rules: letters on a plain mailbox
//! board, looked at square by square. Shares no line with the engine; its speed is what the benchmarks
//! compare the engine's with.

/// Which rules page a variant follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rules {
    Gonu,
    Tablut,
    Dux,
    Conversion,
    Sparta,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Game {
    pub(crate) name: &'static str,
    pub(crate) rules: Rules,
    pub(crate) files: i32,
    pub(crate) ranks: i32,
    pub(crate) start: &'static str,
}

const fn game(name: &'static str, rules: Rules, files: i32, ranks: i32, start: &'static str) -> Game {
    Game { name, rules, files, ranks, start }
}

pub(crate) static GAMES: [Game; 10] = [
    game("gonu", Rules::Gonu, 8, 8, "pppppppp/8/8/8/8/8/8/PPPPPPPP w"),
    game("tablut", Rules::Tablut, 9, 9, "3aaa3/4a4/4D4/a3D3a/aaDDKDDaa/a3D3a/4D4/4a4/3aaa3 b"),
    game("tablut-square", Rules::Tablut, 9, 9, "3aaa3/4a4/9/a2DDD2a/aa1DKD1aa/a2DDD2a/9/4a4/3aaa3 b"),
    game("latrunculi", Rules::Dux, 8, 8, "pppppppp/3d4/8/8/8/8/4D3/PPPPPPPP w"),
    game("latrunculi-8x7", Rules::Dux, 8, 7, "pppppppp/3d4/8/8/8/4D3/PPPPPPPP w"),
    game("latrunculi-12x8", Rules::Dux, 12, 8, "pppppppppppp/5d6/12/12/12/12/6D5/PPPPPPPPPPPP w"),
    game("latrunculi-12x9", Rules::Dux, 12, 9, "pppppppppppp/5d6/12/12/12/12/12/6D5/PPPPPPPPPPPP w"),
    game(
        "latrunculi-19x11",
        Rules::Dux,
        19,
        11,
        "ppppppppppppppppppp/8d10/19/19/19/19/19/19/19/10D8/PPPPPPPPPPPPPPPPPPP w",
    ),
    game("latrunculi-conversion", Rules::Conversion, 8, 8, "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w"),
    game("sparta", Rules::Sparta, 8, 8, "pppppppp/8/8/8/8/8/8/PPPPPPPP w w:a4,d5,e4,h5;b:a5,d4,e5,h4"),
];

/// Along ranks and files.
const STRAIGHT: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const AROUND: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
/// Off the board.
const OUTSIDE: u8 = b'#';
const EMPTY: u8 = b'.';

/// File and rank, from 0.
pub(crate) type Square = (i32, i32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Step {
    pub(crate) from: Square,
    pub(crate) to: Square,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Naive {
    pub(crate) game: &'static Game,
    /// The letters of the FEN, rank after rank.
    board: [u8; 19 * 11],
    /// `w` and `b` where a city of that colour is.
    cities: [u8; 64],
    /// `w` or `b`.
    pub(crate) mover: u8,
}

pub(crate) fn name((file, rank): Square) -> String {
    format!("{}{}", (b'a' + u8::try_from(file).expect("a file")) as char, rank + 1)
}

pub(crate) fn text(step: Step) -> String {
    name(step.from) + &name(step.to)
}

/// Square names in byte order.
fn names(squares: &[Square]) -> String {
    let mut names: Vec<String> = squares.iter().map(|&square| name(square)).collect();
    names.sort();
    names.join(" ")
}

pub(crate) fn other(player: u8) -> u8 {
    if player == b'w' { b'b' } else { b'w' }
}

/// Whose piece it is; neither player's for an empty square or outside.
pub(crate) fn owner(piece: u8) -> u8 {
    match piece {
        EMPTY | OUTSIDE => b'-',
        _ if piece.is_ascii_uppercase() => b'w',
        _ => b'b',
    }
}

impl Naive {
    pub(crate) fn empty(game: &'static Game, mover: u8) -> Self {
        Self { game, board: [EMPTY; 19 * 11], cities: [EMPTY; 64], mover }
    }

    pub(crate) fn start(game: &'static Game) -> Self {
        let mut words = game.start.split(' ');
        let ranks = words.next().expect("ranks");
        let mut start = Self::empty(game, words.next().expect("a side").as_bytes()[0]);
        for (line, rank) in ranks.split('/').enumerate() {
            let (mut file, mut run) = (0, 0);
            for letter in rank.bytes() {
                if letter.is_ascii_digit() {
                    run = 10 * run + i32::from(letter - b'0');
                } else {
                    file += run;
                    run = 0;
                    start.set((file, game.ranks - 1 - i32::try_from(line).expect("few")), letter);
                    file += 1;
                }
            }
        }
        for list in words.flat_map(|cities| cities.split(';')) {
            let (colour, squares) = list.split_once(':').expect("a colour");
            for square in squares.split(',') {
                let square = (i32::from(square.as_bytes()[0] - b'a'), i32::from(square.as_bytes()[1] - b'1'));
                start.set_city(square, colour.as_bytes()[0]);
            }
        }
        start
    }

    fn index(&self, (file, rank): Square) -> usize {
        (rank * self.game.files + file).unsigned_abs() as usize
    }

    pub(crate) fn at(&self, square: Square) -> u8 {
        let inside = (0..self.game.files).contains(&square.0) && (0..self.game.ranks).contains(&square.1);
        if inside { self.board[self.index(square)] } else { OUTSIDE }
    }

    pub(crate) fn set(&mut self, square: Square, piece: u8) {
        self.board[self.index(square)] = piece;
    }

    pub(crate) fn city(&self, square: Square) -> u8 {
        if self.game.rules == Rules::Sparta { self.cities[self.index(square)] } else { EMPTY }
    }

    pub(crate) fn set_city(&mut self, square: Square, colour: u8) {
        self.cities[self.index(square)] = colour;
    }

    pub(crate) fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let game = self.game;
        (0..game.ranks).flat_map(|rank| (0..game.files).map(move |file| (file, rank)))
    }

    fn count_pieces(&self, wanted: impl Fn(u8) -> bool) -> usize {
        self.squares().filter(|&square| wanted(self.at(square))).count()
    }

    fn find(&self, piece: u8) -> Option<Square> {
        self.squares().find(|&square| self.at(square) == piece)
    }

    fn throne(&self) -> Option<Square> {
        (self.game.rules == Rules::Tablut).then_some((4, 4))
    }

    fn is_corner(square: Square) -> bool {
        matches!(square, (0 | 8, 0 | 8))
    }

    /// Calls `visit` for each move that the pieces can make, whether or not the game is over.
    fn for_each_step(&self, visit: &mut impl FnMut(Step)) {
        for from in self.squares() {
            let piece = self.at(from);
            if owner(piece) != self.mover {
                continue;
            }
            match self.game.rules {
                Rules::Sparta => {
                    let mut reached = [false; 64];
                    // A warrior one or two king steps, a hero one to three.
                    self.wander(from, if piece.eq_ignore_ascii_case(&b'h') { 3 } else { 2 }, &mut reached);
                    for to in self.squares().filter(|&to| reached[self.index(to)] && to != from) {
                        visit(Step { from, to });
                    }
                }
                Rules::Conversion => {
                    for (file, rank) in STRAIGHT {
                        let to = (from.0 + file, from.1 + rank);
                        if self.at(to) == EMPTY {
                            visit(Step { from, to });
                        }
                    }
                }
                Rules::Gonu | Rules::Tablut | Rules::Dux => {
                    for (file, rank) in STRAIGHT {
                        let mut to = (from.0 + file, from.1 + rank);
                        while self.at(to) == EMPTY {
                            // Tablut: the corners are for the king only, the throne for nobody.
                            let closed = self.throne() == Some(to)
                                || self.throne().is_some() && Self::is_corner(to) && piece != b'K';
                            if !closed {
                                visit(Step { from, to });
                            }
                            to = (to.0 + file, to.1 + rank);
                        }
                    }
                }
            }
        }
    }

    fn wander(&self, from: Square, steps: u32, reached: &mut [bool; 64]) {
        if steps > 0 {
            for (file, rank) in AROUND {
                let to = (from.0 + file, from.1 + rank);
                if self.at(to) == EMPTY {
                    reached[self.index(to)] = true;
                    self.wander(to, steps - 1, reached);
                }
            }
        }
    }

    /// Who has won and why, when nobody needs to look for moves to know.
    fn decided(&self) -> Option<(u8, &'static str)> {
        let both = [self.mover, other(self.mover)];
        match self.game.rules {
            Rules::Gonu => {
                let poor = |&player: &u8| self.count_pieces(|piece| owner(piece) == player) < 2;
                both.into_iter().find(poor).map(|loser| (other(loser), "no-men"))
            }
            Rules::Tablut => match self.find(b'K') {
                None => Some((b'b', "king-captured")),
                Some(king) => Self::is_corner(king).then_some((b'w', "king-escaped")),
            },
            Rules::Dux => both.into_iter().find_map(|player| {
                let (dux, man) = if player == b'w' { (b'D', b'P') } else { (b'd', b'p') };
                let dux = self.find(dux).expect("a dux");
                if STRAIGHT.iter().all(|step| self.at((dux.0 + step.0, dux.1 + step.1)) != EMPTY) {
                    return Some((other(player), "dux-caught"));
                }
                (self.count_pieces(|piece| piece == man) == 0).then_some((other(player), "no-men"))
            }),
            Rules::Conversion => {
                let gone = |&player: &u8| self.count_pieces(|piece| owner(piece) == player) == 0;
                both.into_iter().find(gone).map(|loser| (other(loser), "no-men"))
            }
            Rules::Sparta => {
                let has = |colour| self.cities.contains(&colour);
                if has(b'w') != has(b'b') {
                    return Some((if has(b'w') { b'w' } else { b'b' }, "cities"));
                }
                let gone = |&player: &u8| self.count_pieces(|piece| owner(piece) == player) == 0;
                both.into_iter().find(gone).map(|loser| (other(loser), "no-men"))
            }
        }
    }

    pub(crate) fn for_each_move(&self, mut visit: impl FnMut(Step)) {
        if self.decided().is_none() {
            self.for_each_step(&mut visit);
        }
    }

    pub(crate) fn legal(&self) -> Vec<Step> {
        let mut legal = Vec::new();
        self.for_each_move(|step| legal.push(step));
        legal
    }

    /// Their texts in byte order.
    pub(crate) fn moves(&self) -> Vec<String> {
        let mut moves: Vec<String> = self.legal().into_iter().map(text).collect();
        moves.sort();
        moves
    }

    fn ending(&self) -> Option<(u8, &'static str)> {
        let stuck = || {
            let mut moves = 0;
            self.for_each_move(|_| moves += 1);
            (moves == 0).then_some((other(self.mover), "no-moves"))
        };
        self.decided().or_else(stuck)
    }

    /// Black begins in Tablut.
    pub(crate) fn first(&self) -> u8 {
        if self.game.rules == Rules::Tablut { b'b' } else { b'w' }
    }

    pub(crate) fn result(&self) -> &'static str {
        match self.ending() {
            None => "none",
            Some((winner, _)) if winner == self.first() => "p1win",
            Some(_) => "p2win",
        }
    }

    pub(crate) fn reason(&self) -> &'static str {
        self.ending().map_or("none", |(_, reason)| reason)
    }

    /// Pieces on the board, of the side that begins first.
    pub(crate) fn score(&self) -> [i32; 2] {
        [self.first(), other(self.first())]
            .map(|player| i32::try_from(self.count_pieces(|piece| owner(piece) == player)).expect("few"))
    }

    /// Calls `visit` for each piece that the one just moved to a square encloses; `rows` is how long a row
    /// between may be. `self` is the board after the move.
    fn for_each_enclosed(&self, to: Square, rows: usize, mut visit: impl FnMut(Square)) {
        let helps = |piece| owner(piece) == self.mover && piece != b'K';
        // Neither the king nor a dux is taken so.
        let can_be_taken = |piece: u8| {
            let safe = match self.game.rules {
                Rules::Tablut => b"K".as_slice(),
                Rules::Dux => b"Dd",
                _ => b"",
            };
            owner(piece) == other(self.mover) && !safe.contains(&piece)
        };
        if !helps(self.at(to)) {
            return;
        }
        for (file, rank) in STRAIGHT {
            let mut length = 0;
            let mut at = (to.0 + file, to.1 + rank);
            while can_be_taken(self.at(at)) {
                length += 1;
                at = (at.0 + file, at.1 + rank);
            }
            if (1..=rows).contains(&length) && helps(self.at(at)) {
                for _ in 0..length {
                    at = (at.0 - file, at.1 - rank);
                    visit(at);
                }
            }
        }
    }

    /// The position after a move; `taken` is told what is captured or converted.
    pub(crate) fn play_and_tell(&self, step: Step, mut taken: impl FnMut(Square)) -> Self {
        let mut after = *self;
        let piece = self.at(step.from);
        after.set(step.from, EMPTY);
        after.set(step.to, piece);
        let moved = after;
        let rows = if self.game.rules == Rules::Sparta && piece.eq_ignore_ascii_case(&b'h') { 8 } else { 1 };
        moved.for_each_enclosed(step.to, rows, |square| {
            after.set(square, if self.game.rules == Rules::Conversion { piece } else { EMPTY });
            taken(square);
        });
        if self.game.rules == Rules::Tablut && piece == b'a' {
            after.take_king(step.to, taken);
        }
        if self.game.rules == Rules::Sparta && piece.eq_ignore_ascii_case(&b'p') {
            match self.city(step.to) {
                EMPTY => (),
                city if city == self.mover => after.set(step.to, if self.mover == b'w' { b'H' } else { b'h' }),
                _ => after.set_city(step.to, self.mover),
            }
        }
        after.mover = other(self.mover);
        after
    }

    /// Takes the king off when the mercenary that moved beside him has closed his last side.
    fn take_king(&mut self, to: Square, mut taken: impl FnMut(Square)) {
        let Some(king) = self.find(b'K') else { return };
        let sides = STRAIGHT.map(|(file, rank)| (king.0 + file, king.1 + rank));
        let closed = |side: &Square| match self.at(*side) {
            b'a' | OUTSIDE => true,
            EMPTY => *side == (4, 4),
            _ => false,
        };
        if sides.contains(&to) && sides.iter().all(closed) {
            self.set(king, EMPTY);
            taken(king);
        }
    }

    pub(crate) fn play(&self, step: Step) -> Self {
        self.play_and_tell(step, |_| ())
    }

    pub(crate) fn taken(&self, step: Step) -> Vec<Square> {
        let mut taken = Vec::new();
        self.play_and_tell(step, |square| taken.push(square));
        taken
    }

    pub(crate) fn promotes(&self, step: Step) -> bool {
        self.at(step.from) != self.play(step).at(step.to)
    }

    pub(crate) fn conquers(&self, step: Step) -> bool {
        self.city(step.to) != self.play(step).city(step.to)
    }

    /// Whether a move starts the hundred plies anew.
    pub(crate) fn is_progress(&self, step: Step) -> bool {
        !self.taken(step).is_empty() || self.promotes(step) || self.conquers(step)
    }

    pub(crate) fn effects(&self, step: Step) -> Vec<String> {
        let taken = self.taken(step);
        let after = self.play(step);
        let to = name(step.to);
        let mut effects = Vec::new();
        if !taken.is_empty() {
            let effect = if self.game.rules == Rules::Conversion { "converted" } else { "captured" };
            effects.push(format!("{effect} {}", names(&taken)));
        }
        if self.promotes(step) {
            effects.push(format!("promoted {to}={}", after.at(step.to) as char));
        }
        if self.conquers(step) {
            effects.push(format!("city {to}={}", after.city(step.to) as char));
        }
        effects
    }

    /// The answer to `effects` for a move, without that word.
    pub(crate) fn answer(&self, step: Step) -> String {
        let after = self.play(step);
        let mut parts = self.effects(step);
        if after.result() != "none" {
            parts.push(format!("result {}", after.result()));
        }
        parts.push(format!("fen {}", after.fen()));
        format!("{}: {}", text(step), parts.join("; "))
    }

    pub(crate) fn fen(&self) -> String {
        let mut ranks = Vec::new();
        for rank in (0..self.game.ranks).rev() {
            let (mut line, mut empty) = (String::new(), 0);
            for file in 0..self.game.files {
                let piece = self.at((file, rank));
                if piece == EMPTY {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    line += &empty.to_string();
                }
                empty = 0;
                line.push(piece as char);
            }
            if empty > 0 {
                line += &empty.to_string();
            }
            ranks.push(line);
        }
        let mut fen = format!("{} {}", ranks.join("/"), self.mover as char);
        if self.game.rules == Rules::Sparta {
            let list = |colour| {
                let squares: Vec<Square> = self.squares().filter(|&square| self.city(square) == colour).collect();
                if squares.is_empty() { "-".into() } else { names(&squares).replace(' ', ",") }
            };
            fen += &format!(" w:{};b:{}", list(b'w'), list(b'b'));
        }
        fen
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut leaves = 0;
        self.for_each_move(|step| leaves += if depth == 1 { 1 } else { self.play(step).perft(depth - 1) });
        leaves
    }
}

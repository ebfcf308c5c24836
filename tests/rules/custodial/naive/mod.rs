//! The games of custodial capture in a naive form, written from the rules: letters on a mailbox board, scanned
//! square by square. It shares no code with the engine. The benchmarks compare the engine's speed with it.

mod edge;
mod moves;
mod play;

/// Which rules a variant follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rules {
    Gonu,
    Tablut,
    Brandub,
    Copenhagen,
    Dux,
    LatrunculiConversion,
    Sparta,
}

impl Rules {
    pub(crate) fn is_tafl(self) -> bool {
        matches!(self, Self::Tablut | Self::Brandub | Self::Copenhagen)
    }
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

pub(crate) static GAMES: [Game; 12] = [
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
    game("latrunculi-conversion", Rules::LatrunculiConversion, 8, 8, "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w"),
    game("sparta", Rules::Sparta, 8, 8, "pppppppp/8/8/8/8/8/8/PPPPPPPP w w:a4,d5,e4,h5;b:a5,d4,e5,h4"),
    game("brandub", Rules::Brandub, 7, 7, "3a3/3a3/3D3/aaDKDaa/3D3/3a3/3a3 b"),
    game(
        "copenhagen",
        Rules::Copenhagen,
        11,
        11,
        "3aaaaa3/5a5/11/a4D4a/a3DDD3a/aa1DDKDD1aa/a3DDD3a/a4D4a/11/5a5/3aaaaa3 b",
    ),
];

/// Steps along ranks and files.
const STRAIGHT: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const AROUND: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
/// Letter of a square off the board.
const OUTSIDE: u8 = b'#';
const EMPTY: u8 = b'.';

/// File and rank, from 0.
pub(crate) type TablutSquare = (i32, i32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Step {
    pub(crate) from: TablutSquare,
    pub(crate) to: TablutSquare,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Naive {
    pub(crate) game: &'static Game,
    /// The letters of the FEN, rank after rank.
    board: [u8; 19 * 11],
    /// `w` or `b` for a city of that colour, else `.`.
    cities: [u8; 64],
    /// `w` or `b`.
    pub(crate) mover: u8,
}

pub(crate) fn name((file, rank): TablutSquare) -> String {
    format!("{}{}", (b'a' + u8::try_from(file).expect("a file")) as char, rank + 1)
}

pub(crate) fn text(step: Step) -> String {
    name(step.from) + &name(step.to)
}

/// Square names in byte order.
fn names(squares: &[TablutSquare]) -> String {
    let mut names: Vec<String> = squares.iter().map(|&square| name(square)).collect();
    names.sort();
    names.join(" ")
}

pub(crate) fn other(player: u8) -> u8 {
    if player == b'w' { b'b' } else { b'w' }
}

/// Owner of a piece, `w` or `b`; `-` for an empty square or off the board.
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

    fn index(&self, (file, rank): TablutSquare) -> usize {
        (rank * self.game.files + file).unsigned_abs() as usize
    }

    pub(crate) fn at(&self, square: TablutSquare) -> u8 {
        let inside = (0..self.game.files).contains(&square.0) && (0..self.game.ranks).contains(&square.1);
        if inside { self.board[self.index(square)] } else { OUTSIDE }
    }

    pub(crate) fn set(&mut self, square: TablutSquare, piece: u8) {
        self.board[self.index(square)] = piece;
    }

    pub(crate) fn city(&self, square: TablutSquare) -> u8 {
        if self.game.rules == Rules::Sparta { self.cities[self.index(square)] } else { EMPTY }
    }

    pub(crate) fn set_city(&mut self, square: TablutSquare, colour: u8) {
        self.cities[self.index(square)] = colour;
    }

    pub(crate) fn squares(&self) -> impl Iterator<Item = TablutSquare> + use<> {
        let game = self.game;
        (0..game.ranks).flat_map(|rank| (0..game.files).map(move |file| (file, rank)))
    }

    fn count_pieces(&self, expected: impl Fn(u8) -> bool) -> usize {
        self.squares().filter(|&square| expected(self.at(square))).count()
    }

    fn find(&self, piece: u8) -> Option<TablutSquare> {
        self.squares().find(|&square| self.at(square) == piece)
    }

    /// The side that moves first: Black in tafl games, White otherwise.
    pub(crate) fn first(&self) -> u8 {
        if self.game.rules.is_tafl() { b'b' } else { b'w' }
    }

    /// Numbers of pieces of both sides. The side that moves first comes first.
    pub(crate) fn score(&self) -> [i32; 2] {
        [self.first(), other(self.first())]
            .map(|player| i32::try_from(self.count_pieces(|piece| owner(piece) == player)).expect("few"))
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
                let squares: Vec<TablutSquare> = self.squares().filter(|&square| self.city(square) == colour).collect();
                if squares.is_empty() { "-".into() } else { names(&squares).replace(' ', ",") }
            };
            fen += &format!(" w:{};b:{}", list(b'w'), list(b'b'));
        }
        fen
    }
}

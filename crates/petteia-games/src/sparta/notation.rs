//! Notation: FEN, move words, the diagram and the effects of moves.

use petteia_core::grid::Step;
use petteia_core::layout::read_colour;
use petteia_core::scene::checkered;
use petteia_core::words::{FenTokens, quoted};
use petteia_core::{BoardView, FenError, Layout, MoveError, Notation, Position, Scene, ScenePiece, Side};

use super::position::{Bitboard, Sparta, Thing};

const LAYOUT: Layout = Layout { files: 8, ranks: 8 };
const CITIES: &str = "the cities by colour, such as w:a4,d5;b:-";

impl Notation for Sparta {
    fn parse_fen(text: &str) -> Result<Self, FenError> {
        let mut words = FenTokens::of(text);
        let (at, board) = words.next("a board, the side to move and the cities")?;
        let side = read_colour(&mut words, Side::First)?;
        let (cities_at, cities) = words.next(CITIES)?;
        words.end("the cities")?;
        let mut position = Self::empty(side);
        for (square, letter) in LAYOUT.read(board, at, "PpHh")? {
            let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
            let piece = if letter.eq_ignore_ascii_case(&'p') { Thing::Warrior } else { Thing::Hero };
            position.toggle(piece, side, square);
        }
        read_cities(cities, cities_at, &mut position)?;
        Ok(position)
    }

    fn to_fen(&self) -> String {
        let list = |side| {
            // `names` sorts by file, then by rank.
            let names = LAYOUT.names(self.cities(side).iter(), ",");
            if names.is_empty() { "-".into() } else { names }
        };
        let board = LAYOUT.write(|square| self.letter(square));
        format!("{board} {} w:{};b:{}", &self.side_name()[..1], list(Side::First), list(Side::Second))
    }

    fn parse_move(&self, word: &str) -> Result<Step, MoveError> {
        LAYOUT.read_step(self, word, |square| self.owner(square))
    }

    fn write_move(&self, m: Step) -> String {
        LAYOUT.step_name(m)
    }

    fn diagram(&self) -> String {
        // A city without a piece is `+` for White and `-` for Black.
        LAYOUT.diagram(|square| {
            self.letter(square).unwrap_or(match () {
                () if self.cities(Side::First).contains(square) => '+',
                () if self.cities(Side::Second).contains(square) => '-',
                () => '.',
            })
        })
    }

    fn effects(&self, m: Step) -> Vec<String> {
        let captured: Bitboard = self.captured(m);
        let to = LAYOUT.name(m.to());
        let captured = (!captured.is_empty()).then(|| format!("captured {}", LAYOUT.names(captured.iter(), " ")));
        let hero = if self.side() == Side::First { 'H' } else { 'h' };
        let promoted = self.promotes(m).then(|| format!("promoted {to}={hero}"));
        let city = self.conquers(m).then(|| format!("city {to}={}", &self.side_name()[..1]));
        [captured, promoted, city].into_iter().flatten().collect()
    }

    fn scores(&self) -> [i32; 2] {
        Side::BOTH.map(|side| self.pieces(side).count())
    }

    fn end_reason(&self) -> Option<&'static str> {
        self.outcome().map(|_| {
            if self.conqueror().is_some() {
                "cities"
            } else if self.without_pieces().is_some() {
                "no-men"
            } else {
                "no-moves"
            }
        })
    }

    fn scene(&self) -> Scene {
        let shade = |square| match () {
            () if self.cities(Side::First).contains(square) => "city-1",
            () if self.cities(Side::Second).contains(square) => "city-2",
            () => checkered(LAYOUT, square),
        };
        let piece = |square| {
            let side = self.owner(square)?;
            let kind = if self.heroes(side).contains(square) { "hero" } else { "warrior" };
            Some(ScenePiece::new(Some(side.seat()), kind))
        };
        Scene::of_layout(LAYOUT, |square| Some(shade(square)), piece)
    }

    fn board_view(&self) -> Option<BoardView> {
        let label = |square| match () {
            () if Side::BOTH.into_iter().any(|side| self.heroes(side).contains(square)) => Some("H"),
            () if self.cities(Side::First).contains(square) => Some("+"),
            () if self.cities(Side::Second).contains(square) => Some("-"),
            () => None,
        };
        Some(LAYOUT.view(|square| self.owner(square), label))
    }

    fn move_cells(&self, m: Step) -> Vec<usize> {
        vec![m.from(), m.to()]
    }
}

impl Sparta {
    fn owner(&self, square: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.pieces(side).contains(square))
    }

    fn letter(&self, square: usize) -> Option<char> {
        let letters = Side::BOTH.into_iter().zip([['P', 'H'], ['p', 'h']]);
        letters.into_iter().find_map(|(side, [warrior, hero])| {
            if self.warriors(side).contains(square) {
                Some(warrior)
            } else {
                self.heroes(side).contains(square).then_some(hero)
            }
        })
    }
}

/// Reads the cities, such as `w:a4,d5;b:-`. The text begins at byte `start` of the FEN.
fn read_cities(text: &str, start: usize, position: &mut Sparta) -> Result<(), FenError> {
    let mut at = start;
    let mut lists = text.split(';');
    for (side, colour) in Side::BOTH.into_iter().zip(["w:", "b:"]) {
        let expected = || format!("{colour} and the cities of that colour, or -");
        let list = lists.next().ok_or_else(|| FenError::new(at - 1, format!("; and {}", expected()), "the end"))?;
        let names = list.strip_prefix(colour).ok_or_else(|| FenError::new(at, expected(), quoted(list)))?;
        at += colour.len();
        for name in names.split(',').filter(|_| names != "-") {
            let square = LAYOUT.named(name).filter(|_| name.starts_with(|file: char| file.is_ascii_lowercase()));
            let square = square.ok_or_else(|| FenError::new(at, "a square from a1 to h8", quoted(name)))?;
            if Side::BOTH.into_iter().any(|side| position.cities(side).contains(square)) {
                return Err(FenError::new(at, "every city once", format!("{name} again")));
            }
            position.toggle(Thing::City, side, square);
            at += name.len() + 1;
        }
        if names == "-" {
            at += 2;
        }
    }
    match lists.next() {
        Some(more) => Err(FenError::new(at - 1, "the end after the cities", quoted(&format!(";{more}")))),
        None => Ok(()),
    }
}

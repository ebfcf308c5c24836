//! Notation: writes FEN, moves, the diagram and the effects of moves.
//!
//! [`fen`](super::fen) reads positions, [`words`](super::words) reads moves.

use petteia_core::bits::ones;
use petteia_core::{BoardView, CellView, FenError, MoveError, Notation, Position, Scene, ScenePiece, Side};

use super::board::{board, rows};
use super::position::{Draughts, Move};
use super::rules::{Colour, Goal, Rules};
use super::squares::{cell, layout, name, number, numbers};
use super::{fen, route, words};

impl<R: Rules> Notation for Draughts<R> {
    const SIDE_NAMES: [&'static str; 2] = match R::FIRST {
        Colour::White => ["white", "black"],
        Colour::Black => ["black", "white"],
    };

    fn parse_fen(text: &str) -> Result<Self, FenError> {
        fen::read(text)
    }

    fn to_fen(&self) -> String {
        fen::write(self)
    }

    fn parse_move(&self, word: &str) -> Result<Move, MoveError> {
        words::read(self, word)
    }

    fn write_move(&self, m: Move) -> String {
        let [from, to] = [m.from, m.to].map(|bit| name::<R>(number::<R>(bit.into())));
        if !m.is_capture() {
            return format!("{from}-{to}");
        }
        numbers::<R>(m.taken()).fold(format!("{from}x{to}"), |text, number| format!("{text}x{}", name::<R>(number)))
    }

    fn write_file_move(&self, m: Move) -> String {
        route::write(self, m)
    }

    fn diagram(&self) -> String {
        let mut text = String::new();
        let bits = bits_of_cells::<R>();
        for line in 0..rows::<R>() {
            let label = if R::ALGEBRAIC { rows::<R>() - line } else { line * R::ROW + 1 };
            let first = (rows::<R>() * (rows::<R>() - 1 - line)) as usize;
            let cells = bits[first..][..rows::<R>() as usize].iter().map(|bit| bit.map_or(' ', |bit| self.letter(bit)));
            let cells: Vec<String> = cells.map(String::from).collect();
            text += format!("{label:2} {}", cells.join(" ")).trim_end();
            text.push('\n');
        }
        if R::ALGEBRAIC {
            let files: Vec<String> = ('a'..).take(rows::<R>() as usize).map(String::from).collect();
            text += &format!("   {}\n", files.join(" "));
        }
        text
    }

    fn path(&self, m: Move) -> Vec<String> {
        Self::path(self, m).into_iter().map(name::<R>).collect()
    }

    fn effects(&self, m: Move) -> Vec<String> {
        let mut effects = Vec::new();
        if m.is_capture() {
            let mut taken: Vec<String> = numbers::<R>(m.taken()).map(name::<R>).collect();
            taken.sort_unstable();
            effects.push(format!("captured {}", taken.join(" ")));
        }
        if self.crowns(m) {
            effects.push(format!("promoted {}=K", name::<R>(number::<R>(m.to.into()))));
        }
        effects
    }

    fn scores(&self) -> [i32; 2] {
        Side::BOTH.map(|side| self.pieces(side).count_ones().cast_signed())
    }

    fn end_reason(&self) -> Option<&'static str> {
        let reason = if R::GOAL == Goal::King && self.has_king() { "king" } else { "no-moves" };
        self.outcome().map(|_| reason)
    }

    fn scene(&self) -> Scene {
        let layout = layout::<R>();
        let bits = bits_of_cells::<R>();
        let shade = |square: usize| Some(if bits[square].is_some() { "dark" } else { "light" });
        let piece = |square: usize| {
            let bit = bits[square]?;
            let side = Side::BOTH.into_iter().find(|&side| self.pieces(side) >> bit & 1 == 1)?;
            let kind = if self.kings(side) >> bit & 1 == 1 { "king" } else { "man" };
            Some(ScenePiece { at: name::<R>(number::<R>(bit)), ..ScenePiece::new(Some(side.seat()), kind) })
        };
        let mut scene = Scene::of_layout(layout, shade, |_| None);
        let keys = bits.iter().map(|bit| bit.map_or_else(String::new, |bit| name::<R>(number::<R>(bit))));
        scene.cells.iter_mut().zip(keys).for_each(|(cell, key)| cell.key = key);
        scene.pieces = (0..bits.len()).filter_map(piece).collect();
        scene
    }

    fn board_view(&self) -> Option<BoardView> {
        let view = |bit: usize| {
            let owner = Side::BOTH.into_iter().find(|&side| self.pieces(side) >> bit & 1 == 1);
            let is_king = owner.is_some_and(|side| self.kings(side) >> bit & 1 == 1);
            CellView { owner, label: if is_king { "K".into() } else { String::new() } }
        };
        let cells = bits_of_cells::<R>().into_iter().map(|bit| bit.map(view)).collect();
        Some(BoardView { files: rows::<R>() as usize, is_hex: false, cells })
    }

    /// Captures with the same squares from and to differ in the squares taken.
    fn move_cells(&self, m: Move) -> Vec<usize> {
        [m.from, m.to]
            .into_iter()
            .map(usize::from)
            .chain(ones(m.taken()))
            .map(|bit| cell::<R>(number::<R>(bit)))
            .collect()
    }
}

/// The bit of each cell of the board; none for a light square.
fn bits_of_cells<R: Rules>() -> Vec<Option<usize>> {
    let mut bits = vec![None; layout::<R>().files * layout::<R>().ranks];
    ones(board::<R>()).for_each(|bit| bits[cell::<R>(number::<R>(bit))] = Some(bit));
    bits
}

impl<R: Rules> Draughts<R> {
    /// Whether there is a king.
    fn has_king(&self) -> bool {
        self.kings(Side::First) | self.kings(Side::Second) != 0
    }

    /// The letter of a square: lower case for a man, upper case for a king, `.` for an empty square.
    fn letter(&self, bit: usize) -> char {
        let white = Self::side_of(Colour::White);
        let at = |set: u64| set >> bit & 1 == 1;
        match () {
            () if at(self.men(white)) => 'w',
            () if at(self.kings(white)) => 'W',
            () if at(self.men(!white)) => 'b',
            () if at(self.kings(!white)) => 'B',
            () => '.',
        }
    }
}

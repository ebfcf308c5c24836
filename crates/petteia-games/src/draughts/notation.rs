//! Notation: writes FEN, moves, the diagram and the effects of moves.
//!
//! [`fen`](super::fen) reads positions, [`words`](super::words) reads moves.

use petteia_core::bits::ones;
use petteia_core::{BoardView, CellView, FenError, Layout, MoveError, Notation, Position, Scene, ScenePiece, Side};

use super::board::{bit, board, row, rows, square};
use super::position::{Draughts, Move};
use super::rules::{Colour, Rules};
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
        let side = if self.side() == Self::side_of(Colour::White) { 'W' } else { 'B' };
        let list = |colour| {
            let side = Self::side_of(colour);
            let piece =
                |bit| format!("{}{}", if self.kings(side) >> bit & 1 == 1 { "K" } else { "" }, number::<R>(bit));
            ones(self.pieces(side)).map(piece).collect::<Vec<_>>().join(",")
        };
        format!("{side}:W{}:B{}", list(Colour::White), list(Colour::Black))
    }

    fn parse_move(&self, word: &str) -> Result<Move, MoveError> {
        words::read(self, word)
    }

    fn write_move(&self, m: Move) -> String {
        let (from, to) = (number::<R>(m.from.into()), number::<R>(m.to.into()));
        if !m.is_capture() {
            return format!("{from}-{to}");
        }
        ones(m.taken()).fold(format!("{from}x{to}"), |text, bit| format!("{text}x{}", number::<R>(bit)))
    }

    fn write_file_move(&self, m: Move) -> String {
        route::write(self, m)
    }

    fn diagram(&self) -> String {
        let mut text = String::new();
        for line in 0..rows::<R>() {
            let first = line * R::ROW + 1;
            text += &format!("{first:2} ");
            let squares = row::<R>(line);
            for (i, bit) in ones(squares).enumerate() {
                let (before, after) = if line % 2 == 0 { ("  ", "") } else { ("", "  ") };
                let gap = if i == 0 { "" } else { " " };
                text += &format!("{gap}{before}{}{after}", self.letter(bit));
            }
            text = text.trim_end().into();
            text.push('\n');
        }
        text
    }

    fn path(&self, m: Move) -> Vec<String> {
        Self::path(self, m).into_iter().map(|square| square.to_string()).collect()
    }

    fn effects(&self, m: Move) -> Vec<String> {
        let mut effects = Vec::new();
        if m.is_capture() {
            let mut taken: Vec<String> = ones(m.taken()).map(|bit| number::<R>(bit).to_string()).collect();
            taken.sort_unstable();
            effects.push(format!("captured {}", taken.join(" ")));
        }
        if self.crowns(m) {
            effects.push(format!("promoted {}=K", number::<R>(m.to.into())));
        }
        effects
    }

    fn scores(&self) -> [i32; 2] {
        Side::BOTH.map(|side| self.pieces(side).count_ones().cast_signed())
    }

    fn end_reason(&self) -> Option<&'static str> {
        self.outcome().map(|_| "no-moves")
    }

    fn scene(&self) -> Scene {
        let ranks = rows::<R>() as usize;
        let layout = Layout { files: ranks, ranks };
        let mut bits = vec![None; ranks * ranks];
        ones(board::<R>()).for_each(|bit| bits[view_cell::<R>(bit)] = Some(bit));
        let shade = |square: usize| Some(if bits[square].is_some() { "dark" } else { "light" });
        let piece = |square: usize| {
            let bit = bits[square]?;
            let side = Side::BOTH.into_iter().find(|&side| self.pieces(side) >> bit & 1 == 1)?;
            let kind = if self.kings(side) >> bit & 1 == 1 { "king" } else { "man" };
            Some(ScenePiece { at: number::<R>(bit).to_string(), ..ScenePiece::new(Some(side.seat()), kind) })
        };
        let mut scene = Scene::of_layout(layout, shade, |_| None);
        let keys = bits.iter().map(|bit| bit.map_or_else(String::new, |bit| number::<R>(bit).to_string()));
        scene.cells.iter_mut().zip(keys).for_each(|(cell, key)| cell.key = key);
        scene.pieces = (0..bits.len()).filter_map(piece).collect();
        scene
    }

    fn board_view(&self) -> Option<BoardView> {
        let mut cells = vec![None; (rows::<R>() * rows::<R>()) as usize];
        for bit in ones(board::<R>()) {
            let owner = Side::BOTH.into_iter().find(|&side| self.pieces(side) >> bit & 1 == 1);
            let is_king = owner.is_some_and(|side| self.kings(side) >> bit & 1 == 1);
            cells[view_cell::<R>(bit)] =
                Some(CellView { owner, label: if is_king { "K".into() } else { String::new() } });
        }
        Some(BoardView { files: rows::<R>() as usize, is_hex: false, cells })
    }

    /// Captures with the same squares from and to differ in the squares taken.
    fn move_cells(&self, m: Move) -> Vec<usize> {
        [m.from, m.to].into_iter().map(usize::from).chain(ones(m.taken())).map(view_cell::<R>).collect()
    }
}

/// The cell of the board view at a bit.
pub(super) fn view_cell<R: Rules>(bit: usize) -> usize {
    let (line, i) = ((number::<R>(bit) - 1) / R::ROW, (number::<R>(bit) - 1) % R::ROW);
    (rows::<R>() * (rows::<R>() - 1 - line) + 2 * i + u32::from(line % 2 == 0)) as usize
}

impl<R: Rules> Draughts<R> {
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

/// The number of the square at a bit, from 1.
pub(super) fn number<R: Rules>(bit: usize) -> u32 {
    square::<R>(bit as u32)
}

/// The bit of the square with this number; `None` if there is no such square.
pub(super) fn bit_of_number<R: Rules>(number: u32) -> Option<u32> {
    let bit = (1..=super::board::squares::<R>()).contains(&number).then(|| bit::<R>(number))?;
    debug_assert!(board::<R>() >> bit & 1 == 1);
    Some(bit)
}

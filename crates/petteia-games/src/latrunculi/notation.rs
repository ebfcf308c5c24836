//! Notation: FEN, move words, the diagram and the effects of moves.

use petteia_core::grid::Step;
use petteia_core::layout::read_colour;
use petteia_core::scene::checkered;
use petteia_core::words::FenTokens;
use petteia_core::{BoardView, FenError, Layout, MoveError, Notation, Position, Scene, ScenePiece, Side};

use super::position::{Defeat, Latrunculi};

impl<const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool> Notation
    for Latrunculi<FILES, RANKS, WORDS, DUX>
{
    fn parse_fen(text: &str) -> Result<Self, FenError> {
        let mut words = FenTokens::of(text);
        let (at, board) = words.next("a board and the side to move")?;
        let side = read_colour(&mut words, Side::First)?;
        words.end("the side to move")?;
        let mut position = Self::empty(side);
        for (square, letter) in Self::LAYOUT.read(board, at, if DUX { "PpDd" } else { "Pp" })? {
            let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
            if letter.eq_ignore_ascii_case(&'p') {
                position.toggle_man(side, square);
            } else if position.dux(side).is_some() {
                let second = board.rfind(letter).unwrap_or_default();
                return Err(FenError::new(at + second, format!("one dux {letter}"), "another"));
            } else {
                position.toggle_dux(side, square);
            }
        }
        for (side, letter) in Side::BOTH.into_iter().zip(['D', 'd']) {
            if DUX && position.dux(side).is_none() {
                return Err(FenError::new(at + board.len(), format!("one dux {letter}"), "none"));
            }
        }
        Ok(position)
    }

    fn to_fen(&self) -> String {
        format!("{} {}", Self::LAYOUT.write(|square| self.letter(square)), &self.side_name()[..1])
    }

    fn parse_move(&self, word: &str) -> Result<Step, MoveError> {
        Self::LAYOUT.read_step(self, word, |square| self.owner(square))
    }

    fn write_move(&self, m: Step) -> String {
        Self::LAYOUT.step_name(m)
    }

    fn diagram(&self) -> String {
        Self::LAYOUT.diagram(|square| self.letter(square).unwrap_or('.'))
    }

    fn effects(&self, m: Step) -> Vec<String> {
        let enclosed = self.enclosed(m);
        if enclosed.is_empty() {
            return Vec::new();
        }
        let effect = if DUX { "captured" } else { "converted" };
        vec![format!("{effect} {}", Self::LAYOUT.names(enclosed.iter(), " "))]
    }

    fn scores(&self) -> [i32; 2] {
        Side::BOTH.map(|side| self.pieces(side).count())
    }

    fn end_reason(&self) -> Option<&'static str> {
        self.outcome().map(|_| match self.defeated() {
            Some((_, Defeat::DuxCaught)) => "dux-caught",
            Some((_, Defeat::NoMen)) => "no-men",
            None => "no-moves",
        })
    }

    fn scene(&self) -> Scene {
        let piece = |square| {
            let side = self.owner(square)?;
            let kind = if self.dux(side) == Some(square) { "dux" } else { "man" };
            Some(ScenePiece::new(Some(side.seat()), kind))
        };
        Scene::of_layout(Self::LAYOUT, |square| Some(checkered(Self::LAYOUT, square)), piece)
    }

    fn board_view(&self) -> Option<BoardView> {
        let is_dux = |square| Side::BOTH.into_iter().any(|side| self.dux(side) == Some(square));
        Some(Self::LAYOUT.view(|square| self.owner(square), |square| is_dux(square).then_some("D")))
    }

    fn move_cells(&self, m: Step) -> Vec<usize> {
        vec![m.from(), m.to()]
    }
}

impl<const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool> Latrunculi<FILES, RANKS, WORDS, DUX> {
    const LAYOUT: Layout = Layout { files: FILES, ranks: RANKS };

    fn owner(&self, square: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.pieces(side).contains(square))
    }

    fn letter(&self, square: usize) -> Option<char> {
        let letters = Side::BOTH.into_iter().zip([['P', 'D'], ['p', 'd']]);
        letters.into_iter().find_map(|(side, [man, dux])| {
            if self.men(side).contains(square) { Some(man) } else { (self.dux(side) == Some(square)).then_some(dux) }
        })
    }
}

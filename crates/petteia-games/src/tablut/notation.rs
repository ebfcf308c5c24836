//! Notation: FEN, move words, the diagram and the effects of moves.

use petteia_core::grid::Step;
use petteia_core::layout::read_colour;
use petteia_core::words::FenTokens;
use petteia_core::{BoardView, FenError, Layout, MoveError, Notation, Position, Scene, ScenePiece, Side};

use super::position::{BLACK, CORNERS, Piece, THRONE, Tablut, WHITE};

const LAYOUT: Layout = Layout { files: 9, ranks: 9 };

impl<const SQUARE: bool> Notation for Tablut<SQUARE> {
    const SIDE_NAMES: [&'static str; 2] = ["black", "white"];

    fn parse_fen(text: &str) -> Result<Self, FenError> {
        let mut words = FenTokens::of(text);
        let (at, board) = words.next("a board and the side to move")?;
        let side = read_colour(&mut words, WHITE)?;
        words.end("the side to move")?;
        let mut position = Self::empty(side);
        for (square, letter) in LAYOUT.read(board, at, "aDK")? {
            let piece = match letter {
                'a' => Piece::Mercenary,
                'D' => Piece::Guard,
                _ => Piece::King,
            };
            if piece == Piece::King && position.king().is_some() {
                let second = board.rfind('K').unwrap_or_default();
                return Err(FenError::new(at + second, "at most one king, K", "another"));
            }
            position.toggle(piece, square);
        }
        Ok(position)
    }

    fn to_fen(&self) -> String {
        format!("{} {}", LAYOUT.write(|square| self.letter(square)), &self.side_name()[..1])
    }

    fn parse_move(&self, word: &str) -> Result<Step, MoveError> {
        LAYOUT.read_step(self, word, |square| self.owner(square))
    }

    fn write_move(&self, m: Step) -> String {
        LAYOUT.step_name(m)
    }

    fn diagram(&self) -> String {
        LAYOUT.diagram(|square| self.letter(square).unwrap_or('.'))
    }

    fn effects(&self, m: Step) -> Vec<String> {
        let king = self.king().filter(|_| self.captures_king(m));
        let captured = LAYOUT.names(self.captured(m).iter().chain(king), " ");
        if captured.is_empty() { Vec::new() } else { vec![format!("captured {captured}")] }
    }

    fn scores(&self) -> [i32; 2] {
        Side::BOTH.map(|side| self.pieces(side).count())
    }

    fn end_reason(&self) -> Option<&'static str> {
        self.outcome().map(|_| {
            if self.king().is_none() {
                "king-captured"
            } else if self.has_escaped() {
                "king-escaped"
            } else {
                "no-moves"
            }
        })
    }

    fn scene(&self) -> Scene {
        let shade = |square| match () {
            () if THRONE.contains(square) => "throne",
            () if CORNERS.contains(square) => "corner",
            () => "plain",
        };
        let piece = |square| {
            let kind = match self.owner(square)? {
                _ if self.king() == Some(square) => "king",
                BLACK => "attacker",
                _ => "defender",
            };
            Some(ScenePiece::new(self.owner(square).map(Side::seat), kind))
        };
        Scene::of_layout(LAYOUT, |square| Some(shade(square)), piece)
    }

    fn board_view(&self) -> Option<BoardView> {
        Some(LAYOUT.view(|square| self.owner(square), |square| (self.king() == Some(square)).then_some("K")))
    }

    fn move_cells(&self, m: Step) -> Vec<usize> {
        vec![m.from(), m.to()]
    }
}

impl<const SQUARE: bool> Tablut<SQUARE> {
    fn owner(&self, square: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.pieces(side).contains(square))
    }

    fn letter(&self, square: usize) -> Option<char> {
        if self.attackers().contains(square) {
            Some('a')
        } else if self.defenders().contains(square) {
            Some('D')
        } else {
            (self.king() == Some(square)).then_some('K')
        }
    }
}

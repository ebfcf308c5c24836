//! Notation: FEN, move words, the diagram and the effects of moves.

use petteia_core::grid::Step;
use petteia_core::layout::read_colour;
use petteia_core::words::FenTokens;
use petteia_core::{BoardView, FenError, Layout, MoveError, Notation, Position, Scene, ScenePiece, Side};

use super::position::{BLACK, Ending, Piece, Tafl, WHITE};
use super::rules::Rules;

impl<R: Rules, const SIZE: usize, const WORDS: usize> Notation for Tafl<R, SIZE, WORDS> {
    const SIDE_NAMES: [&'static str; 2] = ["black", "white"];

    fn parse_fen(text: &str) -> Result<Self, FenError> {
        let mut words = FenTokens::of(text);
        let (at, board) = words.next("a board and the side to move")?;
        let side = read_colour(&mut words, WHITE)?;
        words.end("the side to move")?;
        let mut position = Self::empty(side);
        for (square, letter) in Self::LAYOUT.read(board, at, "aDK")? {
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
        let king = self.king().filter(|_| self.captures_king(m));
        let captured = Self::LAYOUT.names(self.captured(m).iter().chain(king), " ");
        if captured.is_empty() { Vec::new() } else { vec![format!("captured {captured}")] }
    }

    fn scores(&self) -> [i32; 2] {
        Side::BOTH.map(|side| self.pieces(side).count())
    }

    fn end_reason(&self) -> Option<&'static str> {
        self.outcome().map(|_| match self.ending() {
            Some(Ending::KingCaptured) => "king-captured",
            Some(Ending::KingEscaped) => "king-escaped",
            Some(Ending::ExitFort) => "exit-fort",
            Some(Ending::Surrounded) => "surrounded",
            None => "no-moves",
        })
    }

    fn scene(&self) -> Scene {
        let shade = |square| match () {
            () if Self::THRONE.contains(square) => "throne",
            () if Self::CORNERS.contains(square) => "corner",
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
        Scene::of_layout(Self::LAYOUT, |square| Some(shade(square)), piece)
    }

    fn board_view(&self) -> Option<BoardView> {
        Some(Self::LAYOUT.view(|square| self.owner(square), |square| (self.king() == Some(square)).then_some("K")))
    }

    fn move_cells(&self, m: Step) -> Vec<usize> {
        vec![m.from(), m.to()]
    }
}

impl<R: Rules, const SIZE: usize, const WORDS: usize> Tafl<R, SIZE, WORDS> {
    const LAYOUT: Layout = Layout { files: SIZE, ranks: SIZE };

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

//! Notation: FEN, move words, the diagram and the effects of moves.

use petteia_core::grid::Step;
use petteia_core::layout::read_colour;
use petteia_core::scene::Grid;
use petteia_core::words::FenTokens;
use petteia_core::{BoardView, FenError, Layout, MoveError, Notation, Position, Scene, ScenePiece, Side};

use super::position::Gonu;

const LAYOUT: Layout = Layout { files: 8, ranks: 8 };

impl Notation for Gonu {
    fn parse_fen(text: &str) -> Result<Self, FenError> {
        let mut words = FenTokens::of(text);
        let (at, board) = words.next("a board and the side to move")?;
        let side = read_colour(&mut words, Side::First)?;
        words.end("the side to move")?;
        let mut position = Self::empty(side);
        for (point, letter) in LAYOUT.read(board, at, "Pp")? {
            position.toggle(if letter == 'P' { Side::First } else { Side::Second }, point);
        }
        Ok(position)
    }

    fn to_fen(&self) -> String {
        format!("{} {}", LAYOUT.write(|point| self.letter(point)), &self.side_name()[..1])
    }

    fn parse_move(&self, word: &str) -> Result<Step, MoveError> {
        LAYOUT.read_step(self, word, |point| self.owner(point))
    }

    fn write_move(&self, m: Step) -> String {
        LAYOUT.step_name(m)
    }

    fn diagram(&self) -> String {
        LAYOUT.diagram(|point| self.letter(point).unwrap_or('.'))
    }

    fn effects(&self, m: Step) -> Vec<String> {
        let captured = self.captured(m);
        if captured.is_empty() { Vec::new() } else { vec![format!("captured {}", LAYOUT.names(captured.iter(), " "))] }
    }

    fn scores(&self) -> [i32; 2] {
        Side::BOTH.map(|side| self.men(side).count())
    }

    fn end_reason(&self) -> Option<&'static str> {
        self.outcome().map(|_| if self.without_men().is_some() { "no-men" } else { "no-moves" })
    }

    fn scene(&self) -> Scene {
        let piece = |point| Some(ScenePiece::new(Some(self.owner(point)?.seat()), "man"));
        Scene { grid: Grid::Points, ..Scene::of_layout(LAYOUT, |_| Some("plain"), piece) }
    }

    fn board_view(&self) -> Option<BoardView> {
        Some(LAYOUT.view(|point| self.owner(point), |_| None))
    }

    fn move_cells(&self, m: Step) -> Vec<usize> {
        vec![m.from(), m.to()]
    }
}

impl Gonu {
    /// The side whose man stands on a point.
    fn owner(&self, point: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.men(side).contains(point))
    }

    fn letter(&self, point: usize) -> Option<char> {
        self.owner(point).map(|side| if side == Side::First { 'P' } else { 'p' })
    }
}

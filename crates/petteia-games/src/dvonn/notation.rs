//! Notation: FEN, moves, the diagram and the effects of moves.

use petteia_core::bits::ones;
use petteia_core::layout::without_hyphen;
use petteia_core::scene::{Grid, SceneArea};
use petteia_core::words::{FenTokens, quoted};
use petteia_core::{BoardView, CellView, FenError, Layout, MoveError, Notation, Position, Scene, ScenePiece, Side};

use super::board::{self, BOARD, ROW_SPANS, ROWS};
use super::position::{Dvonn, Move, Phase, REDS, Stack};

/// Number of pieces in a game, and so the greatest total height of all stacks.
const TOTAL_PIECES: u32 = 49;
/// Number of white pieces in a game, and of black ones.
const PIECES_PER_COLOUR: u32 = 23;

const MOVE_SYNTAX: &str = "a move: c3 (placement), c3d4 (from, to) or pass";

impl Dvonn {
    /// Draws the board. Each cell is `width` characters wide; `text_of` gives the text of a cell with a stack.
    pub(super) fn draw_board(&self, width: usize, text_of: impl Fn(usize) -> String) -> String {
        let mut text = String::new();
        for row in (0..ROWS).rev() {
            let cells: Vec<usize> = row_cells(row).collect();
            // Neighbouring rows are shifted by half a cell. The first and the last cell of a row are named.
            text += &" ".repeat(width / 2 * row.abs_diff(2));
            text += &board::name(cells[0]);
            for &cell in &cells {
                let shown = if self.stack(cell).is_some() { text_of(cell) } else { ".".into() };
                text += &format!("{shown:>width$}");
            }
            text += &format!("   {}\n", board::name(cells[cells.len() - 1]));
        }
        text
    }
}

impl Notation for Dvonn {
    fn parse_fen(text: &str) -> Result<Self, FenError> {
        let mut words = FenTokens::of(text);
        let (board_at, board) = words.next("rows, side to move and phase")?;
        let (side_at, side) = words.next("the side to move, w or b")?;
        let side = match side {
            "w" => Side::First,
            "b" => Side::Second,
            _ => return Err(FenError::new(side_at, "the side to move, w or b", quoted(side))),
        };
        let (phase_at, phase) = words.next("the phase, p (placement) or s (stacking)")?;
        let phase = match phase {
            "p" => Phase::Placement,
            "s" => Phase::Stacking,
            _ => return Err(FenError::new(phase_at, "the phase, p (placement) or s (stacking)", quoted(phase))),
        };
        words.end("the phase")?;
        let mut position = Self::empty(side, phase);
        read_board(&mut position, board, board_at)?;
        match phase {
            Phase::Placement => check_placement(&position),
            Phase::Stacking => check_stacking(&position),
        }
        .map_err(|(expected, found)| FenError::new(board_at, expected, found))?;
        Ok(position)
    }

    fn to_fen(&self) -> String {
        let mut text = String::new();
        for row in (0..ROWS).rev() {
            for cell in row_cells(row) {
                match self.stack(cell) {
                    None => text.push('.'),
                    Some(stack) => text += &stack_text(stack, self.height(cell)),
                }
            }
            text.push(if row > 0 { '/' } else { ' ' });
        }
        text.push(match self.side() {
            Side::First => 'w',
            Side::Second => 'b',
        });
        text.push_str(match self.phase() {
            Phase::Placement => " p",
            Phase::Stacking => " s",
        });
        text
    }

    fn parse_move(&self, word: &str) -> Result<Move, MoveError> {
        let m = parse_move(word).ok_or(MoveError::Syntax(MOVE_SYNTAX))?;
        let mut legal = false;
        self.for_each_move(|other| legal |= (other, self.is_placement()) == m);
        if legal { Ok(m.0) } else { Err(MoveError::Illegal(self.why_illegal(m.0, m.1))) }
    }

    fn write_move(&self, m: Move) -> String {
        if m == Move::PASS {
            "pass".into()
        } else if m.from() == m.to() {
            board::name(m.to())
        } else {
            board::name(m.from()) + &board::name(m.to())
        }
    }

    fn diagram(&self) -> String {
        self.draw_board(4, |cell| {
            self.stack(cell).map_or_else(String::new, |stack| stack_text(stack, self.height(cell)))
        })
    }

    fn effects(&self, m: Move) -> Vec<String> {
        let mut effects = Vec::new();
        let mut removed: Vec<String> = self
            .removed_by(m)
            .into_iter()
            .map(|(cell, stack, height)| format!("{}={}", board::name(cell), stack_text(stack, height)))
            .collect();
        if !removed.is_empty() {
            removed.sort_unstable();
            effects.push(format!("removed {}", removed.join(" ")));
        }
        let after = self.after(m);
        if after.must_pass() {
            effects.push(format!("must-pass {}", if after.side() == Side::First { 'w' } else { 'b' }));
        }
        effects
    }

    fn scores(&self) -> [i32; 2] {
        Side::BOTH.map(|side| self.pieces(side).into())
    }

    fn end_reason(&self) -> Option<&'static str> {
        self.outcome().map(|_| "no-moves")
    }

    fn scene(&self) -> Scene {
        let layout = Layout { files: board::FILES, ranks: ROWS };
        let is_cell = |cell: usize| board::cell(cell % board::FILES, cell / board::FILES).is_some();
        let piece = |cell| {
            let (owner, kind) = match self.stack(cell)? {
                Stack::Red => (None, "red"),
                Stack::Plain(side) => (Some(side.seat()), "stack"),
                Stack::WithRed(side) => (Some(side.seat()), "stack-with-red"),
            };
            Some(ScenePiece { height: self.height(cell).into(), ..ScenePiece::new(owner, kind) })
        };
        let mut scene = Scene::of_layout(layout, |cell| is_cell(cell).then_some("plain"), piece);
        scene.grid = Grid::Hexagons;
        for cell in &mut scene.cells {
            // Each row is half a cell to the right of the next higher one, and the highest begins with file c.
            let [x, y] = cell.centre;
            cell.centre = [x + 0.5 * (y - 2.0), y * 3_f64.sqrt() / 2.0];
        }
        if self.phase() == Phase::Placement {
            let reds = REDS - self.reds().count_ones();
            let left = Side::BOTH.map(|side| (Some(side), PIECES_PER_COLOUR - u32::from(self.pieces(side))));
            scene.areas = [(None, reds)]
                .into_iter()
                .chain(left)
                .map(|(side, height)| {
                    let owner = side.map(Side::seat);
                    let kind = if side.is_some() { "stack" } else { "red" };
                    let pieces = if height > 0 {
                        vec![ScenePiece { height, ..ScenePiece::new(owner, kind) }]
                    } else {
                        Vec::new()
                    };
                    SceneArea { name: "reserve", owner, pieces }
                })
                .collect();
        }
        scene
    }

    /// A label is the height, with `R` if a red piece is in the stack.
    fn board_view(&self) -> Option<BoardView> {
        let view = |cell: usize| {
            let stack = self.stack(cell);
            let height = if self.height(cell) > 1 { self.height(cell).to_string() } else { String::new() };
            let (owner, red) = match stack {
                None => (None, ""),
                Some(Stack::Red) => (None, "R"),
                Some(Stack::Plain(side)) => (Some(side), ""),
                Some(Stack::WithRed(side)) => (Some(side), "R"),
            };
            let is_cell = board::cell(cell % board::FILES, cell / board::FILES).is_some();
            is_cell.then(|| CellView { owner, label: height + red })
        };
        Some(BoardView { is_hex: true, ..BoardView::of_squares(board::FILES, ROWS, view) })
    }

    fn move_cells(&self, m: Move) -> Vec<usize> {
        match m {
            Move::PASS => Vec::new(),
            m if m.from() == m.to() => vec![m.to()],
            m => vec![m.from(), m.to()],
        }
    }
}

impl Dvonn {
    fn is_placement(&self) -> bool {
        self.phase() == Phase::Placement
    }

    /// Whether the side to move must pass (point 8) and the game is not over.
    fn must_pass(&self) -> bool {
        !self.is_placement() && !self.can_move(self.side()) && self.can_move(!self.side())
    }

    /// Why a move that is not legal is refused; `placement` tells whether it is written as a placement.
    fn why_illegal(&self, m: Move, placement: bool) -> String {
        let (from, to) = (m.from(), m.to());
        if m == Move::PASS {
            return if self.outcome().is_some() { "the game is over" } else { "a player who can move must not pass" }
                .into();
        }
        let name = board::name(from);
        match (self.is_placement(), placement) {
            (true, true) => format!("{name} is occupied"),
            (true, false) => "expected one cell: the placement phase goes on".into(),
            (false, true) => "expected from and to: all pieces are placed".into(),
            (false, false) if self.outcome().is_some() => "the game is over".into(),
            (false, false) => match self.stack(from).map(Stack::owner) {
                None => format!("{name} is empty"),
                Some(None) => format!("{name} is a lone red piece, which never moves by itself"),
                Some(Some(owner)) if owner != self.side() => {
                    format!("the stack on {name} is not {}'s", self.side_name())
                }
                Some(_) if self.free_stacks(self.side()) >> from & 1 == 0 => format!("{name} is enclosed on six sides"),
                Some(_) if self.occupied() >> to & 1 == 0 => format!("{} is empty", board::name(to)),
                Some(_) => {
                    format!("a stack of height {} moves exactly that far in a straight line", self.height(from))
                }
            },
        }
    }
}

/// Reads a move by its syntax alone; also tells whether it is written as a placement.
fn parse_move(word: &str) -> Option<(Move, bool)> {
    if word.eq_ignore_ascii_case("pass") {
        return Some((Move::PASS, false));
    }
    match (word.get(..2), word.get(2..)) {
        (Some(cell), Some("")) => Some((Move::place(board::named(cell)?), true)),
        (Some(from), Some(to)) => Some((Move::stack(board::named(from)?, board::named(without_hyphen(to))?), false)),
        _ => None,
    }
}

/// The cells of a row, from its lowest file.
fn row_cells(row: usize) -> impl Iterator<Item = usize> {
    let (first, count) = ROW_SPANS[row];
    (first..first + count).filter_map(move |file| board::cell(file, row))
}

/// The FEN text of a stack.
fn stack_text(stack: Stack, height: u8) -> String {
    let letter = match stack {
        Stack::Red => 'r',
        Stack::Plain(Side::First) => 'w',
        Stack::Plain(Side::Second) => 'b',
        Stack::WithRed(Side::First) => 'W',
        Stack::WithRed(Side::Second) => 'B',
    };
    if height > 1 { format!("{letter}{height}") } else { letter.to_string() }
}

/// Reads the rows of a FEN, from row 5 to row 1; `start` is the byte offset of the first.
fn read_board(position: &mut Dvonn, text: &str, start: usize) -> Result<(), FenError> {
    let mut at = start;
    let mut total = 0;
    let mut rows = text.split('/');
    for row in (0..ROWS).rev() {
        let Some(line) = rows.next() else {
            return Err(FenError::new(
                at.saturating_sub(1),
                "five rows separated by /",
                format!("{} rows", ROWS - 1 - row),
            ));
        };
        read_row(position, row, line, at, &mut total)?;
        at += line.len() + 1;
    }
    match rows.next() {
        Some(_) => Err(FenError::new(at - 1, "five rows separated by /", "a sixth")),
        None => Ok(()),
    }
}

/// Reads one row of a FEN; `total` is the sum of all heights read so far.
fn read_row(position: &mut Dvonn, row: usize, line: &str, start: usize, total: &mut u32) -> Result<(), FenError> {
    let length = ROW_SPANS[row].1;
    let expected = format!("{length} cells in row {}", row + 1);
    let mut cells = row_cells(row);
    let mut at = start;
    let mut rest = line;
    while let Some(letter) = rest.chars().next() {
        let digits = rest[letter.len_utf8()..].bytes().take_while(u8::is_ascii_digit).count();
        let number = &rest[letter.len_utf8()..letter.len_utf8() + digits];
        let stack = match letter {
            '.' => None,
            'r' => Some(Stack::Red),
            'w' => Some(Stack::Plain(Side::First)),
            'b' => Some(Stack::Plain(Side::Second)),
            'W' => Some(Stack::WithRed(Side::First)),
            'B' => Some(Stack::WithRed(Side::Second)),
            _ => return Err(FenError::new(at, "a cell: one of . r w b W B", quoted(&letter.to_string()))),
        };
        let Some(cell) = cells.next() else {
            return Err(FenError::new(at, expected, "more"));
        };
        let height = read_height(stack, number, at + letter.len_utf8())?;
        if let Some(stack) = stack {
            *total += u32::from(height);
            if *total > TOTAL_PIECES {
                return Err(FenError::new(at, format!("heights that add up to at most {TOTAL_PIECES}"), "more"));
            }
            position.put(cell, stack, height);
            if position.reds().count_ones() > REDS {
                return Err(FenError::new(at, format!("at most {REDS} stacks with red"), "another"));
            }
        }
        at += letter.len_utf8() + digits;
        rest = &rest[letter.len_utf8() + digits..];
    }
    match cells.count() {
        0 => Ok(()),
        missing => Err(FenError::new(at, expected, format!("{}", length - missing))),
    }
}

/// Reads the height behind the letter of a stack; `number` holds its digits.
fn read_height(stack: Option<Stack>, number: &str, at: usize) -> Result<u8, FenError> {
    let bad = |expected: &str| {
        Err(FenError::new(at, expected, if number.is_empty() { "none".into() } else { quoted(number) }))
    };
    match stack {
        None if !number.is_empty() => bad("no number after ."),
        Some(Stack::Red) if !number.is_empty() => bad("no number after r"),
        Some(Stack::WithRed(_)) if number.is_empty() => bad("a height of 2 or more for a stack with red"),
        _ if number.is_empty() => Ok(1),
        _ if number.starts_with('0') => bad("a height without a leading zero"),
        _ => match number.parse() {
            Ok(height @ 2..=49) => Ok(height),
            _ => bad("a height from 2 to 49"),
        },
    }
}

/// Checks points 1 and 2 in the placement phase. An error holds what is expected and what is found.
fn check_placement(position: &Dvonn) -> Result<(), (&'static str, String)> {
    let count = |set: u64| set.count_ones();
    let placed = count(position.occupied());
    let colours = Side::BOTH.map(|side| count(position.stacks(side)));
    if ones(position.occupied()).any(|cell| position.height(cell) > 1) {
        return Err(("no stack higher than 1 in phase p", "one".into()));
    }
    if position.occupied() == BOARD {
        return Err(("an empty cell in phase p", "a full board".into()));
    }
    if colours.iter().any(|&c| c > PIECES_PER_COLOUR) {
        return Err(("at most 23 pieces of a colour", format!("{} white, {} black", colours[0], colours[1])));
    }
    let reds = placed.min(REDS);
    let expected = [(placed - reds) / 2, (placed - reds).div_ceil(2)];
    if colours != expected {
        return Err((
            "pieces placed in turn, the three red ones first, then black and white",
            format!("{} red, {} white, {} black", count(position.reds()), colours[0], colours[1]),
        ));
    }
    if (placed % 2 == 0) != (position.side() == Side::First) {
        return Err(("the side whose turn it is to place", format!("{} after {placed} pieces", position.side_name())));
    }
    Ok(())
}

/// Checks point 7 in the stacking phase: every stack is connected to red. An error holds what is expected and found.
fn check_stacking(position: &Dvonn) -> Result<(), (&'static str, String)> {
    if position.reds() == 0 {
        return Err(("at least one stack with red in phase s", "none".into()));
    }
    let dead = position.occupied() & !board::flood(position.reds(), position.occupied());
    match ones(dead).next() {
        Some(cell) => Err(("every stack connected to red in phase s", format!("{} cut off", board::name(cell)))),
        None => Ok(()),
    }
}

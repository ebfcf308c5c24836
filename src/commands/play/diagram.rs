//! Diagrams of boards: with colours, with marks where something changed, and as narrow as the terminal.

use console::Style;

/// What a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Letters without colours.
    Plain,
    /// Letters in colours.
    Letters,
    /// Coloured squares with Unicode pieces.
    Painted,
}

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RenderStyle {
    /// What the terminal can show.
    pub look: Look,
    /// Columns of the terminal.
    pub width: usize,
}

/// A diagram, as [`Session::diagram`](petteia_engine::Session::diagram) draws it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    rows: Vec<Vec<Token>>,
}

/// A word of a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Token {
    text: String,
    /// The column behind its last character.
    end: usize,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The name of a rank or a row, beside the board.
    Label,
    /// The name of a file, above or below it.
    File,
    /// A cell of the board.
    Cell,
}

/// What stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Nothing.
    Empty,
    /// A piece of White.
    White,
    /// A piece of Black.
    Black,
    /// A piece of nobody.
    Red,
}

impl Diagram {
    /// Reads the text of a diagram.
    pub fn read(text: &str) -> Self {
        Self { rows: text.lines().map(read_row).filter(|row| !row.is_empty()).collect() }
    }

    /// What stands on each cell, row by row from the top.
    #[cfg(test)]
    pub fn colours(&self) -> Vec<Colour> {
        let tokens = self.rows.iter().flatten();
        tokens.filter(|token| token.kind == Kind::Cell).map(|token| colour(&token.text)).collect()
    }

    /// Draws the diagram. Cells that differ from those of the diagram `before` are marked. Every line ends with `\n`.
    pub fn draw(&self, before: Option<&Self>, look: RenderStyle) -> String {
        let has_colour = look.look != Look::Plain;
        let own = self.pitch().max(1);
        let mut drawn = (1..=own).rev().map(|pitch| self.at_pitch(pitch, own));
        let fits = |ends: &Vec<Vec<usize>>| ends.iter().flatten().all(|&end| end <= look.width);
        let ends = drawn.find(fits).unwrap_or_else(|| self.at_pitch(1, own));
        let mut text = String::new();
        for (y, (row, ends)) in self.rows.iter().zip(&ends).enumerate() {
            let mut column = 0;
            for (x, (token, &end)) in row.iter().zip(ends).enumerate() {
                let old = before.and_then(|before| before.rows.get(y)?.get(x));
                let is_changed = token.kind == Kind::Cell && old.is_some_and(|old| old.text != token.text);
                let room = end.saturating_sub(token.text.len()).saturating_sub(column);
                let has_mark = is_changed && !has_colour && room > 0;
                text += &" ".repeat(room - usize::from(has_mark));
                text += if has_mark { "*" } else { "" };
                text += &token.in_colour(is_changed, has_colour);
                column += room + token.text.len();
            }
            text.push('\n');
        }
        text
    }

    /// Columns from one cell of a row to the next.
    fn pitch(&self) -> usize {
        let cells = |row: &Vec<Token>| -> Vec<usize> {
            row.iter().filter(|token| token.kind != Kind::Label).map(|token| token.end).collect()
        };
        let gaps =
            self.rows.iter().flat_map(|row| cells(row).windows(2).map(|pair| pair[1] - pair[0]).collect::<Vec<_>>());
        gaps.min().unwrap_or(1)
    }

    /// The columns behind the words of each row, if cells are `pitch` columns from each other and not `own` ones.
    fn at_pitch(&self, pitch: usize, own: usize) -> Vec<Vec<usize>> {
        if pitch == own {
            return self.rows.iter().map(|row| row.iter().map(|token| token.end).collect()).collect();
        }
        let tokens = || self.rows.iter().flatten();
        let width = |kind| tokens().filter(|token| token.kind == kind).map(|token| token.text.len()).max().unwrap_or(0);
        let (label, cell) = (width(Kind::Label), width(Kind::Cell));
        let left = tokens().filter(|token| token.kind != Kind::Label).map(|token| token.end).min().unwrap_or(0);
        let moved = |end: usize| label + 1 + cell + ((end - left) * pitch + own / 2) / own;
        let of_row = |row: &Vec<Token>| {
            let mut inner = row.iter().filter(|token| token.kind != Kind::Label).map(|token| moved(token.end));
            let first = inner.next().unwrap_or(0);
            let last = inner.next_back().unwrap_or(first);
            let is_left = |i: usize| i == 0;
            let place = |(i, token): (usize, &Token)| match token.kind {
                Kind::Label if is_left(i) => first.saturating_sub(cell + 1),
                Kind::Label => last + 1 + token.text.len(),
                _ => moved(token.end),
            };
            row.iter().enumerate().map(place).collect()
        };
        self.rows.iter().map(of_row).collect()
    }
}

/// The words of a line, with what they are.
fn read_row(line: &str) -> Vec<Token> {
    let start = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_files = words.len() > 1 && words.iter().zip(b'a'..).all(|(word, file)| word.as_bytes() == [file]);
    let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    // Rows of hexagons have the names of their ends on both sides, such as a3 and k3.
    let has_names = words.first().is_some_and(|word| !is_number(word));
    let kind = |i: usize, word: &str| {
        let is_end = i == 0 || i + 1 == words.len();
        match () {
            () if is_files => Kind::File,
            () if is_number(word) || (has_names && is_end) => Kind::Label,
            () => Kind::Cell,
        }
    };
    let token =
        |(i, &word): (usize, &&str)| Token { text: word.into(), end: start(word) + word.len(), kind: kind(i, word) };
    words.iter().enumerate().map(token).collect()
}

impl Token {
    /// The word, in colour or not.
    fn in_colour(&self, is_changed: bool, has_colour: bool) -> String {
        let style = match (self.kind, colour(&self.text)) {
            (Kind::Label | Kind::File, _) | (_, Colour::Empty) => Style::new().dim(),
            (Kind::Cell, Colour::White) => Style::new().bold(),
            (Kind::Cell, Colour::Black) => Style::new().magenta().bold(),
            (Kind::Cell, Colour::Red) => Style::new().red().bold(),
        };
        let style = if is_changed { style.reverse() } else { style };
        style.force_styling(has_colour).apply_to(&self.text).to_string()
    }
}

/// Whose piece the text of a cell is: the letters of all games.
fn colour(text: &str) -> Colour {
    match text.as_bytes().first() {
        Some(b'r') => Colour::Red,
        Some(b'b' | b'B' | b'X') => Colour::Black,
        Some(b'w' | b'O') => Colour::White,
        Some(letter) if letter.is_ascii_uppercase() => Colour::White,
        Some(letter) if letter.is_ascii_lowercase() => Colour::Black,
        _ => Colour::Empty,
    }
}

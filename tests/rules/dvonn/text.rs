//! The text of the naive board: FEN as in `docs/games/dvonn.md`, and the effects of a move.

use crate::dvonn::naive::{Cell, Naive, Piece, ROWS, Stack, name, top};

impl Naive {
    pub(crate) fn fen(&self) -> String {
        let rows = ROWS.map(|(row, first, last)| {
            let row_text = |file| self.stacks.get(&(file, row)).map_or_else(|| ".".into(), stack_text);
            (first..=last).map(row_text).collect::<String>()
        });
        let mover = if self.mover == Piece::White { 'w' } else { 'b' };
        format!("{} {mover} {}", rows.join("/"), if self.stacking { 's' } else { 'p' })
    }

    /// The effects of a legal move beyond the move itself, from the result of [`Naive::play`].
    pub(crate) fn effects((after, removed): &(Self, Vec<(Cell, Stack)>)) -> Vec<String> {
        let mut effects = Vec::new();
        if !removed.is_empty() {
            let removed: Vec<String> =
                removed.iter().map(|(cell, stack)| format!("{}={}", name(*cell), stack_text(stack))).collect();
            effects.push(format!("removed {}", removed.join(" ")));
        }
        if after.moves() == ["pass"] {
            effects.push(format!("must-pass {}", if after.mover == Piece::White { 'w' } else { 'b' }));
        }
        effects
    }

    /// Reads a position, or returns the first reason in `docs/games/dvonn.md` to refuse it.
    pub(crate) fn read(text: &str) -> Result<Self, &'static str> {
        let words: Vec<&str> = text.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
        let [board, mover, phase] = words[..] else { return Err("three words") };
        let mover = match mover {
            "w" => Piece::White,
            "b" => Piece::Black,
            _ => return Err("side"),
        };
        let stacking = match phase {
            "p" => false,
            "s" => true,
            _ => return Err("phase"),
        };
        let mut position = Self { stacks: read_stacks(board)?.into_iter().collect(), mover, stacking };
        if position.stacks.values().filter(|stack| stack.contains(&Piece::Red)).count() > 3 {
            return Err("more than three red");
        }
        if stacking {
            if !position.stacks.values().any(|stack| stack.contains(&Piece::Red)) {
                return Err("no red in phase s");
            }
            if !position.remove_cut_off().is_empty() {
                return Err("not connected");
            }
        } else {
            position.check_placement()?;
        }
        Ok(position)
    }

    fn check_placement(&self) -> Result<(), &'static str> {
        let of = |piece| self.stacks.values().filter(|stack| top(stack) == piece).count();
        if self.stacks.values().any(|stack| stack.len() > 1) {
            return Err("higher than 1 in phase p");
        }
        if of(Piece::White) > 23 || of(Piece::Black) > 23 {
            return Err("more than 23 of a colour");
        }
        if self.stacks.len() == 49 {
            return Err("full board in phase p");
        }
        // The number of pieces of each colour depends only on the number of placements, not on their cells.
        let mut played = Self::start();
        for _ in 0..self.stacks.len() {
            played = played.play(&played.moves()[0]).0;
        }
        let played_of = |piece| played.stacks.values().filter(|stack| top(stack) == piece).count();
        if [Piece::White, Piece::Black, Piece::Red].iter().any(|&piece| of(piece) != played_of(piece)) {
            return Err("alternation");
        }
        if self.mover == played.mover { Ok(()) } else { Err("side to move in phase p") }
    }
}

/// A stack as in a FEN.
pub(crate) fn stack_text(stack: &Stack) -> String {
    let has_red = stack.contains(&Piece::Red);
    let letter = match top(stack) {
        Piece::Red => 'r',
        Piece::White if has_red => 'W',
        Piece::White => 'w',
        Piece::Black if has_red => 'B',
        Piece::Black => 'b',
    };
    if stack.len() > 1 { format!("{letter}{}", stack.len()) } else { letter.to_string() }
}

fn read_stacks(board: &str) -> Result<Vec<(Cell, Stack)>, &'static str> {
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != 5 {
        return Err("row count");
    }
    let mut stacks = Vec::new();
    let mut total = 0;
    for (text, (row, first, last)) in rows.into_iter().zip(ROWS) {
        let texts = cell_texts(text)?;
        if texts.len() != (first..=last).count() {
            return Err("row length");
        }
        for ((letter, number), file) in texts.into_iter().zip(first..=last) {
            let height = read_number(letter, &number)?;
            if letter != '.' {
                total += height;
                if total > 49 {
                    return Err("heights above 49");
                }
                stacks.push(((file, row), stack_of(letter, height)));
            }
        }
    }
    Ok(stacks)
}

/// The letters of a row, each with the digits after it.
fn cell_texts(row: &str) -> Result<Vec<(char, String)>, &'static str> {
    let mut texts: Vec<(char, String)> = Vec::new();
    for c in row.chars() {
        if ".rwbWB".contains(c) {
            texts.push((c, String::new()));
        } else if c.is_ascii_digit() && !texts.is_empty() {
            texts.last_mut().expect("not empty").1.push(c);
        } else {
            return Err("letter");
        }
    }
    Ok(texts)
}

fn read_number(letter: char, number: &str) -> Result<usize, &'static str> {
    let height = if number.is_empty() { 1 } else { number.parse().unwrap_or(50) };
    match letter {
        '.' | 'r' if !number.is_empty() => Err("number after r or ."),
        _ if number == "0" || number == "1" => Err("number 0 or 1"),
        _ if number.starts_with('0') => Err("leading zero"),
        'W' | 'B' if height == 1 => Err("upper-case stack of height 1"),
        _ => Ok(height.min(50)),
    }
}

/// A stack that this text can stand for. The order of the pieces below the top has no effect on play.
fn stack_of(letter: char, height: usize) -> Stack {
    let owner = match letter {
        'w' | 'W' => Piece::White,
        'b' | 'B' => Piece::Black,
        _ => Piece::Red,
    };
    let mut stack = vec![owner; height];
    if letter.is_ascii_uppercase() {
        stack[0] = Piece::Red;
    }
    stack
}

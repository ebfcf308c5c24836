//! Reads and writes the FEN of PDN (Portable Draughts Notation), such as `B:W21,22,K23:B1,2,K12`.

use petteia_core::words::quoted;
use petteia_core::{FenError, Position, Side};

use super::board::{crowning_row, squares};
use super::king_moves::KingMoves;
use super::position::Draughts;
use super::rules::{Colour, Rules};
use super::squares::{bit_of_number, name, number, numbers, read as read_square};

const TURN: &str = "the side to move, W or B";

/// Writes a position: White first, the numbers of the squares in ascending order.
pub(super) fn write<R: Rules>(position: &Draughts<R>) -> String {
    let side = if position.side() == Draughts::<R>::side_of(Colour::White) { 'W' } else { 'B' };
    let list = |colour| {
        let side = Draughts::<R>::side_of(colour);
        let is_king = |number| bit_of_number::<R>(number).is_some_and(|bit| position.kings(side) >> bit & 1 == 1);
        let piece = |number| format!("{}{}", if is_king(number) { "K" } else { "" }, name::<R>(number));
        numbers::<R>(position.pieces(side)).map(piece).collect::<Vec<_>>().join(",")
    };
    let mut text = format!("{side}:W{}:B{}", list(Colour::White), list(Colour::Black));
    let moves = KING_MOVES_ORDER.map(|colour| position.king_moves(Draughts::<R>::side_of(colour)));
    if moves != [KingMoves::default(); 2] {
        text.push(':');
        for moves in moves {
            text += &match moves.count() {
                0 => "+0".into(),
                count => format!("+{count}{:02}", number::<R>(moves.king().trailing_zeros() as usize)),
            };
        }
    }
    text
}

/// The colours in the order in which lidraughts writes the moves of their kings.
const KING_MOVES_ORDER: [Colour; 2] = [Colour::Black, Colour::White];

/// Reads a position.
///
/// The sides come in either order. Kings have a `K`. Ranges such as `31-50` or `K31-K40`, blanks between the parts, the
/// counters of lidraughts such as `:H0:F1`, which are ignored, and a dot at the end are allowed. In a game in which kings
/// rest, their moves follow as lidraughts has them: `:+0+248` if White's king on 48 has made two moves in a row.
///
/// # Errors
/// The first thing wrong with the text, and where.
pub(super) fn read<R: Rules>(text: &str) -> Result<Draughts<R>, FenError> {
    let mut cursor = Cursor { text, at: 0 };
    let turn = cursor.colour(TURN)?;
    let mut position = Draughts::empty(Draughts::<R>::side_of(turn));
    cursor.expect(b':', "':' and the squares of a side")?;
    let first = cursor.colour("the squares of a side, W or B")?;
    read_side(&mut cursor, &mut position, first)?;
    cursor.expect(b':', "',' and a square, or ':' and the squares of the other side")?;
    let at = cursor.at;
    let second = cursor.colour("the squares of the other side")?;
    if second == first {
        return Err(FenError::new(at, "the squares of the other side", "the same side again"));
    }
    read_side(&mut cursor, &mut position, second)?;
    cursor.counters()?;
    if R::KINGS_REST && cursor.rest().starts_with(":+") {
        cursor.step();
        for colour in KING_MOVES_ORDER {
            read_king_moves(&mut cursor, &mut position, Draughts::<R>::side_of(colour))?;
        }
    }
    if cursor.peek() == Some(b'.') {
        cursor.step();
    }
    match cursor.peek() {
        None => Ok(position),
        Some(_) => Err(cursor.error("',' and a square, or the end")),
    }
}

/// Reads the squares of a side, separated by commas. There may be none.
fn read_side<R: Rules>(cursor: &mut Cursor, position: &mut Draughts<R>, colour: Colour) -> Result<(), FenError> {
    if !matches!(cursor.peek(), Some(b'K' | b'0'..=b'9' | b'a'..=b'z')) {
        return Ok(());
    }
    loop {
        read_squares(cursor, position, Draughts::<R>::side_of(colour))?;
        if cursor.peek() != Some(b',') {
            return Ok(());
        }
        cursor.step();
    }
}

/// Reads a square or a range of squares.
fn read_squares<R: Rules>(cursor: &mut Cursor, position: &mut Draughts<R>, side: Side) -> Result<(), FenError> {
    let at = cursor.at;
    let king = cursor.king();
    let first = cursor.number::<R>()?;
    let mut last = first;
    if cursor.peek() == Some(b'-') {
        cursor.step();
        let at = cursor.at;
        if king {
            cursor.king();
        }
        last = cursor.number::<R>()?;
        if last < first {
            return Err(FenError::new(at, format!("the end of a range that begins at {first}"), last.to_string()));
        }
    }
    for number in first..=last {
        let Some(bit) = bit_of_number::<R>(number) else { continue };
        if position.free() >> bit & 1 == 0 {
            return Err(FenError::new(at, "every square once", format!("{number} again")));
        }
        if !king && crowning_row::<R>(Draughts::<R>::moves_down(side)) >> bit & 1 == 1 {
            return Err(FenError::new(at, "no man on its own crowning row", format!("a man on {number}")));
        }
        position.put(side, bit, king);
    }
    Ok(())
}

/// Reads the moves in a row of a king: `+0`, or `+`, their number and the square in two digits.
fn read_king_moves<R: Rules>(cursor: &mut Cursor, position: &mut Draughts<R>, side: Side) -> Result<(), FenError> {
    cursor.expect(b'+', "+ and the number of moves of a king, from 0 to 3")?;
    let at = cursor.at;
    let count = match cursor.peek() {
        Some(digit @ b'0'..=b'3') => digit - b'0',
        _ => return Err(cursor.error("the number of moves of a king, from 0 to 3")),
    };
    cursor.step();
    if count == 0 {
        return Ok(());
    }
    let number = cursor.number::<R>()?;
    let bit = bit_of_number::<R>(number).unwrap_or_default();
    if position.kings(side) >> bit & 1 == 0 || position.men(side) == 0 {
        let found = format!("{count} moves on {number}");
        return Err(FenError::new(at, "moves of a king of a side with men", found));
    }
    position.set_king_moves(side, KingMoves::new(count, bit as u8));
    Ok(())
}

/// A position in a text.
struct Cursor<'a> {
    text: &'a str,
    /// Byte offset.
    at: usize,
}

impl Cursor<'_> {
    /// The next byte after blanks and tabs; `None` at the end.
    fn peek(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\t') = self.text.as_bytes().get(self.at) {
            self.at += 1;
        }
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips a byte.
    fn step(&mut self) {
        self.at += 1;
    }

    /// Reads a byte. `expected` names it in the error.
    fn expect(&mut self, byte: u8, expected: &str) -> Result<(), FenError> {
        if self.peek() != Some(byte) {
            return Err(self.error(expected));
        }
        self.step();
        Ok(())
    }

    /// Reads a colour.
    fn colour(&mut self, expected: &str) -> Result<Colour, FenError> {
        let colour = match self.peek() {
            Some(b'W') => Colour::White,
            Some(b'B') => Colour::Black,
            _ => return Err(self.error(expected)),
        };
        self.step();
        Ok(colour)
    }

    /// Reads the `K` of a king, if there is one.
    fn king(&mut self) -> bool {
        let king = self.peek() == Some(b'K');
        if king {
            self.step();
        }
        king
    }

    /// Skips the counters that lidraughts adds: `:H`, plies without progress, and `:F`, the number of the move.
    fn counters(&mut self) -> Result<(), FenError> {
        for letter in [b'H', b'F'] {
            if self.peek() != Some(b':') || self.text.as_bytes().get(self.at + 1) != Some(&letter) {
                continue;
            }
            self.at += 2;
            let from = self.at;
            while self.text.as_bytes().get(self.at).is_some_and(u8::is_ascii_digit) {
                self.step();
            }
            if self.at == from {
                return Err(self.error("a number"));
            }
        }
        Ok(())
    }

    /// The text from the next byte on.
    fn rest(&mut self) -> &str {
        self.peek();
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Reads a square.
    fn number<R: Rules>(&mut self) -> Result<u32, FenError> {
        let expected = || {
            if R::ALGEBRAIC {
                format!("a dark square from {} to {}", name::<R>(squares::<R>() - R::ROW + 1), name::<R>(R::ROW))
            } else {
                format!("a square from 1 to {}", squares::<R>())
            }
        };
        let is_square = |byte: u8| byte.is_ascii_digit() || R::ALGEBRAIC && byte.is_ascii_lowercase();
        if !self.peek().is_some_and(is_square) {
            return Err(self.error(expected()));
        }
        let from = self.at;
        if let Some((number, rest)) = read_square::<R>(&self.text[from..]) {
            self.at = self.text.len() - rest.len();
            return Ok(number);
        }
        let digits = self.text[from..].bytes().take_while(u8::is_ascii_alphanumeric).count();
        Err(FenError::new(from, expected(), quoted(&self.text[from..][..digits])))
    }

    /// The error that the text at the cursor is not what was expected.
    fn error(&mut self, expected: impl Into<String>) -> FenError {
        let rest = self.rest();
        let word: &str = rest.split([' ', '\t', ',', ':']).next().unwrap_or_default();
        let found = match (rest.chars().next(), word) {
            (None, _) => "the end".into(),
            (Some(first), "") => format!("'{first}'"),
            (_, word) => quoted(word),
        };
        FenError::new(self.at, expected, found)
    }
}

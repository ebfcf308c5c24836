//! Lines and positions of Hub, the protocol of Scan (`protocol.txt` of Scan 3.1).
//!
//! A line is a command and arguments, `NAME=VALUE` or `NAME`; a value with blanks stands in quotes. A position is the
//! side to move and one character for each of the 50 squares: `w`, `b`, `W`, `B` or `e`. Moves are as in this program.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::{char, space0};
use nom::combinator::{all_consuming, opt};
use nom::multi::many0;
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};
use petteia_core::FenError;

/// A line of Hub.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HubLine<'a> {
    /// The first word.
    pub command: &'a str,
    /// Names and values; a flag has an empty value.
    pub arguments: Vec<(&'a str, &'a str)>,
}

impl<'a> HubLine<'a> {
    /// Reads a line; `None` if it has another form.
    #[must_use]
    pub fn read(line: &'a str) -> Option<Self> {
        let name = |text| take_while1(|c: char| !c.is_whitespace() && c != '=' && c != '"').parse(text);
        let quoted = delimited(char('"'), take_while(|c| c != '"'), char('"'));
        let bare = take_while(|c: char| !c.is_whitespace() && c != '"');
        let value = preceded((space0, tag("="), space0), alt((quoted, bare)));
        let argument = terminated((name, opt(value)), space0);
        let line = line.trim();
        let parsed: IResult<_, _> = all_consuming((terminated(name, space0), many0(argument))).parse(line);
        let (_, (command, arguments)) = parsed.ok()?;
        let arguments = arguments.into_iter().map(|(name, value)| (name, value.unwrap_or_default())).collect();
        Some(Self { command, arguments })
    }

    /// The value of an argument.
    #[must_use]
    pub fn argument(&self, name: &str) -> Option<&'a str> {
        self.arguments.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }
}

/// A value as it stands in a line: in quotes where it needs them. Quotes in it are left out.
#[must_use]
pub fn quoted(value: &str) -> String {
    let plain =
        !value.is_empty() && value.bytes().all(|byte| !byte.is_ascii_whitespace() && byte != b'=' && byte != b'"');
    if plain { value.into() } else { format!("\"{}\"", value.replace('"', "")) }
}

const SQUARES: usize = 50;

/// The games of Scan: their names there, other names, and the names of this program.
pub const VARIANTS: [(&str, &[&str], &str); 5] = [
    ("normal", &["standard"], "draughts"),
    ("killer", &[], "killer"),
    ("bt", &["breakthrough"], "breakthrough"),
    ("frisian", &[], "frisian"),
    ("losing", &["antidraughts"], "antidraughts"),
];

/// The position of a FEN of draughts on 10x10 squares, as this program writes it; `None` for any other text. A position of
/// Hub has no moves of kings in a row.
#[must_use]
pub fn write_position(fen: &str) -> Option<String> {
    let mut parts = fen.split(':');
    let side = parts.next().filter(|side| ["W", "B"].contains(side))?;
    let mut squares = ['e'; SQUARES];
    for part in parts.filter(|part| !part.starts_with('+')) {
        let (man, king, list) = match part.split_at_checked(1)? {
            ("W", list) => ('w', 'W', list),
            ("B", list) => ('b', 'B', list),
            _ => return None,
        };
        for piece in list.split(',').filter(|piece| !piece.is_empty()) {
            let (letter, number) = piece.strip_prefix('K').map_or((man, piece), |number| (king, number));
            let number: usize = number.parse().ok()?;
            *squares.get_mut(number.checked_sub(1)?)? = letter;
        }
    }
    Some(side.chars().chain(squares).collect())
}

/// The FEN of a position of draughts on 10x10 squares.
///
/// # Errors
/// The first character that does not belong there.
pub fn read_position(text: &str) -> Result<String, FenError> {
    let found = |at: usize| text[at..].chars().next().map_or("the end".into(), |c| format!("'{c}'"));
    let mut characters = text.char_indices();
    let side = match characters.next() {
        Some((_, side @ ('W' | 'B'))) => side,
        Some((_, 'w')) => 'W',
        Some((_, 'b')) => 'B',
        _ => return Err(FenError::new(0, "W or B for the side to move", found(0))),
    };
    let mut lists = [Vec::new(), Vec::new()];
    for number in 1..=SQUARES {
        let (at, piece) = characters.next().unwrap_or((text.len(), ' '));
        match piece {
            'w' => lists[0].push(number.to_string()),
            'W' => lists[0].push(format!("K{number}")),
            'b' => lists[1].push(number.to_string()),
            'B' => lists[1].push(format!("K{number}")),
            'e' => {}
            _ => return Err(FenError::new(at, format!("w, b, W, B or e for square {number}"), found(at))),
        }
    }
    match characters.next() {
        Some((at, _)) => Err(FenError::new(at, "the end after 50 squares", found(at))),
        None => Ok(format!("{side}:W{}:B{}", lists[0].join(","), lists[1].join(","))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let line = HubLine::read(r#"pos pos=Wbe moves="38-15 5-41"  flag empty="" x = y"#).expect("a line");
        assert_eq!(line.command, "pos");
        assert_eq!(line.arguments, [("pos", "Wbe"), ("moves", "38-15 5-41"), ("flag", ""), ("empty", ""), ("x", "y")]);
        assert_eq!((line.argument("moves"), line.argument("y")), (Some("38-15 5-41"), None));
        assert_eq!(HubLine::read("ping").map(|line| line.arguments.len()), Some(0));
        for wrong in ["", "  ", "=", "pos moves=\"38-15", "pos \"", "a =b\"c\""] {
            assert_eq!(HubLine::read(wrong), None, "{wrong}");
        }
        assert_eq!(["a", "a b", "", "a=b", "a\"b"].map(quoted), ["a", "\"a b\"", "\"\"", "\"a=b\"", "\"ab\""]);
    }

    #[test]
    fn positions() {
        let start = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
        let fen = read_position(&start).expect("a position");
        assert!(fen.starts_with("W:W31,32,") && fen.ends_with(",19,20"), "{fen}");
        assert_eq!(write_position(&fen), Some(start.clone()));
        let kings = "B:WK1,50:BK2,5";
        let text = write_position(kings).expect("a position");
        assert_eq!((text.len(), &text[..6], &text[50..]), (51, "BWBeeb", "w"));
        assert_eq!(read_position(&text).as_deref(), Ok(kings));
        assert_eq!(write_position(&format!("{kings}:+0+201")), Some(text));
        assert_eq!(read_position(&write_position("W:W:B").expect("empty")).as_deref(), Ok("W:W:B"));
        for (text, at) in [("", 0), ("x", 0), (&start[..50], 50), (&format!("{start}e"), 51), ("Wbéb", 2)] {
            assert_eq!(read_position(text).expect_err(text).at, at, "{text}");
        }
        for wrong in ["", "W", "x", "W:W51:B", "W:W0:B", "W:X1", "W:Wa", "W:"] {
            let written = write_position(wrong);
            assert!(written.is_none() || wrong == "W", "{wrong}");
        }
    }
}

//! Openings as text: `startpos moves M...` or `[fen] FEN moves M...`, as lines of the protocol and of files have them.

use std::fmt;

use super::words::quoted;

const BLANKS: [char; 2] = [' ', '\t'];

/// A start position and moves, as text. Neither has been checked by the rules of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningText<'a> {
    /// The FEN, or `None` for the start of the game.
    pub fen: Option<&'a str>,
    /// The moves.
    pub moves: Vec<&'a str>,
}

impl<'a> OpeningText<'a> {
    /// Reads a text. Its keywords may be in upper or lower case. Text that begins with none of them is a FEN.
    ///
    /// # Errors
    /// There is a word other than `moves` behind `startpos`.
    pub fn parse(text: &'a str) -> Result<Self, OpeningError<'a>> {
        let (first, rest) = split_word(text);
        let (fen, rest) = if first.eq_ignore_ascii_case("startpos") {
            (None, rest)
        } else {
            let fen = if first.eq_ignore_ascii_case("fen") { rest } else { text.trim_start_matches(BLANKS) };
            let mut end = fen;
            loop {
                let (word, rest) = split_word(end);
                if word.is_empty() || word.eq_ignore_ascii_case("moves") {
                    break;
                }
                end = rest;
            }
            (Some(fen[..fen.len() - end.len()].trim_end_matches(BLANKS)), end)
        };
        Ok(Self { fen, moves: moves_behind(rest)? })
    }
}

/// Reads `moves M...`, or nothing.
///
/// # Errors
/// The first word is another one.
pub fn moves_behind(text: &str) -> Result<Vec<&str>, OpeningError<'_>> {
    let (keyword, mut rest) = split_word(text);
    if !keyword.is_empty() && !keyword.eq_ignore_ascii_case("moves") {
        return Err(OpeningError { at: text.trim_start_matches(BLANKS), found: keyword });
    }
    Ok(std::iter::from_fn(|| {
        let word;
        (word, rest) = split_word(rest);
        (!word.is_empty()).then_some(word)
    })
    .collect())
}

/// The first word, empty at the end, and the text from the next word on.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start_matches(BLANKS);
    let (word, rest) = text.split_at(text.find(BLANKS).unwrap_or(text.len()));
    (word, rest.trim_start_matches(BLANKS))
}

/// A text that is not an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningError<'a> {
    /// The rest of the text, from the error on.
    pub at: &'a str,
    /// The word in place of `moves`.
    pub found: &'a str,
}

impl OpeningError<'_> {
    /// What the text should have.
    pub const EXPECTED: &'static str = "moves";
}

impl fmt::Display for OpeningError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "expected {}, found {}", Self::EXPECTED, quoted(self.found))
    }
}

impl std::error::Error for OpeningError<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings() {
        for (text, fen, moves) in [
            ("startpos", None, &[][..]),
            (" STARTPOS\tMoves a  b ", None, &["a", "b"]),
            ("fen  x  y 1  moves a", Some("x  y 1"), &["a"]),
            ("x y movesa\tmoves", Some("x y movesa"), &[]),
            ("fen", Some(""), &[]),
            ("", Some(""), &[]),
            ("moves a moves", Some(""), &["a", "moves"]),
        ] {
            assert_eq!(OpeningText::parse(text), Ok(OpeningText { fen, moves: moves.to_vec() }), "{text:?}");
        }
        let error = OpeningText::parse("startpos  x moves a").expect_err("no moves");
        assert_eq!((error.at, error.to_string().as_str()), ("x moves a", "expected moves, found 'x'"));
    }
}

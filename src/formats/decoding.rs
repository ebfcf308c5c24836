//! Text files of games: their characters and their lines.

use super::record::{FormatError, Place};
use crate::base::text::{decoded, one_line};
use crate::game::words::quoted;

/// A text file whose lines are numbered.
pub(super) struct TextFile {
    /// The text.
    pub text: String,
    /// Offset in bytes of the first character of each line.
    starts: Vec<usize>,
}

impl TextFile {
    /// Decodes a file as UTF-8, or as Latin-1 if it is no UTF-8.
    ///
    /// # Errors
    /// There is a NUL character, so that this is no text.
    pub fn read(bytes: &[u8]) -> Result<Self, FormatError> {
        let text = decoded(bytes).into_owned();
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let file = Self { text, starts };
        match file.text.find('\0') {
            Some(at) => Err(file.error(at, "text", "a NUL character")),
            None => Ok(file),
        }
    }

    /// The number of the line with the character at this offset.
    pub fn line(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at)
    }

    /// An error in the line with the character at this offset.
    pub fn error(&self, at: usize, wanted: impl Into<String>, found: impl Into<String>) -> FormatError {
        FormatError { place: Place::Line(self.line(at)), wanted: wanted.into(), found: found.into() }
    }
}

/// A text as errors show what was found: on one line, and `the end` if there is nothing.
pub(super) fn found(text: &str) -> String {
    if text.is_empty() { "the end".into() } else { one_line(&quoted(text)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_and_lines() {
        let file = TextFile::read("\u{feff}é\r\nb\n".as_bytes()).expect("a text");
        assert_eq!(file.text, "é\r\nb\n");
        assert_eq!([0, 2, 3, 4, 5, 6].map(|at| file.line(at)), [1, 1, 1, 2, 2, 3]);
        assert_eq!(TextFile::read(b"a\xe9b").map(|file| file.text).as_deref(), Ok("aéb"));
        assert_eq!(TextFile::read(b"").map(|file| file.line(0)), Ok(1));
        let error = TextFile::read(b"a\nb\0").map(|file| file.text).expect_err("no text");
        assert_eq!(error.to_string(), "line 2: wanted text, found a NUL character");
        assert_eq!([found(""), found("a\tb")], ["the end", "'a\\tb'"]);
    }
}

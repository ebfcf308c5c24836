//! Reads lines from bytes.

use std::io::{self, BufRead, Read};

/// Largest length of a line in bytes, without its end.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// Why a line is not text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// It has more than [`MAX_LINE_BYTES`] bytes.
    #[error("expected at most {MAX_LINE_BYTES} bytes in a line, found more")]
    TooLong,
    /// It is not UTF-8.
    #[error("expected UTF-8, found '\\x{byte:02x}'")]
    NotUtf8 {
        /// Offset of the first wrong byte, from 0.
        at: usize,
        /// That byte.
        byte: u8,
    },
}

/// A line of the input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputLine {
    /// The bytes without LF or CRLF. A line that is too long is cut.
    bytes: Vec<u8>,
}

impl From<&str> for InputLine {
    fn from(line: &str) -> Self {
        Self { bytes: line.into() }
    }
}

impl InputLine {
    /// The line as text.
    ///
    /// # Errors
    /// The line is too long or not UTF-8.
    pub fn text(&self) -> Result<&str, LineError> {
        if self.bytes.len() > MAX_LINE_BYTES {
            return Err(LineError::TooLong);
        }
        std::str::from_utf8(&self.bytes).map_err(|error| {
            let at = error.valid_up_to();
            LineError::NotUtf8 { at, byte: self.bytes[at] }
        })
    }

    /// The longest start of the line that is text, for a line that is not [text](Self::text) as a whole.
    #[must_use]
    pub fn readable_start(&self) -> &str {
        self.bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid())
    }

    /// The first two words in lower case. They also exist for a line that is not text, because the error reply depends
    /// on the command.
    #[must_use]
    pub fn leading_words(&self) -> [Vec<u8>; 2] {
        let mut words = self.bytes.split(|&b| b == b' ' || b == b'\t').filter(|word| !word.is_empty());
        [(); 2].map(|()| words.next().unwrap_or_default().to_ascii_lowercase())
    }
}

/// Reads the next line. `None` at the end of the input. The rest of a line that is too long is skipped.
///
/// # Errors
/// The input cannot be read.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    // Room for a longest line and its end. If there is no end in so many bytes, the line is too long.
    let most = MAX_LINE_BYTES + 2;
    if input.by_ref().take(most as u64).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() == most {
        input.skip_until(b'\n')?;
    }
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    Ok(Some(InputLine { bytes }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut input: &[u8]) -> Vec<InputLine> {
        std::iter::from_fn(|| read_line(&mut input).expect("memory can be read")).collect()
    }

    #[test]
    fn ends_of_lines() {
        let found = lines(b"a\r\nb\n\n\r\nlast");
        let texts: Vec<&str> = found.iter().map(|line| line.text().expect("text")).collect();
        assert_eq!(texts, ["a", "b", "", "", "last"]);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn the_limit_is_exact() {
        for end in ["\n", "\r\n", ""] {
            for (length, fits) in [
                (MAX_LINE_BYTES, true),
                (MAX_LINE_BYTES + 1, false),
                (MAX_LINE_BYTES + 2, false),
                (3 * MAX_LINE_BYTES, false),
            ] {
                let input = ["x".repeat(length).as_str(), end, "after"].concat();
                let found = lines(input.as_bytes());
                if !end.is_empty() {
                    assert_eq!(found.len(), 2, "{length} {end:?}");
                    assert_eq!(found[1].text(), Ok("after"));
                    assert_eq!(found[0].text().is_ok(), fits, "{length} {end:?}");
                }
            }
        }
    }

    #[test]
    fn bytes_that_are_no_text() {
        let error = lines(b"go \xff\n")[0].text().expect_err("no text");
        assert_eq!(error.to_string(), "expected UTF-8, found '\\xff'");
        assert_eq!(lines(b"\t GO  Perft \xff")[0].leading_words(), [b"go".to_vec(), b"perft".to_vec()]);
    }
}

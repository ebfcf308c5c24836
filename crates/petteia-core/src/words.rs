//! Helpers for reading the text of positions.

use super::FenError;

/// A text as error messages show it: between quotes and cut to 60 characters.
#[must_use]
pub fn quoted(text: &str) -> String {
    const LIMIT: usize = 60;
    match text.char_indices().nth(LIMIT) {
        Some((cut, _)) => format!("'{}...'", &text[..cut]),
        None => format!("'{text}'"),
    }
}

/// A text as error messages show it, with the word that may have been meant: `'gi'; did you mean 'go'?`
#[must_use]
pub fn suggesting(text: &str, nearest: &str) -> String {
    format!("{}; did you mean '{nearest}'?", quoted(text))
}

/// The words of a text, separated by blanks and tabs, with their byte offsets.
#[derive(Clone, Copy, Debug)]
pub struct FenTokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> FenTokens<'a> {
    /// Begins at the first word of a text.
    #[must_use]
    pub fn of(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The byte offset of the next word, and the word. `expected` describes the word for the error message.
    ///
    /// # Errors
    /// There are no more words.
    pub fn next(&mut self, expected: &str) -> Result<(usize, &'a str), FenError> {
        let rest = self.text[self.at..].trim_start_matches([' ', '\t']);
        let at = self.text.len() - rest.len();
        let word = rest.split([' ', '\t']).next().unwrap_or_default();
        self.at = at + word.len();
        if word.is_empty() { Err(FenError::new(at, expected, "the end")) } else { Ok((at, word)) }
    }

    /// Checks that there are no more words. `after` describes the last word for the error message.
    ///
    /// # Errors
    /// There is another word.
    pub fn end(&mut self, after: &str) -> Result<(), FenError> {
        match self.next("") {
            Ok((at, word)) => Err(FenError::new(at, format!("the end after {after}"), quoted(word))),
            Err(_) => Ok(()),
        }
    }
}

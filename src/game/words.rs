//! What readers of positions share.

use super::FenError;

/// A text as errors show it: between quotes, and no more of it than one wants to read.
#[must_use]
pub fn quoted(text: &str) -> String {
    const LIMIT: usize = 60;
    match text.char_indices().nth(LIMIT) {
        Some((cut, _)) => format!("'{}...'", &text[..cut]),
        None => format!("'{text}'"),
    }
}

/// The words of a text, separated by blanks and tabs, with their places.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    /// All words of a text.
    #[must_use]
    pub fn of(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The next word and its place.
    ///
    /// # Errors
    /// There is none; `wanted` says what it would have been.
    pub fn next(&mut self, wanted: &str) -> Result<(usize, &'a str), FenError> {
        let rest = self.text[self.at..].trim_start_matches([' ', '\t']);
        let at = self.text.len() - rest.len();
        let word = rest.split([' ', '\t']).next().unwrap_or_default();
        self.at = at + word.len();
        if word.is_empty() { Err(FenError::new(at, wanted, "the end")) } else { Ok((at, word)) }
    }

    /// Makes sure that nothing follows; `after` says what came last.
    ///
    /// # Errors
    /// The word that follows.
    pub fn end(&mut self, after: &str) -> Result<(), FenError> {
        match self.next("") {
            Ok((at, word)) => Err(FenError::new(at, format!("the end after {after}"), quoted(word))),
            Err(_) => Ok(()),
        }
    }
}

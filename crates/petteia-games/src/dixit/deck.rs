//! Decks: cards whose pictures are described in words.

use std::error::Error;
use std::fmt;

use petteia_core::words::quoted;

/// Number of cards in a deck.
pub const CARDS: usize = 84;

/// The description of a card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// The title.
    pub title: String,
    /// A sentence that says what the picture shows.
    pub caption: String,
    /// Words for what the picture makes people think of.
    pub tags: Vec<String>,
}

/// The descriptions of the cards 1 to [`CARDS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck(Vec<Card>);

/// An error in the text of a deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckError {
    /// The line, from 1.
    pub line: usize,
    /// What would be right there.
    pub expected: String,
    /// What is there.
    pub found: String,
}

impl fmt::Display for DeckError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}: expected {}, found {}", self.line, self.expected, self.found)
    }
}

impl Error for DeckError {}

impl Deck {
    /// Reads a tab-separated text with one card a line: number, title, caption and comma-separated tags. The lines can
    /// have any order. Empty lines and lines that begin with `#` are skipped.
    ///
    /// # Errors
    /// The first wrong line, or the last line when cards are missing.
    pub fn read(text: &str) -> Result<Self, DeckError> {
        let mut cards: Vec<Option<Card>> = vec![None; CARDS];
        for (i, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let refuse = |expected: &str, found: String| DeckError { line: i + 1, expected: expected.into(), found };
            let fields: Vec<&str> = line.split('\t').map(str::trim).collect();
            let &[number, title, caption, tags] = &fields[..] else {
                return Err(refuse(
                    "a number, title, caption and tags between tabs",
                    format!("{} fields", fields.len()),
                ));
            };
            let index = number.parse::<usize>().ok().filter(|n| (1..=CARDS).contains(n) && !number.starts_with('+'));
            let index = index.ok_or_else(|| refuse("a number from 1 to 84", shown(number)))? - 1;
            if cards[index].is_some() {
                return Err(refuse("every number once", format!("{} again", index + 1)));
            }
            if title.is_empty() || caption.is_empty() {
                return Err(refuse("a title and a caption", "nothing".into()));
            }
            let tags = tags.split(',').map(str::trim).filter(|tag| !tag.is_empty()).map(Into::into).collect();
            cards[index] = Some(Card { title: title.into(), caption: caption.into(), tags });
        }
        let missing = cards.iter().position(Option::is_none);
        match missing {
            None => Ok(Self(cards.into_iter().flatten().collect())),
            Some(index) => Err(DeckError {
                line: text.lines().count().max(1),
                expected: format!("84 cards, number {} too", index + 1),
                found: "the end".into(),
            }),
        }
    }

    /// A card by its number, from 1.
    ///
    /// # Panics
    /// When there is no such number.
    #[must_use]
    pub fn card(&self, number: u8) -> &Card {
        &self.0[usize::from(number) - 1]
    }

    /// The cards in the order of their numbers.
    pub fn cards(&self) -> impl Iterator<Item = &Card> {
        self.0.iter()
    }
}

/// A text as errors show it: only a short number, because the file may be private and not a deck.
fn shown(number: &str) -> String {
    if number.len() <= 4 && number.bytes().all(|b| b.is_ascii_digit()) {
        quoted(number)
    } else {
        "something else".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text() -> String {
        let lines: Vec<String> = (1..=84).rev().map(|n| format!("{n}\tTitle {n}\tA caption\ta,b, c\r\n")).collect();
        lines.concat()
    }

    #[test]
    fn a_deck() {
        let deck = Deck::read(&format!("# mine\n\n{}", text())).expect("a deck");
        assert_eq!(deck.card(7).title, "Title 7");
        assert_eq!(deck.card(84).tags, ["a", "b", "c"]);
        assert_eq!(deck.cards().count(), 84);
    }

    #[test]
    fn errors_name_the_line() {
        for (text, line) in [
            ("", 1),
            ("1\ta\tb\tc", 1),
            ("1\ta\tb\tc\n1\ta\tb\tc", 2),
            ("# x\n0\ta\tb\tc", 2),
            ("85\ta\tb\tc", 1),
            ("+5\ta\tb\tc", 1),
            ("x\ta\tb\tc", 1),
            ("1\ta\tb", 1),
            ("1\ta\tb\tc\td", 1),
            ("\n\n1\t\tb\tc", 3),
            (&format!("{}85\ta\tb\tc", text()), 85),
            (&text().replace("\n9\t", "\n10\t"), 76),
        ] {
            let error = Deck::read(text).expect_err(text);
            assert_eq!(error.line, line, "{error}");
        }
        let short = text().lines().skip(1).collect::<Vec<_>>().join("\n");
        assert_eq!(
            Deck::read(&short).map_err(|error| error.to_string()),
            Err("line 83: expected 84 cards, number 84 too, found the end".into())
        );
    }
}

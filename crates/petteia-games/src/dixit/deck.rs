//! Decks: cards whose pictures are described in words.

use std::error::Error;
use std::fmt;

use petteia_core::hash;
use petteia_core::words::quoted;

/// Largest number of cards in a deck. A position with so many fits in a line of the protocol many times.
pub const MAX_CARDS: usize = 1536;

/// The description of a card.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Card {
    /// The title.
    pub title: String,
    /// A sentence that says what the picture shows.
    pub caption: String,
    /// Words for what the picture makes people think of.
    pub tags: Vec<String>,
    /// The file of the picture; may be empty.
    pub image: String,
    /// A text in place of the picture; may be empty.
    pub alt: String,
    /// Features of the picture; may be empty. All cards that have features have equally many.
    pub vector: Vec<f32>,
}

/// The descriptions of the cards from number 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Deck {
    cards: Vec<Card>,
    /// The line of each card in its text, from 1.
    lines: Vec<usize>,
    /// The last line of the text that was read last, from 1.
    last_line: usize,
}

/// A column of the text of a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Number,
    Title,
    Caption,
    Tags,
    Image,
    Alt,
    Vector,
}

impl Column {
    /// The columns with their names in the header line.
    const NAMES: [(&str, Self); 7] = [
        ("number", Self::Number),
        ("title", Self::Title),
        ("caption", Self::Caption),
        ("tags", Self::Tags),
        ("image", Self::Image),
        ("alt", Self::Alt),
        ("vector", Self::Vector),
    ];

    /// The columns of a text without a header line, which every text has.
    const REQUIRED: [Self; 4] = [Self::Number, Self::Title, Self::Caption, Self::Tags];

    /// Reads a header line. An error has what was expected and what was found.
    fn read_header(fields: &[&str]) -> Result<Vec<Self>, (String, String)> {
        let mut columns = Vec::new();
        for field in fields {
            let named = Self::NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(field));
            let Some(&(name, column)) = named else {
                let all = Self::NAMES.map(|(name, _)| name).join(", ");
                return Err((format!("the name of a column, one of {all}"), "another word".into()));
            };
            if columns.contains(&column) {
                return Err(("every column once".into(), format!("{name} again")));
            }
            columns.push(column);
        }
        match Self::NAMES.iter().find(|(_, column)| Self::REQUIRED.contains(column) && !columns.contains(column)) {
            Some((name, _)) => Err((format!("a column {name}"), "none".into())),
            None => Ok(columns),
        }
    }
}

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
    /// have any order. Empty lines and lines that begin with `#` are skipped. A header line that begins with `number`
    /// names the columns, which can then have any order; `image`, `alt` and `vector` may be among them.
    ///
    /// # Errors
    /// The first wrong line, or the last line when cards are missing.
    pub fn read(text: &str) -> Result<Self, DeckError> {
        let mut deck = Self::default();
        deck.append(text)?;
        Ok(deck)
    }

    /// Reads more cards, as [`read`](Deck::read) does. Their numbers follow those that are there.
    ///
    /// # Errors
    /// Those of [`read`](Deck::read). No card is added then.
    pub fn append(&mut self, text: &str) -> Result<(), DeckError> {
        let mut cards: Vec<Option<(Card, usize)>> = Vec::new();
        let mut columns: Option<Vec<Column>> = None;
        let mut vector_size = self.cards.iter().map(|card| card.vector.len()).find(|&size| size > 0);
        for (i, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let refuse = |(expected, found): (String, String)| DeckError { line: i + 1, expected, found };
            let fields: Vec<&str> = line.split('\t').map(str::trim).collect();
            if columns.is_none() && fields[0].eq_ignore_ascii_case("number") {
                columns = Some(Column::read_header(&fields).map_err(refuse)?);
                continue;
            }
            let columns = columns.get_or_insert_with(|| Column::REQUIRED.to_vec());
            if self.len() == MAX_CARDS {
                return Err(refuse((format!("at most {MAX_CARDS} cards in all"), "more".into())));
            }
            let (index, card) = read_card(columns, &fields, MAX_CARDS - self.len()).map_err(refuse)?;
            if cards.get(index).is_some_and(Option::is_some) {
                return Err(refuse(("every number once".into(), format!("{} again", index + 1))));
            }
            if !card.vector.is_empty() && *vector_size.get_or_insert(card.vector.len()) != card.vector.len() {
                let expected = format!("{} numbers in a vector, as before", vector_size.unwrap_or_default());
                return Err(refuse((expected, card.vector.len().to_string())));
            }
            cards.resize(cards.len().max(index + 1), None);
            cards[index] = Some((card, i + 1));
        }
        let last_line = text.lines().count().max(1);
        let missing = if cards.is_empty() { Some(0) } else { cards.iter().position(Option::is_none) };
        if let Some(index) = missing {
            let expected = format!("{} cards, number {} too", cards.len().max(1), index + 1);
            return Err(DeckError { line: last_line, expected, found: "the end".into() });
        }
        for (card, line) in cards.into_iter().flatten() {
            self.cards.push(card);
            self.lines.push(line);
        }
        self.last_line = last_line;
        Ok(())
    }

    /// The number of cards.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Whether there are no cards.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// The last line of the text that was read last, from 1.
    #[must_use]
    pub fn last_line(&self) -> usize {
        self.last_line
    }

    /// A card by its number, from 1.
    ///
    /// # Panics
    /// When there is no such number.
    #[must_use]
    pub fn card(&self, number: u16) -> &Card {
        &self.cards[usize::from(number) - 1]
    }

    /// The line of a card in the text that it was read from, from 1.
    ///
    /// # Panics
    /// When there is no such number.
    #[must_use]
    pub fn line(&self, number: u16) -> usize {
        self.lines[usize::from(number) - 1]
    }

    /// Replaces the name of each image. `image` gets the number of the card, from 1, and the name.
    pub fn replace_images(&mut self, mut image: impl FnMut(u16, &str) -> String) {
        for (number, card) in (1..).zip(&mut self.cards) {
            card.image = image(number, &card.image);
        }
    }

    /// The [fingerprint](hash::fingerprint) of all that the deck says about its cards. Comments, the order of lines and
    /// the order of columns do not matter.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        // No field has a tab or a line feed.
        let text = |field: &str| field.bytes().chain(*b"\t").collect::<Vec<u8>>();
        let card = |card: &Card| {
            let tags = card.tags.join(",");
            let texts = [&card.title, &card.caption, &tags, &card.image, &card.alt].map(|field| text(field)).concat();
            let vector = card.vector.iter().flat_map(|number| number.to_bits().to_le_bytes());
            texts.into_iter().chain(vector).chain(*b"\n").collect::<Vec<u8>>()
        };
        hash::fingerprint(self.cards.iter().flat_map(card))
    }

    /// The cards in the order of their numbers.
    pub fn cards(&self) -> impl Iterator<Item = &Card> {
        self.cards.iter()
    }
}

/// Reads the line of a card. Returns the card and its number from 0. An error has what was expected and what was found.
fn read_card(columns: &[Column], fields: &[&str], most: usize) -> Result<(usize, Card), (String, String)> {
    if fields.len() != columns.len() {
        let names = Column::NAMES.iter().filter(|(_, column)| columns.contains(column)).map(|(name, _)| *name);
        let names = names.collect::<Vec<_>>().join(", ");
        return Err((format!("the fields {names} between tabs"), format!("{} fields", fields.len())));
    }
    let mut card = Card::default();
    let mut index = 0;
    for (column, &field) in columns.iter().zip(fields) {
        match column {
            Column::Number => {
                let number = field.parse::<usize>().ok().filter(|n| (1..=most).contains(n) && !field.starts_with('+'));
                index = number.ok_or_else(|| (format!("a number from 1 to {most}"), shown(field)))? - 1;
            }
            Column::Title | Column::Caption if field.is_empty() => {
                return Err(("a title and a caption".into(), "nothing".into()));
            }
            Column::Title => card.title = field.into(),
            Column::Caption => card.caption = field.into(),
            Column::Tags => card.tags = parts(field).map(Into::into).collect(),
            Column::Image => card.image = field.into(),
            Column::Alt => card.alt = field.into(),
            Column::Vector => {
                let numbers = parts(field).map(|part| part.parse().ok().filter(|n: &f32| n.is_finite()));
                let expected = || ("numbers between commas".to_string(), "something else".to_string());
                card.vector = numbers.collect::<Option<_>>().ok_or_else(expected)?;
            }
        }
    }
    Ok((index, card))
}

/// The parts of a field between commas, without empty ones.
fn parts(field: &str) -> impl Iterator<Item = &str> {
    field.split(',').map(str::trim).filter(|part| !part.is_empty())
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
            ("2\ta\tb\tc", 1),
            ("1\ta\tb\tc\n1\ta\tb\tc", 2),
            ("# x\n0\ta\tb\tc", 2),
            ("1537\ta\tb\tc", 1),
            ("+5\ta\tb\tc", 1),
            ("x\ta\tb\tc", 1),
            ("1\ta\tb", 1),
            ("1\ta\tb\tc\td", 1),
            ("\n\n1\t\tb\tc", 3),
            (&format!("{}86\ta\tb\tc", text()), 85),
            (&text().replace("\n9\t", "\n10\t"), 76),
            ("number\ttitle\tcaption", 1),
            ("number\ttitle\tcaption\ttags\ttags", 1),
            ("number\ttitle\tcaption\ttags\tpicture", 1),
            ("number\ttitle\tcaption\ttags\timage\n1\ta\tb\tc", 2),
            ("number\ttitle\tcaption\ttags\tvector\n1\ta\tb\tc\t1,x", 2),
            ("number\ttitle\tcaption\ttags\tvector\n1\ta\tb\tc\tinf", 2),
            ("number\ttitle\tcaption\ttags\tvector\n1\ta\tb\tc\t1\n2\ta\tb\tc\t\n3\ta\tb\tc\t1,2", 4),
            ("1\ta\tb\tc\nnumber\ttitle\tcaption\ttags", 2),
        ] {
            let error = Deck::read(text).expect_err(text);
            assert_eq!(error.line, line, "{error}");
        }
        let short = text().lines().skip(1).collect::<Vec<_>>().join("\n");
        assert_eq!(Deck::read(&short).map(|deck| deck.len()), Ok(83));
        assert_eq!(
            Deck::read(&short.replace("\n9\t", "\n84\t")).map_err(|error| error.to_string()),
            Err("line 83: expected 84 cards, number 9 too, found the end".into())
        );
    }

    #[test]
    fn optional_columns_in_any_order() {
        let text = "# mine\nImage\tnumber\ttitle\tcaption\ttags\n";
        assert!(Deck::read(text).is_err(), "a header begins with number");
        let text =
            "Number\tvector\timage\talt\ttags\tcaption\ttitle\n2\t\t\t\t\tB\tb\n1\t1, -2.5\ta.png\tAn A\tx\tA\ta\n";
        let deck = Deck::read(text).expect("a deck");
        let first = Card {
            title: "a".into(),
            caption: "A".into(),
            tags: vec!["x".into()],
            image: "a.png".into(),
            alt: "An A".into(),
            vector: vec![1.0, -2.5],
        };
        assert_eq!((deck.len(), deck.card(1)), (2, &first));
        assert_eq!(deck.card(2), &Card { title: "b".into(), caption: "B".into(), ..Card::default() });
    }

    #[test]
    fn a_fingerprint_is_that_of_the_cards() {
        let text = text();
        let deck = Deck::read(&text).expect("a deck");
        let sorted: Vec<&str> = text.lines().rev().collect();
        let same = Deck::read(&format!("# again\n{}", sorted.join("\n"))).expect("a deck");
        assert_eq!(same.fingerprint(), deck.fingerprint());
        assert_eq!((deck.line(84), deck.line(1), same.line(1)), (1, 84, 2));
        let mut other = same.clone();
        other.replace_images(|number, _| if number == 7 { "x.png".into() } else { String::new() });
        assert_eq!(other.card(7).image, "x.png");
        assert_ne!(other.fingerprint(), deck.fingerprint());
        let swapped = text.replace("Title 7\tA caption", "A caption\tTitle 7");
        assert_ne!(Deck::read(&swapped).expect("a deck").fingerprint(), deck.fingerprint());
        assert_eq!(Deck::default().fingerprint(), 0);
    }

    #[test]
    fn decks_are_joined() {
        let mut deck = Deck::read(&text()).expect("a deck");
        deck.append("2\tSecond\tb\tc\n1\tFirst\tb\tc").expect("a deck");
        assert_eq!((deck.len(), &*deck.card(85).title, &*deck.card(86).title), (86, "First", "Second"));
        let vector = "number\ttitle\tcaption\ttags\tvector\n1\ta\tb\tc\t1,2";
        deck.append(vector).expect("a deck");
        let before = deck.clone();
        assert_eq!(deck.append(&format!("{vector},3")).map_err(|error| error.line), Err(2));
        assert_eq!(deck.append("1450\ta\tb\tc").map_err(|error| error.line), Err(1));
        assert_eq!(deck, before);
    }
}

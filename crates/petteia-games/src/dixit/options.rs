//! The options of Dixit: number of seats, first storyteller and deck.

use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock};

use petteia_core::options::{
    DeclaredOptions, FileContents, FileError, GameOptions, OptionConflict, OptionDeclaration, OptionKind, OptionValues,
    a_value_in,
};
use petteia_core::words::quoted;

use super::deck::Deck;
use super::position::least_deck;

/// The number of seats at the table.
pub const SEATS: OptionDeclaration = OptionDeclaration::spin("Seats", 4, SEAT_NUMBERS);
/// The seat of the first storyteller, from 1.
pub const STORYTELLER: OptionDeclaration = OptionDeclaration::spin("Storyteller", 1, 1..=*SEAT_NUMBERS.end());
/// The files of a deck.
pub const DECK: OptionDeclaration =
    OptionDeclaration { name: "Deck", kind: OptionKind::File { limit: MAX_DECK_SIZE, read: read_decks } };

/// Possible numbers of seats: 3 to 6 players (rules of Dixit, "Contents").
const SEAT_NUMBERS: RangeInclusive<u64> = 3..=6;
/// Size limit of the file of a deck, in bytes.
const MAX_DECK_SIZE: u64 = 1 << 20;

/// The declarations of all options.
pub(super) const DECLARED: DeclaredOptions = DeclaredOptions { all: &[SEATS, STORYTELLER, DECK], check };

/// Makes sure that the first storyteller has a seat and that the deck has enough cards for the seats.
fn check(name: &str, values: &OptionValues) -> Result<(), OptionConflict> {
    let (seats, storyteller) = (values.number(&SEATS), values.number(&STORYTELLER));
    let deck = deck_of(values);
    let is_enough = |seats: &u64| deck.len() >= least_deck(*seats as usize);
    if storyteller <= seats && is_enough(&seats) {
        Ok(())
    } else if name == SEATS.name {
        let most = SEAT_NUMBERS.rev().find(is_enough).unwrap_or(*SEAT_NUMBERS.start());
        Err(OptionConflict::new(a_value_in(&(storyteller.max(*SEAT_NUMBERS.start())..=most))))
    } else if name == STORYTELLER.name {
        Err(OptionConflict::new(a_value_in(&(1..=seats))))
    } else {
        let file = values.path(&DECK).rsplit(';').next().unwrap_or_default().trim();
        let expected = format!("a deck of at least {} cards for {seats} seats", least_deck(seats as usize));
        let found = format!("{}, line {}: the end after {} cards", quoted(file), deck.last_line(), deck.len());
        Err(OptionConflict { expected, found: Some(found) })
    }
}

/// Reads the texts of a deck.
fn read_decks(texts: &[String]) -> Result<FileContents, FileError> {
    let mut deck = Deck::default();
    for (file, text) in texts.iter().enumerate() {
        deck.append(text).map_err(|error| FileError { file, expected: "a deck".into(), found: error.to_string() })?;
    }
    Ok(FileContents { fingerprint: deck.fingerprint(), value: Arc::new(deck) })
}

/// The number of seats.
pub(super) fn seats(options: &GameOptions) -> usize {
    options.values.number(&SEATS) as usize
}

/// The seat of the first storyteller, from 0.
pub(super) fn storyteller(options: &GameOptions) -> usize {
    options.values.number(&STORYTELLER).saturating_sub(1) as usize
}

/// The built-in deck.
static BUILT_IN: LazyLock<Arc<Deck>> = LazyLock::new(|| {
    let deck = Deck::read(include_str!("deck.tsv"));
    Arc::new(deck.unwrap_or_else(|error| panic!("the built-in deck, {error}")))
});

/// The deck of the option, or the built-in deck if it is not set.
#[must_use]
pub fn deck(options: &GameOptions) -> Arc<Deck> {
    deck_of(&options.values)
}

fn deck_of(values: &OptionValues) -> Arc<Deck> {
    values.file(&DECK).unwrap_or_else(|| Arc::clone(&BUILT_IN))
}

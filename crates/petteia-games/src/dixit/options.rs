//! The options of Dixit: number of seats, first storyteller and deck.

use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock};

use petteia_core::options::{
    DeclaredOptions, FileValue, GameOptions, OptionDeclaration, OptionKind, OptionValues, a_value_in,
};

use super::deck::Deck;

/// The number of seats at the table.
pub const SEATS: OptionDeclaration = OptionDeclaration::spin("Seats", 4, SEAT_NUMBERS);
/// The seat of the first storyteller, from 1.
pub const STORYTELLER: OptionDeclaration = OptionDeclaration::spin("Storyteller", 1, 1..=*SEAT_NUMBERS.end());
/// The file of a deck.
pub const DECK: OptionDeclaration =
    OptionDeclaration { name: "Deck", kind: OptionKind::File { limit: MAX_DECK_SIZE, read: read_deck } };

/// Possible numbers of seats: 3 to 6 players (rules of Dixit, "Contents").
const SEAT_NUMBERS: RangeInclusive<u64> = 3..=6;
/// Size limit of the file of a deck, in bytes.
const MAX_DECK_SIZE: u64 = 1 << 20;

/// The declarations of all options.
pub(super) const DECLARED: DeclaredOptions =
    DeclaredOptions { all: &[SEATS, STORYTELLER, DECK], check: check_storyteller };

/// Makes sure that the first storyteller has a seat.
fn check_storyteller(name: &str, values: &OptionValues) -> Result<(), String> {
    let (seats, storyteller) = (values.number(&SEATS), values.number(&STORYTELLER));
    if storyteller <= seats {
        Ok(())
    } else if name == SEATS.name {
        Err(a_value_in(&(storyteller..=*SEAT_NUMBERS.end())))
    } else {
        Err(a_value_in(&(1..=seats)))
    }
}

/// Reads the text of a deck.
fn read_deck(text: &str) -> Result<FileValue, (String, String)> {
    match Deck::read(text) {
        Ok(deck) => Ok(Arc::new(deck)),
        Err(error) => Err(("a deck of 84 cards".into(), error.to_string())),
    }
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
    options.values.file(&DECK).unwrap_or_else(|| Arc::clone(&BUILT_IN))
}

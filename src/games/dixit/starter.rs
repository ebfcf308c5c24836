//! The deck that is built in.

use std::sync::{Arc, LazyLock};

use crate::game::{Deck, GameOptions};

static STARTER: LazyLock<Arc<Deck>> = LazyLock::new(|| {
    let deck = Deck::read(include_str!("deck.tsv"));
    Arc::new(deck.unwrap_or_else(|error| panic!("the deck that is built in, {error}")))
});

/// The deck of the house, or the one that is built in.
#[must_use]
pub fn deck(house: &GameOptions) -> Arc<Deck> {
    house.deck.as_ref().map_or_else(|| Arc::clone(&STARTER), Arc::clone)
}

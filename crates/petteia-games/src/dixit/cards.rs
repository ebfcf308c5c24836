//! Sets of cards.

use crate::dixit::deck::CARDS;

/// A card's number, from 1.
pub type Card = u8;

/// A set of cards of a deck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cards(u128);

impl Cards {
    /// All cards of a deck.
    pub const ALL: Self = Self((1 << CARDS) - 1);

    /// The number of cards.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a card is in the set.
    #[must_use]
    pub fn contains(self, card: Card) -> bool {
        self.0 >> (card - 1) & 1 == 1
    }

    /// Adds a card.
    pub fn insert(&mut self, card: Card) {
        self.0 |= 1 << (card - 1);
    }

    /// The union: the cards in either set.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The intersection: the cards in both sets.
    #[must_use]
    pub fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The difference: the cards that are not in the other set.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The cards in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        (1..=CARDS as Card).filter(move |&card| self.contains(card))
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut set = Self::default();
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

//! Sets of cards.

use crate::dixit::deck::MAX_CARDS;

/// A card's number, from 1.
pub type Card = u16;

const WORDS: usize = MAX_CARDS / u64::BITS as usize;

/// A set of cards of a deck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cards([u64; WORDS]);

/// The word and the bit of a card.
fn place(card: Card) -> (usize, u64) {
    let index = usize::from(card) - 1;
    (index / u64::BITS as usize, 1 << (index % u64::BITS as usize))
}

impl Cards {
    /// All cards of a deck of this size, at most [`MAX_CARDS`].
    #[must_use]
    pub fn of_deck(size: usize) -> Self {
        (1..=size.min(MAX_CARDS) as Card).collect()
    }

    /// The number of cards.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Whether a card is in the set.
    #[must_use]
    pub fn contains(self, card: Card) -> bool {
        let (word, bit) = place(card);
        self.0.get(word).is_some_and(|word| word & bit != 0)
    }

    /// Adds a card.
    ///
    /// # Panics
    /// No deck has the card.
    pub fn insert(&mut self, card: Card) {
        let (word, bit) = place(card);
        self.0[word] |= bit;
    }

    fn combined(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|i| combine(self.0[i], other.0[i])))
    }

    /// The union: the cards in either set.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.combined(other, |a, b| a | b)
    }

    /// The intersection: the cards in both sets.
    #[must_use]
    pub fn common(self, other: Self) -> Self {
        self.combined(other, |a, b| a & b)
    }

    /// The difference: the cards that are not in the other set.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        self.combined(other, |a, b| a & !b)
    }

    /// The cards in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        (0..WORDS).flat_map(move |i| {
            (0..u64::BITS)
                .filter(move |bit| self.0[i] >> bit & 1 == 1)
                .map(move |bit| (i as u32 * u64::BITS + bit + 1) as Card)
        })
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut set = Self::default();
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_of_the_largest_deck() {
        let all = Cards::of_deck(MAX_CARDS);
        assert_eq!(all.len(), MAX_CARDS);
        assert!(all.iter().eq(1..=MAX_CARDS as Card));
        let some: Cards = [1536, 64, 65, 1].into_iter().collect();
        assert!(some.iter().eq([1, 64, 65, 1536]) && some.contains(65) && !some.contains(66));
        assert!(!all.contains(1537));
        assert_eq!((all.without(some).len(), all.common(some), some.and(some)), (MAX_CARDS - 4, some, some));
    }
}

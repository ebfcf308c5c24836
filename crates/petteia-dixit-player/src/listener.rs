//! Listener model: the probability of each card given a clue, by inverse document frequency (Sparck Jones, 1972)
//! and a softmax.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use petteia_core::party::IsOver;
use petteia_games::dixit::cards::Card;
use petteia_games::dixit::deck::Deck;

use super::language::{stem, thesaurus, words};

/// Weight of a word that the thesaurus relates to a word of the card. The word itself has weight 1.
const RELATED_WEIGHT: f64 = 0.6;
/// Weight of a word that shares a long prefix with a word of the card.
const PREFIX_WEIGHT: f64 = 0.6;
/// Least size of a shared prefix in bytes.
const MIN_PREFIX: usize = 5;
/// Least size of a shared prefix as a fraction of the longer stem: numerator and denominator.
const MIN_PREFIX_FRACTION: [usize; 2] = [3, 5];
/// Inverse temperature of the softmax over fits.
const INVERSE_TEMPERATURE: f64 = 1.0;

/// The fit of a clue to each card: a sum of inverse document frequencies, at least 0. Card 1 has index 0.
pub type Fit = Vec<f64>;

/// A model of a listener who knows the descriptions of all cards.
pub struct ListenerModel {
    /// The number of cards in the deck.
    deck_size: usize,
    /// The cards that each stem of the deck occurs on, ascending.
    cards_of: HashMap<String, Vec<Card>>,
    /// The stems of the deck by their first bytes; `None` for the shorter ones.
    stems_by_prefix: HashMap<Option<[u8; MIN_PREFIX]>, Vec<String>>,
}

/// Cache of the last model and its deck.
static LAST: Mutex<Option<(Arc<Deck>, Arc<ListenerModel>)>> = Mutex::new(None);

impl ListenerModel {
    /// The model for a deck. Repeated calls with the same deck share one model.
    pub fn of(deck: &Arc<Deck>) -> Arc<Self> {
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some((last_deck, listener)) if Arc::ptr_eq(last_deck, deck) => Arc::clone(listener),
            _ => {
                let listener = Arc::new(Self::new(deck));
                *last = Some((Arc::clone(deck), Arc::clone(&listener)));
                listener
            }
        }
    }

    fn new(deck: &Deck) -> Self {
        let mut cards_of: HashMap<String, Vec<Card>> = HashMap::new();
        for (number, card) in (1..).zip(deck.cards()) {
            for word in words_of(card) {
                let cards = cards_of.entry(stem(&word)).or_default();
                if cards.last() != Some(&number) {
                    cards.push(number);
                }
            }
        }
        let mut stems_by_prefix: HashMap<_, Vec<String>> = HashMap::new();
        for stem in cards_of.keys() {
            stems_by_prefix.entry(prefix(stem)).or_default().push(stem.clone());
        }
        Self { deck_size: deck.len(), cards_of, stems_by_prefix }
    }

    /// The inverse document frequency of a stem that occurs on these cards.
    fn inverse_document_frequency(&self, cards: &[Card]) -> f64 {
        (f64::from(self.deck_size as u32) / f64::from(cards.len() as u32)).ln()
    }

    /// The fit of a word to each card, by its best match: the same stem, a related stem or a stem with a shared prefix.
    pub fn fit_of_word(&self, word: &str) -> Fit {
        let mut fit = vec![0.0; self.deck_size];
        let stem_of_word = stem(word);
        self.fit_stem(&stem_of_word, 1.0, &mut fit);
        for related in thesaurus().related(&stem_of_word) {
            self.fit_stem(&related.stem, RELATED_WEIGHT, &mut fit);
        }
        let same_prefix = self.stems_by_prefix.get(&prefix(&stem_of_word));
        for other in same_prefix.into_iter().flatten().filter(|other| share_long_prefix(other, &stem_of_word)) {
            self.fit_stem(other, PREFIX_WEIGHT, &mut fit);
        }
        fit
    }

    /// Raises the fit of the cards with a stem to `weight` times its inverse document frequency.
    fn fit_stem(&self, stem: &str, weight: f64, fit: &mut Fit) {
        let Some(cards) = self.cards_of.get(stem) else { return };
        let fit_of_stem = weight * self.inverse_document_frequency(cards);
        for &card in cards {
            let fit = &mut fit[usize::from(card) - 1];
            *fit = fit.max(fit_of_stem);
        }
    }

    /// The fit of a clue to each card: the sum over its words. Words after `is_over` returns true are left out.
    pub fn fit(&self, clue: &str, is_over: IsOver) -> Fit {
        let mut fit = vec![0.0; self.deck_size];
        for word in words(clue) {
            if is_over(0) {
                break;
            }
            for (sum, part) in fit.iter_mut().zip(self.fit_of_word(&word)) {
                *sum += part;
            }
        }
        fit
    }
}

/// The words of a card: its title, caption and tags.
pub fn words_of(card: &petteia_games::dixit::deck::Card) -> Vec<String> {
    words(&format!("{} {} {}", card.title, card.caption, card.tags.join(" ")))
}

/// The likelihood of each card, up to a common factor: the softmax without its denominator.
pub fn likelihoods(fit: &Fit) -> Vec<f64> {
    let largest = fit.iter().copied().fold(0.0, f64::max);
    fit.iter().map(|fit| (INVERSE_TEMPERATURE * (fit - largest)).exp()).collect()
}

/// The probability that a clue means each of some cards: the softmax of their fits.
pub fn posterior(fit: &Fit, cards: impl Iterator<Item = Card> + Clone) -> impl Iterator<Item = f64> {
    let fit_of = |card: Card| fit[usize::from(card) - 1];
    let largest = cards.clone().map(fit_of).fold(0.0, f64::max);
    let weight = move |card: Card| (INVERSE_TEMPERATURE * (fit_of(card) - largest)).exp();
    let sum: f64 = cards.clone().map(weight).sum();
    cards.map(move |card| weight(card) / sum)
}

/// The first bytes of a stem; `None` if it is shorter.
fn prefix(stem: &str) -> Option<[u8; MIN_PREFIX]> {
    stem.as_bytes().first_chunk().copied()
}

/// Whether two different stems share a prefix of at least [`MIN_PREFIX_FRACTION`] of the longer one.
fn share_long_prefix(a: &str, b: &str) -> bool {
    let common = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    a != b && MIN_PREFIX_FRACTION[1] * common >= MIN_PREFIX_FRACTION[0] * a.len().max(b.len())
}

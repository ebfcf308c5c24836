//! How well a clue fits a card.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::language::{stem, thesaurus, words};
use crate::game::Deck;
use crate::game::deck::CARDS;
use crate::game::party::IsOver;
use crate::games::dixit::cards::Card;

/// A word that is related to one of a card's words counts for so much of it.
const RELATED: f64 = 0.6;
/// So does one that begins alike.
const ALIKE: f64 = 0.6;
/// Letters that words which are alike begin with, and which part of the longer one that must be.
const ALIKE_LETTERS: usize = 5;
const ALIKE_PART: [usize; 2] = [3, 5];
/// How much surer one gets of a card with each point that the clue fits it better.
const SURENESS: f64 = 1.0;

/// How well a clue fits each card, by number from 1 and up from 0.
pub type Fit = [f64; CARDS];

/// The cards as someone hears of them who knows their pictures.
pub struct Listener {
    /// Each stem of the deck with the cards it stands on.
    cards_of: HashMap<String, Vec<Card>>,
    /// The stems that begin with the same letters, and those that are shorter.
    beginning: HashMap<Option<[u8; ALIKE_LETTERS]>, Vec<String>>,
}

/// Whoever has listened last, and to the stories of which deck.
static LAST: Mutex<Option<(Arc<Deck>, Arc<Listener>)>> = Mutex::new(None);

impl Listener {
    /// The listener who knows a deck; it is the same one as long as no other deck comes between.
    pub fn of(deck: &Arc<Deck>) -> Arc<Self> {
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some((known, listener)) if Arc::ptr_eq(known, deck) => Arc::clone(listener),
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
        let mut beginning: HashMap<_, Vec<String>> = HashMap::new();
        for stem in cards_of.keys() {
            beginning.entry(first_letters(stem)).or_default().push(stem.clone());
        }
        Self { cards_of, beginning }
    }

    /// The inverse document frequency of a stem that stands on so many cards.
    fn rarity(cards: &[Card]) -> f64 {
        (f64::from(CARDS as u8) / f64::from(cards.len() as u8)).ln()
    }

    /// How well a word fits each card: as it stands there, or as the best of what it is related or alike to.
    pub fn fit_of_word(&self, word: &str) -> Fit {
        let mut fit = [0.0; CARDS];
        let stem_of_word = stem(word);
        self.fit_stem(&stem_of_word, 1.0, &mut fit);
        for related in thesaurus().related(&stem_of_word) {
            self.fit_stem(&related.stem, RELATED, &mut fit);
        }
        let alike = self.beginning.get(&first_letters(&stem_of_word));
        for other in alike.into_iter().flatten().filter(|other| are_alike(other, &stem_of_word)) {
            self.fit_stem(other, ALIKE, &mut fit);
        }
        fit
    }

    fn fit_stem(&self, stem: &str, share: f64, fit: &mut Fit) {
        let Some(cards) = self.cards_of.get(stem) else { return };
        let worth = share * Self::rarity(cards);
        for &card in cards {
            let fit = &mut fit[usize::from(card) - 1];
            *fit = fit.max(worth);
        }
    }

    /// How well a clue fits each card; as much of the clue as is heard before it is over.
    pub fn fit(&self, clue: &str, is_over: IsOver) -> Fit {
        let mut fit = [0.0; CARDS];
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
pub fn words_of(card: &crate::game::deck::Card) -> Vec<String> {
    words(&format!("{} {} {}", card.title, card.caption, card.tags.join(" ")))
}

/// The likelihood of each card, up to a common factor.
pub fn likelihoods(fit: &Fit) -> [f64; CARDS] {
    let most = fit.iter().copied().fold(0.0, f64::max);
    fit.map(|fit| (SURENESS * (fit - most)).exp())
}

/// The chance that each of some cards is the one that is meant.
pub fn belief(fit: &Fit, cards: impl Iterator<Item = Card> + Clone) -> impl Iterator<Item = f64> {
    let fit_of = |card: Card| fit[usize::from(card) - 1];
    let most = cards.clone().map(fit_of).fold(0.0, f64::max);
    let weight = move |card: Card| (SURENESS * (fit_of(card) - most)).exp();
    let sum: f64 = cards.clone().map(weight).sum();
    cards.map(move |card| weight(card) / sum)
}

fn first_letters(stem: &str) -> Option<[u8; ALIKE_LETTERS]> {
    stem.as_bytes().first_chunk().copied()
}

/// Whether two stems with the same first letters have enough of them in common.
fn are_alike(a: &str, b: &str) -> bool {
    let common = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    a != b && ALIKE_PART[1] * common >= ALIKE_PART[0] * a.len().max(b.len())
}

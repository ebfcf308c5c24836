//! The storyteller's choice: a card, and a clue that some find but not all.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::language::{stem, thesaurus};
use super::listener::{Fit, Listener, belief, words_of};
use crate::game::{Deck, Party};
use crate::games::dixit::cards::{Card, Cards};
use crate::games::dixit::position::Dixit;

/// Deals of the hidden cards that every clue is tried on.
const FEW_WORLDS: usize = 8;
/// Deals that the most promising clues are tried on.
const WORLDS: usize = 96;
/// So many of them for each card.
const PROMISING: usize = 8;
/// Listeners are not as we take them to be in this share of the votes: any card will do for them.
const STRAYING: f64 = 0.1;

/// A clue for a card, and what it is expected to gain on the others.
#[derive(Clone, Debug)]
pub struct Story {
    pub card: Card,
    pub clue: String,
    pub gain: f64,
}

/// The hands of the other seats as they may be.
type World = Vec<Vec<Card>>;

/// The best clue for each of some cards.
pub fn stories(listener: &Listener, deck: &Deck, view: &Dixit, hand: Cards) -> Vec<Story> {
    let worlds = worlds(view, hand);
    hand.iter().map(|card| best_story(listener, deck, view, card, &worlds)).collect()
}

fn best_story(listener: &Listener, deck: &Deck, view: &Dixit, card: Card, worlds: &[World]) -> Story {
    let mut promising: Vec<(f64, String, Fit)> = Vec::new();
    for clue in candidates(deck, card) {
        let fit = listener.fit_of_word(&clue);
        if fit[usize::from(card) - 1] > 0.0 {
            promising.push((gain(&fit, card, &worlds[..FEW_WORLDS], view), clue, fit));
        }
    }
    promising.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    promising.truncate(PROMISING);
    let mut best = Story { card, clue: deck.card(card).title.to_lowercase(), gain: f64::NEG_INFINITY };
    for (_, clue, fit) in promising {
        let gain = gain(&fit, card, worlds, view);
        if gain > best.gain {
            best = Story { card, clue, gain };
        }
    }
    best
}

/// Words for a card: its own and those related to them, each once.
fn candidates(deck: &Deck, card: Card) -> Vec<String> {
    let own = words_of(deck.card(card));
    let mut candidates = own.clone();
    for word in own {
        candidates.extend(thesaurus().related(&stem(&word)).map(|related| related.word.to_string()));
    }
    candidates.sort_unstable();
    candidates.dedup();
    candidates
}

/// Deals of what the storyteller does not see, by a chance that what it sees decides on.
fn worlds(view: &Dixit, hand: Cards) -> Vec<World> {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(view.key());
    let mut unseen: Vec<Card> = Cards::ALL.without(hand).without(view.discard()).iter().collect();
    (0..WORLDS)
        .map(|_| {
            unseen.shuffle(rng);
            let mut rest = &unseen[..];
            let hands = view.others().map(|seat| {
                let (cards, more) = rest.split_at(view.seat(seat).hand.len().min(rest.len()));
                rest = more;
                cards.to_vec()
            });
            hands.collect()
        })
        .collect()
}

/// What the storyteller's points are expected to be above the mean of the others', half of the time among
/// people, who find a card as often as the listener believes in it, and half among players who always go
/// for what it fits best.
fn gain(fit: &Fit, card: Card, worlds: &[World], view: &Dixit) -> f64 {
    let mut sum = 0.0;
    let mut count = 0.0;
    for world in worlds {
        // Each of the others gives what fits best.
        let given: Vec<Vec<Card>> =
            world.iter().zip(view.others()).map(|(cards, seat)| best_fits(fit, cards, view.gifts(seat))).collect();
        let tables = (0..given.len()).map(|guesser| {
            let decoys = given.iter().enumerate().filter(move |(i, _)| *i != guesser).flat_map(|(_, cards)| cards);
            std::iter::once(card).chain(decoys.copied())
        });
        sum += lead(tables.clone().map(|table| people_find(fit, table)));
        sum += lead(tables.map(|table| players_find(fit, table)));
        count += 2.0;
    }
    sum / count
}

/// The chance that a person finds the first of some cards.
fn people_find(fit: &Fit, table: impl Iterator<Item = Card> + Clone) -> f64 {
    let count: f64 = table.clone().map(|_| 1.0).sum();
    (1.0 - STRAYING) * belief(fit, table).next().unwrap_or(0.0) + STRAYING / count
}

/// The chance that a player who goes for the best fit finds the first of some cards.
fn players_find(fit: &Fit, mut table: impl Iterator<Item = Card>) -> f64 {
    let fit_of = |card: Card| fit[usize::from(card) - 1];
    let own = table.next().map_or(0.0, fit_of);
    let mut as_good = 1.0;
    for other in table.map(fit_of) {
        if other > own {
            return 0.0;
        }
        as_good += f64::from(u8::from(other >= own));
    }
    1.0 / as_good
}

/// The storyteller's points above the mean of the others', who find the card with these chances (point 5).
fn lead(chances: impl Iterator<Item = f64>) -> f64 {
    let (mut all, mut none, mut found, mut others) = (1.0, 1.0, 0.0, 0.0);
    for chance in chances {
        all *= chance;
        none *= 1.0 - chance;
        found += chance;
        others += 1.0;
    }
    let own = 3.0 * (1.0 - all - none);
    // Three for each who finds it while others do not, else two for everyone; one for each stray vote.
    let theirs = 3.0 * (found - others * all) + 2.0 * others * (all + none) + (others - found);
    own - theirs / others
}

/// The cards that a clue fits best, the lower number first of equals.
pub fn best_fits(fit: &Fit, cards: &[Card], count: usize) -> Vec<Card> {
    let mut cards = cards.to_vec();
    cards.sort_by(|&a, &b| fit[usize::from(b) - 1].total_cmp(&fit[usize::from(a) - 1]).then(a.cmp(&b)));
    cards.truncate(count);
    cards
}

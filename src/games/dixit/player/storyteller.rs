//! The storyteller's choice: a card, and a clue that some find but not all.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::language::{stem, thesaurus};
use super::listener::{Fit, Listener, likelihoods, words_of};
use crate::game::deck::CARDS;
use crate::game::party::IsOver;
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
    /// Nothing is known of a story that has not been tried.
    pub gain: f64,
}

/// The cards of the hands of the other seats as they may be.
type World = Vec<Vec<Card>>;

/// Tells stories to others who listen.
pub struct Teller<'a> {
    listener: &'a Listener,
    view: &'a Dixit,
    worlds: Vec<World>,
    /// Hears of every try of a clue on a deal.
    is_over: IsOver<'a>,
}

impl<'a> Teller<'a> {
    /// The storyteller of a view, with such a hand.
    pub fn new(listener: &'a Listener, view: &'a Dixit, hand: Cards, is_over: IsOver<'a>) -> Self {
        Self { listener, view, worlds: worlds(view, hand), is_over }
    }

    /// The best clue found for each of some cards, of equals one by chance.
    pub fn stories(&self, deck: &Deck, cards: Cards, rng: &mut impl Rng) -> Vec<Story> {
        let title = |card: Card| deck.card(card).title.to_lowercase();
        let untried = |card: Card| Story { card, clue: title(card), gain: f64::NEG_INFINITY };
        let mut promising: Vec<Vec<Story>> = cards.iter().map(|_| Vec::new()).collect();
        for (i, story) in self.first_look(deck, cards, rng) {
            promising[i].push(story);
        }
        let best = promising.into_iter().zip(cards.iter()).map(|(mut stories, card)| {
            // The sort is stable, and the order before it was by chance.
            stories.sort_by(|a, b| b.gain.total_cmp(&a.gain));
            stories.truncate(PROMISING);
            let likely = stories.first().cloned().unwrap_or_else(|| untried(card));
            let mut tried = self.try_all(stories);
            tried.shuffle(rng);
            tried.into_iter().reduce(|best, story| if story.gain > best.gain { story } else { best }).unwrap_or(likely)
        });
        best.collect()
    }

    /// All clues for each card on a few deals, in an order by chance.
    fn first_look(&self, deck: &Deck, cards: Cards, rng: &mut impl Rng) -> Vec<(usize, Story)> {
        let mut all: Vec<(usize, Card, String)> = Vec::new();
        for (i, card) in cards.iter().enumerate() {
            all.extend(candidates(deck, card).into_iter().map(|clue| (i, card, clue)));
        }
        all.shuffle(rng);
        let mut tried = Vec::new();
        for (i, card, clue) in all {
            let fit = self.listener.fit_of_word(&clue);
            if fit[usize::from(card) - 1] > 0.0 {
                tried.push((i, Story { card, clue, gain: gain(&fit, card, &self.worlds[..FEW_WORLDS], self.view) }));
            }
            if (self.is_over)(FEW_WORLDS as u64) {
                break;
            }
        }
        tried
    }

    /// The stories with what they gain on all deals, as far as there is time.
    pub fn try_all(&self, stories: Vec<Story>) -> Vec<Story> {
        let mut tried = Vec::new();
        for mut story in stories {
            if (self.is_over)(0) {
                break;
            }
            let fit = self.listener.fit(&story.clue, self.is_over);
            story.gain = gain(&fit, story.card, &self.worlds, self.view);
            tried.push(story);
            if (self.is_over)(WORLDS as u64) {
                break;
            }
        }
        tried
    }
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
    let likelihoods = likelihoods(fit);
    let (mut sum, mut count) = (0.0, 0.0);
    let mut given = Vec::new();
    for world in worlds {
        // Each of the others gives what fits best.
        given.clear();
        for (guesser, (cards, seat)) in world.iter().zip(view.others()).enumerate() {
            given.extend(best_fits(fit, cards, view.gifts(seat)).into_iter().flatten().map(|card| (guesser, card)));
        }
        let tables = (0..world.len()).map(|guesser| {
            let decoys = given.iter().filter(move |(giver, _)| *giver != guesser).map(|&(_, card)| card);
            std::iter::once(card).chain(decoys)
        });
        sum += lead(tables.clone().map(|table| people_find(&likelihoods, table)));
        sum += lead(tables.map(|table| players_find(fit, table)));
        count += 2.0;
    }
    sum / count
}

/// The chance that a person finds the first of some cards.
fn people_find(likelihoods: &[f64; CARDS], table: impl Iterator<Item = Card>) -> f64 {
    let (mut first, mut sum, mut count) = (None, 0.0, 0.0);
    for card in table {
        let likelihood = likelihoods[usize::from(card) - 1];
        first = first.or(Some(likelihood));
        sum += likelihood;
        count += 1.0;
    }
    let belief = if sum > 0.0 { first.unwrap_or(0.0) / sum } else { 1.0 / count };
    (1.0 - STRAYING) * belief + STRAYING / count
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

/// The one or two cards that a clue fits best; of equals those that come first.
pub fn best_fits(fit: &Fit, cards: &[Card], count: usize) -> [Option<Card>; 2] {
    let fit_of = |card: Card| fit[usize::from(card) - 1];
    let better = |card: Card, than: Option<Card>| than.is_none_or(|than| fit_of(card) > fit_of(than));
    let mut best = [None; 2];
    for &card in cards {
        if better(card, best[0]) {
            best = [Some(card), best[0]];
        } else if better(card, best[1]) {
            best[1] = Some(card);
        }
    }
    [best[0], best[1].filter(|_| count > 1)]
}

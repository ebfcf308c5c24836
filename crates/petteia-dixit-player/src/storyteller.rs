//! The storyteller: Monte Carlo search for the card and the clue with the best expected lead, over random deals of the
//! hidden cards (determinizations).

use petteia_core::Party;
use petteia_core::party::IsOver;
use petteia_games::dixit::cards::{Card, Cards};
use petteia_games::dixit::deck::Deck;
use petteia_games::dixit::position::Dixit;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::language::{stem, thesaurus};
use super::listener::{Fit, ListenerModel, likelihoods, words_of};

/// Number of deals in the screening of all clues.
const SCREENING_DEALS: usize = 8;
/// Number of deals in the evaluation of the shortlist.
const DEALS: usize = 96;
/// Number of clues for each card in the shortlist.
const SHORTLIST: usize = 8;
/// Probability that a person votes at random, against the listener model.
const RANDOM_VOTE_PROBABILITY: f64 = 0.1;

/// A card with a clue.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The storyteller's card.
    pub card: Card,
    /// The clue.
    pub clue: String,
    /// The expected lead in points over the mean of the guessers; negative infinity before the evaluation.
    pub gain: f64,
}

/// A random deal of the hidden cards: the hand of each guesser.
type RandomDeal = Vec<Vec<Card>>;

/// The storyteller's search in one observation.
pub struct Storyteller<'a> {
    listener: &'a ListenerModel,
    observation: &'a Dixit,
    deals: Vec<RandomDeal>,
    /// Called with the number of deals that clues have been tried on.
    is_over: IsOver<'a>,
}

impl<'a> Storyteller<'a> {
    /// The search in an observation, for a storyteller with this hand.
    pub fn new(listener: &'a ListenerModel, observation: &'a Dixit, hand: Cards, is_over: IsOver<'a>) -> Self {
        Self { listener, observation, deals: random_deals(observation, hand), is_over }
    }

    /// The best clue for each of some cards. Ties are broken at random.
    pub fn best_clues(&self, deck: &Deck, cards: Cards, rng: &mut impl Rng) -> Vec<Candidate> {
        let best = self.shortlists(deck, cards, SHORTLIST, rng).into_iter().map(|candidates| {
            let fallback = candidates[0].clone();
            let mut evaluated = self.evaluate(candidates);
            evaluated.shuffle(rng);
            evaluated.into_iter().reduce(better).unwrap_or(fallback)
        });
        best.collect()
    }

    /// The most promising clues for each of some cards, from 1 to `count`, the best first. Ties are broken at random. A
    /// card without a fitting clue has its title.
    pub fn shortlists(&self, deck: &Deck, cards: Cards, count: usize, rng: &mut impl Rng) -> Vec<Vec<Candidate>> {
        let title = |card: Card| deck.card(card).title.to_lowercase();
        let unevaluated = |card: Card| Candidate { card, clue: title(card), gain: f64::NEG_INFINITY };
        let mut screened: Vec<Vec<Candidate>> = cards.iter().map(|_| Vec::new()).collect();
        for (i, candidate) in self.screen(deck, cards, rng) {
            screened[i].push(candidate);
        }
        for (candidates, card) in screened.iter_mut().zip(cards.iter()) {
            // The order before this stable sort is random.
            candidates.sort_by(|a, b| b.gain.total_cmp(&a.gain));
            candidates.truncate(count);
            if candidates.is_empty() {
                candidates.push(unevaluated(card));
            }
        }
        screened
    }

    /// Evaluates all clues for each card on a few deals, in random order, until time is up. Each comes with the index
    /// of its card.
    fn screen(&self, deck: &Deck, cards: Cards, rng: &mut impl Rng) -> Vec<(usize, Candidate)> {
        let mut all: Vec<(usize, Card, String)> = Vec::new();
        for (i, card) in cards.iter().enumerate() {
            all.extend(candidate_words(deck, card).into_iter().map(|clue| (i, card, clue)));
        }
        all.shuffle(rng);
        let mut screened = Vec::new();
        for (i, card, clue) in all {
            let fit = self.listener.fit_of_word(&clue);
            if fit[usize::from(card) - 1] > 0.0 {
                let gain = expected_gain(&fit, card, &self.deals[..SCREENING_DEALS], self.observation);
                screened.push((i, Candidate { card, clue, gain }));
            }
            if (self.is_over)(SCREENING_DEALS as u64) {
                break;
            }
        }
        screened
    }

    /// Evaluates candidates on all deals, until time is up. Returns those that it has evaluated.
    pub fn evaluate(&self, candidates: Vec<Candidate>) -> Vec<Candidate> {
        let mut evaluated = Vec::new();
        for mut candidate in candidates {
            if (self.is_over)(0) {
                break;
            }
            let fit = self.listener.fit(&candidate.clue, self.is_over);
            candidate.gain = expected_gain(&fit, candidate.card, &self.deals, self.observation);
            evaluated.push(candidate);
            if (self.is_over)(DEALS as u64) {
                break;
            }
        }
        evaluated
    }
}

/// The candidate with the larger gain; the first one if they are equal.
pub fn better(a: Candidate, b: Candidate) -> Candidate {
    if b.gain > a.gain { b } else { a }
}

/// Words that can be a clue for a card: its own words and related ones, each once.
fn candidate_words(deck: &Deck, card: Card) -> Vec<String> {
    let own = words_of(deck.card(card));
    let mut words = own.clone();
    for word in own {
        words.extend(thesaurus().related(&stem(&word)).map(|related| related.word.to_string()));
    }
    words.sort_unstable();
    words.dedup();
    words
}

/// Random deals of the cards that the storyteller does not see. The observation is the seed.
fn random_deals(observation: &Dixit, hand: Cards) -> Vec<RandomDeal> {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(observation.key());
    let mut unseen: Vec<Card> =
        Cards::of_deck(observation.deck_size()).without(hand).without(observation.discard()).iter().collect();
    (0..DEALS)
        .map(|_| {
            unseen.shuffle(rng);
            let mut rest = &unseen[..];
            let hands = observation.guessers().map(|seat| {
                let (cards, more) = rest.split_at(observation.seat(seat).hand.len().min(rest.len()));
                rest = more;
                cards.to_vec()
            });
            hands.collect()
        })
        .collect()
}

/// The expected points of the storyteller above the mean of the guessers. It is the mean of two cases: people, who vote
/// for a card with its probability in the listener model, and engines, which vote for the best fit.
fn expected_gain(fit: &Fit, card: Card, deals: &[RandomDeal], observation: &Dixit) -> f64 {
    let likelihoods = likelihoods(fit);
    let (mut sum, mut count) = (0.0, 0.0);
    let mut given = Vec::new();
    for deal in deals {
        // Each guesser gives the cards that fit the clue best.
        given.clear();
        for (guesser, (cards, seat)) in deal.iter().zip(observation.guessers()).enumerate() {
            given.extend(
                best_fits(fit, cards, observation.cards_to_give(seat))
                    .into_iter()
                    .flatten()
                    .map(|card| (guesser, card)),
            );
        }
        let tables = (0..deal.len()).map(|guesser| {
            let decoys = given.iter().filter(move |(giver, _)| *giver != guesser).map(|&(_, card)| card);
            std::iter::once(card).chain(decoys)
        });
        sum += expected_lead(tables.clone().map(|table| softmax_vote_probability(&likelihoods, table)));
        sum += expected_lead(tables.map(|table| greedy_vote_probability(fit, table)));
        count += 2.0;
    }
    sum / count
}

/// The probability that a person votes for the first of some cards.
fn softmax_vote_probability(likelihoods: &[f64], table: impl Iterator<Item = Card>) -> f64 {
    let (mut first, mut sum, mut count) = (None, 0.0, 0.0);
    for card in table {
        let likelihood = likelihoods[usize::from(card) - 1];
        first = first.or(Some(likelihood));
        sum += likelihood;
        count += 1.0;
    }
    let probability = if sum > 0.0 { first.unwrap_or(0.0) / sum } else { 1.0 / count };
    (1.0 - RANDOM_VOTE_PROBABILITY) * probability + RANDOM_VOTE_PROBABILITY / count
}

/// The probability that an engine votes for the first of some cards. It breaks ties of the best fit at random.
fn greedy_vote_probability(fit: &Fit, mut table: impl Iterator<Item = Card>) -> f64 {
    let fit_of = |card: Card| fit[usize::from(card) - 1];
    let own = table.next().map_or(0.0, fit_of);
    let mut ties = 1.0;
    for other in table.map(fit_of) {
        if other > own {
            return 0.0;
        }
        ties += f64::from(u8::from(other >= own));
    }
    1.0 / ties
}

/// The expected points of the storyteller above the mean of the guessers, who find the card with these probabilities
/// (point 5).
fn expected_lead(probabilities: impl Iterator<Item = f64>) -> f64 {
    let (mut all, mut none, mut found, mut guessers) = (1.0, 1.0, 0.0, 0.0);
    for probability in probabilities {
        all *= probability;
        none *= 1.0 - probability;
        found += probability;
        guessers += 1.0;
    }
    let own = 3.0 * (1.0 - all - none);
    // 3 points for each who finds the card when not all do, 2 for everyone when all or none do, 1 for each wrong vote.
    let theirs = 3.0 * (found - guessers * all) + 2.0 * guessers * (all + none) + (guessers - found);
    own - theirs / guessers
}

/// The `count` cards, one or two, that a clue fits best. The first of several equal cards comes first.
pub fn best_fits(fit: &Fit, cards: &[Card], count: usize) -> [Option<Card>; 2] {
    let fit_of = |card: Card| fit[usize::from(card) - 1];
    let fits_better = |card: Card, than: Option<Card>| than.is_none_or(|than| fit_of(card) > fit_of(than));
    let mut best = [None; 2];
    for &card in cards {
        if fits_better(card, best[0]) {
            best = [Some(card), best[0]];
        } else if fits_better(card, best[1]) {
            best[1] = Some(card);
        }
    }
    [best[0], best[1].filter(|_| count > 1)]
}

//! The built-in player: it votes and gives by a listener model of clues, and tells clues for listeners of that model.

mod language;
mod listener;
mod storyteller;

use std::cell::Cell;
use std::sync::Arc;

use petteia_core::chance::{Purpose, Stream, gumbel};
use petteia_core::hash::splitmix;
use petteia_core::party::{Advice, IsOver, Player};
use petteia_core::{GameOptions, Party, RandomSource};
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use listener::{Fit, ListenerModel, posterior};
use petteia_games::dixit::cards::{Card, Cards};
use petteia_games::dixit::deck::Deck;
use petteia_games::dixit::options;
use petteia_games::dixit::position::{Action, Dixit, Given, Hand, Phase};
use storyteller::{Candidate, Storyteller, best_fits, better};

/// Number of tries for the clues in the list of actions, which is to be fast.
const LISTING_TRIES: u64 = 2_000;

/// What noise 1 adds to the fit of a clue to a card, in natural logarithms of an inverse document frequency.
const FIT_NOISE: f64 = 4.0;
/// What noise 1 adds to the gain of a clue, in points.
const GAIN_NOISE: f64 = 2.0;

/// What a player is asked: the arguments of [`Player::advise`].
struct Request<'a> {
    observation: &'a Dixit,
    seat: usize,
    only: &'a [Action],
    noise: f64,
    is_over: IsOver<'a>,
}

/// A player that understands clues by their words.
pub struct DixitPlayer {
    deck: Arc<Deck>,
    listener: Arc<ListenerModel>,
    chance: RandomSource,
}

impl DixitPlayer {
    /// The probability that each slot of the table holds the storyteller's card; 0 for cards of the seat itself.
    #[must_use]
    pub fn slot_probabilities(&self, observation: &Dixit, seat: usize, is_over: IsOver) -> Vec<f64> {
        self.noisy_slot_probabilities(observation, seat, 0.0, is_over)
    }

    fn noisy_slot_probabilities(&self, observation: &Dixit, seat: usize, noise: f64, is_over: IsOver) -> Vec<f64> {
        let fit = self.noisy_fit(observation, seat, noise, is_over);
        let own = own_given(observation, seat);
        let others = observation.table().iter().copied().filter(|&card| !own.contains(card));
        let mut probabilities = posterior(&fit, others);
        observation
            .table()
            .iter()
            .map(|&card| if own.contains(card) { 0.0 } else { probabilities.next().unwrap_or(0.0) })
            .collect()
    }

    /// The probability that a clue means each card of the deck, in the order of their numbers.
    #[must_use]
    pub fn card_probabilities(&self, clue: &str) -> Vec<f64> {
        posterior(&self.listener.fit(clue, &|_| false), Cards::of_deck(self.deck.len()).iter()).collect()
    }

    /// The most promising clues for each card in the hand of the storyteller, from 1 to `count`, the best first. It takes
    /// a few milliseconds.
    #[must_use]
    pub fn clue_candidates(&self, observation: &Dixit, count: usize) -> Vec<(Card, Vec<String>)> {
        let seat = observation.storyteller();
        let hand = hand(observation, seat);
        let is_over = listing_limit();
        let storyteller = Storyteller::new(&self.listener, observation, hand, &is_over);
        let rng = &mut self.tie_break_stream(observation, seat);
        let clues = storyteller.shortlists(&self.deck, hand, count, rng).into_iter();
        let clues = clues.map(|candidates| candidates.into_iter().map(|candidate| candidate.clue).collect());
        hand.iter().zip(clues).collect()
    }

    /// The fit of the clue to each card, as a seat with this noise understands it.
    fn noisy_fit(&self, observation: &Dixit, seat: usize, noise: f64, is_over: IsOver) -> Fit {
        let mut fit = self.listener.fit(observation.clue(), is_over);
        if noise > 0.0 {
            let rng = &mut self.stream(Purpose::Skill, observation, seat);
            for fit in &mut fit {
                *fit = (*fit + noise * FIT_NOISE * gumbel(rng)).max(0.0);
            }
        }
        fit
    }

    /// The random numbers of a seat for a purpose.
    fn stream(&self, purpose: Purpose, observation: &Dixit, seat: usize) -> Stream {
        self.chance.stream(purpose, splitmix(observation.key() ^ seat as u64).1)
    }

    /// The random numbers that break ties. Equal observations give equal numbers.
    fn tie_break_stream(&self, observation: &Dixit, seat: usize) -> Stream {
        self.stream(Purpose::Tie, observation, seat)
    }

    /// The storyteller's action.
    fn choose_clue(&self, request: &Request) -> Advice<Action> {
        let &Request { observation, seat, only, noise, is_over } = request;
        let rng = &mut self.tie_break_stream(observation, seat);
        let storyteller = Storyteller::new(&self.listener, observation, hand(observation, seat), is_over);
        // The clues of `only` are not changed.
        let candidate = |action: &Action| match action {
            Action::Clue(card, clue) => Some(Candidate { card: *card, clue: clue.clone(), gain: f64::NEG_INFINITY }),
            _ => None,
        };
        let mut candidates: Vec<Candidate> = only.iter().filter_map(candidate).collect();
        candidates.shuffle(rng);
        if candidates.is_empty() {
            candidates = storyteller.best_clues(&self.deck, hand(observation, seat), rng);
            candidates.shuffle(rng);
        } else {
            let fallback = candidates[0].clone();
            candidates = storyteller.evaluate(candidates);
            candidates.push(fallback);
        }
        if noise > 0.0 {
            for candidate in &mut candidates {
                candidate.gain += noise * GAIN_NOISE * gumbel(rng);
            }
        }
        let best = candidates.into_iter().reduce(better);
        let evaluated = best.iter().filter(|best| best.gain.is_finite());
        let notes = evaluated.map(|best| format!("clue {} gain {:.2}", best.card, best.gain)).collect();
        let action = best.map_or(Action::Clue(1, String::new()), |best| Action::Clue(best.card, best.clue));
        Advice { action, notes }
    }

    /// The cards to give: those that fit the clue best.
    fn choose_gift(&self, request: &Request) -> Advice<Action> {
        let &Request { observation, seat, only, noise, is_over } = request;
        let rng = &mut self.tie_break_stream(observation, seat);
        let fit = self.noisy_fit(observation, seat, noise, is_over);
        let fit_of = |action: &Action| match action {
            Action::Give(_, cards) => cards.iter().map(|card| fit[usize::from(card) - 1]).sum(),
            _ => 0.0,
        };
        let action = random_best(only, fit_of, rng).cloned().unwrap_or_else(|| {
            let mut cards: Vec<Card> = hand(observation, seat).iter().collect();
            cards.shuffle(rng);
            Action::Give(seat, best_fits(&fit, &cards, observation.cards_to_give(seat)).into_iter().flatten().collect())
        });
        Advice { action, notes: Vec::new() }
    }

    /// The vote for the likeliest slot.
    fn choose_vote(&self, request: &Request) -> Advice<Action> {
        let &Request { observation, seat, only, noise, is_over } = request;
        let probabilities = self.noisy_slot_probabilities(observation, seat, noise, is_over);
        let allowed = if only.is_empty() { votes(observation, seat) } else { only.to_vec() };
        let probability_of = |action: &Action| match action {
            Action::Vote(_, slot) => probabilities[slot - 1],
            _ => 0.0,
        };
        let best = random_best(&allowed, probability_of, &mut self.tie_break_stream(observation, seat)).cloned();
        let notes =
            (1..).zip(&probabilities).map(|(slot, probability)| format!("vote {slot} {probability:.4}")).collect();
        Advice { action: best.unwrap_or(Action::Vote(seat, 1)), notes }
    }
}

/// The end of a search for clues that is to be fast.
fn listing_limit() -> impl Fn(u64) -> bool {
    let tries = Cell::new(0);
    move |more| tries.replace(tries.get() + more) + more >= LISTING_TRIES
}

/// A random action among those with the highest score. An action that occurs twice counts once.
fn random_best<'a>(actions: &'a [Action], score: impl Fn(&Action) -> f64, rng: &mut impl Rng) -> Option<&'a Action> {
    let mut best: Vec<&Action> = Vec::new();
    let mut highest = f64::NEG_INFINITY;
    for action in actions {
        let score = score(action);
        if score > highest {
            best.clear();
            highest = score;
        }
        if score >= highest && !best.contains(&action) {
            best.push(action);
        }
    }
    best.choose(rng).copied()
}

/// The cards that a seat has given; none if they are hidden.
fn own_given(observation: &Dixit, seat: usize) -> Cards {
    match observation.seat(seat).given {
        Given::Known(cards) => cards,
        Given::Nothing | Given::Hidden => Cards::default(),
    }
}

/// A vote for each slot without a card of the seat itself.
fn votes(observation: &Dixit, seat: usize) -> Vec<Action> {
    let own = own_given(observation, seat);
    let allowed = (1..).zip(observation.table()).filter(|&(_, &card)| !own.contains(card));
    allowed.map(|(slot, _)| Action::Vote(seat, slot)).collect()
}

/// The hand of a seat; empty if it is hidden.
fn hand(observation: &Dixit, seat: usize) -> Cards {
    match observation.seat(seat).hand {
        Hand::Known(cards) => cards,
        Hand::Hidden(_) => Cards::default(),
    }
}

impl Player<Dixit> for DixitPlayer {
    fn new(game_options: &GameOptions) -> Self {
        let deck = options::deck(game_options);
        Self { listener: ListenerModel::of(&deck), deck, chance: game_options.chance }
    }

    fn actions(&self, observation: &Dixit, seat: usize) -> Vec<Action> {
        let hand = hand(observation, seat);
        match observation.phase() {
            Phase::Clue => {
                let is_over = listing_limit();
                let storyteller = Storyteller::new(&self.listener, observation, hand, &is_over);
                let candidates =
                    storyteller.best_clues(&self.deck, hand, &mut self.tie_break_stream(observation, seat));
                candidates.into_iter().map(|best| Action::Clue(best.card, best.clue)).collect()
            }
            Phase::Give if observation.cards_to_give(seat) == 1 => {
                hand.iter().map(|card| Action::Give(seat, [card].into_iter().collect())).collect()
            }
            Phase::Give => {
                let pairs = hand.iter().flat_map(|a| hand.iter().filter(move |&b| a < b).map(move |b| [a, b]));
                pairs.map(|pair| Action::Give(seat, pair.into_iter().collect())).collect()
            }
            Phase::Vote => votes(observation, seat),
            Phase::Over => Vec::new(),
        }
    }

    fn advise(&self, observation: &Dixit, seat: usize, only: &[Action], noise: f64, is_over: IsOver) -> Advice<Action> {
        let request = Request { observation, seat, only, noise, is_over };
        match observation.phase() {
            Phase::Clue => self.choose_clue(&request),
            Phase::Give => self.choose_gift(&request),
            Phase::Vote | Phase::Over => self.choose_vote(&request),
        }
    }
}

//! A player that goes by the words of cards and clues.

mod language;
mod listener;
mod storyteller;

use std::cell::Cell;
use std::sync::Arc;

use listener::{Listener, belief};
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use storyteller::{Story, Teller, best_fits};

use super::cards::{Card, Cards};
use super::position::{Action, Dixit, Given, Hand, Phase};
use super::starter;
use crate::base::Chance;
use crate::base::chance::{Purpose, Stream};
use crate::base::hash::splitmix;
use crate::game::party::{Advice, IsOver, Player};
use crate::game::{Deck, GameOptions, Party};

/// Tries that suggest a clue for each card where nobody waits for a good one.
const FEW_TRIES: u64 = 2_000;

/// Listens to clues as words, and tells stories for others who do.
pub struct Listening {
    deck: Arc<Deck>,
    listener: Arc<Listener>,
    chance: Chance,
}

impl Listening {
    /// The chance that each slot of the table holds the storyteller's card; 0 for the seat's own.
    #[must_use]
    pub fn beliefs(&self, view: &Dixit, seat: usize, is_over: IsOver) -> Vec<f64> {
        let fit = self.listener.fit(view.clue(), is_over);
        let own = gift(view, seat);
        let others = view.table().iter().copied().filter(|&card| !own.contains(card));
        let mut beliefs = belief(&fit, others);
        view.table().iter().map(|&card| if own.contains(card) { 0.0 } else { beliefs.next().unwrap_or(0.0) }).collect()
    }

    /// The chance that a clue means each card of the deck, in the order of their numbers.
    #[must_use]
    pub fn understand(&self, clue: &str) -> Vec<f64> {
        belief(&self.listener.fit(clue, &|_| false), Cards::ALL.iter()).collect()
    }

    /// What the choice among equals comes from.
    fn ties(&self, view: &Dixit, seat: usize) -> Stream {
        self.chance.stream(Purpose::Tie, splitmix(view.key() ^ seat as u64).1)
    }

    fn tell(&self, view: &Dixit, seat: usize, only: &[Action], is_over: IsOver) -> Advice<Action> {
        let rng = &mut self.ties(view, seat);
        let teller = Teller::new(&self.listener, view, hand(view, seat), is_over);
        // A clue that is asked for is taken as it stands.
        let asked = |action: &Action| match action {
            Action::Clue(card, clue) => Some(Story { card: *card, clue: clue.clone(), gain: f64::NEG_INFINITY }),
            _ => None,
        };
        let mut stories: Vec<Story> = only.iter().filter_map(asked).collect();
        stories.shuffle(rng);
        if stories.is_empty() {
            stories = teller.stories(&self.deck, hand(view, seat), rng);
            stories.shuffle(rng);
        } else {
            let untried = stories[0].clone();
            stories = teller.try_all(stories);
            stories.push(untried);
        }
        let best = stories.into_iter().reduce(|best, story| if story.gain > best.gain { story } else { best });
        let note = best.iter().filter(|story| story.gain.is_finite());
        let notes = note.map(|story| format!("clue {} gain {:.2}", story.card, story.gain)).collect();
        let action = best.map_or(Action::Clue(1, String::new()), |story| Action::Clue(story.card, story.clue));
        Advice { action, notes }
    }

    fn give(&self, view: &Dixit, seat: usize, only: &[Action], is_over: IsOver) -> Advice<Action> {
        let rng = &mut self.ties(view, seat);
        let fit = self.listener.fit(view.clue(), is_over);
        let fit_of = |action: &Action| match action {
            Action::Give(_, cards) => cards.iter().map(|card| fit[usize::from(card) - 1]).sum(),
            _ => 0.0,
        };
        let action = one_of_the_best(only, fit_of, rng).cloned().unwrap_or_else(|| {
            let mut cards: Vec<Card> = hand(view, seat).iter().collect();
            cards.shuffle(rng);
            Action::Give(seat, best_fits(&fit, &cards, view.gifts(seat)).into_iter().flatten().collect())
        });
        Advice { action, notes: Vec::new() }
    }

    fn vote(&self, view: &Dixit, seat: usize, only: &[Action], is_over: IsOver) -> Advice<Action> {
        let beliefs = self.beliefs(view, seat, is_over);
        let open = if only.is_empty() { votes(view, seat) } else { only.to_vec() };
        let belief_of = |action: &Action| match action {
            Action::Vote(_, slot) => beliefs[slot - 1],
            _ => 0.0,
        };
        let best = one_of_the_best(&open, belief_of, &mut self.ties(view, seat)).cloned();
        let notes = (1..).zip(&beliefs).map(|(slot, belief)| format!("vote {slot} {belief:.4}")).collect();
        Advice { action: best.unwrap_or(Action::Vote(seat, 1)), notes }
    }
}

/// One by chance of those with the highest worth, however often each stands there.
fn one_of_the_best<'a>(
    actions: &'a [Action],
    worth: impl Fn(&Action) -> f64,
    rng: &mut impl Rng,
) -> Option<&'a Action> {
    let mut best: Vec<&Action> = Vec::new();
    let mut most = f64::NEG_INFINITY;
    for action in actions {
        let worth = worth(action);
        if worth > most {
            best.clear();
            most = worth;
        }
        if worth >= most && !best.contains(&action) {
            best.push(action);
        }
    }
    best.choose(rng).copied()
}

/// What a seat has given.
fn gift(view: &Dixit, seat: usize) -> Cards {
    match view.seat(seat).given {
        Given::Known(cards) => cards,
        Given::Nothing | Given::Hidden => Cards::default(),
    }
}

/// A vote for each slot but the seat's own.
fn votes(view: &Dixit, seat: usize) -> Vec<Action> {
    let own = gift(view, seat);
    let open = (1..).zip(view.table()).filter(|&(_, &card)| !own.contains(card));
    open.map(|(slot, _)| Action::Vote(seat, slot)).collect()
}

fn hand(view: &Dixit, seat: usize) -> Cards {
    match view.seat(seat).hand {
        Hand::Known(cards) => cards,
        Hand::Hidden(_) => Cards::default(),
    }
}

impl Player<Dixit> for Listening {
    fn new(house: &GameOptions) -> Self {
        let deck = starter::deck(house);
        Self { listener: Listener::of(&deck), deck, chance: house.chance }
    }

    fn actions(&self, view: &Dixit, seat: usize) -> Vec<Action> {
        let hand = hand(view, seat);
        match view.phase() {
            Phase::Clue => {
                let tries = Cell::new(0);
                let is_over = |more| tries.replace(tries.get() + more) + more >= FEW_TRIES;
                let teller = Teller::new(&self.listener, view, hand, &is_over);
                let stories = teller.stories(&self.deck, hand, &mut self.ties(view, seat));
                stories.into_iter().map(|story| Action::Clue(story.card, story.clue)).collect()
            }
            Phase::Give if view.gifts(seat) == 1 => {
                hand.iter().map(|card| Action::Give(seat, [card].into_iter().collect())).collect()
            }
            Phase::Give => {
                let pairs = hand.iter().flat_map(|a| hand.iter().filter(move |&b| a < b).map(move |b| [a, b]));
                pairs.map(|pair| Action::Give(seat, pair.into_iter().collect())).collect()
            }
            Phase::Vote => votes(view, seat),
            Phase::Over => Vec::new(),
        }
    }

    fn advise(&self, view: &Dixit, seat: usize, only: &[Action], is_over: IsOver) -> Advice<Action> {
        match view.phase() {
            Phase::Clue => self.tell(view, seat, only, is_over),
            Phase::Give => self.give(view, seat, only, is_over),
            Phase::Vote | Phase::Over => self.vote(view, seat, only, is_over),
        }
    }
}

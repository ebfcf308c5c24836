//! A player that goes by the words of cards and clues.

mod language;
mod listener;
mod storyteller;

use std::sync::Arc;

use listener::{Listener, belief};
use storyteller::{Story, best_fits, stories};

use super::cards::{Card, Cards};
use super::position::{Action, Dixit, Given, Hand, Phase};
use super::starter;
use crate::game::party::{Advice, Player};
use crate::game::{Deck, House};

/// Listens to clues as words, and tells stories for others who do.
pub struct Listening {
    deck: Arc<Deck>,
    listener: Listener,
}

impl Listening {
    /// The chance that each slot of the table holds the storyteller's card; 0 for the seat's own.
    #[must_use]
    pub fn beliefs(&self, view: &Dixit, seat: usize) -> Vec<f64> {
        let fit = self.listener.fit(view.clue());
        let own = match view.seat(seat).given {
            Given::Known(cards) => cards,
            Given::Nothing | Given::Hidden => Cards::default(),
        };
        let others = view.table().iter().copied().filter(|&card| !own.contains(card));
        let mut beliefs = belief(&fit, others);
        view.table().iter().map(|&card| if own.contains(card) { 0.0 } else { beliefs.next().unwrap_or(0.0) }).collect()
    }

    /// The chance that a clue means each card of the deck, in the order of their numbers.
    #[must_use]
    pub fn understand(&self, clue: &str) -> Vec<f64> {
        belief(&self.listener.fit(clue), Cards::ALL.iter()).collect()
    }

    fn stories(&self, view: &Dixit, seat: usize) -> Vec<Story> {
        stories(&self.listener, &self.deck, view, hand(view, seat))
    }

    fn tell(&self, view: &Dixit, seat: usize, only: &[Action]) -> Advice<Action> {
        let stories = self.stories(view, seat);
        let is_open =
            |card: Card| only.is_empty() || only.iter().any(|a| matches!(a, Action::Clue(c, _) if *c == card));
        let best = stories.iter().filter(|story| is_open(story.card)).max_by(|a, b| a.gain.total_cmp(&b.gain));
        let notes = best.map(|story| format!("clue {} gain {:.2}", story.card, story.gain)).into_iter().collect();
        // A clue that is asked for is taken as it stands.
        let asked = best.and_then(|story| only.iter().find(|a| matches!(a, Action::Clue(c, _) if *c == story.card)));
        let own = best.map(|story| Action::Clue(story.card, story.clue.clone()));
        let action = asked.cloned().or(own).unwrap_or(Action::Clue(1, String::new()));
        Advice { action, notes }
    }

    fn give(&self, view: &Dixit, seat: usize, only: &[Action]) -> Advice<Action> {
        let fit = self.listener.fit(view.clue());
        let cards: Vec<Card> = hand(view, seat).iter().collect();
        let fit_of = |action: &Action| match action {
            Action::Give(_, cards) => cards.iter().map(|card| fit[usize::from(card) - 1]).sum(),
            _ => 0.0,
        };
        let asked = only.iter().max_by(|a, b| fit_of(a).total_cmp(&fit_of(b)));
        let best = Action::Give(seat, best_fits(&fit, &cards, view.gifts(seat)).into_iter().collect());
        Advice { action: asked.cloned().unwrap_or(best), notes: Vec::new() }
    }

    fn vote(&self, view: &Dixit, seat: usize, only: &[Action]) -> Advice<Action> {
        let beliefs = self.beliefs(view, seat);
        let is_open = |slot: usize| only.is_empty() || only.contains(&Action::Vote(seat, slot));
        let open = (1..=beliefs.len()).filter(|&slot| is_open(slot));
        // The first of equals.
        let best = open.reduce(|best, slot| if beliefs[slot - 1] > beliefs[best - 1] { slot } else { best });
        let notes = (1..).zip(&beliefs).map(|(slot, belief)| format!("vote {slot} {belief:.4}")).collect();
        Advice { action: Action::Vote(seat, best.unwrap_or(1)), notes }
    }
}

fn hand(view: &Dixit, seat: usize) -> Cards {
    match view.seat(seat).hand {
        Hand::Known(cards) => cards,
        Hand::Hidden(_) => Cards::default(),
    }
}

impl Player<Dixit> for Listening {
    fn new(house: &House) -> Self {
        let deck = starter::deck(house);
        Self { listener: Listener::new(&deck), deck }
    }

    fn actions(&self, view: &Dixit, seat: usize) -> Vec<Action> {
        let hand = hand(view, seat);
        match view.phase() {
            Phase::Clue => {
                self.stories(view, seat).into_iter().map(|story| Action::Clue(story.card, story.clue)).collect()
            }
            Phase::Give if view.gifts(seat) == 1 => {
                hand.iter().map(|card| Action::Give(seat, [card].into_iter().collect())).collect()
            }
            Phase::Give => {
                let pairs = hand.iter().flat_map(|a| hand.iter().filter(move |&b| a < b).map(move |b| [a, b]));
                pairs.map(|pair| Action::Give(seat, pair.into_iter().collect())).collect()
            }
            Phase::Vote => {
                let beliefs = self.beliefs(view, seat);
                (1..=beliefs.len())
                    .filter(|&slot| beliefs[slot - 1] > 0.0)
                    .map(|slot| Action::Vote(seat, slot))
                    .collect()
            }
            Phase::Over => Vec::new(),
        }
    }

    fn advise(&self, view: &Dixit, seat: usize, only: &[Action]) -> Advice<Action> {
        match view.phase() {
            Phase::Clue => self.tell(view, seat, only),
            Phase::Give => self.give(view, seat, only),
            Phase::Vote | Phase::Over => self.vote(view, seat, only),
        }
    }
}

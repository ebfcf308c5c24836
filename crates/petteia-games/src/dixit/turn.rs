//! The actions of a turn: clue, gifts, votes, points and new cards.

use petteia_core::chance::Purpose;
use petteia_core::{MoveError, Party, RandomSource};
use rand::seq::SliceRandom;

use super::cards::{Card, Cards};
use super::position::{Dixit, GOAL, Given, Hand, Phase, Pile, Vote, hand_size};

impl Dixit {
    /// Moves cards from the hand of a seat to the cards that it has given.
    fn give(&mut self, seat: usize, cards: Cards) -> Result<(), MoveError> {
        let hand = self.known_hand(seat)?;
        if let Some(card) = cards.without(hand).iter().next() {
            return Err(illegal(format!("card {card} is not in the hand of seat {}", seat + 1)));
        }
        self.seats[seat].hand = Hand::Known(hand.without(cards));
        self.seats[seat].given = Given::Known(cards);
        Ok(())
    }

    /// Makes sure that a seat exists and is not the storyteller.
    fn check_guesser(&self, seat: usize) -> Result<usize, MoveError> {
        if seat >= self.seats.len() {
            Err(illegal(format!("there are {} seats", self.seats.len())))
        } else if seat == self.storyteller {
            Err(illegal(format!("seat {} is the storyteller", seat + 1)))
        } else {
            Ok(seat)
        }
    }

    /// Makes sure that this is the phase.
    fn check_phase(&self, phase: Phase) -> Result<(), MoveError> {
        if self.phase == phase { Ok(()) } else { Err(illegal(format!("it is {}", self.phase.description()))) }
    }

    /// Plays the storyteller's card and clue (point 2).
    pub(super) fn play_clue(&mut self, card: Card, clue: &str) -> Result<(), MoveError> {
        self.check_phase(Phase::Clue)?;
        self.give(self.storyteller, Cards::from_iter([card]))?;
        self.clue = clue.into();
        self.phase = Phase::Give;
        Ok(())
    }

    /// Gives cards to the table. The last gift shuffles them and begins the votes (point 3).
    pub(super) fn play_give(
        &mut self,
        seat: usize,
        cards: Cards,
        chance: &RandomSource,
        events: &mut Vec<String>,
    ) -> Result<(), MoveError> {
        self.check_phase(Phase::Give)?;
        let seat = self.check_guesser(seat)?;
        if self.seats[seat].given != Given::Nothing {
            return Err(illegal(format!("seat {} has given already", seat + 1)));
        }
        if cards.len() != self.cards_to_give(seat) {
            let cards = if self.cards_to_give(seat) == 1 { "one card" } else { "two cards" };
            return Err(illegal(format!("a seat gives {cards} here")));
        }
        self.give(seat, cards)?;
        if self.seats.iter().all(|seat| seat.given != Given::Nothing) {
            let mut given = Cards::default();
            for seat in 0..self.seats.len() {
                given = given.and(self.known_given(seat)?);
            }
            self.table = self.shuffled(given, chance);
            self.phase = Phase::Vote;
            events.push(format!("table {}", list(&self.table, " ")));
        }
        Ok(())
    }

    /// Votes for a slot. The last vote ends the turn (point 4).
    pub(super) fn play_vote(
        &mut self,
        seat: usize,
        slot: usize,
        chance: &RandomSource,
        events: &mut Vec<String>,
    ) -> Result<(), MoveError> {
        self.check_phase(Phase::Vote)?;
        let seat = self.check_guesser(seat)?;
        if self.seats[seat].vote != Vote::None {
            return Err(illegal(format!("seat {} has voted already", seat + 1)));
        }
        let card = slot.checked_sub(1).and_then(|slot| self.table.get(slot).copied());
        let card = card.ok_or_else(|| illegal(format!("there are {} slots", self.table.len())))?;
        let of_another = (0..self.seats.len())
            .any(|other| other != seat && self.known_given(other).is_ok_and(|cards| cards.contains(card)));
        if !of_another && self.known_given(seat)?.contains(card) {
            return Err(illegal("a seat does not vote for its own card".into()));
        }
        self.seats[seat].vote = Vote::Slot(slot);
        if self.guessers().all(|seat| self.seats[seat].vote != Vote::None) {
            self.end_turn(chance, events)?;
        }
        Ok(())
    }

    /// Scores the turn, and begins the next one or ends the game (points 5 and 6).
    fn end_turn(&mut self, chance: &RandomSource, events: &mut Vec<String>) -> Result<(), MoveError> {
        let points = self.points_of_turn(events)?;
        for (seat, points) in self.seats.iter_mut().zip(&points) {
            seat.score += points;
        }
        events.push(format!("points {}", list(&points, ",")));
        // The position with all votes seeds a shuffle of the pile.
        let before = self.clone();
        self.discard = self.table.drain(..).collect::<Cards>().and(self.discard);
        self.clue.clear();
        for seat in &mut self.seats {
            (seat.given, seat.vote) = (Given::Nothing, Vote::None);
        }
        if self.seats.iter().any(|seat| seat.score >= GOAL) {
            self.phase = Phase::Over;
            return Ok(());
        }
        self.refill(&before, chance, events)?;
        self.storyteller = (self.storyteller + 1) % self.seats.len();
        self.phase = Phase::Clue;
        Ok(())
    }

    /// The seat that has given a card; `None` if it is not known.
    pub(super) fn giver(&self, card: Card) -> Option<usize> {
        (0..self.seats.len()).find(|&seat| self.known_given(seat).is_ok_and(|cards| cards.contains(card)))
    }

    /// The points of each seat for the turn (point 5).
    pub(super) fn points_of_turn(&self, events: &mut Vec<String>) -> Result<Vec<u32>, MoveError> {
        (0..self.seats.len()).try_for_each(|seat| self.known_given(seat).map(|_| ()))?;
        let owners: Vec<Option<usize>> = self.table.iter().map(|&card| self.giver(card)).collect();
        let mut points = vec![0; self.seats.len()];
        let mut found = Vec::new();
        for seat in self.guessers() {
            let Vote::Slot(slot) = self.seats[seat].vote else {
                return Err(MoveError::Hidden("expected to know the votes, found some hidden"));
            };
            match owners[slot - 1] {
                Some(owner) if owner == self.storyteller => found.push(seat),
                Some(owner) => points[owner] += 1,
                None => {}
            }
        }
        if found.is_empty() || found.len() == self.seats.len() - 1 {
            self.guessers().for_each(|seat| points[seat] += 2);
        } else {
            found.iter().chain([&self.storyteller]).for_each(|&seat| points[seat] += 3);
        }
        if !found.is_empty() {
            events.push(format!("found {}", list(&found.iter().map(|seat| seat + 1).collect::<Vec<_>>(), " ")));
        }
        Ok(points)
    }

    /// Refills all hands from the pile (point 6). `before` is the position that seeds the shuffle of a new pile.
    fn refill(&mut self, before: &Self, chance: &RandomSource, events: &mut Vec<String>) -> Result<(), MoveError> {
        let full = hand_size(self.seats.len());
        let needed: usize = self.seats.iter().map(|seat| full - seat.hand.len().min(full)).sum();
        let Pile::Known(pile) = &mut self.pile else {
            return Err(MoveError::Hidden("expected a pile that is known to draw from, found it hidden"));
        };
        if pile.len() < needed {
            let all = pile.drain(..).collect::<Cards>().and(self.discard);
            *pile = before.shuffled(all, chance);
            self.discard = Cards::default();
            events.push("reshuffled".into());
        }
        let mut drawn = Vec::new();
        let count = self.seats.len();
        for seat in (0..count).map(|i| (self.storyteller + i) % count) {
            let missing = full - self.seats[seat].hand.len().min(full);
            let cards: Cards = pile.drain(..missing.min(pile.len())).collect();
            self.seats[seat].hand.add(cards)?;
            drawn.push(format!("{}={}", seat + 1, list(&cards.iter().collect::<Vec<_>>(), "+")));
        }
        events.push(format!("drew {}", drawn.join(" ")));
        Ok(())
    }

    /// The cards in an order that depends on `chance` and this position only.
    fn shuffled(&self, cards: Cards, chance: &RandomSource) -> Vec<Card> {
        let mut cards: Vec<Card> = cards.iter().collect();
        cards.shuffle(&mut chance.stream(Purpose::Shuffle, self.key()));
        cards
    }
}

impl Phase {
    /// The end of a sentence that begins with `it is`.
    fn description(self) -> &'static str {
        match self {
            Self::Clue => "the storyteller's turn",
            Self::Give => "time to give cards",
            Self::Vote => "time to vote",
            Self::Over => "over",
        }
    }
}

fn illegal(reason: String) -> MoveError {
    MoveError::Illegal(reason)
}

fn list<T: ToString>(items: &[T], separator: &str) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
}

//! What the actions of a turn do, point by point.

use rand::seq::SliceRandom;

use super::cards::{Card, Cards};
use super::position::{Dixit, GOAL, Given, Hand, Phase, Pile, Vote, hand_size};
use crate::base::Chance;
use crate::base::chance::Purpose;
use crate::game::{MoveError, Party};

impl Dixit {
    /// Takes cards from a hand to the table.
    fn give(&mut self, seat: usize, cards: Cards) -> Result<(), MoveError> {
        let hand = self.known_hand(seat)?;
        if let Some(card) = cards.without(hand).iter().next() {
            return Err(illegal(format!("card {card} is not in the hand of seat {}", seat + 1)));
        }
        self.seats[seat].hand = Hand::Known(hand.without(cards));
        self.seats[seat].given = Given::Known(cards);
        Ok(())
    }

    fn guesser(&self, seat: usize) -> Result<usize, MoveError> {
        if seat >= self.seats.len() {
            Err(illegal(format!("there are {} seats", self.seats.len())))
        } else if seat == self.teller {
            Err(illegal(format!("seat {} is the storyteller", seat + 1)))
        } else {
            Ok(seat)
        }
    }

    fn expect(&self, phase: Phase) -> Result<(), MoveError> {
        if self.phase == phase { Ok(()) } else { Err(illegal(format!("it is {}", self.phase.what_is_due()))) }
    }

    pub(super) fn tell_story(&mut self, card: Card, clue: &str) -> Result<(), MoveError> {
        self.expect(Phase::Clue)?;
        self.give(self.teller, Cards::from_iter([card]))?;
        self.clue = clue.into();
        self.phase = Phase::Give;
        Ok(())
    }

    pub(super) fn give_to_story(
        &mut self,
        seat: usize,
        cards: Cards,
        chance: &Chance,
        tell: &mut Vec<String>,
    ) -> Result<(), MoveError> {
        self.expect(Phase::Give)?;
        let seat = self.guesser(seat)?;
        if self.seats[seat].given != Given::Nothing {
            return Err(illegal(format!("seat {} has given already", seat + 1)));
        }
        if cards.len() != self.gifts(seat) {
            return Err(illegal(format!("a seat gives {} cards here", self.gifts(seat))));
        }
        self.give(seat, cards)?;
        if self.seats.iter().all(|seat| seat.given != Given::Nothing) {
            let mut given = Cards::default();
            for seat in 0..self.seats.len() {
                given = given.and(self.known_gift(seat)?);
            }
            self.table = self.shuffled(given, chance);
            self.phase = Phase::Vote;
            tell.push(format!("table {}", list(&self.table, " ")));
        }
        Ok(())
    }

    pub(super) fn vote(
        &mut self,
        seat: usize,
        slot: usize,
        chance: &Chance,
        tell: &mut Vec<String>,
    ) -> Result<(), MoveError> {
        self.expect(Phase::Vote)?;
        let seat = self.guesser(seat)?;
        if self.seats[seat].vote != Vote::None {
            return Err(illegal(format!("seat {} has voted already", seat + 1)));
        }
        let card = slot.checked_sub(1).and_then(|slot| self.table.get(slot).copied());
        let card = card.ok_or_else(|| illegal(format!("there are {} slots", self.table.len())))?;
        let of_another = (0..self.seats.len())
            .any(|other| other != seat && self.known_gift(other).is_ok_and(|cards| cards.contains(card)));
        if !of_another && self.known_gift(seat)?.contains(card) {
            return Err(illegal("a seat does not vote for its own card".into()));
        }
        self.seats[seat].vote = Vote::Slot(slot);
        if self.others().all(|seat| self.seats[seat].vote != Vote::None) {
            self.end_turn(chance, tell)?;
        }
        Ok(())
    }

    /// The last vote is in: points 5 and 6.
    fn end_turn(&mut self, chance: &Chance, tell: &mut Vec<String>) -> Result<(), MoveError> {
        let points = self.count_points(tell)?;
        for (seat, points) in self.seats.iter_mut().zip(&points) {
            seat.score += points;
        }
        tell.push(format!("points {}", list(&points, ",")));
        // Cards are drawn by chance that the votes decide on.
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
        self.refill(&before, chance, tell)?;
        self.teller = (self.teller + 1) % self.seats.len();
        self.phase = Phase::Clue;
        Ok(())
    }

    /// Point 5.
    fn count_points(&self, tell: &mut Vec<String>) -> Result<Vec<u32>, MoveError> {
        let mut owners = Vec::new();
        for &card in &self.table {
            let mut owner = None;
            for seat in 0..self.seats.len() {
                owner = if self.known_gift(seat)?.contains(card) { Some(seat) } else { owner };
            }
            owners.push(owner);
        }
        let mut points = vec![0; self.seats.len()];
        let mut found = Vec::new();
        for seat in self.others() {
            let Vote::Slot(slot) = self.seats[seat].vote else {
                return Err(MoveError::Hidden("wanted to know the votes, found some hidden"));
            };
            match owners[slot - 1] {
                Some(owner) if owner == self.teller => found.push(seat),
                Some(owner) => points[owner] += 1,
                None => {}
            }
        }
        if found.is_empty() || found.len() == self.seats.len() - 1 {
            self.others().for_each(|seat| points[seat] += 2);
        } else {
            found.iter().chain([&self.teller]).for_each(|&seat| points[seat] += 3);
        }
        if !found.is_empty() {
            tell.push(format!("found {}", list(&found.iter().map(|seat| seat + 1).collect::<Vec<_>>(), " ")));
        }
        Ok(points)
    }

    /// All draw back to full hands (point 6). `before` is the position that decides how a new pile is
    /// shuffled.
    fn refill(&mut self, before: &Self, chance: &Chance, tell: &mut Vec<String>) -> Result<(), MoveError> {
        let full = hand_size(self.seats.len());
        let wanted: usize = self.seats.iter().map(|seat| full - seat.hand.len().min(full)).sum();
        let Pile::Known(pile) = &mut self.pile else {
            return Err(MoveError::Hidden("wanted a pile that is known to draw from, found it hidden"));
        };
        if pile.len() < wanted {
            let all = pile.drain(..).collect::<Cards>().and(self.discard);
            *pile = before.shuffled(all, chance);
            self.discard = Cards::default();
            tell.push("reshuffled".into());
        }
        let mut drawn = Vec::new();
        let count = self.seats.len();
        for seat in (0..count).map(|i| (self.teller + i) % count) {
            let missing = full - self.seats[seat].hand.len().min(full);
            let cards: Cards = pile.drain(..missing.min(pile.len())).collect();
            self.seats[seat].hand.add(cards)?;
            drawn.push(format!("{}={}", seat + 1, list(&cards.iter().collect::<Vec<_>>(), "+")));
        }
        tell.push(format!("drew {}", drawn.join(" ")));
        Ok(())
    }

    /// Cards in an order that chance and this position decide on.
    fn shuffled(&self, cards: Cards, chance: &Chance) -> Vec<Card> {
        let mut cards: Vec<Card> = cards.iter().collect();
        cards.shuffle(&mut chance.stream(Purpose::Shuffle, self.key()));
        cards
    }
}

impl Phase {
    fn what_is_due(self) -> &'static str {
        match self {
            Self::Clue => "the storyteller's turn",
            Self::Give => "time to give cards",
            Self::Vote => "time to vote",
            Self::Over => "over",
        }
    }
}

fn illegal(why: String) -> MoveError {
    MoveError::Illegal(why)
}

fn list<T: ToString>(items: &[T], separator: &str) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
}

//! A position, or a seat's view of one, and how actions change it.

use rand::seq::SliceRandom;

use super::cards::{Card, Cards};
use crate::base::Chance;
use crate::base::chance::Purpose;
use crate::base::hash::splitmix;
use crate::game::{GameOptions, MoveError, Party};

/// Points that end the game (point 6).
pub const GOAL: u32 = 30;

/// What is done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The storyteller chooses a card and says something (point 2).
    Clue,
    /// The others give cards to it (point 3).
    Give,
    /// The others look for the storyteller's card (point 4).
    Vote,
    /// Nothing (point 6).
    Over,
}

/// Cards in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    /// These.
    Known(Cards),
    /// So many that are not known.
    Hidden(usize),
}

/// What a seat has given to the table in this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// Nothing yet.
    Nothing,
    /// These.
    Known(Cards),
    /// It is not known what.
    Hidden,
}

/// Which slot a seat has voted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vote {
    /// None yet.
    None,
    /// This one, from 1.
    Slot(usize),
    /// It is not known which.
    Hidden,
}

/// The cards to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pile {
    /// These, first drawn first.
    Known(Vec<Card>),
    /// So many that are not known.
    Hidden(usize),
}

/// A seat at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Its points.
    pub score: u32,
    /// Its cards.
    pub hand: Hand,
    /// What it has given in this turn.
    pub given: Given,
    /// What it has voted for.
    pub vote: Vote,
}

/// A position of Dixit, or what a seat knows of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dixit {
    pub(super) phase: Phase,
    /// The storyteller.
    pub(super) teller: usize,
    pub(super) seats: Vec<Seat>,
    /// What the storyteller has said; empty before that.
    pub(super) clue: String,
    /// The cards on the table by slot, in the vote phase.
    pub(super) table: Vec<Card>,
    pub(super) pile: Pile,
    pub(super) discard: Cards,
}

/// What a seat does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// The storyteller's card and clue.
    Clue(Card, String),
    /// The cards that a seat gives.
    Give(usize, Cards),
    /// The slot, from 1, that a seat votes for.
    Vote(usize, usize),
}

impl Hand {
    /// The number of cards.
    #[must_use]
    pub fn len(self) -> usize {
        match self {
            Self::Known(cards) => cards.len(),
            Self::Hidden(count) => count,
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    pub(super) fn add(&mut self, new: Cards) -> Result<(), MoveError> {
        match self {
            Self::Known(cards) => *cards = cards.and(new),
            Self::Hidden(0) => *self = Self::Known(new),
            Self::Hidden(_) if new.is_empty() => {}
            Self::Hidden(_) => {
                return Err(MoveError::Hidden("wanted a hand that is known to draw to, found it hidden"));
            }
        }
        Ok(())
    }
}

impl Pile {
    /// The number of cards.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Known(cards) => cards.len(),
            Self::Hidden(count) => *count,
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Cards of a full hand (point 1).
#[must_use]
pub const fn hand_size(seats: usize) -> usize {
    if seats == 3 { 7 } else { 6 }
}

impl Dixit {
    /// Cards that a seat gives in a turn (points 2 and 3).
    #[must_use]
    pub fn gifts(&self, seat: usize) -> usize {
        if self.seats.len() == 3 && seat != self.teller { 2 } else { 1 }
    }

    /// Cards on the table in the vote phase.
    #[must_use]
    pub fn slots(&self) -> usize {
        (0..self.seats.len()).map(|seat| self.gifts(seat)).sum()
    }

    /// What is done next.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The storyteller.
    #[must_use]
    pub fn teller(&self) -> usize {
        self.teller
    }

    /// A seat at the table.
    #[must_use]
    pub fn seat(&self, seat: usize) -> &Seat {
        &self.seats[seat]
    }

    /// What the storyteller has said; empty before that.
    #[must_use]
    pub fn clue(&self) -> &str {
        &self.clue
    }

    /// The cards on the table by slot, in the vote phase.
    #[must_use]
    pub fn table(&self) -> &[Card] {
        &self.table
    }

    /// The cards that have been played in earlier turns and not come back since.
    #[must_use]
    pub fn discard(&self) -> Cards {
        self.discard
    }

    pub(super) fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let teller = self.teller;
        (0..self.seats.len()).filter(move |&seat| seat != teller)
    }

    /// The hand of a seat.
    pub(super) fn known_hand(&self, seat: usize) -> Result<Cards, MoveError> {
        match self.seats[seat].hand {
            Hand::Known(cards) => Ok(cards),
            Hand::Hidden(_) => Err(MoveError::Hidden("wanted a seat whose hand is known, found it hidden")),
        }
    }

    /// What a seat has given.
    pub(super) fn known_gift(&self, seat: usize) -> Result<Cards, MoveError> {
        match self.seats[seat].given {
            Given::Known(cards) => Ok(cards),
            Given::Nothing => Ok(Cards::default()),
            Given::Hidden => Err(MoveError::Hidden("wanted to know who gave what, found it hidden")),
        }
    }
}

impl Party for Dixit {
    type Action = Action;

    fn deal(house: &GameOptions) -> Self {
        let rng = &mut house.chance.stream(Purpose::Deal, house.seats as u64);
        let mut cards: Vec<Card> = Cards::ALL.iter().collect();
        cards.shuffle(rng);
        let size = hand_size(house.seats);
        let hands: Vec<Hand> = (0..house.seats).map(|_| Hand::Known(cards.drain(..size).collect())).collect();
        let seat = |hand| Seat { score: 0, hand, given: Given::Nothing, vote: Vote::None };
        Self {
            phase: Phase::Clue,
            teller: house.first,
            seats: hands.into_iter().map(seat).collect(),
            clue: String::new(),
            table: Vec::new(),
            pile: Pile::Known(cards),
            discard: Cards::default(),
        }
    }

    fn seats(&self) -> usize {
        self.seats.len()
    }

    fn is_to_act(&self, seat: usize) -> bool {
        match self.phase {
            Phase::Clue => seat == self.teller,
            Phase::Give => self.seats[seat].given == Given::Nothing,
            Phase::Vote => seat != self.teller && self.seats[seat].vote == Vote::None,
            Phase::Over => false,
        }
    }

    fn actor(&self, action: &Action) -> usize {
        match *action {
            Action::Clue(..) => self.teller,
            Action::Give(seat, _) | Action::Vote(seat, _) => seat,
        }
    }

    fn is_known_to(&self, seat: usize) -> Result<(), MoveError> {
        self.known_hand(seat)?;
        self.known_gift(seat).map(|_| ())
    }

    fn view(&self, viewer: usize) -> Self {
        let mut view = self.clone();
        for (i, seat) in view.seats.iter_mut().enumerate().filter(|(i, _)| *i != viewer) {
            if !seat.hand.is_empty() {
                seat.hand = Hand::Hidden(seat.hand.len());
            }
            if self.seats[i].given != Given::Nothing {
                seat.given = Given::Hidden;
            }
            if self.seats[i].vote != Vote::None {
                seat.vote = Vote::Hidden;
            }
        }
        if !view.pile.is_empty() {
            view.pile = Pile::Hidden(view.pile.len());
        }
        view
    }

    fn after(&self, action: &Action, chance: &Chance) -> Result<(Self, Vec<String>), MoveError> {
        let mut after = self.clone();
        let mut tell = Vec::new();
        match action {
            Action::Clue(card, clue) => after.tell_story(*card, clue)?,
            Action::Give(seat, cards) => after.give_to_story(*seat, *cards, chance, &mut tell)?,
            Action::Vote(seat, slot) => after.vote(*seat, *slot, chance, &mut tell)?,
        }
        Ok((after, tell))
    }

    fn scores(&self) -> Vec<i32> {
        self.seats.iter().map(|seat| seat.score.cast_signed()).collect()
    }

    fn winners(&self) -> Option<(Vec<usize>, &'static str)> {
        let most = self.seats.iter().map(|seat| seat.score).max().filter(|_| self.phase == Phase::Over)?;
        Some(((0..self.seats.len()).filter(|&seat| self.seats[seat].score == most).collect(), "points"))
    }

    fn read_fen(text: &str) -> Result<Self, crate::game::FenError> {
        super::fen::read(text)
    }

    fn write_fen(&self) -> String {
        super::fen::write(self)
    }

    fn read_action(word: &str) -> Result<Action, MoveError> {
        super::words::read(word)
    }

    fn write_action(action: &Action) -> String {
        super::words::write(action)
    }

    fn diagram(&self, house: &GameOptions) -> String {
        super::diagram::draw(self, house)
    }

    fn key(&self) -> u64 {
        self.write_fen().bytes().fold(0, |key, byte| splitmix(key ^ u64::from(byte)).1)
    }
}

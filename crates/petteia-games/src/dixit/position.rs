//! Positions of Dixit. A seat's observation of a position has the same type.

use petteia_core::chance::Purpose;
use petteia_core::hash::splitmix;
use petteia_core::options::DeclaredOptions;
use petteia_core::scene::Round;
use petteia_core::{FenError, GameOptions, MoveError, Party, RandomSource, Scene};
use rand::seq::SliceRandom;

use super::cards::{Card, Cards};
use super::options;

/// Score that ends the game, in points (point 6).
pub const GOAL: u32 = 30;

/// The phase of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The storyteller plays a card with a clue (point 2).
    Clue,
    /// The guessers give cards that fit the clue (point 3).
    Give,
    /// The guessers vote for the storyteller's card (point 4).
    Vote,
    /// The game is over (point 6).
    Over,
}

/// The cards in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    /// The cards.
    Known(Cards),
    /// The number of cards that the viewer may not see.
    Hidden(usize),
}

/// The cards that a seat has given to the table in this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// The seat has not given yet.
    Nothing,
    /// The cards.
    Known(Cards),
    /// Cards that the viewer may not see.
    Hidden,
}

/// The vote of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vote {
    /// The seat has not voted yet.
    None,
    /// The slot, from 1.
    Slot(usize),
    /// A vote that the viewer may not see.
    Hidden,
}

/// The pile that cards are drawn from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pile {
    /// The cards in drawing order.
    Known(Vec<Card>),
    /// The number of cards that the viewer may not see.
    Hidden(usize),
}

/// A seat at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The score in points.
    pub score: u32,
    /// The hand.
    pub hand: Hand,
    /// The cards given in this turn.
    pub given: Given,
    /// The vote in this turn.
    pub vote: Vote,
}

/// A position of Dixit, or a seat's observation of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dixit {
    /// The number of cards in the deck.
    pub(super) deck_size: usize,
    pub(super) phase: Phase,
    /// The storyteller's seat, from 0.
    pub(super) storyteller: usize,
    pub(super) seats: Vec<Seat>,
    /// The clue; empty before the storyteller gives it.
    pub(super) clue: String,
    /// The cards on the table by slot; empty outside the vote phase.
    pub(super) table: Vec<Card>,
    pub(super) pile: Pile,
    pub(super) discard: Cards,
}

/// An action of a seat. Seats count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// The storyteller's card and clue.
    Clue(Card, String),
    /// The seat and the cards that it gives.
    Give(usize, Cards),
    /// The seat and the slot, from 1, that it votes for.
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

    /// Whether there are no cards.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Adds cards that have been drawn.
    ///
    /// # Errors
    /// [`MoveError::Hidden`] when the hand is hidden.
    pub(super) fn add(&mut self, new: Cards) -> Result<(), MoveError> {
        match self {
            Self::Known(cards) => *cards = cards.and(new),
            Self::Hidden(0) => *self = Self::Known(new),
            Self::Hidden(_) if new.is_empty() => {}
            Self::Hidden(_) => {
                return Err(MoveError::Hidden("expected a hand that is known to draw to, found it hidden"));
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

    /// Whether there are no cards.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Number of cards in a full hand (point 1).
#[must_use]
pub const fn hand_size(seats: usize) -> usize {
    if seats == 3 { 7 } else { 6 }
}

/// Number of cards on the table in the vote phase (point 3).
#[must_use]
pub const fn table_size(seats: usize) -> usize {
    if seats == 3 { 5 } else { seats }
}

/// Least number of cards in a deck: full hands and a table.
#[must_use]
pub const fn least_deck(seats: usize) -> usize {
    seats * hand_size(seats) + table_size(seats)
}

impl Dixit {
    /// Number of cards that a seat gives in a turn (points 2 and 3).
    #[must_use]
    pub fn cards_to_give(&self, seat: usize) -> usize {
        if self.seats.len() == 3 && seat != self.storyteller { 2 } else { 1 }
    }

    /// Number of cards on the table in the vote phase.
    #[must_use]
    pub fn slots(&self) -> usize {
        table_size(self.seats.len())
    }

    /// Reads a position or an observation of a game with a deck of this size.
    ///
    /// # Errors
    /// The first error in the text and its byte offset.
    pub fn read_fen(text: &str, deck_size: usize) -> Result<Self, FenError> {
        super::fen::read(text, deck_size)
    }

    /// The number of cards in the deck.
    #[must_use]
    pub fn deck_size(&self) -> usize {
        self.deck_size
    }

    /// The phase of the turn.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The storyteller's seat, from 0.
    #[must_use]
    pub fn storyteller(&self) -> usize {
        self.storyteller
    }

    /// A seat at the table, from 0.
    ///
    /// # Panics
    /// When there is no such seat.
    #[must_use]
    pub fn seat(&self, seat: usize) -> &Seat {
        &self.seats[seat]
    }

    /// The clue; empty before the storyteller gives it.
    #[must_use]
    pub fn clue(&self) -> &str {
        &self.clue
    }

    /// The cards on the table by slot; empty outside the vote phase.
    #[must_use]
    pub fn table(&self) -> &[Card] {
        &self.table
    }

    /// The cards of earlier turns that are not back in the pile.
    #[must_use]
    pub fn discard(&self) -> Cards {
        self.discard
    }

    /// The seats other than the storyteller's.
    pub fn guessers(&self) -> impl Iterator<Item = usize> + use<> {
        let storyteller = self.storyteller;
        (0..self.seats.len()).filter(move |&seat| seat != storyteller)
    }

    /// The hand of a seat.
    ///
    /// # Errors
    /// [`MoveError::Hidden`] when the hand is hidden.
    pub fn known_hand(&self, seat: usize) -> Result<Cards, MoveError> {
        match self.seats[seat].hand {
            Hand::Known(cards) => Ok(cards),
            Hand::Hidden(_) => Err(MoveError::Hidden("expected a seat whose hand is known, found it hidden")),
        }
    }

    /// The cards that a seat has given; none if it has not given yet.
    ///
    /// # Errors
    /// [`MoveError::Hidden`] when they are hidden.
    pub fn known_given(&self, seat: usize) -> Result<Cards, MoveError> {
        match self.seats[seat].given {
            Given::Known(cards) => Ok(cards),
            Given::Nothing => Ok(Cards::default()),
            Given::Hidden => Err(MoveError::Hidden("expected to know who gave what, found it hidden")),
        }
    }
}

impl Party for Dixit {
    const OPTIONS: DeclaredOptions = options::DECLARED;

    type Action = Action;

    fn deal(game_options: &GameOptions) -> Self {
        let seats = options::seats(game_options);
        let rng = &mut game_options.chance.stream(Purpose::Deal, seats as u64);
        let deck_size = options::deck(game_options).len();
        let mut cards: Vec<Card> = Cards::of_deck(deck_size).iter().collect();
        cards.shuffle(rng);
        let size = hand_size(seats);
        let hands: Vec<Hand> = (0..seats).map(|_| Hand::Known(cards.drain(..size).collect())).collect();
        let seat = |hand| Seat { score: 0, hand, given: Given::Nothing, vote: Vote::None };
        Self {
            deck_size,
            phase: Phase::Clue,
            storyteller: options::storyteller(game_options),
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
            Phase::Clue => seat == self.storyteller,
            Phase::Give => self.seats[seat].given == Given::Nothing,
            Phase::Vote => seat != self.storyteller && self.seats[seat].vote == Vote::None,
            Phase::Over => false,
        }
    }

    fn actor(&self, action: &Action) -> usize {
        match *action {
            Action::Clue(..) => self.storyteller,
            Action::Give(seat, _) | Action::Vote(seat, _) => seat,
        }
    }

    fn is_known_to(&self, seat: usize) -> Result<(), MoveError> {
        self.known_hand(seat)?;
        self.known_given(seat).map(|_| ())
    }

    fn observation(&self, viewer: usize) -> Self {
        let mut observation = self.clone();
        for (i, seat) in observation.seats.iter_mut().enumerate().filter(|(i, _)| *i != viewer) {
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
        if !observation.pile.is_empty() {
            observation.pile = Pile::Hidden(observation.pile.len());
        }
        observation
    }

    fn after(&self, action: &Action, chance: &RandomSource) -> Result<(Self, Vec<String>), MoveError> {
        let mut after = self.clone();
        let mut events = Vec::new();
        match action {
            Action::Clue(card, clue) => after.play_clue(*card, clue)?,
            Action::Give(seat, cards) => after.play_give(*seat, *cards, chance, &mut events)?,
            Action::Vote(seat, slot) => after.play_vote(*seat, *slot, chance, &mut events)?,
        }
        Ok((after, events))
    }

    fn scores(&self) -> Vec<i32> {
        self.seats.iter().map(|seat| seat.score.cast_signed()).collect()
    }

    fn winners(&self) -> Option<(Vec<usize>, &'static str)> {
        let highest = self.seats.iter().map(|seat| seat.score).max().filter(|_| self.phase == Phase::Over)?;
        Some(((0..self.seats.len()).filter(|&seat| self.seats[seat].score == highest).collect(), "points"))
    }

    fn is_for(&self, options: &GameOptions) -> bool {
        options::deck(options).len() == self.deck_size
    }

    fn parse_fen_with(text: &str, options: &GameOptions) -> Result<Self, FenError> {
        Self::read_fen(text, options::deck(options).len())
    }

    fn to_fen(&self) -> String {
        super::fen::write(self)
    }

    fn read_action(word: &str) -> Result<Action, MoveError> {
        super::words::read(word)
    }

    fn write_action(action: &Action) -> String {
        super::words::write(action)
    }

    fn scene(&self, options: &GameOptions) -> Scene {
        super::scene::scene(self, options)
    }

    fn round_ended_by(&self, action: &Action, options: &GameOptions) -> Option<Round> {
        super::scene::round_ended_by(self, action, options)
    }

    fn diagram(&self, options: &GameOptions) -> String {
        super::diagram::draw(self, options)
    }

    fn key(&self) -> u64 {
        self.to_fen().bytes().fold(0, |key, byte| splitmix(key ^ u64::from(byte)).1)
    }
}

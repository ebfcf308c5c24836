//! Dixit as numbers. The planes are rows of cards; the actions are cards of the hand with clues, gifts and votes.

use petteia_core::party::Player;
use petteia_core::{GameOptions, Layout, Party, PlaneWriter};
use petteia_dixit_player::DixitPlayer;
use petteia_engine::{Session, SessionError};
use petteia_games::dixit::position::{GOAL, Given, Hand, Phase, hand_size, table_size};
use petteia_games::dixit::{Action, Cards, Dixit};

use crate::batch::Batch;
use crate::encoding::{Encoding, position};

/// Number of clues that the engine proposes for each card.
pub const CLUES: usize = 8;

/// Number of seats that planes have room for.
const MAX_SEATS: usize = 6;

/// The encoding of Dixit.
pub struct DixitEncoding;

/// The parts of the numbers of actions, one behind the other.
struct Numbers {
    hand: usize,
    gifts: usize,
    slots: usize,
}

impl Numbers {
    fn of(position: &Dixit) -> Self {
        let seats = position.seats();
        let hand = hand_size(seats);
        // With three seats each guesser gives a pair.
        let gifts = if seats == 3 { hand * (hand - 1) / 2 } else { hand };
        Self { hand, gifts, slots: table_size(seats) }
    }

    fn clues(&self) -> usize {
        CLUES * self.hand
    }

    fn all(&self) -> usize {
        self.clues() + self.gifts + self.slots
    }
}

/// The seat, from 0, that a number from 1 means; without one the first that is to act.
fn seat_of(position: &Dixit, seat: Option<u32>) -> Result<usize, SessionError> {
    let seats = position.seats();
    match seat {
        None => Ok((0..seats).find(|&seat| position.is_to_act(seat)).unwrap_or(0)),
        Some(found) if (1..=seats as u32).contains(&found) => Ok(found as usize - 1),
        Some(found) => Err(SessionError::Seat { seats: seats as u32, found }),
    }
}

/// The actions of a seat that is to act, each with its number, as the seat sees the position.
fn actions(game: &dyn Session, seat: Option<u32>) -> Result<Vec<(usize, Action)>, SessionError> {
    let position = position::<Dixit>(game);
    let seat = seat_of(position, seat)?;
    if !position.is_to_act(seat) {
        return Ok(Vec::new());
    }
    position
        .is_known_to(seat)
        .map_err(|_| SessionError::Unsupported("expected a position with the hand of the seat"))?;
    let (numbers, observation) = (Numbers::of(position), position.observation(seat));
    let listed = |first: usize, actions: Vec<Action>| (first..).zip(actions).collect();
    Ok(match position.phase() {
        Phase::Clue => {
            let default = GameOptions::default();
            let player = DixitPlayer::new(game.game_options().unwrap_or(&default));
            let candidates = player.clue_candidates(&observation, CLUES);
            let of_card = |(i, (card, clues)): (usize, (_, Vec<String>))| {
                let clues = clues.into_iter().map(move |clue| Action::Clue(card, clue));
                (CLUES * i..).zip(clues).collect::<Vec<_>>()
            };
            candidates.into_iter().enumerate().flat_map(of_card).collect()
        }
        Phase::Give => listed(numbers.clues(), gifts(&observation, seat)),
        Phase::Vote => {
            let own = given(&observation, seat);
            let slots = (1..).zip(observation.table()).filter(|&(_, &card)| !own.contains(card));
            let first = numbers.clues() + numbers.gifts;
            slots.map(|(slot, _)| (first + slot - 1, Action::Vote(seat, slot))).collect()
        }
        Phase::Over => Vec::new(),
    })
}

/// The cards or pairs of cards that a seat can give, in the order of the cards.
fn gifts(observation: &Dixit, seat: usize) -> Vec<Action> {
    let hand: Vec<_> = hand(observation, seat).iter().collect();
    let give = |cards: &[u16]| Action::Give(seat, cards.iter().copied().collect());
    if observation.cards_to_give(seat) == 1 {
        return hand.iter().map(|&card| give(&[card])).collect();
    }
    let pairs = hand.iter().enumerate().flat_map(|(i, &a)| hand[i + 1..].iter().map(move |&b| [a, b]));
    pairs.map(|pair| give(&pair)).collect()
}

fn hand(observation: &Dixit, seat: usize) -> Cards {
    match observation.seat(seat).hand {
        Hand::Known(cards) => cards,
        Hand::Hidden(_) => Cards::default(),
    }
}

fn given(observation: &Dixit, seat: usize) -> Cards {
    match observation.seat(seat).given {
        Given::Known(cards) => cards,
        Given::Nothing | Given::Hidden => Cards::default(),
    }
}

impl Encoding for DixitEncoding {
    /// One row with a square for each card of the deck.
    fn board(&self, game: &dyn Session) -> Layout {
        Layout { files: position::<Dixit>(game).deck_size(), ranks: 1 }
    }

    fn planes(&self) -> &'static [&'static str] {
        &[
            "own hand",
            "own cards on the table",
            "slot on the table",
            "cards of earlier turns",
            "time for a clue",
            "time to give",
            "time to vote",
            "viewer is the storyteller",
            "viewer is to act",
            "own score",
            "score of the next seat",
            "score of the second next seat",
            "score of the third next seat",
            "score of the fourth next seat",
            "score of the fifth next seat",
        ]
    }

    fn actions(&self, game: &dyn Session) -> usize {
        Numbers::of(position(game)).all()
    }

    fn write_planes(
        &self,
        game: &dyn Session,
        seat: Option<u32>,
        planes: &mut PlaneWriter,
    ) -> Result<(), SessionError> {
        let position = position::<Dixit>(game);
        let seat = seat_of(position, seat)?;
        let observation = position.observation(seat);
        let squares = |cards: Cards| cards.iter().map(|card| usize::from(card) - 1).collect::<Vec<_>>();
        planes.squares(squares(hand(&observation, seat)));
        planes.squares(squares(given(&observation, seat)));
        let table = (1_u8..).zip(observation.table());
        planes.values(table.map(|(slot, &card)| (usize::from(card) - 1, f32::from(slot))));
        planes.squares(squares(observation.discard()));
        for phase in [Phase::Clue, Phase::Give, Phase::Vote] {
            planes.flag(observation.phase() == phase);
        }
        planes.flag(observation.storyteller() == seat);
        planes.flag(observation.is_to_act(seat));
        let seats = observation.seats();
        for i in 0..MAX_SEATS {
            let score = if i < seats { observation.seat((seat + i) % seats).score } else { 0 };
            planes.all(f32::from(score as u16) / f32::from(GOAL as u16));
        }
        Ok(())
    }

    fn for_each_action(
        &self,
        game: &dyn Session,
        seat: Option<u32>,
        visit: &mut dyn FnMut(usize),
    ) -> Result<(), SessionError> {
        actions(game, seat)?.into_iter().for_each(|(number, _)| visit(number));
        Ok(())
    }

    fn words(&self, game: &dyn Session, seat: Option<u32>) -> Result<Vec<(usize, String)>, SessionError> {
        let actions = actions(game, seat)?.into_iter();
        Ok(actions.map(|(number, action)| (number, Dixit::write_action(&action))).collect())
    }

    fn word(&self, game: &dyn Session, seat: Option<u32>, action: usize) -> Result<Option<String>, SessionError> {
        let found = actions(game, seat)?.into_iter().find(|&(number, _)| number == action);
        Ok(found.map(|(_, action)| Dixit::write_action(&action)))
    }

    fn action(&self, game: &dyn Session, seat: Option<u32>, word: &str) -> Result<usize, SessionError> {
        let position = position::<Dixit>(game);
        let seat = seat_of(position, seat)?;
        let word = game.check_action(Some(seat as u32 + 1), word)?;
        let mut actions = actions(game, Some(seat as u32 + 1))?.into_iter();
        let found = actions.find(|(_, action)| Dixit::write_action(action) == word);
        found.map(|(number, _)| number).ok_or(SessionError::Unsupported("expected a clue that the engine proposes"))
    }

    fn batch(&self, _: usize, _: u64) -> Option<Box<dyn Batch>> {
        None
    }
}

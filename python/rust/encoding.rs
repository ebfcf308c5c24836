//! Positions and moves of every game as numbers.

use std::any::Any;
use std::marker::PhantomData;

use petteia_core::{Encode, Layout, Notation, PlaneWriter, Position, Searchable, Side, SimultaneousNotation};
use petteia_engine::{Session, SessionError, ToMove};
use petteia_games::dixit::Dixit;

use crate::batch::{Batch, Games};
use crate::dixit::DixitEncoding;

/// The numbers of a game, whatever its kind. A seat is counted from 1; without one it is the player to move.
pub trait Encoding: Sync {
    /// The board of the planes.
    fn board(&self, game: &dyn Session) -> Layout;

    /// What each plane tells.
    fn planes(&self) -> &'static [&'static str];

    /// Upper bound of the numbers of actions.
    fn actions(&self, game: &dyn Session) -> usize;

    /// Writes the planes as a seat sees the position.
    ///
    /// # Errors
    /// There is no such seat.
    fn write_planes(&self, game: &dyn Session, seat: Option<u32>, planes: &mut PlaneWriter)
    -> Result<(), SessionError>;

    /// Calls `visit` with the number of each legal action.
    ///
    /// # Errors
    /// There is no such seat.
    fn for_each_action(
        &self,
        game: &dyn Session,
        seat: Option<u32>,
        visit: &mut dyn FnMut(usize),
    ) -> Result<(), SessionError>;

    /// The legal actions as words, each with its number.
    ///
    /// # Errors
    /// There is no such seat.
    fn words(&self, game: &dyn Session, seat: Option<u32>) -> Result<Vec<(usize, String)>, SessionError>;

    /// The legal action with a number as a word; `None` if there is none.
    ///
    /// # Errors
    /// There is no such seat.
    fn word(&self, game: &dyn Session, seat: Option<u32>, action: usize) -> Result<Option<String>, SessionError>;

    /// The number of a legal action.
    ///
    /// # Errors
    /// The word is no legal action, or has no number.
    fn action(&self, game: &dyn Session, seat: Option<u32>, word: &str) -> Result<usize, SessionError>;

    /// Many games of this kind; `None` for a game in which several players act at a time.
    fn batch(&self, count: usize, seed: u64) -> Option<Box<dyn Batch>>;
}

macro_rules! encodings {
    (@of sequential $game:ty) => { &Sequential::<$game>(PhantomData) };
    (@of simultaneous $game:ty) => { &Simultaneous::<$game>(PhantomData) };
    (@of party $game:ty) => { &DixitEncoding as &dyn OfGame<$game> };
    ($($kind:ident $name:literal [$($alias:literal),*] $game:ty, $eval:ty $(, $options:path)?;)+) => {
        &[$(($name, encodings!(@of $kind $game))),+]
    };
}

/// The encoding of each game of the registry.
static ENCODINGS: &[(&str, &dyn Encoding)] = petteia_engine::for_each_variant!(encodings);

/// An encoding of the positions of a type: what the registry says about a party game is checked when this is compiled.
trait OfGame<P>: Encoding {}

impl OfGame<Dixit> for DixitEncoding {}

/// The encoding of a game of the registry, by its own name.
pub fn encoding_of(name: &str) -> Option<&'static dyn Encoding> {
    ENCODINGS.iter().find(|(game, _)| *game == name).map(|&(_, encoding)| encoding)
}

/// The encoding of a game of two players who move in turn.
struct Sequential<P>(PhantomData<fn() -> P>);

/// The encoding of a game of two players who choose at the same time.
struct Simultaneous<P>(PhantomData<fn() -> P>);

/// The position of a game whose type is known.
///
/// # Panics
/// It is of another type.
pub fn position<P: Any>(game: &dyn Session) -> &P {
    game.position_any().downcast_ref().expect("the type that the registry names")
}

/// The side of a seat; without a seat the side to move, or the first one if both are.
fn side_of(game: &dyn Session, seat: Option<u32>) -> Result<Side, SessionError> {
    match (seat, game.turn()) {
        (Some(1), _) => Ok(Side::First),
        (Some(2), _) => Ok(Side::Second),
        (Some(found), _) => Err(SessionError::Seat { seats: 2, found }),
        (None, ToMove::Side(side)) => Ok(side),
        (None, _) => Ok(Side::First),
    }
}

impl<P> Encoding for Sequential<P>
where
    P: Searchable + Notation + Encode<Action = <P as Position>::Move>,
{
    fn board(&self, _: &dyn Session) -> Layout {
        P::BOARD
    }

    fn planes(&self) -> &'static [&'static str] {
        P::PLANES
    }

    fn actions(&self, _: &dyn Session) -> usize {
        P::ACTIONS
    }

    fn write_planes(
        &self,
        game: &dyn Session,
        seat: Option<u32>,
        planes: &mut PlaneWriter,
    ) -> Result<(), SessionError> {
        position::<P>(game).write_planes(side_of(game, seat)?, planes);
        Ok(())
    }

    fn for_each_action(
        &self,
        game: &dyn Session,
        seat: Option<u32>,
        visit: &mut dyn FnMut(usize),
    ) -> Result<(), SessionError> {
        let position = position::<P>(game);
        if side_of(game, seat)? == position.side() {
            position.for_each_move(|m| visit(P::action(m)));
        }
        Ok(())
    }

    fn words(&self, game: &dyn Session, seat: Option<u32>) -> Result<Vec<(usize, String)>, SessionError> {
        let (position, mut words) = (position::<P>(game), Vec::new());
        if side_of(game, seat)? == position.side() {
            position.for_each_move(|m| words.push((P::action(m), position.write_move(m))));
        }
        Ok(words)
    }

    fn word(&self, game: &dyn Session, seat: Option<u32>, action: usize) -> Result<Option<String>, SessionError> {
        let position = position::<P>(game);
        if side_of(game, seat)? != position.side() {
            return Ok(None);
        }
        Ok(move_of(position, action).map(|m| position.write_move(m)))
    }

    fn action(&self, game: &dyn Session, seat: Option<u32>, word: &str) -> Result<usize, SessionError> {
        let position = position::<P>(game);
        if side_of(game, seat)? != position.side() {
            return Err(SessionError::Unsupported("expected the player to move, found the other one"));
        }
        let word = game.check_action(None, word)?;
        let m = position.parse_move(&word).ok().and_then(|m| position.legal_moves().into_iter().find(|&n| n == m));
        m.map(P::action).ok_or(SessionError::Unsupported("expected a legal move"))
    }

    fn batch(&self, count: usize, seed: u64) -> Option<Box<dyn Batch>> {
        Some(Box::new(Games::<P>::new(count, seed)))
    }
}

/// The legal move with a number; the first of them if several share it.
pub fn move_of<P: Position + Encode<Action = <P as Position>::Move>>(position: &P, action: usize) -> Option<P::Move> {
    let mut found = None;
    position.for_each_move(|m| {
        if found.is_none() && P::action(m) == action {
            found = Some(m);
        }
    });
    found
}

impl<P> Encoding for Simultaneous<P>
where
    P: SimultaneousNotation + Encode<Action = <P as petteia_core::Simultaneous>::Choice>,
{
    fn board(&self, _: &dyn Session) -> Layout {
        P::BOARD
    }

    fn planes(&self) -> &'static [&'static str] {
        P::PLANES
    }

    fn actions(&self, _: &dyn Session) -> usize {
        P::ACTIONS
    }

    fn write_planes(
        &self,
        game: &dyn Session,
        seat: Option<u32>,
        planes: &mut PlaneWriter,
    ) -> Result<(), SessionError> {
        position::<P>(game).write_planes(side_of(game, seat)?, planes);
        Ok(())
    }

    fn for_each_action(
        &self,
        game: &dyn Session,
        seat: Option<u32>,
        visit: &mut dyn FnMut(usize),
    ) -> Result<(), SessionError> {
        position::<P>(game).for_each_choice(side_of(game, seat)?, |choice| visit(P::action(choice)));
        Ok(())
    }

    fn words(&self, game: &dyn Session, seat: Option<u32>) -> Result<Vec<(usize, String)>, SessionError> {
        let (position, mut words) = (position::<P>(game), Vec::new());
        position.for_each_choice(side_of(game, seat)?, |choice| {
            words.push((P::action(choice), position.write_choice(choice)));
        });
        Ok(words)
    }

    fn word(&self, game: &dyn Session, seat: Option<u32>, action: usize) -> Result<Option<String>, SessionError> {
        let position = position::<P>(game);
        let mut found = None;
        position.for_each_choice(side_of(game, seat)?, |choice| {
            if found.is_none() && P::action(choice) == action {
                found = Some(choice);
            }
        });
        Ok(found.map(|choice| position.write_choice(choice)))
    }

    fn action(&self, game: &dyn Session, seat: Option<u32>, word: &str) -> Result<usize, SessionError> {
        let side = side_of(game, seat)?;
        let word = game.check_action(Some(side.seat()), word)?;
        let choice = position::<P>(game).read_choice(side, &word).ok();
        choice.map(P::action).ok_or(SessionError::Unsupported("expected a legal choice"))
    }

    fn batch(&self, _: usize, _: u64) -> Option<Box<dyn Batch>> {
        None
    }
}

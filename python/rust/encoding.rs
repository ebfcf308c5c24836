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
    (@of sequential $game:ty) => { &TwoSides::<$game, Sequential>(PhantomData) };
    (@of simultaneous $game:ty) => { &TwoSides::<$game, Simultaneous>(PhantomData) };
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

/// The encoding of a game of two sides.
struct TwoSides<P, K>(PhantomData<fn() -> (P, K)>);

/// How the sides of a game act.
trait Kind<P: Encode> {
    /// Calls `visit` with each legal action of a side.
    fn for_each_action(position: &P, side: Side, visit: impl FnMut(P::Action));

    /// An action as a word.
    fn write(position: &P, action: P::Action) -> String;

    /// The legal action of a side that a word means.
    ///
    /// # Errors
    /// There is none.
    fn read(game: &dyn Session, side: Side, word: &str) -> Result<P::Action, SessionError>;

    /// Many games of this kind, as [`Encoding::batch`] says.
    fn batch(count: usize, seed: u64) -> Option<Box<dyn Batch>>;
}

/// The sides move in turn.
struct Sequential;

/// The sides choose at the same time.
struct Simultaneous;

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

impl<P, K> Encoding for TwoSides<P, K>
where
    P: Encode + Any,
    K: Kind<P>,
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
        K::for_each_action(position(game), side_of(game, seat)?, |action| visit(P::action(action)));
        Ok(())
    }

    fn words(&self, game: &dyn Session, seat: Option<u32>) -> Result<Vec<(usize, String)>, SessionError> {
        let (position, mut words) = (position(game), Vec::new());
        K::for_each_action(position, side_of(game, seat)?, |action| {
            words.push((P::action(action), K::write(position, action)));
        });
        Ok(words)
    }

    fn word(&self, game: &dyn Session, seat: Option<u32>, action: usize) -> Result<Option<String>, SessionError> {
        let (position, mut found) = (position(game), None);
        K::for_each_action(position, side_of(game, seat)?, |legal| {
            if found.is_none() && P::action(legal) == action {
                found = Some(legal);
            }
        });
        Ok(found.map(|action| K::write(position, action)))
    }

    fn action(&self, game: &dyn Session, seat: Option<u32>, word: &str) -> Result<usize, SessionError> {
        K::read(game, side_of(game, seat)?, word).map(P::action)
    }

    fn batch(&self, count: usize, seed: u64) -> Option<Box<dyn Batch>> {
        K::batch(count, seed)
    }
}

impl<P> Kind<P> for Sequential
where
    P: Searchable + Notation + Encode<Action = <P as Position>::Move>,
{
    fn for_each_action(position: &P, side: Side, visit: impl FnMut(P::Move)) {
        if side == position.side() {
            position.for_each_move(visit);
        }
    }

    fn write(position: &P, action: P::Move) -> String {
        position.write_move(action)
    }

    fn read(game: &dyn Session, side: Side, word: &str) -> Result<P::Move, SessionError> {
        let position = position::<P>(game);
        if side != position.side() {
            return Err(SessionError::Unsupported("expected the player to move, found the other one"));
        }
        let word = game.check_action(None, word)?;
        let m = position.parse_move(&word).ok().filter(|m| position.legal_moves().contains(m));
        m.ok_or(SessionError::Unsupported("expected a legal move"))
    }

    fn batch(count: usize, seed: u64) -> Option<Box<dyn Batch>> {
        Some(Box::new(Games::<P>::new(count, seed)))
    }
}

impl<P> Kind<P> for Simultaneous
where
    P: SimultaneousNotation + Encode<Action = <P as petteia_core::Simultaneous>::Choice>,
{
    fn for_each_action(position: &P, side: Side, visit: impl FnMut(P::Choice)) {
        position.for_each_choice(side, visit);
    }

    fn write(position: &P, action: P::Choice) -> String {
        position.write_choice(action)
    }

    fn read(game: &dyn Session, side: Side, word: &str) -> Result<P::Choice, SessionError> {
        let word = game.check_action(Some(side.seat()), word)?;
        let choice = position::<P>(game).read_choice(side, &word);
        choice.map_err(|_| SessionError::Unsupported("expected a legal choice"))
    }

    fn batch(_: usize, _: u64) -> Option<Box<dyn Batch>> {
        None
    }
}

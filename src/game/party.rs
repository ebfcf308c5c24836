//! Games of several seats with hidden hands.

use super::options::DeclaredOptions;
use super::{FenError, GameOptions, MoveError};
use crate::base::Chance;

/// A position of a party game, or a seat's view of one, in which what the seat may not know is missing.
/// Seats count from 0.
///
/// Laws, which the tests hold every game to:
/// * what is played, observed and said depends on the position, the chance and the action alone;
/// * a view of a view is that view, and the text of a view gives it back;
/// * an action that is legal in a position is legal in the view of its seat, or refused there as
///   [hidden](MoveError::Hidden).
pub trait Party: Clone + Eq + Send + Sync + 'static {
    /// The options that the game declares.
    const OPTIONS: DeclaredOptions = DeclaredOptions::NONE;

    /// What a seat does when it acts.
    type Action: Clone + Eq + Send + Sync + 'static;

    /// The start of a game.
    fn deal(options: &GameOptions) -> Self;

    /// The number of seats.
    fn seats(&self) -> usize;

    /// Whether a seat is to act.
    fn is_to_act(&self, seat: usize) -> bool;

    /// The seat whose action this is.
    fn actor(&self, action: &Self::Action) -> usize;

    /// Makes sure that all is known here that a seat knows of the position.
    ///
    /// # Errors
    /// [`MoveError::Hidden`] when this is the view of another seat.
    fn is_known_to(&self, seat: usize) -> Result<(), MoveError>;

    /// What a seat knows of the position.
    #[must_use]
    fn view(&self, seat: usize) -> Self;

    /// The position after an action, and what happens beside the action itself, in the game's own words.
    ///
    /// # Errors
    /// [`MoveError::Illegal`], or [`MoveError::Hidden`] where that cannot be known or carried out here.
    fn after(&self, action: &Self::Action, chance: &Chance) -> Result<(Self, Vec<String>), MoveError>;

    /// The score of each seat.
    fn scores(&self) -> Vec<i32>;

    /// The seats that have won, and why the game is over, in one word.
    fn winners(&self) -> Option<(Vec<usize>, &'static str)>;

    /// Reads a position or a view.
    ///
    /// # Errors
    /// The first thing wrong with the text, and where.
    fn read_fen(text: &str) -> Result<Self, FenError>;

    /// The position as text; [`read_fen`](Party::read_fen) gives it back.
    fn write_fen(&self) -> String;

    /// Reads an action; whether it is legal is for [`after`](Party::after) to say.
    ///
    /// # Errors
    /// [`MoveError::Syntax`] for words that are never an action.
    fn read_action(word: &str) -> Result<Self::Action, MoveError>;

    /// The canonical text of an action.
    fn write_action(action: &Self::Action) -> String;

    /// The table for people, lines ended by `\n`.
    fn diagram(&self, options: &GameOptions) -> String;

    /// A hash of the position.
    fn key(&self) -> u64;
}

/// What a player says of its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice<A> {
    /// What to do.
    pub action: A,
    /// What it believes, a line each.
    pub notes: Vec<String>,
}

/// Hears how many tries a player has made since it last asked, and says whether it is to answer now.
pub type IsOver<'a> = &'a dyn Fn(u64) -> bool;

/// A player of a party game. Among equals it chooses by the chance of the options and its view: for equal views its
/// answers are equal.
pub trait Player<P: Party>: Send + Sync + 'static {
    /// A player with the options of the game.
    fn new(options: &GameOptions) -> Self;

    /// The actions of a seat that is to act, from its view, each in one form; within milliseconds.
    fn actions(&self, view: &P, seat: usize) -> Vec<P::Action>;

    /// What a seat that is to act should do, from its view; one of `only` unless that is empty. It asks every few
    /// milliseconds whether it `is_over`, and then answers with the best so far.
    fn advise(&self, view: &P, seat: usize, only: &[P::Action], is_over: IsOver) -> Advice<P::Action>;
}

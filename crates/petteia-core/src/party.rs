//! Party games: games of several seats with hidden hands.

use super::options::DeclaredOptions;
use super::{FenError, GameOptions, MoveError};
use crate::scene::Round;
use crate::{RandomSource, Scene};

/// A position of a party game, or the observation of one seat. An observation lacks everything that its seat does not
/// know. Seats are numbered from 0.
///
/// The tests check these laws for every game:
/// * Every result depends on the position, the chance and the action alone.
/// * The observation of an observation is the same observation. Reading the text of an observation gives the same
///   observation.
/// * An action that is legal in a position is legal in the observation of its seat, or an error there of the kind
///   [hidden](MoveError::Hidden).
pub trait Party: Clone + Eq + Send + Sync + 'static {
    /// The options that the game declares.
    const OPTIONS: DeclaredOptions = DeclaredOptions::NONE;

    /// An action of a seat.
    type Action: Clone + Eq + Send + Sync + 'static;

    /// The position at the start of a game.
    fn deal(options: &GameOptions) -> Self;

    /// The number of seats.
    fn seats(&self) -> usize;

    /// Whether it is the turn of a seat to act.
    fn is_to_act(&self, seat: usize) -> bool;

    /// The seat that an action belongs to.
    fn actor(&self, action: &Self::Action) -> usize;

    /// Checks that this position has all that a seat knows.
    ///
    /// # Errors
    /// [`MoveError::Hidden`] if this is the observation of another seat.
    fn is_known_to(&self, seat: usize) -> Result<(), MoveError>;

    /// The observation of a seat: what it knows of the position.
    #[must_use]
    fn observation(&self, seat: usize) -> Self;

    /// The position after an action, and the effects of the action in the terms of the game.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] if the action is not legal. [`MoveError::Hidden`] if that or the result depends on
    /// information that this observation does not have.
    fn after(&self, action: &Self::Action, chance: &RandomSource) -> Result<(Self, Vec<String>), MoveError>;

    /// The score of each seat.
    fn scores(&self) -> Vec<i32>;

    /// The seats that have won, and why the game is over, in one word. `None` if the game is not over.
    fn winners(&self) -> Option<(Vec<usize>, &'static str)>;

    /// Whether a game in progress can go on with these options.
    fn is_for(&self, _options: &GameOptions) -> bool {
        true
    }

    /// Reads a position or an observation of a game with these options.
    ///
    /// # Errors
    /// The first error in the text and its byte offset.
    fn parse_fen_with(text: &str, options: &GameOptions) -> Result<Self, FenError>;

    /// Reads a position or an observation of a game with the default options.
    ///
    /// # Errors
    /// The first error in the text and its byte offset.
    fn parse_fen(text: &str) -> Result<Self, FenError> {
        Self::parse_fen_with(text, &GameOptions::default())
    }

    /// Writes the position as text that [`parse_fen`](Party::parse_fen) reads back.
    fn to_fen(&self) -> String;

    /// Reads an action. It does not check whether the action is legal; [`after`](Party::after) does.
    ///
    /// # Errors
    /// [`MoveError::Syntax`] if the word is not an action.
    fn read_action(word: &str) -> Result<Self::Action, MoveError>;

    /// The canonical text of an action.
    fn write_action(action: &Self::Action) -> String;

    /// A diagram of the table. Every line ends with `\n`.
    fn diagram(&self, options: &GameOptions) -> String;

    /// The position or observation as data for programs that draw it.
    fn scene(&self, options: &GameOptions) -> Scene;

    /// The round that an action ends in this position. `None` if it does not end one, or if some of it is hidden.
    fn round_ended_by(&self, _action: &Self::Action, _options: &GameOptions) -> Option<Round> {
        None
    }

    /// A hash of the position.
    fn key(&self) -> u64;
}

/// The answer of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice<A> {
    /// The action to play.
    pub action: A,
    /// Remarks on the position, one line each.
    pub notes: Vec<String>,
}

/// Whether a player must answer now. The argument is the number of nodes since the last call.
pub type IsOver<'a> = &'a dyn Fn(u64) -> bool;

/// A player of a party game. Equal options and observations give equal answers: the player breaks ties with the chance
/// of the options and its observation.
pub trait Player<P: Party>: Send + Sync + 'static {
    /// Makes a player with the options of the game.
    fn new(options: &GameOptions) -> Self;

    /// The actions of a seat whose turn it is, from its observation. Actions that differ only in form are listed once.
    /// It takes a few milliseconds at most.
    fn actions(&self, observation: &P, seat: usize) -> Vec<P::Action>;

    /// The best action of a seat whose turn it is, from its observation. If `only` is not empty, the action is one of
    /// those. The player calls `is_over` every few milliseconds. When that is true, it answers with the best action so
    /// far. With `noise` above 0 it plays below full strength: it adds random numbers in proportion to what it thinks of
    /// each action, so that at 1 its choice has little to do with the clue.
    fn advise(
        &self,
        observation: &P,
        seat: usize,
        only: &[P::Action],
        noise: f64,
        is_over: IsOver,
    ) -> Advice<P::Action>;
}

/// The text for some seats, numbered from 0, such as `seat 2` or `seats 1,4`.
#[must_use]
pub fn seat_names(seats: &[usize]) -> String {
    let numbers: Vec<String> = seats.iter().map(|seat| (seat + 1).to_string()).collect();
    format!("{} {}", if seats.len() == 1 { "seat" } else { "seats" }, numbers.join(","))
}

//! The differences between the rule books, for the naive board.

use petteia_core::Notation;
use petteia_games::draughts::{
    Antidraughts, Brazilian, Breakthrough, Checkers, Frisian, International, Italian, Killer, Russian,
};

/// Which captures are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Precedence {
    Any,
    MostPieces,
    /// Frisian: men count 100 and kings 199, then a king captures.
    GreatestValue,
    /// Italian: most pieces, a king captures, most kings, kings first.
    FourRules,
}

/// When a man becomes a king in a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crowning {
    AndStops,
    IfItEndsThere,
    AndGoesOn,
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Winner {
    LastToMove,
    FirstWithoutMove,
    FirstKing,
}

#[expect(clippy::struct_excessive_bools, reason = "each is a rule")]
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Book {
    pub(crate) name: &'static str,
    /// Number of rows, and of columns.
    pub(crate) size: i32,
    /// The side that moves first, `W` or `B`.
    pub(crate) first: char,
    /// The right corner of a player is dark.
    pub(crate) dark_on_the_right: bool,
    /// Squares are written as `c3`.
    pub(crate) letters: bool,
    pub(crate) flying_kings: bool,
    pub(crate) men_capture_backward: bool,
    pub(crate) men_capture_kings: bool,
    pub(crate) straight_captures: bool,
    pub(crate) halts_behind_king: bool,
    pub(crate) kings_rest: bool,
    pub(crate) precedence: Precedence,
    pub(crate) crowning: Crowning,
    pub(crate) winner: Winner,
}

pub(crate) const INTERNATIONAL: Book = Book {
    name: "draughts",
    size: 10,
    first: 'W',
    dark_on_the_right: false,
    letters: false,
    flying_kings: true,
    men_capture_backward: true,
    men_capture_kings: true,
    straight_captures: false,
    halts_behind_king: false,
    kings_rest: false,
    precedence: Precedence::MostPieces,
    crowning: Crowning::IfItEndsThere,
    winner: Winner::LastToMove,
};

pub(crate) const ENGLISH: Book = Book {
    name: "checkers",
    size: 8,
    first: 'B',
    flying_kings: false,
    men_capture_backward: false,
    precedence: Precedence::Any,
    crowning: Crowning::AndStops,
    ..INTERNATIONAL
};

pub(crate) const BRAZILIAN: Book = Book { name: "brazilian", size: 8, letters: true, ..INTERNATIONAL };

pub(crate) const RUSSIAN: Book =
    Book { name: "russian", precedence: Precedence::Any, crowning: Crowning::AndGoesOn, ..BRAZILIAN };

pub(crate) const ITALIAN: Book = Book {
    name: "italian",
    first: 'W',
    dark_on_the_right: true,
    men_capture_kings: false,
    precedence: Precedence::FourRules,
    ..ENGLISH
};

pub(crate) const FRISIAN: Book = Book {
    name: "frisian",
    straight_captures: true,
    kings_rest: true,
    precedence: Precedence::GreatestValue,
    ..INTERNATIONAL
};

pub(crate) const KILLER: Book = Book { name: "killer", halts_behind_king: true, ..INTERNATIONAL };
pub(crate) const BREAKTHROUGH: Book = Book { name: "breakthrough", winner: Winner::FirstKing, ..INTERNATIONAL };
pub(crate) const ANTIDRAUGHTS: Book = Book { name: "antidraughts", winner: Winner::FirstWithoutMove, ..INTERNATIONAL };

/// A check of a game and its rule book.
pub(crate) trait Check {
    fn check<P: Notation>(&self, book: &'static Book);
}

/// Checks every game.
pub(crate) fn check_all(check: &impl Check) {
    check.check::<Checkers>(&ENGLISH);
    check.check::<International>(&INTERNATIONAL);
    check.check::<Russian>(&RUSSIAN);
    check.check::<Brazilian>(&BRAZILIAN);
    check.check::<Italian>(&ITALIAN);
    check.check::<Frisian>(&FRISIAN);
    check.check::<Killer>(&KILLER);
    check.check::<Breakthrough>(&BREAKTHROUGH);
    check.check::<Antidraughts>(&ANTIDRAUGHTS);
}

//! The slices of draughts, and positions as the side to move sees them.

use std::fmt;
use std::str::FromStr;

use petteia_core::words::quoted;
use petteia_core::{Position, Side};
use petteia_games::draughts::board::turn;
use petteia_games::draughts::position::Draughts;
use petteia_games::draughts::rules::{Colour, Rules};

use crate::combinations::{MAX_PIECES, size};
use crate::endgames::Material;

/// The pieces of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Army {
    /// Number of men.
    pub men: usize,
    /// Number of kings.
    pub kings: usize,
}

impl Army {
    /// Number of pieces.
    #[must_use]
    pub fn pieces(self) -> usize {
        self.men + self.kings
    }
}

/// A slice: all positions with the same material and side to move.
///
/// Its name is the kings and men of the side to move, then those of the enemy: `KMvKK`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slice {
    /// The side to move.
    pub own: Army,
    /// The other side.
    pub enemy: Army,
}

impl Slice {
    /// Number of men on the board.
    #[must_use]
    pub fn men(self) -> usize {
        self.own.men + self.enemy.men
    }
}

impl Material for Slice {
    const SLOTS: usize = 1 << 12;

    /// No army has more than seven pieces.
    #[inline]
    fn slot(self) -> usize {
        let Self { own, enemy } = self;
        own.men | own.kings << 3 | enemy.men << 6 | enemy.kings << 9
    }

    fn pieces(self) -> usize {
        self.own.pieces() + self.enemy.pieces()
    }

    fn turned(self) -> Self {
        Self { own: self.enemy, enemy: self.own }
    }

    fn up_to(pieces: usize) -> Vec<Self> {
        let armies = |pieces: usize| (0..=pieces).map(move |men| Army { men, kings: pieces - men });
        let splits = (2..=pieces).flat_map(|total| (1..total).map(move |own| (own, total - own)));
        let pairs = splits.flat_map(|(own, enemy)| {
            armies(own).flat_map(move |own| armies(enemy).map(move |enemy| Self { own, enemy }))
        });
        let mut slices: Vec<Self> = pairs.filter(|slice| slice.own >= slice.enemy).collect();
        slices.sort_by_key(|slice| (slice.pieces(), slice.men(), *slice));
        slices
    }
}

impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = |army: Army| "K".repeat(army.kings) + &"M".repeat(army.men);
        write!(f, "{}v{}", name(self.own), name(self.enemy))
    }
}

impl FromStr for Slice {
    type Err = String;

    /// Reads the name of a slice. The error is what was found.
    fn from_str(name: &str) -> Result<Self, String> {
        let army = |text: &str| {
            let kings = text.bytes().take_while(|&byte| byte == b'K').count();
            let men = text.len() - kings;
            let is_sorted = text.as_bytes()[kings..].iter().all(|&byte| byte == b'M');
            (is_sorted && (1..MAX_PIECES).contains(&text.len())).then_some(Army { men, kings })
        };
        let slice = name.split_once('v').and_then(|(own, enemy)| Some(Self { own: army(own)?, enemy: army(enemy)? }));
        slice.filter(|slice| slice.pieces() <= MAX_PIECES).ok_or_else(|| quoted(name))
    }
}

/// A position as the side to move sees it, as bitboards. Its men move up. For Black the board is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The men of the side to move.
    pub own_men: u64,
    /// The kings of the side to move.
    pub own_kings: u64,
    /// The men of the enemy.
    pub enemy_men: u64,
    /// The kings of the enemy.
    pub enemy_kings: u64,
}

impl Placement {
    /// The placement of a position.
    #[inline]
    #[must_use]
    pub fn of<R: Rules>(position: &Draughts<R>) -> Self {
        let (own, enemy) = (position.side(), !position.side());
        let view = |set| if Draughts::<R>::moves_down(own) { turn::<R>(set) } else { set };
        Self {
            own_men: view(position.men(own)),
            own_kings: view(position.kings(own)),
            enemy_men: view(position.men(enemy)),
            enemy_kings: view(position.kings(enemy)),
        }
    }

    /// The position with White to move.
    #[inline]
    #[must_use]
    pub fn position<R: Rules>(self) -> Draughts<R> {
        let white = Draughts::<R>::side_of(Colour::White);
        let mut position = Draughts::empty(white);
        let mut put = |mut set: u64, side: Side, king| {
            while set != 0 {
                position.put(side, set.trailing_zeros(), king);
                set &= set - 1;
            }
        };
        put(self.own_men, white, false);
        put(self.own_kings, white, true);
        put(self.enemy_men, !white, false);
        put(self.enemy_kings, !white, true);
        position
    }

    /// The same pieces with the other side to move.
    #[inline]
    #[must_use]
    pub fn turned<R: Rules>(self) -> Self {
        Self {
            own_men: turn::<R>(self.enemy_men),
            own_kings: turn::<R>(self.enemy_kings),
            enemy_men: turn::<R>(self.own_men),
            enemy_kings: turn::<R>(self.own_kings),
        }
    }

    /// The material.
    #[inline]
    #[must_use]
    pub fn slice(self) -> Slice {
        let army = |men, kings| Army { men: size(men), kings: size(kings) };
        Slice { own: army(self.own_men, self.own_kings), enemy: army(self.enemy_men, self.enemy_kings) }
    }

    /// All pieces.
    #[inline]
    #[must_use]
    pub fn occupied(self) -> u64 {
        self.own_men | self.own_kings | self.enemy_men | self.enemy_kings
    }
}

//! The seats of a game and the persons on them.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use petteia_core::words::quoted;
use petteia_engine::{Session, ToMove};

/// The seats of a game. In games of two players they have the names of their colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seats {
    count: u32,
    colours: Option<[&'static str; 2]>,
}

const WHITE_FIRST: [&str; 2] = ["white", "black"];
const BLACK_FIRST: [&str; 2] = ["black", "white"];

impl Seats {
    /// The seats of this game.
    pub fn of(game: &dyn Session) -> Self {
        let colours = match game.turn() {
            ToMove::Side(_) => {
                let is_white = game.side_name() == WHITE_FIRST[0];
                Some(if is_white == game.p1_turn() { WHITE_FIRST } else { BLACK_FIRST })
            }
            ToMove::Both => Some(WHITE_FIRST),
            ToMove::Seats(_) => None,
        };
        Self { count: game.scores().len() as u32, colours }
    }

    /// Their numbers.
    pub fn all(self) -> impl Iterator<Item = u32> {
        1..=self.count
    }

    /// The name of a seat.
    pub fn name(self, seat: u32) -> String {
        let colour = self.colours.and_then(|colours| colours.get(seat as usize - 1).copied());
        colour.map_or_else(|| format!("seat {seat}"), ToOwned::to_owned)
    }

    /// The names of these seats.
    pub fn names(self, seats: &BTreeSet<u32>) -> String {
        seats.iter().map(|&seat| self.name(seat)).collect::<Vec<_>>().join(", ")
    }
}

/// The seats that persons play; the engine plays the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HumanSeats(pub BTreeSet<u32>);

impl HumanSeats {
    /// Reads a word for seats.
    ///
    /// # Errors
    /// There are no such seats.
    pub fn read(word: &str, seats: Seats) -> Result<Self, String> {
        let lower = word.to_lowercase();
        let colour = seats.colours.and_then(|colours| (1..).zip(colours).find(|(_, name)| *name == lower));
        let chosen = match (lower.as_str(), colour) {
            (_, Some((seat, _))) => Some([seat].into()),
            ("first", _) => Some([1].into()),
            ("second", _) => Some([2].into()),
            ("both" | "all", _) => Some(seats.all().collect()),
            ("none", _) => Some(BTreeSet::new()),
            _ => lower.split(',').map(|number| number.trim().parse().ok()).collect(),
        };
        let chosen = chosen.filter(|chosen: &BTreeSet<u32>| chosen.iter().all(|seat| (1..=seats.count).contains(seat)));
        let colours = seats.colours.map_or(String::new(), |names| format!(" {}, {},", names[0], names[1]));
        let refuse = || {
            format!(
                "expected first, second, both, none,{colours} or seats from 1 to {}, found {}",
                seats.count,
                quoted(word)
            )
        };
        chosen.map(Self).ok_or_else(refuse)
    }

    /// Whether a person has this seat.
    pub fn have(&self, seat: u32) -> bool {
        self.0.contains(&seat)
    }

    /// Without the seats that a game does not have.
    pub fn at(&self, seats: Seats) -> Self {
        Self(self.0.iter().copied().filter(|&seat| seat <= seats.count).collect())
    }

    /// The seats of the others.
    pub fn flipped(&self, seats: Seats) -> Self {
        Self(seats.all().filter(|&seat| !self.have(seat)).collect())
    }
}

impl Display for HumanSeats {
    /// The word that [`read`](HumanSeats::read) takes.
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("none");
        }
        f.write_str(&self.0.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
    }
}

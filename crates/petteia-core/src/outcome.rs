//! Results of games.

use std::fmt;
use std::str::FromStr;

use super::Side;
use super::party::seat_names;

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum Outcome {
    /// This side has won.
    Win(Side),
    /// Nobody has won.
    Draw,
}

impl Outcome {
    /// Every outcome.
    const ALL: [Self; 3] = [Self::Win(Side::First), Self::Win(Side::Second), Self::Draw];

    /// The word of the protocol.
    const fn word(self) -> &'static str {
        match self {
            Self::Win(Side::First) => "p1win",
            Self::Win(Side::Second) => "p2win",
            Self::Draw => "draw",
        }
    }

    /// The side that has won; `None` for a draw.
    #[must_use]
    pub fn winner(self) -> Option<Side> {
        match self {
            Self::Win(side) => Some(side),
            Self::Draw => None,
        }
    }
}

/// Writes `p1win`, `p2win` or `draw`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A text is not an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoOutcome;

impl fmt::Display for NoOutcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("expected p1win, p2win or draw")
    }
}

impl std::error::Error for NoOutcome {}

/// Reads `p1win`, `p2win` or `draw`.
impl FromStr for Outcome {
    type Err = NoOutcome;

    fn from_str(text: &str) -> Result<Self, NoOutcome> {
        Self::ALL.into_iter().find(|outcome| outcome.word() == text).ok_or(NoOutcome)
    }
}

/// The result of a finished game of any kind.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// Of a game of two sides.
    Sides(Outcome),
    /// The seats that have won, from 0, in a game of several seats.
    Seats(Vec<usize>),
}

impl GameResult {
    /// The outcome of a game of two sides.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Sides(outcome) => Some(*outcome),
            Self::Seats(_) => None,
        }
    }

    /// Reads a result, or `none` for a game without one.
    ///
    /// # Errors
    /// The text is neither.
    pub fn read_optional(text: &str) -> Result<Option<Self>, NoOutcome> {
        if text == NO_RESULT { Ok(None) } else { text.parse().map(Some) }
    }

    /// Writes what [`read_optional`](Self::read_optional) reads.
    #[must_use]
    pub fn optional_word(result: Option<&Self>) -> String {
        result.map_or_else(|| NO_RESULT.into(), ToString::to_string)
    }
}

/// The word for the result of a game that has none.
const NO_RESULT: &str = "none";

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        Self::Sides(outcome)
    }
}

/// Reads the words of the protocol, as [`Display`](fmt::Display) writes them.
impl FromStr for GameResult {
    type Err = NoOutcome;

    fn from_str(text: &str) -> Result<Self, NoOutcome> {
        let Some(numbers) = text.strip_prefix("seat ").or_else(|| text.strip_prefix("seats ")) else {
            return text.parse().map(Self::Sides);
        };
        let seat = |number: &str| number.parse().ok().and_then(|number: usize| number.checked_sub(1)).ok_or(NoOutcome);
        let seats = Self::Seats(numbers.split(',').map(seat).collect::<Result<_, _>>()?);
        // Only the words that are written are read.
        if seats.to_string() == text { Ok(seats) } else { Err(NoOutcome) }
    }
}

/// Writes the words of the protocol: `p1win`, `p2win`, `draw`, `seat 2`, `seats 1,4`.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Sides(outcome) => outcome.fmt(f),
            Self::Seats(seats) => f.write_str(&seat_names(seats)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_have_words() {
        for (word, outcome) in
            [("p1win", Outcome::Win(Side::First)), ("p2win", Outcome::Win(Side::Second)), ("draw", Outcome::Draw)]
        {
            assert_eq!((outcome.to_string().as_str(), word.parse()), (word, Ok(outcome)));
            assert_eq!(GameResult::from(outcome).to_string(), word);
        }
        assert_eq!("p3win".parse::<Outcome>(), Err(NoOutcome));
        for (word, seats) in [("seat 2", vec![1]), ("seats 1,4", vec![0, 3])] {
            let result = GameResult::Seats(seats);
            let optional = GameResult::optional_word(Some(&result));
            assert_eq!(GameResult::read_optional(&optional), Ok(Some(result.clone())));
            assert_eq!((result.to_string().as_str(), word.parse()), (word, Ok(result)));
        }
        for word in ["seat 0", "seat 1,2", "seats 1", "seat", "seats ", "seat 02", "seat +1", "p3win"] {
            assert_eq!(word.parse::<GameResult>(), Err(NoOutcome), "{word}");
        }
    }
}

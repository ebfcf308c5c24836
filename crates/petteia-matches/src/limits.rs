//! How long an engine may think: time controls, and limits of a single move.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use std::time::Duration;

/// Time for a whole game or for a number of moves, as in PGN: `[MOVES/]SECONDS[+INCREMENT]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Number of moves that the time is for; `None` for the whole game.
    pub moves: Option<u32>,
    /// Time for these moves.
    pub time: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("expected [MOVES/]SECONDS[+INCREMENT] such as 5, 60+0.6 or 40/60, found '{text}'");
        let (moves, rest) = text.split_once('/').map_or((None, text), |(moves, rest)| (Some(moves), rest));
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let seconds = |text: &str| {
            let is_number = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            let number = text.parse::<f64>().ok().filter(|&number| is_number && number <= 1e6);
            number.map(Duration::from_secs_f64).ok_or_else(wrong)
        };
        let moves = moves.map(|moves| moves.parse().ok().filter(|&moves| moves > 0).ok_or_else(wrong)).transpose()?;
        let control = Self { moves, time: seconds(time)?, increment: seconds(increment)? };
        if control.time.is_zero() { Err(wrong()) } else { Ok(control) }
    }
}

/// How long an engine may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerLimit {
    /// A clock for the game.
    Clock(TimeControl),
    /// Time for each move.
    MoveTime(Duration),
    /// Nodes for each move.
    Nodes(u64),
    /// Depth of each search in plies.
    Depth(u32),
}

impl Display for PlayerLimit {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Self::Clock(TimeControl { moves, time, increment }) => {
                moves.iter().try_for_each(|moves| write!(f, "{moves}/"))?;
                write!(f, "{}+{} s", time.as_secs_f64(), increment.as_secs_f64())
            }
            Self::MoveTime(time) => write!(f, "{} ms a move", time.as_millis()),
            Self::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Self::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

/// The clock of a player in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    control: TimeControl,
    left: Duration,
    moves_to_go: Option<u32>,
}

impl GameClock {
    /// The clock at the start of a game.
    #[must_use]
    pub fn new(control: TimeControl) -> Self {
        Self { control, left: control.time, moves_to_go: control.moves }
    }

    /// The time control that it was started with.
    #[must_use]
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Time left.
    #[must_use]
    pub fn left(&self) -> Duration {
        self.left
    }

    /// Time added after each move.
    #[must_use]
    pub fn increment(&self) -> Duration {
        self.control.increment
    }

    /// Number of moves to the next time control; `None` if the time is for the rest of the game.
    #[must_use]
    pub fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }

    /// Charges the time of a move. Returns whether the move was within the time, or at most `margin` later.
    pub fn charge(&mut self, used: Duration, margin: Duration) -> bool {
        let in_time = used <= self.left + margin;
        self.left = self.left.saturating_sub(used) + self.control.increment;
        if let Some(moves) = &mut self.moves_to_go {
            *moves -= 1;
            if *moves == 0 {
                self.left += self.control.time;
                self.moves_to_go = self.control.moves;
            }
        }
        in_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_as_text() {
        let control = |moves, time, increment| TimeControl {
            moves,
            time: Duration::from_millis(time),
            increment: Duration::from_millis(increment),
        };
        assert_eq!("5".parse(), Ok(control(None, 5_000, 0)));
        assert_eq!("60+0.6".parse(), Ok(control(None, 60_000, 600)));
        assert_eq!("40/0.5+0.01".parse(), Ok(control(Some(40), 500, 10)));
        for wrong in ["", "0", "-5", "5+", "5+-1", "0/5", "/5", "x", "1e3", "5 ", "inf", "NaN", "99999999"] {
            assert!(wrong.parse::<TimeControl>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn clocks_run_and_are_filled_again() {
        let seconds = Duration::from_secs;
        let mut clock = GameClock::new("2/10+1".parse().expect("a time control"));
        assert!(clock.charge(seconds(4), Duration::ZERO));
        assert_eq!((clock.left(), clock.moves_to_go()), (seconds(7), Some(1)));
        assert!(clock.charge(seconds(7), Duration::ZERO));
        assert_eq!((clock.left(), clock.moves_to_go()), (seconds(11), Some(2)));
        assert!(!clock.charge(seconds(12), Duration::ZERO));
        assert_eq!(clock.left(), seconds(1));
        assert!(clock.charge(seconds(2), seconds(1)));
    }
}

//! Endgame databases: the values of all positions with few pieces.

use std::any::Any;
use std::fmt::{self, Debug};
use std::sync::Arc;

/// The result of a position for the side to move under best play, without draws by repetition or without progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// Neither side can win.
    Draw,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// The same result for the other side.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// The value of a position for the side to move.
///
/// The distance is the number of plies to the next [progress](super::Position::is_progress) or the end of the game
/// (distance to zeroing, as the DTZ of de Man's Syzygy tables): the side that wins makes it small, the side that loses
/// makes it large. A side that wins and always plays to the smallest distance wins without a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablebaseValue {
    /// The side to move loses, with this distance in plies.
    Loss(u8),
    /// Neither side can win.
    Draw,
    /// The side to move wins, with this distance in plies.
    Win(u8),
}

impl fmt::Display for TablebaseValue {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Loss(plies) => write!(f, "a loss in {plies} plies"),
            Self::Draw => f.write_str("a draw"),
            Self::Win(plies) => write!(f, "a win in {plies} plies"),
        }
    }
}

impl TablebaseValue {
    /// The value with this result and this distance in plies, which a draw does not have.
    #[must_use]
    pub fn new(wdl: Wdl, plies: u8) -> Self {
        match wdl {
            Wdl::Loss => Self::Loss(plies),
            Wdl::Draw => Self::Draw,
            Wdl::Win => Self::Win(plies),
        }
    }

    /// The result alone.
    #[must_use]
    pub fn wdl(self) -> Wdl {
        match self {
            Self::Loss(_) => Wdl::Loss,
            Self::Draw => Wdl::Draw,
            Self::Win(_) => Wdl::Win,
        }
    }

    /// The distance in plies; `None` for a draw.
    #[must_use]
    pub fn distance(self) -> Option<u8> {
        match self {
            Self::Loss(plies) | Self::Win(plies) => Some(plies),
            Self::Draw => None,
        }
    }

    /// The result of a game that has gone on without progress for `clock` plies. Neither side wins if that takes more
    /// plies without progress than `limit`.
    #[must_use]
    pub fn wdl_in_time(self, clock: usize, limit: Option<usize>) -> Wdl {
        let is_in_time =
            limit.is_none_or(|limit| self.distance().is_none_or(|plies| clock + usize::from(plies) <= limit));
        if is_in_time { self.wdl() } else { Wdl::Draw }
    }
}

/// Endgame databases of a game. All threads of a search share them.
pub trait Tablebase<P>: Debug + Send + Sync {
    /// The value of a position; `None` if no database has it.
    fn value(&self, position: &P) -> Option<TablebaseValue>;

    /// Why no more values come, in one line. It is told once.
    fn take_error(&self) -> Option<String>;
}

/// The open endgame databases of any number of games: what an option keeps that names their folder.
#[derive(Debug, Default)]
pub struct OpenTablebases(Vec<Box<dyn Any + Send + Sync>>);

impl OpenTablebases {
    /// Adds the databases of a game.
    pub fn add<P: 'static>(&mut self, tablebase: impl Tablebase<P> + 'static) {
        let tablebase: Arc<dyn Tablebase<P>> = Arc::new(tablebase);
        self.0.push(Box::new(tablebase));
    }

    /// The databases of a game; `None` if there are none.
    #[must_use]
    pub fn of<P: 'static>(&self) -> Option<Arc<dyn Tablebase<P>>> {
        self.0.iter().find_map(|tablebase| tablebase.downcast_ref()).cloned()
    }
}

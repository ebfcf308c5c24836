//! The games of PDN and their numbers.

/// A game that PDN is read for.
pub(super) struct PdnGame {
    /// Its name in the registry.
    pub(super) name: &'static str,
    /// Its `GameType`: PDN 3.0, and lidraughts for the last two.
    pub(super) number: &'static str,
    /// The rest of `GameType` in files that are written: the colour that begins, the size of the board, the squares.
    pub(super) form: &'static str,
}

impl PdnGame {
    const fn new(name: &'static str, number: &'static str, form: &'static str) -> Self {
        Self { name, number, form }
    }

    /// Whether the board has 10x10 squares.
    pub(super) fn is_large(&self) -> bool {
        self.form.is_empty() && self.name != CHECKERS || self.form.contains("10,10")
    }

    /// Whether squares are written as `c3`.
    pub(super) fn has_letters(&self) -> bool {
        self.form.ends_with("A0,0")
    }

    /// The game with this name.
    pub(super) fn find(name: Option<&str>) -> Option<&'static Self> {
        GAMES.iter().find(|game| name == Some(game.name))
    }
}

/// English draughts.
pub(super) const CHECKERS: &str = "checkers";
/// International draughts.
const DRAUGHTS: &str = "draughts";
/// Russian draughts.
const RUSSIAN: &str = "russian";
/// The games that PDN is read for. Killer draughts has no number.
pub(super) static GAMES: [PdnGame; 8] = [
    PdnGame::new(DRAUGHTS, "20", ""),
    PdnGame::new(CHECKERS, "21", ""),
    PdnGame::new("italian", "22", ",W,8,8,N2,1"),
    PdnGame::new(RUSSIAN, "25", ",W,8,8,A0,0"),
    PdnGame::new("brazilian", "26", ",W,8,8,A0,0"),
    PdnGame::new("frisian", "40", ",W,10,10,N2,0"),
    PdnGame::new("breakthrough", "96", ",W,10,10,N2,0"),
    PdnGame::new("antidraughts", "98", ",W,10,10,N2,0"),
];

/// What a game tells of its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// The game.
    Name(&'static str),
    /// A board of 10x10 squares.
    LargeBoard,
    /// Squares such as `c3`.
    Letters,
}

impl Told {
    /// The game, which is the default one if that fits.
    pub(super) fn name(self, default: &'static str) -> &'static str {
        let fits = |test: fn(&PdnGame) -> bool| PdnGame::find(Some(default)).is_some_and(test);
        match self {
            Self::Name(name) => name,
            Self::LargeBoard if fits(PdnGame::is_large) => default,
            Self::LargeBoard => DRAUGHTS,
            Self::Letters if fits(PdnGame::has_letters) => default,
            Self::Letters => RUSSIAN,
        }
    }
}

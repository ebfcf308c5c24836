//! The engine's own options, and the values of all options.

mod read;

use std::collections::BTreeMap;
use std::time::Duration;

use petteia_core::options::{OptionConflict, OptionDeclaration, OptionKind, OptionValue, OptionValues};
use petteia_core::words::quoted;
use petteia_core::{GameOptions, RandomSource, Score};
#[cfg(feature = "tune")]
use petteia_search::parameters::PARAMETERS;
use petteia_search::{SearchOptions, Skill};

pub use read::{number_in, read};

use super::book::{self, BookUse};
use super::{Level, RATINGS, Variant, skill_at_rating};

static VARIANT: OptionDeclaration = OptionDeclaration { name: "UCI_Variant", kind: OptionKind::Variant };
/// MiB of the transposition table.
pub(super) static HASH: OptionDeclaration = OptionDeclaration::spin("Hash", 64, 1..=65_536);
static THREADS: OptionDeclaration = OptionDeclaration::spin("Threads", 1, 1..=MAX_THREADS);
const MAX_THREADS: u64 = if petteia_platform::HAS_THREADS { 512 } else { 1 };
static MULTI_PV: OptionDeclaration = OptionDeclaration::spin("MultiPV", 1, 1..=256);
static PONDER: OptionDeclaration = OptionDeclaration::check("Ponder", false);
/// Milliseconds held back from every time limit.
static MOVE_OVERHEAD: OptionDeclaration = OptionDeclaration::spin("Move Overhead", 10, 0..=10_000);
/// 0 means unset: games with secrets draw a key of their own, and the others use [`UNSET_SEED`].
static SEED: OptionDeclaration = OptionDeclaration::spin("Seed", 0, 0..=i64::MAX as u64);
/// The seed of games without secrets if none is set.
const UNSET_SEED: u64 = 1;
static SHOW_WDL: OptionDeclaration = OptionDeclaration::check("UCI_ShowWDL", false);
/// The level, from [`Level`].
static SKILL_LEVEL: OptionDeclaration =
    OptionDeclaration::spin("Skill Level", Level::HIGHEST as u64, 0..=Level::HIGHEST as u64);
/// Whether `UCI_Elo` counts.
static LIMIT_STRENGTH: OptionDeclaration = OptionDeclaration::check("UCI_LimitStrength", false);
/// The rating to play at.
static ELO: OptionDeclaration = OptionDeclaration::spin("UCI_Elo", 1500, RATINGS);
/// What a draw by repetition or without progress is worth to the opponent, in centipieces.
static CONTEMPT: OptionDeclaration = OptionDeclaration::spin("Contempt", 0, 0..=1_000);
/// Whether mixed strategies give a little up to gain more from weaker opponents.
static RESTRICTED_NASH_RESPONSE: OptionDeclaration = OptionDeclaration::check("Restricted Nash Response", false);
/// Whether moves come from the opening book.
static OWN_BOOK: OptionDeclaration = OptionDeclaration::check("OwnBook", false);
static BOOK_FILE: OptionDeclaration =
    OptionDeclaration { name: "Book File", kind: OptionKind::Path { open: book::open } };
/// Plies of a game from which on the book is not used.
static BOOK_DEPTH: OptionDeclaration = OptionDeclaration::spin("Book Depth", 100, 1..=1_000);
static CLEAR_HASH: OptionDeclaration = OptionDeclaration::button("Clear Hash");

/// The options of the engine, in the order of the handshake.
static OPTIONS: [&OptionDeclaration; 17] = [
    &VARIANT,
    &HASH,
    &THREADS,
    &MULTI_PV,
    &PONDER,
    &MOVE_OVERHEAD,
    &SEED,
    &SHOW_WDL,
    &SKILL_LEVEL,
    &LIMIT_STRENGTH,
    &ELO,
    &CONTEMPT,
    &RESTRICTED_NASH_RESPONSE,
    &OWN_BOOK,
    &BOOK_FILE,
    &BOOK_DEPTH,
    &CLEAR_HASH,
];

/// Other names that `setoption` takes.
const ALIASES: [(&str, &str); 1] = [("Game", "UCI_Variant")];

/// Every option: those of the engine, then those that games declare.
#[must_use]
pub fn declarations(variants: &[Variant]) -> Vec<OptionDeclaration> {
    let mut of_games: Vec<&OptionDeclaration> = Vec::new();
    for option in variants.iter().flat_map(|variant| variant.options.all) {
        // Several games can have the same option.
        if of_games.iter().all(|other| other.name != option.name) {
            of_games.push(option);
        }
    }
    let all = OPTIONS.into_iter().chain(of_games).cloned();
    #[cfg(feature = "tune")]
    let all = all.chain(PARAMETERS.iter().map(|parameter| {
        let [default, low, high] = [parameter.default, *parameter.range.start(), *parameter.range.end()];
        let [default, low, high] = [default, low, high].map(|number| u64::from(number.unsigned_abs()));
        OptionDeclaration { name: parameter.name, kind: OptionKind::Spin { default, range: low..=high } }
    }));
    all.collect()
}

/// The values of all options.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// The game.
    pub variant: &'static Variant,
    values: OptionValues,
    /// The source of chance in games with secrets as long as `Seed` is unset; drawn anew for every game.
    pub key: RandomSource,
}

/// A change of one option.
#[derive(Clone, Debug)]
pub enum OptionChange {
    /// Another game.
    Variant(&'static Variant),
    /// The button `Clear Hash`.
    ClearHash,
    /// A value of any other option.
    Value(&'static str, OptionValue),
}

impl EngineOptions {
    /// Every option at its default.
    #[must_use]
    pub fn new(variant: &'static Variant, key: RandomSource) -> Self {
        Self { variant, values: OptionValues::default(), key }
    }

    /// Takes a change over. A button changes nothing here.
    pub fn apply(&mut self, change: OptionChange) {
        match change {
            OptionChange::Variant(variant) => self.variant = variant,
            OptionChange::ClearHash => {}
            OptionChange::Value(name, value) => {
                #[cfg(feature = "tune")]
                if let (Some(parameter), OptionValue::Number(number)) =
                    (PARAMETERS.iter().find(|parameter| parameter.name == name), &value)
                {
                    parameter.set(*number as i32);
                }
                self.values.set(name, value);
            }
        }
    }

    /// MiB of the transposition table.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.values.number(&HASH)
    }

    /// Whether `bestmove` names the move to ponder on.
    #[must_use]
    pub fn ponder(&self) -> bool {
        self.values.flag(&PONDER)
    }

    /// Whether every score carries its chances.
    #[must_use]
    pub fn show_wdl(&self) -> bool {
        self.values.flag(&SHOW_WDL)
    }

    /// What a game is told.
    #[must_use]
    pub fn game_options(&self) -> GameOptions {
        GameOptions { chance: self.chance(), values: self.values.clone() }
    }

    /// What a search is told.
    #[must_use]
    pub fn search_options(&self) -> SearchOptions {
        let skill = self.skill();
        SearchOptions {
            threads: self.values.number(&THREADS) as usize,
            multi_pv: self.values.number(&MULTI_PV) as usize,
            move_overhead: Duration::from_millis(self.values.number(&MOVE_OVERHEAD)),
            contempt: Score::estimate(self.values.number(&CONTEMPT) as i32),
            // Below full strength and with a book, games without a seed differ from each other.
            chance: self.chance_of(self.variant.secrets || skill.is_some() || self.values.flag(&OWN_BOOK)),
            skill,
            restricted_nash_response: self.values.flag(&RESTRICTED_NASH_RESPONSE),
        }
    }

    /// The opening book, if moves come from one.
    #[must_use]
    pub fn book(&self) -> Option<BookUse> {
        let book = || BookUse {
            game: self.variant.name,
            book: self.values.file(&BOOK_FILE),
            plies: self.values.number(&BOOK_DEPTH) as usize,
        };
        self.values.flag(&OWN_BOOK).then(book)
    }

    /// How to play below full strength; `None` for full strength. The weaker one of level and rating counts.
    #[must_use]
    pub fn skill(&self) -> Option<Skill> {
        let level = Level::read(&self.values.number(&SKILL_LEVEL).to_string()).unwrap_or(Level::FULL);
        let by_level = level.skill(self.variant);
        let by_rating = if self.values.flag(&LIMIT_STRENGTH) {
            skill_at_rating(self.variant, self.values.number(&ELO))
        } else {
            None
        };
        match (by_level, by_rating) {
            (Some(level), Some(rating)) => Some(if level.nodes < rating.nodes { level } else { rating }),
            (level, rating) => level.or(rating),
        }
    }

    /// The source of chance in the game.
    #[must_use]
    pub fn chance(&self) -> RandomSource {
        self.chance_of(self.variant.secrets)
    }

    /// The source of chance: the seed, or without one the key, if nobody may foresee what it decides.
    fn chance_of(&self, is_secret: bool) -> RandomSource {
        match self.values.number(&SEED) {
            0 if is_secret => self.key,
            0 => RandomSource::Seed(UNSET_SEED),
            seed => RandomSource::Seed(seed),
        }
    }

    /// The value of `Seed`; 0 if it is unset.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.values.number(&SEED)
    }

    /// Replaces the values of all options.
    pub fn set_values(&mut self, values: OptionValues) {
        self.values = values;
    }

    /// The value of an option, as `setoption` takes it. A button has none.
    #[must_use]
    pub fn text(&self, option: &OptionDeclaration) -> String {
        match option.kind {
            OptionKind::Spin { .. } => self.values.number(option).to_string(),
            OptionKind::Check { .. } => self.values.flag(option).to_string(),
            OptionKind::Button => String::new(),
            OptionKind::Variant => self.variant.name.into(),
            OptionKind::File { .. } | OptionKind::Path { .. } => match self.values.path(option) {
                "" => EMPTY.into(),
                path => path.into(),
            },
        }
    }

    /// The fingerprints of the files of the game's own options, by the name of the option, as saved games have them.
    #[must_use]
    pub fn fingerprints(&self) -> BTreeMap<String, String> {
        let options = self.variant.options.all.iter();
        options.filter_map(|option| Some((option.name.into(), self.fingerprint(option)?))).collect()
    }

    fn fingerprint(&self, option: &OptionDeclaration) -> Option<String> {
        self.values.fingerprint(option).map(|fingerprint| format!("{fingerprint:016x}"))
    }

    /// Makes sure that the files of the game's own options are those that a game was saved with. Saved games of earlier
    /// versions have no fingerprints.
    ///
    /// # Errors
    /// A file is another one.
    pub fn check_files(&self, saved: &BTreeMap<String, String>) -> Result<(), OptionError> {
        self.variant.options.all.iter().try_for_each(|option| self.check_file(option, saved))
    }

    /// Makes sure that the file of an option is that of a saved game.
    pub(super) fn check_file(
        &self,
        option: &OptionDeclaration,
        saved: &BTreeMap<String, String>,
    ) -> Result<(), OptionError> {
        let Some(saved) = saved.get(option.name) else { return Ok(()) };
        let found = match self.fingerprint(option) {
            Some(own) if own == *saved => return Ok(()),
            Some(own) => format!("{} with {}", quoted(&self.text(option)), quoted(&own)),
            None => "no file".into(),
        };
        let expected = format!("a file of {} with the fingerprint {}", option.name, quoted(saved));
        Err(OptionError::Value { expected, found })
    }

    /// Whether a change leaves all as it is.
    #[must_use]
    pub fn has(&self, change: &OptionChange, variants: &[Variant]) -> bool {
        match change {
            OptionChange::Variant(variant) => variant.name == self.variant.name,
            OptionChange::ClearHash => false,
            OptionChange::Value(name, value) => find(variants, name).is_some_and(|option| match value {
                OptionValue::Number(number) => self.values.number(&option) == *number,
                OptionValue::Flag(flag) => self.values.flag(&option) == *flag,
                OptionValue::File(file) => self.values.path(&option) == file.as_ref().map_or("", |file| &file.path),
            }),
        }
    }

    /// Whether an option has this file or folder already, which is then not read again.
    #[must_use]
    pub fn has_file(&self, variants: &[Variant], name: &str, value: Option<&str>) -> bool {
        let path = value.filter(|value| !is_empty(value)).unwrap_or_default();
        find(variants, name).filter(reads_files).is_some_and(|option| self.values.path(&option) == path)
    }

    /// Makes sure that a value fits those of the game's other options.
    ///
    /// # Errors
    /// It does not.
    pub fn check(&self, change: &OptionChange, variants: &[Variant]) -> Result<(), OptionConflict> {
        let OptionChange::Value(name, value) = change else { return Ok(()) };
        let mut values = self.values.clone();
        values.set(name, value.clone());
        variants.iter().try_for_each(|variant| (variant.options.check)(name, &values))
    }

    /// Whether a change takes the seed away.
    #[must_use]
    pub fn is_seed_unset(change: &OptionChange) -> bool {
        matches!(change, OptionChange::Value(name, OptionValue::Number(0)) if *name == SEED.name)
    }

    /// Whether a change is one of the current game's own options, or of its chance: the game is to be told.
    #[must_use]
    pub fn affects_game(&self, change: &OptionChange, variants: &[Variant]) -> bool {
        let OptionChange::Value(name, _) = change else { return false };
        *name == SEED.name
            || variants.iter().any(|variant| variant.options.all.iter().any(|option| option.name == *name))
    }
}

/// Why a change is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("expected {expected}, found {found}")]
    Name {
        /// What would have been right.
        expected: String,
        /// What there is.
        found: String,
    },
    /// The option does not take the value.
    #[error("expected {expected}, found {found}")]
    Value {
        /// What would have been right.
        expected: String,
        /// What there is.
        found: String,
    },
    /// A file cannot be read; which one and why.
    #[error("{0}")]
    Unreadable(String),
}

/// Finds the option with this name, or one that has it as another name.
fn find(variants: &[Variant], name: &str) -> Option<OptionDeclaration> {
    let real = ALIASES.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(name.trim())).map_or(name, |(_, real)| real);
    declarations(variants).into_iter().find(|option| option.is_named(real))
}

/// Whether a value names files to be read.
#[must_use]
pub fn reads_file(variants: &[Variant], name: &str, value: Option<&str>) -> bool {
    value.is_some_and(|value| !is_empty(value)) && find(variants, name).as_ref().is_some_and(reads_files)
}

/// Whether the value of an option is a file or a folder.
fn reads_files(option: &OptionDeclaration) -> bool {
    matches!(option.kind, OptionKind::File { .. } | OptionKind::Path { .. })
}

/// How UCI writes a default without a text.
pub const EMPTY: &str = "<empty>";

/// Whether a value is no text, or what UCI writes for that.
pub(super) fn is_empty(value: &str) -> bool {
    value.is_empty() || value == EMPTY
}

/// The names of games.
#[must_use]
pub fn names(variants: &[Variant]) -> Vec<&'static str> {
    variants.iter().map(|variant| variant.name).collect()
}

/// One line for each option, as the handshake lists them. The defaults are the values of `options`.
#[must_use]
pub fn handshake(variants: &[Variant], options: &EngineOptions) -> Vec<String> {
    let declare = |option: OptionDeclaration| {
        let default = options.text(&option);
        let rest = match option.kind {
            OptionKind::Spin { range, .. } => {
                format!("spin default {default} min {} max {}", range.start(), range.end())
            }
            OptionKind::Check { .. } => format!("check default {default}"),
            OptionKind::Button => "button".into(),
            OptionKind::File { .. } | OptionKind::Path { .. } => format!("string default {default}"),
            OptionKind::Variant => format!("combo default {default} var {}", names(variants).join(" var ")),
        };
        format!("option name {} type {rest}", option.name)
    };
    declarations(variants).into_iter().map(declare).collect()
}

#[cfg(test)]
mod tests;

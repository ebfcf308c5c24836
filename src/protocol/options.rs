//! The options and their values.

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::files::read_small_text;
use super::hash::physical_memory;
use crate::base::Chance;
use crate::game::words::quoted;
use crate::game::{Deck, GameOptions};
use crate::search::SearchOptions;
use crate::session::Variant;

/// The value of every option.
#[derive(Clone, Debug)]
pub struct Options {
    /// The game.
    pub variant: &'static Variant,
    /// MiB of the transposition table.
    pub hash: u64,
    /// Search threads.
    pub threads: u64,
    /// Number of best lines.
    pub multi_pv: u64,
    /// Whether `bestmove` names the move to ponder on.
    pub ponder: bool,
    /// Milliseconds held back from every time limit.
    pub move_overhead: u64,
    /// Where all randomness comes from, once it is set.
    pub seed: Option<u64>,
    /// Where it comes from in games with secrets until then; a new one for every game.
    pub key: Chance,
    /// Whether every score carries its chances.
    pub show_wdl: bool,
    /// Seats of a party game.
    pub seats: u64,
    /// The seat that begins a party game.
    pub storyteller: u64,
    /// The cards of a party game; the game's own without.
    pub deck: Option<Arc<Deck>>,
}

/// A change of one option.
#[derive(Clone, Debug)]
pub enum Setting {
    /// `UCI_Variant`
    Variant(&'static Variant),
    /// `Hash`
    Hash(u64),
    /// `Threads`
    Threads(u64),
    /// `MultiPV`
    MultiPv(u64),
    /// `Ponder`
    Ponder(bool),
    /// `Move Overhead`
    MoveOverhead(u64),
    /// `Seed`
    Seed(u64),
    /// `UCI_ShowWDL`
    ShowWdl(bool),
    /// `Clear Hash`
    ClearHash,
    /// `Seats`
    Seats(u64),
    /// `Storyteller`
    Storyteller(u64),
    /// `Deck`
    Deck(Option<Arc<Deck>>),
}

enum Kind {
    Variant,
    Spin(u64, RangeInclusive<u64>, fn(u64) -> Setting),
    Check(bool, fn(bool) -> Setting),
    Button(Setting),
    Deck,
}

/// Every option: its name, kind, default and range.
static CATALOGUE: [(&str, Kind); 12] = [
    ("UCI_Variant", Kind::Variant),
    ("Hash", Kind::Spin(64, 1..=65_536, Setting::Hash)),
    ("Threads", Kind::Spin(1, 1..=512, Setting::Threads)),
    ("MultiPV", Kind::Spin(1, 1..=256, Setting::MultiPv)),
    ("Ponder", Kind::Check(false, Setting::Ponder)),
    ("Move Overhead", Kind::Spin(10, 0..=10_000, Setting::MoveOverhead)),
    ("Seed", Kind::Spin(1, 0..=i64::MAX as u64, Setting::Seed)),
    ("UCI_ShowWDL", Kind::Check(false, Setting::ShowWdl)),
    ("Clear Hash", Kind::Button(Setting::ClearHash)),
    ("Seats", Kind::Spin(4, 3..=6, Setting::Seats)),
    ("Storyteller", Kind::Spin(1, 1..=6, Setting::Storyteller)),
    ("Deck", Kind::Deck),
];

/// Other names that `setoption` takes.
const ALIASES: [(&str, &str); 1] = [("Game", "UCI_Variant")];

impl Options {
    /// Every option at its default.
    #[must_use]
    pub fn new(variant: &'static Variant, key: Chance) -> Self {
        let mut options = Self {
            variant,
            hash: 0,
            threads: 0,
            multi_pv: 0,
            ponder: false,
            move_overhead: 0,
            seed: None,
            key,
            show_wdl: false,
            seats: 0,
            storyteller: 0,
            deck: None,
        };
        for (_, kind) in &CATALOGUE {
            match kind {
                Kind::Spin(default, _, set) => options.apply(set(*default)),
                Kind::Check(default, set) => options.apply(set(*default)),
                Kind::Variant | Kind::Button(_) | Kind::Deck => {}
            }
        }
        // It counts from when it is set.
        options.seed = None;
        options
    }

    /// Takes a setting over; the buttons do nothing here.
    pub fn apply(&mut self, setting: Setting) {
        match setting {
            Setting::Variant(variant) => self.variant = variant,
            Setting::Hash(mebibytes) => self.hash = mebibytes,
            Setting::Threads(threads) => self.threads = threads,
            Setting::MultiPv(lines) => self.multi_pv = lines,
            Setting::Ponder(on) => self.ponder = on,
            Setting::MoveOverhead(milliseconds) => self.move_overhead = milliseconds,
            Setting::Seed(seed) => self.seed = Some(seed),
            Setting::ShowWdl(on) => self.show_wdl = on,
            Setting::ClearHash => {}
            Setting::Seats(seats) => self.seats = seats,
            Setting::Storyteller(seat) => self.storyteller = seat,
            Setting::Deck(deck) => self.deck = deck,
        }
    }

    /// What a game has to know of them.
    #[must_use]
    pub fn house(&self) -> GameOptions {
        let first = self.storyteller.saturating_sub(1) as usize;
        GameOptions { chance: self.chance(), seats: self.seats as usize, first, deck: self.deck.clone() }
    }

    /// What a search has to know of them.
    #[must_use]
    pub fn search_options(&self) -> SearchOptions {
        SearchOptions {
            threads: self.threads as usize,
            multi_pv: self.multi_pv as usize,
            move_overhead: Duration::from_millis(self.move_overhead),
            chance: self.chance(),
        }
    }

    /// Where the randomness of the game comes from.
    #[must_use]
    pub fn chance(&self) -> Chance {
        match self.seed {
            Some(seed) => Chance::Seed(seed),
            None if self.variant.secrets => self.key,
            None => Chance::Seed(1),
        }
    }

    /// Makes sure that a value in the range of its option fits the others: the storyteller has a seat.
    ///
    /// # Errors
    /// The values that would.
    pub fn accept(&self, setting: &Setting) -> Result<(), String> {
        let (value, range) = match *setting {
            Setting::Seats(seats) => (seats, self.storyteller.max(3)..=6),
            Setting::Storyteller(seat) => (seat, 1..=self.seats),
            _ => return Ok(()),
        };
        if range.contains(&value) { Ok(()) } else { Err(a_value_in(&range)) }
    }
}

/// Why a setting is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionError {
    /// There is no such option.
    Name {
        /// What would have been right.
        wanted: String,
        /// What there is.
        found: String,
    },
    /// The option does not take the value.
    Value {
        /// What would have been right.
        wanted: String,
        /// What there is.
        found: String,
    },
    /// A file cannot be read; which one and why.
    Unreadable(String),
}

/// The kind of the option with this name, whatever its case and the blanks in it.
fn kind(name: &str) -> Option<&'static Kind> {
    let name = name.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    let real = ALIASES.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(&name)).map_or(&*name, |(_, real)| real);
    CATALOGUE.iter().find(|(known, _)| known.eq_ignore_ascii_case(real)).map(|(_, kind)| kind)
}

/// Whether a `setoption` names a file to be read.
#[must_use]
pub fn reads_file(name: &str, value: Option<&str>) -> bool {
    matches!(kind(name), Some(Kind::Deck)) && value.is_some_and(|value| !is_empty(value))
}

/// No text, or what UCI writes for that.
fn is_empty(value: &str) -> bool {
    value.is_empty() || value == EMPTY
}

/// Reads the name and value of a `setoption`.
///
/// # Errors
/// There is no such option, or it does not take the value.
pub fn read(variants: &'static [Variant], name: &str, value: Option<&str>) -> Result<Setting, OptionError> {
    let Some(kind) = kind(name) else {
        let names: Vec<_> = CATALOGUE.iter().map(|(name, _)| format!("'{name}'")).collect();
        let wanted = format!("one of the options {}", names.join(", "));
        return Err(OptionError::Name { wanted, found: quoted(name) });
    };
    kind.read(variants, value)
}

impl Kind {
    /// The setting with this value.
    fn read(&self, variants: &'static [Variant], value: Option<&str>) -> Result<Setting, OptionError> {
        let refuse = |wanted: String| OptionError::Value { wanted, found: value.map_or("none".into(), quoted) };
        match (self, value) {
            (Self::Button(setting), None) => Ok(setting.clone()),
            (Self::Button(_), Some(_)) => Err(refuse("no value".into())),
            (Self::Check(_, set), Some(value)) if value.eq_ignore_ascii_case("true") => Ok(set(true)),
            (Self::Check(_, set), Some(value)) if value.eq_ignore_ascii_case("false") => Ok(set(false)),
            (Self::Check(..), _) => Err(refuse("the value true or false".into())),
            (Self::Spin(_, range, set), value) => {
                let setting = value.and_then(number).filter(|number| range.contains(number)).map(set);
                match setting {
                    None => Err(refuse(a_value_in(range))),
                    Some(Setting::Hash(mebibytes)) => match physical_memory().filter(|&memory| mebibytes > memory) {
                        Some(memory) => Err(refuse(format!("at most the {memory} MiB that this machine has"))),
                        None => Ok(Setting::Hash(mebibytes)),
                    },
                    Some(setting) => Ok(setting),
                }
            }
            (Self::Variant, value) => value
                .and_then(|value| Variant::find(variants, value))
                .map(Setting::Variant)
                .ok_or_else(|| refuse(format!("the name of a game, one of {}", names(variants).join(" ")))),
            (Self::Deck, value) => read_deck(value.unwrap_or_default()).map(Setting::Deck),
        }
    }
}

/// A deck from a file; none for an empty name, which GUIs may write as they are shown it.
fn read_deck(file: &str) -> Result<Option<Arc<Deck>>, OptionError> {
    if is_empty(file) {
        return Ok(None);
    }
    let text = read_small_text(Path::new(file), LARGEST_DECK).map_err(OptionError::Unreadable)?;
    let deck = Deck::read(&text).map_err(|error| OptionError::Value {
        wanted: "a deck of 84 cards".into(),
        found: format!("{}, {error}", quoted(file)),
    })?;
    Ok(Some(Arc::new(deck)))
}

/// The largest file of a deck, in bytes.
const LARGEST_DECK: u64 = 1 << 20;

/// How UCI writes a default without a text.
const EMPTY: &str = "<empty>";

/// The names of games.
#[must_use]
pub fn names(variants: &[Variant]) -> Vec<&'static str> {
    variants.iter().map(|variant| variant.name).collect()
}

/// One line for each option, as the handshake lists them.
#[must_use]
pub fn declarations(variants: &[Variant]) -> Vec<String> {
    let declare = |(name, kind): &(&str, Kind)| {
        let rest = match kind {
            Kind::Spin(default, range, _) => {
                format!("spin default {default} min {} max {}", range.start(), range.end())
            }
            Kind::Check(default, _) => format!("check default {default}"),
            Kind::Button(_) => "button".into(),
            Kind::Deck => format!("string default {EMPTY}"),
            Kind::Variant => {
                let names = names(variants);
                format!("combo default {} var {}", names.first().unwrap_or(&""), names.join(" var "))
            }
        };
        format!("option name {name} type {rest}")
    };
    CATALOGUE.iter().map(declare).collect()
}

fn a_value_in(range: &RangeInclusive<u64>) -> String {
    format!("a value from {} to {}", range.start(), range.end())
}

/// Digits and nothing else.
fn number(text: &str) -> Option<u64> {
    if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::FenError;

    static VARIANTS: &[Variant] = &[Variant {
        name: "solitaire",
        aliases: &[],
        secrets: false,
        open: |_| Err(FenError::new(0, "cards", "none")),
        bench: "",
    }];

    #[test]
    fn every_option_is_taken_over() {
        let mut options = Options::new(&VARIANTS[0], Chance::Key([0; 32]));
        assert_eq!((options.hash, options.threads, options.multi_pv, options.move_overhead), (64, 1, 1, 10));
        assert_eq!((options.chance(), options.ponder, options.show_wdl), (Chance::Seed(1), false, false));
        for (name, value) in [
            ("hash", "8"),
            ("Threads", "512"),
            ("MULTIPV", "256"),
            ("move \t overhead", "0"),
            ("Seed", "0"),
            ("ponder", "True"),
            ("uci_showwdl", "true"),
            ("game", VARIANTS[0].name),
        ] {
            options.apply(read(VARIANTS, name, Some(value)).expect(name));
        }
        assert_eq!((options.hash, options.threads, options.multi_pv, options.move_overhead), (8, 512, 256, 0));
        assert_eq!((options.chance(), options.ponder, options.show_wdl), (Chance::Seed(0), true, true));
        let options = options.search_options();
        assert_eq!((options.threads, options.multi_pv, options.move_overhead), (512, 256, Duration::ZERO));
    }

    #[test]
    fn no_more_memory_than_there_is() {
        let there_is = physical_memory().expect("a machine that tells");
        let refused = read(VARIANTS, "Hash", Some(&(there_is + 1).to_string())).expect_err("too much");
        assert!(matches!(refused, OptionError::Value { .. }));
        assert!(read(VARIANTS, "Hash", Some("1")).is_ok());
    }
}

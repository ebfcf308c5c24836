//! Options: how they are declared, and their values. What a handshake lists, `setoption` takes and a game is told all
//! follows from the declaration.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::base::Chance;

/// An option.
#[derive(Clone, Debug)]
pub struct OptionDeclaration {
    /// Its name; upper and lower case are the same.
    pub name: &'static str,
    /// Its kind, default and range.
    pub kind: OptionKind,
}

/// The kinds of option.
#[derive(Clone, Debug)]
pub enum OptionKind {
    /// A whole number.
    Spin {
        /// The value at the start.
        default: u64,
        /// The values that it takes.
        range: RangeInclusive<u64>,
    },
    /// True or false.
    Check {
        /// The value at the start.
        default: bool,
    },
    /// Something to do.
    Button,
    /// The game that is played.
    Variant,
    /// A text file, whose name is empty at the start.
    File {
        /// The largest size in bytes.
        limit: u64,
        /// Whether a text is such a file; if not, what was wanted and what was found.
        check: fn(&str) -> Result<(), (String, String)>,
    },
}

impl OptionDeclaration {
    /// A whole number.
    #[must_use]
    pub const fn spin(name: &'static str, default: u64, range: RangeInclusive<u64>) -> Self {
        Self { name, kind: OptionKind::Spin { default, range } }
    }

    /// True or false.
    #[must_use]
    pub const fn check(name: &'static str, default: bool) -> Self {
        Self { name, kind: OptionKind::Check { default } }
    }

    /// Something to do.
    #[must_use]
    pub const fn button(name: &'static str) -> Self {
        Self { name, kind: OptionKind::Button }
    }

    /// Whether this is the name of the option, whatever its case and the blanks in it.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        let words = |name: &str| name.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        words(name).eq_ignore_ascii_case(self.name)
    }
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// Of a spin.
    Number(u64),
    /// Of a check.
    Flag(bool),
    /// Of a file: what it holds, if there is one.
    Text(Option<Arc<str>>),
}

/// The values of options that have been set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionValues(BTreeMap<&'static str, OptionValue>);

impl OptionValues {
    /// Sets a value.
    pub fn set(&mut self, name: &'static str, value: OptionValue) {
        self.0.insert(name, value);
    }

    /// The value of a spin, its default if it has not been set; 0 for any other option.
    #[must_use]
    pub fn number(&self, option: &OptionDeclaration) -> u64 {
        match (self.0.get(option.name), &option.kind) {
            (Some(OptionValue::Number(number)), _) => *number,
            (_, OptionKind::Spin { default, .. }) => *default,
            _ => 0,
        }
    }

    /// The value of a check, its default if it has not been set; false for any other option.
    #[must_use]
    pub fn flag(&self, option: &OptionDeclaration) -> bool {
        match (self.0.get(option.name), &option.kind) {
            (Some(OptionValue::Flag(flag)), _) => *flag,
            (_, OptionKind::Check { default }) => *default,
            _ => false,
        }
    }

    /// What the file of an option holds, if there is one.
    #[must_use]
    pub fn text(&self, option: &OptionDeclaration) -> Option<Arc<str>> {
        match self.0.get(option.name) {
            Some(OptionValue::Text(text)) => text.clone(),
            _ => None,
        }
    }

    /// Whether an option has been set.
    #[must_use]
    pub fn is_set(&self, option: &OptionDeclaration) -> bool {
        self.0.contains_key(option.name)
    }
}

/// What a game is told of the options.
#[derive(Clone, Debug)]
pub struct GameOptions {
    /// The source of all chance in the game.
    pub chance: Chance,
    /// The values of the game's own options, and of others.
    pub values: OptionValues,
}

impl GameOptions {
    /// The same with another value of an option.
    #[must_use]
    pub fn with(mut self, option: &OptionDeclaration, value: OptionValue) -> Self {
        self.values.set(option.name, value);
        self
    }
}

impl Default for GameOptions {
    fn default() -> Self {
        Self { chance: Chance::Seed(1), values: OptionValues::default() }
    }
}

/// The options that a game declares.
#[derive(Clone, Copy, Debug)]
pub struct DeclaredOptions {
    /// The declarations.
    pub all: &'static [OptionDeclaration],
    /// Whether the value of the option with this name fits the others; if not, what was wanted.
    pub check: fn(&str, &OptionValues) -> Result<(), String>,
}

impl DeclaredOptions {
    /// A game without options.
    pub const NONE: Self = Self { all: &[], check: |_, _| Ok(()) };
}

/// What is wanted of a number out of range.
#[must_use]
pub fn a_value_in(range: &RangeInclusive<u64>) -> String {
    format!("a value from {} to {}", range.start(), range.end())
}

//! Declarations and values of options. The handshake, `setoption` and the options of a game all use the declarations.

use std::any::Any;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use crate::RandomSource;

/// The declaration of an option.
#[derive(Clone, Debug)]
pub struct OptionDeclaration {
    /// The name. Upper and lower case are equal.
    pub name: &'static str,
    /// The kind, the default and the range.
    pub kind: OptionKind,
}

/// What an option keeps of a file.
pub type FileValue = Arc<dyn Any + Send + Sync>;

/// What was read from a file or a folder, and its name as the option was given it.
#[derive(Clone, Debug)]
pub struct NamedFile {
    /// The name.
    pub path: String,
    /// What was read.
    pub value: FileValue,
    /// The [fingerprint](crate::hash::fingerprint) of what was read, if a saved game needs the same.
    pub fingerprint: Option<u64>,
}

/// What the contents of a file, or of several that are joined, say.
#[derive(Clone, Debug)]
pub struct FileContents {
    /// What was read.
    pub value: FileValue,
    /// Its fingerprint.
    pub fingerprint: u64,
}

/// Reads the contents of one file, or of several that are joined.
pub type ReadFiles = fn(&[String]) -> Result<FileContents, FileError>;

/// An error in the contents of one of several files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// Which of the files, from 0.
    pub file: usize,
    /// What was expected.
    pub expected: String,
    /// What was found there.
    pub found: String,
}

/// Why the value of an option does not fit those of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionConflict {
    /// What was expected.
    pub expected: String,
    /// What was found; `None` for the value itself.
    pub found: Option<String>,
}

impl OptionConflict {
    /// A conflict of the value itself.
    #[must_use]
    pub fn new(expected: String) -> Self {
        Self { expected, found: None }
    }
}

/// Opens a file, or the files in a folder. An error is one line that names the file.
pub type OpenPath = fn(&Path) -> Result<FileValue, String>;

/// The kind of an option, as in UCI.
#[derive(Clone, Debug)]
pub enum OptionKind {
    /// A whole number.
    Spin {
        /// The default value.
        default: u64,
        /// The range of valid values.
        range: RangeInclusive<u64>,
    },
    /// True or false.
    Check {
        /// The default value.
        default: bool,
    },
    /// An action without a value.
    Button,
    /// The game to play.
    Variant,
    /// A text file, or several whose names are joined by `;`. The default is no file.
    File {
        /// Largest size of a file in bytes.
        limit: u64,
        /// Reads the contents.
        read: ReadFiles,
    },
    /// A file that is not text, or a folder of files. The default is none.
    Path {
        /// Opens the file or the files.
        open: OpenPath,
    },
}

impl OptionDeclaration {
    /// Declares a whole number.
    #[must_use]
    pub const fn spin(name: &'static str, default: u64, range: RangeInclusive<u64>) -> Self {
        Self { name, kind: OptionKind::Spin { default, range } }
    }

    /// Declares a value that is true or false.
    #[must_use]
    pub const fn check(name: &'static str, default: bool) -> Self {
        Self { name, kind: OptionKind::Check { default } }
    }

    /// Declares an action without a value.
    #[must_use]
    pub const fn button(name: &'static str) -> Self {
        Self { name, kind: OptionKind::Button }
    }

    /// Whether this is the name of the option. Case and the number of blanks between words do not matter.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        let words = |name: &str| name.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        words(name).eq_ignore_ascii_case(self.name)
    }
}

/// The value of an option.
#[derive(Clone, Debug)]
pub enum OptionValue {
    /// The value of a spin.
    Number(u64),
    /// The value of a check.
    Flag(bool),
    /// A file, if there is one.
    File(Option<NamedFile>),
}

/// The values of all options that have been set.
#[derive(Clone, Debug, Default)]
pub struct OptionValues(BTreeMap<&'static str, OptionValue>);

impl OptionValues {
    /// Sets the value of an option.
    pub fn set(&mut self, name: &'static str, value: OptionValue) {
        self.0.insert(name, value);
    }

    /// The value of an option that has been set.
    #[must_use]
    pub fn get(&self, option: &OptionDeclaration) -> Option<&OptionValue> {
        self.0.get(option.name)
    }

    /// The value of a spin, or its default if it is not set. 0 for any other kind of option.
    #[must_use]
    pub fn number(&self, option: &OptionDeclaration) -> u64 {
        match (self.0.get(option.name), &option.kind) {
            (Some(OptionValue::Number(number)), _) => *number,
            (_, OptionKind::Spin { default, .. }) => *default,
            _ => 0,
        }
    }

    /// The value of a check, or its default if it is not set. False for any other kind of option.
    #[must_use]
    pub fn flag(&self, option: &OptionDeclaration) -> bool {
        match (self.0.get(option.name), &option.kind) {
            (Some(OptionValue::Flag(flag)), _) => *flag,
            (_, OptionKind::Check { default }) => *default,
            _ => false,
        }
    }

    /// What was read from the file of an option, if there is one and it is of this type.
    #[must_use]
    pub fn file<T: Any + Send + Sync>(&self, option: &OptionDeclaration) -> Option<Arc<T>> {
        match self.0.get(option.name) {
            Some(OptionValue::File(Some(file))) => Arc::clone(&file.value).downcast().ok(),
            _ => None,
        }
    }

    /// What was read from the files and folders of all options, where it is of this type.
    pub fn files<T: Any + Send + Sync>(&self) -> impl Iterator<Item = Arc<T>> {
        self.0.values().filter_map(|value| match value {
            OptionValue::File(Some(file)) => Arc::clone(&file.value).downcast().ok(),
            _ => None,
        })
    }

    /// The name of the file or the folder of an option; empty if there is none.
    #[must_use]
    pub fn path(&self, option: &OptionDeclaration) -> &str {
        match self.0.get(option.name) {
            Some(OptionValue::File(Some(file))) => &file.path,
            _ => "",
        }
    }

    /// The fingerprint of the file of an option, if there is one.
    #[must_use]
    pub fn fingerprint(&self, option: &OptionDeclaration) -> Option<u64> {
        match self.0.get(option.name) {
            Some(OptionValue::File(Some(file))) => file.fingerprint,
            _ => None,
        }
    }
}

/// The options that a game receives.
#[derive(Clone, Debug)]
pub struct GameOptions {
    /// The source of all randomness in the game.
    pub chance: RandomSource,
    /// The values of the options of the game. Values of other options can be among them.
    pub values: OptionValues,
}

impl GameOptions {
    /// The same options with another value of one option.
    #[must_use]
    pub fn with(mut self, option: &OptionDeclaration, value: OptionValue) -> Self {
        self.values.set(option.name, value);
        self
    }
}

impl Default for GameOptions {
    fn default() -> Self {
        Self { chance: RandomSource::Seed(1), values: OptionValues::default() }
    }
}

/// The options that a game declares.
#[derive(Clone, Copy, Debug)]
pub struct DeclaredOptions {
    /// The declarations.
    pub all: &'static [OptionDeclaration],
    /// Checks the value of the option with this name against the other values.
    pub check: fn(&str, &OptionValues) -> Result<(), OptionConflict>,
}

impl DeclaredOptions {
    /// The declarations of a game without options.
    pub const NONE: Self = Self { all: &[], check: |_, _| Ok(()) };
}

/// The `expected` part of the error for a number out of range.
#[must_use]
pub fn a_value_in(range: &RangeInclusive<u64>) -> String {
    format!("a value from {} to {}", range.start(), range.end())
}

//! Reads the name and the value of an option.

use std::ops::RangeInclusive;
use std::path::Path;

use petteia_core::options::{NamedFile, OptionKind, OptionValue, ReadFiles, a_value_in};
use petteia_core::words::{quoted, suggesting};

use super::{ALIASES, HASH, OptionChange, OptionError, declarations, find, is_empty, names};
use crate::Variant;
use crate::files::{open_path, read_small_text};
use crate::nearest::nearest;
use crate::table::physical_memory;

/// Reads the name and value of a `setoption`.
///
/// # Errors
/// There is no such option, or it does not take the value.
pub fn read(variants: &'static [Variant], name: &str, value: Option<&str>) -> Result<OptionChange, OptionError> {
    let Some(option) = find(variants, name) else {
        let names: Vec<_> = declarations(variants).iter().map(|option| format!("'{}'", option.name)).collect();
        let expected = format!("one of the options {}", names.join(", "));
        let known = declarations(variants).into_iter().map(|option| option.name);
        let known = known.chain(ALIASES.map(|(alias, _)| alias));
        let found = nearest(name, known).map_or_else(|| quoted(name), |nearest| suggesting(name, nearest));
        return Err(OptionError::Name { expected, found });
    };
    let refuse = |expected: String| OptionError::Value { expected, found: value.map_or("none".into(), quoted) };
    let value = match (option.kind, value) {
        (OptionKind::Button, None) => return Ok(OptionChange::ClearHash),
        (OptionKind::Button, Some(_)) => return Err(refuse("no value".into())),
        (OptionKind::Variant, value) => {
            let variant = value.and_then(|value| Variant::find(variants, value));
            let expected = || refuse(format!("the name of a game, one of {}", names(variants).join(" ")));
            return variant.map(OptionChange::Variant).ok_or_else(expected);
        }
        (OptionKind::Check { .. }, Some(value)) if value.eq_ignore_ascii_case("true") => OptionValue::Flag(true),
        (OptionKind::Check { .. }, Some(value)) if value.eq_ignore_ascii_case("false") => OptionValue::Flag(false),
        (OptionKind::Check { .. }, _) => return Err(refuse("the value true or false".into())),
        (OptionKind::Spin { range, .. }, value) => {
            let number = number_in(&range, value)?;
            if option.name == HASH.name
                && let Some(memory) = physical_memory().filter(|&memory| number > memory)
            {
                return Err(refuse(format!("at most the {memory} MiB that this machine has")));
            }
            OptionValue::Number(number)
        }
        (OptionKind::File { limit, read }, value) => read_file(value.unwrap_or_default(), limit, read)?,
        (OptionKind::Path { open }, value) => match value.filter(|value| !is_empty(value)) {
            Some(path) => {
                let value = open_path(Path::new(path), open).map_err(OptionError::Unreadable)?;
                OptionValue::File(Some(NamedFile { path: path.into(), value, fingerprint: None }))
            }
            None => OptionValue::File(None),
        },
    };
    Ok(OptionChange::Value(option.name, value))
}

/// Reads the value of an option that is a number.
///
/// # Errors
/// It is none, or out of range.
pub fn number_in(range: &RangeInclusive<u64>, value: Option<&str>) -> Result<u64, OptionError> {
    let number = value.and_then(number).filter(|number| range.contains(number));
    let found = value.map_or("none".into(), quoted);
    number.ok_or_else(|| OptionError::Value { expected: a_value_in(range), found })
}

/// What a file holds, or several joined by `;`; nothing for an empty name, which GUIs may write as they are shown it.
fn read_file(file: &str, limit: u64, read: ReadFiles) -> Result<OptionValue, OptionError> {
    if is_empty(file) {
        return Ok(OptionValue::File(None));
    }
    let names: Vec<&str> = file.split(';').map(str::trim).collect();
    if names.contains(&"") {
        let expected = "the name of a file before and behind each ;".into();
        return Err(OptionError::Value { expected, found: quoted(file) });
    }
    let text = |name: &&str| read_small_text(Path::new(name), limit).map_err(OptionError::Unreadable);
    let texts: Vec<String> = names.iter().map(text).collect::<Result<_, _>>()?;
    let contents = read(&texts).map_err(|error| {
        let found = format!("{}, {}", quoted(names[error.file]), error.found);
        OptionError::Value { expected: error.expected, found }
    })?;
    let (value, fingerprint) = (contents.value, Some(contents.fingerprint));
    Ok(OptionValue::File(Some(NamedFile { path: file.into(), value, fingerprint })))
}

/// Digits and nothing else.
fn number(text: &str) -> Option<u64> {
    if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None }
}

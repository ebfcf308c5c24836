//! The exit codes, from the table of the documentation.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};

/// The name of the code of a program that a signal has ended.
const SIGNAL: &str = "signal";

/// The exit codes by their names.
pub struct Codes(BTreeMap<String, i32>);

impl Codes {
    /// Reads the rows `| CODE | NAME | ...` of a file. The row of signals has the code `128 + N`.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let rows = text.lines().filter_map(|line| {
            let mut cells = line.strip_prefix("| ")?.split(" | ");
            let (code, name) = (cells.next()?, cells.next()?.trim_matches('`'));
            let code = code.trim_matches('`').trim_end_matches(" + N").parse().ok()?;
            Some((name.to_owned(), code))
        });
        let codes: BTreeMap<_, _> = rows.collect();
        ensure!(codes.contains_key(SIGNAL) && codes.len() > 1, "{}: expected a table of exit codes", path.display());
        Ok(Self(codes))
    }

    /// Whether a process that ended with this code, or by this signal, fits the name.
    pub fn fits(&self, name: &str, code: Option<i32>, signal: Option<i32>) -> bool {
        let expected = self.0.get(name).copied();
        if name == SIGNAL {
            return signal.is_some() || code > expected;
        }
        expected.is_some() && expected == code
    }

    /// Whether the table has this name.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }
}

//! The record that a line of a resumed file must hold, as far as it is known without the work.

use serde_json::Value;

use super::format::{Format, cell, first_part, value};
use super::json::{is_key, key, object_of_members, read_members};
use super::record::{Fields, OutputRecord};
use super::work::Work;

/// The fields of a search.
const OF_SEARCH: [&str; 11] =
    ["bestmove", "score", "bound", "proved", "wdl", "depth", "seldepth", "nodes", "time", "pv", "lines"];

/// The fields of a search that are not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum UnknownSearch {
    /// None: they are known, or there is no search.
    #[default]
    None,
    /// The time.
    Time,
    /// All.
    All,
}

/// The work whose result is not known.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Unknown {
    /// The search.
    pub go: UnknownSearch,
    /// Depth of the count of leaves.
    pub perft: Option<u32>,
    /// The count of leaves by move.
    pub divide: bool,
    /// Everything but the line, its `id` and its game: chance decides on the position.
    pub position: bool,
}

impl Unknown {
    /// Everything that takes a search or a count of leaves.
    pub(super) fn work(work: &Work) -> Self {
        let go = if work.go.is_some() { UnknownSearch::All } else { UnknownSearch::None };
        Self { go, perft: work.perft, divide: work.divide.is_some(), position: false }
    }

    /// Whether the errors of the work are not known.
    fn errors(self) -> bool {
        self.errors_of("go") || self.perft.is_some() || self.divide || self.position
    }

    /// Whether the errors of this kind of work are not known.
    fn errors_of(self, work: &str) -> bool {
        match work {
            "go" => self.go == UnknownSearch::All,
            "perft" => self.perft.is_some(),
            "divide" => self.divide,
            _ => false,
        }
    }

    /// Whether a field is not known. The argument is the first part of its name.
    fn field(self, name: &str) -> bool {
        match name {
            "time" => self.go != UnknownSearch::None,
            "perft" => self.perft.is_some(),
            "divide" => self.divide,
            "error" => self.position,
            "errors" => self.errors(),
            name if OF_SEARCH.contains(&name) => self.errors_of("go"),
            "line" | "id" => false,
            _ => self.position,
        }
    }
}

/// What a field must hold.
enum Expected {
    /// This text: JSON, or a cell.
    Text(String),
    /// A value that is not known, or none.
    Unknown,
    /// Nothing.
    Absent,
}

/// The errors of a record in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct KeptErrors {
    /// It has an error.
    pub any: bool,
    /// It has an internal error.
    pub internal: bool,
}

/// The record that is expected at a line of a file.
pub(super) struct ExpectedRecord<'a> {
    format: &'a Format,
    /// What is known of the record.
    record: &'a OutputRecord<'a>,
    fields: Fields,
    unknown: Unknown,
}

impl<'a> ExpectedRecord<'a> {
    pub(super) fn new(format: &'a Format, record: &'a OutputRecord<'a>, unknown: Unknown) -> Self {
        // Without a position there is no other work.
        let unknown = if record.result.is_err() && !unknown.position { Unknown::default() } else { unknown };
        Self { format, fields: record.fields(), record, unknown }
    }

    fn expected(&self, name: &str) -> Expected {
        let known = if matches!(self.format, Format::Tsv(_)) {
            // The column `error` has the errors of the work too.
            let is_unknown = if name == "error" { self.unknown.errors() } else { self.unknown.field(first_part(name)) };
            (!is_unknown).then(|| Some(cell(self.record, &self.fields, name)))
        } else {
            (!self.unknown.field(first_part(name))).then(|| value(&self.fields, name).map(str::to_owned))
        };
        known.map_or(Expected::Unknown, |text| text.map_or(Expected::Absent, Expected::Text))
    }

    /// Checks a complete line of the file.
    ///
    /// # Errors
    /// What the line has in place of the record.
    pub(super) fn check(&self, line: &str) -> Result<KeptErrors, String> {
        let is_json = matches!(self.format, Format::JsonLines(_));
        let shows_error = if is_json { self.check_json(line) } else { self.check_cells(line) };
        // An internal error, such as a panic, takes the place of all results.
        let has_internal_error =
            || if is_json { self.is_internal_error(line) } else { self.is_internal_error_row(line) };
        match shows_error {
            Ok(shown) => {
                let is_known = self.record.has_error() && !self.unknown.position;
                Ok(KeptErrors { any: shown || is_known, internal: false })
            }
            Err(_) if has_internal_error() => Ok(KeptErrors { any: true, internal: true }),
            Err(found) => Err(found),
        }
    }

    fn check_json(&self, line: &str) -> Result<bool, String> {
        let mut members = Vec::new();
        read_members(line, &mut members).map_err(|_| "something else")?;
        if object_of_members(&members) != line {
            return Err("something else".into());
        }
        let (mut kept, mut has_error) = (members.iter().peekable(), false);
        for name in self.format.names() {
            let found = kept.next_if(|(key, _)| is_key(key, name)).map(|(_, value)| value.get());
            match (self.expected(name), found) {
                (Expected::Absent, None) => {}
                (Expected::Text(text), Some(found)) if text == found => {}
                (Expected::Unknown, found) => self.check_unknown(name, found)?,
                (Expected::Text(_), None) => return Err(format!("a record without {name}")),
                (Expected::Absent, Some(_)) => return Err(format!("a record with {name}")),
                (Expected::Text(_), Some(_)) => return Err(format!("another {name}")),
            }
            has_error |= found.is_some() && ["error", "errors"].contains(&first_part(name));
        }
        if let Some((key, _)) = kept.next() {
            return Err(format!("a record with {}", key.get()));
        }
        self.check_search_fields(&members.iter().map(|(key, _)| key.get().trim_matches('"')).collect::<Vec<_>>())?;
        Ok(has_error)
    }

    fn check_cells(&self, line: &str) -> Result<bool, String> {
        let (names, cells) = (self.format.names(), line.split('\t').collect::<Vec<_>>());
        if names.len() != cells.len() {
            return Err(format!("{} columns", cells.len()));
        }
        let mut has_error = false;
        for (name, found) in names.into_iter().zip(cells) {
            match self.expected(name) {
                Expected::Text(text) if text == found => {}
                Expected::Absent if found.is_empty() => {}
                Expected::Unknown => self.check_unknown_cell(name, found)?,
                Expected::Text(_) | Expected::Absent => return Err(format!("another {name}")),
            }
            has_error |= !found.is_empty() && ["error", "errors"].contains(&first_part(name));
        }
        Ok(has_error)
    }

    /// Checks the form of a value that is not known.
    fn check_unknown(&self, name: &str, found: Option<&str>) -> Result<(), String> {
        let Some(found) = found else { return Ok(()) };
        let value: Value = serde_json::from_str(found).map_err(|_| format!("another {name}"))?;
        let fits = match name {
            "perft" => {
                let is_count = value.as_object().is_some_and(|fields| fields.len() == 2) && value["nodes"].is_u64();
                is_count && value["depth"].as_u64() == self.unknown.perft.map(Into::into)
            }
            "perft.depth" => value.as_u64() == self.unknown.perft.map(Into::into),
            "perft.nodes" => value.is_u64(),
            "divide" => value.as_object().is_some_and(|counts| counts.values().all(Value::is_u64)),
            "bestmove" | "bound" => value.is_string() || value.is_null(),
            "score" => value.is_object() || value.is_null(),
            "proved" => value.is_boolean() || value.is_null(),
            "wdl" | "pv" => value.is_array() || value.is_null(),
            "lines" => value.is_array(),
            "depth" | "seldepth" | "nodes" | "time" => value.is_u64() || value.is_null(),
            "errors" => return self.check_errors(found),
            _ => true,
        };
        if fits { Ok(()) } else { Err(format!("another {name}")) }
    }

    fn check_unknown_cell(&self, name: &str, found: &str) -> Result<(), String> {
        let is_count = |text: &str| text.parse::<u64>().is_ok();
        let depth = self.unknown.perft.unwrap_or_default().to_string();
        let fits = match name {
            "perft" => found
                .split_once(" nodes ")
                .is_some_and(|(start, nodes)| start == format!("depth {depth}") && is_count(nodes)),
            "perft.depth" => found == depth,
            "depth" | "seldepth" | "nodes" | "time" | "perft.nodes" => is_count(found),
            "error" => self.unknown.position || self.is_error_cell(found),
            _ => true,
        };
        if fits || found.is_empty() && name != "error" { Ok(()) } else { Err(format!("another {name}")) }
    }

    /// Whether a cell has the errors of the work that is known, after others only of work that is not known.
    fn is_error_cell(&self, found: &str) -> bool {
        let known = cell(self.record, &self.fields, "error");
        let is_unknown = |work: &&str| self.unknown.errors_of(work) && found.starts_with(&format!("{work}: "));
        found == known || found.ends_with(&known) && ["go", "perft", "divide"].iter().any(is_unknown)
    }

    /// Checks the errors of the work that is known, and that there are others only of work that is not known.
    fn check_errors(&self, found: &str) -> Result<(), String> {
        if self.unknown.position {
            return Ok(());
        }
        let (mut found_errors, mut known_errors) = (Vec::new(), Vec::new());
        let known = value(&self.fields, "errors").unwrap_or("{}");
        let all_read = [(found, &mut found_errors), (known, &mut known_errors)];
        let is_read = all_read.into_iter().all(|(text, errors)| read_members(text, errors).is_ok());
        found_errors.retain(|(key, _)| !self.unknown.errors_of(key.get().trim_matches('"')));
        if is_read && object_of_members(&found_errors) == object_of_members(&known_errors) {
            Ok(())
        } else {
            Err("other errors".into())
        }
    }

    /// Checks that a record has either all fields of a search or none, and results of work that has no error.
    fn check_search_fields(&self, kept: &[&str]) -> Result<(), String> {
        if self.unknown.position {
            return Ok(());
        }
        let names = self.format.names();
        let is_whole = |name: &&str| *name != "lines" && OF_SEARCH.contains(name);
        let missing = |expected: &dyn Fn(&&str) -> bool| {
            let mut expected = names.iter().copied().filter(expected).peekable();
            expected.peek()?;
            let (here, gone): (Vec<_>, Vec<_>) = expected.partition(|name| kept.contains(name));
            Some((here.is_empty(), gone))
        };
        let has_errors = names.contains(&"errors");
        for (work, is_unknown, groups) in [
            ("go", self.unknown.errors_of("go"), missing(&is_whole)),
            ("perft", self.unknown.perft.is_some(), missing(&|name| *name == "perft")),
            ("divide", self.unknown.divide, missing(&|name| *name == "divide")),
        ] {
            let Some((is_empty, gone)) = groups.filter(|_| is_unknown) else { continue };
            if let (false, Some(name)) = (is_empty, gone.first()) {
                return Err(format!("a record without {name}"));
            }
            if is_empty && has_errors && !kept.contains(&"errors") {
                return Err(format!("a record without the result of {work}"));
            }
        }
        Ok(())
    }

    /// Whether an incomplete line can be the start of the record.
    pub(super) fn can_begin_with(&self, start: &str) -> bool {
        let mut starts = self.starts();
        starts.extend(self.internal());
        let is_known = self.is_known();
        starts.iter().any(|known| known.starts_with(start) || !is_known && start.starts_with(known))
    }

    /// Whether the whole record is known.
    fn is_known(&self) -> bool {
        self.format.names().into_iter().all(|name| !matches!(self.expected(name), Expected::Unknown))
    }

    /// The possible starts of the record, as far as they are known.
    fn starts(&self) -> Vec<String> {
        let names = self.format.names();
        if matches!(self.format, Format::Tsv(_)) {
            let mut start = String::new();
            for (index, name) in names.iter().enumerate() {
                match self.expected(name) {
                    Expected::Unknown => return vec![start],
                    Expected::Text(text) => start.push_str(&text),
                    Expected::Absent => {}
                }
                if index + 1 < names.len() {
                    start.push('\t');
                }
            }
            return vec![start];
        }
        let (mut start, mut starts) = (String::from("{"), Vec::new());
        let separator = |start: &str| if start.len() > 1 { "," } else { "" };
        for name in names {
            let here = format!("{start}{}{}:", separator(&start), key(name));
            match self.expected(name) {
                Expected::Unknown => starts.push(here),
                Expected::Absent => {}
                Expected::Text(text) if starts.is_empty() => start = here + &text,
                Expected::Text(text) => {
                    starts.push(here + &text);
                    return starts;
                }
            }
        }
        // Here all the rest may be absent.
        starts.push(start + "}");
        starts
    }

    /// The start of the record of an internal error at this line; `None` where the format does not show the error.
    fn internal(&self) -> Option<String> {
        let (mut start, names) = (String::from("{"), self.format.names());
        let is_json = matches!(self.format, Format::JsonLines(_));
        for name in names.into_iter().filter(|_| is_json) {
            let separator = if start.len() > 1 { "," } else { "" };
            if name == "error" {
                return Some(start + separator + "\"error\":{\"code\":\"internal\",");
            }
            if let Some(value) = value(&self.fields, name).filter(|_| ["line", "id"].contains(&first_part(name))) {
                start.extend([separator, &key(name), ":", value]);
            }
        }
        None
    }

    fn is_internal_error(&self, line: &str) -> bool {
        self.internal().is_some_and(|start| line.starts_with(&start) && serde_json::from_str::<Value>(line).is_ok())
    }

    /// Whether a line of cells has an internal error in place of all results.
    fn is_internal_error_row(&self, line: &str) -> bool {
        let names = self.format.names();
        let cells: Vec<&str> = line.split('\t').collect();
        let fits = |(name, found): (&str, &&str)| match first_part(name) {
            "line" | "id" => *found == cell(self.record, &self.fields, name),
            "error" => name != "error" || found.starts_with("internal "),
            _ => found.is_empty(),
        };
        names.contains(&"error") && names.len() == cells.len() && names.into_iter().zip(&cells).all(fits)
    }
}

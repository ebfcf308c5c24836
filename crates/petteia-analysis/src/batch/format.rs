//! Records as lines: JSON Lines, or tab-separated values.

use std::borrow::Cow;

use petteia_core::text::one_line;
use petteia_formats::obf;
use petteia_ugi::Error;
use serde_json::Value;

use super::json::{member, object};
use super::record::{Fields, OutputRecord};

/// The names of all fields, in the order of a record.
pub const FIELDS: [&str; 24] = [
    "line", "id", "variant", "fen", "bestmove", "score", "bound", "proved", "wdl", "depth", "seldepth", "nodes",
    "time", "pv", "lines", "perft", "divide", "moves", "query", "eval", "effects", "observe", "error", "errors",
];

/// How records are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// One JSON object a line, with these fields only, if there are any. `error` and `errors` are added unless a field
    /// of them is named.
    JsonLines(Vec<String>),
    /// Tab-separated values of these fields, below a line with their names. A last column `error` is added unless a
    /// field of it is named.
    Tsv(Vec<String>),
    /// OBF, positions of Reversi with the scores of the search. Errors are comments.
    Obf,
}

impl Format {
    /// The line above all records.
    #[must_use]
    pub fn header(&self) -> Option<String> {
        matches!(self, Self::Tsv(_)).then(|| self.names().join("\t"))
    }

    /// The names of the columns, or of the fields that a record may have, in their order.
    pub(super) fn names(&self) -> Vec<&str> {
        let (fields, added) = match self {
            Self::Obf => return FIELDS.to_vec(),
            Self::JsonLines(fields) if fields.is_empty() => return FIELDS.to_vec(),
            Self::JsonLines(fields) => (fields, &["error", "errors"][..]),
            Self::Tsv(fields) => (fields, &["error"][..]),
        };
        let is_named = |name: &str| fields.iter().any(|field| first_part(field) == name);
        let added = added.iter().copied().filter(|name| !is_named(name));
        fields.iter().map(String::as_str).chain(added).collect()
    }

    /// Whether a record shows by itself that a piece of work has failed.
    pub(super) fn shows_errors(&self) -> bool {
        let name = if matches!(self, Self::Tsv(_)) { "error" } else { "errors" };
        self.names().contains(&name)
    }

    /// A record as a line, without its end.
    #[must_use]
    pub fn write(&self, record: &OutputRecord) -> String {
        let fields = record.fields();
        match self {
            Self::Obf => obf_line(record),
            Self::JsonLines(named) if named.is_empty() => {
                object(fields.iter().map(|(name, value)| (*name, value.as_str())))
            }
            Self::JsonLines(_) => {
                object(self.names().into_iter().filter_map(|name| Some((name, value(&fields, name)?))))
            }
            Self::Tsv(_) => {
                let cells = self.names().into_iter().map(|name| cell(record, &fields, name));
                cells.collect::<Vec<_>>().join("\t")
            }
        }
    }
}

/// A record as a line of OBF.
fn obf_line(record: &OutputRecord) -> String {
    let refuse = |why: &str| format!("% line {}: {why}", record.line);
    let Ok(found) = &record.result else { return refuse(&errors_as_text(record)) };
    let lines = found.searched.iter().flat_map(|searched| &searched.lines);
    let scores: Vec<(String, i32)> = lines
        .filter_map(|line| {
            Some((line.pv.first()?.clone(), (f64::from(line.score.centipieces()) / 100.0).round() as i32))
        })
        .collect();
    match obf::line(found.variant, &found.fen, &scores) {
        Ok(line) if found.errors.is_empty() => line,
        Ok(line) => format!("{line} % {}", errors_as_text(record)),
        Err(why) => refuse(&why),
    }
}

/// The first part of a dotted name.
pub(super) fn first_part(name: &str) -> &str {
    name.split_once('.').map_or(name, |(first, _)| first)
}

/// The JSON value of a field. A dotted name reaches into it: `score.cp`.
pub(super) fn value<'a>(fields: &'a Fields, name: &str) -> Option<&'a str> {
    let mut parts = name.split('.');
    let first = parts.next()?;
    let (_, value) = fields.iter().find(|(name, _)| *name == first)?;
    parts.try_fold(value.as_str(), member)
}

/// The cell of a field; empty without the field.
pub(super) fn cell(record: &OutputRecord, fields: &Fields, name: &str) -> String {
    if name == "error" {
        return errors_as_text(record);
    }
    let Some(json) = value(fields, name) else { return String::new() };
    if first_part(name) == "id" {
        // Only a string that is text has a plain form that nothing is lost in.
        let text = serde_json::from_str::<String>(json).map_or(Cow::Borrowed(json), Cow::Owned);
        return without_control_characters(&text);
    }
    serde_json::from_str(json).map(|value| plain_text(&value)).unwrap_or_default()
}

/// A value as a cell: lists are joined by blanks, and so are the names and values of an object.
fn plain_text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => without_control_characters(text),
        Value::Array(values) => values.iter().map(plain_text).collect::<Vec<_>>().join(" "),
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| format!("{name} {}", plain_text(value))).collect::<Vec<_>>().join(" ")
        }
        Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

/// A text with a blank for each control character.
fn without_control_characters(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// All errors of a record as a cell: `CODE COLUMN TEXT` of the position, or `WORK: CODE COLUMN TEXT` of each piece of
/// work, joined by `; `.
fn errors_as_text(record: &OutputRecord) -> String {
    match &record.result {
        Ok(found) => {
            let errors = found.errors.iter().map(|(work, error)| format!("{work}: {}", error_as_text(error)));
            errors.collect::<Vec<_>>().join("; ")
        }
        Err(error) => error_as_text(error),
    }
}

fn error_as_text(Error { code, column, text }: &Error) -> String {
    let column = column.map_or("-".into(), |column| column.to_string());
    format!("{code} {column} {}", one_line(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(fields: &str) -> Vec<String> {
        fields.split(',').map(str::to_owned).collect()
    }

    #[test]
    fn errors_are_added_unless_they_are_named() {
        for (fields, json, tsv) in [
            ("line", "line,error,errors", "line,error"),
            ("error.code,line", "error.code,line,errors", "error.code,line"),
            ("errors.eval", "errors.eval,error", "errors.eval,error"),
            ("errors,error", "errors,error", "errors,error"),
        ] {
            assert_eq!(Format::JsonLines(format(fields)).names().join(","), json);
            assert_eq!(Format::Tsv(format(fields)).names().join(","), tsv);
        }
        assert_eq!(Format::JsonLines(Vec::new()).names(), FIELDS);
    }
}

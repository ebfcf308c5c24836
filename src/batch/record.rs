//! Output records: JSON Lines, or tab-separated values.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::search::Searched;
use super::work::Found;
use crate::base::Score;
use crate::base::text::one_line;
use crate::engine::{Bound, InfoLine};
use crate::protocol::error::Error;

/// The names of all fields, in the order of a record.
pub const FIELDS: [&str; 24] = [
    "line", "id", "variant", "fen", "bestmove", "score", "bound", "proved", "wdl", "depth", "seldepth", "nodes",
    "time", "pv", "lines", "perft", "divide", "moves", "query", "eval", "effects", "observe", "error", "errors",
];

/// How records are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// One JSON object a line, with these fields only, if there are any.
    JsonLines(Vec<String>),
    /// Tab-separated values of these fields, below a line with their names.
    Tsv(Vec<String>),
}

impl Format {
    /// The line above all records.
    #[must_use]
    pub fn header(&self) -> Option<String> {
        match self {
            Self::JsonLines(_) => None,
            Self::Tsv(fields) => Some(fields.join("\t")),
        }
    }

    /// A record as a line, without its end.
    #[must_use]
    pub fn write(&self, record: &Record) -> String {
        let value = || serde_json::to_value(record).unwrap_or_default();
        match self {
            Self::JsonLines(fields) if fields.is_empty() => serde_json::to_string(record).unwrap_or_default(),
            Self::JsonLines(fields) => {
                let value = value();
                let kept: Vec<_> = fields.iter().filter_map(|name| Some((name, field(&value, name)?))).collect();
                serde_json::to_string(&Pairs(&kept)).unwrap_or_default()
            }
            Self::Tsv(fields) => {
                let value = value();
                let texts = fields.iter().map(|name| field(&value, name).map(plain_text).unwrap_or_default());
                texts.collect::<Vec<_>>().join("\t")
            }
        }
    }
}

/// The value of a field. A dotted name reaches into it: `score.cp`.
fn field<'a>(record: &'a Value, name: &str) -> Option<&'a Value> {
    name.split('.').try_fold(record, |value, part| value.get(part))
}

/// A value as a cell: lists are joined by blanks, and so are the names and values of an object. A control character
/// becomes a blank.
fn plain_text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect(),
        Value::Array(values) => values.iter().map(plain_text).collect::<Vec<_>>().join(" "),
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| format!("{name} {}", plain_text(value))).collect::<Vec<_>>().join(" ")
        }
        Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

/// What a line gives.
#[derive(Debug)]
pub struct Record<'a> {
    /// The number of the line in the input, from 1.
    pub line: u64,
    /// The `id` of the line.
    pub id: Option<&'a RawValue>,
    /// What was found, or why the position cannot be read.
    pub result: Result<Found, Error>,
}

impl Record<'_> {
    /// Whether the position or a piece of work has an error.
    #[must_use]
    pub fn has_error(&self) -> bool {
        self.result.as_ref().map_or(true, |found| !found.errors.is_empty())
    }
}

impl Serialize for Record<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("line", &self.line)?;
        if let Some(id) = self.id {
            map.serialize_entry("id", id)?;
        }
        match &self.result {
            Ok(found) => write_found(&mut map, found)?,
            Err(error) => map.serialize_entry("error", &JsonError(error))?,
        }
        map.end()
    }
}

fn write_found<M: SerializeMap>(map: &mut M, found: &Found) -> Result<(), M::Error> {
    map.serialize_entry("variant", found.variant)?;
    map.serialize_entry("fen", &found.fen)?;
    if let Some(searched) = &found.searched {
        write_search(map, searched)?;
    }
    if let Some((depth, nodes)) = found.perft {
        map.serialize_entry("perft", &json!({ "depth": depth, "nodes": nodes }))?;
    }
    if let Some(counts) = &found.divide {
        map.serialize_entry("divide", &Pairs(counts))?;
    }
    if let Some(moves) = &found.moves {
        map.serialize_entry("moves", moves)?;
    }
    if !found.queries.is_empty() {
        map.serialize_entry("query", &Pairs(&found.queries))?;
    }
    if let Some(eval) = found.eval {
        map.serialize_entry("eval", &eval)?;
    }
    if !found.effects.is_empty() {
        map.serialize_entry("effects", &Pairs(&found.effects))?;
    }
    if let Some(view) = &found.observed {
        map.serialize_entry("observe", view)?;
    }
    if !found.errors.is_empty() {
        let errors: Vec<_> = found.errors.iter().map(|(name, error)| (name, JsonError(error))).collect();
        map.serialize_entry("errors", &Pairs(&errors))?;
    }
    Ok(())
}

fn write_search<M: SerializeMap>(map: &mut M, Searched { best, lines, show_wdl }: &Searched) -> Result<(), M::Error> {
    map.serialize_entry("bestmove", best)?;
    let first = lines.first();
    map.serialize_entry("score", &first.map(|line| json_score(line.score)))?;
    map.serialize_entry("bound", &first.map(bound))?;
    map.serialize_entry("proved", &first.map(|line| line.proved))?;
    map.serialize_entry("wdl", &first.filter(|line| *show_wdl || line.is_proved_margin()).map(InfoLine::wdl))?;
    map.serialize_entry("depth", &first.map(|line| line.depth))?;
    map.serialize_entry("seldepth", &first.map(|line| line.sel_depth))?;
    map.serialize_entry("nodes", &first.map(|line| line.nodes))?;
    map.serialize_entry("time", &first.map(|line| line.time.as_millis() as u64))?;
    map.serialize_entry("pv", &first.map(|line| &line.pv))?;
    if lines.len() > 1 {
        let lines: Vec<Value> = lines
            .iter()
            .map(|line| {
                json!({
                    "multipv": line.multi_pv,
                    "score": json_score(line.score),
                    "bound": bound(line),
                    "depth": line.depth,
                    "pv": line.pv,
                })
            })
            .collect();
        map.serialize_entry("lines", &lines)?;
    }
    Ok(())
}

/// `{"cp": n}`, or `{"mate": n}` in plies.
#[must_use]
pub fn json_score(score: Score) -> Value {
    match score.mate_plies() {
        Some(plies) => json!({ "mate": plies }),
        None => json!({ "cp": score.centipieces() }),
    }
}

fn bound(line: &InfoLine) -> &'static str {
    match line.bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

/// Names and values as an object, in their order.
struct Pairs<'a, K, V>(&'a [(K, V)]);

impl<K: Serialize, V: Serialize> Serialize for Pairs<'_, K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// An error as an object.
struct JsonError<'a>(&'a Error);

impl Serialize for JsonError<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Error { code, column, text } = self.0;
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("code", &code.to_string())?;
        map.serialize_entry("column", column)?;
        map.serialize_entry("text", &one_line(text))?;
        map.end()
    }
}

//! Output records and their fields.

use petteia_core::Score;
use petteia_core::text::one_line;
use petteia_engine::{Bound, SearchInfo};
use petteia_ugi::Error;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::search::SearchReport;
use super::work::PositionResult;

/// What a line gives.
#[derive(Debug)]
pub struct OutputRecord<'a> {
    /// The number of the line in the input, from 1.
    pub line: u64,
    /// The `id` of the line.
    pub id: Option<&'a RawValue>,
    /// What was found, or why the position cannot be read.
    pub result: Result<PositionResult, Error>,
}

impl OutputRecord<'_> {
    /// Whether the position or a piece of work has an error.
    #[must_use]
    pub fn has_error(&self) -> bool {
        self.result.as_ref().map_or(true, |found| !found.errors.is_empty())
    }
}

/// The fields of a record as names and JSON, in their order.
pub(super) type Fields = Vec<(&'static str, String)>;

impl OutputRecord<'_> {
    /// The fields.
    pub(super) fn fields(&self) -> Fields {
        let mut fields = vec![("line", self.line.to_string())];
        // In JSON a carriage return is white space between values. Some programs take it for the end of a line.
        fields.extend(self.id.map(|id| ("id", id.get().replace('\r', " "))));
        match &self.result {
            Ok(found) => add_found(&mut fields, found),
            Err(error) => add(&mut fields, "error", &JsonError(error)),
        }
        fields
    }
}

fn add(fields: &mut Fields, name: &'static str, value: &impl Serialize) {
    fields.push((name, serde_json::to_string(value).unwrap_or_default()));
}

fn add_found(fields: &mut Fields, found: &PositionResult) {
    add(fields, "variant", &found.variant);
    add(fields, "fen", &found.fen);
    if let Some(searched) = &found.searched {
        add_search(fields, searched);
    }
    if let Some((depth, nodes)) = found.perft {
        add(fields, "perft", &json!({ "depth": depth, "nodes": nodes }));
    }
    if let Some(counts) = &found.divide {
        add(fields, "divide", &Pairs(counts));
    }
    if let Some(moves) = &found.moves {
        add(fields, "moves", moves);
    }
    if !found.queries.is_empty() {
        add(fields, "query", &Pairs(&found.queries));
    }
    if let Some(eval) = found.eval {
        add(fields, "eval", &eval);
    }
    if !found.effects.is_empty() {
        add(fields, "effects", &Pairs(&found.effects));
    }
    if let Some(view) = &found.observed {
        add(fields, "observe", view);
    }
    if !found.errors.is_empty() {
        let errors: Vec<_> = found.errors.iter().map(|(name, error)| (name, JsonError(error))).collect();
        add(fields, "errors", &Pairs(&errors));
    }
}

fn add_search(fields: &mut Fields, SearchReport { best, lines, show_wdl }: &SearchReport) {
    add(fields, "bestmove", best);
    let first = lines.first();
    add(fields, "score", &first.map(|line| json_score(line.score)));
    add(fields, "bound", &first.map(bound));
    add(fields, "proved", &first.map(|line| line.proved));
    add(fields, "wdl", &first.filter(|line| *show_wdl || line.is_proved_margin()).map(SearchInfo::wdl));
    add(fields, "depth", &first.map(|line| line.depth));
    add(fields, "seldepth", &first.map(|line| line.sel_depth));
    add(fields, "nodes", &first.map(|line| line.nodes));
    add(fields, "time", &first.map(|line| line.time.as_millis() as u64));
    add(fields, "pv", &first.map(|line| &line.pv));
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
        add(fields, "lines", &lines);
    }
}

/// `{"cp": n}`, or `{"mate": n}` in plies.
#[must_use]
pub fn json_score(score: Score) -> Value {
    match score.mate_plies() {
        Some(plies) => json!({ "mate": plies }),
        None => json!({ "cp": score.centipieces() }),
    }
}

fn bound(line: &SearchInfo<String>) -> &'static str {
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

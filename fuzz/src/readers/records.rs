//! Input and records of batches, records of matches, games of self-play, decks.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use petteia_analysis::batch;
use petteia_analysis::batch::{Batch, Format, LineSource, Work};
use petteia_engine::{Engine, VARIANTS, Variant};
use petteia_games::dixit::deck::Deck;
use petteia_games::dvonn::Dvonn;
use petteia_games::reversi::Reversi;
use petteia_learning::samples;
use petteia_matches::files::GameFile;
use petteia_matches::openings::checksum;
use petteia_matches::record::{FORMAT, MatchHeader};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Checked, ReaderState, ensure, ensure_number_after, lines_of};

/// The engine of the batches.
///
/// # Panics
/// If the system has no random bytes.
pub fn engine() -> Engine {
    Engine::new(VARIANTS, &VARIANTS[0]).expect("random bytes")
}

/// A record, as another program reads it.
#[derive(Deserialize)]
struct Record<'a> {
    line: u64,
    fen: Option<String>,
    variant: Option<String>,
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    error: Option<RecordError>,
}

#[derive(Deserialize)]
struct RecordError {
    code: String,
    column: Option<usize>,
    text: String,
}

/// The input of a batch.
///
/// # Errors
/// A check fails.
pub fn batch(state: &mut ReaderState, bytes: &[u8]) -> Checked {
    let output = records_of(state, bytes)?;
    let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    let mut last = 0;
    let mut again = String::new();
    let mut positions = HashMap::new();
    for text in output.lines() {
        let record: Record = serde_json::from_str(text).map_err(|error| format!("{error} in the record {text}"))?;
        ensure(record.line > last && record.line <= lines.len() as u64, || format!("line {} at {text}", record.line))?;
        last = record.line;
        let line = lines[last as usize - 1];
        if let Some(error) = &record.error {
            state.note(&format!("{} {}", error.code, error.text));
            let is_inside = error.column.is_none_or(|column| (1..=line.len() + 1).contains(&column));
            ensure(is_inside && error.code != "internal", || format!("{text} for a line of {}", line.len()))?;
        } else {
            state.note(record.variant.as_deref().unwrap_or_default());
            again += text;
            again.push('\n');
            positions.insert(positions.len() as u64 + 1, record.fen);
        }
        if let Some(id) = record.id {
            let id = id.get().as_bytes();
            ensure(line.windows(id.len()).any(|part| part == id), || format!("another id in {text}"))?;
        }
    }
    // A byte order mark stands before the first line only.
    let first = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let expected = first.split(|byte| *byte == b'\n').filter(|line| !is_skipped(line)).count();
    ensure(output.lines().count() == expected, || format!("{expected} lines, {} records", output.lines().count()))?;
    // Records are input too.
    for text in records_of(state, again.as_bytes())?.lines() {
        let record: Record = serde_json::from_str(text).map_err(|error| format!("{error} in the record {text}"))?;
        let before = positions.remove(&record.line).unwrap_or_default();
        ensure(record.fen == before, || format!("{before:?} is read again as {text}"))?;
    }
    Ok(())
}

/// Blank lines and comments have no record.
fn is_skipped(line: &[u8]) -> bool {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let first = line.iter().find(|byte| !b" \t".contains(byte));
    std::str::from_utf8(line).is_ok() && first.is_none_or(|byte| *byte == b'#')
}

fn records_of(state: &mut ReaderState, bytes: &[u8]) -> Checked<String> {
    let work = Work { queries: vec!["result".into(), "score".into()], ..Work::default() };
    let batch = Batch { work, jobs: 1, format: Format::JsonLines(Vec::new()) };
    let source = LineSource::of("input", std::io::Cursor::new(bytes.to_vec()));
    let mut output = Vec::new();
    let summary = batch::run(&state.engine, &batch, source, &mut output, &mut |_| ());
    summary.map_err(|error| error.to_string())?;
    String::from_utf8(output).map_err(|error| error.to_string())
}

/// The file of `--resume` of a batch: what is refused stays as it is, and what is accepted loses at most its last line
/// without an end.
///
/// # Errors
/// A check fails.
pub fn batch_records(state: &mut ReaderState, bytes: &[u8]) -> Checked {
    let path = state.write("records", bytes)?;
    for format in [Format::JsonLines(Vec::new()), Format::Tsv(vec!["line".into(), "fen".into()])] {
        let work = Work { moves: true, ..Work::default() };
        let source = LineSource::of("input", &b"startpos\nstartpos moves a1\n"[..]);
        let resumed = batch::resume::resume(&path, &state.engine, &work, &format, source).map(drop);
        check_file(state, &path, bytes, resumed.err().map(|error| error.to_string()))?;
        fs::write(&path, bytes).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// The file of `--resume` of a match.
///
/// # Errors
/// A check fails.
pub fn match_records(state: &mut ReaderState, bytes: &[u8]) -> Checked {
    let path = state.write("games", bytes)?;
    let header = MatchHeader {
        format: FORMAT,
        version: "0.1.0".into(),
        variant: "reversi".into(),
        engines: ["ugi:a".into(), "ugi:b".into()],
        paces: ["nodes 10".into(), "nodes 10".into()],
        rules: String::new(),
        games: 4,
        openings: vec!["startpos".into()],
        openings_crc32: checksum(["startpos"]),
    };
    let mut referee = state.engine.fork();
    referee.set_variant(Variant::find(VARIANTS, "reversi").ok_or("no game")?);
    let opened = GameFile::open(&path, &header, &referee).map(drop);
    check_file(state, &path, bytes, opened.err().map(|error| error.to_string()))
}

/// A refused file is unchanged and its error names a line of it; an accepted one keeps its whole lines.
fn check_file(state: &mut ReaderState, path: &Path, bytes: &[u8], error: Option<String>) -> Checked {
    let after = fs::read(path).map_err(|error| error.to_string())?;
    if let Some(error) = error {
        state.note(&error);
        ensure_number_after(&error, "line ", lines_of(bytes))?;
        return ensure(after == bytes, || format!("refused by '{error}' and changed"));
    }
    state.note("accepted");
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    ensure(after.starts_with(&bytes[..whole]), || "whole lines are lost".into())
}

/// Lines of self-play games.
///
/// # Errors
/// A check fails.
pub fn self_play(state: &mut ReaderState, bytes: &[u8]) -> Checked {
    for line in String::from_utf8_lossy(bytes).lines() {
        let mut targets = Vec::new();
        let dvonn = samples::of_game::<Dvonn>(line, 0.5, |sample| targets.push(sample.target));
        let reversi = samples::of_game::<Reversi>(line, 0.5, |sample| targets.push(sample.target));
        for game in [dvonn, reversi] {
            match game {
                Ok(()) => state.note("a game"),
                Err(error) => {
                    state.note(&error.to_string());
                    ensure((1..=line.len() + 1).contains(&error.column), || format!("{error} in '{line}'"))?;
                }
            }
        }
        ensure(targets.iter().all(|target| (0.0..=1.0).contains(target)), || format!("targets {targets:?}"))?;
    }
    Ok(())
}

/// A deck of cards.
///
/// # Errors
/// A check fails.
pub fn deck(state: &mut ReaderState, bytes: &[u8]) -> Checked {
    // Most inputs are a few lines that replace those of a whole deck.
    let changed = String::from_utf8_lossy(bytes);
    let replaced: Vec<&str> = changed.lines().filter_map(|line| line.split('\t').next()).collect();
    let mut whole = changed.clone().into_owned();
    if !whole.ends_with('\n') {
        whole.push('\n');
    }
    for number in (1..=84).filter(|number: &u32| !replaced.contains(&number.to_string().as_str())) {
        whole += &format!("{number}\tTitle {number}\tA caption\ta,b\n");
    }
    for text in [whole.as_str(), &changed] {
        match Deck::read(text) {
            Err(error) => {
                state.note(&error.to_string());
                ensure((1..=lines_of(text.as_bytes())).contains(&error.line), || error.to_string())?;
            }
            Ok(deck) => {
                state.note("a deck");
                let mut written = String::from("number\ttitle\tcaption\ttags\timage\talt\tvector\n");
                for (number, card) in (1..).zip(deck.cards()) {
                    let (title, caption, tags) = (&card.title, &card.caption, card.tags.join(","));
                    let vector = card.vector.iter().map(f32::to_string).collect::<Vec<_>>().join(",");
                    let (image, alt) = (&card.image, &card.alt);
                    written += &format!("{number}\t{title}\t{caption}\t{tags}\t{image}\t{alt}\t{vector}\n");
                }
                let again = Deck::read(&written);
                ensure(again.is_ok_and(|again| again.cards().eq(deck.cards())), || {
                    format!("a deck written again: {written}")
                })?;
            }
        }
    }
    Ok(())
}

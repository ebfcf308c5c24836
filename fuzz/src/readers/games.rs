//! Files of games.

use petteia_analysis::archive::{FORMATS, FileFormat, Hints, Replay, replay};
use petteia_engine::{VARIANTS, Variant};
use petteia_formats::record::{FormatError, GameRecord, Location, RecordedGames};

use super::{Checked, ReaderState, ensure, lines_of};

/// Number of games of an input that are replayed. More of them cost time and show little.
const MOST_REPLAYED: usize = 6;

/// Reads a file in this format and writes its games in all formats.
///
/// # Errors
/// A check fails.
pub fn read(state: &mut ReaderState, name: &str, bytes: &[u8]) -> Checked {
    let format = FileFormat::find(name).ok_or_else(|| format!("no format {name}"))?;
    // Some files do not name their game.
    let game = [None, Some("draughts"), Some("checkers")][bytes.len() % 3];
    let games = match read_bytes(format, bytes, game) {
        Ok(games) => games,
        Err(error) => return note_error(state, &error, bytes),
    };
    state.note(&format!("{name} read"));
    let mut replayed = 0;
    for game in games {
        match game {
            Err(error) => note_error(state, &error, bytes)?,
            Ok(record) if replayed < MOST_REPLAYED => {
                replayed += 1;
                check_game(state, record)?;
            }
            Ok(_) => {}
        }
    }
    Ok(())
}

fn read_bytes(format: &FileFormat, bytes: &[u8], game: Option<&'static str>) -> Result<RecordedGames, FormatError> {
    let find = |name: &str| Variant::find(VARIANTS, name).map(|variant| variant.name);
    format.read(bytes, &Hints { game, find, companions: &[], length: None })
}

/// An error names a place in the file.
fn note_error(state: &mut ReaderState, error: &FormatError, bytes: &[u8]) -> Checked {
    state.note(&error.to_string());
    let is_inside = match error.place {
        Location::Line(line) => (1..=lines_of(bytes)).contains(&line),
        Location::Byte(byte) => byte <= bytes.len(),
    };
    ensure(is_inside, || format!("a place outside of {} bytes: {error}", bytes.len()))
}

/// A game that the rules accept is written in every format that has room for it, and then reads the same.
fn check_game(state: &mut ReaderState, record: GameRecord) -> Checked {
    let played = match replay(record, VARIANTS, None) {
        Ok(played) => played,
        Err(refusal) => {
            state.note(&refusal.to_string());
            return Ok(());
        }
    };
    for format in FORMATS {
        let Ok(text) = format.write(&[played.clone().for_format(format)]) else { continue };
        state.note(&format!("written as {} {:?}", format.name, played.record.variant));
        check_text(format, &played, &text).map_err(|what| {
            format!("as {}: {what}\n{:?}\n{}", format.name, played.record, String::from_utf8_lossy(&text))
        })?;
    }
    Ok(())
}

fn check_text(format: &FileFormat, played: &Replay, text: &[u8]) -> Checked {
    let games = read_bytes(format, text, played.record.variant).map_err(|error| error.to_string())?;
    let [Ok(read)] = &games[..] else { return Err(format!("{} games, {games:?}", games.len())) };
    let variant = VARIANTS.iter().find(|variant| Some(variant.name) == played.record.variant);
    let again = replay(read.clone(), VARIANTS, variant).map_err(|refusal| refusal.to_string())?;
    let position = format.is_of_positions.then(|| played.clone().for_format(format));
    let [before, after] = [position.as_ref().unwrap_or(&played.record), &again.record];
    ensure(words(before) == words(after), || format!("other moves: {:?}", words(after)))?;
    ensure(before.start == after.start, || format!("another start: {:?}", after.start))?;
    let keeps_result = !matches!(format.name, "lines" | "obf" | "transcript");
    ensure(!keeps_result || before.result == after.result, || format!("another result: {:?}", after.result))?;
    let written = format.write(&[again.for_format(format)])?;
    // Blanks at the ends of names are lost, but no more of the game.
    let last = read_bytes(format, &written, played.record.variant).map_err(|error| error.to_string())?;
    let is_same = last.iter().flatten().map(words).eq(games.iter().flatten().map(words));
    ensure(is_same, || format!("written again: {}", String::from_utf8_lossy(&written)))
}

fn words(record: &GameRecord) -> Vec<&str> {
    record.moves.iter().map(|played| played.word.as_str()).collect()
}

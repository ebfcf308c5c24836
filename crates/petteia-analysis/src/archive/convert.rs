//! Games in memory from one format to another.

use petteia_engine::{VARIANTS, Variant};
use petteia_formats::record::GameRecord;

use super::format::{FORMATS, FileFormat, Hints};
use super::replay::{ReplayError, replay};

/// Games in another format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Converted {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// What is left out, and why: one line for each such game.
    pub notes: Vec<String>,
}

/// Writes the games of a file in the format `to`, as the rules replay them. Without `from` its content tells the format.
/// `game` is the game that was asked for. Secrets of games that are not over are left out.
///
/// # Errors
/// There is no game that can be read and written.
pub fn convert(
    bytes: &[u8],
    from: Option<&'static FileFormat>,
    to: &'static FileFormat,
    game: Option<&'static Variant>,
) -> Result<Converted, String> {
    let find = |name: &str| Variant::find(VARIANTS, name).map(|variant| variant.name);
    let hints =
        Hints { game: game.map(|variant| variant.name), find, companions: &[], length: Some(bytes.len() as u64) };
    let from = from.or_else(|| FileFormat::of_beginning(bytes, &hints)).ok_or_else(|| {
        let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
        format!("expected games in one of the formats {}, found none", names.join(" "))
    })?;
    let games = from.read(bytes, &hints).map_err(|error| format!("{}: {error}", from.name))?;
    let (mut records, mut notes) = (Vec::<GameRecord>::new(), Vec::new());
    for (i, read) in games.into_iter().enumerate() {
        let note = |why: String| format!("game {}: {why}", i + 1);
        let replayed = read.map_err(|error| error.to_string()).and_then(|record| {
            replay(record, VARIANTS, game).map_err(|error| match error {
                ReplayError::NoVariant => "expected the name of a game, found none".into(),
                error => error.to_string(),
            })
        });
        match replayed {
            Ok(mut replay) => {
                if replay.hide_secrets() {
                    notes.push(note("hands and moves are left out, since the game is not over".into()));
                }
                records.push(replay.for_format(to));
            }
            Err(why) => notes.push(note(why)),
        }
    }
    if records.is_empty() {
        return Err(notes.into_iter().next().unwrap_or_else(|| "expected a game, found none".into()));
    }
    let bytes = to.write(&records).map_err(|why| format!("{}: {why}", to.name))?;
    Ok(Converted { bytes, notes })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn convert_text(text: &str, to: &str, game: Option<&str>) -> Result<(String, Vec<String>), String> {
        let to = FileFormat::find(to).expect("a format");
        let game = game.and_then(|name| Variant::find(VARIANTS, name));
        let converted = convert(text.as_bytes(), None, to, game)?;
        Ok((String::from_utf8(converted.bytes).expect("text"), converted.notes))
    }

    #[test]
    fn games_are_replayed_and_written() {
        let (pdn, notes) = convert_text("startpos moves 11-15 22-18\n", "pdn", Some("checkers")).expect("a game");
        assert!(pdn.contains("1. 11-15 22-18"), "{pdn}");
        assert_eq!(notes, Vec::<String>::new());
        let (lines, _) = convert_text(&pdn, "lines", None).expect("the same game");
        assert!(lines.contains("startpos moves 11-15 22-18"), "{lines}");
    }

    #[test]
    fn games_that_the_rules_refuse_are_told() {
        let two = "startpos moves 11-15\nstartpos moves 11-16 1-2\n";
        let (_, notes) = convert_text(two, "pdn", Some("checkers")).expect("one game");
        assert!(notes.len() == 1 && notes[0].starts_with("game 2: move 2: expected a legal move"), "{notes:?}");
        let error = |text, to, game| convert_text(text, to, game).expect_err(text);
        assert!(error("startpos moves 1-2\n", "pdn", Some("checkers")).starts_with("game 1: move 1: "));
        assert_eq!(error("startpos moves c3\n", "json", None), "game 1: expected the name of a game, found none");
        assert!(error("", "json", None).starts_with("expected games in one of the formats json pgn pdn "));
    }
}

//! Games as lines, one game a line, as after `position`: `startpos moves M...` or `FEN moves M...`.
//!
//! The result may stand behind the moves: `p1win`, `p2win` or `draw`. It is not written, so that other commands take
//! the lines as positions.

use std::io;

use petteia_core::OpeningText;
use petteia_core::words::quoted;

use super::decoding::{Line, Lines, MAX_GAME, too_large};
use super::record::{
    FormatError, GameRecord, GameWriter, Games, Location, MAX_MOVES, RecordedGames, Source, WriteError, write_all,
};

/// Opens a file. Empty lines and those that begin with `#` are skipped.
///
/// # Errors
/// The first line with a game is not text, or there is none.
pub fn open(source: Source) -> Result<Games, FormatError> {
    let mut lines = Lines::open(source, MAX_GAME);
    let first = next_line(&mut lines).ok_or_else(|| wrong(1, "none"))?;
    // A line that is not text is of another format; one that is too long is a game that is refused.
    let first = first.map(Ok).or_else(|error| if error.expected == WANTED { Err(error) } else { Ok(Err(error)) })?;
    let rest = std::iter::from_fn(move || next_line(&mut lines));
    let game = |(number, line): (usize, String)| {
        read_game(&line).map_err(|error| FormatError { place: Location::Line(number), ..error })
    };
    Ok(Box::new(std::iter::once(first).chain(rest).map(move |line| line.and_then(game))))
}

/// What a line of the file should be.
const WANTED: &str = "a game a line";

fn wrong(line: usize, found: &str) -> FormatError {
    FormatError { place: Location::Line(line), expected: WANTED.into(), found: found.into() }
}

/// The next line with a game and its number.
fn next_line(lines: &mut Lines) -> Option<Result<(usize, String), FormatError>> {
    while let Some(Line { number, bytes }) = lines.next() {
        let Some(bytes) = bytes else { return Some(Err(too_large(number, MAX_GAME))) };
        let Ok(text) = std::str::from_utf8(bytes) else { return Some(Err(wrong(number, "bytes that are not UTF-8"))) };
        let text = text.trim();
        if text.contains('\0') {
            return Some(Err(wrong(number, "a NUL byte")));
        }
        if !text.is_empty() && !text.starts_with('#') {
            return Some(Ok((number, text.to_owned())));
        }
    }
    None
}

/// Reads the games of a file.
///
/// # Errors
/// Those of [`open`].
pub fn read_games(bytes: &[u8]) -> Result<RecordedGames, FormatError> {
    Ok(open(Box::new(bytes))?.collect())
}

/// Reads a game.
///
/// # Errors
/// It has no position, or words between the position and the moves. The place is line 1.
pub fn read_game(line: &str) -> Result<GameRecord, FormatError> {
    let wrong = |expected: String, found: String| FormatError { place: Location::Line(1), expected, found };
    let line = line.trim();
    let last = line.split_whitespace().next_back().unwrap_or_default();
    let result = last.parse().ok();
    let text = if result.is_some() { &line[..line.len() - last.len()] } else { line };
    let OpeningText { fen, moves } = OpeningText::parse(text)
        .map_err(|error| wrong("startpos or a FEN, then moves M...".into(), quoted(error.found)))?;
    if moves.len() > MAX_MOVES {
        return Err(wrong(format!("a game of at most {MAX_MOVES} moves"), moves.len().to_string()));
    }
    if fen == Some("") {
        return Err(wrong("startpos or a FEN, then moves M...".into(), quoted(line)));
    }
    let start = fen.map(|fen| fen.split_whitespace().collect::<Vec<_>>().join(" "));
    let moves = moves.into_iter().map(|word| word.to_owned().into()).collect();
    Ok(GameRecord { start, moves, result, ..GameRecord::default() })
}

/// Writes games, one a line. They must be of the same variant, which the lines do not tell.
#[derive(Default)]
pub struct Writer {
    variant: Option<&'static str>,
    has_games: bool,
}

impl GameWriter for Writer {
    fn write(&mut self, game: &GameRecord, output: &mut dyn io::Write) -> Result<(), WriteError> {
        if !self.has_games {
            self.variant = game.variant;
            self.has_games = true;
        }
        if game.variant != self.variant {
            let names = [self.variant, game.variant].map(|name| name.unwrap_or("no name"));
            return Err(format!("expected games of one variant, found {} and {}", names[0], names[1]).into());
        }
        if game.variant == Some("dixit") && game.start.is_none() {
            return Err("expected a game that begins with a position, found one of deals, which JSON has room for"
                .to_owned()
                .into());
        }
        let mut text = game.start.clone().unwrap_or_else(|| "startpos".into());
        if !game.moves.is_empty() {
            text += " moves";
        }
        for played in &game.moves {
            text += &format!(" {}", played.word);
        }
        text.push('\n');
        Ok(output.write_all(text.as_bytes())?)
    }
}

/// Writes games.
///
/// # Errors
/// The games are not all of the same variant.
pub fn write_games(games: &[GameRecord]) -> Result<Vec<u8>, String> {
    write_all(Writer::default(), games)
}

#[cfg(test)]
mod tests {
    use petteia_core::{Outcome, Side};

    use super::*;

    #[test]
    fn games_are_read_with_or_without_moves_and_results() {
        let text = "\u{feff}# games\r\nstartpos moves f5 d6 draw\r\n\n8/8/8/3OX3/3XO3/8/8/8 b\nfen a b moves p1win\n\
                    startpos p2win\nstartpos\nB:W1:B2\tmoves  2-6";
        let games = read_games(text.as_bytes()).expect("lines");
        let games: Vec<GameRecord> = games.into_iter().map(|game| game.expect("a game")).collect();
        let words = |game: &GameRecord| game.moves.iter().map(|played| played.word.clone()).collect::<Vec<_>>();
        assert_eq!(games.len(), 6);
        assert_eq!((words(&games[0]).join(" "), games[0].outcome()), ("f5 d6".into(), Some(Outcome::Draw)));
        assert_eq!((games[1].start.as_deref(), games[1].moves.len()), (Some("8/8/8/3OX3/3XO3/8/8/8 b"), 0));
        assert_eq!((games[2].start.as_deref(), games[2].outcome()), (Some("a b"), Some(Outcome::Win(Side::First))));
        assert_eq!((games[3].start.as_deref(), games[3].outcome()), (None, Some(Outcome::Win(Side::Second))));
        assert_eq!((games[4].start.as_deref(), games[4].outcome()), (None, None));
        assert_eq!((games[5].start.as_deref(), words(&games[5])), (Some("B:W1:B2"), vec!["2-6".to_owned()]));
        let written = write_games(&games).expect("one variant");
        assert_eq!(
            String::from_utf8(written).expect("text"),
            "startpos moves f5 d6\n8/8/8/3OX3/3XO3/8/8/8 b\na b\nstartpos\nstartpos\nB:W1:B2 moves 2-6\n"
        );
    }

    #[test]
    fn bad_lines_and_files_are_refused_with_their_place() {
        let games = read_games(b"startpos\nstartpos f5\nmoves f5\nfen\ndraw\n").expect("lines");
        let errors: Vec<String> = games.into_iter().filter_map(Result::err).map(|error| error.to_string()).collect();
        let expected = "expected startpos or a FEN, then moves M..., found";
        assert_eq!(
            errors,
            [
                format!("line 2: {expected} 'f5'"),
                format!("line 3: {expected} 'moves f5'"),
                format!("line 4: {expected} 'fen'"),
                format!("line 5: {expected} 'draw'"),
            ]
        );
        for (bytes, found) in [
            (&b""[..], "line 1: expected a game a line, found none"),
            (b"# nothing\n\n", "line 1: expected a game a line, found none"),
            (b"\n\xff", "line 2: expected a game a line, found bytes that are not UTF-8"),
            (b"\n\n\0", "line 3: expected a game a line, found a NUL byte"),
        ] {
            assert_eq!(read_games(bytes).expect_err(found).to_string(), found);
        }
        let long = [b"startpos\n", &vec![b'x'; MAX_GAME + 1][..], b"\n\xff\nstartpos"].concat();
        let games = read_games(&long).expect("lines");
        let errors: Vec<String> = games.iter().filter_map(|game| Some(game.as_ref().err()?.to_string())).collect();
        assert_eq!(
            errors,
            [
                "line 2: expected a game of at most 1048576 bytes, found a larger one",
                "line 3: expected a game a line, found bytes that are not UTF-8",
            ]
        );
        assert!(games[0].is_ok() && games[3].is_ok());
    }

    #[test]
    fn games_of_two_variants_are_not_written() {
        let games = ["dvonn", "gonu"].map(|name| GameRecord { variant: Some(name), ..GameRecord::default() });
        assert_eq!(write_games(&games), Err("expected games of one variant, found dvonn and gonu".into()));
        assert_eq!(write_games(&[]), Ok(Vec::new()));
    }
}

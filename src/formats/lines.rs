//! Games as lines, one game a line, as after `position`: `startpos moves M...` or `FEN moves M...`.
//!
//! The result may stand behind the moves: `p1win`, `p2win` or `draw`. It is not written, so that other commands take
//! the lines as positions.

use std::fmt::Write;

use super::record::{FormatError, GameRecord, Place, RecordedGames, RecordedResult};
use crate::base::Side;
use crate::game::words::quoted;

/// The words for results, as in the protocol.
const RESULTS: [(&str, RecordedResult); 3] = [
    ("p1win", RecordedResult::Win(Side::First)),
    ("p2win", RecordedResult::Win(Side::Second)),
    ("draw", RecordedResult::Draw),
];

/// The result that a word of the protocol stands for.
#[must_use]
pub fn read_result(word: &str) -> Option<RecordedResult> {
    RESULTS.into_iter().find(|(name, _)| *name == word).map(|(_, result)| result)
}

/// The word of the protocol for a result.
#[must_use]
pub fn result_word(result: RecordedResult) -> &'static str {
    RESULTS.into_iter().find(|(_, known)| *known == result).map_or("", |(name, _)| name)
}

/// Reads the games of a file. Empty lines and those that begin with `#` are passed over.
///
/// # Errors
/// The file is not text, or has no game.
pub fn read_games(bytes: &[u8]) -> Result<RecordedGames, FormatError> {
    let wrong = |line, found: &str| FormatError {
        place: Place::Line(line),
        wanted: "a game a line".into(),
        found: found.into(),
    };
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let lines = bytes[..error.valid_up_to()].split(|byte| *byte == b'\n').count();
        wrong(lines, "bytes that are not UTF-8")
    })?;
    let mut games = Vec::new();
    for (i, line) in text.trim_start_matches('\u{feff}').split('\n').enumerate() {
        let line = line.trim();
        if line.contains('\0') {
            return Err(wrong(i + 1, "a NUL byte"));
        }
        if !line.is_empty() && !line.starts_with('#') {
            games.push(read_game(line).map_err(|error| FormatError { place: Place::Line(i + 1), ..error }));
        }
    }
    if games.is_empty() { Err(wrong(1, "none")) } else { Ok(games) }
}

/// Reads a game.
///
/// # Errors
/// It has no position, or words between the position and the moves. The place is line 1.
pub fn read_game(line: &str) -> Result<GameRecord, FormatError> {
    let mut words = line.split_whitespace();
    let mut position: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    let mut moves: Vec<&str> = words.collect();
    let result = moves.last().or(position.last()).and_then(|last| read_result(last));
    if result.is_some() && moves.pop().is_none() {
        position.pop();
    }
    let wrong = |found: String| FormatError {
        place: Place::Line(1),
        wanted: "startpos or a FEN, then moves M...".into(),
        found,
    };
    let start = match position[..] {
        ["startpos"] => None,
        ["startpos", word, ..] => return Err(wrong(quoted(word))),
        [] | ["fen"] => return Err(wrong(quoted(line))),
        ["fen", ref fen @ ..] | ref fen => Some(fen.join(" ")),
    };
    let moves = moves.into_iter().map(|word| word.to_owned().into()).collect();
    Ok(GameRecord { start, moves, result, ..GameRecord::default() })
}

/// Writes games, one a line.
///
/// # Errors
/// The games are not all of the same variant, which the lines would not tell.
pub fn write_games(games: &[GameRecord]) -> Result<Vec<u8>, String> {
    let mut text = String::new();
    for game in games {
        if game.variant != games[0].variant {
            let names = [games[0].variant, game.variant].map(|name| name.unwrap_or("no name"));
            return Err(format!("wanted games of one variant, found {} and {}", names[0], names[1]));
        }
        text += game.start.as_deref().unwrap_or("startpos");
        if !game.moves.is_empty() {
            text += " moves";
        }
        for played in &game.moves {
            // Writing to a String never fails.
            let _ = write!(text, " {}", played.word);
        }
        text.push('\n');
    }
    Ok(text.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read_with_or_without_moves_and_results() {
        let text = "\u{feff}# games\r\nstartpos moves f5 d6 draw\r\n\n8/8/8/3OX3/3XO3/8/8/8 b\nfen a b moves p1win\n\
                    startpos p2win\nstartpos\nB:W1:B2\tmoves  2-6";
        let games = read_games(text.as_bytes()).expect("lines");
        let games: Vec<GameRecord> = games.into_iter().map(|game| game.expect("a game")).collect();
        let words = |game: &GameRecord| game.moves.iter().map(|played| played.word.clone()).collect::<Vec<_>>();
        assert_eq!(games.len(), 6);
        assert_eq!((words(&games[0]).join(" "), games[0].result), ("f5 d6".into(), Some(RecordedResult::Draw)));
        assert_eq!((games[1].start.as_deref(), games[1].moves.len()), (Some("8/8/8/3OX3/3XO3/8/8/8 b"), 0));
        assert_eq!((games[2].start.as_deref(), games[2].result), (Some("a b"), Some(RecordedResult::Win(Side::First))));
        assert_eq!((games[3].start.as_deref(), games[3].result), (None, Some(RecordedResult::Win(Side::Second))));
        assert_eq!((games[4].start.as_deref(), games[4].result), (None, None));
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
        let wanted = "wanted startpos or a FEN, then moves M..., found";
        assert_eq!(
            errors,
            [
                format!("line 2: {wanted} 'f5'"),
                format!("line 3: {wanted} 'moves f5'"),
                format!("line 4: {wanted} 'fen'"),
                format!("line 5: {wanted} 'draw'"),
            ]
        );
        for (bytes, found) in [
            (&b""[..], "line 1: wanted a game a line, found none"),
            (b"# nothing\n\n", "line 1: wanted a game a line, found none"),
            (b"startpos\n\xff", "line 2: wanted a game a line, found bytes that are not UTF-8"),
            (b"startpos\n\n\0", "line 3: wanted a game a line, found a NUL byte"),
        ] {
            assert_eq!(read_games(bytes).expect_err(found).to_string(), found);
        }
    }

    #[test]
    fn games_of_two_variants_are_not_written() {
        let games = ["dvonn", "gonu"].map(|name| GameRecord { variant: Some(name), ..GameRecord::default() });
        assert_eq!(write_games(&games), Err("wanted games of one variant, found dvonn and gonu".into()));
        assert_eq!(write_games(&[]), Ok(Vec::new()));
    }
}

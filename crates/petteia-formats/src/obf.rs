//! Positions of Reversi as Othello Board Files (OBF) of Edax, one a line: 64 squares and the side to move, then fields
//! that end with semicolons.
//!
//! ```text
//! XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; H5:+6; G6:-2; F6:-4; H6:-10;
//! ```
//!
//! A field is a move and its score in discs for the side to move, or the score alone. Text behind `%` is a comment. A
//! position becomes a record without moves, whose tag `Scores` has the fields.

use nom::character::complete::{char, i32, space0};
use nom::combinator::{all_consuming, map, map_opt, opt};
use nom::multi::many0;
use nom::sequence::{preceded, separated_pair, terminated};
use nom::{IResult, Parser};

use super::decoding::{Line, Lines, decoded, found, too_large};
use super::pdn::COMMENT;
use super::record::{EachGame, FormatError, GameRecord, GameWriter, Games, Location, RecordedGames, Source, write_all};
use super::reversi::{self, REVERSI, SQUARES};

/// The tag with the scores of moves, such as `H5:+6 G6:-2`, or with the score of the position alone.
pub const SCORES: &str = "Scores";

/// Largest size of a line, in bytes.
const MAX_LINE: usize = 1 << 16;

const WANTED: &str = "64 squares of X, O and -, the side to move and ;";

/// Opens a file.
///
/// # Errors
/// The first line with a position has none that can be read, or there is none.
pub fn open(source: Source) -> Result<Games, FormatError> {
    let mut lines = Lines::open(source, MAX_LINE);
    let none = || FormatError { place: Location::Line(1), expected: WANTED.into(), found: found("") };
    let first = next_position(&mut lines).ok_or_else(none)??;
    Ok(Box::new(std::iter::once(Ok(first)).chain(std::iter::from_fn(move || next_position(&mut lines)))))
}

/// Reads the positions of a file.
///
/// # Errors
/// Those of [`open`].
pub fn read_positions(bytes: &[u8]) -> Result<RecordedGames, FormatError> {
    Ok(open(Box::new(bytes))?.collect())
}

/// Reads the next line with a position.
fn next_position(lines: &mut Lines) -> Option<Result<GameRecord, FormatError>> {
    while let Some(Line { number, bytes }) = lines.next() {
        let wrong = |expected: &str, found| {
            Some(Err(FormatError { place: Location::Line(number), expected: expected.into(), found }))
        };
        let Some(bytes) = bytes else { return Some(Err(too_large(number, MAX_LINE))) };
        if bytes.contains(&0) {
            return wrong("text", "a NUL character".into());
        }
        let text = decoded(bytes);
        let (line, comment) = text.split_once('%').unwrap_or((&text, ""));
        if line.trim().is_empty() {
            continue;
        }
        return match read_position(line.trim()) {
            Ok(mut game) => {
                if !comment.trim().is_empty() {
                    game.tags.push((COMMENT.into(), comment.trim().into()));
                }
                Some(Ok(game))
            }
            Err((expected, rest)) => wrong(expected, found(rest)),
        };
    }
    None
}

/// Reads a line, or says what was expected where.
fn read_position(line: &str) -> Result<GameRecord, (&'static str, &str)> {
    let (rest, (squares, side)) = reversi::edax_board(line).map_err(|_| (WANTED, line))?;
    let (rest, scores) = many0(field).parse(rest).map_err(|_| (WANTED, rest))?;
    if !rest.trim().is_empty() {
        return Err(("a move and its score such as H5:+6;", rest.trim()));
    }
    let mut game =
        GameRecord { variant: Some(REVERSI), start: reversi::start_of(&squares, side), ..GameRecord::default() };
    if !scores.is_empty() {
        game.tags.push((SCORES.into(), scores.join(" ")));
    }
    Ok(game)
}

/// The position that a line begins with, without its semicolon; `None` if the line is in another format.
#[must_use]
pub fn position_text(line: &str) -> Option<&str> {
    let (rest, _) = reversi::edax_board(line.trim_start_matches([' ', '\t'])).ok()?;
    line[..line.len() - rest.len()].strip_suffix(';')
}

/// A line with a position of a variant and the scores of moves in discs for the side to move.
///
/// # Errors
/// What was expected and what was found: the position is none of Reversi.
pub fn line(variant: &'static str, fen: &str, scores: &[(String, i32)]) -> Result<String, String> {
    let fields: Vec<String> = scores
        .iter()
        .map(|(word, score)| match reversi::square(word) {
            Some(square) => format!("{square}:{score:+}"),
            None => format!("{score:+}"),
        })
        .collect();
    let (start, tags) = (Some(fen.to_owned()), vec![(SCORES.to_owned(), fields.join(" "))]);
    let game = GameRecord { variant: Some(variant), start, tags, ..GameRecord::default() };
    write_position(&game).map(|line| line.trim_end().to_owned())
}

/// A field with its semicolon.
fn field(text: &str) -> IResult<&str, String> {
    let square = map_opt(nom::bytes::complete::take(2_usize), reversi::square);
    let scored = map(separated_pair(square, (space0, char(':'), space0), score), |(square, score)| {
        format!("{}:{score:+}", square.to_ascii_uppercase())
    });
    let alone = map(score, |score| format!("{score:+}"));
    preceded(space0, terminated(nom::branch::alt((scored, alone)), (space0, char(';')))).parse(text)
}

/// Discs more of the side to move.
fn score(text: &str) -> IResult<&str, i32> {
    let is_score = |score: i32| (score.abs() <= i32::from(SQUARES)).then_some(score);
    preceded(opt(char('+')), map_opt(i32, is_score)).parse(text)
}

/// Writes positions, one a line: those at the start of the records.
#[must_use]
pub fn writer() -> Box<dyn GameWriter> {
    Box::new(EachGame::new(write_position))
}

/// Writes positions.
///
/// # Errors
/// A record that this format has no room for: what was expected and what was found.
pub fn write_positions(games: &[GameRecord]) -> Result<Vec<u8>, String> {
    write_all(EachGame::new(write_position), games)
}

fn write_position(game: &GameRecord) -> Result<String, String> {
    reversi::check_variant(game)?;
    if let Some(played) = game.moves.first() {
        return Err(format!("expected a position without moves, found '{}'", played.word));
    }
    let (squares, side) = reversi::start_squares(game)?;
    let mut text = format!("{squares} {};", if side == 'b' { 'X' } else { 'O' });
    for word in game.tag(SCORES).unwrap_or_default().split(' ').filter(|word| !word.is_empty()) {
        let field = format!("{word};");
        let wrong = |_| format!("expected scores such as H5:+6, found '{word}'");
        let (_, field) = all_consuming(self::field).parse(&field).map_err(wrong)?;
        text += &format!(" {field};");
    }
    if let Some(comment) = game.tag(COMMENT) {
        text += &format!(" % {}", comment.replace(['\r', '\n'], " "));
    }
    Ok(text + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first and the last position of `fforum-20-39.obf` of Edax, shortened, and one of its start.
    const FILE: &str = "% FFO 20 and 39\n\
        XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; H5:+6; G6:-2; F6:-4; H6:-10;\n\
        ---------------------------OX------XO--------------------------- X;\n\
        O-OOOO--XOXXOX--XOOOXXX-XOOOXX--XOOXOX--XOXXX---X-XX------------ O; A8:+64; % all won\n\
        --OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O; +2;\n";

    #[test]
    fn positions_come_back_as_they_were() {
        let games: Vec<GameRecord> = read_positions(FILE.as_bytes())
            .expect("a file")
            .into_iter()
            .map(|game| game.expect("a position"))
            .collect();
        let scores: Vec<Option<&str>> = games.iter().map(|game| game.tag(SCORES)).collect();
        assert_eq!(scores, [Some("H5:+6 G6:-2 F6:-4 H6:-10"), None, Some("A8:+64"), Some("+2")]);
        assert_eq!(games[1].start, None);
        assert!(games[0].start.as_ref().is_some_and(|start| start.ends_with("OOOOOOO- b")));
        assert_eq!(games[2].tag(COMMENT), Some("all won"));
        let written = String::from_utf8(write_positions(&games).expect("room")).expect("text");
        assert_eq!(written, FILE.split_once('\n').expect("a comment").1);
        // Other spellings: CRLF, blanks, lower case, no semicolon at the end of the blanks.
        let other = FILE.replace('\n', "\r\n").replace("H5:+6;", " h5 : 6 ; ").replace(" X;", " x ;").replace('X', "*");
        let again = read_positions(other.as_bytes()).expect("a file");
        assert_eq!(again.into_iter().collect::<Result<Vec<_>, _>>(), Ok(games));
    }

    #[test]
    fn bad_lines_leave_the_others() {
        let board = "-".repeat(64);
        let good = format!("{board} X;");
        for (bad, expected) in [
            ("hello;".into(), "line 2: expected 64 squares of X, O and -, the side to move and ;, found 'hello;'"),
            (
                board[1..].to_owned() + " X;",
                "line 2: expected 64 squares of X, O and -, the side to move and ;, found '-",
            ),
            (format!("{board} X"), "line 2: expected 64 squares of X, O and -, the side to move and ;, found '-"),
            (format!("{board} X; i9:+3;"), "line 2: expected a move and its score such as H5:+6;, found 'i9:+3;'"),
            (format!("{board} X; a1:+65;"), "line 2: expected a move and its score such as H5:+6;, found 'a1:+65;'"),
            (format!("{board} X; a1:+6"), "line 2: expected a move and its score such as H5:+6;, found 'a1:+6'"),
            (format!("{board} X; \u{e9}1:+6;"), "line 2: expected a move and its score such as H5:+6;, found '\u{e9}1"),
        ] {
            let games = read_positions(format!("{good}\n{bad}\n{good}\n").as_bytes()).expect("a file");
            assert!(games.len() == 3 && games[0].is_ok() && games[2].is_ok());
            let error = games[1].as_ref().expect_err("a bad line").to_string();
            assert!(error.starts_with(expected), "{error}");
        }
        for wrong in [&b""[..], b"% only a comment\n", b"hello\n", b"\0", b"\xff\xfe"] {
            assert!(read_positions(wrong).is_err());
        }
        let long = format!("{good}\n{good} % {}\n", "x".repeat(MAX_LINE));
        assert!(read_positions(long.as_bytes()).expect("a file")[1].is_err());
    }

    #[test]
    fn lines_of_a_batch() {
        let board = "---------------------------OX------XO---------------------------";
        for (text, expected) in [
            (format!("{board} X; f5:+0;"), Some(format!("{board} X"))),
            (format!("\t{board} o ;"), Some(format!("\t{board} o "))),
            (format!("{board} X"), None),
            ("startpos moves f5".into(), None),
        ] {
            assert_eq!(position_text(&text), expected.as_deref(), "{text}");
        }
        let scores = [("f5".into(), 0), ("d3".into(), -2)];
        assert_eq!(line(REVERSI, &format!("{board} b"), &scores), Ok(format!("{board} X; F5:+0; D3:-2;")));
        assert_eq!(line(REVERSI, "8/8/8/3OX3/3XO3/8/8/8 w", &[("pass".into(), 3)]), Ok(format!("{board} O; +3;")));
        assert_eq!(line("tablut", "", &[]), Err("expected a game of reversi, found tablut".into()));
    }

    #[test]
    fn records_that_cannot_be_written() {
        let with = |name: &str, value: &str| GameRecord {
            tags: vec![(name.to_owned(), value.to_owned())],
            ..GameRecord::default()
        };
        for (game, expected) in [
            (
                GameRecord { variant: Some("tablut"), ..GameRecord::default() },
                "expected a game of reversi, found tablut",
            ),
            (with(SCORES, "H5+6"), "expected scores such as H5:+6, found 'H5+6'"),
            (
                GameRecord { moves: vec!["f5".to_owned().into()], ..GameRecord::default() },
                "expected a position without moves, found 'f5'",
            ),
        ] {
            assert_eq!(write_positions(&[game]), Err(format!("game 1: {expected}")));
        }
        assert!(write_positions(&[with(COMMENT, "a\nb")]).is_ok_and(|bytes| bytes.ends_with(b" % a b\n")));
    }
}

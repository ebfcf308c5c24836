//! Games of Reversi as transcripts, one a line: `F5D6C3...` in letters of either case, with or without blanks.
//!
//! Before the moves may stand the start position of Edax, 64 squares and the side to move with a semicolon; before each
//! move the sign of its player, `+` for Black; behind the moves the score, as `40-24` or as Black's discs more `+16`.
//! Passes may be there or be left out. A line that begins with `#` or `%` is a comment.

use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_while_m_n};
use nom::character::complete::{i32, one_of, space0, u8};
use nom::combinator::{all_consuming, map, map_opt, opt, peek};
use nom::multi::many1;
use nom::sequence::{preceded, separated_pair};
use nom::{IResult, Parser};

use super::decoding::decoded;
use super::decoding::{Line, Lines, found, too_large};
use super::record::{
    EachGame, FormatError, GameRecord, GameWriter, Games, Location, RecordedGames, RecordedMove, Source, write_all,
};
use super::reversi::{self, PASS, REVERSI};

/// The words of a pass. None of them is the begin of a later one.
const PASSES: [&str; 4] = ["pass", "pa", "ps", "--"];

/// Largest size of a line, in bytes. A game has at most 60 moves and their passes.
const MAX_LINE: usize = 1 << 16;

/// Opens a list.
///
/// # Errors
/// The first line with a game has none, or there is none.
pub fn open(source: Source) -> Result<Games, FormatError> {
    let mut lines = Lines::open(source, MAX_LINE);
    let no_game =
        || FormatError { place: Location::Line(1), expected: "moves such as F5D6C3".into(), found: found("") };
    let first = next_game(&mut lines).ok_or_else(no_game)?;
    let rest = std::iter::from_fn(move || next_game(&mut lines));
    Ok(Box::new(std::iter::once(first).chain(rest)))
}

/// Reads the next line with a game.
fn next_game(lines: &mut Lines) -> Option<Result<GameRecord, FormatError>> {
    while let Some(Line { number, bytes }) = lines.next() {
        let wrong =
            |expected: &str, found| FormatError { place: Location::Line(number), expected: expected.into(), found };
        let Some(bytes) = bytes else { return Some(Err(too_large(number, MAX_LINE))) };
        if bytes.contains(&0) {
            return Some(Err(wrong("text", "a NUL character".into())));
        }
        let text = decoded(bytes);
        let line = text.trim();
        if !line.is_empty() && !line.starts_with(['#', '%']) {
            return Some(read_game(line).map_err(|(expected, rest)| wrong(expected, found(rest))));
        }
    }
    None
}

/// Reads the games of a list.
///
/// # Errors
/// There is no game that can be read: the first error.
pub fn read_games(bytes: &[u8]) -> Result<RecordedGames, FormatError> {
    let games: RecordedGames = open(Box::new(bytes))?.collect();
    match games.first() {
        Some(Err(error)) if games.iter().all(Result::is_err) => Err(error.clone()),
        _ => Ok(games),
    }
}

/// Reads a line, or says what was expected where.
fn read_game(line: &str) -> Result<GameRecord, (&'static str, &str)> {
    let mut game = GameRecord { variant: Some(REVERSI), ..GameRecord::default() };
    let (moves, start) = opt(reversi::edax_board).parse(line).unwrap_or((line, None));
    if let Some((squares, side)) = start {
        game.start = reversi::start_of(&squares, side);
    }
    let (behind, words) = many1(preceded(space0, played)).parse(moves).map_err(|_| ("moves such as F5D6C3", moves))?;
    game.moves = words.into_iter().map(RecordedMove::from).collect();
    let behind = behind.trim_start_matches([' ', '\t', ',', ';', ':', '|']);
    if !behind.is_empty() {
        let expected = "a square, a pass or a score such as 40-24 or +16";
        let (_, difference) = all_consuming(score).parse(behind).map_err(|_| (expected, behind))?;
        if !reversi::set_score(&mut game, difference) {
            return Err(("the score of a full board", behind));
        }
    }
    Ok(game)
}

/// A move, as this program writes it.
fn played(text: &str) -> IResult<&str, String> {
    let square = map_opt(take_while_m_n(2, 2, |c: char| c.is_ascii_alphanumeric()), reversi::square);
    let [pass, pa, ps, dashes] = PASSES.map(tag_no_case);
    let pass = map(alt((pass, pa, ps, dashes)), |_| PASS.to_owned());
    alt((pass, preceded(opt(one_of("+-")), square))).parse(text)
}

/// The discs that Black has more than White, the empty squares counted for the winner.
fn score(text: &str) -> IResult<&str, i32> {
    let discs = map_opt(separated_pair(u8, one_of("-:"), u8), |(black, white)| reversi::difference([black, white]));
    alt((discs, preceded(peek(one_of("+-0")), i32))).parse(text)
}

/// Writes a list, one game a line. Passes and all but the start position and the moves are left out.
#[must_use]
pub fn writer() -> Box<dyn GameWriter> {
    Box::new(EachGame::new(write_line))
}

/// Writes a list.
///
/// # Errors
/// A game that this format has no room for: what was expected and what was found.
pub fn write_games(games: &[GameRecord]) -> Result<Vec<u8>, String> {
    write_all(EachGame::new(write_line), games)
}

fn write_line(game: &GameRecord) -> Result<String, String> {
    write_game(game).map(|text| text + "\n")
}

fn write_game(game: &GameRecord) -> Result<String, String> {
    reversi::check_variant(game)?;
    let (squares, side) = reversi::start_squares(game)?;
    let mut text = match reversi::start_of(&squares, side) {
        Some(_) => format!("{squares} {};", if side == 'b' { 'X' } else { 'O' }),
        None => String::new(),
    };
    let start = text.len();
    for word in game.moves.iter().map(|played| played.word.as_str()).filter(|word| *word != PASS) {
        let square = reversi::square(word).ok_or_else(|| format!("expected a square, found '{word}'"))?;
        text += &square.to_ascii_uppercase();
    }
    if text.len() > start { Ok(text) } else { Err("expected a move, found none".into()) }
}

#[cfg(test)]
mod tests {
    use petteia_core::Side;

    use petteia_core::Outcome;

    use super::*;

    fn words(game: &GameRecord) -> String {
        game.moves.iter().map(|played| played.word.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn lines_of_every_kind() {
        let text = "# source\r\n\r\nF5D6C3\r\nf5 d6 c3\n  f5d6PAc3--PS  \n+f5-d6+c3: +16\nF5D6,40-24\nf5d6 10:0\n\
                    f5d6 0\nf5d6 -2\nf5passd6";
        let games = read_games(text.as_bytes()).expect("a list");
        let games: Vec<GameRecord> = games.into_iter().map(|game| game.expect("a game")).collect();
        let moves: Vec<String> = games.iter().map(words).collect();
        let three = "f5 d6 c3";
        assert_eq!(moves[..4], [three, three, "f5 d6 pass c3 pass pass", three]);
        assert_eq!(moves[4..], ["f5 d6", "f5 d6", "f5 d6", "f5 d6", "f5 pass d6"]);
        let scores: Vec<Option<&str>> = games.iter().map(|game| reversi::tag(game, "Score")).collect();
        assert_eq!(scores[2..], [None, Some("40-24"), Some("40-24"), Some("64-0"), Some("32-32"), Some("31-33"), None]);
        assert_eq!(games[5].outcome(), Some(Outcome::Win(Side::First)));
        let written = write_games(&games[..3]).expect("a list");
        assert_eq!(String::from_utf8(written).as_deref(), Ok("F5D6C3\nF5D6C3\nF5D6C3\n"));
    }

    #[test]
    fn start_positions() {
        let squares = "-------------------X-------XX------XO---------------------------";
        let text = format!("{squares} O;c3c4\n{} x; c3\n", squares.replace('X', "*").replace('-', "."));
        let games = read_games(text.as_bytes()).expect("a list");
        let starts: Vec<Option<&str>> =
            games.iter().map(|game| game.as_ref().expect("a game").start.as_deref()).collect();
        assert_eq!(starts, [Some(format!("{squares} w").as_str()), Some(format!("{squares} b").as_str())]);
        let games: Vec<GameRecord> = games.into_iter().map(|game| game.expect("a game")).collect();
        let written = write_games(&games).expect("a list");
        assert_eq!(String::from_utf8(written), Ok(format!("{squares} O;C3C4\n{squares} X;C3\n")));
    }

    #[test]
    fn bad_lines_leave_the_others() {
        for (bad, expected) in [
            ("hello", "line 2: expected moves such as F5D6C3, found 'hello'"),
            ("f5d9", "line 2: expected a square, a pass or a score such as 40-24 or +16, found 'd9'"),
            ("f5d", "line 2: expected a square, a pass or a score such as 40-24 or +16, found 'd'"),
            ("f5 40", "line 2: expected a square, a pass or a score such as 40-24 or +16, found '40'"),
            ("f5 40-25", "line 2: expected a square, a pass or a score such as 40-24 or +16, found '40-25'"),
            ("f5 +3", "line 2: expected the score of a full board, found '+3'"),
            (
                "f5 +99999999999",
                "line 2: expected a square, a pass or a score such as 40-24 or +16, found '+99999999999'",
            ),
            ("f5\u{e9}", "line 2: expected a square, a pass or a score such as 40-24 or +16, found '\u{e9}'"),
        ] {
            let games = read_games(format!("f5\n{bad}\nf5d6").as_bytes()).expect("a list");
            assert!(games[0].is_ok() && games[2].is_ok());
            assert_eq!(games[1].as_ref().map_err(ToString::to_string), Err(expected.into()));
        }
        for wrong in [&b""[..], b"\n\n# f5\n", b"hello\n", b"f5\0", b"\xff\xfe"] {
            assert!(read_games(wrong).is_err());
        }
        let long = "f5".repeat(MAX_LINE / 2);
        assert_eq!(read_games(long.as_bytes()).map(|games| games.len()), Ok(1));
    }

    #[test]
    fn games_that_cannot_be_written() {
        let with =
            |word: &str| GameRecord { moves: vec![RecordedMove::from(word.to_owned())], ..GameRecord::default() };
        for (game, expected) in [
            (GameRecord { variant: Some("tablut"), ..with("f5") }, "expected a game of reversi, found tablut"),
            (with("a1b2"), "expected a square, found 'a1b2'"),
            (with("pass"), "expected a move, found none"),
        ] {
            assert_eq!(write_games(&[game]), Err(format!("game 1: {expected}")));
        }
    }
}

//! Archives of games of Reversi in the Generic Game Format, as the Generic Game Server keeps them.
//!
//! A line has one game, or the two games of a synchro match. Their number may stand before them: `2 (;...;)(;...;)`.

use nom::bytes::complete::take_while;
use nom::character::complete::{digit1, space0};
use nom::combinator::opt;
use nom::sequence::{delimited, terminated};
use nom::{IResult, Parser};

use super::decoding::{TextFile, found};
use super::ggf;
use super::record::{FormatError, GameRecord, RecordedGames, RecordedMove, RecordedResult, write_each};
use super::reversi::{self, PASS, REVERSI};
use crate::base::Side;

/// Whether a type of game has the rules of the variant: a single game or a synchro match (`s`) on 8 x 8 squares, from
/// the usual start or from a position after so many random moves (`r20`).
fn has_usual_rules(kind: &str) -> bool {
    match kind.strip_prefix('s').unwrap_or(kind).strip_prefix('8') {
        Some("") => true,
        Some(rest) => rest.strip_prefix('r').is_some_and(|count| count.chars().all(|c| c.is_ascii_digit())),
        None => false,
    }
}
/// The names of tags of a game, and of a record.
const TAGS: [(&str, &str); 5] =
    [("PC", "Site"), ("DT", "Date"), ("RB", "BlackRating"), ("RW", "WhiteRating"), ("TI", "TimeControl")];

/// Reads the games of an archive.
///
/// # Errors
/// The file is no text, or has no game.
pub fn read_games(bytes: &[u8]) -> Result<RecordedGames, FormatError> {
    let file = TextFile::read(bytes)?;
    let text = file.text.as_str();
    if !text.contains("(;") {
        return Err(file.error(
            0,
            "a game as (;NAME[VALUE]...;)",
            found(text.trim_start().lines().next().unwrap_or("")),
        ));
    }
    let mut games = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let at = text.len() - rest.len();
        let parsed: IResult<_, _> = opt(terminated(digit1, space0)).parse(rest);
        let Ok((mut after, count)) = parsed else { break };
        let first = games.len();
        let mut is_whole = true;
        while after.starts_with('(') && is_whole {
            let at = text.len() - after.len();
            let (game, behind) = read_game(&file, at);
            is_whole = behind.is_some();
            after = behind.unwrap_or_else(|| next_game(after));
            games.push(game);
        }
        let read = games.len() - first;
        if read == 0 {
            games.push(Err(file.error(at, "a game as (;NAME[VALUE]...;)", found(line(rest)))));
            after = next_game(rest);
        } else if is_whole && count.is_some_and(|count| count.parse() != Ok(read)) {
            let wanted = format!("as many games as the number {} says", count.unwrap_or_default());
            games.push(Err(file.error(at, wanted, read.to_string())));
        }
        rest = after.trim_start();
    }
    Ok(games)
}

fn line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// The text from the next line that has the begin of a game.
fn next_game(text: &str) -> &str {
    let rest = text.find('\n').map_or("", |end| &text[end..]);
    let begin = rest.find("(;").unwrap_or(rest.len());
    let line = rest[..begin].rfind('\n').map_or(begin, |end| end + 1);
    &rest[if begin == rest.len() { begin } else { line }..]
}

/// Reads the game at this offset. The text behind it is `None` if the game is not closed.
fn read_game(file: &TextFile, at: usize) -> (Result<GameRecord, FormatError>, Option<&str>) {
    let text = &file.text[at..];
    match delimited(take_while(char::is_whitespace), ggf::tags, space0).parse(text) {
        Ok((rest, tags)) => (record(&tags).map_err(|(wanted, found)| file.error(at, wanted, found)), Some(rest)),
        Err(_) => (Err(file.error(at, "a game as (;NAME[VALUE]...;)", found(line(text)))), None),
    }
}

/// The record of a game, or what was wanted and found.
fn record(tags: &[(&str, &str)]) -> Result<GameRecord, (String, String)> {
    let mut game = GameRecord { variant: Some(REVERSI), ..GameRecord::default() };
    let mut is_started = false;
    for &(name, value) in tags {
        let wrong = |wanted: &str| Err((format!("{name}: wanted {wanted}"), found(value)));
        let trimmed = value.trim();
        match name {
            "GM" if !trimmed.eq_ignore_ascii_case("othello") => return wrong("Othello"),
            "TY" if !has_usual_rules(trimmed) => return wrong("8, s8, 8rN or s8rN, games by the usual rules"),
            "BO" => {
                let Some((squares, side)) = ggf::board(value) else {
                    return wrong("8, 64 squares of *, O and -, and the side to move");
                };
                game.start = reversi::start_of(&squares, side);
                is_started = true;
            }
            "PB" | "PW" => {
                game.players[usize::from(name == "PW")] =
                    Some(trimmed.to_owned()).filter(|name| !["", "?"].contains(&name.as_str()));
            }
            "RE" => read_result(trimmed, &mut game),
            "B" | "W" => {
                let (word, _) =
                    ggf::read_move(value).map_err(|_| (format!("{name}: wanted a move such as F5"), found(value)))?;
                let comment = value.split_once('/').map(|(_, comment)| comment.trim().to_owned()).unwrap_or_default();
                game.moves.push(RecordedMove { word, comment });
            }
            _ => {
                if let Some((_, tag)) = TAGS.iter().find(|(known, _)| *known == name).filter(|_| !trimmed.is_empty()) {
                    game.tags.push(((*tag).into(), trimmed.into()));
                }
            }
        }
    }
    if is_started { Ok(game) } else { Err(("BO[8 ...], the board at the start".into(), "none".into())) }
}

/// `+12.000` for Black's discs more than White's, with `:r` or another letter if the game did not end on the board.
fn read_result(value: &str, game: &mut GameRecord) {
    let (number, end) = value.split_once(':').map_or((value, None), |(number, end)| (number, Some(end)));
    let Some(difference) = number.parse::<f64>().ok().filter(|difference| difference.abs() <= 1000.0) else { return };
    let whole = difference.round() as i32;
    if end.is_none() && (f64::from(whole) - difference).abs() < 1e-9 && reversi::set_score(game, whole) {
        return;
    }
    game.result = Some(reversi::result_of(if difference > 0.0 { 1 } else { -i32::from(difference < 0.0) }));
}

/// Writes an archive, one game a line.
///
/// # Errors
/// A game that this format has no room for: what was wanted and what was found.
pub fn write_games(games: &[GameRecord]) -> Result<Vec<u8>, String> {
    write_each(games, |game| write_game(game).map(|text| text + "\n"))
}

fn write_game(game: &GameRecord) -> Result<String, String> {
    reversi::check_variant(game)?;
    let (squares, side) = reversi::start_squares(game)?;
    let tag = |name: &str, value: &str| {
        let is_plain = !value.contains(|c: char| c == ']' || c.is_control());
        is_plain
            .then(|| format!("{name}[{value}]"))
            .ok_or_else(|| format!("{name}: wanted a text without ], found '{value}'"))
    };
    let [black, white] = [0, 1].map(|i| game.players[i].as_deref().unwrap_or("?"));
    let mut text = format!("(;GM[Othello]{}{}", tag("PB", black)?, tag("PW", white)?);
    for (name, known) in TAGS {
        if let Some(value) = reversi::tag(game, known) {
            text += &tag(name, value)?;
        }
    }
    let board = ggf::write_board(&squares, side);
    text += &format!("RE[{}]TY[8]BO[{board}]", write_result(game));
    let mut mover = if side == 'b' { Side::First } else { Side::Second };
    for RecordedMove { word, comment } in &game.moves {
        if word != PASS && reversi::square(word).is_none() {
            return Err(format!("wanted a square or a pass, found '{word}'"));
        }
        let is_short = !comment.is_empty() && comment.chars().all(|c| c.is_ascii_digit() || "+-./".contains(c));
        let comment = if is_short { format!("/{comment}") } else { String::new() };
        let colour = if mover == Side::First { 'B' } else { 'W' };
        text += &format!("{colour}[{}{comment}]", ggf::write_move(word));
        mover = !mover;
    }
    Ok(text + ";)")
}

fn write_result(game: &GameRecord) -> String {
    let score = reversi::score(game).map(|[black, white]| i32::from(black) - i32::from(white));
    match (score, game.result) {
        (Some(difference), Some(result)) if reversi::result_of(difference) == result => format!("{difference:+}.000"),
        (_, None) => "?".into(),
        (_, Some(RecordedResult::Draw)) => "+0.000".into(),
        // Who resigns loses by all discs.
        (_, Some(RecordedResult::Win(Side::First))) => "+64.000:r".into(),
        (_, Some(RecordedResult::Win(Side::Second))) => "-64.000:r".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";

    fn archive() -> String {
        let first = format!(
            "(;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[Andr\u{e9}]PW[b]RB[2196.37]RW[2200]TI[05:00//02:00]TY[8]\
             RE[-4.000]BO[{BOARD}]B[F5//0.01]W[d6/2.39/0.01]B[c3];)"
        );
        let second = first.replace("RE[-4.000]", "RE[+64.00:r]").replace("B[c3]", "B[PASS]");
        format!("1 {first}\r\n\r\n2 {second}{second}\r\n{first}")
    }

    #[test]
    fn games_of_an_archive() {
        let text = archive();
        let games = read_games(text.as_bytes()).expect("an archive");
        let games: Vec<GameRecord> = games.into_iter().map(|game| game.expect("a game")).collect();
        assert_eq!(games.len(), 4);
        let latin: Vec<u8> = text.chars().map(|c| u8::try_from(c).expect("a character of Latin-1")).collect();
        assert_eq!(read_games(&latin).expect("an archive")[0].as_ref(), Ok(&games[0]));
        let game = &games[0];
        assert_eq!((game.variant, &game.start), (Some("reversi"), &None));
        assert_eq!(game.players, [Some("Andr\u{e9}".into()), Some("b".into())]);
        let words: Vec<(&str, &str)> = game.moves.iter().map(|m| (m.word.as_str(), m.comment.as_str())).collect();
        assert_eq!(words, [("f5", "/0.01"), ("d6", "2.39/0.01"), ("c3", "")]);
        assert_eq!(
            (reversi::tag(game, "Score"), game.result),
            (Some("30-34"), Some(RecordedResult::Win(Side::Second)))
        );
        assert_eq!(reversi::tag(game, "TimeControl"), Some("05:00//02:00"));
        assert_eq!((reversi::tag(&games[1], "Score"), games[1].result), (None, Some(RecordedResult::Win(Side::First))));
        assert_eq!(games[1].moves[2].word, "pass");
        let written = write_games(&games).expect("an archive");
        assert_eq!(read_games(&written), Ok(games.into_iter().map(Ok).collect()));
    }

    #[test]
    fn types_of_games() {
        let known = ["8", "s8", "8r", "8r18", "s8r20"];
        assert_eq!(known.map(has_usual_rules), [true; 5]);
        let others = ["", "s", "10", "s10r20", "8a", "s8a", "8k10", "8r18x", "ss8", "88"];
        assert_eq!(others.map(has_usual_rules), [false; 10]);
    }

    #[test]
    fn bad_games_leave_the_others() {
        let good = format!("(;GM[Othello]TY[s8]BO[{BOARD}]B[F5];)");
        for (bad, wanted) in [
            ("8k".to_owned(), "line 2: wanted TY: wanted 8"),
            ("10".into(), "line 2: wanted TY: wanted 8"),
            ("8a".into(), "line 2: wanted TY: wanted 8"),
            ("8]BO[8 ---".into(), "line 2: wanted BO: wanted 8, 64 squares"),
            ("8]GM[Chess".into(), "line 2: wanted GM: wanted Othello, found 'Chess'"),
            ("8]B[".into(), "line 2: wanted B: wanted a move such as F5, found the end"),
        ] {
            let text = format!("{good}\n(;TY[{bad}]BO[{BOARD}];)\n{good}\n");
            let games = read_games(text.as_bytes()).expect("an archive");
            assert_eq!(games.len(), 3, "{bad}");
            assert!(games[0].is_ok() && games[2].is_ok());
            let error = games[1].as_ref().expect_err("a bad game").to_string();
            assert!(error.starts_with(wanted), "{error}");
        }
        for (line, count, faults) in [
            (format!("2 {good}"), 2, "line 1: wanted as many games as the number 2 says, found 1"),
            (format!("3 {good}{good}"), 3, "line 1: wanted as many games as the number 3 says, found 2"),
            (format!("99999999999999999999999 {good}"), 2, "line 1: wanted as many games"),
            (format!("x {good}\n{good}"), 2, "line 1: wanted a game as (;NAME[VALUE]...;), found 'x (;GM"),
            (format!("(;GM[Othello]\nx\n\n{good}"), 2, "line 1: wanted a game as"),
            ("(;)\n".into(), 1, "line 1: wanted a game as"),
            ("(;TY[8];)".into(), 1, "line 1: wanted BO[8 ...], the board at the start, found none"),
        ] {
            let games = read_games(line.as_bytes()).expect("an archive");
            let errors: Vec<String> = games.iter().filter_map(|game| Some(game.as_ref().err()?.to_string())).collect();
            assert_eq!((games.len(), errors.len()), (count, 1), "{line}: {errors:?}");
            assert!(errors[0].starts_with(faults), "{line}: {errors:?}");
        }
    }

    #[test]
    fn files_that_are_no_archives() {
        for wrong in [&b""[..], b"\n", b"f5d6\n", b"(;GM[Othello]\0;)", b"\xff"] {
            assert!(read_games(wrong).is_err());
        }
        let text = archive();
        for (length, _) in text.char_indices().skip(5) {
            let games = read_games(&text.as_bytes()[..length]).expect("an archive");
            assert!(games.len() <= 5, "{length}");
        }
        let long = "(;".repeat(100_000);
        assert_eq!(read_games(long.as_bytes()).map(|games| games.len()), Ok(1));
    }

    #[test]
    fn games_that_cannot_be_written() {
        let moves = vec![RecordedMove::from("i1".to_owned())];
        for (game, wanted) in [
            (GameRecord { variant: Some("dvonn"), ..GameRecord::default() }, "wanted a game of reversi, found dvonn"),
            (GameRecord { moves, ..GameRecord::default() }, "wanted a square or a pass, found 'i1'"),
            (
                GameRecord { players: [Some("a]".into()), None], ..GameRecord::default() },
                "PB: wanted a text without ], found 'a]'",
            ),
        ] {
            assert_eq!(write_games(&[game]), Err(format!("game 1: {wanted}")));
        }
        let white = "8/8/8/3OX3/3XO3/8/8/8 w";
        let game = GameRecord {
            start: Some(white.into()),
            moves: vec![RecordedMove { word: "c5".into(), comment: "a [good] move".into() }],
            result: Some(RecordedResult::Draw),
            ..GameRecord::default()
        };
        let written = String::from_utf8(write_games(&[game]).expect("an archive")).expect("a text");
        assert_eq!(
            written,
            format!("(;GM[Othello]PB[?]PW[?]RE[+0.000]TY[8]BO[{}]W[C5];)\n", BOARD.replace(" *", " O"))
        );
    }
}

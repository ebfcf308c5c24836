//! Games of Reversi in the Generic Game Format of the Generic Game Server, as NBoard sends them.

use std::fmt::Write;
use std::time::Duration;

use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::{char, multispace0};
use nom::combinator::all_consuming;
use nom::multi::many1;
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

/// A game of Reversi.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GgfGame {
    /// The start position, as this program reads it: a board string and the side to move.
    pub fen: String,
    /// The moves: squares in lower case, and `pass`.
    pub moves: Vec<String>,
    /// Time used for each move.
    pub times: Vec<Duration>,
    /// Time of each player for the game, and the increment of each move.
    pub time: Option<[Duration; 2]>,
}

/// Reads a game.
///
/// # Errors
/// What was expected and what was found.
pub fn read_game(text: &str) -> Result<GgfGame, String> {
    let parsed: IResult<_, Vec<(&str, &str)>> = all_consuming(delimited(multispace0, tags, multispace0)).parse(text);
    let (_, tags) = parsed.map_err(|_| "expected a game as (;NAME[VALUE]...;)".to_owned())?;
    let mut game = GgfGame::default();
    for (name, value) in tags {
        match name {
            "GM" if !value.trim().eq_ignore_ascii_case("othello") => {
                return Err(format!("GM: expected Othello, found '{value}'"));
            }
            "BO" => game.fen = read_board(value)?,
            "TI" => game.time = Some(read_time(value)?),
            "B" | "W" => {
                let (word, time) = parse_move(value)?;
                game.moves.push(word);
                game.times.push(time);
            }
            _ => {}
        }
    }
    if game.fen.is_empty() { Err("expected BO[8 ...], the board at the start".into()) } else { Ok(game) }
}

/// The names and values of a game, in their order.
pub(super) fn tags(text: &str) -> IResult<&str, Vec<(&str, &str)>> {
    let name = preceded(multispace0, take_while1(|c: char| c.is_ascii_alphanumeric()));
    let value = delimited(char('['), take_while(|c| c != ']'), char(']'));
    let begin = (tag("("), multispace0, tag(";"));
    let end = (tag(";"), multispace0, tag(")"));
    delimited(begin, many1(terminated((name, value), multispace0)), end).parse(text)
}

/// Whether a text that begins a game ends before the game does.
pub(super) fn is_open(text: &str) -> bool {
    let rest = text.strip_prefix('(').map_or(text, str::trim_start);
    let mut rest = rest.strip_prefix(';').unwrap_or(rest);
    loop {
        rest = rest.trim_start();
        if let Some(end) = rest.strip_prefix(';') {
            return end.trim_start().is_empty();
        }
        let behind = rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
        let Some(value) = behind.strip_prefix('[') else { return behind.is_empty() };
        match value.find(']') {
            Some(end) => rest = &value[end + 1..],
            None => return true,
        }
    }
}

fn read_board(value: &str) -> Result<String, String> {
    let wrong = || format!("BO: expected 8, 64 squares of *, O and -, and the side to move, found '{value}'");
    board(value).map(|(squares, side)| format!("{squares} {side}")).ok_or_else(wrong)
}

/// Reads `8 BOARD SIDE`, where `*` is Black and `O` is White: the squares, with `X` for Black, and `b` or `w`.
pub(super) fn board(value: &str) -> Option<(String, char)> {
    let squares: String = value.strip_prefix('8')?.split_ascii_whitespace().collect();
    let (board, side) = squares.split_at_checked(64)?;
    let side = match side {
        "*" => 'b',
        "O" => 'w',
        _ => return None,
    };
    board.chars().all(|c| ['*', 'O', '-'].contains(&c)).then(|| (board.replace('*', "X"), side))
}

/// Writes what [`board`] reads, with a blank after each rank.
pub(super) fn write_board(squares: &str, side: char) -> String {
    let mut text = String::from("8 ");
    for (i, square) in squares.chars().enumerate() {
        text.push(if square == 'X' { '*' } else { square });
        if i % 8 == 7 {
            text.push(' ');
        }
    }
    text.push(if side == 'b' { '*' } else { 'O' });
    text
}

/// `MAIN/INCREMENT/GRACE`, each `[[HOURS:]MINUTES:]SECONDS`; a part that is missing is 0.
fn read_time(value: &str) -> Result<[Duration; 2], String> {
    let wrong = || format!("TI: expected times such as 15:00/0:05, found '{value}'");
    let mut parts = value.split(['/', ',']).map(|part| {
        part.split(':').try_fold(0.0, |sum: f64, number| {
            let number = if number.is_empty() { Ok(0.0) } else { number.trim().parse::<f64>() };
            number.ok().filter(|number| (0.0..=1e6).contains(number)).map(|number| 60.0 * sum + number)
        })
    });
    let mut next = || parts.next().unwrap_or(Some(0.0)).map(Duration::from_secs_f64).ok_or_else(wrong);
    Ok([next()?, next()?])
}

/// `MOVE/EVALUATION/TIME`, of which only the move is needed.
///
/// # Errors
/// What was expected and what was found.
pub fn parse_move(value: &str) -> Result<(String, Duration), String> {
    let mut parts = value.split('/').map(str::trim);
    let word = parts.next().unwrap_or_default().to_ascii_lowercase();
    let time = parts.nth(1).and_then(|time| time.parse::<f64>().ok()).filter(|time| (0.0..=1e6).contains(time));
    let word = if word.starts_with("pa") { "pass".into() } else { word };
    if word.is_empty() {
        return Err(format!("expected a move such as F5, found '{value}'"));
    }
    Ok((word, time.map_or(Duration::ZERO, Duration::from_secs_f64)))
}

/// A game in one line, in which the player to move has this time left.
///
/// `fen` is the start position as this program writes it, or a board string; `moves` are squares and `pass`. The time
/// of a game is in whole seconds there; the last move of the player to move takes what is too much.
#[must_use]
pub fn write_game(fen: &str, moves: &[String], time: Duration) -> String {
    let (board, side) = fen.split_once(' ').unwrap_or((fen, "b"));
    let mut squares = String::new();
    for c in board.chars() {
        match c {
            'X' => squares.push('*'),
            '1'..='8' => (0..c as u8 - b'0').for_each(|_| squares.push('-')),
            '/' => {}
            c => squares.push(c),
        }
    }
    let black_first = side == "b";
    let player = if black_first { '*' } else { 'O' };
    let last = moves.len().checked_sub(2);
    let used = Duration::from_nanos(last.map_or(0, |_| (1_000_000_000 - time.subsec_nanos()) % 1_000_000_000).into());
    let seconds = (time + used).as_secs();
    let mut text = format!(
        "(;GM[Othello]PC[petteia]PB[black]PW[white]RE[?]TI[{}:{:02}]TY[8]BO[8 {squares} {player}]",
        seconds / 60,
        seconds % 60,
    );
    for (i, word) in moves.iter().enumerate() {
        let colour = if (i % 2 == 0) == black_first { 'B' } else { 'W' };
        let word = write_move(word);
        let time = if last == Some(i) { format!("//{:.3}", used.as_secs_f64()) } else { String::new() };
        let _ = write!(text, "{colour}[{word}{time}]");
    }
    text + ";)"
}

/// A move as it stands in a game: a square in upper case, or `PA`.
#[must_use]
pub fn write_move(word: &str) -> String {
    if word == "pass" { "PA".into() } else { word.to_ascii_uppercase() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_in_a_line() {
        let moves = ["f5", "pass"].map(String::from);
        let text = write_game("8/8/8/3OX3/3XO3/8/8/8 b", &moves, Duration::from_millis(65_430));
        let board = "---------------------------O*------*O--------------------------- *";
        assert_eq!(
            text,
            format!("(;GM[Othello]PC[petteia]PB[black]PW[white]RE[?]TI[1:06]TY[8]BO[8 {board}]B[F5//0.570]W[PA];)")
        );
        let white = write_game("8/8/8/3OX3/3XO3/8/8/8 w", &moves[..1], Duration::from_millis(1_999));
        let read = read_game(&text).expect("a game");
        assert_eq!((read.moves.as_slice(), read.times[0]), (moves.as_slice(), Duration::from_millis(570)));
        assert_eq!((read.fen.len(), read.time), (66, Some([Duration::from_secs(66), Duration::ZERO])));
        assert!(white.contains("TI[0:01]") && white.ends_with("- O]W[F5];)"), "{white}");
    }

    #[test]
    fn games_of_others() {
        let board = format!("8 {} O", "-O*-".repeat(16));
        let text = format!("( ;GM[Othello]TI[1:15:00/0:05/2:00] BO[{board}]\nW[F5/-1.04/0.50]B[PASS//2] ;) ");
        let game = read_game(&text).expect("a game");
        assert_eq!(game.fen, format!("{} w", "-OX-".repeat(16)));
        assert_eq!(game.moves, ["f5", "pass"]);
        assert_eq!(game.times, [500, 2_000].map(Duration::from_millis));
        assert_eq!(game.time, Some([4_500, 5].map(Duration::from_secs)));
        for wrong in [
            "",
            "(;)",
            "(;GM[Othello];)",
            "(;GM[Chess]BO[8 x];)",
            "(;BO[8 ---];)",
            &format!("(;BO[{board}]TI[x];)"),
            &format!("(;BO[{board}]TI[-1];)"),
            &format!("(;BO[{board}]B[];)"),
            &format!("(;BO[{board}"),
            &format!("(;BO[10{}];)", &board[1..]),
        ] {
            assert!(read_game(wrong).is_err(), "{wrong}");
        }
    }
}

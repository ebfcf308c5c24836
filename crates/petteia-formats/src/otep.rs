//! Lines of OTEP, the engine protocol of OpenTafl (`opentafl-engine-protocol.txt` of OpenTafl), from the host to the
//! engine. Attackers are the first player.

use std::time::Duration;

use nom::bytes::complete::take_till1;
use nom::character::complete::{char, space1, u32, u64};
use nom::combinator::{all_consuming, map_opt, opt};
use nom::multi::separated_list1;
use nom::sequence::preceded;
use nom::{IResult, Parser};
use petteia_core::words::quoted;
use petteia_core::{BySide, Side};

use super::otn::{parse_move, read_board};

/// A line of the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OtepLine<'a> {
    /// `hello`.
    Hello,
    /// `rules` and a rules record.
    Rules(&'a str),
    /// `position`: the board of a FEN.
    Board(String),
    /// `side`: the side to move.
    Side(Side),
    /// `clock`.
    Clock(BySide<OtepClock>),
    /// `analyze`: the number of lines, and seconds.
    Analyze(u64, u64),
    /// `play`: the side to find a move for.
    Play(Side),
    /// `move`: the last move of the engine is made. The board of a FEN after it.
    Moved(String),
    /// `opponent-move`: moves from old to new, and the board of a FEN after them.
    OpponentMoved(Vec<String>, String),
    /// `error`: the last move of the engine is refused.
    Refused,
    /// `finish`: the game is over.
    Finish,
    /// `goodbye`.
    Goodbye,
}

/// The clock of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtepClock {
    /// Time left, in overtime until the end of the period.
    pub left: Duration,
    /// The main time is over.
    pub is_overtime: bool,
    /// Length of a period of overtime. The player who moves within it has all of it again.
    pub period: Duration,
    /// Periods of overtime left.
    pub periods: u32,
}

/// The longest time in milliseconds, a hundred years, so that sums of times cannot overflow.
const MAX_TIME_MS: u64 = 3_200_000_000_000;

impl<'a> OtepLine<'a> {
    /// Reads a line without blanks at its ends.
    ///
    /// # Errors
    /// What was expected and what was found.
    pub fn read(line: &'a str) -> Result<Self, String> {
        let (command, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        let rest = rest.trim_start();
        let (parsed, expected) = match command {
            "hello" => (Some(Self::Hello), ""),
            "rules" => (Some(Self::Rules(rest)), ""),
            "position" => return board_of(command, rest).map(Self::Board),
            "move" => return board_of(command, rest).map(Self::Moved),
            "side" => (read(side, rest).map(Self::Side), "attackers or defenders"),
            "play" => (read(side, rest).map(Self::Play), "attackers or defenders"),
            "clock" => (read(clock, rest).map(Self::Clock), "two times in ms, seconds and two numbers of overtimes"),
            "analyze" => {
                let numbers = read((u64, preceded(space1, u64)), rest);
                (numbers.map(|(lines, seconds)| Self::Analyze(lines, seconds)), "a number of lines and seconds")
            }
            "opponent-move" => match read((moves, preceded(space1, take_till1(char::is_whitespace))), rest) {
                Some((moves, record)) => return Ok(Self::OpponentMoved(moves, board_of(command, record)?)),
                None => (None, "moves such as a4-a1|e5-e8 and a position"),
            },
            "error" => (read(u64, rest).map(|_| Self::Refused), "a number"),
            "finish" => {
                let is_code = rest.is_empty() || read(u64, rest).is_some_and(|code| code <= 3);
                (is_code.then_some(Self::Finish), "a number from 0 to 3")
            }
            "goodbye" => (Some(Self::Goodbye), ""),
            _ => return Err(format!("expected a command of OTEP, found {}", quoted(command))),
        };
        parsed.ok_or_else(|| format!("{command}: expected {expected}, found {}", quoted(rest)))
    }
}

/// The result of a parser that takes the whole text.
fn read<'a, O>(
    parser: impl Parser<&'a str, Output = O, Error = nom::error::Error<&'a str>>,
    text: &'a str,
) -> Option<O> {
    all_consuming(parser).parse(text).ok().map(|(_, output)| output)
}

fn board_of(command: &str, record: &str) -> Result<String, String> {
    read_board(record).map_err(|error| format!("{command}, character {} of the position: {error}", error.at + 1))
}

fn side(text: &str) -> IResult<&str, Side> {
    let word = take_till1(char::is_whitespace);
    map_opt(word, |word| match word {
        "attackers" => Some(Side::First),
        "defenders" => Some(Side::Second),
        _ => None,
    })
    .parse(text)
}

/// The times of both sides, each with `*` in overtime, and with overtime its seconds and the periods of both sides.
fn clock(text: &str) -> IResult<&str, BySide<OtepClock>> {
    let time = || (u64, opt(char('*')));
    let overtime = (preceded(space1, u64), preceded(space1, u32), preceded(space1, u32));
    let (rest, (first, second, overtime)) = (time(), preceded(space1, time()), opt(overtime)).parse(text)?;
    let (seconds, first_periods, second_periods) = overtime.unwrap_or_default();
    let duration = |milliseconds: u64| Duration::from_millis(milliseconds.min(MAX_TIME_MS));
    let of = |(left, star): (u64, Option<char>), periods| OtepClock {
        left: duration(left),
        is_overtime: star.is_some(),
        period: duration(seconds.saturating_mul(1_000)),
        periods,
    };
    Ok((rest, BySide([of(first, first_periods), of(second, second_periods)])))
}

fn moves(text: &str) -> IResult<&str, Vec<String>> {
    let word = take_till1(|c: char| c == '|' || c.is_whitespace());
    separated_list1(char('|'), map_opt(word, parse_move)).parse(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = "/9/9/9/9/4K4/9/9/9/t8/";
    const BOARD: &str = "a8/9/9/9/4K4/9/9/9/9";

    #[test]
    fn lines_of_the_host() {
        let [attackers, defenders] = Side::BOTH;
        for (line, expected) in [
            ("hello", OtepLine::Hello),
            ("rules dim:9 start:x", OtepLine::Rules("dim:9 start:x")),
            ("rules", OtepLine::Rules("")),
            (&format!("position {RECORD}"), OtepLine::Board(BOARD.into())),
            (&format!("move  {RECORD}"), OtepLine::Moved(BOARD.into())),
            ("side attackers", OtepLine::Side(attackers)),
            ("play\tdefenders", OtepLine::Play(defenders)),
            ("analyze 5 30", OtepLine::Analyze(5, 30)),
            (
                &format!("opponent-move a1-a2|Kb5-b9-- {RECORD}"),
                OtepLine::OpponentMoved(vec!["a1a2".into(), "b5b9".into()], BOARD.into()),
            ),
            ("error 2", OtepLine::Refused),
            ("finish", OtepLine::Finish),
            ("finish 3", OtepLine::Finish),
            ("goodbye", OtepLine::Goodbye),
        ] {
            assert_eq!(OtepLine::read(line), Ok(expected));
        }
        for wrong in [
            "",
            "Play attackers",
            "play",
            "play white",
            "side attackers defenders",
            "position",
            "position /9/",
            "move",
            &format!("move {RECORD} {RECORD}"),
            "analyze",
            "analyze 5",
            "analyze 5 -1",
            "analyze 5 99999999999999999999",
            "opponent-move",
            "opponent-move a1-a2",
            &format!("opponent-move {RECORD}"),
            &format!("opponent-move a1-a2| {RECORD}"),
            &format!("opponent-move a1-a12 {RECORD}"),
            "opponent-move a1-a2 /9/",
            "error",
            "error x",
            "finish 4",
            "dump 1",
            "\0",
        ] {
            let error = OtepLine::read(wrong).expect_err(wrong);
            assert!(error.contains("expected ") && error.contains(", found "), "{error}");
        }
    }

    #[test]
    fn clocks() {
        let clock = |line| match OtepLine::read(line) {
            Ok(OtepLine::Clock(clocks)) => clocks.0,
            other => panic!("{line}: {other:?}"),
        };
        let of = |left, is_overtime, seconds, periods| OtepClock {
            left: Duration::from_millis(left),
            is_overtime,
            period: Duration::from_secs(seconds),
            periods,
        };
        assert_eq!(clock("clock 59793 60000 0 0 0"), [of(59_793, false, 0, 0), of(60_000, false, 0, 0)]);
        assert_eq!(clock("clock 1 2"), [of(1, false, 0, 0), of(2, false, 0, 0)]);
        assert_eq!(clock("clock 29000* 10 30 3 5"), [of(29_000, true, 30, 3), of(10, false, 30, 5)]);
        let largest = u64::MAX;
        assert_eq!(clock(&format!("clock {largest} 0* {largest} 0 1"))[0].left, Duration::from_millis(MAX_TIME_MS));
        for wrong in
            ["clock", "clock 1", "clock 1 2 3", "clock 1 2 3 4", "clock -1 2 3 4 5", "clock 1 2* 3 4 5 6", "clock *"]
        {
            assert!(OtepLine::read(wrong).is_err(), "{wrong}");
        }
    }
}

//! Reads messages.

use std::ops::RangeInclusive;

use nom::bytes::complete::take;
use nom::combinator::{all_consuming, map_opt, rest};
use nom::error::{ErrorKind, ParseError};
use nom::multi::count;
use nom::{Finish, IResult, Offset, Parser};
use petteia_core::words::quoted;

use super::{
    ACCEPTANCES, BACK_ANSWERS, COLOURS, DxpMessage, DxpMove, GameEnd, GameRequest, Letters, NAME, REASONS, SQUARES,
    STOPS, VERSION, read_position,
};

/// The most pieces that a move names.
const MAX_CAPTURED: u32 = 20;

/// A field that is not as it should be.
#[derive(Debug)]
struct DxpFault<'a> {
    at: &'a str,
    expected: &'static str,
}

impl<'a> ParseError<&'a str> for DxpFault<'a> {
    fn from_error_kind(at: &'a str, kind: ErrorKind) -> Self {
        Self { at, expected: if kind == ErrorKind::Eof { "the end of the message" } else { "a field" } }
    }

    fn append(_: &'a str, _: ErrorKind, first: Self) -> Self {
        first
    }
}

type Field<'a, T> = IResult<&'a str, T, DxpFault<'a>>;

/// Reads a message.
///
/// # Errors
/// The first field that is not as it should be.
pub(super) fn read(text: &str) -> Result<DxpMessage, String> {
    let parsed: Result<_, DxpFault> = all_consuming(message).parse(text).finish();
    parsed.map(|(_, message)| message).map_err(|error| {
        let found = if error.at.is_empty() { "the end".into() } else { quoted(error.at) };
        format!("column {}: expected {}, found {found}", text.offset(error.at) + 1, error.expected)
    })
}

fn message(input: &str) -> Field<'_, DxpMessage> {
    const WANTED: &str = "a message: R, A, M, E, C, B or K";
    let (fields, letter) = field(1, WANTED, Some).parse(input)?;
    match letter {
        "R" => request(fields),
        "A" => (name, letter_of("an acceptance code from 0 to 3", ACCEPTANCES))
            .map(|(name, acceptance)| DxpMessage::Acceptance(name, acceptance))
            .parse(fields),
        "M" => played_move(fields),
        "E" => (letter_of("a reason from 0 to 3", REASONS), letter_of("a stop code, 0 or 1", STOPS))
            .map(|(reason, stop)| DxpMessage::End(GameEnd { reason, stop }))
            .parse(fields),
        "C" => rest.map(|text: &str| DxpMessage::Chat(text.into())).parse(fields),
        "B" => (number(3, "a move number of 3 digits", 0..=999), letter_of("W or Z", COLOURS))
            .map(|(number, colour)| DxpMessage::BackRequest(number, colour))
            .parse(fields),
        "K" => letter_of("an acceptance code from 0 to 2", BACK_ANSWERS).map(DxpMessage::BackAnswer).parse(fields),
        _ => Err(nom::Err::Failure(DxpFault { at: input, expected: WANTED })),
    }
}

fn request(input: &str) -> Field<'_, DxpMessage> {
    let (fields, version) = number(2, "a version of 2 digits", 0..=99).parse(input)?;
    if version != VERSION {
        return Ok(("", DxpMessage::OtherRequest));
    }
    let follower = letter_of("the colour of the follower, W or Z", COLOURS);
    let minutes = number(3, "minutes in 3 digits", 0..=999);
    let moves = number(3, "a number of moves in 3 digits", 0..=999);
    let is_set_up = letter_of("A or B for the start position", [("A", false), ("B", true)]);
    let (fields, (initiator, follower, minutes, moves, is_set_up)) =
        (name, follower, minutes, moves, is_set_up).parse(fields)?;
    let squares = |text: &str| read_position(text).is_ok().then(|| text.to_owned());
    let expected = "the side to move, W or Z, and 50 squares of w, z, W, Z and e";
    let (fields, position) = if is_set_up {
        field(1 + SQUARES as usize, expected, squares).map(Some).parse(fields)?
    } else {
        (fields, None)
    };
    Ok((fields, DxpMessage::Request(GameRequest { initiator, follower, minutes, moves, position })))
}

fn played_move(input: &str) -> Field<'_, DxpMessage> {
    const SQUARE: &str = "a square from 01 to 50";
    let seconds = number(4, "seconds in 4 digits", 0..=9_999);
    let square = || number(2, SQUARE, 1..=SQUARES);
    let pieces = number(2, "a number of captured pieces from 00 to 20", 0..=MAX_CAPTURED);
    let (fields, (seconds, from, to, pieces)) = (seconds, square(), square(), pieces).parse(input)?;
    let (fields, captured) = count(square(), pieces as usize).parse(fields)?;
    Ok((fields, DxpMessage::Move(DxpMove { seconds, from, to, captured })))
}

/// A field of a fixed width. `expected` says what `read` takes.
fn field<'a, T>(
    width: usize,
    expected: &'static str,
    read: impl Fn(&'a str) -> Option<T>,
) -> impl Parser<&'a str, Output = T, Error = DxpFault<'a>> {
    let mut field = map_opt(take(width), read);
    move |input: &'a str| {
        field.parse(input).map_err(|error: nom::Err<_>| error.map(|_: DxpFault| DxpFault { at: input, expected }))
    }
}

fn name(input: &str) -> Field<'_, String> {
    field(NAME, "a name in 32 columns", |text| Some(text.trim().to_owned())).parse(input)
}

fn number<'a>(
    digits: usize,
    expected: &'static str,
    range: RangeInclusive<u32>,
) -> impl Parser<&'a str, Output = u32, Error = DxpFault<'a>> {
    field(digits, expected, move |text: &str| {
        let number = if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None };
        number.filter(|number| range.contains(number))
    })
}

fn letter_of<'a, T: Copy, const N: usize>(
    expected: &'static str,
    letters: Letters<T, N>,
) -> impl Parser<&'a str, Output = T, Error = DxpFault<'a>> {
    field(1, expected, move |text| letters.iter().find(|(letter, _)| *letter == text).map(|(_, value)| *value))
}

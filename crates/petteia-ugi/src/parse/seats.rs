//! Parses the commands of a table with several seats.

use nom::Parser;
use nom::combinator::{cut, opt, rest, value, verify};
use nom::sequence::preceded;
use petteia_engine::{NAME_RULE, is_name};

use super::svg::svg;
use super::{Parsed, SyntaxError, expected, keyword, number, opt_word, trim_end, word};
use crate::command::Command;
use crate::error::Code;
use crate::seat::SeatWord;

const SEAT: &str = "the number of a seat";

/// Parses `seat K [token T]`.
pub(super) fn seat(input: &str) -> Parsed<'_, SeatWord<'_>> {
    preceded(keyword("seat"), cut(seat_number)).parse(input)
}

/// Parses `seat K [token T]` where nothing else can stand.
fn required_seat(input: &str) -> Parsed<'_, SeatWord<'_>> {
    preceded(expected("seat", keyword("seat")), seat_number).parse(input)
}

/// Parses `K [token T]`.
pub(super) fn seat_number(input: &str) -> Parsed<'_, SeatWord<'_>> {
    let token = opt(preceded(keyword("token"), cut(expected("the token of the seat", word))));
    (number(SEAT), token).map(|(number, token)| SeatWord { number, token }).parse(input)
}

/// Parses `K name [TEXT]`. The name is the rest of the line.
pub(super) fn name_seat(input: &str) -> Parsed<'_, Command<'_>> {
    let (at, (seat, _)) = (number(SEAT), expected("name", keyword("name"))).parse(input)?;
    let (end, name) = rest.map(trim_end).parse(at)?;
    if !name.is_empty() && !is_name(name) {
        return Err(SyntaxError::new(at, Code::Syntax, NAME_RULE).failure());
    }
    Ok((end, Command::NameSeat { seat, name: Some(name).filter(|name| !name.is_empty()) }))
}

pub(super) fn tokens(input: &str) -> Parsed<'_, Command<'_>> {
    let on = value(true, keyword("on")).or(value(false, keyword("off")));
    expected("on or off", on.map(|on| Command::Tokens { on }))(input)
}

/// Parses a saved game, which is the rest of the line.
pub(super) fn restore(input: &str) -> Parsed<'_, Command<'_>> {
    let saved = verify(rest.map(trim_end), |saved: &str| !saved.is_empty());
    expected("a saved game", saved.map(Command::Restore))(input)
}

pub(super) fn observe(input: &str) -> Parsed<'_, Command<'_>> {
    let (rest, seat) = required_seat(input)?;
    let json = keyword("json").map(|_| Command::Observe { seat, json: true });
    let svg = preceded(keyword("svg"), cut(svg)).map(|drawing| Command::Draw(Some(seat), drawing));
    let what = opt_word(expected("json, svg or the end of the line", json.or(svg)));
    what.map(|what| what.unwrap_or(Command::Observe { seat, json: false })).parse(rest)
}

pub(super) fn effects(input: &str) -> Parsed<'_, Command<'_>> {
    move_of_seat.map(|(seat, word)| Command::Effects(seat, word)).parse(input)
}

pub(super) fn legal(input: &str) -> Parsed<'_, Command<'_>> {
    move_of_seat.map(|(seat, word)| Command::Legal(seat, word)).parse(input)
}

/// Parses `[seat K] M`.
fn move_of_seat(input: &str) -> Parsed<'_, (Option<SeatWord<'_>>, &str)> {
    (opt(seat), expected("a move", word)).parse(input)
}

pub(super) fn commit(input: &str) -> Parsed<'_, Command<'_>> {
    let (rest, seat) = required_seat(input)?;
    expected("a move", word).map(|word| Command::Commit(seat, word)).parse(rest)
}

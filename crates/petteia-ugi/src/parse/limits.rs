//! Parses the limits of `go`.

use nom::Parser;
use nom::combinator::{success, verify};
use nom::multi::many1;
use petteia_engine::nearest;

use super::seats::seat_number;
use super::{Parsed, SyntaxError, expected, number, word};
use crate::command::Go;
use crate::error::Code;

/// The keywords of `go`. Each of them also ends the list of `searchmoves`.
const GO_WORDS: [&str; 18] = [
    "depth",
    "nodes",
    "movetime",
    "mate",
    "wtime",
    "p1time",
    "btime",
    "p2time",
    "winc",
    "p1inc",
    "binc",
    "p2inc",
    "movestogo",
    "infinite",
    "ponder",
    "searchmoves",
    "seat",
    "judge",
];

/// Parses the limits of `go`.
pub(super) fn limits(input: &str) -> Parsed<'_, Go<'_>> {
    let mut go = Go::default();
    let mut rest = input;
    while !rest.is_empty() {
        (rest, ()) = go_word(&mut go, rest)?;
    }
    Ok((rest, go))
}

/// Parses one argument of `go`. If an argument occurs twice, the later one counts.
fn go_word<'a>(go: &mut Go<'a>, input: &'a str) -> Parsed<'a, ()> {
    const MILLISECONDS: &str = "a number of milliseconds";
    let (rest, name) = word(input)?;
    let (rest, ()) = match name.to_ascii_lowercase().as_str() {
        "depth" => number("a depth").map(|n| go.depth = Some(n)).parse(rest),
        "nodes" => number("a number of nodes").map(|n| go.nodes = Some(n)).parse(rest),
        "movetime" => number(MILLISECONDS).map(|n| go.move_time = Some(n)).parse(rest),
        "mate" => number("a number of moves").map(|n| go.mate = Some(n)).parse(rest),
        "wtime" | "p1time" => number(MILLISECONDS).map(|n| go.clocks[0] = Some(n)).parse(rest),
        "btime" | "p2time" => number(MILLISECONDS).map(|n| go.clocks[1] = Some(n)).parse(rest),
        "winc" | "p1inc" => number(MILLISECONDS).map(|n| go.increments[0] = n).parse(rest),
        "binc" | "p2inc" => number(MILLISECONDS).map(|n| go.increments[1] = n).parse(rest),
        "movestogo" => number("a number of moves").map(|n| go.moves_to_go = n).parse(rest),
        "seat" => seat_number.map(|seat| go.seat = Some(seat)).parse(rest),
        "judge" => expected("a turn", word).map(|turn| go.judge = Some(turn)).parse(rest),
        "infinite" => success(()).map(|()| go.infinite = true).parse(rest),
        "ponder" => success(()).map(|()| go.ponder = true).parse(rest),
        "searchmoves" => {
            let is_move = |found: &str| !GO_WORDS.iter().any(|known| found.eq_ignore_ascii_case(known));
            expected("a move", many1(verify(word, is_move))).map(|moves| go.moves = moves).parse(rest)
        }
        _ => {
            let nearest = nearest(name, GO_WORDS);
            Err(SyntaxError { nearest, ..SyntaxError::new(input, Code::Syntax, "a limit such as depth") }.failure())
        }
    }?;
    Ok((rest, ()))
}

#[cfg(test)]
mod tests {
    use crate::command::{Command, Go};
    use crate::parse::manual;
    use crate::parse::tests::understood;

    #[test]
    fn help_names_every_limit() {
        let text = manual().find(|entry| entry.is_named("go")).expect("the command").to_string();
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
        for limit in super::GO_WORDS {
            assert!(words.contains(&limit), "{limit}");
        }
    }

    #[test]
    fn limits_of_go() {
        let go = Go {
            depth: Some(3),
            clocks: [Some(-5), Some(70)],
            increments: [0, -1],
            moves_to_go: 4,
            moves: vec!["c3", "d4"],
            ponder: true,
            ..Go::default()
        };
        let line = "go wtime -5 p2time 70 binc -1 movestogo 4 searchmoves c3 d4 DEPTH 2 depth 3 ponder";
        assert_eq!(understood(line), Command::Go(go));
        assert_eq!(understood("go"), Command::Go(Go::default()));
        assert_eq!(understood("go perft 4"), Command::Divide(4));
    }
}

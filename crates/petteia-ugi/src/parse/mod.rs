//! Parses lines into commands. It checks the syntax only, not what is legal.
//!
//! Every parser also consumes the blanks after its words, so that the next parser begins at a word.

mod command_words;
mod limits;
mod seats;
mod svg;

use std::path::{Path, PathBuf};

use nom::bytes::complete::take_while1;
use nom::character::complete::space0;
use nom::combinator::{all_consuming, cut, fail, opt, recognize, success, value, verify};
use nom::error::{ErrorKind, ParseError};
use nom::multi::{many0_count, many1};
use nom::sequence::{preceded, terminated};
use nom::{Finish, IResult, Offset, Parser};
use petteia_core::words::{quoted, suggesting};
use petteia_core::{OpeningError, OpeningText, moves_behind};
use petteia_engine::{CheckRequest, MAX_DEPTH, Origin, nearest};

use crate::command::{Command, Go, Query};
use crate::error::{Code, Error};
use crate::manual::ManualEntry;
use command_words::{COMMAND_WORDS, CommandWord};
use limits::limits;
use seats::{commit, effects, legal, name_seat, observe, restore, seat, tokens};
use svg::svg;

const BLANKS: [char; 2] = [' ', '\t'];

/// A syntax error.
#[derive(Debug)]
struct SyntaxError<'a> {
    /// The rest of the line, from the error on.
    at: &'a str,
    code: Code,
    expected: &'static str,
    /// The word that may have been meant.
    nearest: Option<&'static str>,
}

impl<'a> SyntaxError<'a> {
    fn new(at: &'a str, code: Code, expected: &'static str) -> Self {
        Self { at, code, expected, nearest: None }
    }

    /// The error, after which no other parser is tried.
    fn failure(self) -> nom::Err<Self> {
        nom::Err::Failure(self)
    }
}

impl<'a> ParseError<&'a str> for SyntaxError<'a> {
    fn from_error_kind(at: &'a str, kind: ErrorKind) -> Self {
        let expected = if kind == ErrorKind::Eof { "the end of the line" } else { "a word" };
        Self::new(at, Code::Syntax, expected)
    }

    fn append(_: &'a str, _: ErrorKind, first: Self) -> Self {
        first
    }
}

type Parsed<'a, T> = IResult<&'a str, T, SyntaxError<'a>>;

/// Parses a line. `None` for an empty line or a comment.
///
/// # Errors
/// The first error in the line.
pub fn parse(line: &str) -> Result<Option<Command<'_>>, Error> {
    let text = line.trim_start_matches(BLANKS);
    if text.is_empty() || text.starts_with('#') {
        return Ok(None);
    }
    whole(command, line, text).map(Some)
}

/// Parses the arguments of `go` that make a search.
///
/// # Errors
/// The first error, with its column in the text.
pub fn parse_go(text: &str) -> Result<Go<'_>, Error> {
    whole(limits, text, text.trim_start_matches(BLANKS))
}

/// Parses the argument of `query`.
///
/// # Errors
/// The text is none; the column is that in the text.
pub fn parse_query(text: &str) -> Result<Query, Error> {
    whole(query, text, text.trim_start_matches(BLANKS))
}

/// Parses the arguments of `position`. Text that begins with none of its keywords is a FEN.
///
/// # Errors
/// The first error, with its column in the text.
pub fn parse_position(text: &str) -> Result<(Origin<'_>, Vec<&str>), Error> {
    whole(opening, text, text)
}

/// Parses a text, the rest of a line, to its end.
fn whole<'a, T>(
    parser: impl Parser<&'a str, Output = T, Error = SyntaxError<'a>>,
    line: &'a str,
    text: &'a str,
) -> Result<T, Error> {
    all_consuming(parser).parse(text).finish().map(|(_, output)| output).map_err(|error| {
        let found = error.at.split(BLANKS).next().unwrap_or_default();
        let found = match (found, error.nearest) {
            ("", _) => "the end of the line".into(),
            (found, Some(nearest)) => suggesting(found, nearest),
            (found, None) => quoted(found),
        };
        Error::at(error.code, line.offset(error.at), error.expected, found)
    })
}

fn command(input: &str) -> Parsed<'_, Command<'_>> {
    let (rest, command) = command_word(input, Code::UnknownCommand)?;
    cut(command.arguments).parse(rest)
}

/// Parses the name of a command. Any other word has the code of the error.
fn command_word(input: &str, code: Code) -> Parsed<'_, &'static CommandWord> {
    let (rest, name) = word(input)?;
    let found = COMMAND_WORDS.iter().find(|command| command.manual.is_named(name));
    found.map(|command| (rest, command)).ok_or_else(|| {
        let names = manual().flat_map(|entry| entry.names).copied();
        SyntaxError { nearest: nearest(name, names), ..SyntaxError::new(input, code, "a command") }.failure()
    })
}

/// What `help` says about every command.
pub fn manual() -> impl Iterator<Item = &'static ManualEntry> {
    COMMAND_WORDS.iter().map(|command| &command.manual)
}

fn word(input: &str) -> Parsed<'_, &str> {
    terminated(take_while1(|c| c != ' ' && c != '\t'), space0).parse(input)
}

/// Parses this word, in upper or lower case.
fn keyword<'a>(name: &'static str) -> impl Parser<&'a str, Output = &'a str, Error = SyntaxError<'a>> {
    verify(word, move |found: &str| found.eq_ignore_ascii_case(name))
}

/// Replaces the `expected` text of an error of a parser, unless it is one behind a word that was understood.
fn expected<'a, T>(
    what: &'static str,
    mut parser: impl Parser<&'a str, Output = T, Error = SyntaxError<'a>>,
) -> impl FnMut(&'a str) -> Parsed<'a, T> {
    move |input| {
        parser.parse(input).map_err(|error| match error {
            nom::Err::Error(error) => nom::Err::Error(SyntaxError { at: input, expected: what, ..error }),
            error => error,
        })
    }
}

/// Parses optional words at the end of the line. If the line goes on, the parser must succeed.
fn opt_word<'a, T>(
    mut parser: impl Parser<&'a str, Output = T, Error = SyntaxError<'a>>,
) -> impl FnMut(&'a str) -> Parsed<'a, Option<T>> {
    move |input| if input.is_empty() { Ok((input, None)) } else { parser.parse(input).map(|(rest, t)| (rest, Some(t))) }
}

fn number<'a, T: std::str::FromStr>(what: &'static str) -> impl FnMut(&'a str) -> Parsed<'a, T> {
    move |input| {
        let (rest, text) = expected(what, word)(input)?;
        // `parse` also accepts a plus sign, which is not part of the protocol.
        match text.parse() {
            Ok(number) if !text.starts_with('+') => Ok((rest, number)),
            _ => Err(SyntaxError::new(input, Code::BadNumber, what).failure()),
        }
    }
}

const DEPTH: &str = "a depth from 0 to 255";

fn depth(input: &str) -> Parsed<'_, u32> {
    let (rest, depth) = number(DEPTH)(input)?;
    if depth <= MAX_DEPTH { Ok((rest, depth)) } else { Err(SyntaxError::new(input, Code::BadNumber, DEPTH).failure()) }
}

fn debug(input: &str) -> Parsed<'_, Command<'_>> {
    expected("on or off", value(Command::Debug, keyword("on").or(keyword("off"))))(input)
}

/// Parses `name NAME [value VALUE]`. The name can have several words. The value is the rest of the line.
fn set_option(input: &str) -> Parsed<'_, Command<'_>> {
    let (rest, _) = expected("name", keyword("name"))(input)?;
    let (rest, name) = verify(up_to("value"), |name: &str| !name.is_empty())
        .or(expected("the name of an option", fail()))
        .parse(rest)?;
    let (rest, value) = opt(preceded(keyword("value"), nom::combinator::rest)).parse(rest)?;
    Ok((rest, Command::SetOption { name, value: value.map(trim_end) }))
}

/// Parses the text before a keyword, or the rest of the line if there is no such keyword.
fn up_to<'a>(end: &'static str) -> impl Parser<&'a str, Output = &'a str, Error = SyntaxError<'a>> {
    let other = move |found: &str| !found.eq_ignore_ascii_case(end);
    recognize(many0_count(verify(word, other))).map(trim_end)
}

fn trim_end(text: &str) -> &str {
    text.trim_end_matches(BLANKS)
}

fn position(input: &str) -> Parsed<'_, Command<'_>> {
    const ORIGIN: &str = "startpos, fen or current";
    let (rest, name) = expected(ORIGIN, word)(input)?;
    let (rest, (origin, moves)) = match name.to_ascii_lowercase().as_str() {
        "startpos" | "fen" => opening(input)?,
        "current" => to_end(moves_behind(rest).map(|moves| (Origin::Current, moves)))?,
        _ => {
            let nearest = nearest(name, ["startpos", "fen", "current"]);
            return Err(SyntaxError { nearest, ..SyntaxError::new(input, Code::Syntax, ORIGIN) }.failure());
        }
    };
    Ok((rest, Command::Position(origin, moves)))
}

/// Parses an opening, which goes to the end of the line.
fn opening(input: &str) -> Parsed<'_, (Origin<'_>, Vec<&str>)> {
    to_end(OpeningText::parse(input).map(|opening| (opening.fen.map_or(Origin::Start, Origin::Fen), opening.moves)))
}

/// What was read to the end of the line.
fn to_end<T>(read: Result<T, OpeningError<'_>>) -> Parsed<'_, T> {
    let read = read.map(|output| ("", output));
    read.map_err(|error| SyntaxError::new(error.at, Code::Syntax, OpeningError::EXPECTED).failure())
}

fn moves(input: &str) -> Parsed<'_, Command<'_>> {
    if input.is_empty() {
        success(Command::ListMoves(None)).parse(input)
    } else {
        seat.map(|seat| Command::ListMoves(Some(seat))).or(many1(word).map(Command::Play)).parse(input)
    }
}

fn undo(input: &str) -> Parsed<'_, Command<'_>> {
    opt_word(number("a number of plies")).map(|plies| Command::Undo(plies.unwrap_or(1))).parse(input)
}

/// The subjects of `query`.
const SUBJECTS: [(&str, Query); 14] = [
    ("gameover", Query::GameOver),
    ("p1turn", Query::P1Turn),
    ("result", Query::Result),
    ("reason", Query::Reason),
    ("score", Query::Score),
    ("fen", Query::Fen),
    ("startfen", Query::StartFen),
    ("line", Query::Line),
    ("round", Query::Round),
    ("key", Query::Key),
    ("variant", Query::Variant),
    ("variants", Query::Variants),
    ("eval", Query::Eval),
    ("seed", Query::Seed),
];

fn query(input: &str) -> Parsed<'_, Query> {
    const WHAT: &str =
        "one of gameover p1turn result reason score fen startfen line round key variant variants eval seed";
    let (rest, what) = expected(WHAT, word)(input)?;
    let found = SUBJECTS.iter().find(|(name, _)| name.eq_ignore_ascii_case(what));
    found.map(|(_, query)| (rest, *query)).ok_or_else(|| {
        let nearest = nearest(what, SUBJECTS.map(|(name, _)| name));
        SyntaxError { nearest, ..SyntaxError::new(input, Code::Syntax, WHAT) }.failure()
    })
}

fn draw(input: &str) -> Parsed<'_, Command<'_>> {
    let eval = value(Command::Display { eval_trace: true }, keyword("eval"));
    let json = value(Command::Scene, keyword("json"));
    let svg = preceded(keyword("svg"), cut(svg)).map(|drawing| Command::Draw(None, drawing));
    let what = opt_word(expected("eval, json, svg or the end of the line", eval.or(json).or(svg)));
    what.map(|what| what.unwrap_or(Command::Display { eval_trace: false })).parse(input)
}

fn bench(input: &str) -> Parsed<'_, Command<'_>> {
    opt_word(depth).map(Command::Bench).parse(input)
}

/// Parses the name of the command to describe, or nothing.
fn help(input: &str) -> Parsed<'_, Command<'_>> {
    opt_word(|input| command_word(input, Code::Syntax))
        .map(|command| Command::Help(command.map(|command| &command.manual)))
        .parse(input)
}

fn go(input: &str) -> Parsed<'_, Command<'_>> {
    if let Ok((rest, _)) = keyword("perft").parse(input) {
        return depth.map(Command::Divide).parse(rest);
    }
    limits.map(Command::Go).parse(input)
}

fn perft(input: &str) -> Parsed<'_, Command<'_>> {
    let hash = opt_word(expected("hash or the end of the line", keyword("hash")));
    (depth, hash).map(|(depth, hash)| Command::Perft { depth, hash: hash.is_some() }).parse(input)
}

/// Parses the arguments of `check`. If the rest of the line is the name of an existing file, it is one file, because
/// names can have blanks. Otherwise each word is a file.
fn check(input: &str) -> Parsed<'_, CheckRequest> {
    let (rest, depth) = opt(preceded(keyword("--depth"), cut(depth))).parse(input)?;
    let (end, words) = expected("a file", many1(word))(rest)?;
    let whole = Path::new(trim_end(rest));
    let files = if whole.exists() { vec![whole.into()] } else { words.into_iter().map(PathBuf::from).collect() };
    Ok((end, CheckRequest { depth, files }))
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn understood(line: &str) -> Command<'_> {
        parse(line).unwrap_or_else(|error| panic!("{line}: {error}")).expect("a command")
    }

    #[test]
    fn nothing_said() {
        for line in ["", " ", "\t \t", "# go", "  #"] {
            assert_eq!(parse(line), Ok(None), "{line:?}");
        }
    }

    #[test]
    fn values_are_the_rest_of_the_line() {
        let line = "SetOption  Name  My  Deck  Value  /a b\t/Value c.tsv \t";
        let expected = Command::SetOption { name: "My  Deck", value: Some("/a b\t/Value c.tsv") };
        assert_eq!(understood(line), expected);
        let expected = Command::SetOption { name: "Clear Hash", value: None };
        assert_eq!(understood("setoption name Clear Hash"), expected);
        let expected = Command::SetOption { name: "Deck", value: Some("") };
        assert_eq!(understood("setoption name Deck value"), expected);
    }

    #[test]
    fn positions() {
        let fen = Command::Position(Origin::Fen("a  b c"), vec!["x", "y"]);
        assert_eq!(understood("position fen a  b c  moves x\ty "), fen);
        assert_eq!(understood("position fen  Movesx"), Command::Position(Origin::Fen("Movesx"), Vec::new()));
        assert_eq!(understood("POSITION STARTPOS MOVES"), Command::Position(Origin::Start, Vec::new()));
        assert_eq!(understood("position current moves a"), Command::Position(Origin::Current, vec!["a"]));
    }

    #[test]
    fn subjects_of_query() {
        let error = parse("query x").expect_err("no subject");
        let names = SUBJECTS.map(|(name, _)| name).join(" ");
        assert_eq!(error.text, format!("expected one of {names}, found 'x'"));
        let text = manual().find(|entry| entry.is_named("query")).expect("the command").to_string();
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
        for (name, query) in SUBJECTS {
            assert_eq!(understood(&format!("query {name}")), Command::Query(query));
            assert!(words.contains(&name), "{name}");
        }
    }

    #[test]
    fn errors_name_the_column() {
        let cases = [
            ("  go depth  x", "bad-number: column 13: expected a depth, found 'x'"),
            ("go\tperft", "syntax: column 9: expected a depth from 0 to 255, found the end of the line"),
            ("isready é x", "syntax: column 9: expected the end of the line, found 'é'"),
            (" é", "unknown-command: column 2: expected a command, found 'é'"),
            (" Postion", "unknown-command: column 2: expected a command, found 'Postion'; did you mean 'position'?"),
            ("help x", "syntax: column 6: expected a command, found 'x'"),
            ("help go go", "syntax: column 9: expected the end of the line, found 'go'"),
            ("go dpeth 3", "syntax: column 4: expected a limit such as depth, found 'dpeth'; did you mean 'depth'?"),
            (
                "position startpso",
                "syntax: column 10: expected startpos, fen or current, found 'startpso'; did you mean 'startpos'?",
            ),
        ];
        for (line, expected) in cases {
            let error = parse(line).expect_err(line);
            assert_eq!(error.to_string(), format!("info string error {expected}"));
        }
    }
}

//! The tokens of PDN.

use nom::branch::alt;
use nom::bytes::complete::{is_not, tag, take_while, take_while_m_n, take_while1};
use nom::character::complete::{char, one_of, space0};
use nom::combinator::{not, recognize, value, verify};
use nom::multi::fold_many1;
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};
use petteia_core::words::quoted;
use petteia_core::{Outcome, Side};

use crate::reversi::{PASS, square};

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A name and its value, without quotes and escapes.
    Tag(String, String),
    /// The text of a comment.
    Comment(String),
    /// The start of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// The squares of a move, as this program writes them.
    Move(String),
    /// The end of a game, with its result if it has one.
    End(Option<Outcome>),
    /// The end of a game of Othello, with the discs of both players.
    Discs([u8; 2]),
    /// A move number, a mark or a numeric annotation glyph.
    Skipped,
    /// A line that begins as a tag, but is none.
    BrokenTag(String),
    /// Something else.
    Wrong {
        /// What would be correct.
        expected: &'static str,
        /// What is there.
        found: String,
        /// Whether no more can be told before the next tags.
        lost: bool,
    },
}

type Parsed<'a, T> = IResult<&'a str, T>;

/// What ends a word.
const ENDS: &str = " \t\r\n[]{}();";
/// Greatest length, in bytes, of a comment in which braces are counted. Longer ones end at the first `}`.
const NESTED_LIMIT: usize = 4_096;
/// Greatest length of a tag, in characters.
const TAG_LIMIT: usize = 4_096;
const EXPECTED_MOVE: &str = "a move such as 11-15 or c3-d4, a comment or a result";
const EXPECTED_PLACEMENT: &str = "a square, a pass, a comment or a result";

/// How the moves of a game are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Syntax {
    /// From square to square: `11-15`, `c3:e5`.
    Draughts,
    /// A square alone: `f5`.
    Othello,
}

/// The next token of a text that begins with no blank, and the text behind it. `at_line_start` tells the `%` of a
/// comment from another one.
pub(super) fn next(text: &str, at_line_start: bool, syntax: Syntax) -> (&str, Token) {
    match text.chars().next() {
        Some('[') => tag_pair(text),
        Some('{') => comment(text),
        Some(';') => line_comment(&text[1..]),
        Some('%') if at_line_start => (line_comment(text).0, Token::Skipped),
        Some('(') => or(mark_in_parentheses(text), (&text[1..], Token::Open)),
        Some(')') => (&text[1..], Token::Close),
        Some('$') => or(glyph(text), wrong_word(text, syntax)),
        Some('!' | '?') => or(marks(text), wrong_word(text, syntax)),
        _ => match syntax {
            Syntax::Draughts => or(alt((end, a_move, move_number)).parse(text), wrong_word(text, syntax)),
            Syntax::Othello => or(alt((end, discs, a_placement, move_number)).parse(text), wrong_word(text, syntax)),
        },
    }
}

fn or<'a>(parsed: Parsed<'a, Token>, otherwise: (&'a str, Token)) -> (&'a str, Token) {
    parsed.unwrap_or(otherwise)
}

fn line_comment(text: &str) -> (&str, Token) {
    let end = text.find(['\r', '\n']).unwrap_or(text.len());
    (&text[end..], Token::Comment(text[..end].trim().into()))
}

/// `[Name "value"]` on one line. The quotes may be missing, and quotes may stand in the value.
fn tag_pair(text: &str) -> (&str, Token) {
    let mut ends = text.char_indices().enumerate().filter(|(i, (_, c))| *i == TAG_LIMIT || matches!(c, '\r' | '\n'));
    let line = &text[..ends.next().map_or(text.len(), |(_, (at, _))| at)];
    let name = take_while1(|c: char| c.is_alphanumeric() || c == '_');
    let mut begin = delimited((char('['), space0), name, space0::<&str, nom::error::Error<_>>);
    let Ok((rest, name)) = begin.parse(line) else { return (&text[line.len()..], Token::BrokenTag(line.into())) };
    let closed = match rest.strip_prefix(['"', '\'']) {
        Some(rest) => {
            let quote = &line[line.len() - rest.len() - 1..][..1];
            // A backslash before the last quote may be part of the value.
            value_end(rest, quote, true)
                .or_else(|| value_end(rest, quote, false))
                .map(|(end, after)| (&rest[..end], after, rest))
        }
        None => rest.find(']').map(|end| (rest[..end].trim_end(), end + 1, rest)),
    };
    match closed {
        Some((value, after, rest)) => {
            let behind = line.len() - rest.len() + after;
            (&text[behind..], Token::Tag(name.into(), unescaped(value)))
        }
        None => (&text[line.len()..], Token::BrokenTag(line.into())),
    }
}

/// Where the value in quotes ends: at the first quote with `]` behind it. Returns that offset and the one behind `]`.
fn value_end(text: &str, quote: &str, escapes: bool) -> Option<(usize, usize)> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        if escapes && c == '\\' && !is_escaped {
            is_escaped = true;
            continue;
        }
        if !is_escaped && text[at..].starts_with(quote) {
            let rest = text[at + 1..].trim_start();
            if rest.starts_with(']') {
                return Some((at, text.len() - rest.len() + 1));
            }
        }
        is_escaped = false;
    }
    None
}

/// The value without the backslashes before quotes and backslashes.
fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut characters = value.chars().peekable();
    while let Some(c) = characters.next() {
        match (c, characters.peek()) {
            ('\\', Some(&next @ ('"' | '\\'))) => {
                text.push(next);
                characters.next();
            }
            _ => text.push(c),
        }
    }
    text.trim().into()
}

/// `{...}`, in which braces may be nested. Blanks and line ends become one blank. A comment ends before the tags of the
/// next game, so that one without an end takes no other game with it.
fn comment(text: &str) -> (&str, Token) {
    let mut depth = 0;
    let nested = text.bytes().take(NESTED_LIMIT).position(|byte| {
        depth += i32::from(byte == b'{') - i32::from(byte == b'}');
        depth == 0
    });
    let is_in_game = |end: &usize| next_tags(&text.as_bytes()[..*end]).is_none();
    let Some(end) = nested.or_else(|| first_brace(text.as_bytes())).filter(is_in_game) else {
        let found = "the end of the game".into();
        return (text, Token::Wrong { expected: "} at the end of the comment", found, lost: true });
    };
    let mut comment = String::new();
    for word in text[1..end].split_whitespace() {
        if !comment.is_empty() {
            comment.push(' ');
        }
        comment += word;
    }
    (&text[end + 1..], Token::Comment(comment))
}

/// The offset of the first `}`. The search ends near the next tags, so that it costs no more than the game is long.
fn first_brace(text: &[u8]) -> Option<usize> {
    let mut size = NESTED_LIMIT;
    loop {
        let part = &text[..size.min(text.len())];
        let found = part.iter().position(|byte| *byte == b'}');
        if found.is_some() || part.len() == text.len() || next_tags(part).is_some() {
            return found;
        }
        size *= 2;
    }
}

/// The offset of the next line that begins with a tag.
pub(super) fn next_tags(text: &[u8]) -> Option<usize> {
    let is_start = |bytes: &[u8]| matches!(bytes, [b'\r' | b'\n', b'[', letter] if letter.is_ascii_alphabetic());
    text.windows(3).position(is_start).map(|at| at + 1)
}

/// `(?)`, `(!)`.
fn mark_in_parentheses(text: &str) -> Parsed<'_, Token> {
    value(Token::Skipped, (char('('), is_only("!?"), char(')'))).parse(text)
}

fn marks(text: &str) -> Parsed<'_, Token> {
    value(Token::Skipped, is_only("!?")).parse(text)
}

fn is_only<'a>(characters: &'static str) -> impl Parser<&'a str, Output = &'a str, Error = nom::error::Error<&'a str>> {
    take_while1(move |c| characters.contains(c))
}

/// `$1`.
fn glyph(text: &str) -> Parsed<'_, Token> {
    value(Token::Skipped, (char('$'), take_while1(|c: char| c.is_ascii_digit()))).parse(text)
}

/// The result of a game, as a word of its own.
fn end(text: &str) -> Parsed<'_, Token> {
    let (rest, word) = is_not(ENDS).parse(text)?;
    match result(word) {
        Some(result) => Ok((rest, Token::End(result))),
        None => nom::combinator::fail().parse(text),
    }
}

/// What the word for a result says: `1-0` and `2-0` are a win of the player who moves first. `None` for other words.
#[expect(clippy::option_option, reason = "a word of the notation can say that there is no result")]
pub(super) fn result(word: &str) -> Option<Option<Outcome>> {
    let plain: String = word.chars().filter(|c| !c.is_whitespace() && !c.is_control()).map(plain_dash).collect();
    Some(match plain.as_str() {
        "1-0" | "2-0" => Some(Outcome::Win(Side::First)),
        "0-1" | "0-2" => Some(Outcome::Win(Side::Second)),
        "1/2-1/2" | "1-1" | "½-½" => Some(Outcome::Draw),
        "0-0" | "*" => None,
        _ => return None,
    })
}

/// A dash of typesetters as the hyphen that it stands for.
fn plain_dash(c: char) -> char {
    if matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}') { '-' } else { c }
}

/// Squares as numbers or as `c3`, with `-`, `x` or `:` between them, and the marks behind them. Blanks may fill short numbers up: `1- 6`.
fn a_move(text: &str) -> Parsed<'_, Token> {
    let digits =
        |text| terminated(take_while_m_n(1, 2, |c: char| c.is_ascii_digit()), not(one_of("0123456789"))).parse(text);
    let file = |text| take_while_m_n(0, 1, |c: char| matches!(c, 'a'..='j' | 'A'..='J')).parse(text);
    let square = |text| recognize((file, digits)).parse(text);
    let separator = delimited(space0, one_of("-xX:×‐‑‒–—―−"), space0);
    let further = (separator, square);
    let (rest, first) = square(text)?;
    let (rest, (squares, is_capture)) = fold_many1(
        further,
        || (vec![first], false),
        |(mut squares, is_capture), (separator, square)| {
            squares.push(square);
            (squares, is_capture || plain_dash(separator) != '-')
        },
    )
    .parse(rest)?;
    let (rest, _) = take_while(|c| "!?*+#".contains(c)).parse(rest)?;
    verify(take_while_m_n(0, 1, char::is_alphanumeric), str::is_empty).parse(rest)?;
    let squares: Vec<&str> = squares.into_iter().map(|square| square.strip_prefix('0').unwrap_or(square)).collect();
    let word = squares.join(if is_capture { "x" } else { "-" });
    Ok((rest, Token::Move(word.to_ascii_lowercase())))
}

/// `1.`, `1...`, `...`, or a number alone.
fn move_number(text: &str) -> Parsed<'_, Token> {
    let number = |text| take_while1(|c: char| c.is_ascii_digit()).parse(text);
    let dots = |text| recognize(take_while1(|c| c == '.' || c == '…')).parse(text);
    let alone = terminated(take_while_m_n(1, 3, |c: char| c.is_ascii_digit()), not(is_not(ENDS)));
    let numbered = recognize((number, preceded(space0, dots)));
    value(Token::Skipped, alt((numbered, dots, alone, tag("…")))).parse(text)
}

/// A square, or a pass as Edax and `PlayOK` write it.
fn a_placement(text: &str) -> Parsed<'_, Token> {
    let (rest, word) = is_not(ENDS).parse(text)?;
    let word = word.trim_end_matches(['!', '?']).to_ascii_lowercase();
    match word.as_str() {
        "--" | PASS => Ok((rest, Token::Move(PASS.into()))),
        _ => match square(&word) {
            Some(square) => Ok((rest, Token::Move(square))),
            None => nom::combinator::fail().parse(text),
        },
    }
}

/// The discs of both players, as a word of its own.
fn discs(text: &str) -> Parsed<'_, Token> {
    let (rest, word) = is_not(ENDS).parse(text)?;
    match disc_counts(word) {
        Some(discs) => Ok((rest, Token::Discs(discs))),
        None => nom::combinator::fail().parse(text),
    }
}

/// The discs of both players, such as `38-26`.
pub(super) fn disc_counts(word: &str) -> Option<[u8; 2]> {
    let (first, second) = word.split_once('-')?;
    Some([first.parse().ok()?, second.parse().ok()?])
}

/// A word that has no place in a game.
fn wrong_word(text: &str, syntax: Syntax) -> (&str, Token) {
    let a_move = if syntax == Syntax::Draughts { EXPECTED_MOVE } else { EXPECTED_PLACEMENT };
    let first = text.chars().next().map_or(0, char::len_utf8);
    let end = text[first..].find(|c| ENDS.contains(c)).map_or(text.len(), |end| first + end);
    let expected = if text.starts_with('/') { "moves, not another position in the game" } else { a_move };
    (&text[end..], Token::Wrong { expected, found: quoted(&text[..end]), lost: false })
}

//! Parses the words of `d svg`.

use nom::Parser;
use nom::combinator::success;
use petteia_draw::{Options, Theme};
use petteia_engine::nearest;

use super::{Parsed, SyntaxError, expected, number, word};
use crate::command::Drawing;
use crate::error::Code;

/// The words of `d svg`.
const SVG_WORDS: [&str; 7] = ["theme", "turned", "plain", "interactive", "prefix", "size", "move"];

/// Parses the words of `d svg`, to the end of the line. If a word occurs twice, the later one counts.
pub(super) fn svg(input: &str) -> Parsed<'_, Drawing<'_>> {
    let mut drawing = Drawing::default();
    let mut rest = input;
    while !rest.is_empty() {
        (rest, ()) = svg_word(&mut drawing, rest)?;
    }
    Ok((rest, drawing))
}

fn svg_word<'a>(drawing: &mut Drawing<'a>, input: &'a str) -> Parsed<'a, ()> {
    const EXPECTED: &str = "theme, turned, plain, interactive, prefix, size, move or the end of the line";
    let (rest, name) = word(input)?;
    let options = &mut drawing.options;
    match name.to_ascii_lowercase().as_str() {
        "theme" => theme.map(|theme| options.theme = theme).parse(rest),
        "turned" => success(()).map(|()| options.turned = true).parse(rest),
        "plain" => success(()).map(|()| options.coordinates = false).parse(rest),
        "interactive" => success(()).map(|()| options.interactive = true).parse(rest),
        "prefix" => prefix.map(|prefix| options.prefix = prefix.into()).parse(rest),
        "size" => size.map(|size| options.size = Some(size)).parse(rest),
        "move" => expected("a move", word).map(|word| drawing.planned = Some(word)).parse(rest),
        _ => {
            let nearest = nearest(name, SVG_WORDS);
            Err(SyntaxError { nearest, ..SyntaxError::new(input, Code::Syntax, EXPECTED) }.failure())
        }
    }
}

fn theme(input: &str) -> Parsed<'_, Theme> {
    const THEME: &str = "light, dark, print or contrast";
    let (rest, name) = expected(THEME, word)(input)?;
    let nearest = nearest(name, Theme::ALL.map(Theme::name));
    let error = || SyntaxError { nearest, ..SyntaxError::new(input, Code::Syntax, THEME) }.failure();
    Theme::find(name).map(|theme| (rest, theme)).ok_or_else(error)
}

fn prefix(input: &str) -> Parsed<'_, &str> {
    const PREFIX: &str = "at most 16 letters, digits and -, a letter first";
    let (rest, prefix) = expected(PREFIX, word)(input)?;
    if Options::is_prefix(prefix) {
        Ok((rest, prefix))
    } else {
        Err(SyntaxError::new(input, Code::Syntax, PREFIX).failure())
    }
}

fn size(input: &str) -> Parsed<'_, u32> {
    const SIZE: &str = "a width from 1 to 8192";
    let (rest, size) = number(SIZE)(input)?;
    if (1..=Options::MAX_SIZE).contains(&size) {
        Ok((rest, size))
    } else {
        Err(SyntaxError::new(input, Code::BadNumber, SIZE).failure())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Command;
    use crate::parse::tests::understood;
    use crate::parse::{manual, parse};
    use crate::seat::SeatWord;

    #[test]
    fn words_of_svg() {
        let text = manual().find(|entry| entry.is_named("d")).expect("the command").to_string();
        assert!(SVG_WORDS.iter().all(|name| text.contains(name)), "{text}");
        let options = Options { theme: Theme::Dark, turned: true, coordinates: false, ..Options::default() };
        let options = Options { interactive: true, prefix: "b2".into(), size: Some(300), ..options };
        let drawing = Drawing { options, planned: Some("c3D4") };
        let line = "d svg theme DARK turned plain interactive prefix b2 size 300 move c3D4";
        assert_eq!(understood(line), Command::Draw(None, drawing));
        assert_eq!(
            understood("observe seat 2 svg"),
            Command::Draw(Some(SeatWord { number: 2, token: None }), Drawing::default())
        );
    }

    #[test]
    fn wrong_words_of_svg() {
        for line in [
            "d svg them dark",
            "d svg theme",
            "d svg theme blue",
            "d svg prefix 2b",
            "d svg prefix \"><script>",
            "d svg prefix aaaaaaaaaaaaaaaaa",
            "d svg size 0",
            "d svg size 8193",
            "d svg size +3",
            "d svg move",
            "observe seat 1 svg x",
        ] {
            parse(line).expect_err(line);
        }
        let error = parse("d svg theme drak").expect_err("no theme").to_string();
        let expected = "syntax: column 13: expected light, dark, print or contrast, found 'drak'; did you mean 'dark'?";
        assert_eq!(error, format!("info string error {expected}"));
    }
}

//! What holds for seats with hidden hands, and for files.

use petteia::games::{dvonn::Dvonn, reversi::Reversi};
use petteia::learning::samples;

use crate::bytes::Bytes;
use crate::positions;
use crate::talk::{Held, Talk, code};

/// What a seat sees is read as it is written, and the seat plays by nothing else.
///
/// # Errors
/// A law does not hold.
pub fn observe(talk: &mut Talk, bytes: &mut Bytes) -> Held {
    let seat = 1 + bytes.below(6);
    let said = talk.ask(format!("observe seat {seat}"))?;
    let [view] = &said[..] else { return Err(talk.fault(&format!("observe: {said:?}"))) };
    let Some(view) = view.strip_prefix("response ") else {
        let known = matches!(code(view), Some("unsupported" | "bad-number"));
        return talk.hold(known, || format!("observe: {said:?}"));
    };
    let here = talk.question("query fen")?;
    let asked = [format!("moves seat {seat}"), format!("observe seat {seat}")];
    let advice = |talk: &mut Talk| -> Held<Vec<String>> {
        let mut said = talk.questions(&asked)?;
        talk.say(format!("go seat {seat} nodes 1"));
        said.append(&mut talk.until("bestmove")?);
        Ok(said)
    };
    let of_all = advice(talk)?;
    talk.silently(&format!("position fen {view}"))?;
    let read = talk.question("query fen")?;
    talk.same("a view read", view, &read)?;
    let of_view = advice(talk)?;
    talk.same("a seat goes by what it sees", &of_all, &of_view)?;
    talk.silently(&format!("position fen {here}"))
}

/// A deck that may be none.
///
/// # Errors
/// A law does not hold.
pub fn deck(talk: &mut Talk, bytes: &mut Bytes) -> Held {
    let words = ["whale", "lonely", "the", "moon", "a clock", "%20", "ü", "Reading", "quiet"];
    let mut text = String::new();
    for number in 1..=84 {
        let [title, caption, tag] = [1, 4, 7].map(|i| words[(number * i + number / 9) % 9]);
        text.push_str(&format!("{number}\t{title}\t{caption} and {title}\t{tag},{caption}\n"));
    }
    let good = bytes.below(3) == 0;
    let text = if good { text.into_bytes() } else { bytes.distort_lines(text.as_bytes()) };
    let file = talk.write("deck.tsv", &text);
    let before = talk.state()?;
    let said = talk.ask(format!("setoption name Deck value {}", file.display()))?;
    talk.hold(!good || said.is_empty(), || format!("a good deck: {said:?}"))?;
    if let Some(error) = said.first() {
        talk.hold(matches!(code(error), Some("bad-option" | "io")), || format!("a deck: {error}"))?;
        talk.still("a deck refused changes nothing", &before)?;
    }
    positions::round_trip(talk)
}

/// A fixture file about the position: fulfilled as it stands, and no fault however it is changed.
///
/// # Errors
/// A law does not hold.
pub fn check(talk: &mut Talk, bytes: &mut Bytes) -> Held {
    if talk.game == "dixit" {
        // What its cases say depends on the seed that `check` is run with.
        return Ok(());
    }
    let asked = ["query fen", "query score", "moves", "perft 1"];
    let said = talk.questions(&asked[..3])?;
    let word = |i: usize| said[i].split_once(' ').map_or("", |(_, rest)| rest).to_owned();
    let [fen, score, moves] = [word(0), word(1), word(2)];
    let count = if talk.game == "epigo" { String::new() } else { format!("perft 1 {}\n", moves.split(' ').count()) };
    let count = if moves.is_empty() { "perft 1 0\n".into() } else { count };
    let game = talk.game;
    let text = format!("# x\ncase y\nvariant {game}\nfen {fen}\nscore {score}\nmoves {moves}\n{count}\n");
    let good = bytes.below(3) == 0;
    let text = if good { text.into_bytes() } else { bytes.distort_lines(text.as_bytes()) };
    let file = talk.write("case.txt", &text);
    let before = talk.state()?;
    talk.say(format!("check --depth 1 {}", file.display()));
    let mut said = Vec::new();
    while !said.last().is_some_and(|line: &String| line.ends_with(" failed") && line.contains(" passed, ")) {
        said.push(talk.hear()?);
    }
    said.append(&mut talk.catch_up()?);
    talk.hold(!good || said == ["ok y", "1 passed, 0 failed"], || format!("check: {said:?}"))?;
    talk.still("check changes nothing", &before)
}

/// A line of a file of games, read as one of both games that are learnt.
///
/// # Errors
/// A chance is none.
pub fn games(talk: &mut Talk, bytes: &mut Bytes) -> Held {
    let line = talk.question("query line")?;
    let mut text = String::new();
    for (i, m) in line.split_ascii_whitespace().enumerate() {
        text.push_str(&if i % 3 == 0 { format!("{m} ") } else { format!("{m}:{} ", i * 90) });
    }
    text.push_str("= -3");
    let text = bytes.distort(text.as_bytes());
    let text = String::from_utf8_lossy(&text);
    let mut chances = Vec::new();
    // A line that is refused may have been understood at first.
    drop(samples::of_game::<Dvonn>(&text, 0.5, |sample| chances.push(sample.target)));
    drop(samples::of_game::<Reversi>(&text, 0.5, |sample| chances.push(sample.target)));
    talk.hold(chances.iter().all(|chance| (0.0..=1.0).contains(chance)), || format!("chances of '{text}': {chances:?}"))
}

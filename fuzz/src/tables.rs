//! Laws of views of hidden information, and of files.

use petteia_games::dvonn::Dvonn;
use petteia_games::reversi::Reversi;
use petteia_learning::samples;

use crate::bytes::Bytes;
use crate::positions;
use crate::talk::{Checked, Talk, code};

/// A view is read back unchanged, and the answers for its seat depend on it alone.
///
/// # Errors
/// A law does not hold.
pub fn observe(talk: &mut Talk, bytes: &mut Bytes) -> Checked {
    let seat = 1 + bytes.below(6);
    let said = talk.ask(format!("observe seat {seat}"))?;
    let [view] = &said[..] else { return Err(talk.fault(&format!("observe: {said:?}"))) };
    let Some(view) = view.strip_prefix("response ") else {
        let known = matches!(code(view), Some("unsupported" | "bad-number"));
        return talk.ensure(known, || format!("observe: {said:?}"));
    };
    if view.contains("; committed ") {
        return talk.ensure(view.ends_with(" none"), || format!("nothing is committed: {view}"));
    }
    let here = talk.question("query fen")?;
    let asked = [format!("moves seat {seat}"), format!("observe seat {seat}")];
    let advice = |talk: &mut Talk| -> Checked<Vec<String>> {
        let mut said = talk.questions(&asked)?;
        talk.send(format!("go seat {seat} nodes 1"));
        said.append(&mut talk.until("bestmove")?);
        Ok(said)
    };
    let full_answers = advice(talk)?;
    talk.send_silent(&format!("position fen {view}"))?;
    let read = talk.question("query fen")?;
    talk.ensure_equal("a view read", view, &read)?;
    let view_answers = advice(talk)?;
    talk.ensure_equal("a seat goes by what it sees", &full_answers, &view_answers)?;
    talk.send_silent(&format!("position fen {here}"))
}

/// Loads a deck that may be malformed.
///
/// # Errors
/// A law does not hold.
pub fn deck(talk: &mut Talk, bytes: &mut Bytes) -> Checked {
    let words = ["whale", "lonely", "the", "moon", "a clock", "%20", "ü", "Reading", "quiet"];
    let mut text = String::new();
    for number in 1..=84 {
        let [title, caption, tag] = [1, 4, 7].map(|i| words[(number * i + number / 9) % 9]);
        text.push_str(&format!("{number}\t{title}\t{caption} and {title}\t{tag},{caption}\n"));
    }
    let good = bytes.below(3) == 0;
    let text = if good { text.into_bytes() } else { bytes.mutate_lines(text.as_bytes()) };
    let file = talk.write("deck.tsv", &text);
    let before = talk.state()?;
    let said = talk.ask(format!("setoption name Deck value {}", file.display()))?;
    talk.ensure(!good || said.is_empty(), || format!("a good deck: {said:?}"))?;
    if let Some(error) = said.first() {
        talk.ensure(matches!(code(error), Some("bad-option" | "io")), || format!("a deck: {error}"))?;
        talk.ensure_unchanged("a deck refused changes nothing", &before)?;
    }
    positions::round_trip(talk)
}

/// Runs `check` on a fixture of the position: unchanged it passes, and mutated it does no harm.
///
/// # Errors
/// A law does not hold.
pub fn check(talk: &mut Talk, bytes: &mut Bytes) -> Checked {
    if talk.game == "dixit" {
        // The result of a case depends on the seed of `check`.
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
    let text = if good { text.into_bytes() } else { bytes.mutate_lines(text.as_bytes()) };
    let file = talk.write("case.txt", &text);
    let before = talk.state()?;
    talk.send(format!("check --depth 1 {}", file.display()));
    let mut said = Vec::new();
    while !said.last().is_some_and(|line: &String| line.ends_with(" failed") && line.contains(" passed, ")) {
        said.push(talk.read_line()?);
    }
    said.append(&mut talk.read_answers()?);
    talk.ensure(!good || said == ["ok y", "1 passed, 0 failed"], || format!("check: {said:?}"))?;
    talk.ensure_unchanged("check changes nothing", &before)
}

/// Reads a mutated line of a game file for both trainable games.
///
/// # Errors
/// A target is out of range.
pub fn games(talk: &mut Talk, bytes: &mut Bytes) -> Checked {
    let line = talk.question("query line")?;
    let mut text = String::new();
    for (i, m) in line.split_ascii_whitespace().enumerate() {
        text.push_str(&if i % 3 == 0 { format!("{m} ") } else { format!("{m}:{} ", i * 90) });
    }
    text.push_str("= -3");
    let text = bytes.mutate(text.as_bytes());
    let text = String::from_utf8_lossy(&text);
    let mut chances = Vec::new();
    // A refused line gives no samples.
    drop(samples::of_game::<Dvonn>(&text, 0.5, |sample| chances.push(sample.target)));
    drop(samples::of_game::<Reversi>(&text, 0.5, |sample| chances.push(sample.target)));
    talk.ensure(chances.iter().all(|chance| (0.0..=1.0).contains(chance)), || {
        format!("chances of '{text}': {chances:?}")
    })
}

//! Laws of perft and divide.

use crate::talk::{Checked, Talk, code};

/// Approximate limit of leaves in a count.
const MAX_LEAVES: usize = 20_000;

/// All ways to count the leaves agree.
///
/// # Errors
/// A law does not hold.
pub fn perft(talk: &mut Talk, deepest: usize) -> Checked {
    match talk.game {
        "dixit" => {
            let said = talk.ask("perft 1")?;
            let codes: Vec<_> = said.iter().map(|line| code(line)).collect();
            return talk.ensure_equal("perft without a tree", &[Some("unsupported")][..], &codes);
        }
        "epigo" => return simultaneous(talk),
        _ => {}
    }
    let moves = talk.moves(None)?;
    let depth = (0..=deepest).rev().find(|&depth| moves.len().max(2).pow(depth as u32) <= MAX_LEAVES).unwrap_or(0);
    let count = count_leaves(talk, &format!("perft {depth}"))?;
    let found = count_leaves(talk, &format!("perft {depth} hash"))?;
    talk.ensure_equal("perft with the table", &count, &found)?;
    let (divided, lines) = divided(talk, &format!("divide {depth}"))?;
    talk.ensure_equal("divide", &count, &divided)?;
    talk.send_silent("setoption name Threads value 2")?;
    let shared = self::divided(talk, &format!("go perft {depth}"))?;
    talk.ensure_equal("go perft", &(divided, lines.clone()), &shared)?;
    talk.send_silent("setoption name Threads value 1")?;
    if depth == 0 {
        return talk.ensure_equal("perft 0", &1, &count);
    }
    let roots: Vec<_> = lines.iter().map(|(m, _)| m.clone()).collect();
    talk.ensure_equal("the moves of divide", &moves, &roots)?;
    let before = talk.state()?;
    // The commands are sent together, because waiting for each answer takes longer than counting.
    let ask = |(m, _): &(String, u64)| format!("moves {m}\nperft {} hash\nwait\nundo 1", depth - 1);
    let said = talk.ask(lines.iter().map(ask).collect::<Vec<_>>().join("\n"))?;
    talk.ensure_equal("answers to perft after each move", &lines.len(), &said.len())?;
    for ((m, count), said) in lines.iter().zip(&said) {
        talk.ensure_equal(&format!("perft after {m}"), &Some(*count), &leaves(said))?;
    }
    talk.ensure_unchanged("moves taken back", &before)
}

/// The turns of a simultaneous game are the pairs of choices.
fn simultaneous(talk: &mut Talk) -> Checked {
    let choices = [talk.moves(Some(1))?.len() as u64, talk.moves(Some(2))?.len() as u64];
    let found = count_leaves(talk, "perft 1")?;
    talk.ensure_equal("perft 1", &(choices[0] * choices[1]), &found)?;
    let found = count_leaves(talk, "perft 1 hash")?;
    talk.ensure_equal("perft 1 hash", &(choices[0] * choices[1]), &found)?;
    let (total, lines) = divided(talk, "divide 1")?;
    talk.ensure_equal("divide 1", &(choices[0] * choices[1]), &total)?;
    talk.ensure_equal("the lines of divide 1", &choices[0], &(lines.len() as u64))
}

/// Sends `perft`; returns its count.
fn count_leaves(talk: &mut Talk, line: &str) -> Checked<u64> {
    talk.send(line);
    let said = talk.until("perft")?;
    let count = said.last().and_then(|line| leaves(line));
    talk.ensure(said.len() == 1, || format!("{line}: {said:?}"))?;
    count.ok_or_else(|| talk.fault(&format!("{line}: no count in {said:?}")))
}

/// The number in an answer to `perft`.
fn leaves(line: &str) -> Option<u64> {
    line.strip_prefix("perft ")?.split(' ').nth(2)?.parse().ok()
}

/// Sends `divide`; returns its total, and the moves with their counts.
fn divided(talk: &mut Talk, line: &str) -> Checked<(u64, Vec<(String, u64)>)> {
    talk.send(line);
    let said = talk.until("Nodes")?;
    let last = talk.read_line()?;
    talk.ensure_equal("the line after a total", "", last.as_str())?;
    let number = |text: &str| text.parse::<u64>().ok();
    let total = said.last().and_then(|line| line.strip_prefix("Nodes searched: ")).and_then(number);
    let mut lines = Vec::new();
    for text in said[..said.len() - 1].iter().filter(|text| !text.is_empty()) {
        let read = text.rsplit_once(": ").and_then(|(m, count)| Some((m.to_owned(), number(count)?)));
        lines.push(read.ok_or_else(|| talk.fault(&format!("{line}: {text}")))?);
    }
    let sum: u64 = lines.iter().map(|(_, count)| count).sum();
    let whole = total.filter(|&total| total == sum || (lines.is_empty() && total <= 1));
    Ok((whole.ok_or_else(|| talk.fault(&format!("{line}: the sum is {sum}: {said:?}")))?, lines))
}

//! What holds for counts.

use crate::talk::{Held, Talk, code};

/// Leaves that are counted at most, more or less.
const MOST: usize = 20_000;

/// All ways to count the leaves agree.
///
/// # Errors
/// A law does not hold.
pub fn perft(talk: &mut Talk, deepest: usize) -> Held {
    match talk.game {
        "dixit" => {
            let said = talk.ask("perft 1")?;
            let codes: Vec<_> = said.iter().map(|line| code(line)).collect();
            return talk.same("perft without a tree", &[Some("unsupported")][..], &codes);
        }
        "epigo" => return joint(talk),
        _ => {}
    }
    let moves = talk.moves(None)?;
    let depth = (0..=deepest).rev().find(|&depth| moves.len().max(2).pow(depth as u32) <= MOST).unwrap_or(0);
    let count = one(talk, &format!("perft {depth}"))?;
    let found = one(talk, &format!("perft {depth} hash"))?;
    talk.same("perft with the table", &count, &found)?;
    let (divided, lines) = divided(talk, &format!("divide {depth}"))?;
    talk.same("divide", &count, &divided)?;
    talk.silently("setoption name Threads value 2")?;
    let shared = self::divided(talk, &format!("go perft {depth}"))?;
    talk.same("go perft", &(divided, lines.clone()), &shared)?;
    talk.silently("setoption name Threads value 1")?;
    if depth == 0 {
        return talk.same("perft 0", &1, &count);
    }
    let roots: Vec<_> = lines.iter().map(|(m, _)| m.clone()).collect();
    talk.same("the moves of divide", &moves, &roots)?;
    let before = talk.state()?;
    // In one go: to hear each answer before the next question takes longer than to count.
    let ask = |(m, _): &(String, u64)| format!("moves {m}\nperft {} hash\nwait\nundo 1", depth - 1);
    let said = talk.ask(lines.iter().map(ask).collect::<Vec<_>>().join("\n"))?;
    talk.same("answers to perft after each move", &lines.len(), &said.len())?;
    for ((m, count), said) in lines.iter().zip(&said) {
        talk.same(&format!("perft after {m}"), &Some(*count), &leaves(said))?;
    }
    talk.still("moves taken back", &before)
}

/// Turns of a simultaneous game are the pairs of choices.
fn joint(talk: &mut Talk) -> Held {
    let choices = [talk.moves(Some(1))?.len() as u64, talk.moves(Some(2))?.len() as u64];
    let found = one(talk, "perft 1")?;
    talk.same("perft 1", &(choices[0] * choices[1]), &found)?;
    let found = one(talk, "perft 1 hash")?;
    talk.same("perft 1 hash", &(choices[0] * choices[1]), &found)?;
    let (total, lines) = divided(talk, "divide 1")?;
    talk.same("divide 1", &(choices[0] * choices[1]), &total)?;
    talk.same("the lines of divide 1", &choices[0], &(lines.len() as u64))
}

/// `perft`: its number.
fn one(talk: &mut Talk, line: &str) -> Held<u64> {
    talk.say(line);
    let said = talk.until("perft")?;
    let count = said.last().and_then(|line| leaves(line));
    talk.hold(said.len() == 1, || format!("{line}: {said:?}"))?;
    count.ok_or_else(|| talk.fault(&format!("{line}: no count in {said:?}")))
}

/// The number in an answer to `perft`.
fn leaves(line: &str) -> Option<u64> {
    line.strip_prefix("perft ")?.split(' ').nth(2)?.parse().ok()
}

/// `divide`: its total, and the moves with their numbers.
fn divided(talk: &mut Talk, line: &str) -> Held<(u64, Vec<(String, u64)>)> {
    talk.say(line);
    let said = talk.until("Nodes")?;
    let last = talk.hear()?;
    talk.same("the line after a total", "", last.as_str())?;
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

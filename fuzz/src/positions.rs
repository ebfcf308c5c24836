//! What holds for positions and moves.

use crate::bytes::Bytes;
use crate::talk::{Held, Talk, code};

/// A legal move; none at a finished position or where the moves are hidden.
///
/// # Errors
/// A law does not hold.
pub fn some_move(talk: &mut Talk, bytes: &mut Bytes) -> Held<Option<String>> {
    let seats = match talk.game {
        "epigo" => {
            let choices = [talk.moves(Some(1))?, talk.moves(Some(2))?];
            talk.hold(choices[0].is_empty() == choices[1].is_empty(), || "only one side has choices".into())?;
            let chosen = choices.map(|choices| choices.get(bytes.below(choices.len())).cloned());
            return Ok(if let [Some(first), Some(second)] = chosen { Some(format!("{first}/{second}")) } else { None });
        }
        "dixit" => talk.question("query score")?.split(' ').count(),
        _ => 0,
    };
    let mut moves = Vec::new();
    if seats == 0 {
        moves = talk.moves(None)?;
    }
    for seat in 1..=seats {
        moves.append(&mut talk.moves(Some(seat))?);
    }
    Ok(moves.get(bytes.below(moves.len())).cloned())
}

/// Plays a legal move: `effects` has told the same, and `undo` takes it back.
///
/// # Errors
/// A law does not hold.
pub fn play(talk: &mut Talk, bytes: &mut Bytes) -> Held<bool> {
    let Some(m) = some_move(talk, bytes)? else { return Ok(false) };
    let before = talk.state()?;
    let announced = talk.ask(format!("effects {m}"))?;
    if announced.first().and_then(|line| code(line)) == Some("unsupported") && talk.game == "dixit" {
        // The move needs what is hidden.
        return Ok(false);
    }
    talk.still("effects change nothing", &before)?;
    let [announced] = &announced[..] else { return Err(talk.fault(&format!("effects {m}: {announced:?}"))) };
    let Some(effects) = announced.strip_prefix(&format!("effects {m}: ")) else {
        return Err(talk.fault(&format!("effects of the legal move {m}: {announced}")));
    };
    let (effects, fen) = effects.rsplit_once("fen ").unwrap_or_default();
    let result = effects.split("; ").find_map(|part| part.strip_prefix("result ")).unwrap_or("none").to_owned();
    talk.silently(&format!("moves {m}"))?;
    let after = talk.state()?;
    talk.same(&format!("the position after {m}"), &format!("response {fen}"), &after[0])?;
    let found = talk.question("query result")?;
    talk.same(&format!("the result of {m}"), &result, &found)?;
    let line = format!("{} {m}", before[2]);
    talk.same("the line", &line, &after[2])?;
    talk.silently("undo")?;
    talk.still("undo takes a move back", &before)?;
    talk.silently(&format!("moves {m}"))?;
    talk.still("a move is the same a second time", &after)?;
    Ok(true)
}

/// The position is read as it is written, and the line leads to it from its start.
///
/// # Errors
/// A law does not hold.
pub fn round_trip(talk: &mut Talk) -> Held {
    let before = talk.state()?;
    let said = |answer: &str| answer.strip_prefix("response").unwrap_or(answer).trim_start().to_owned();
    let [fen, start, line] = [said(&before[0]), said(&before[1]), said(&before[2])];
    let asked = ["query p1turn", "query score"];
    let turn = talk.questions(&asked)?;
    talk.silently(&format!("position fen {fen}"))?;
    let read = talk.state()?;
    talk.same("fen and key of the position read", &[&before[0], &before[4]], &[&read[0], &read[4]])?;
    talk.same("the start is the position", &before[0], &read[1])?;
    talk.same("no move is played yet", "response", read[2].as_str())?;
    let found = talk.questions(&asked)?;
    talk.same("turn and score of the position read", &turn, &found)?;
    talk.silently(&format!("position fen {start} moves {line}"))?;
    let replayed = talk.state()?;
    talk.same("the line leads to the position", &before, &replayed)
}

/// The board that is drawn and the answers about the end agree with each other.
///
/// # Errors
/// A law does not hold.
pub fn board(talk: &mut Talk) -> Held {
    let board = talk.ask("d")?;
    let shown = |name: &str| board.iter().rev().find_map(|line| line.strip_prefix(name)).map(ToOwned::to_owned);
    for (name, query) in [("Fen: ", "query fen"), ("Key: ", "query key"), ("Result: ", "query result")] {
        let answer = talk.question(query)?;
        talk.same(name, &Some(answer), &shown(name))?;
    }
    let result = talk.question("query result")?;
    let over = talk.question("query gameover")?;
    talk.same("gameover", &(result != "none").to_string(), &over)?;
    let reason = talk.question("query reason")?;
    talk.same("a reason for every end", &(result != "none"), &(reason != "none"))?;
    let view = talk.ask("d eval")?;
    talk.hold(!view.is_empty(), || "no answer to d eval".into())?;
    let eval = talk.ask("query eval")?;
    talk.hold(eval.len() == 1, || format!("query eval: {eval:?}"))
}

/// Sets a position that may be none; what is accepted must be held to the laws, what is not leaves none.
///
/// # Errors
/// A law does not hold.
pub fn set(talk: &mut Talk, fen: &[u8]) -> Held {
    let said = talk.ask([b"position fen ", fen].concat())?;
    let Some(error) = said.first() else { return round_trip(talk) };
    talk.hold(said.len() == 1, || format!("answers to a position: {said:?}"))?;
    let known = ["bad-fen", "syntax", "bad-utf8", "illegal-move", "unsupported"];
    talk.hold(code(error).is_some_and(|code| known.contains(&code)), || format!("answer to a position: {error}"))?;
    none_left(talk)
}

/// There is no position; then there is the start of the game again.
///
/// # Errors
/// A law does not hold.
pub fn none_left(talk: &mut Talk) -> Held {
    for line in ["query fen", "query key", "moves", "undo", "d", "effects a1", "perft 1", "position current"] {
        let said = talk.ask(line)?;
        let codes: Vec<_> = said.iter().map(|line| code(line)).collect();
        talk.same(line, &[Some("no-position")][..], &codes)?;
    }
    let said = talk.ask("go nodes 1")?;
    let codes: Vec<_> = said.iter().map(|line| code(line).unwrap_or(line)).collect();
    talk.same("go", &["no-position", "bestmove (none)"][..], &codes)?;
    talk.silently("position startpos")
}

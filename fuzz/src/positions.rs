//! Laws of positions and moves.

use crate::bytes::Bytes;
use crate::talk::{Checked, Talk, code};

/// Picks a legal move; none at a finished position or where the moves are hidden.
///
/// # Errors
/// A law does not hold.
pub fn pick_move(talk: &mut Talk, bytes: &mut Bytes) -> Checked<Option<String>> {
    let seats = match talk.game {
        "epigo" => {
            let choices = [talk.moves(Some(1))?, talk.moves(Some(2))?];
            talk.ensure(choices[0].is_empty() == choices[1].is_empty(), || "only one side has choices".into())?;
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

/// Plays a legal move: `effects` agrees with it, and `undo` takes it back.
///
/// # Errors
/// A law does not hold.
pub fn play(talk: &mut Talk, bytes: &mut Bytes) -> Checked<bool> {
    let Some(m) = pick_move(talk, bytes)? else { return Ok(false) };
    let before = talk.state()?;
    let announced = talk.ask(format!("effects {m}"))?;
    if announced.first().and_then(|line| code(line)) == Some("unsupported") && talk.game == "dixit" {
        // The effects depend on hidden information.
        return Ok(false);
    }
    talk.ensure_unchanged("effects change nothing", &before)?;
    let [announced] = &announced[..] else { return Err(talk.fault(&format!("effects {m}: {announced:?}"))) };
    let Some(effects) = announced.strip_prefix(&format!("effects {m}: ")) else {
        return Err(talk.fault(&format!("effects of the legal move {m}: {announced}")));
    };
    let (effects, fen) = effects.rsplit_once("fen ").unwrap_or_default();
    let result = effects.split("; ").find_map(|part| part.strip_prefix("result ")).unwrap_or("none").to_owned();
    talk.send_silent(&format!("moves {m}"))?;
    let after = talk.state()?;
    talk.ensure_equal(&format!("the position after {m}"), &format!("response {fen}"), &after[0])?;
    let found = talk.question("query result")?;
    talk.ensure_equal(&format!("the result of {m}"), &result, &found)?;
    let line = format!("{} {m}", before[2]);
    talk.ensure_equal("the line", &line, &after[2])?;
    talk.send_silent("undo")?;
    talk.ensure_unchanged("undo takes a move back", &before)?;
    talk.send_silent(&format!("moves {m}"))?;
    talk.ensure_unchanged("a move is the same a second time", &after)?;
    Ok(true)
}

/// A written position is read back unchanged, and its line leads to it from the start position.
///
/// # Errors
/// A law does not hold.
pub fn round_trip(talk: &mut Talk) -> Checked {
    let before = talk.state()?;
    let said = |answer: &str| answer.strip_prefix("response").unwrap_or(answer).trim_start().to_owned();
    let [fen, start, line] = [said(&before[0]), said(&before[1]), said(&before[2])];
    let asked = ["query p1turn", "query score"];
    let turn = talk.questions(&asked)?;
    talk.send_silent(&format!("position fen {fen}"))?;
    let read = talk.state()?;
    talk.ensure_equal("fen and key of the position read", &[&before[0], &before[4]], &[&read[0], &read[4]])?;
    talk.ensure_equal("the start is the position", &before[0], &read[1])?;
    talk.ensure_equal("no move is played yet", "response", read[2].as_str())?;
    let found = talk.questions(&asked)?;
    talk.ensure_equal("turn and score of the position read", &turn, &found)?;
    talk.send_silent(&format!("position fen {start} moves {line}"))?;
    let replayed = talk.state()?;
    talk.ensure_equal("the line leads to the position", &before, &replayed)
}

/// The diagram agrees with the queries about the position and the end of the game.
///
/// # Errors
/// A law does not hold.
pub fn board(talk: &mut Talk) -> Checked {
    let board = talk.ask("d")?;
    let shown = |name: &str| board.iter().rev().find_map(|line| line.strip_prefix(name)).map(ToOwned::to_owned);
    for (name, query) in [("Fen: ", "query fen"), ("Key: ", "query key"), ("Result: ", "query result")] {
        let answer = talk.question(query)?;
        talk.ensure_equal(name, &Some(answer), &shown(name))?;
    }
    let result = talk.question("query result")?;
    let over = talk.question("query gameover")?;
    talk.ensure_equal("gameover", &(result != "none").to_string(), &over)?;
    let reason = talk.question("query reason")?;
    talk.ensure_equal("a reason for every end", &(result != "none"), &(reason != "none"))?;
    let view = talk.ask("d eval")?;
    talk.ensure(!view.is_empty(), || "no answer to d eval".into())?;
    let eval = talk.ask("query eval")?;
    talk.ensure(eval.len() == 1, || format!("query eval: {eval:?}"))
}

/// Sets a position that may be malformed. An accepted one must follow the laws; a refused one leaves no position.
///
/// # Errors
/// A law does not hold.
pub fn set(talk: &mut Talk, fen: &[u8]) -> Checked {
    let said = talk.ask([b"position fen ", fen].concat())?;
    let Some(error) = said.first() else { return round_trip(talk) };
    talk.ensure(said.len() == 1, || format!("answers to a position: {said:?}"))?;
    let known = ["bad-fen", "syntax", "bad-utf8", "illegal-move", "unsupported"];
    talk.ensure(code(error).is_some_and(|code| known.contains(&code)), || format!("answer to a position: {error}"))?;
    ensure_no_position(talk)
}

/// Checks that there is no position, and returns to the start position.
///
/// # Errors
/// A law does not hold.
pub fn ensure_no_position(talk: &mut Talk) -> Checked {
    for line in ["query fen", "query key", "moves", "undo", "d", "effects a1", "perft 1", "position current"] {
        let said = talk.ask(line)?;
        let codes: Vec<_> = said.iter().map(|line| code(line)).collect();
        talk.ensure_equal(line, &[Some("no-position")][..], &codes)?;
    }
    let said = talk.ask("go nodes 1")?;
    let codes: Vec<_> = said.iter().map(|line| code(line).unwrap_or(line)).collect();
    talk.ensure_equal("go", &["no-position", "bestmove (none)"][..], &codes)?;
    talk.send_silent("position startpos")
}

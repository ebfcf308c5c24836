//! Tables of several seats: finished rounds, tokens, and saved games.

use std::collections::HashSet;

use crate::common::Engine;

fn start(game: &str, seed: u64) -> Engine {
    let mut engine = Engine::start(&["--game", game]);
    engine.send(format!("setoption name Seed value {seed}"));
    engine
}

/// The line of the first seat of Dixit that is to act: its first choice.
fn next_action(engine: &mut Engine) -> Option<String> {
    (1..=4).find_map(|seat| {
        let moves = engine.ask(&format!("moves seat {seat}"));
        moves.split(' ').nth(1).map(|action| format!("commit seat {seat} {action}"))
    })
}

/// A field of an answer of `observe seat K json`, up to the next field.
fn field(json: &str, name: &str, next: &str) -> String {
    let (_, rest) = json.split_once(&format!("\"{name}\":")).expect("the field");
    rest.split_once(&format!(",\"{next}\":")).expect("the next field").0.into()
}

#[test]
fn a_round_is_public_only_after_its_last_vote() {
    let mut engine = start("dixit", 35);
    let mut rounds = HashSet::new();
    let mut before = ["null".to_string(), "response none".into()];
    // Four rounds of a clue, three gifts and three votes.
    for _ in 0..28 {
        let phase = engine.ask("query fen");
        let action = next_action(&mut engine).expect("an action");
        engine.ask(&action);
        let ends = phase.starts_with("response vote") && !engine.ask("query fen").starts_with("response vote");
        let text = engine.ask("query round");
        let seen: HashSet<String> =
            (1..=4).map(|seat| field(&engine.ask(&format!("observe seat {seat} json")), "round", "seats")).collect();
        assert_eq!(seen.len(), 1, "{seen:?}");
        let after = [seen.into_iter().next().expect("a round"), text];
        assert_eq!(after != before, ends, "{action}");
        rounds.extend(ends.then(|| after[0].clone()));
        before = after;
    }
    assert_eq!(rounds.len(), 4);
    // Undone votes are secret again.
    engine.send("undo");
    assert_ne!(engine.ask("query round"), before[1]);
}

#[test]
fn a_seat_needs_its_token() {
    let mut engine = start("epigo", 1);
    let lines = |token: &str| {
        [
            "observe seat 2T",
            "observe seat 2T json",
            "legal seat 2T 7654X321",
            "effects seat 2T 7654X321",
            "commit seat 2T 7654X321",
        ]
        .map(|line| line.replace('T', token))
    };
    let open: Vec<String> = lines("").iter().map(|line| engine.ask(line)).collect();
    assert!(open.iter().all(|answer| !answer.contains("error")), "{open:?}");
    engine.send("position startpos");
    let tokens = engine.ask("tokens on");
    let tokens: Vec<&str> = tokens.split(' ').skip(1).collect();
    assert_eq!(tokens.len(), 2);
    let refusal = "info string error unsupported: expected the token of the seat";
    for wrong in [String::new(), format!(" token {}", tokens[0]), format!(" token {}0", tokens[1]), " token x".into()] {
        for line in lines(&wrong).iter().chain([&format!("moves seat 2{wrong}"), &format!("observe seat 7{wrong}")]) {
            assert_eq!(engine.ask(line), refusal, "{line}");
        }
        assert_eq!(engine.ask(&format!("go seat 2{wrong} nodes 1")), refusal);
        assert_eq!(engine.until("bestmove"), "bestmove (none)");
    }
    assert_eq!(engine.ask(&format!("go seat 2 token {} seat 1 nodes 1", tokens[1])), refusal);
    engine.until("bestmove");
    let right: Vec<String> = lines(&format!(" TOKEN {}", tokens[1])).iter().map(|line| engine.ask(line)).collect();
    assert_eq!(right, open);
    engine.send(format!("go seat 2 token {} nodes 1", tokens[1]));
    assert_ne!(engine.until("bestmove"), "bestmove (none)");
    // A new game and even another one keep them.
    for line in ["ucinewgame", "setoption name UCI_Variant value dixit"] {
        engine.send(line);
        assert_eq!(engine.ask("observe seat 1"), refusal);
        assert!(engine.ask(&format!("observe seat 1 token {}", tokens[0])).starts_with("response "));
    }
    assert_eq!(engine.ask("tokens on").split(' ').count(), 5);
    assert_eq!(engine.ask(&format!("observe seat 1 token {}", tokens[0])), refusal);
}

/// Plays on to the end of some rounds; returns all that the referee sees.
fn play_on(engine: &mut Engine, actions: u32) -> Vec<String> {
    let mut seen = Vec::new();
    for _ in 0..actions {
        let Some(action) = next_action(engine) else { break };
        engine.ask(&action);
        seen.extend([action, engine.ask("d json"), engine.ask("query line")]);
    }
    seen
}

#[test]
fn a_restored_game_goes_on_as_it_would_have() {
    let mut engine = Engine::start(&["--game", "dixit"]);
    for line in ["setoption name Seats value 4", "setoption name Storyteller value 3", "seat 2 name Anna"] {
        engine.send(line);
    }
    play_on(&mut engine, 21);
    let saved = engine.ask("save");
    let saved = saved.strip_prefix("saved ").expect("a saved game");
    let mut other = Engine::start(&[]);
    other.send(format!("restore {saved}"));
    assert_eq!(other.ask("save"), format!("saved {saved}"));
    assert_eq!(other.ask("query variant"), "response dixit");
    assert!(other.ask("query seed").starts_with("info string error unsupported: "));
    assert_eq!(play_on(&mut other, 60), play_on(&mut engine, 60));
    for line in ["undo 30", "position startpos"] {
        engine.send(line);
        other.send(line);
        assert_eq!(other.ask("query fen"), engine.ask("query fen"));
    }
    // Tokens are those of the saved game.
    let tokens = engine.ask("tokens on");
    let token = tokens.split(' ').nth(3).expect("a token");
    let saved = engine.ask("save").replacen("saved", "restore", 1);
    other.send(saved);
    assert!(other.ask("observe seat 3").starts_with("info string error unsupported: "));
    assert!(other.ask(&format!("observe seat 3 token {token}")).starts_with("response clue 3 "));
}

#[test]
fn a_saved_game_keeps_its_deck() {
    let mut engine = Engine::start(&["--game", "dixit"]);
    engine.send("setoption name Deck value fixtures/transcripts/decks/moon.tsv;fixtures/transcripts/decks/sun.tsv");
    play_on(&mut engine, 3);
    // Another deck is for the next game.
    engine.send("setoption name Deck");
    let saved = engine.ask("save");
    assert!(saved.contains("moon.tsv;"), "{saved}");
    let restore = saved.replacen("saved", "restore", 1);
    let mut other = Engine::start(&[]);
    other.send(&restore);
    assert_eq!(other.ask("save"), saved);
    assert_eq!(play_on(&mut other, 40), play_on(&mut engine, 40));
    let mut without_files = Engine::start(&["--no-files"]);
    assert!(without_files.ask(&restore).starts_with("info string error unsupported: "));
    assert_eq!(without_files.ask("query variant"), "response dvonn");
    // A game with the built-in deck needs no file.
    engine.send("position startpos");
    without_files.send(engine.ask("save").replacen("saved", "restore", 1));
    assert_eq!(without_files.ask("query fen"), engine.ask("query fen"));
}

#[test]
fn a_saved_game_is_refused_with_another_deck() {
    let deck = std::env::temp_dir().join(format!("petteia-saved-deck-{}.tsv", std::process::id()));
    let moon = std::fs::read_to_string("fixtures/transcripts/decks/moon.tsv").expect("a deck");
    std::fs::write(&deck, &moon).expect("a file");
    let mut engine = Engine::start(&["--game", "dixit"]);
    engine.send(format!("setoption name Deck value {}", deck.display()));
    play_on(&mut engine, 3);
    let saved = engine.ask("save");
    let restore = saved.replacen("saved", "restore", 1);
    // A comment does not matter, a caption does.
    std::fs::write(&deck, format!("# mine\n{moon}")).expect("a file");
    assert_eq!(Engine::start(&[]).ask(&format!("{restore}\nsave")), saved);
    std::fs::write(&deck, moon.replace("The moon on day 2", "The sun on day 2")).expect("a file");
    let mut other = Engine::start(&[]);
    let error = other.ask(&restore);
    let expected = "info string error bad-option: expected a file of Deck with the fingerprint '";
    assert!(error.starts_with(expected) && error.contains("', found '"), "{error}");
    // A deck that is read already is read again if it is another one by now.
    other.send(format!("setoption name Deck value {}", deck.display()));
    assert_eq!(other.ask("isready"), "readyok");
    std::fs::write(&deck, &moon).expect("a file");
    other.send(&restore);
    assert_eq!(other.ask("save"), saved);
    std::fs::remove_file(&deck).expect("the file");
}

#[test]
fn a_damaged_saved_game_changes_nothing() {
    let mut engine = Engine::start(&["--game", "epigo"]);
    engine.send("seat 1 name Anna");
    engine.ask("commit seat 1 1234X567");
    let saved = engine.ask("save");
    let text = saved.strip_prefix("saved ").expect("a saved game");
    assert!(text.is_ascii());
    for at in 0..text.len() {
        for damaged in [
            text[..at].to_string(),
            format!("{}{}", &text[..at], &text[at + 1..]),
            format!("{}~{}", &text[..at], &text[at + 1..]),
        ] {
            let said = engine.ask(&format!("restore {damaged}"));
            assert!(said.starts_with("info string error syntax: column "), "{damaged}: {said}");
        }
    }
    assert_eq!(engine.ask("save"), saved);
    // With a right checksum too.
    let (_, json) = text.split_once(' ').expect("a checksum");
    for (old, new, code) in [
        ("\"epigo\"", "\"epig\"", "syntax"),
        ("\"options\":{}", "\"options\":{\"Seats\":\"3\"}", "bad-option"),
        ("\"options\":{}", "\"options\":{},\"files\":{\"Deck\":\"0123456789abcdef\"}", "bad-option"),
        ("\"options\":{}", "\"options\":{},\"files\":[]", "syntax"),
        ("\"start\":\"- 0\"", "\"start\":\"- 1\"", "bad-fen"),
        ("\"moves\":[]", "\"moves\":[\"x\"]", "syntax"),
        ("\"moves\":[]", "\"moves\":[\"1234X567/7654X321\"]", "syntax"),
        ("\"committed\":{\"1\"", "\"committed\":{\"3\"", "bad-number"),
        ("\"committed\":{", "\"committed\":{\"2\":\"7654X321\",", "syntax"),
        ("Anna", "A\\u001b[31m", "syntax"),
        ("\"key\":\"", "\"key\":\"x", "syntax"),
        ("\"version\":1", "\"version\":2", "syntax"),
        ("\"seed\":0", "\"seed\":9223372036854775808", "bad-option"),
        ("\"names\"", "\"nam\"", "syntax"),
        ("\"from_start\":true", "\"from_start\":1", "syntax"),
    ] {
        let changed = json.replacen(old, new, 1);
        assert_ne!(changed, json, "{old}");
        let said = engine.ask(&format!("restore {:08x} {changed}", crc32fast::hash(changed.as_bytes())));
        assert!(said.starts_with(&format!("info string error {code}: ")), "{changed}: {said}");
        assert_eq!(engine.ask("save"), saved, "{changed}");
    }
    engine.send("go infinite");
    assert_eq!(engine.ask(&format!("restore {text}")).split(": ").next(), Some("info string error busy"));
}

//! A client that sends every advertised default back.

use petteia_engine::VARIANTS;

use crate::common::Engine;

/// The lines of the handshake.
fn handshake(engine: &mut Engine) -> Vec<String> {
    engine.send("ugi");
    std::iter::from_fn(|| engine.line().filter(|line| line != "ugiok")).collect()
}

/// The line that sets an option to its advertised default; `None` for a button.
fn set_default(declaration: &str) -> Option<String> {
    let (name, rest) = declaration.strip_prefix("option name ")?.split_once(" type ")?;
    let (_, value) = rest.split_once(" default ")?;
    let end = [" min ", " var "].iter().filter_map(|end| value.find(end)).min().unwrap_or(value.len());
    Some(format!("setoption name {name} value {}", &value[..end]))
}

/// What a client sees of the game.
fn seen(engine: &mut Engine) -> Vec<String> {
    ["query variant", "query fen", "query startfen", "query line", "query key"].map(|line| engine.ask(line)).into()
}

/// Sends every default back; returns the handshake, which is then the same as before.
fn send_defaults(engine: &mut Engine) -> Vec<String> {
    let (declared, before) = (handshake(engine), seen(engine));
    for line in declared.iter().filter_map(|line| set_default(line)) {
        engine.send(&line);
        assert_eq!(engine.ask("isready"), "readyok", "{line}");
        assert_eq!(seen(engine), before, "{line}");
    }
    assert_eq!(handshake(engine), declared);
    declared
}

#[test]
fn every_default_is_without_effect_in_every_game() {
    for variant in VARIANTS {
        let mut engine = Engine::start(&["--game", variant.name]);
        let declared = send_defaults(&mut engine);
        let game = format!("option name UCI_Variant type combo default {} var ", variant.name);
        assert!(declared.iter().any(|line| line.starts_with(&game)), "{declared:?}");
        assert!(declared.iter().any(|line| line.starts_with("option name Seed type spin default 0 min 0 max ")));
        // With options of the command line those are the defaults.
        let options = ["--option", "MultiPV=3", "--option", "Seed=9", "--option", "Seats=5"];
        let mut engine = Engine::start(&[&["--game", variant.name][..], &options].concat());
        let declared = send_defaults(&mut engine);
        assert!(declared.contains(&"option name MultiPV type spin default 3 min 1 max 256".to_owned()), "{declared:?}");
        assert_eq!(engine.ask("query seed"), "response 9");
    }
}

/// The key of a game of Epigo that has ended.
fn key_of_game(engine: &mut Engine) -> String {
    // White walks off the board.
    let turns = "1W-2W-3W/5N-6N-7N 2W-3W-1x/5S-6S-7S 3W-4E-5E/5N-6N-7N";
    engine.send(format!("position startpos moves 1234567X/1234567X {turns}"));
    assert_eq!(engine.ask("query gameover"), "response true");
    engine.ask("query seed")
}

#[test]
fn a_game_with_secrets_keeps_a_key_that_nobody_knows() {
    let mut keys = Vec::new();
    for _ in 0..3 {
        let mut engine = Engine::start(&["--game", "epigo"]);
        send_defaults(&mut engine);
        assert!(engine.ask("query seed").starts_with("info string error unsupported: "));
        keys.push(key_of_game(&mut engine));
        send_defaults(&mut engine);
        engine.send("ucinewgame");
        keys.push(key_of_game(&mut engine));
        // An unset seed is a new key, also after a known one.
        engine.send("setoption name Seed value 4");
        assert_eq!(engine.ask("query seed"), "response 4");
        engine.send("setoption name Seed value 0");
        engine.send("ucinewgame");
        assert!(engine.ask("query seed").starts_with("info string error unsupported: "));
        keys.push(key_of_game(&mut engine));
    }
    assert!(keys.iter().all(|key| key.len() == "response ".len() + 64), "{keys:?}");
    let (count, distinct) = (keys.len(), keys.into_iter().collect::<std::collections::HashSet<_>>());
    assert_eq!(distinct.len(), count);
}

#[test]
fn the_same_game_again_is_without_effect() {
    let mut engine = Engine::start(&["--game", "reversi"]);
    engine.send("moves f5 d6");
    for name in ["reversi", "Othello", "REVERSI"] {
        engine.send(format!("setoption name UCI_Variant value {name}"));
        assert_eq!(engine.ask("query line"), "response f5 d6");
    }
    engine.send("setoption name UCI_Variant value dvonn");
    engine.send("setoption name Game value reversi");
    assert_eq!(engine.ask("query line"), "response");
}

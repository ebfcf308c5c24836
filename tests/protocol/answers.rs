//! Answers that are known without the engine.

use crate::common::Engine;

fn best_move(engine: &mut Engine, go: &str) -> String {
    engine.send(go);
    let line = engine.until("bestmove");
    line.split(' ').nth(1).expect("a move").to_owned()
}

#[test]
fn searchmoves_restricts_the_best_move() {
    let mut engine = Engine::start(&["--game", "reversi"]);
    for m in ["c4", "d3", "e6", "f5"] {
        assert_eq!(best_move(&mut engine, &format!("go depth 3 searchmoves {m} {m}")), m);
    }
    let solve_2 = best_move(&mut engine, "go depth 3 searchmoves f5 d3 f5");
    assert!(solve_2 == "f5" || solve_2 == "d3", "{solve_2}");
    assert_eq!(engine.finish(), (Vec::new(), Some(0)));
}

#[test]
fn keys_depend_on_the_position_alone() {
    let mut engine = Engine::start(&["--game", "tablut"]);
    let mut key_after = |moves: &str| {
        engine.send(format!("position startpos moves {moves}"));
        engine.ask("query key")
    };
    let ways = ["d1c1 e4d4 a4a3", "a4a3 e4d4 d1c1"].map(&mut key_after);
    assert_eq!(ways[0], ways[1], "two ways to one position");
    let others = ["", "d1c1", "d1c1 e4d4"].map(&mut key_after);
    assert!(others.iter().all(|key| *key != ways[0]) && others[0] != others[1] && others[1] != others[2], "{others:?}");
}

#[test]
fn only_a_finished_game_is_scored_by_its_margin() {
    let mut engine = Engine::start(&["--game", "reversi"]);
    engine.send("position startpos moves d3");
    assert_ne!(engine.ask("query eval"), "response -300", "four discs to one, with the game ahead");
    engine.send("position fen XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/OOOOOOOO/XXXXXXXX/XXXXXXXX/XXXXXXXX b");
    assert_eq!(engine.ask("query eval"), "response 4800");
}

//! Lines that nobody should send: each has its error, and none changes anything.

mod lines;

use self::lines::{NO_TEXT, WRONG, WRONG_FENS, WRONG_GO};
use crate::common::Engine;
use petteia::variants::VARIANTS;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;

/// What the state is made of, as far as it can be asked for.
const STATE: [&str; 5] = ["query fen", "query startfen", "query line", "query variant", "query key"];

const BASE: &str = "position startpos moves a1 b2 c3 d4";

/// Says a line and reads its error, which must be of the kind.
fn provoke(engine: &mut Engine, line: impl AsRef<[u8]>, code: &str) {
    let said = String::from_utf8_lossy(line.as_ref()).chars().take(200).collect::<String>();
    let answer = reply(engine, line);
    assert!(answer.starts_with(&format!("info string error {code}: ")), "{said:?} is {code}: '{answer}'");
    assert!(answer.len() < 1000 && !answer.contains('\0'), "{said:?}: '{answer}'");
}

/// Says a line and reads the answer, past the results of a search that may be running.
fn reply(engine: &mut Engine, line: impl AsRef<[u8]>) -> String {
    engine.send(line);
    loop {
        let line = engine.line().expect("an answer");
        if !line.starts_with("info depth ") {
            return line;
        }
    }
}

fn state(engine: &mut Engine) -> Vec<String> {
    STATE.iter().map(|query| reply(engine, query)).collect()
}

#[test]
fn wrong_lines() {
    let mut engine = Engine::start(&[]);
    engine.send(BASE);
    let before = state(&mut engine);
    for searching in [false, true] {
        if searching {
            engine.send("go infinite");
        }
        for (line, code) in WRONG {
            for line in [line.to_string(), format!("{line}\r"), format!(" \t{line} \t")] {
                // Blanks end a word that the line's end would have made part of it.
                provoke(&mut engine, &line, code);
            }
            assert_eq!(state(&mut engine), before, "after {line:?}");
        }
        for line in NO_TEXT {
            provoke(&mut engine, line, "bad-utf8");
            assert_eq!(state(&mut engine), before, "after {line:?}");
        }
    }
    engine.send("stop");
    engine.until("bestmove");
    assert_eq!(engine.finish(), (Vec::new(), Some(0)));
}

#[test]
fn wrong_searches() {
    let mut engine = Engine::start(&[]);
    engine.send(BASE);
    let before = state(&mut engine);
    for (arguments, code) in WRONG_GO {
        provoke(&mut engine, format!("go {arguments}"), code);
        assert_eq!(engine.line().as_deref(), Some("bestmove (none)"), "{arguments:?}");
    }
    provoke(&mut engine, b"go depth \xff", "bad-utf8");
    assert_eq!(engine.line().as_deref(), Some("bestmove (none)"));
    engine.send("go infinite");
    for (arguments, _) in WRONG_GO {
        provoke(&mut engine, format!("go {arguments}"), "busy");
    }
    provoke(&mut engine, b"go depth \xff", "busy");
    assert_eq!(state(&mut engine), before);
    engine.send("stop");
    engine.until("bestmove");
    assert_eq!(engine.finish(), (Vec::new(), Some(0)));
}

#[test]
fn what_a_game_cannot_say() {
    // DVONN's placement has no view of its parts, other games have none at all; nothing is hidden in most.
    for (game, line) in [
        ("dvonn", "d eval"),
        ("reversi", "d eval"),
        ("epigo", "d eval"),
        ("dixit", "d eval"),
        ("dvonn", "observe seat 1"),
        ("dixit", "query eval"),
    ] {
        let mut engine = Engine::start(&["--game", game]);
        provoke(&mut engine, line, "unsupported");
        assert_eq!(engine.finish(), (Vec::new(), Some(0)));
    }
}

#[test]
fn wrong_positions() {
    let mut engine = Engine::start(&[]);
    let lost = |engine: &mut Engine| {
        for query in STATE.iter().filter(|query| **query != "query variant") {
            provoke(engine, query, "no-position");
        }
        provoke(engine, "go depth 1", "no-position");
        assert_eq!(engine.line().as_deref(), Some("bestmove (none)"));
        assert_eq!(reply(engine, "query variant"), "response dvonn");
        engine.send(BASE);
        assert_eq!(reply(engine, "query line"), "response a1 b2 c3 d4");
    };
    for fen in WRONG_FENS {
        for moves in ["", " moves", " moves a1"] {
            engine.send(BASE);
            provoke(&mut engine, format!("position fen {fen}{moves}"), "bad-fen");
            lost(&mut engine);
        }
    }
    for (line, code) in [
        ("position", "syntax"),
        ("position fin x", "syntax"),
        ("position startpos a1", "syntax"),
        ("position startpos move a1", "syntax"),
        ("position current a1", "syntax"),
        ("position startpos\0", "syntax"),
        ("position startpos moves a1 a1", "illegal-move"),
        ("position startpos moves a1 moves a2", "syntax"),
        ("position current moves a1", "illegal-move"),
        ("position current moves a2 a3 zz", "syntax"),
        ("position fen ........./........../.........../........../......... w p moves pass", "illegal-move"),
    ] {
        provoke(&mut engine, line, code);
        lost(&mut engine);
    }
    provoke(&mut engine, b"position fen \xff", "bad-utf8");
    lost(&mut engine);
    let long = ["position startpos moves ".as_bytes(), &b"a1 ".repeat(400_000)].concat();
    provoke(&mut engine, long, "line-too-long");
    lost(&mut engine);
    assert_eq!(engine.finish(), (Vec::new(), Some(0)));
}

#[test]
fn long_lines() {
    const MIB: usize = 1 << 20;
    let mut engine = Engine::start(&[]);
    engine.send(BASE);
    let before = state(&mut engine);
    for byte in [b'x', b' ', b'#', 0, 0xff] {
        provoke(&mut engine, vec![byte; MIB + 1], "line-too-long");
        provoke(&mut engine, vec![byte; 5 * MIB], "line-too-long");
    }
    provoke(&mut engine, vec![b'x'; MIB], "unknown-command");
    provoke(&mut engine, vec![0; MIB], "unknown-command");
    provoke(&mut engine, ["moves ", &"z".repeat(MIB - 6)].concat(), "syntax");
    provoke(&mut engine, ["setoption name ", &"z ".repeat(500_000)].concat(), "bad-option");
    provoke(&mut engine, ["perft ", &"9".repeat(1_000_000)].concat(), "bad-number");
    provoke(&mut engine, ["position fen ", &".".repeat(1_000_000)].concat(), "bad-fen");
    engine.send(BASE);
    // Lines that say nothing, however long.
    engine.send(vec![b' '; MIB]);
    engine.send([&b"#"[..], &vec![b'x'; MIB - 1]].concat());
    provoke(&mut engine, [&b"go "[..], &vec![b' '; MIB], b"depth 1"].concat(), "line-too-long");
    assert_eq!(engine.line().as_deref(), Some("bestmove (none)"));
    assert_eq!(state(&mut engine), before);
    assert_eq!(engine.finish(), (Vec::new(), Some(0)));
}

#[test]
fn long_move_lists() {
    // Black must pass for as long as there is a white stack that can move.
    let fen = "........./........../.........../........../rw....... w s";
    let mut engine = Engine::start(&[]);
    engine.send(BASE);
    let before = state(&mut engine);
    let placements = "a1 a2 a3 b1 b2 b3 b4 c1 c2 c3 c4 c5 d1 d2 d3 d4 d5 e1 e2 e3 e4 e5 f1 f2 f3 f4 f5 g1 g2 g3 g4 g5 \
                      h1 h2 h3 h4 h5 i1 i2 i3 i4 i5 j2 j3 j4 j5 k3 k4 k5";
    let endless = format!("{placements} {}", "pass ".repeat(2_000));
    provoke(&mut engine, ["moves e5 ", &endless].concat(), "illegal-move");
    assert_eq!(state(&mut engine), before);
    provoke(&mut engine, ["position startpos moves ", &endless].concat(), "illegal-move");
    provoke(&mut engine, "query fen", "no-position");
    // The index is that of the first wrong one of many.
    let answer = reply(&mut engine, format!("position startpos moves {placements} pass"));
    assert!(answer.starts_with("info string error illegal-move: move 50: "), "{answer}");
    let answer = reply(&mut engine, format!("position fen {fen} moves b1a1 {}", "pass ".repeat(2_000)));
    assert!(answer.starts_with("info string error illegal-move: move 2: "), "{answer}");
    engine.send(format!("position startpos moves {placements}"));
    assert_eq!(reply(&mut engine, "query line"), format!("response {placements}"));
    assert_eq!(engine.finish(), (Vec::new(), Some(0)));
}

#[test]
fn settings_wait_for_the_end_of_a_search() {
    let mut engine = Engine::start(&[]);
    engine.send("go infinite");
    for setting in ["Hash value 1", "Threads value 2", "MultiPV value 2", "UCI_ShowWDL value true", "Clear Hash"] {
        engine.send(format!("setoption name {setting}"));
    }
    assert_eq!(reply(&mut engine, "isready"), "readyok");
    provoke(&mut engine, "setoption name Game value dvonn", "busy");
    provoke(&mut engine, "ucinewgame", "busy");
    provoke(&mut engine, "go", "busy");
    engine.send("stop");
    engine.until("bestmove");
    engine.send("go depth 1");
    let lines: Vec<String> =
        std::iter::from_fn(|| engine.line()).take_while(|line| line.starts_with("info ")).collect();
    assert!(lines.iter().any(|line| line.contains(" multipv 2 ")), "{lines:#?}");
    assert!(lines.iter().all(|line| line.contains(" wdl ")), "{lines:#?}");
    assert_eq!(engine.finish(), (Vec::new(), Some(0)));
}

/// Positions of every game with bytes changed, left out and put in: each is read or has its one error,
/// and the engine goes on.
#[test]
fn mutilated_positions() {
    for variant in VARIANTS {
        let mut engine = Engine::start(&["--game", variant.name]);
        let rng = &mut Xoshiro256StarStar::seed_from_u64(1);
        for fen in variant.bench.lines().filter(|line| !line.starts_with('#')).cycle().take(400) {
            let fen = mutilate(fen, rng);
            engine.send([b"position fen ".as_slice(), &fen].concat());
            let answer = reply(&mut engine, "query fen");
            let context = format!("{} {:?}: {answer}", variant.name, String::from_utf8_lossy(&fen));
            if answer.starts_with("info string error ") {
                assert!(answer.len() < 300 && !answer.contains("internal"), "{context}");
                assert!(reply(&mut engine, "isready").starts_with("info string error no-position: "), "{context}");
                assert_eq!(engine.line().as_deref(), Some("readyok"), "{context}");
            } else {
                assert!(answer.starts_with("response "), "{context}");
                let counted = reply(&mut engine, "perft 2");
                let has_tree = !counted.starts_with("info string error unsupported: ");
                assert!(counted.starts_with("perft 2 nodes ") || !has_tree, "{context}");
            }
        }
        assert_eq!(engine.finish(), (Vec::new(), Some(0)));
    }
}

fn mutilate(fen: &str, rng: &mut impl Rng) -> Vec<u8> {
    const BYTES: &[u8] = b"0123456789 \t/.:,-xKWBbwXOr\0\xff\xc3";
    let mut fen = fen.as_bytes().to_vec();
    for _ in 0..rng.random_range(1..4) {
        let at = rng.random_range(0..fen.len());
        let byte = BYTES[rng.random_range(0..BYTES.len())];
        match rng.random_range(0..3) {
            0 => fen[at] = byte,
            1 => fen.insert(at, byte),
            _ => drop(fen.remove(at)),
        }
    }
    fen
}

#[test]
fn more_than_two_hundred() {
    let count = WRONG.len() + 2 * WRONG_GO.len() + 3 * WRONG_FENS.len() + NO_TEXT.len();
    assert!(count > 200, "{count}");
}

//! Malformed lines: each has its error, and none changes the state.

mod lines;

use petteia_engine::VARIANTS;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;

use self::lines::{NOT_UTF8, WRONG, WRONG_FENS, WRONG_GO};
use crate::common::Engine;

/// Queries for every part of the state.
const STATE: [&str; 5] = ["query fen", "query startfen", "query line", "query variant", "query key"];

const BASE: &str = "position startpos moves a1 b2 c3 d4";

/// Sends a line and checks the code of its error.
fn assert_error(engine: &mut Engine, line: impl AsRef<[u8]>, code: &str) {
    let said = String::from_utf8_lossy(line.as_ref()).chars().take(200).collect::<String>();
    let answer = reply(engine, line);
    assert!(answer.starts_with(&format!("info string error {code}: ")), "{said:?} is {code}: '{answer}'");
    assert!(answer.len() < 1000 && !answer.contains('\0'), "{said:?}: '{answer}'");
}

/// Sends a line and reads the answer; skips the `info` lines of a running search.
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
fn wrong_lines_change_nothing() {
    let mut engine = Engine::start(&[]);
    engine.send(BASE);
    let before = state(&mut engine);
    for searching in [false, true] {
        if searching {
            engine.send("go infinite");
        }
        for (line, code) in WRONG {
            for line in [line.to_string(), format!("{line}\r"), format!(" \t{line} \t")] {
                // A carriage return and blanks at the ends make no difference.
                assert_error(&mut engine, &line, code);
            }
            assert_eq!(state(&mut engine), before, "after {line:?}");
        }
        for line in NOT_UTF8 {
            assert_error(&mut engine, line, "bad-utf8");
            assert_eq!(state(&mut engine), before, "after {line:?}");
        }
    }
    engine.send("stop");
    engine.until("bestmove");
    assert_eq!(engine.finish(), (Vec::new(), Some(0)));
}

#[test]
fn wrong_searches_have_an_error_and_no_move() {
    let mut engine = Engine::start(&[]);
    engine.send(BASE);
    let before = state(&mut engine);
    for (arguments, code) in WRONG_GO {
        assert_error(&mut engine, format!("go {arguments}"), code);
        assert_eq!(engine.line().as_deref(), Some("bestmove (none)"), "{arguments:?}");
    }
    assert_error(&mut engine, b"go depth \xff", "bad-utf8");
    assert_eq!(engine.line().as_deref(), Some("bestmove (none)"));
    engine.send("go infinite");
    for (arguments, _) in WRONG_GO {
        assert_error(&mut engine, format!("go {arguments}"), "busy");
    }
    assert_error(&mut engine, b"go depth \xff", "busy");
    assert_eq!(state(&mut engine), before);
    engine.send("stop");
    engine.until("bestmove");
    assert_eq!(engine.finish(), (Vec::new(), Some(0)));
}

#[test]
fn what_a_game_cannot_say() {
    // Only some evaluations show their terms, and most games have no hidden information.
    for (game, line) in [
        ("dvonn", "d eval"),
        ("reversi", "d eval"),
        ("epigo", "d eval"),
        ("dixit", "d eval"),
        ("dvonn", "observe seat 1"),
        ("dixit", "query eval"),
    ] {
        let mut engine = Engine::start(&["--game", game]);
        assert_error(&mut engine, line, "unsupported");
        assert_eq!(engine.finish(), (Vec::new(), Some(0)));
    }
}

#[test]
fn a_wrong_position_leaves_no_position() {
    let mut engine = Engine::start(&[]);
    let lost = |engine: &mut Engine| {
        for query in STATE.iter().filter(|query| **query != "query variant") {
            assert_error(engine, query, "no-position");
        }
        assert_error(engine, "go depth 1", "no-position");
        assert_eq!(engine.line().as_deref(), Some("bestmove (none)"));
        assert_eq!(reply(engine, "query variant"), "response dvonn");
        engine.send(BASE);
        assert_eq!(reply(engine, "query line"), "response a1 b2 c3 d4");
    };
    for fen in WRONG_FENS {
        for moves in ["", " moves", " moves a1"] {
            engine.send(BASE);
            assert_error(&mut engine, format!("position fen {fen}{moves}"), "bad-fen");
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
        assert_error(&mut engine, line, code);
        lost(&mut engine);
    }
    assert_error(&mut engine, b"position fen \xff", "bad-utf8");
    lost(&mut engine);
    let long = ["position startpos moves ".as_bytes(), &b"a1 ".repeat(400_000)].concat();
    assert_error(&mut engine, long, "line-too-long");
    lost(&mut engine);
    assert_eq!(engine.finish(), (Vec::new(), Some(0)));
}

#[test]
fn long_lines_are_refused() {
    const MIB: usize = 1 << 20;
    let mut engine = Engine::start(&[]);
    engine.send(BASE);
    let before = state(&mut engine);
    for byte in [b'x', b' ', b'#', 0, 0xff] {
        assert_error(&mut engine, vec![byte; MIB + 1], "line-too-long");
        assert_error(&mut engine, vec![byte; 5 * MIB], "line-too-long");
    }
    assert_error(&mut engine, vec![b'x'; MIB], "unknown-command");
    assert_error(&mut engine, vec![0; MIB], "unknown-command");
    assert_error(&mut engine, ["moves ", &"z".repeat(MIB - 6)].concat(), "syntax");
    assert_error(&mut engine, ["setoption name ", &"z ".repeat(500_000)].concat(), "bad-option");
    assert_error(&mut engine, ["perft ", &"9".repeat(1_000_000)].concat(), "bad-number");
    assert_error(&mut engine, ["position fen ", &".".repeat(1_000_000)].concat(), "bad-fen");
    engine.send(BASE);
    // Blank lines and comments of the maximum length.
    engine.send(vec![b' '; MIB]);
    engine.send([&b"#"[..], &vec![b'x'; MIB - 1]].concat());
    assert_error(&mut engine, [&b"go "[..], &vec![b' '; MIB], b"depth 1"].concat(), "line-too-long");
    assert_eq!(engine.line().as_deref(), Some("bestmove (none)"));
    assert_eq!(state(&mut engine), before);
    assert_eq!(engine.finish(), (Vec::new(), Some(0)));
}

#[test]
fn a_wrong_move_in_a_long_list_is_found() {
    // Black must pass as long as a white stack can move.
    let fen = "........./........../.........../........../rw....... w s";
    let mut engine = Engine::start(&[]);
    engine.send(BASE);
    let before = state(&mut engine);
    let placements = "a1 a2 a3 b1 b2 b3 b4 c1 c2 c3 c4 c5 d1 d2 d3 d4 d5 e1 e2 e3 e4 e5 f1 f2 f3 f4 f5 g1 g2 g3 g4 g5 \
                      h1 h2 h3 h4 h5 i1 i2 i3 i4 i5 j2 j3 j4 j5 k3 k4 k5";
    let endless = format!("{placements} {}", "pass ".repeat(2_000));
    assert_error(&mut engine, ["moves e5 ", &endless].concat(), "illegal-move");
    assert_eq!(state(&mut engine), before);
    assert_error(&mut engine, ["position startpos moves ", &endless].concat(), "illegal-move");
    assert_error(&mut engine, "query fen", "no-position");
    // The error has the index of the first wrong move.
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
    assert_error(&mut engine, "setoption name Game value dvonn", "busy");
    assert_error(&mut engine, "ucinewgame", "busy");
    assert_error(&mut engine, "go", "busy");
    engine.send("stop");
    engine.until("bestmove");
    engine.send("go depth 1");
    let lines: Vec<String> =
        std::iter::from_fn(|| engine.line()).take_while(|line| line.starts_with("info ")).collect();
    assert!(lines.iter().any(|line| line.contains(" multipv 2 ")), "{lines:#?}");
    assert!(lines.iter().all(|line| line.contains(" wdl ")), "{lines:#?}");
    assert_eq!(engine.finish(), (Vec::new(), Some(0)));
}

/// Positions of every game with bytes changed, removed and inserted: each is read or has one error.
#[test]
fn mutated_positions_are_read_or_refused() {
    for variant in VARIANTS {
        let mut engine = Engine::start(&["--game", variant.name]);
        let rng = &mut Xoshiro256StarStar::seed_from_u64(1);
        for fen in variant.bench.lines().filter(|line| !line.starts_with('#')).cycle().take(400) {
            let fen = mutate(fen, rng);
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

fn mutate(fen: &str, rng: &mut impl Rng) -> Vec<u8> {
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
fn there_are_more_than_two_hundred_wrong_lines() {
    let count = WRONG.len() + 2 * WRONG_GO.len() + 3 * WRONG_FENS.len() + NOT_UTF8.len();
    assert!(count > 200, "{count}");
}

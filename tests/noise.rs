//! Lines that nobody should send: each has its error, and none changes anything.

mod common;

use common::Engine;

/// What the state is made of, as far as it can be asked for.
const STATE: [&str; 5] = ["query fen", "query startfen", "query line", "query variant", "query key"];

const BASE: &str = "position startpos moves a1 b2 c3 d4";

/// Lines that are wrong in any state, with their errors.
const WRONG: &[(&str, &str)] = &[
    // No commands.
    ("frobnicate", "unknown-command"),
    ("uci2", "unknown-command"),
    ("ucii", "unknown-command"),
    ("g", "unknown-command"),
    ("god", "unknown-command"),
    ("go\0", "unknown-command"),
    ("gö", "unknown-command"),
    ("isready\0", "unknown-command"),
    ("\0", "unknown-command"),
    ("\0\0\0\0", "unknown-command"),
    ("\x1b[31m", "unknown-command"),
    ("isready\u{b}", "unknown-command"),
    ("isready\rquit", "unknown-command"),
    ("\u{feff}uci", "unknown-command"),
    ("\u{a0}isready", "unknown-command"),
    ("🎲🎲🎲", "unknown-command"),
    ("-1", "unknown-command"),
    ("''", "unknown-command"),
    ("; quit", "unknown-command"),
    ("../../etc/passwd", "unknown-command"),
    ("%s%s%s%n", "unknown-command"),
    ("quit;", "unknown-command"),
    ("stop!", "unknown-command"),
    ("position:", "unknown-command"),
    // Too many words.
    ("uci now", "syntax"),
    ("ugi ugi", "syntax"),
    ("isready isready", "syntax"),
    ("stop now", "syntax"),
    ("ponderhit 1", "syntax"),
    ("ucinewgame dvonn", "syntax"),
    ("uginewgame x", "syntax"),
    ("d d", "syntax"),
    ("wait 5", "syntax"),
    ("quit 0", "syntax"),
    ("debug on on", "syntax"),
    ("undo 1 1", "syntax"),
    ("query fen fen", "syntax"),
    ("query line x", "syntax"),
    ("effects a1 a1", "syntax"),
    ("perft 1 2", "syntax"),
    ("perft 1 hash 2", "syntax"),
    ("perft 1 hash hash", "syntax"),
    ("divide 1 hash", "syntax"),
    ("go perft 1 1", "syntax"),
    ("go perft 1 infinite", "syntax"),
    ("bench 1 1", "syntax"),
    // Too few.
    ("debug", "syntax"),
    ("setoption", "syntax"),
    ("setoption name", "syntax"),
    ("setoption name value", "syntax"),
    ("setoption name value 1", "syntax"),
    ("setoption value 1", "syntax"),
    ("query", "syntax"),
    ("effects", "syntax"),
    ("perft", "syntax"),
    ("divide", "syntax"),
    ("go perft", "syntax"),
    ("check", "syntax"),
    ("check --depth", "syntax"),
    ("check --depth 1", "syntax"),
    // The wrong ones.
    ("debug maybe", "syntax"),
    ("debug 1", "syntax"),
    ("query everything", "syntax"),
    ("query fen\0", "syntax"),
    ("query FENS", "syntax"),
    ("setoption Hash 1", "syntax"),
    ("perft 1 hush", "syntax"),
    // Numbers.
    ("perft -1", "bad-number"),
    ("perft 256", "bad-number"),
    ("perft 1.5", "bad-number"),
    ("perft 1e3", "bad-number"),
    ("perft 0x10", "bad-number"),
    ("perft +1", "bad-number"),
    ("perft one", "bad-number"),
    ("perft hash", "bad-number"),
    ("perft 4294967296", "bad-number"),
    ("perft 99999999999999999999999999999999", "bad-number"),
    ("perft ٣", "bad-number"),
    ("perft 1\0", "bad-number"),
    ("divide -1", "bad-number"),
    ("divide 256", "bad-number"),
    ("divide x", "bad-number"),
    ("go perft -1", "bad-number"),
    ("go perft x", "bad-number"),
    ("go perft 256", "bad-number"),
    ("bench -1", "bad-number"),
    ("bench 256", "bad-number"),
    ("bench deep", "bad-number"),
    ("check --depth -1 x", "bad-number"),
    ("undo -1", "bad-number"),
    ("undo 5", "bad-number"),
    ("undo 1.0", "bad-number"),
    ("undo all", "bad-number"),
    ("undo 18446744073709551615", "bad-number"),
    ("undo 18446744073709551616", "bad-number"),
    // Options.
    ("setoption name Nonesuch", "bad-option"),
    ("setoption name Nonesuch value 1", "bad-option"),
    ("setoption name Has value 1", "bad-option"),
    ("setoption name Hash Size value 1", "bad-option"),
    ("setoption name HashX value 1", "bad-option"),
    ("setoption name MoveOverhead value 1", "bad-option"),
    ("setoption name Clear", "bad-option"),
    ("setoption name ClearHash", "bad-option"),
    ("setoption name Clear Hash value", "bad-option"),
    ("setoption name Clear Hash value true", "bad-option"),
    ("setoption name Hash", "bad-option"),
    ("setoption name Hash value", "bad-option"),
    ("setoption name Hash value 0", "bad-option"),
    ("setoption name Hash value -64", "bad-option"),
    ("setoption name Hash value 65537", "bad-option"),
    ("setoption name Hash value 64 64", "bad-option"),
    ("setoption name Hash value 64MB", "bad-option"),
    ("setoption name Hash value 0x40", "bad-option"),
    ("setoption name Hash value 1e9", "bad-option"),
    ("setoption name Hash value 18446744073709551680", "bad-option"),
    ("setoption name Hash value value 64", "bad-option"),
    ("setoption name Threads value 0", "bad-option"),
    ("setoption name Threads value 513", "bad-option"),
    ("setoption name Threads value -1", "bad-option"),
    ("setoption name Threads value many", "bad-option"),
    ("setoption name MultiPV value 0", "bad-option"),
    ("setoption name MultiPV value 257", "bad-option"),
    ("setoption name Ponder", "bad-option"),
    ("setoption name Ponder value", "bad-option"),
    ("setoption name Ponder value 1", "bad-option"),
    ("setoption name Ponder value yes", "bad-option"),
    ("setoption name Ponder value true false", "bad-option"),
    ("setoption name Move Overhead value -1", "bad-option"),
    ("setoption name Move Overhead value 10001", "bad-option"),
    ("setoption name Seed value -1", "bad-option"),
    ("setoption name Seed value 9223372036854775808", "bad-option"),
    ("setoption name UCI_ShowWDL value on", "bad-option"),
    ("setoption name UCI_Variant", "bad-option"),
    ("setoption name UCI_Variant value", "bad-option"),
    ("setoption name UCI_Variant value chess", "bad-option"),
    ("setoption name Game value dvonn dvonn", "bad-option"),
    ("setoption name Game value dvonn\0", "bad-option"),
    // Moves.
    ("moves a1", "illegal-move"),
    ("moves a2 a3 a4", "syntax"),
    ("moves a2 a3 b1 A3", "illegal-move"),
    ("moves pass", "illegal-move"),
    ("moves a2a3", "illegal-move"),
    ("moves a1a2", "illegal-move"),
    ("moves a2 a3 a1a2", "illegal-move"),
    ("moves (none)", "syntax"),
    ("moves 0000", "syntax"),
    ("moves a", "syntax"),
    ("moves a0", "syntax"),
    ("moves a6", "syntax"),
    ("moves l3", "syntax"),
    ("moves j1", "syntax"),
    ("moves a5", "syntax"),
    ("moves a2a", "syntax"),
    ("moves a2a3a", "syntax"),
    ("moves a2-a3", "syntax"),
    ("moves aé", "syntax"),
    ("moves éé", "syntax"),
    ("moves a2\0", "syntax"),
    ("moves moves", "syntax"),
    ("moves PASSS", "syntax"),
    ("effects a1", "illegal-move"),
    ("effects pass", "illegal-move"),
    ("effects a2a3", "illegal-move"),
    ("effects zz", "syntax"),
    ("effects a2;", "syntax"),
];

/// Arguments of `go` that are wrong, with their errors.
const WRONG_GO: &[(&str, &str)] = &[
    ("fast", "syntax"),
    ("depth", "syntax"),
    ("depth 3 nodes", "syntax"),
    ("3", "syntax"),
    ("depth 3 3", "syntax"),
    ("depth 3 perft 2", "syntax"),
    ("infinite 1", "syntax"),
    ("ponder x", "syntax"),
    ("searchmoves", "syntax"),
    ("searchmoves depth 1", "syntax"),
    ("searchmoves a2 zz depth 1", "syntax"),
    ("searchmoves a2 a1 depth 1", "illegal-move"),
    ("depth 1 searchmoves pass", "illegal-move"),
    ("depth -1", "bad-number"),
    ("depth 1.5", "bad-number"),
    ("depth +1", "bad-number"),
    ("depth x", "bad-number"),
    ("depth infinite", "bad-number"),
    ("depth 18446744073709551616", "bad-number"),
    ("depth 1\0", "bad-number"),
    ("nodes -1", "bad-number"),
    ("nodes 1e6", "bad-number"),
    ("nodes 99999999999999999999", "bad-number"),
    ("movetime -1", "bad-number"),
    ("movetime 0.5", "bad-number"),
    ("movetime 99999999999999999999", "bad-number"),
    ("mate -1", "bad-number"),
    ("mate x", "bad-number"),
    ("movestogo -1", "bad-number"),
    ("movestogo 1.0", "bad-number"),
    ("wtime 1.5", "bad-number"),
    ("wtime --5", "bad-number"),
    ("wtime 9223372036854775808", "bad-number"),
    ("btime -9223372036854775809", "bad-number"),
    ("p1time soon", "bad-number"),
    ("winc 0.1", "bad-number"),
    ("binc x", "bad-number"),
    ("p2inc 99999999999999999999", "bad-number"),
];

/// Positions that the rules page refuses, or that are none at all.
const WRONG_FENS: &[&str] = &[
    "",
    "x",
    "startpos",
    "/",
    "////",
    "//// w p",
    "........./........../.........../........../.........",
    "........./........../.........../........../......... w",
    "........./........../.........../........../......... p w",
    "........./........../.........../........../......... W p",
    "........./........../.........../........../......... w P",
    "........./........../.........../........../......... white p",
    "........./........../.........../........../......... w p 1",
    "........./........../.........../........../.........  x p",
    // Rows.
    "........./........../.........../.......... w p",
    "........./........../.........../........../........./ w p",
    "........./........../.........../........../........./......... w p",
    "........./........../.........../........../........ w p",
    "........./........../.........../........../.......... w p",
    "......../........../.........../........../......... w p",
    "........./........../..........r../........../......... b p",
    "........./......... /.........../........../......... w p",
    "9/10/11/10/9 w p",
    // Cells and numbers.
    "x......../........../.........../........../......... w p",
    "R......../........../.........../........../......... b p",
    "é......../........../.........../........../......... w p",
    "\0......../........../.........../........../......... w p",
    "r1......../........../.........../........../......... b p",
    "r2......../........../.........../........../......... b s",
    ".2......../........../.........../........../......... w p",
    "rw0......./........../.........../........../......... w s",
    "rw1......./........../.........../........../......... w s",
    "rw02....../........../.........../........../......... w s",
    "rw-2....../........../.........../........../......... w s",
    "rw50....../........../.........../........../......... w s",
    "rw49....../........../.........../........../......... w s",
    "rw256...../........../.........../........../......... w s",
    "rw99999999999999999999......./........../.........../........../......... w s",
    "rw30b30....../........../.........../........../......... w s",
    "rW......./........../.........../........../......... w s",
    "rB......./........../.........../........../......... w s",
    "rW1....../........../.........../........../......... w s",
    "rrrr...../........../.........../........../......... w s",
    "rrrW2...../........../.........../........../......... w s",
    // The stacking phase.
    "........./........../.........../........../......... w s",
    "wb......./........../.........../........../......... w s",
    "r.w....../........../.........../........../......... w s",
    "rw......./........../.........../........../w........ w s",
    // The placement phase.
    "r......../........../.........../........../......... w p",
    "........./........../.........../........../......... b p",
    "rr......./........../.........../........../......... b p",
    "rrrr...../........../.........../........../......... w p",
    "w......../........../.........../........../......... b p",
    "rrrw...../........../.........../........../......... w p",
    "rrrbb..../........../.........../........../......... b p",
    "rrrb2..../........../.........../........../......... w p",
    "rrW2b..../........../.........../........../......... w p",
    "bbbbbbbbb/bbbbbbbbbb/bbbbbrrr.../........../......... w p",
    "bbbwbrbrb/wwwbwrbbwb/wwwbbwbwwbw/wbwwbwbbwb/bwbbwwwbw w p",
];

/// Bytes that are no text.
const NO_TEXT: [&[u8]; 7] = [
    b"\xff",
    b"isready \xff",
    b"\xc3\x28",
    b"query fen\x80",
    b"setoption name Hash value \xe2\x82",
    b"# \xf0",
    b"\xed\xa0\x80",
];

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

#[test]
fn more_than_two_hundred() {
    let count = WRONG.len() + 2 * WRONG_GO.len() + 3 * WRONG_FENS.len() + NO_TEXT.len();
    assert!(count > 200, "{count}");
}

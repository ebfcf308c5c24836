//! Scores as a GUI reads them.

use crate::common::Engine;

/// In a game won by margin, the PV of a `mate N` under `uci` leads to the end and has N moves of the side to move.
#[test]
fn a_mate_counts_the_own_moves_to_the_end() {
    for (game, fen) in [
        ("reversi", "XXXXXXXX/OXXOOOXX/OXOXOOOX/1OXXXXXX/OOOOXXOX/2OOXOOX/3OOXXX/2XOOXXX b"),
        ("reversi", "2XXXX2/O1XXXXXO/OOOOOXXO/OXOXXOXO/OXXOOOXO/OXXOOOOO/2XXXXOO/2X2XO1 b"),
        ("dvonn", "..w2b5...../.b3bb....../bbbbw....../rw.b4....../rr....... w s"),
        ("dvonn", "..w2b5...../.b3bb....../bbw2bw....../r..b4....../rr....... b s"),
    ] {
        let mut engine = Engine::start(&["--game", game]);
        engine.send("uci");
        engine.until("uciok");
        engine.send(format!("position fen {fen}"));
        let mover = engine.ask("query p1turn");
        engine.send("go depth 60");
        let mut last = String::new();
        loop {
            let line = engine.line().expect("a move");
            if line.starts_with("bestmove") {
                break;
            }
            if line.contains(" multipv ") {
                last = line;
            }
        }
        let (head, line) = last.split_once(" pv ").expect("a line");
        let announced: i32 = head
            .split_once(" score mate ")
            .and_then(|(_, rest)| rest.split(' ').next()?.parse().ok())
            .unwrap_or_else(|| panic!("no mate in '{last}'"));
        let (mut own, mut played) = (0, format!("position fen {fen} moves"));
        for m in line.split(' ') {
            own += i32::from(engine.ask("query p1turn") == mover);
            played += &format!(" {m}");
            engine.send(&played);
        }
        assert_eq!(engine.ask("query gameover"), "response true", "{last}");
        assert_eq!(own, announced.abs(), "{last}");
        // The result from the view of the side to move.
        let wins =
            engine.ask("query result") == if mover == "response true" { "response p1win" } else { "response p2win" };
        assert_eq!(wins, announced > 0, "{last}");
        assert_eq!(engine.finish(), (Vec::new(), Some(0)));
    }
}

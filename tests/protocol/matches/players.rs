//! Players of `petteia match`: their faults, and their languages.

use std::collections::BTreeSet;
use std::fs;

use super::{Folder, games, petteia, script, stdout, ugi};
use crate::common::BINARY;

#[test]
fn faults_of_a_player_lose_its_games() {
    let folder = Folder::new("faults");
    let handshake = "echo ugiok; while read word rest; do case $word in isready) echo readyok;; go)";
    let cases = [
        ("illegal", format!("{handshake} echo bestmove h9;; esac; done"), "illegal-move", [0, 0, 2]),
        ("crash", format!("{handshake} exit;; esac; done"), "crash", [0, 2, 0]),
        ("slow", format!("{handshake} sleep 1; echo bestmove a1;; esac; done"), "time", [2, 0, 0]),
    ];
    for (name, text, reason, [time, crash, illegal]) in cases {
        let (a, b, file) = (script(&folder, name, "ugi", &text), ugi(), folder.file(&format!("{name}.games")));
        let output = petteia(&[
            "match",
            "--a",
            &a,
            "--b",
            &b,
            "--movetime",
            "100",
            "--margin",
            "500",
            "--games",
            "2",
            "--resume",
            &file,
        ]);
        let expected = format!("a lost on time {time}, by a crash {crash}, by an illegal move {illegal}\n");
        assert!(stdout(&output).contains(&expected), "{name}: {}", stdout(&output));
        assert!(games(&file).iter().all(|game| game["reason"] == reason && game["winner"] == "b"), "{name}");
    }
}

#[test]
fn a_player_of_codecup_hears_the_moves_of_its_opponent() {
    let folder = Folder::new("codecup");
    let log = folder.file("log");
    // The script lets the engine choose. It is the first player if it hears Start, and plays on while it is its turn.
    let text = format!(
        "moves=; first=false\nwhile read line; do echo \"$line\" >> {log}\n\
         case $line in Start) first=true;; *) moves=\"$moves $line\";; esac\n\
         turn() {{ {BINARY} \"position startpos moves $moves\" 'query p1turn'; }}\n\
         while [ \"$(turn)\" = \"response $first\" ]; do\n\
         best=$({BINARY} \"position startpos moves $moves\" 'go depth 1' | sed -n 's/^bestmove //p')\n\
         moves=\"$moves $best\"; echo \"$best\" | tr a-z A-Z; done; done\n"
    );
    let (a, b) = (script(&folder, "player", "codecup", &text), ugi());
    let output = petteia(&["match", "--a", &a, "--b", &b, "--nodes", "30", "--games", "2", "--max-plies", "60"]);
    let said = stdout(&output);
    assert!(said.contains("a lost on time 0, by a crash 0, by an illegal move 0"), "{said}");
    let heard = fs::read_to_string(&log).expect("a log");
    assert!(
        heard.starts_with("Start\n")
            && heard.lines().skip(1).all(|line| line == line.to_uppercase() || line == "Start")
    );
}

#[test]
fn players_of_other_languages_hear_their_own_words() {
    let folder = Folder::new("languages");
    let cases: [(_, _, _, &[&str], _); 4] = [
        (
            "hub",
            "draughts",
            "hub) echo id name=x; echo param name=size value=5 type=int min=1 max=9; echo wait;; init) echo ready;; ping) echo pong;; \
             go) echo 'info depth=3 score=0.25 pv=\"32-28 19-23\"'; echo 'done move=32-28 ponder=19-23';;",
            &[
                "hub",
                "set-param name=size value=7",
                "init",
                "new-game",
                "ping",
                "pos pos=Wbbbbbbbb",
                "level time=",
                "go think",
            ],
            Some(25),
        ),
        (
            "hub1",
            "draughts",
            "hub) echo wait;; init) echo ready;; ping) echo pong;; \
             go) echo 'info 3 2.5 25 100 0.10 1.0 32-28'; echo 'move 32-28 19-23';;",
            &["hub", "set size 7", "init", "new", "ping", "pos wbbbbbbbb", "level 0 5000 0", "go"],
            Some(25),
        ),
        (
            "nboard",
            "reversi",
            "ping) echo pong $rest;; go) echo status thinking; echo '=== F5/1.50/0.1';;",
            &["nboard 2", "ping 1", "set depth 60", "set game (;GM[Othello]", "go"],
            Some(150),
        ),
        (
            "gtp",
            "reversi",
            "genmove) echo '= F5'; echo;; *) echo =; echo;;",
            &[
                "known_command set_game",
                "boardsize 8",
                "clear_board",
                "time_settings 5 0 0",
                "time_left black 5 0",
                "genmove black",
            ],
            None,
        ),
    ];
    for (language, game, answers, heard, score) in cases {
        let (log, file) = (folder.file(&format!("{language}.log")), folder.file(&format!("{language}.games")));
        let text =
            format!("while read -r word rest; do echo \"$word $rest\" >> {log}; case $word in {answers} esac; done\n");
        let player = script(&folder, language, language, &text);
        let options: &[&str] = if language.starts_with("hub") { &["--a-option", "size=7"] } else { &[] };
        let arguments = ["match", "--game", game, "--a", &player, "--b", &ugi(), "--tc", "5", "--b-option", "Hash=1"];
        let output = petteia(&[&arguments[..], &["--games", "2", "--resume", &file], options].concat());
        // The player repeats its first move.
        assert!(stdout(&output).contains("a lost on time 0, by a crash 0, by an illegal move 2"), "{output:?}");
        let log = fs::read_to_string(&log).expect("a log");
        for (line, expected) in log.lines().zip(heard.iter().copied()) {
            assert!(line.starts_with(expected), "{language}: expected {expected}, found {line}");
        }
        let game_1 = &games(&file)[0];
        assert_eq!(game_1["moves"][0], if game == "draughts" { "32-28" } else { "f5" });
        assert_eq!(game_1["scores"][0]["cp"].as_i64(), score);
        // On its second turn it hears the whole game, or the move of its opponent.
        let reply = game_1["moves"][1].as_str().expect("a reply");
        let told = |line: &str| line.to_lowercase().contains(reply);
        assert!(log.lines().skip(heard.len()).any(told), "{language}: {reply} in {log}");
    }
}

#[test]
fn each_engine_has_its_own_limit() {
    let folder = Folder::new("limits");
    let heard = ["a", "b"].map(|name| {
        let log = folder.file(&format!("{name}.log"));
        (script(&folder, name, "ugi", &format!("tee -a {log} | {BINARY}")), log)
    });
    let [(a, log_a), (b, log_b)] = &heard;
    let arguments = ["match", "--game", "gonu", "--a", a, "--b", b, "--games", "2", "--max-plies", "8"];
    for (own, expected) in [
        (["--depth-b", "2"], ["go nodes 300", "go depth 2"]),
        (["--nodes-a", "200"], ["go nodes 200", "go nodes 300"]),
        (["--nodes-b", "400"], ["go nodes 300", "go nodes 400"]),
    ] {
        let output = petteia(&[&arguments[..], &["--nodes", "300"], &own].concat());
        assert!(output.status.success(), "{output:?}");
        for (log, expected) in [log_a, log_b].into_iter().zip(expected) {
            let text = fs::read_to_string(log).expect("the lines that the engine got");
            let limits: BTreeSet<&str> = text.lines().filter(|line| line.starts_with("go ")).collect();
            assert_eq!(limits, BTreeSet::from([expected]), "{own:?}, {log}");
            fs::remove_file(log).expect("the log can be removed");
        }
    }
}

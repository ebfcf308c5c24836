//! `play` at a terminal and in a pipe.

use rustix::process::Signal;

use super::hostile;
use crate::siege::case::Case;

/// Games with a prompt of each kind: moves, orders, and secrets of several persons.
const GAMES: &[&str] = &["reversi", "dvonn --side both", "epigo", "epigo --side both", "dixit", "dixit --side 1,2"];

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let signals = [("SIGTERM", Signal::TERM), ("SIGHUP", Signal::HUP), ("SIGINT", Signal::INT)];
    for game in GAMES {
        for (name, signal) in signals {
            let case = at_prompt(format!("play/{game}: {name} at the prompt"), game).codes(&["signal", "success"]);
            cases.push(case.during(move |running| {
                running.signal(signal)?;
                // The first interrupt may clear the line only.
                running.pause(300);
                if signal == Signal::INT { running.leave() } else { Ok(()) }
            }));
        }
        cases.push(at_prompt(format!("play/{game}: end of input"), game).answer("", "\x04\x04\x04\x04"));
        cases.push(at_prompt(format!("play/{game}: keys"), game).answer("", keys()).during(|running| {
            running.pause(300);
            running.leave()
        }));
        for (what, bytes) in hostile() {
            let case = Case::new(format!("play/{game} in a pipe: {what}"), format!("play {game} --level 1"));
            let case = case.input([&bytes[..], b"\nquit\n"].concat()).codes(&["success", "rejected", "usage"]);
            cases.push(case.any_error().memory(400));
        }
    }
    // The engine thinks.
    for (name, signal) in signals {
        let case = terminal(format!("play/a search: {name}"), "reversi --side none --level 10");
        cases.push(case.codes(&["signal", "success"]).during(move |running| {
            running.wait_for_handler()?;
            running.pause(500);
            running.signal(signal)?;
            running.pause(300);
            if signal == Signal::INT { running.leave() } else { Ok(()) }
        }));
    }
    cases
}

/// `play` in a terminal. It may keep the unfinished game in the folder.
fn terminal(name: String, arguments: &str) -> Case {
    let script = format!("export HOME=$PWD XDG_STATE_HOME=$PWD XDG_DATA_HOME=$PWD; exec \"$PETTEIA\" play {arguments}");
    Case::shell(name, script).terminal().writes("").seconds(10)
}

/// A terminal that waits for a line.
fn at_prompt(name: String, game: &str) -> Case {
    let is_shared = ["epigo --side both", "dixit --side 1,2"].contains(&game);
    terminal(name, &format!("{game} --level 1 --seed 1")).during(move |running| {
        running.wait_for_handler()?;
        // The line editor ends the drawing of its prompt with this. People with secrets have another prompt.
        running.wait_for(if is_shared { "look away " } else { "\x1b[?2026l" })?;
        running.pause(100);
        Ok(())
    })
}

/// Keys of every kind: control characters, escape sequences, characters of several bytes and no characters.
fn keys() -> Vec<u8> {
    let mut keys = Vec::new();
    // Ctrl-C, Ctrl-D, Ctrl-Z and Ctrl-\ end or stop the program.
    keys.extend((1..32).filter(|key| ![3, 4, 26, 28].contains(key)));
    keys.extend_from_slice(b"\x1b[A\x1b[B\x1b[C\x1b[D\x1b[3~\x1bOP\x1b[200~paste\x1b[201~\x1b\x1b\t\t\x7f\x7f");
    keys.extend_from_slice("\u{1f600}\u{301}\u{202e}".as_bytes());
    keys.extend_from_slice(b"\xff\xfe\xc0\x80\r");
    keys
}

//! Signals: they restore the terminal, and no unfinished game is lost.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use rustix::process::Signal;

use super::terminal::Terminal;
use crate::common::{BINARY, with_input};

/// An empty folder for the state of a program.
fn state_folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("petteia-state-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn start(arguments: &[&str], folder: &Path) -> Terminal {
    let variables = [("XDG_STATE_HOME", folder.to_str().expect("a name"))];
    Terminal::start_program(arguments, 80, &variables)
}

/// The permissions of a file.
fn permissions(path: &Path) -> u32 {
    fs::metadata(path).expect("it is there").permissions().mode() & 0o777
}

#[test]
fn a_signal_restores_the_terminal_and_saves_the_game() {
    let folder = state_folder("signal");
    for (n, signal, code) in [(1, Signal::TERM, 143), (2, Signal::HUP, 129), (3, Signal::QUIT, 131)] {
        let mut terminal = start(&["play", "reversi", "--level", "1"], &folder);
        terminal.until("black> ");
        terminal.enter("f5");
        terminal.until("white plays ");
        terminal.until("black> ");
        assert_ne!(terminal.mode(), terminal.first_mode, "the line editor reads keys");
        terminal.signal(signal);
        let (screen, ended) = terminal.finish();
        assert_eq!(ended, Some(code), "{screen}");
        let file = folder.join(format!("petteia/reversi-{n}.json"));
        assert!(screen.contains(&format!("petteia play --load {}", file.display())), "{screen}");
        assert_eq!((permissions(&file), permissions(&folder.join("petteia"))), (0o600, 0o700));
        let mut command = Command::new(BINARY);
        let output = with_input(command.args(["play", "--load"]).arg(&file), b"undo\n");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.contains("you are black") && said.contains("2 moves taken back"), "{said}");
    }
    fs::remove_dir_all(&folder).expect("the folder");
}

#[test]
fn a_signal_at_a_secret_prompt_restores_the_terminal() {
    let folder = state_folder("secret");
    let mut terminal = start(&["play", "epigo", "--side", "both"], &folder);
    for line in ["1234X567", "7654X321"] {
        terminal.until("press Enter");
        terminal.enter("");
        terminal.until("> ");
        terminal.enter(line);
    }
    terminal.until("white plays ");
    terminal.until("press Enter");
    terminal.signal(Signal::HUP);
    let (screen, code) = terminal.finish();
    assert_eq!(code, Some(129), "{screen}");
    let file = folder.join("petteia/epigo-1.json");
    assert_eq!(permissions(&file), 0o600);
    assert!(fs::read_to_string(&file).expect("a game").contains("1234X567/7654X321"));
    fs::remove_dir_all(&folder).expect("the folder");
}

#[test]
fn only_a_game_that_would_be_lost_is_saved() {
    let folder = state_folder("nothing");
    let game = folder.join("game.json");
    let save = format!("save {}", game.display());
    for (arguments, lines) in [
        (&["play", "reversi", "--level", "1"][..], &[][..]),
        (&["--no-files", "play", "reversi", "--level", "1"], &["f5"]),
        (&["play", "reversi", "--level", "1"], &["f5", &save]),
        (&["play", "reversi", "--level", "1"], &["f5", "resign"]),
    ] {
        let mut terminal = start(arguments, &folder);
        for line in lines {
            terminal.until("> ");
            terminal.enter(line);
        }
        if lines.last() == Some(&"resign") {
            terminal.until("Score: ");
        }
        terminal.until("> ");
        terminal.signal(Signal::TERM);
        let (screen, code) = terminal.finish();
        assert_eq!(code, Some(143), "{screen}");
        assert!(!folder.join("petteia").exists(), "{screen}");
    }
    fs::remove_dir_all(&folder).expect("the folder");
}

#[test]
fn a_stopped_program_leaves_the_terminal_to_the_shell() {
    for (arguments, prompt, line, answer) in [
        (&["reversi", "--side", "both"][..], "black> ", "f5", "black plays f5"),
        (&["epigo", "--side", "both"], "White: press Enter", "", "white> "),
    ] {
        let mut terminal = Terminal::start(arguments, 80, &[]);
        terminal.until(prompt);
        let asking = terminal.mode();
        assert_ne!(asking, terminal.first_mode);
        for _ in 0..2 {
            terminal.signal(Signal::TSTP);
            terminal.wait_for_stop();
            assert_eq!(terminal.mode(), terminal.first_mode);
            terminal.signal(Signal::CONT);
            terminal.until(prompt);
            assert_eq!(terminal.mode(), asking);
        }
        terminal.enter(line);
        terminal.until(answer);
        terminal.signal(Signal::KILL);
    }
}

#[test]
fn leaving_a_game_warns_once() {
    let folder = state_folder("leaving");
    let save = format!("save {}", folder.join("game.json").display());
    let warning = "The game is unfinished and not saved. save FILE keeps it.";
    for (lines, warned) in [
        (&["quit"][..], false),
        (&["f5", "quit", "quit"], true),
        (&["f5", "quit", "moves", "quit", "quit"], true),
        (&["f5", &save, "quit"], false),
        (&["f5", &save, "d6", "quit", "quit"], true),
        (&["f5", "resign", "quit"], false),
    ] {
        let mut terminal = start(&["play", "reversi", "--side", "both"], &folder);
        for line in lines {
            terminal.until("> ");
            terminal.enter(line);
        }
        let (screen, code) = terminal.finish();
        assert_eq!(code, Some(0), "{screen}");
        assert_eq!(screen.contains(warning), warned, "{lines:?} {screen}");
    }
    assert!(!folder.join("petteia").exists());
    fs::remove_dir_all(&folder).expect("the folder");
}

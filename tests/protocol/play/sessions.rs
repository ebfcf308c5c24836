//! Games in a terminal.

use super::terminal::{Terminal, plain};

const OVER: &str = "The game is over";

/// The first legal move that `moves` lists.
fn first_move(terminal: &mut Terminal) -> String {
    terminal.enter("moves");
    terminal.until("legal moves:");
    terminal.until("\n");
    let listed = plain(&terminal.until("> "));
    listed.split_whitespace().next().expect("a move").to_owned()
}

/// Plays until the game is over. `answer` says what to type at a prompt.
fn play_out(terminal: &mut Terminal, prompt: &str, mut answer: impl FnMut(&mut Terminal) -> String) {
    while terminal.until_one_of(&[OVER, prompt]).0 == 1 {
        let line = answer(terminal);
        terminal.enter(&line);
    }
}

/// Leaves with Ctrl-D at the next prompt. Before it the terminal itself would take the key.
fn leave(mut terminal: Terminal, prompt: &str) -> String {
    terminal.until(prompt);
    terminal.type_keys("\x04");
    let (screen, code) = terminal.finish();
    assert_eq!(code, Some(0), "{screen}");
    screen
}

/// Leaves a game in which a person has moved with Ctrl-D twice, because the first one only warns.
fn leave_unfinished(mut terminal: Terminal, prompt: &str) -> String {
    terminal.until(prompt);
    terminal.type_keys("\x04");
    terminal.until("The game is unfinished and not saved.");
    leave(terminal, prompt)
}

#[test]
fn a_game_of_turns() {
    let mut terminal = Terminal::start(&["reversi", "--level", "1"], 80, &[]);
    play_out(&mut terminal, "black> ", first_move);
    terminal.until("Score: ");
    leave(terminal, "> ");
}

#[test]
fn a_simultaneous_game() {
    let mut terminal = Terminal::start(&["epigo", "--level", "1", "--seed", "1"], 80, &[]);
    let mut turns = 0;
    // Three tiles go off the board.
    play_out(&mut terminal, "white> ", |_| {
        turns += 1;
        if turns == 1 { "123X4567" } else { "1S-2S-3S" }.into()
    });
    assert!(terminal.screen.contains("wins (three-lost)"), "{}", terminal.screen);
    leave(terminal, "> ");
}

#[test]
fn a_party_game() {
    let arguments = ["dixit", "--option", "Seats=3", "--level", "1", "--seed", "2"];
    let mut terminal = Terminal::start(&arguments, 80, &[]);
    let mut kinds = Vec::new();
    play_out(&mut terminal, "seat 1> ", |terminal| {
        terminal.enter("moves");
        terminal.until("legal moves:");
        terminal.until("\n");
        let listed = plain(&terminal.until("seat 1> "));
        let words: Vec<&str> = listed.split([' ', ',', '\n']).filter(|word| !word.is_empty()).collect();
        kinds.push(words[0].to_owned());
        match words[0] {
            "clue" => format!("clue {} a quiet sea", words[1]),
            "give" => format!("give {} {}", words[1], words[2]),
            _ => format!("vote {}", words[1]),
        }
    });
    assert!(["clue", "give", "vote"].iter().all(|kind| kinds.contains(&(*kind).to_owned())), "{kinds:?}");
    let screen = leave(terminal, "> ");
    assert!(screen.contains("Seat 1 says: a quiet sea"), "{screen}");
}

#[test]
fn tab_completes_moves_and_commands() {
    let mut terminal = Terminal::start(&["reversi", "--side", "both"], 80, &[]);
    terminal.until("black> ");
    terminal.type_keys("f\t");
    // The only move that begins like this, since flip is written in full below.
    terminal.type_keys("\t");
    terminal.until("f5");
    terminal.type_keys("5\r");
    terminal.until("black plays f5");
    terminal.until("white> ");
    terminal.type_keys("und\t\r");
    terminal.until("1 move taken back");
    // The line before that, from the history.
    terminal.until("black> ");
    terminal.type_keys("\x1b[A\x1b[A\r");
    terminal.until("black plays f5");
    leave_unfinished(terminal, "white> ");
}

#[test]
fn secret_lines_are_not_shown() {
    let mut terminal = Terminal::start(&["epigo", "--side", "both"], 80, &[("NO_COLOR", "1")]);
    for (name, line) in [("White", "7654X321"), ("Black", "1234X567")] {
        terminal.until(&format!("{name}: press Enter"));
        terminal.enter("");
        terminal.until(&format!("{}> ", name.to_lowercase()));
        terminal.enter(line);
    }
    let before = terminal.until("white plays ");
    assert!(!terminal.screen[..terminal.screen.find("white plays").unwrap_or(0)].contains("7654X321"), "{before:?}");
    terminal.until("black plays 1234X567");
    leave_unfinished(terminal, "press Enter");
}

#[test]
fn an_interrupt_stops_the_search() {
    // Ten million positions of the largest board take long on any machine.
    let mut terminal = Terminal::start(&["latrunculi-19x11", "--side", "second", "--level", "20"], 80, &[]);
    terminal.until("thinking");
    terminal.type_keys("\x03");
    terminal.until("white plays ");
    terminal.until("black> ");
    // At the prompt it clears the line; the second one in a row leaves.
    terminal.type_keys("junk\x03");
    terminal.until("Ctrl-C again");
    terminal.until("black> ");
    terminal.type_keys("\x03");
    let (screen, code) = terminal.finish();
    assert_eq!(code, Some(0), "{screen}");
    assert!(!screen.contains("'junk'"), "{screen}");
}

#[test]
fn colours_are_a_choice() {
    let screen = |arguments: &[&str], variables: &[(&str, &str)]| {
        leave(Terminal::start(&[&["gonu"], arguments].concat(), 80, variables), "white> ")
    };
    // Squares have backgrounds, and where there are only letters, those of Black are magenta.
    let (squares, letters) = ("\x1b[48;5;", "\x1b[35m");
    let unicode = screen(&[], &[("LC_ALL", "C.UTF-8")]);
    assert!(unicode.contains(squares) && unicode.contains('●') && !unicode.contains(letters), "{unicode}");
    for variables in [[("LC_ALL", "C"), ("TERM", "xterm-256color")], [("LC_ALL", "C.UTF-8"), ("TERM", "xterm")]] {
        let plain = screen(&[], &[&variables[..], &[("COLORTERM", "")]].concat());
        assert!(plain.contains(letters) && !plain.contains(squares), "{plain}");
    }
    let has_colours = |arguments: &[&str], variables: &[(&str, &str)]| {
        let screen = screen(arguments, variables);
        screen.contains(squares) || screen.contains(letters)
    };
    assert!(has_colours(&[], &[]));
    assert!(!has_colours(&[], &[("NO_COLOR", "1")]));
    assert!(!has_colours(&[], &[("TERM", "dumb")]));
    assert!(!has_colours(&["--color", "never"], &[]));
    assert!(!has_colours(&["--ascii"], &[]));
    assert!(has_colours(&["--color", "always"], &[("NO_COLOR", "1")]));
}

#[test]
fn forty_columns_are_enough() {
    for game in ["dvonn", "latrunculi-19x11", "epigo", "dixit"] {
        let mut terminal = Terminal::start(&[game, "--seed", "1"], 40, &[]);
        for line in ["help", "moves", "nonsense", "save", "level"] {
            terminal.until("> ");
            terminal.enter(line);
        }
        let screen = plain(&leave(terminal, "> "));
        assert!(screen.lines().count() > 40, "{game}: {screen}");
        for line in screen.lines().filter(|line| !line.contains("> ")) {
            assert!(line.chars().count() <= 40, "{game}: {line}");
        }
    }
}

#[test]
fn a_resize_keeps_the_line() {
    let mut terminal = Terminal::start(&["reversi", "--side", "both"], 80, &[]);
    terminal.until("black> ");
    terminal.type_keys("f");
    terminal.until("f");
    terminal.resize(40);
    terminal.type_keys("5\r");
    terminal.until("black plays f5");
    terminal.until("white> ");
    terminal.enter("help");
    let help = plain(&terminal.until("white> "));
    assert!(help.lines().all(|line| line.chars().count() <= 40), "{help}");
    terminal.enter("level");
    leave_unfinished(terminal, "white> ");
}

//! Secrets of several persons at one terminal.

use super::terminal::{Terminal, plain};

#[test]
fn a_terminal_that_shows_what_is_typed_is_refused_before_a_secret() {
    for name in ["dumb", "cons25", "emacs", "Dumb"] {
        for arguments in [&["epigo", "--side", "both"][..], &["dixit", "--side", "1,3"]] {
            let terminal = Terminal::start(arguments, 80, &[("TERM", name)]);
            let (screen, code) = terminal.finish();
            assert_eq!(code, Some(2), "{screen}");
            let error = format!("error: cannot hide what is typed, since TERM is {name}: ");
            assert!(screen.starts_with(&error) && screen.contains("echo"), "{screen}");
            assert_eq!(screen.lines().count(), 1, "{screen}");
        }
    }
    // In the game a second person is refused, and the game goes on.
    let mut terminal = Terminal::start(&["epigo", "--seed", "1"], 80, &[("TERM", "dumb")]);
    for line in ["side both", "side 1,2"] {
        terminal.until("white> ");
        terminal.enter(line);
        terminal.until("cannot hide what is typed");
    }
    terminal.until("white> ");
    terminal.enter("side");
    terminal.until("you are white\r\n");
    terminal.until("white> ");
    terminal.type_keys("\x04");
    assert_eq!(terminal.finish().1, Some(0));
}

#[test]
fn nothing_of_a_secret_reaches_the_next_prompt() {
    let mut terminal = Terminal::start(&["epigo", "--side", "both"], 80, &[]);
    terminal.until("White: press Enter");
    terminal.enter("");
    terminal.until("white> ");
    // A line that is deleted, another one, and one too many.
    terminal.type_keys("7654X321\x157654X321\x17\x0b1234X567\r1234567X\r1234567X");
    terminal.until("Black: press Enter");
    // Yank, undo, the history, a search of it, and completion.
    for keys in ["\x19", "\x1by", "\x1f", "\x1b[A", "\x10", "\x12", "\x12X", "\t", "7\t", "\x1b."] {
        terminal.type_keys(keys);
        terminal.type_keys("\x15\r");
        terminal.until("black> ");
        terminal.type_keys(keys);
        // Without a choice the turn does not end.
        terminal.enter("\x7f\x7fundo");
        terminal.until("White: press Enter");
        terminal.enter("");
        terminal.until("white> ");
        terminal.enter("1234X567");
        terminal.until("Black: press Enter");
    }
    terminal.enter("");
    terminal.until("black> ");
    terminal.enter("7X654321");
    let before = plain(&terminal.until("white plays 1234X567, black plays 7X654321"));
    assert!(!before.contains("1234"), "{before}");
    let shown = plain(&terminal.screen);
    let shown = &shown[..shown.find("white plays").expect("a turn")];
    assert!(!shown.contains("1234") && !shown.contains("7654"), "{shown}");
    for _ in 0..2 {
        terminal.until("White: press Enter");
        terminal.type_keys("\x04");
    }
    assert_eq!(terminal.finish().1, Some(0));
}

#[test]
fn a_key_before_the_prompt_is_not_shown() {
    let mut terminal = Terminal::start(&["dixit", "--side", "1,2", "--seed", "1", "--level", "1"], 80, &[]);
    terminal.until("press Enter");
    // These come before the next prompt.
    terminal.type_keys("\rgive 77\r");
    terminal.until("seat 1> ");
    terminal.enter("card 77");
    terminal.until("77 ");
    let told = terminal.until("seat 1> ");
    assert!(told.contains("Tags: "), "{told}");
    assert!(!plain(&terminal.screen).contains("give 77"), "{}", terminal.screen);
    terminal.type_keys("\x04");
    assert_eq!(terminal.finish().1, Some(0));
}

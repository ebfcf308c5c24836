//! A malformed position or choice is refused. The error of a position names the place.

use petteia_core::{MoveError, Side, Simultaneous, SimultaneousNotation};
use petteia_games::epigo::Epigo;

const START: &str = "..../....../......../b7b6b5b4.b3b2b1/w1w2w3w4.w5w6w7/......../....../.... 1";

#[test]
fn malformed_positions_are_refused() {
    let board = START.strip_suffix(" 1").expect("the first turn");
    for (text, at) in [
        ("", 0),
        ("-", 1),
        ("- 1", 2),
        ("- 00", 2),
        ("- 0 0", 4),
        (board, 73),
        (&format!("{board} 0"), 74),
        (&format!("{board} 01"), 74),
        (&format!("{board} x"), 74),
        (&format!("{board} 99999999999"), 74),
        (&format!("{board} 1 w"), 76),
        ("..../....../......../......../......../......../....../.... 1", 59),
        ("..../....../......../b7b6b5b4.b3b2b1/w1w2w3w4.w5w6w7/......../...... 1", 68),
        ("..../....../......../b7b6b5b4.b3b2b1/w1w2w3w4.w5w6w7/......../....../..../.... 1", 73),
        ("...../....../......../b7b6b5b4.b3b2b1/w1w2w3w4.w5w6w7/......../....../.... 1", 4),
        (".../....../......../b7b6b5b4.b3b2b1/w1w2w3w4.w5w6w7/......../....../.... 1", 3),
        ("..../....../......../b7b6b5b4.b3b2b7/w1w2w3w4.w5w6w7/......../....../.... 1", 34),
        ("..../....../......../b7b6b5b4.b3b2b8/w1w2w3w4.w5w6w7/......../....../.... 1", 35),
        ("..../....../......../b7b6b5b4.b3b2B1/w1w2w3w4.w5w6w7/......../....../.... 1", 34),
        ("..../....../......../b7b6b5b4...../w1w2w3w4...../......../....../.... 1", 33),
        ("..../....../......../b7b6b5b4..../w1w2w3w4..../......../....../.... 1", 67),
        ("..../....../......../b7b6b5...../w1w2w3w4.w5w6w7/......../....../.... 1", 69),
        ("é.../....../......../b7b6b5b4.b3b2b1/w1w2w3w4.w5w6w7/......../....../.... 1", 0),
    ] {
        let error = Epigo::parse_fen(text).expect_err(text);
        assert_eq!(error.at, at, "{text}: {error}");
        assert!(!error.expected.is_empty() && !error.found.is_empty(), "{text}");
    }
}

#[test]
fn malformed_choices_are_refused() {
    let before = Epigo::start();
    for word in ["1234X567", "x1234567", "7654321X"] {
        assert_eq!(
            before.read_choice(Side::First, word).map(|c| before.write_choice(c)).as_deref(),
            Ok(&*word.to_uppercase())
        );
    }
    for word in ["", "1234567", "1234X5678", "12345677", "1234Y567", "3N-7E-1W", "1234X56é"] {
        assert!(matches!(before.read_choice(Side::First, word), Err(MoveError::Syntax(_))), "{word}");
    }
    // White has lost the 5 and the 6.
    let position = Epigo::parse_fen("..../....../......../b7b6b5b4.b3b2b1/w1w2w3w4...w7/......../....../.... 9");
    let position = position.expect("a position");
    for (word, canonical) in [("3N-7E-1W", "3N-7E-1W"), ("5x-1n-6S", "5x-1N-6x")] {
        assert_eq!(position.read_choice(Side::First, word).map(|c| position.write_choice(c)).as_deref(), Ok(canonical));
    }
    for word in ["", "3N-7E", "3N-7E-1W-2N", "8N-1E-2E", "0N-1E-2E", "3U-1E-2E", "3N-7E-", "3N 7E 1W", "1234X567"] {
        assert!(matches!(position.read_choice(Side::First, word), Err(MoveError::Syntax(_))), "{word}");
    }
    for word in ["3N-3E-1W", "5x-5x-1W", "3x-7E-1W"] {
        assert!(matches!(position.read_choice(Side::First, word), Err(MoveError::Illegal(_))), "{word}");
    }
    assert_eq!(position.count_choices(Side::First), 5_880);
    let over = Epigo::parse_fen("..../....../......../b7b6b5b4.b3b2b1/w1w2w3w4..../......../....../.... 9");
    let over = over.expect("a position");
    assert!(matches!(over.read_choice(Side::Second, "1N-2N-3N"), Err(MoveError::Illegal(_))));
}

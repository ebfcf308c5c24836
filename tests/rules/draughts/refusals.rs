//! A malformed position is refused with its place, and other spellings of a position are read.

use std::ops::RangeInclusive;

use petteia_core::{FenError, Notation, Position};
use petteia_games::draughts::{Checkers, International};

const START: &str = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";

fn squares(numbers: RangeInclusive<u32>) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(",")
}

#[test]
fn other_spellings_of_a_position_are_read() {
    for text in [
        "B:W21-32:B1-12",
        "B:B1-12:W21-32",
        "B:B1-12:W21-32.",
        "B:W21-24,25, 26, 27-32:B1, 2,3-12 .",
        " B : W 21-32 : B 1 - 12 ",
        "B:W32,31,30-30,21-29:B12,1-11",
    ] {
        assert_eq!(Checkers::parse_fen(text).map(|p| p.to_fen()).as_deref(), Ok(START), "{text}");
    }
    for (text, canonical) in [
        ("W:WK1-3:BK48-K50,6", "W:WK1,K2,K3:B6,K48,K49,K50"),
        ("W:W:B", "W:W:B"),
        ("B:B:WK50,49", "B:W49,K50:B"),
        ("B:B01:W", "B:W:B1"),
        // lidraughts adds the plies without progress and the number of the move.
        ("W:W31-50:B1-20:H0:F1", &format!("W:W{}:B{}", squares(31..=50), squares(1..=20))),
        ("B:W31,K32:B20:H49:F117", "B:W31,K32:B20"),
        ("B:WK32:B20 :F3.", "B:WK32:B20"),
        ("W:WK32:B20:H12", "W:WK32:B20"),
    ] {
        assert_eq!(International::parse_fen(text).map(|p| p.to_fen()).as_deref(), Ok(canonical), "{text}");
    }
    assert!(Checkers::parse_fen(START) == Ok(Checkers::start()));
}

#[test]
fn refusals_name_the_place() {
    for (text, at) in [
        ("", 0),
        ("w:W21:B1", 0),
        ("X:W21:B1", 0),
        ("W", 1),
        ("WW21:B1", 1),
        ("W:", 2),
        ("W:21:B1", 2),
        ("W:W21", 5),
        ("W:W21:", 6),
        ("W:W21:W22", 6),
        ("W:W21:B1:W22", 8),
        ("W:W21:B1:", 8),
        ("W:W21,:B1", 6),
        ("W:W,21:B1", 3),
        ("W:W21,,22:B1", 6),
        ("W:W21 22:B1", 6),
        ("W:W21x:B1", 5),
        ("W:WK:B1", 4),
        ("W:WKK21:B1", 4),
        ("W:Wk21:B1", 3),
        ("W:W21:B1..", 9),
        ("W:W21:B1:H", 10),
        ("W:W21:B1:Hx", 10),
        ("W:W21:B1:F-1", 10),
        ("W:W21:B1:H0:H1", 11),
        ("W:W21:B1:F1:H0", 11),
        ("W:W21:B1:H0:F1:F1", 14),
        ("W:W21:B1:h0", 8),
        ("W:W21:B1 extra", 9),
        ("W:W21:B0", 7),
        ("W:W33:B1", 3),
        ("W:W99999999999999999999:B1", 3),
        ("W:W-1:B1", 3),
        ("W:W21,21:B1", 6),
        ("W:W21:B20-22", 7),
        ("W:W4:B1", 3),
        ("W:W21:B29", 7),
        ("W:W21:B5-32", 7),
        ("W:W25-21:B1", 6),
        ("W:W21-:B1", 6),
        ("W:W21-K25:B1", 6),
        ("W:W21-33:B1", 6),
        ("W:W21\0:B1", 5),
        ("W:Wé:B1", 3),
        ("é", 0),
        ("W:W21１:B1", 5),
    ] {
        let error = Checkers::parse_fen(text).expect_err(text);
        assert_eq!(error.at, at, "{text}: {error}");
        assert!(!error.expected.is_empty() && !error.found.is_empty(), "{text}");
        assert!(error.found.len() < 60, "{text}: {error}");
    }
    assert!(matches!(International::parse_fen("W:W5:B"), Err(FenError { at: 3, .. })));
    assert!(International::parse_fen("W:W6:B45").is_ok());
    assert!(International::parse_fen("W:W6:B46").is_err());
}

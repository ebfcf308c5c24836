//! The FEN reader refuses exactly the malformed positions.

use petteia_core::{Notation, Position};
use petteia_games::dvonn::Dvonn;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;

use crate::dvonn::naive::Naive;
use crate::dvonn::random;

/// Every reason in `docs/games/dvonn.md` to refuse a position, with texts for which it is the first reason.
const REFUSED: &[(&str, &str)] = &[
    ("three words", ""),
    ("three words", "........./........../.........../........../........."),
    ("three words", "........./........../.........../........../......... w"),
    ("three words", "........./........../.........../........../......... w p 0"),
    ("side", "........./........../.........../........../......... W p"),
    ("side", "........./........../.........../........../......... r p"),
    ("phase", "........./........../.........../........../......... w P"),
    ("phase", "........./........../.........../........../......... w x"),
    ("row count", "........./........../.........../.......... w p"),
    ("row count", "........./........../.........../........../........./ w p"),
    ("row count", "/........./........../.........../........../......... w p"),
    ("row length", "......../........../.........../........../......... w p"),
    ("row length", ".........../........../.........../........../......... w p"),
    ("row length", "........./........./.........../........../......... w p"),
    ("row length", "........./........../............/........../......... w p"),
    ("row length", "........./........../.........../.........../......... w p"),
    ("row length", "........./........../.........../........../ w p"),
    ("letter", "........./........../.....x...../........../......... w p"),
    ("letter", "........./........../.....R...../........../......... w p"),
    ("letter", "........./........../.....é...../........../......... w p"),
    ("letter", "2......../........../.........../........../......... w p"),
    ("letter", "9/55/9/55/9 w p"),
    ("number 0 or 1", "rw0......./........../.........../........../......... w s"),
    ("number 0 or 1", "rw1......./........../.........../........../......... w s"),
    ("number 0 or 1", "W1......../........../.........../........../......... w s"),
    ("leading zero", "rw02......./........../.........../........../......... w s"),
    ("leading zero", "rw00......./........../.........../........../......... w s"),
    ("leading zero", "W02......../........../.........../........../......... w s"),
    ("number after r or .", "r2......../........../.........../........../......... w s"),
    ("number after r or .", "r1......../........../.........../........../......... w s"),
    ("number after r or .", ".2w......./........../.........../........../......... w p"),
    ("heights above 49", "W50......../........../.........../........../......... w s"),
    ("heights above 49", "W25b25......./........../.........../........../......... w s"),
    ("heights above 49", "W256......../........../.........../........../......... w s"),
    ("heights above 49", "W4294967298......../........../.........../........../......... w s"),
    ("heights above 49", "W99999999999999999999......../........../.........../........../......... w s"),
    ("upper-case stack of height 1", "W......../........../.........../........../......... w s"),
    ("upper-case stack of height 1", "rB......./........../.........../........../......... w s"),
    ("more than three red", "rrrr...../........../.........../........../......... w s"),
    ("more than three red", "W2B2W2B2...../........../.........../........../......... w s"),
    ("more than three red", "rrrB2...../........../.........../........../......... w s"),
    ("no red in phase s", "........./........../.........../........../......... w s"),
    ("no red in phase s", "wb......./........../.........../........../......... w s"),
    ("not connected", "r.w....../........../.........../........../......... w s"),
    ("not connected", "r......../........../.........../........../........b w s"),
    // b4 and d2 are no neighbours of c3: of the diagonals only (+1,+1) and (-1,-1) count.
    ("not connected", "........./w........./..r......../........../......... w s"),
    ("not connected", "........./........../..r......../...w....../......... w s"),
    ("higher than 1 in phase p", "W2......../........../.........../........../......... b p"),
    ("higher than 1 in phase p", "rrrb2...../........../.........../........../......... w p"),
    ("more than 23 of a colour", "rrrwwwwww/wwwwwwwwww/wwwwwwwww../........../......... w p"),
    ("more than 23 of a colour", "rrrbbbbbb/bbbbbbbbbb/bbbbbbbbw../........../......... w p"),
    ("full board in phase p", "bbbwbrbrb/wwwbwrbbwb/wwwbbwbwwbw/wbwwbwbbwb/bwbbwwwbw w p"),
    ("alternation", "w......../........../.........../........../......... b p"),
    ("alternation", "rrb....../........../.........../........../......... b p"),
    ("alternation", "rrrw...../........../.........../........../......... w p"),
    ("alternation", "rrrbb..../........../.........../........../......... b p"),
    ("side to move in phase p", "........./........../.........../........../......... b p"),
    ("side to move in phase p", "r......../........../.........../........../......... w p"),
    ("side to move in phase p", "rrrb...../........../.........../........../......... b p"),
];

/// Accepted texts, most of which no game could reach.
const ACCEPTED: &[&str] = &[
    "........./........../.........../........../......... w p",
    " \t........./........../.........../........../.........\t w  p\t",
    "r......../........../.........../........../......... b p",
    "r......../........../.........../........../......... b s",
    "W49......../........../.........../........../......... b s",
    "W2......../........../.........../........../........B47 w s",
    "wwwwwwwww/wwwwwwwwww/wwwwwrwwwww/wwwwwwwwww/wwwwwwwww b s",
    "rrr....../........../.........../........../......... w s",
    "r......../w........./b........../w........./b........ w s",
];

#[test]
fn each_refusal_of_the_rules_page() {
    for (refusal, text) in REFUSED {
        assert_eq!(Naive::read(text).err(), Some(*refusal), "'{text}'");
        let error = Dvonn::parse_fen(text).err().unwrap_or_else(|| panic!("{refusal}: accepted '{text}'"));
        assert!(error.at <= text.len() && text.is_char_boundary(error.at), "'{text}': {error:?}");
    }
}

#[test]
fn nothing_else_is_refused() {
    for text in ACCEPTED {
        assert!(Naive::read(text).is_ok(), "'{text}'");
        assert_eq!(Dvonn::parse_fen(text).map(|position| position.outcome().is_none()).err(), None, "'{text}'");
    }
}

/// The text with one small random change.
fn mutated(text: &str, rng: &mut impl Rng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let at = rng.random_range(0..chars.len());
    let other = *"..rwbWB0123456789/ \tpsx".chars().collect::<Vec<_>>().choose(rng).expect("not empty");
    match rng.random_range(0..4) {
        0 => chars[at] = other,
        1 => chars.insert(at, other),
        2 => drop(chars.remove(at)),
        _ => chars.swap(at, rng.random_range(0..text.len())),
    }
    chars.into_iter().collect()
}

#[test]
fn both_boards_read_the_same_mutated_texts() {
    let mut counts = [0, 0];
    for seed in 0..150 {
        let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
        let mut texts: Vec<String> = random::game(&[], rng).line.iter().map(|(position, _)| position.fen()).collect();
        texts.extend((0..60).map(|_| random::stacking(rng).fen()));
        for text in texts {
            let mut text = mutated(&text, rng);
            if rng.random() {
                text = mutated(&text, rng);
            }
            let naive = Naive::read(&text).map(|position| position.fen());
            let dvonn = Dvonn::parse_fen(&text).map(|position| position.to_fen());
            assert_eq!(dvonn.clone().ok(), naive.clone().ok(), "seed {seed} '{text}': {naive:?}, {dvonn:?}");
            counts[usize::from(naive.is_ok())] += 1;
        }
    }
    assert!(counts[0] > 8_000 && counts[1] > 1_000, "{counts:?}");
}

//! The FEN reader refuses exactly the malformed positions.

use petteia_core::Notation;
use petteia_games::reversi::Reversi;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;

use crate::reversi::naive::Naive;
use crate::reversi::random;

/// Reason for the refusal, byte offset of the error, and text.
const REFUSED: &[(&str, usize, &str)] = &[
    ("two words", 0, ""),
    ("two words", 3, " \t "),
    ("two words", 21, "8/8/8/3OX3/3XO3/8/8/8"),
    ("two words", 22, "8/8/8/3OX3/3XO3/8/8/8 "),
    ("two words", 24, "8/8/8/3OX3/3XO3/8/8/8 b 0"),
    ("two words", 24, "8/8/8/3OX3/3XO3/8/8/8 b b"),
    ("two words", 64, "---------------------------OX------XO---------------------------"),
    ("two words", 67, "---------------------------OX------XO--------------------------- X X"),
    ("side", 22, "8/8/8/3OX3/3XO3/8/8/8 B"),
    ("side", 22, "8/8/8/3OX3/3XO3/8/8/8 W"),
    ("side", 22, "8/8/8/3OX3/3XO3/8/8/8 X"),
    ("side", 22, "8/8/8/3OX3/3XO3/8/8/8 O"),
    ("side", 22, "8/8/8/3OX3/3XO3/8/8/8 black"),
    ("side", 22, "8/8/8/3OX3/3XO3/8/8/8 é"),
    ("side", 22, "8/8/8/3OX3/3XO3/8/8/8 b\r"),
    ("side", 65, "---------------------------OX------XO--------------------------- x"),
    ("side", 65, "---------------------------OX------XO--------------------------- o"),
    ("side", 65, "---------------------------OX------XO--------------------------- -"),
    ("eight ranks", 19, "8/8/8/3OX3/3XO3/8/8 b"),
    ("eight ranks", 21, "8/8/8/3OX3/3XO3/8/8/8/8 b"),
    ("eight ranks", 21, "8/8/8/3OX3/3XO3/8/8/8/ b"),
    ("rank length", 0, "/8/8/3OX3/3XO3/8/8/8 b"),
    ("rank length", 20, "8/8/8/3OX3/3XO3/8/8/ b"),
    ("rank length", 1, "7/8/8/3OX3/3XO3/8/8/8 b"),
    ("rank length", 2, " 7/8/8/3OX3/3XO3/8/8/8 b"),
    ("rank length", 1, "X8/8/8/3OX3/3XO3/8/8/8 b"),
    ("rank length", 1, "8X/8/8/3OX3/3XO3/8/8/8 b"),
    ("rank length", 10, "8/8/8/3OX2/3XO3/8/8/8 b"),
    ("rank length", 9, "8/8/8/3OX4/3XO3/8/8/8 b"),
    ("rank length", 14, "8/8/8/XOXOXOXOX/8/8/8/8 b"),
    ("rank length", 1, "88888888888888888888/8/8/8/8/8/8/8 b"),
    ("letter", 0, "9/8/8/3OX3/3XO3/8/8/8 b"),
    ("letter", 1, "80/8/8/3OX3/3XO3/8/8/8 b"),
    ("letter", 0, "08/8/8/3OX3/3XO3/8/8/8 b"),
    ("letter", 7, "8/8/8/3oX3/3XO3/8/8/8 b"),
    ("letter", 8, "8/8/8/3Ox3/3XO3/8/8/8 b"),
    ("letter", 7, "8/8/8/30X3/3XO3/8/8/8 b"),
    ("letter", 7, "8/8/8/3éX3/3XO3/8/8/8 b"),
    ("letter", 7, "8/8/8/3\0X3/3XO3/8/8/8 b"),
    ("letter", 0, "--------/8/8/3OX3/3XO3/8/8/8 b"),
    ("letter", 0, "-1/8/8/8/8/8/8/8 b"),
    ("letter", 0, "x b"),
    ("letter", 27, "---------------------------oX------XO--------------------------- X"),
    ("letter", 27, "---------------------------0X------XO--------------------------- X"),
    ("letter", 28, "---------------------------O*------XO--------------------------- X"),
    ("letter", 63, "---------------------------OX------XO--------------------------\u{e9} X"),
    ("64 squares", 63, "---------------------------OX------XO-------------------------- X"),
    ("64 squares", 64, "---------------------------OX------XO---------------------------- X"),
    ("64 squares", 3, "X-O b"),
];

/// Accepted texts, most of which no game could reach, with their canonical form.
const ACCEPTED: &[(&str, &str)] = &[
    ("8/8/8/3OX3/3XO3/8/8/8 b", "8/8/8/3OX3/3XO3/8/8/8 b"),
    (" \t8/8/8/3OX3/3XO3/8/8/8\t \tw\t", "8/8/8/3OX3/3XO3/8/8/8 w"),
    ("44/35/71/3OX3/3XO12/1111X111/8/8 b", "8/8/8/3OX3/3XO3/4X3/8/8 b"),
    ("8/8/8/8/8/8/8/8 w", "8/8/8/8/8/8/8/8 w"),
    ("---------------------------OX------XO--------------------------- X", "8/8/8/3OX3/3XO3/8/8/8 b"),
    ("---------------------------OX------XO--------------------------- O", "8/8/8/3OX3/3XO3/8/8/8 w"),
    ("...........................OX......XO........................... b", "8/8/8/3OX3/3XO3/8/8/8 b"),
    ("X-.-.-.----------.---------OX------XO--------------------------O  w ", "X7/8/8/3OX3/3XO3/8/8/7O w"),
];

#[test]
fn malformed_positions_are_refused_with_the_place() {
    for (refusal, at, text) in REFUSED {
        assert_eq!(Naive::read(text).err(), Some(*refusal), "'{text}'");
        let error = Reversi::parse_fen(text).err().unwrap_or_else(|| panic!("{refusal}: accepted '{text}'"));
        assert_eq!(error.at, *at, "'{text}': {error}");
        assert!(!error.expected.is_empty() && !error.found.is_empty(), "'{text}': {error}");
    }
}

#[test]
fn nothing_else_is_refused() {
    for (text, canonical) in ACCEPTED {
        assert_eq!(Naive::read(text).map(|position| position.fen()).as_deref(), Ok(*canonical), "'{text}'");
        assert_eq!(Reversi::parse_fen(text).map(|position| position.to_fen()).as_deref(), Ok(*canonical), "'{text}'");
    }
}

/// The text with one small random change.
fn mutated(text: &str, rng: &mut impl Rng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let at = rng.random_range(0..chars.len());
    let other = *"XO12345678XO-.09/ \txobwé\0".chars().collect::<Vec<_>>().choose(rng).expect("not empty");
    match rng.random_range(0..4) {
        0 => chars[at] = other,
        1 => chars.insert(at, other),
        2 => drop(chars.remove(at)),
        _ => {
            let with = rng.random_range(0..chars.len());
            chars.swap(at, with);
        }
    }
    chars.into_iter().collect()
}

#[test]
fn both_boards_read_the_same_mutated_texts() {
    let mut counts = [0, 0];
    for seed in 0..100 {
        let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
        let mut positions: Vec<Naive> = random::game(rng).line.into_iter().map(|(position, _)| position).collect();
        positions.extend((0..60).map(|_| random::position(rng)));
        for text in positions.iter().flat_map(|position| [position.fen(), position.string()]) {
            let mut text = mutated(&text, rng);
            if rng.random() {
                text = mutated(&text, rng);
            }
            let naive = Naive::read(&text).map(|position| position.fen());
            let reversi = Reversi::parse_fen(&text);
            if let Err(error) = &reversi {
                assert!(error.at <= text.len() && text.is_char_boundary(error.at), "'{text}': {error:?}");
            }
            let reversi = reversi.map(|position| position.to_fen());
            assert_eq!(reversi.clone().ok(), naive.clone().ok(), "seed {seed} '{text}': {naive:?}, {reversi:?}");
            counts[usize::from(naive.is_ok())] += 1;
        }
    }
    assert!(counts[0] > 10_000 && counts[1] > 1_000, "{counts:?}");
}

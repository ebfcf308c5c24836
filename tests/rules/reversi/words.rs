//! Move notation, its errors, and the diagram.

use petteia_core::{MoveError, Notation, Position};
use petteia_games::reversi::Reversi;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256StarStar;

const PASS: &str = "XXXXXOOO/XXXXXXXX/XXXXXXXX/1XXXXXXX/OXOOXXOX/OXXOXXOX/OXXXOOOX/OXXO2OX w";
const OVER: &str = "8/8/8/3XX3/3XX3/8/8/8 w";

fn read(fen: &str) -> Reversi {
    Reversi::parse_fen(fen).expect("a FEN")
}

#[test]
fn moves_are_read_in_either_case() {
    let start = Reversi::start();
    for (word, canonical) in [("d3", "d3"), ("D3", "d3"), ("F5", "f5")] {
        assert_eq!(start.parse_move(word).map(|m| start.write_move(m)).as_deref(), Ok(canonical));
    }
    for word in ["pass", "PASS", "Pass"] {
        assert_eq!(read(PASS).parse_move(word).map(|m| read(PASS).write_move(m)).as_deref(), Ok("pass"));
    }
}

#[test]
fn illegal_moves_have_a_reason() {
    for (fen, word, why) in [
        ("8/8/8/3OX3/3XO3/8/8/8 b", "pass", "a player who can move must not pass"),
        ("8/8/8/3OX3/3XO3/8/8/8 b", "d4", "d4 is occupied"),
        ("8/8/8/3OX3/3XO3/8/8/8 b", "E5", "e5 is occupied"),
        ("8/8/8/3OX3/3XO3/8/8/8 b", "e3", "a disc on e3 turns nothing over"),
        ("8/8/8/3OX3/3XO3/8/8/8 b", "a1", "a disc on a1 turns nothing over"),
        (PASS, "a4", "white can only pass"),
        (PASS, "a1", "a1 is occupied"),
        (OVER, "pass", "the game is over"),
        (OVER, "a1", "the game is over"),
        (OVER, "d4", "d4 is occupied"),
    ] {
        assert_eq!(read(fen).parse_move(word), Err(MoveError::Illegal(why.into())), "{word} in {fen}");
    }
}

#[test]
fn malformed_moves_are_refused() {
    let long = "d3".repeat(10_000);
    let words =
        ["", "d", "d0", "d9", "i3", "3d", "d33", "d-3", "d3 ", " d3", "d3\0", "\0", "pas", "passs", "pass ", "--"];
    for word in words.into_iter().chain(["đ3", "d３", "🎲", "D3d3", "0", "18446744073709551616", "@@", &long]) {
        assert!(matches!(Reversi::start().parse_move(word), Err(MoveError::Syntax(_))), "{word:?}");
    }
}

#[test]
fn a_transcript_is_split_into_its_moves() {
    for (word, moves) in [
        ("F5D6C3", &["F5", "D6", "C3"][..]),
        ("f5", &["f5"]),
        ("f5d6Passc3PASS", &["f5", "d6", "Pass", "c3", "PASS"]),
        ("pass", &["pass"]),
        // A part that cannot be a move stays whole.
        ("F5D6i9C3", &["F5", "D6", "i9C3"]),
        ("F5D", &["F5", "D"]),
        ("F55", &["F5", "5"]),
        ("F5-D6", &["F5", "-D6"]),
        ("F5pasd6", &["F5", "pasd6"]),
        ("F5é6", &["F5", "é6"]),
        ("é", &["é"]),
        ("5F", &["5F"]),
        ("", &[""]),
    ] {
        assert_eq!(Reversi::split_moves(word), moves, "{word}");
    }
}

#[test]
fn transcripts_of_random_games_are_split() {
    for seed in 0..50 {
        let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
        let (mut position, mut words) = (Reversi::start(), Vec::new());
        loop {
            let moves = position.legal_moves();
            let Some(&m) = moves.choose(rng) else { break };
            words.push(position.write_move(m));
            position.play_unchecked(m);
        }
        let upper: Vec<String> = words.iter().map(|word| word.to_uppercase()).collect();
        assert_eq!(Reversi::split_moves(&words.concat()), words, "seed {seed}");
        assert_eq!(Reversi::split_moves(&upper.concat()), upper, "seed {seed}");
    }
}

#[test]
fn the_diagram_has_coordinates() {
    let expected = "  a b c d e f g h
1 . . . . . . . . 1
2 . . . . . . . . 2
3 . . . . . . . . 3
4 . . . O X . . . 4
5 . . . X O . . . 5
6 . . . . . . . . 6
7 . . . . . . . . 7
8 . . . . . . . . 8
  a b c d e f g h
";
    assert_eq!(Reversi::start().diagram(), expected);
    assert_eq!([read(PASS).side_name(), Reversi::start().side_name()], ["white", "black"]);
}

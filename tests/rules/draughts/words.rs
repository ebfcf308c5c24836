//! Spellings of a move.

use petteia_core::{MoveError, Notation};
use petteia_games::draughts::{Checkers, International};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256StarStar;

use crate::draughts::books::{Book, Check, check_all};
use crate::draughts::random;

fn read<P: Notation>(fen: &str, word: &str) -> Result<String, MoveError> {
    let position = P::parse_fen(fen).expect("a position");
    position.parse_move(word).map(|m| position.write_move(m))
}

fn means<P: Notation>(fen: &str, word: &str, canonical: &str) {
    assert_eq!(read::<P>(fen, word).as_deref(), Ok(canonical), "{word} in {fen}");
}

fn is_illegal<P: Notation>(fen: &str, word: &str, part: &str) {
    match read::<P>(fen, word) {
        Err(MoveError::Illegal(why)) => assert!(why.contains(part), "{word} in {fen}: {why}"),
        other => panic!("{word} in {fen}: {other:?}"),
    }
}

#[test]
fn captures_are_read_in_every_spelling() {
    // From 9 over 14 to 18, and over 23 to 27.
    let fen = "B:W14,23:B9";
    for word in ["9x27x14x23", "9X27x23x14", "9x27", "9x18x27", "9-27-14-23", "9-27-23-14", "9-27", "9-18-27"] {
        means::<Checkers>(fen, word, "9x27x14x23");
    }
    is_illegal::<Checkers>(fen, "9x18", "fits no legal capture");
    is_illegal::<Checkers>(fen, "9x18x14", "fits no legal capture");
    is_illegal::<Checkers>(fen, "9-13", "must capture");
    is_illegal::<Checkers>(fen, "9-18", "must capture");
    is_illegal::<Checkers>(fen, "9-18-14", "fits no legal capture");
    is_illegal::<Checkers>(fen, "14x5", "black has no piece on 14");
    is_illegal::<Checkers>("B:W14:B1", "1x10", "no capture");
    is_illegal::<Checkers>("B:W:B1", "1-7", "can not go");
    is_illegal::<Checkers>("B:W21:B1,6", "1-6", "occupied");
    is_illegal::<Checkers>("B:W21:B", "1-6", "over");
}

#[test]
fn a_flying_king_may_name_every_landing() {
    let fen = "W:WK46:B37,14";
    // 46 over 37 to 32, 28, 23 or 19 and on over 14 to 10 or 5.
    means::<International>(fen, "46x5x14x37", "46x5x14x37");
    for between in [32, 28, 23, 19] {
        means::<International>(fen, &format!("46x{between}x5"), "46x5x14x37");
    }
    means::<International>(fen, "46x10", "46x10x14x37");
    is_illegal::<International>(fen, "46x41x5", "fits no legal capture");
    is_illegal::<International>(fen, "46x5x5", "fits no legal capture");
}

#[test]
fn a_word_that_fits_several_captures_is_ambiguous() {
    // The capture of 10 alone and the capture of all five pieces have the same ends.
    let fen = "W:WK15:B10,18,19,26,27";
    is_illegal::<Checkers>(fen, "15x6", "ambiguous");
    is_illegal::<Checkers>(fen, "15x6", "15x6x10 or 15x6x10x18x19x26x27");
    is_illegal::<Checkers>(fen, "15-6", "15x6x10 or 15x6x10x18x19x26x27");
    means::<Checkers>(fen, "15-6-10", "15x6x10");
    means::<Checkers>(fen, "15x6x10", "15x6x10");
    means::<Checkers>(fen, "15x6x27x26x19x18x10", "15x6x10x18x19x26x27");
    // Two captures have the same ends and the same number of captured pieces.
    let fen = "W:WK10:B8,11,14,18,29,42";
    is_illegal::<International>(fen, "10x16", "10x16x11x14x18 or 10x16x8x11x14");
    means::<International>(fen, "10x16x14x11x8", "10x16x8x11x14");
}

#[test]
fn a_step_may_be_written_with_an_x() {
    means::<Checkers>("B:W21:B1,2", "1x5", "1-5");
    means::<Checkers>("B:W21:B1,2", "1X6", "1-6");
    is_illegal::<Checkers>("B:W21:B1,2", "2x5", "no capture");
    is_illegal::<Checkers>("B:W21:B1,2", "1x5x6", "no capture");
    is_illegal::<Checkers>("B:W21:B1,2", "1-5-9", "no capture");
    means::<International>("W:WK46:B1", "46x5", "46-5");
}

#[test]
fn malformed_moves_are_refused() {
    for word in [
        "",
        "-",
        "x",
        "1",
        "1-",
        "-1",
        "1x",
        "1--2",
        "1-2x3",
        "1x2-3",
        "1-2-",
        "0-1",
        "1-33",
        "33x1",
        "001-5",
        "1-+5",
        "a-b",
        "1 - 5",
        "pass",
        "1-5\0",
        "é-5",
        "1-5é",
        "1:5",
        "99999999999-1",
    ] {
        assert!(matches!(read::<Checkers>("B:W21:B1", word), Err(MoveError::Syntax(_))), "{word:?}");
    }
    let long = vec!["1"; 100_000].join("x");
    assert!(matches!(read::<Checkers>("B:W21:B1", &long), Err(MoveError::Syntax(_))));
}

/// The text of a route of a legal capture means that capture, unless it fits several. It gives either the squares
/// visited or both ends and the captured squares in any order, with `x` or `-` between them.
struct RoutesAreRead;

impl Check for RoutesAreRead {
    fn check<P: Notation>(&self, book: &'static Book) {
        let mut read_well = 0;
        for seed in 0..3_000 {
            let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
            let naive = random::position(book, rng);
            let position = P::parse_fen(&naive.fen()).expect("a position");
            let legal = naive.legal();
            if legal.is_empty() {
                continue;
            }
            for (visited, taken) in naive.legal_routes() {
                let ends = [visited[0], visited[visited.len() - 1]];
                let set = taken.iter().copied().collect();
                let step = legal.iter().find(|s| s.taken == set && [s.from, s.to] == ends).expect("a legal capture");
                let text =
                    |numbers: &[i32]| numbers.iter().map(|&number| naive.name(number)).collect::<Vec<_>>().join("x");
                let mut shuffled = taken;
                shuffled.shuffle(rng);
                let words = [text(&visited), text(&[&ends[..], &shuffled].concat())];
                for word in words.iter().flat_map(|word| [word.clone(), word.replace('x', "-")]) {
                    let context = format!("{}, seed {seed}: {word} in {}", book.name, naive.fen());
                    match position.parse_move(&word) {
                        Ok(m) => {
                            let exact = legal.iter().any(|other| naive.text(other) == word.replace('-', "x"));
                            assert!(exact || position.write_move(m) == naive.text(step), "{context}");
                            read_well += 1;
                        }
                        Err(MoveError::Illegal(why)) => assert!(why.contains("ambiguous"), "{context}: {why}"),
                        Err(error) => panic!("{error}: {context}"),
                    }
                }
            }
        }
        assert!(read_well > 1_000, "{}: {read_well}", book.name);
    }
}

#[test]
fn every_route_is_read() {
    check_all(&RoutesAreRead);
}

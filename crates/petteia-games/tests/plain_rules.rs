//! The rules of the custodial games against those of the plain player of the example `yardstick`.

#[path = "../examples/yardstick/board.rs"]
mod board;

use petteia_games::{
    Gonu, Latrunculi8x8, Latrunculi12x8, LatrunculiConversion, Notation, Outcome, Position, Side, Sparta, TablutCross,
};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use board::Board;

/// Plays random games and compares moves, boards and ends.
fn random_games_agree<P: Position + Notation>(variant: &str, white: Side) {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    for game in 0..20 {
        let (mut position, mut plain) = (P::start(), Board::start(variant).expect("a start"));
        for ply in 0..150 {
            let place = || format!("{variant}, game {game}, ply {ply}: {}", position.to_fen());
            assert_eq!(plain.to_fen(), position.to_fen(), "{}", place());
            assert_eq!(
                plain.with_fen(&position.to_fen()).map(|read| read.key()).ok(),
                Some(plain.key()),
                "{}",
                place()
            );
            let by_rules = plain.loser().map(|side| if side > 0 { white } else { !white });
            let moves = if by_rules.is_some() { Vec::new() } else { plain.moves(plain.side) };
            let loser = by_rules.or_else(|| moves.is_empty().then_some(position.side()));
            assert_eq!(position.outcome(), loser.map(|side| Outcome::Win(!side)), "{}", place());
            assert_eq!(Ok(plain.moves(plain.side).len()), plain.mobility(plain.side).try_into());
            let mut words: Vec<String> = moves.iter().map(|&m| plain.write_move(m)).collect();
            let mut expected: Vec<String> = position.legal_moves().iter().map(|&m| position.write_move(m)).collect();
            words.sort();
            expected.sort();
            assert_eq!(words, expected, "{}", place());
            if words.is_empty() {
                break;
            }
            let word = &words[rng.random_range(0..words.len())];
            let m = position.parse_move(word).expect("a legal move");
            position.play_unchecked(m);
            plain = plain.after(plain.read_move(word).expect("a move"));
        }
    }
}

#[test]
fn rules_of_the_plain_player() {
    random_games_agree::<Gonu>("gonu", Side::First);
    random_games_agree::<Latrunculi8x8>("latrunculi", Side::First);
    random_games_agree::<Latrunculi12x8>("latrunculi-12x8", Side::First);
    random_games_agree::<LatrunculiConversion>("latrunculi-conversion", Side::First);
    random_games_agree::<TablutCross>("tablut", Side::Second);
    random_games_agree::<Sparta>("sparta", Side::First);
}

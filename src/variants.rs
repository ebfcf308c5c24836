//! The only list of games.

use crate::games::draughts::{self, Checkers, International};
use crate::games::dvonn::{self, Dvonn};
use crate::games::reversi::{self, Reversi};
use crate::session::Variant;

/// Every game, the default one first.
pub static VARIANTS: &[Variant] = &[
    Variant::sequential::<Dvonn, dvonn::eval::HandEval>("dvonn", include_str!("../fixtures/bench/dvonn.txt")),
    Variant::sequential::<Reversi, reversi::eval::HandEval>("reversi", include_str!("../fixtures/bench/reversi.txt"))
        .also(&["othello", "flipello"]),
    Variant::sequential::<Checkers, draughts::eval::HandEval>(
        "checkers",
        include_str!("../fixtures/bench/checkers.txt"),
    )
    .also(&["english"]),
    Variant::sequential::<International, draughts::eval::HandEval>(
        "draughts",
        include_str!("../fixtures/bench/draughts.txt"),
    )
    .also(&["international"]),
];

#[cfg(test)]
mod tests {
    use super::VARIANTS;
    use crate::session::{Setup, Variant};

    #[test]
    fn names_are_distinct_and_every_bench_position_is_one() {
        for (i, variant) in VARIANTS.iter().enumerate() {
            assert!(variant.names().all(|name| Variant::find(&VARIANTS[..i], name).is_none()));
            for fen in variant.bench.lines().filter(|line| !line.starts_with('#')) {
                let game = (variant.open)(&Setup { fen: Some(fen), seed: 0 });
                assert_eq!(game.map(|game| game.fen()).as_deref(), Ok(fen), "{}", variant.name);
            }
        }
    }
}

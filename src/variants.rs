//! The only list of games.

use crate::games::dixit::Dixit;
use crate::games::dixit::player::Listening;
use crate::games::draughts::{self, Checkers, International};
use crate::games::dvonn::{self, Dvonn};
use crate::games::epigo::{self, Epigo};
use crate::games::gonu::{self, Gonu};
use crate::games::latrunculi::{self, Conversion, Eight, EightBySeven, NineteenByEleven, TwelveByEight, TwelveByNine};
use crate::games::reversi::{self, Reversi};
use crate::games::sparta::{self, Sparta};
use crate::games::tablut::{self, Cross, Square};
use crate::learning::TrainableGame;
use crate::session::Variant;

/// Every game, the default one first.
pub static VARIANTS: &[Variant] = &[
    Variant::sequential::<Dvonn, dvonn::eval::Learned>("dvonn", include_str!("../fixtures/bench/dvonn.txt")),
    Variant::sequential::<Reversi, reversi::eval::Learned>("reversi", include_str!("../fixtures/bench/reversi.txt"))
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
    Variant::sequential::<Gonu, gonu::eval::HandEval>("gonu", include_str!("../fixtures/bench/gonu.txt")),
    Variant::sequential::<Cross, tablut::eval::HandEval>("tablut", include_str!("../fixtures/bench/tablut.txt")),
    Variant::sequential::<Square, tablut::eval::HandEval>(
        "tablut-square",
        include_str!("../fixtures/bench/tablut-square.txt"),
    ),
    Variant::sequential::<Eight, latrunculi::eval::HandEval>(
        "latrunculi",
        include_str!("../fixtures/bench/latrunculi.txt"),
    ),
    Variant::sequential::<EightBySeven, latrunculi::eval::HandEval>(
        "latrunculi-8x7",
        include_str!("../fixtures/bench/latrunculi-8x7.txt"),
    ),
    Variant::sequential::<TwelveByEight, latrunculi::eval::HandEval>(
        "latrunculi-12x8",
        include_str!("../fixtures/bench/latrunculi-12x8.txt"),
    ),
    Variant::sequential::<TwelveByNine, latrunculi::eval::HandEval>(
        "latrunculi-12x9",
        include_str!("../fixtures/bench/latrunculi-12x9.txt"),
    ),
    Variant::sequential::<NineteenByEleven, latrunculi::eval::HandEval>(
        "latrunculi-19x11",
        include_str!("../fixtures/bench/latrunculi-19x11.txt"),
    ),
    Variant::sequential::<Conversion, latrunculi::eval::HandEval>(
        "latrunculi-conversion",
        include_str!("../fixtures/bench/latrunculi-conversion.txt"),
    ),
    Variant::sequential::<Sparta, sparta::eval::HandEval>("sparta", include_str!("../fixtures/bench/sparta.txt")),
    Variant::simultaneous::<Epigo, epigo::eval::HandWorth>("epigo", include_str!("../fixtures/bench/epigo.txt")),
    Variant::party::<Dixit, Listening>("dixit", include_str!("../fixtures/bench/dixit.txt")),
];

/// The games whose evaluation is learnt, with the units of their networks.
pub static TRAINABLE_GAMES: &[TrainableGame] = &[
    TrainableGame::of::<Dvonn, dvonn::eval::Learned, { dvonn::eval::LINEAR }, { dvonn::eval::SCRELU }>("dvonn"),
    TrainableGame::of::<Reversi, reversi::eval::Learned, { reversi::eval::LINEAR }, { reversi::eval::SCRELU }>(
        "reversi",
    ),
];

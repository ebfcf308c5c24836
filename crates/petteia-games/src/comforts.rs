//! Standard traits of positions: text to and from, defaults, hashes.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use petteia_core::{FenError, Notation, Party, Position, Simultaneous, SimultaneousNotation};

use crate::draughts::{Draughts, Rules};
use crate::{Dixit, Dvonn, Epigo, Gonu, Sparta, latrunculi, reversi, tafl};

/// Text to and from a position, by its FEN, and a hash by its key.
macro_rules! text_forms {
    ($notation:ident, $game:ident: [$($generics:tt)*] $position:ty) => {
        /// Reads the FEN of the game.
        impl<$($generics)*> FromStr for $position {
            type Err = FenError;

            fn from_str(text: &str) -> Result<Self, FenError> {
                <Self as $notation>::parse_fen(text)
            }
        }

        /// Writes the FEN of the game.
        impl<$($generics)*> fmt::Display for $position {
            fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str(&<Self as $notation>::to_fen(self))
            }
        }

        /// Equal positions have equal keys.
        impl<$($generics)*> Hash for $position {
            fn hash<H: Hasher>(&self, state: &mut H) {
                state.write_u64(<Self as $game>::key(self));
            }
        }

        /// Writes the FEN of the game.
        #[cfg(feature = "serde")]
        impl<$($generics)*> serde::Serialize for $position {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        /// Reads the FEN of the game.
        #[cfg(feature = "serde")]
        impl<'de, $($generics)*> serde::Deserialize<'de> for $position {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
                text.parse().map_err(|error: FenError| {
                    serde::de::Error::custom(format!("position, character {}: {error}", error.at + 1))
                })
            }
        }
    };
}

/// The text forms of a game with a position at the start of each game, and that position as the default.
macro_rules! with_start {
    ($notation:ident, $game:ident: $([$($generics:tt)*] $position:ty),+ $(,)?) => {$(
        text_forms!($notation, $game: [$($generics)*] $position);

        /// The position at the start of a game.
        impl<$($generics)*> Default for $position {
            fn default() -> Self {
                <Self as $game>::start()
            }
        }
    )+};
}

with_start! { Notation, Position:
    [] Dvonn,
    [const SIZE: usize] reversi::SizedReversi<SIZE>,
    [R: Rules] Draughts<R>,
    [] Gonu,
    [R: tafl::rules::Rules, const SIZE: usize, const WORDS: usize] tafl::Tafl<R, SIZE, WORDS>,
    [const FILES: usize, const RANKS: usize, const WORDS: usize, const DUX: bool]
        latrunculi::Latrunculi<FILES, RANKS, WORDS, DUX>,
    [] Sparta,
}
with_start! { SimultaneousNotation, Simultaneous: [] Epigo }
// A game of Dixit begins with a random deal.
text_forms!(Party, Party: [] Dixit);

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::fmt::Debug;

    use super::*;
    use crate::{
        Brandub, Checkers, Copenhagen, GameOptions, International, LatrunculiConversion, Reversi, Reversi6x6,
        TablutCross, TablutSquare,
    };

    /// Positions of a random game.
    fn some_positions<P: Position>() -> Vec<P> {
        let mut positions = vec![P::start()];
        for i in 1..30_usize {
            let last = positions[positions.len() - 1];
            let moves = last.legal_moves();
            let Some(&m) = moves.get((7 * i) % moves.len().max(1)) else { break };
            positions.push(last.play(m).expect("a legal move"));
        }
        positions
    }

    fn text_and_hash<P>(positions: &[P])
    where
        P: Clone + Debug + fmt::Display + FromStr<Err = FenError> + Eq + Hash,
    {
        let distinct: HashSet<&P> = positions.iter().collect();
        assert_eq!(distinct.len(), positions.len());
        for position in positions {
            assert_eq!(position.to_string().parse().as_ref(), Ok(position));
            assert!(distinct.contains(&position.clone()));
        }
        assert!("nothing of the kind".parse::<P>().is_err());
    }

    fn sequential<P: Position + Default + Debug + fmt::Display + FromStr<Err = FenError> + Hash>() {
        assert_eq!(P::default(), P::start());
        let positions = some_positions::<P>();
        assert!(positions.len() > 20);
        text_and_hash(&positions);
    }

    #[test]
    fn positions_have_text_defaults_and_hashes() {
        sequential::<Dvonn>();
        sequential::<Reversi>();
        sequential::<Reversi6x6>();
        sequential::<Checkers>();
        sequential::<International>();
        sequential::<Gonu>();
        sequential::<TablutCross>();
        sequential::<TablutSquare>();
        sequential::<Brandub>();
        sequential::<Copenhagen>();
        sequential::<LatrunculiConversion>();
        sequential::<Sparta>();
        text_and_hash(&[Epigo::default()]);
        text_and_hash(&[Dixit::deal(&GameOptions::default())]);
    }

    #[cfg(feature = "serde")]
    #[test]
    fn positions_and_moves_are_serialized() {
        let position = Checkers::default();
        let json = serde_json::to_string(&position).expect("JSON");
        assert_eq!(json, format!("\"{position}\""));
        assert_eq!(serde_json::from_str::<Checkers>(&json).expect("a position"), position);
        let error = serde_json::from_str::<Checkers>("\"B:W33:B1\"").expect_err("no square 33").to_string();
        assert!(error.starts_with("position, character 4: expected "), "{error}");
        for m in position.legal_moves() {
            let json = serde_json::to_string(&m).expect("JSON");
            assert_eq!(serde_json::from_str::<crate::draughts::Move>(&json).expect("a move"), m);
        }
        let outcome = crate::Outcome::Win(crate::Side::Second);
        assert_eq!(serde_json::to_string(&outcome).expect("JSON"), r#"{"Win":"Second"}"#);
    }
}

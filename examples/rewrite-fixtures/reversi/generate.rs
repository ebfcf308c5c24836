//! Writes the fixtures that the naive board makes: moves from random games.

use std::collections::BTreeMap;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;

use crate::reversi::naive::{DIRECTIONS, EMPTY, Naive, square_of};
use crate::reversi::random;

const FILE: &str = "fixtures/reversi/effects.txt";
/// Number of games; enough for the rarest feature.
const GAMES: u64 = 30_000;
/// Cases wanted for each feature.
const WANTED: u64 = 4;

/// Writes the files.
pub fn write_fixtures() {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let mut cases = Vec::new();
    for seed in 0..GAMES {
        let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
        for (ply, (position, word)) in random::game::<8>(rng).line.iter().enumerate() {
            let features = features(position, word);
            // The number wanted grows by one with each game, so that common features come from many games.
            let wanted = |feature: &String| counts.get(feature).is_none_or(|&count| count < WANTED.min(seed + 1));
            // Some moves are skipped at random, so that the first one of a kind is not always taken.
            if !features.iter().any(wanted) || rng.random_bool(0.75) {
                continue;
            }
            cases.push(format!("case game {seed} ply {ply}: {}\n{}", features.join(", "), case(position, word)));
            for feature in features {
                *counts.entry(feature).or_default() += 1;
            }
        }
    }
    let features: Vec<String> = counts.iter().map(|(feature, count)| format!("{feature} {count}")).collect();
    let text = format!(
        "# Reversi: what a move does. From the naive board in tests/rules/reversi: {} cases, each reached by play.\n\
         # `cargo run --release --features tools --example rewrite-fixtures` makes them anew.\n# {}\n\n{}",
        cases.len(),
        features.join("; "),
        cases.join("\n")
    );
    crate::replace(FILE, text);
}

/// Names of the features of a move, for the choice of fixtures.
fn features(position: &Naive, word: &str) -> Vec<String> {
    let (after, flipped) = position.play(word);
    let mut features = Vec::new();
    let mut rows = Vec::new();
    if word == "pass" {
        features.push("pass".into());
    } else {
        for direction in DIRECTIONS {
            let row = position.row(position.mover, square_of(word), direction).len();
            if row > 0 {
                rows.push(row);
                features.push(direction.2.into());
            }
        }
        features.push(match rows.len() {
            1 => "one direction".into(),
            many => format!("{many} directions"),
        });
    }
    let over = after.result() != "none";
    let full = after.count(EMPTY) == 0;
    let conditions = [
        ("a row of 5", rows.contains(&5)),
        ("a row of 6", rows.contains(&6)),
        ("10 discs or more", flipped.len() >= 10),
        ("corner", ["a1", "a8", "h1", "h8"].contains(&word)),
        ("the opponent must pass", after.moves() == ["pass"]),
        ("over, the board is full", over && full),
        ("over, a colour is wiped out", over && after.score().contains(&0)),
        ("over, both are stuck", over && !full && !after.score().contains(&0)),
        ("p1win", after.result() == "p1win"),
        ("p2win", after.result() == "p2win"),
        ("draw", after.result() == "draw"),
    ];
    features.extend(conditions.iter().filter(|(_, holds)| *holds).map(|(name, _)| (*name).to_owned()));
    features
}

fn case(position: &Naive, word: &str) -> String {
    let played = position.play(word);
    let mut effects = Naive::effects(&played);
    if played.0.result() != "none" {
        effects.push(format!("result {}", played.0.result()));
    }
    effects.push(format!("fen {}", played.0.fen()));
    let [black, white] = position.score();
    let fen = position.fen();
    format!("variant reversi\nfen {fen}\neffects {word}: {}\nscore {black} {white}\n", effects.join("; "))
}

//! Writes the part of the fixtures that the naive board makes: cases from random games.

use std::collections::BTreeMap;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;

use crate::dvonn::features::{of_move, of_position};
use crate::dvonn::naive::{Cell, Naive, Stack};
use crate::dvonn::random;

/// The generator replaces everything from this line on.
const MARK: &str = "# From the naive board in tests/rules/dvonn";

/// Number of games; enough for the rarest feature.
const GAMES: u64 = 6_000;
/// Three openings that put the reds together, for large removals. Every second game begins with one of them, and the
/// others have a random opening.
const OPENINGS: [&[&str]; 3] = [&["a1", "a2", "b1"], &["k5", "j5", "k4"], &["i1", "h1", "j2"]];
/// Number of leaves above which perft goes no deeper.
const LEAVES: u64 = 3_000;
const MAX_DEPTH: u32 = 6;

/// Writes the files.
pub fn write_fixtures() {
    let (mut perft, mut removals) = (Picked::new(8), Picked::new(10));
    for seed in 0..GAMES {
        let opening = if seed % 2 == 0 { &[] } else { OPENINGS[seed as usize / 2 % OPENINGS.len()] };
        let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
        let game = random::game(opening, rng);
        for (ply, (position, word)) in game.line.iter().enumerate() {
            // Some positions are skipped at random, so that the first one of a kind is not always taken.
            if rng.random_bool(0.75) {
                continue;
            }
            let place = format!("game {seed} ply {ply}");
            perft.pick(seed, &of_position(position), &place, || perft_case(position));
            if position.stacking {
                let played = position.play(word);
                removals
                    .pick(seed, &of_move(position, word, &played), &place, || effects_case(position, word, &played));
            }
        }
        perft.pick(seed, &of_position(&game.end), &format!("game {seed}, the end"), || perft_case(&game.end));
    }
    perft.write("fixtures/dvonn/perft.txt");
    removals.write("fixtures/dvonn/removals.txt");
}

/// Cases, and how many of them have each feature.
struct Picked {
    /// Cases wanted for each feature.
    wanted: u64,
    cases: Vec<String>,
    counts: BTreeMap<&'static str, u64>,
}

impl Picked {
    fn new(wanted: u64) -> Self {
        Self { wanted, cases: Vec::new(), counts: BTreeMap::new() }
    }

    /// Takes the case if any of its features is still wanted.
    fn pick(&mut self, game: u64, features: &[&'static str], place: &str, body: impl FnOnce() -> String) {
        // The number wanted grows by one with each game, so that common features come from many games.
        let wanted = self.wanted.min(game + 1);
        if features.iter().all(|feature| self.counts.get(feature).is_some_and(|&count| count >= wanted)) {
            return;
        }
        let body = body();
        if self.cases.iter().any(|case| case.ends_with(&body)) {
            return;
        }
        for feature in features {
            *self.counts.entry(feature).or_default() += 1;
        }
        self.cases.push(format!("case {place}: {}\n{body}", features.join(", ")));
    }

    fn write(&self, path: &str) {
        let old = std::fs::read_to_string(path).expect("the part made by hand");
        let kept = &old[..old.find(MARK).expect("the mark")];
        let features: Vec<String> = self.counts.iter().map(|(feature, count)| format!("{feature} {count}")).collect();
        let head = format!("{MARK}: {} cases.\n# {}\n", self.cases.len(), features.join("; "));
        crate::replace(path, format!("{kept}{head}\n{}", self.cases.join("\n")));
    }
}

fn header(position: &Naive) -> String {
    format!("variant dvonn\nfen {}\n", position.fen())
}

fn score(position: &Naive) -> String {
    let [white, black] = position.score();
    format!("score {white} {black}\n")
}

fn perft_case(position: &Naive) -> String {
    let mut text = header(position);
    text += &["moves".to_owned()].into_iter().chain(position.moves()).collect::<Vec<_>>().join(" ");
    for depth in 1..=MAX_DEPTH {
        let leaves = position.perft(depth);
        text += &format!("\nperft {depth} {leaves}");
        if leaves > LEAVES {
            break;
        }
    }
    let result = position.result();
    let reason = if result == "none" { "none" } else { "no-moves" };
    format!("{text}\n{}result {result}\nreason {reason}\n", score(position))
}

fn effects_case(position: &Naive, word: &str, played: &(Naive, Vec<(Cell, Stack)>)) -> String {
    let mut effects = Naive::effects(played);
    if played.0.result() != "none" {
        effects.push(format!("result {}", played.0.result()));
    }
    effects.push(format!("fen {}", played.0.fen()));
    format!("{}effects {word}: {}\n{}", header(position), effects.join("; "), score(position))
}

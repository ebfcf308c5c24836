//! Writes the fixtures that the naive board makes: moves from random games and positions.

use std::collections::{BTreeMap, BTreeSet};

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;

use crate::draughts::books::{
    ANTIDRAUGHTS, BRAZILIAN, BREAKTHROUGH, Book, ENGLISH, FRISIAN, INTERNATIONAL, ITALIAN, KILLER, RUSSIAN,
};
use crate::draughts::naive::{Naive, Route, Step};
use crate::draughts::random;

/// Number of seeds; enough for the rarest feature.
const SEEDS: u64 = 3_000;
/// Cases wanted for each feature.
const WANTED: u64 = 4;

/// Writes the files.
pub fn write_fixtures() {
    for book in
        [&ENGLISH, &INTERNATIONAL, &RUSSIAN, &BRAZILIAN, &ITALIAN, &FRISIAN, &KILLER, &BREAKTHROUGH, &ANTIDRAUGHTS]
    {
        write(book);
    }
}

fn write(book: &'static Book) {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    let mut cases = Vec::new();
    for seed in 0..SEEDS {
        let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
        let (line, _) = random::game(book, rng);
        let game = line
            .into_iter()
            .enumerate()
            .map(|(ply, (position, step))| (format!("game {seed} ply {ply}"), position, step));
        let filling = random::position(book, rng);
        let steps = filling.legal().into_iter().take(5).map(|step| (format!("filling {seed}"), filling.clone(), step));
        for (place, position, step) in game.chain(steps) {
            let features = features(&position, &step);
            let wanted = |feature: &&str| counts.get(feature).is_none_or(|&count| count < WANTED.min(seed + 1));
            // Some moves are skipped at random, so that the first one of a kind is not always taken.
            if !features.iter().any(wanted) || rng.random_bool(0.5) {
                continue;
            }
            cases.push(format!("case {place}: {}\n{}", features.join(", "), case(&position, &step)));
            for feature in features {
                *counts.entry(feature).or_default() += 1;
            }
        }
    }
    let features: Vec<String> = counts.iter().map(|(feature, count)| format!("{feature} {count}")).collect();
    let text = format!(
        "# What a move does in {}. From the naive board in tests/rules/draughts: {} cases from random games, and from\n\
         # fillings that no game reaches.\n\
         # `cargo run --release --features tools --example rewrite-fixtures` makes them anew.\n# {}\n\n{}",
        book.name,
        cases.len(),
        features.join("; "),
        cases.join("\n")
    );
    crate::replace(format!("fixtures/{}/effects.txt", book.name), text);
}

/// Names of the features of a move, for the choice of fixtures.
fn features(position: &Naive, step: &Step) -> Vec<&'static str> {
    let after = position.play(step).after;
    let routes: Vec<Route> = position.routes();
    let most = routes.iter().map(|(_, taken)| taken.len()).max().unwrap_or(0);
    let least = routes.iter().map(|(_, taken)| taken.len()).min().unwrap_or(0);
    let mine: Vec<_> = routes
        .iter()
        .filter(|(visited, taken)| {
            taken.iter().copied().collect::<BTreeSet<i32>>() == step.taken
                && visited.first() == Some(&step.from)
                && visited.last() == Some(&step.to)
        })
        .collect();
    let row = |number: i32| position.cell(number).0;
    let king = position.piece(step.from).is_ascii_uppercase();
    let far = position.far_row(position.mover);
    let backward = |visited: &[i32]| {
        visited.windows(2).any(|leg| (row(leg[1]) - row(leg[0])) * Naive::forward(position.mover) < 0)
    };
    let long = |visited: &[i32]| visited.windows(2).any(|leg| (row(leg[1]) - row(leg[0])).abs() > 2);
    let capture = !step.taken.is_empty();
    let takes_king = step.taken.iter().any(|&square| position.piece(square).is_ascii_uppercase());
    let passes = mine.iter().any(|(visited, _)| visited[..visited.len() - 1].iter().skip(1).any(|&at| row(at) == far));
    let crowned = !king && row(step.to) == far;
    // Whether the new king could capture more pieces from its square.
    let could_go_on = || {
        let mut again = after.clone();
        again.mover = position.mover;
        again.routes().iter().any(|(visited, _)| visited[0] == step.to)
    };
    let conditions = [
        ("a man's step", !king && !capture),
        ("a king's step", king && !capture),
        ("a king's step of several squares", king && !capture && (row(step.from) - row(step.to)).abs() > 1),
        ("one taken", step.taken.len() == 1),
        ("two taken", step.taken.len() == 2),
        ("three or more taken", step.taken.len() > 2),
        ("five or more taken", step.taken.len() > 4),
        ("a man captures backward", capture && !king && mine.iter().any(|(visited, _)| backward(visited))),
        ("a king captures", capture && king),
        ("a king captures from afar", capture && king && mine.iter().any(|(visited, _)| long(visited))),
        ("fewer could be taken", capture && least < most && step.taken.len() == most),
        ("more could be taken", capture && step.taken.len() < most),
        ("takes a king", takes_king),
        ("several routes", mine.len() > 1),
        (
            "several captures with the same ends",
            position.legal().iter().filter(|other| capture && other.from == step.from && other.to == step.to).count()
                > 1,
        ),
        ("ends where it began", capture && step.from == step.to),
        ("crowned by a step", crowned && !capture),
        ("crowned by a capture", crowned && capture),
        ("crowned where a king could go on", crowned && capture && could_go_on()),
        ("passes the far row", !king && capture && passes && !crowned),
        ("the last piece is taken", after.score().contains(&0)),
        ("the opponent is blocked", after.result() != "none" && !after.score().contains(&0)),
        ("p1win", after.result() == "p1win"),
        ("p2win", after.result() == "p2win"),
    ];
    conditions.iter().filter(|(_, holds)| *holds).map(|(name, _)| *name).collect()
}

fn case(position: &Naive, step: &Step) -> String {
    let [first, second] = position.score();
    let (name, fen, word) = (position.book.name, position.fen(), position.text(step));
    format!("variant {name}\nfen {fen}\neffects {}\nscore {first} {second}\n", position.play(step).answer(&word))
}

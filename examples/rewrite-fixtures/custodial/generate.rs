//! Writes the fixtures that the naive board makes: moves from random games and positions.

use std::collections::BTreeMap;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;

use crate::custodial::naive::{GAMES, Game, Naive, Rules, Step, TablutSquare, owner};
use crate::custodial::random;

/// Number of seeds; enough for the rarest feature.
const SEEDS: u64 = 2_000;
/// Cases wanted for each feature.
const WANTED: u64 = 3;

/// Writes the files.
pub fn write_fixtures() {
    for room in ["gonu", "tablut", "latrunculi", "sparta"] {
        let cases: Vec<String> =
            GAMES.iter().filter(|game| game.name.split('-').next() == Some(room)).flat_map(cases).collect();
        let text = format!(
            "# What a move does. From the naive board in tests/rules/custodial: {} cases from random games, and from fillings\n\
             # that no game reaches. Labels say what is remarkable, by the points of the rules in protocol.md.\n\
             # `cargo run --release --features tools --example rewrite-fixtures` makes them anew.\n\n{}",
            cases.len(),
            cases.join("\n")
        );
        crate::replace(format!("fixtures/{room}/effects.txt"), text);
    }
}

fn cases(game: &'static Game) -> Vec<String> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    let mut cases = Vec::new();
    for seed in 0..if game.files > 9 { 30 } else { SEEDS } {
        let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
        let (line, _) = random::game(game, rng);
        let filling = random::position(game, rng);
        let played =
            line.into_iter().enumerate().map(|(ply, (naive, step))| (format!("game {seed} ply {ply}"), naive, step));
        let filled = filling.legal().into_iter().map(|step| (format!("filling {seed}"), filling, step));
        for (place, naive, step) in played.chain(filled) {
            let features = features(&naive, step);
            let wanted = |feature: &&str| counts.get(feature).is_none_or(|&count| count < WANTED.min(seed + 1));
            // Some moves are skipped at random, so that the first one of a kind is not always taken.
            if !features.iter().any(wanted) || rng.random_bool(0.7) {
                continue;
            }
            let [first, second] = naive.score();
            cases.push(format!(
                "case {place}: {}\nvariant {}\nfen {}\neffects {}\nscore {first} {second}\n",
                features.join(", "),
                game.name,
                naive.fen(),
                naive.answer(step)
            ));
            for feature in features {
                *counts.entry(feature).or_default() += 1;
            }
        }
    }
    cases
}

fn beside(a: TablutSquare, b: TablutSquare) -> bool {
    (a.0 - b.0).abs() + (a.1 - b.1).abs() == 1
}

/// Names of the features of a move, for the choice of fixtures.
fn features(naive: &Naive, step: Step) -> Vec<&'static str> {
    let (after, taken, piece) = (naive.play(step), naive.taken(step), naive.at(step.from));
    let lone = |letter: u8| letter.to_ascii_lowercase();
    let enemies_beside: Vec<TablutSquare> = naive
        .squares()
        .filter(|&square| beside(square, step.to) && owner(naive.at(square)) == owner(after_mover(&after)))
        .collect();
    let spared = |letter: u8| {
        enemies_beside.iter().any(|&square| naive.at(square) == letter && between(&after, square, step.to))
    };
    let rules = naive.game.rules;
    let edge = |(file, rank): TablutSquare| {
        file == 0 || rank == 0 || file + 1 == naive.game.files || rank + 1 == naive.game.ranks
    };
    let moved_between = enemies_beside
        .iter()
        .any(|&(file, rank)| enemies_beside.contains(&(2 * step.to.0 - file, 2 * step.to.1 - rank)));
    let over_throne = |from: TablutSquare, to: TablutSquare| {
        (from.0 == 4 && to.0 == 4 && (from.1 - 4) * (to.1 - 4) < 0)
            || (from.1 == 4 && to.1 == 4 && (from.0 - 4) * (to.0 - 4) < 0)
    };
    let tablut = rules == Rules::Tablut;
    let king_taken = tablut && taken.iter().any(|&square| naive.at(square) == b'K');
    let in_row =
        taken.iter().any(|&(file, rank)| taken.contains(&(file + 1, rank)) || taken.contains(&(file, rank + 1)));
    let conditions = [
        ("point 1: a quiet move", rules != Rules::Gonu && naive.is_quiet(step)),
        ("point 2: a quiet move", rules == Rules::Gonu && naive.is_quiet(step)),
        ("one taken", taken.len() == 1),
        ("two taken", taken.len() == 2),
        ("three or more taken", taken.len() > 2),
        ("taken at the edge", taken.iter().copied().any(edge)),
        ("moves in between", moved_between && taken.is_empty()),
        ("moves in between and takes across", moved_between && !taken.is_empty()),
        ("the dux moves", lone(piece) == b'd' && !tablut),
        ("the dux takes", lone(piece) == b'd' && !tablut && !taken.is_empty()),
        ("point 3: a dux between two is safe", rules == Rules::Dux && (spared(b'd') || spared(b'D'))),
        ("point 4: the king between two guards or mercenaries stays", tablut && !king_taken && spared(b'K')),
        ("point 2: over the empty throne", tablut && over_throne(step.from, step.to) && naive.at((4, 4)) == b'.'),
        ("the king moves", piece == b'K'),
        ("point 5: the king is taken", king_taken),
        ("point 5: the king and another are taken", king_taken && taken.len() > 1),
        (
            "point 5: the king is taken at the edge",
            king_taken && taken.iter().any(|&at| naive.at(at) == b'K' && edge(at)),
        ),
        (
            "point 5: the king is taken beside the empty throne",
            king_taken
                && taken.iter().any(|&at| naive.at(at) == b'K' && beside(at, (4, 4)))
                && after.at((4, 4)) == b'.',
        ),
        ("a hero moves", lone(piece) == b'h'),
        ("point 3: a hero takes a row", lone(piece) == b'h' && in_row),
        ("point 2: a warrior becomes a hero", piece != after.at(step.to)),
        ("point 3: a new hero takes", piece != after.at(step.to) && !taken.is_empty()),
        ("point 2: a city is conquered", naive.conquers(step)),
        ("a conqueror takes", naive.conquers(step) && !taken.is_empty()),
        ("ends by king-captured", after.reason() == "king-captured"),
        ("ends by king-escaped", after.reason() == "king-escaped"),
        ("ends by dux-caught", after.reason() == "dux-caught"),
        ("ends by no-men", after.reason() == "no-men"),
        ("ends by no-moves", after.reason() == "no-moves"),
        ("ends by cities", after.reason() == "cities"),
        ("the mover loses", after.result() != "none" && (after.result() == "p1win") != (naive.mover == naive.first())),
    ];
    conditions.iter().filter(|(_, holds)| *holds).map(|(name, _)| *name).collect()
}

/// A letter of the side to move.
fn after_mover(after: &Naive) -> u8 {
    if after.mover == b'w' { b'W' } else { b'b' }
}

/// Whether the piece on `square` stands between the piece on `to` and another piece of that side.
fn between(after: &Naive, square: TablutSquare, to: TablutSquare) -> bool {
    let beyond = (2 * square.0 - to.0, 2 * square.1 - to.1);
    owner(after.at(beyond)) == owner(after.at(to))
}

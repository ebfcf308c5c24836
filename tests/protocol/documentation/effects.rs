//! The table of effects in `protocol.md` against the effects of random games.

use std::collections::BTreeSet;

use petteia_engine::{Engine, Session, ToMove, VARIANTS};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::page;

/// The word that names an effect: slots, orders and squares contain other characters than letters.
fn name_of(effect: &str) -> &str {
    let is_name = |word: &&str| word.len() > 1 && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    effect.split(' ').find(is_name).unwrap_or_else(|| panic!("no name in '{effect}'"))
}

/// The names in the table.
fn documented() -> BTreeSet<String> {
    let text = page("protocol.md");
    let rows = text.lines().skip_while(|line| !line.starts_with("| Effect |")).skip(2);
    let cells = rows.take_while(|line| line.starts_with('|')).filter_map(|row| row.split('|').nth(1));
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2).map(|effect| name_of(effect).to_owned())).collect()
}

/// A random move of the current position; `None` at the end of the game.
fn random_move(game: &dyn Session, rng: &mut Xoshiro256PlusPlus) -> Option<String> {
    if game.result().is_some() {
        return None;
    }
    let mut choose = |seat| game.moves(seat).expect("moves").choose(rng).cloned();
    match game.turn() {
        ToMove::Side(_) => choose(None),
        ToMove::Both => Some(format!("{}/{}", choose(Some(1))?, choose(Some(2))?)),
        ToMove::Seats(seats) => choose(Some(seats[0])),
    }
}

#[test]
fn the_table_of_effects_is_complete() {
    let mut found = BTreeSet::new();
    let seed: u64 = 7;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for variant in VARIANTS {
        let mut engine = Engine::new(VARIANTS, variant).expect("an engine");
        engine.set_option("Seed", Some("7")).expect("an option");
        // Six seats use up the pile of cards.
        engine.set_option("Seats", Some("6")).expect("an option");
        let games = if variant.secrets { 40 } else { 4 };
        for _ in 0..games {
            engine.new_game().expect("a game");
            for _ in 0..rng.random_range(60..250) {
                let game = engine.game().expect("a position");
                let Some(word) = random_move(game, &mut rng) else { break };
                let effects = game.effects(&word).expect("legal").to_string();
                let (_, effects) = effects.split_once(": ").expect("effects after the move");
                let (effects, _) = effects.rsplit_once("fen ").expect("the position");
                found.extend(effects.split("; ").filter(|effect| !effect.is_empty()).map(|it| name_of(it).to_owned()));
                engine.play(&[&word]).expect("legal");
            }
        }
    }
    found.insert("fen".into());
    assert_eq!(documented(), found, "seed {seed}");
}

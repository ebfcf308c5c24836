//! Clues that a person wrote while looking at the cards.

use petteia_core::GameOptions;
use petteia_core::party::Player;
use petteia_dixit_player::DixitPlayer;
use petteia_games::dixit::Cards;
use petteia_games::dixit::cards::Card;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256StarStar;

fn clues() -> impl Iterator<Item = (Card, &'static str)> {
    let lines = include_str!("../../../fixtures/dixit/clues.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let (card, clue) = line.split_once('\t').expect("a number, a tab and a clue");
        (card.parse().expect("a card"), clue)
    })
}

/// At a table of four, one seat guesses among the storyteller's card and the cards of the two others. Each of these
/// gives the card of six that fits the clue best. A tie counts as a random guess.
#[test]
fn most_clues_are_understood() {
    let player = DixitPlayer::new(&GameOptions::default());
    let rng = &mut Xoshiro256StarStar::seed_from_u64(1);
    let (mut clues_found, mut found, mut tables) = (0, 0.0, 0.0);
    for (card, clue) in clues() {
        let chances = player.card_probabilities(clue);
        let chance = |card: Card| chances[usize::from(card) - 1];
        let mut others: Vec<Card> = Cards::of_deck(84).iter().filter(|&other| other != card).collect();
        let (mut won, mut count) = (0.0, 0.0);
        for _ in 0..200 {
            others.shuffle(rng);
            let decoys: Vec<f64> = others
                .chunks(6)
                .take(2)
                .map(|hand| hand.iter().map(|&card| chance(card)).fold(0.0, f64::max))
                .collect();
            let as_good = decoys.iter().filter(|&&decoy| decoy >= chance(card)).count();
            let better = decoys.iter().filter(|&&decoy| decoy > chance(card)).count();
            won += match (better, as_good) {
                (0, 0) => 1.0,
                (0, 1) => 0.5,
                (0, _) => 1.0 / 3.0,
                _ => 0.0,
            };
            count += 1.0;
        }
        clues_found += usize::from(won > count / 2.0);
        found += won;
        tables += count;
    }
    assert_eq!(clues().count(), 50);
    assert!(clues_found >= 30 && found >= 0.6 * tables, "{clues_found} of 50 clues, {} of tables", found / tables);
}

#[test]
fn case_and_punctuation_make_no_difference() {
    let player = DixitPlayer::new(&GameOptions::default());
    for (_, clue) in clues() {
        assert_eq!(
            player.card_probabilities(clue),
            player.card_probabilities(&format!("\u{201c}{}!\u{201d} ...", clue.to_uppercase()))
        );
    }
    let nothing = player.card_probabilities("\u{1f600} ??");
    assert!(nothing.iter().all(|chance| (chance - 1.0 / 84.0).abs() < 1e-9));
}

//! Matches at a table of four against test opponents of one kind:
//!
//! * random: any of the actions that the engine lists, with the clues that it suggests;
//! * specific: as storyteller, chooses the card and the two neighbouring words of its caption that identify the card
//!   best in the whole deck; gives and votes as the engine does.
//!
//! ```text
//! cargo test --release --test rules -- --ignored --nocapture dixit::
//! ```

use petteia_core::party::Player;
use petteia_core::{GameOptions, Party, RandomSource};
use petteia_dixit_player::DixitPlayer;
use petteia_games::dixit::position::Phase;
use petteia_games::dixit::{Action, Dixit, options as dixit_options};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;

use crate::dixit::{after, any_action};

const GAMES: u64 = 200;

type Opponent = fn(&Dixit, &DixitPlayer, usize, &mut Xoshiro256StarStar) -> Action;

fn random(position: &Dixit, player: &DixitPlayer, seat: usize, rng: &mut Xoshiro256StarStar) -> Action {
    any_action(position, player, seat, rng)
}

fn specific(position: &Dixit, player: &DixitPlayer, seat: usize, rng: &mut Xoshiro256StarStar) -> Action {
    if position.phase() != Phase::Clue {
        return player.advise(&position.observation(seat), seat, &[], 0.0, &|_| false).action;
    }
    let deck = dixit_options::deck(&GameOptions::default());
    let mut best = (0.0, None);
    for action in player.actions(&position.observation(seat), seat) {
        let Action::Clue(card, _) = action else { continue };
        for clue in deck.card(card).caption.split(' ').collect::<Vec<_>>().windows(2).map(|words| words.join(" ")) {
            let chance = player.card_probabilities(&clue)[usize::from(card) - 1];
            // Clues with about the same probability are chosen at random.
            let preference = (100.0 * chance).floor() + rng.random::<f64>();
            if preference > best.0 {
                best = (preference, Some(Action::Clue(card, clue)));
            }
        }
    }
    best.1.expect("a storyteller has cards")
}

/// Plays the games. A win that n seats share counts as 1/n.
#[expect(clippy::print_stdout, reason = "the score of the match is what it is for")]
fn play(name: &str, opponent: Opponent, expected: f64) {
    let player = DixitPlayer::new(&GameOptions::default());
    let (mut won, mut alone, mut turns, mut points) = (0.0, 0, 0, [0, 0]);
    for seed in 0..GAMES {
        let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
        let options = GameOptions { chance: RandomSource::Seed(seed), ..GameOptions::default() };
        let own = (seed % 4) as usize;
        let mut position = Dixit::deal(&options);
        while position.winners().is_none() {
            let seat = (0..4).find(|&seat| position.is_to_act(seat)).expect("a seat");
            let action = if seat == own {
                player.advise(&position.observation(seat), seat, &[], 0.0, &|_| false).action
            } else {
                opponent(&position, &player, seat, rng)
            };
            turns += u64::from(position.phase() == Phase::Clue);
            position = after(&position, &action, &options);
        }
        let (winners, _) = position.winners().expect("the end");
        if winners.contains(&own) {
            won += 1.0 / f64::from(u8::try_from(winners.len()).expect("few"));
            alone += u64::from(winners.len() == 1);
        }
        points[0] += position.scores()[own];
        points[1] += (0..4).filter(|&seat| seat != own).map(|seat| position.scores()[seat]).sum::<i32>();
    }
    let win_rate = won / 200.0;
    let turns = turns / GAMES;
    println!(
        "{name}: {:.1} % won, {alone} of {GAMES} alone, {turns} turns a game, points {points:?}",
        100.0 * win_rate
    );
    assert!(win_rate >= expected, "{name}: {win_rate}");
}

#[test]
#[ignore = "takes a minute"]
fn against_random_players() {
    play("random", random, 0.8);
}

#[test]
#[ignore = "takes minutes"]
fn against_specific_storytellers() {
    play("specific", specific, 0.7);
}

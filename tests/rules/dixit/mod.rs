//! Dixit: its laws along random games, what a seat may see, clues that a person wrote, and matches.

mod clues;
mod laws;
mod matches;
mod views;

use petteia_core::options::OptionValue;
use petteia_core::party::Player;
use petteia_core::{GameOptions, Party, RandomSource};
use petteia_dixit_player::DixitPlayer;
use petteia_games::dixit::options::{SEATS, STORYTELLER};
use petteia_games::dixit::{Action, Dixit};
use rand::Rng;
use rand::seq::IndexedRandom;

/// The actions of every seat that is to act.
fn actions(position: &Dixit, player: &DixitPlayer) -> Vec<Action> {
    let acting = (0..position.seats()).filter(|&seat| position.is_to_act(seat));
    acting.flat_map(|seat| player.actions(&position.observation(seat), seat)).collect()
}

/// A random action of a seat.
fn any_action(position: &Dixit, player: &DixitPlayer, seat: usize, rng: &mut impl Rng) -> Action {
    player.actions(&position.observation(seat), seat).choose(rng).expect("a seat that is to act can").clone()
}

/// Options for a table with this number of seats; `storyteller` counts from 1.
fn table(seed: u64, seats: usize, storyteller: u64) -> GameOptions {
    let options = GameOptions { chance: RandomSource::Seed(seed), ..GameOptions::default() };
    let options = options.with(&SEATS, OptionValue::Number(seats as u64));
    options.with(&STORYTELLER, OptionValue::Number(storyteller))
}

/// The position after a legal action.
fn after(position: &Dixit, action: &Action, options: &GameOptions) -> Dixit {
    let after = position.after(action, &options.chance);
    after.unwrap_or_else(|error| panic!("{error}: {} in {}", Dixit::write_action(action), position.to_fen())).0
}

//! The answers for a seat depend only on its view: changes of hidden information make no difference.

use std::sync::{Arc, Mutex};

use petteia_core::party::Player;
use petteia_core::{GameOptions, Party};
use petteia_dixit_player::DixitPlayer;
use petteia_engine::{GameSetup, JobEvent, SearchRequest, VARIANTS, Variant};
use petteia_games::dixit::cards::Card;
use petteia_games::dixit::position::Phase;
use petteia_games::dixit::{Cards, Dixit};
use petteia_search::{Control, HashTable, Limits, SearchOptions};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;

use crate::dixit::{after, any_action, table};

/// Another position that looks the same to a seat. The cards that the seat does not see are dealt anew, and the votes
/// of the others are changed.
fn disguised(position: &Dixit, seat: usize, rng: &mut impl Rng) -> String {
    let view = position.observation(seat).to_fen();
    let mut fields: Vec<String> = view.split(' ').map(Into::into).collect();
    let number = |text: &str| text.parse::<Card>().expect("a card");
    let known = |field: &str| -> Cards {
        field.split(['/', ',', '+']).filter(|word| !word.starts_with('#') && *word != "-").map(number).collect()
    };
    let seen = [3, 4, 6, 8, 9].into_iter().fold(Cards::default(), |seen, i| seen.and(known(&fields[i])));
    let mut unseen: Vec<Card> = Cards::of_deck(84).without(seen).iter().collect();
    unseen.shuffle(rng);
    // What the others have put on the table.
    let own = known(&fields[4]);
    let mut given: Vec<Card> = known(&fields[6]).without(own).iter().collect();
    given.shuffle(rng);
    let draw = |from: &mut Vec<Card>, count: usize, separator: &str| {
        let mut cards: Vec<Card> = from.drain(..count).collect();
        if separator != "," || count < 20 {
            cards.sort_unstable();
        }
        cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
    };
    let hands: Vec<String> = fields[3].split('/').map(Into::into).collect();
    let mut dealt = Vec::new();
    for hand in hands {
        dealt.push(match hand.strip_prefix('#') {
            Some(count) => draw(&mut unseen, count.parse().expect("a number"), ","),
            None => hand,
        });
    }
    fields[3] = dealt.join("/");
    let gifts: Vec<String> = fields[4].split(',').map(Into::into).collect();
    let mut given_fields = Vec::new();
    for (i, gift) in gifts.into_iter().enumerate() {
        given_fields.push(match &*gift {
            "#" => draw(
                if position.phase() == Phase::Vote { &mut given } else { &mut unseen },
                position.cards_to_give(i),
                "+",
            ),
            _ => gift,
        });
    }
    fields[4] = given_fields.join(",");
    let table: Vec<&str> = fields[6].split(',').collect();
    let votes: Vec<String> = fields[7].split(',').map(Into::into).collect();
    let mut cast = Vec::new();
    for (i, vote) in votes.into_iter().enumerate() {
        let own: Vec<&str> = given_fields[i].split('+').collect();
        let slots: Vec<usize> = (1..=table.len()).filter(|&slot| !own.contains(&table[slot - 1])).collect();
        cast.push(if vote == "#" { slots.choose(rng).expect("a slot").to_string() } else { vote });
    }
    fields[7] = cast.join(",");
    if let Some(count) = fields[8].strip_prefix('#') {
        fields[8] = draw(&mut unseen, count.parse().expect("a number"), ",");
    }
    fields.join(" ")
}

/// The notes and the answer of `go seat` in a position, and the moves of the seat.
fn said(fen: &str, seat: usize) -> Vec<String> {
    let variant = Variant::find(VARIANTS, "dixit").expect("the game");
    let options = GameOptions::default();
    let game = (variant.open)(&GameSetup { fen: Some(fen), options: &options });
    let game = game.unwrap_or_else(|error| panic!("{error}: {fen}"));
    let limits = Limits { nodes: Some(1_000), ..Limits::default() };
    let (options, table) = (SearchOptions::default(), Arc::new(HashTable::new(1).expect("a small table")));
    let request = SearchRequest { seat: Some(seat as u32 + 1), moves: &[], limits, options, table, book: None };
    let search = game.search(&request).expect("a seat");
    let notes = Mutex::new(Vec::new());
    let answer = search(&Control::new(), &|update| {
        if let JobEvent::Note(note) = update {
            notes.lock().expect("one thread").push(note);
        }
    });
    let mut notes = notes.into_inner().expect("one thread");
    notes.push(format!("{answer:?}"));
    notes.extend(game.moves(Some(seat as u32 + 1)).expect("a seat"));
    notes
}

#[test]
fn equal_views_have_equal_answers() {
    let player = DixitPlayer::new(&GameOptions::default());
    let mut disguises = 0;
    for seats in 3..=6 {
        for seed in 0..4 {
            let options = table(seed, seats, 1);
            let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
            let mut position = Dixit::deal(&options);
            for _ in 0..30 {
                if position.winners().is_some() {
                    break;
                }
                for seat in 0..seats {
                    let other = disguised(&position, seat, rng);
                    let read = Dixit::parse_fen(&other).unwrap_or_else(|error| panic!("{error}: {other}"));
                    assert_eq!(read.observation(seat).to_fen(), position.observation(seat).to_fen());
                    disguises += usize::from(other != position.to_fen());
                    let answers = said(&position.to_fen(), seat);
                    assert_eq!(said(&other, seat), answers, "seat {seat}: {other}");
                    assert_eq!(said(&position.observation(seat).to_fen(), seat), answers, "seat {seat}: {other}");
                }
                let acting: Vec<usize> = (0..seats).filter(|&seat| position.is_to_act(seat)).collect();
                let &seat = acting.choose(rng).expect("a seat");
                position = after(&position, &any_action(&position, &player, seat, rng), &options);
            }
        }
    }
    assert!(disguises > 1_000, "{disguises}");
}

//! The laws of party games, along random games at tables of every size.

use std::sync::Arc;

use petteia_core::options::{NamedFile, OptionValue};
use petteia_core::party::Player;
use petteia_core::{GameOptions, MoveError, Party, RandomSource};
use petteia_dixit_player::DixitPlayer;
use petteia_games::dixit::cards::Card;
use petteia_games::dixit::deck::{Deck, MAX_CARDS};
use petteia_games::dixit::options::DECK;
use petteia_games::dixit::position::{GOAL, hand_size};
use petteia_games::dixit::{Action, Cards, Dixit};
use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_xoshiro::Xoshiro256StarStar;

use crate::dixit::{actions, after, any_action, table};

/// Tables of every size, each with three seeds and another first storyteller for each seed.
fn tables() -> impl Iterator<Item = (usize, u64, GameOptions)> {
    (3..=6).flat_map(|seats| (0..3).map(move |seed| (seats, seed, table(seed, seats, seed + 1))))
}

/// A deck of cards without anything in common.
fn deck(size: usize) -> OptionValue {
    let mut deck = Deck::default();
    (1..=size).for_each(|n| deck.append(&format!("1\tword{n}\tcaption{n}\ttag{n}")).expect("a card"));
    OptionValue::File(Some(NamedFile {
        path: "deck".into(),
        fingerprint: Some(deck.fingerprint()),
        value: Arc::new(deck),
    }))
}

/// Tables with the smallest decks that there can be, and with the largest.
fn tables_with_decks() -> impl Iterator<Item = (usize, u64, GameOptions)> {
    let sizes = [(3, 26), (4, 28), (5, 35), (6, 42), (6, MAX_CARDS)];
    sizes.into_iter().map(|(seats, size)| (seats, 5, table(5, seats, 2).with(&DECK, deck(size))))
}

#[test]
fn laws_hold_along_random_games() {
    for (seats, seed, options) in tables().chain(tables_with_decks()) {
        let player = DixitPlayer::new(&options);
        let deck_size = petteia_games::dixit::options::deck(&options).len();
        let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
        let mut position = Dixit::deal(&options);
        assert_eq!(position.deck_size(), deck_size);
        // The laws of a large deck have many actions to check.
        let most_checks = if deck_size > 84 { 20 } else { usize::MAX };
        let mut checks = 0..most_checks;
        while position.winners().is_none() && checks.next().is_some() {
            check_laws(&position, &player, &options);
            let acting: Vec<usize> = (0..seats).filter(|&seat| position.is_to_act(seat)).collect();
            let &seat = acting.choose(rng).expect("a game that goes on waits for someone");
            position = after(&position, &any_action(&position, &player, seat, rng), &options);
        }
        check_laws(&position, &player, &options);
        if position.winners().is_none() {
            continue;
        }
        let most = position.scores().into_iter().max().expect("seats");
        assert!(most >= GOAL.cast_signed());
        let (winners, _) = position.winners().expect("the end");
        assert_eq!(winners, (0..seats).filter(|&seat| position.scores()[seat] == most).collect::<Vec<_>>());
    }
}

fn check_laws(position: &Dixit, player: &DixitPlayer, options: &GameOptions) {
    let fen = position.to_fen();
    let context = format!("seed {}, {fen}", &options.chance);
    let again = Dixit::parse_fen_with(&fen, options).unwrap_or_else(|error| panic!("{error}: {context}"));
    assert!(again == *position && again.key() == position.key(), "{context}");
    for seat in 0..position.seats() {
        let view = position.observation(seat);
        assert!(view.observation(seat) == view, "seat {seat}, {context}");
        assert_eq!(Dixit::parse_fen_with(&view.to_fen(), options), Ok(view.clone()), "seat {seat}, {context}");
        assert_eq!(view.is_to_act(seat), position.is_to_act(seat), "seat {seat}, {context}");
        for other in (0..position.seats()).filter(|&other| other != seat) {
            assert!(view.is_known_to(other).is_err(), "seat {seat} sees the hand of {other}, {context}");
        }
        if position.is_to_act(seat) {
            let action = player.advise(&view, seat, &[], 0.0, &|_| false).action;
            assert!(position.after(&action, &options.chance).is_ok(), "{action:?}, {context}");
        }
    }
    let legal = actions(position, player);
    for action in &legal {
        let word = Dixit::write_action(action);
        assert_eq!(Dixit::read_action(&word).as_ref(), Ok(action), "{context}");
        let seat = position.actor(action);
        let after = after(position, action, options);
        match position.observation(seat).after(action, &options.chance) {
            Ok((seen, _)) => assert!(seen == after.observation(seat), "{word}, {context}"),
            Err(error) => assert!(matches!(error, MoveError::Hidden(_)), "{word}: {error}, {context}"),
        }
    }
    for action in candidate_actions(position) {
        let listed = legal.iter().any(|other| match (other, &action) {
            (Action::Clue(a, _), Action::Clue(b, _)) => a == b,
            (other, action) => other == action,
        });
        match position.after(&action, &options.chance) {
            Ok(_) => assert!(listed, "{action:?}, {context}"),
            Err(error) => assert!(!listed && matches!(error, MoveError::Illegal(_)), "{action:?}: {error}, {context}"),
        }
    }
}

/// Actions of all kinds, for existing and missing seats, cards and slots.
fn candidate_actions(position: &Dixit) -> Vec<Action> {
    let cards = 1..=position.deck_size() as Card;
    let mut actions: Vec<Action> = cards.clone().map(|card| Action::Clue(card, "x".into())).collect();
    for seat in 0..=position.seats() {
        actions.extend(cards.clone().map(|card| Action::Give(seat, [card].into_iter().collect())));
        actions.extend(cards.clone().skip(1).map(|card| Action::Give(seat, [card - 1, card].into_iter().collect())));
        actions.extend((0..=7).map(|slot| Action::Vote(seat, slot)));
    }
    actions
}

#[test]
fn the_order_of_acting_makes_no_difference() {
    let player = DixitPlayer::new(&GameOptions::default());
    for (seats, seed, options) in tables() {
        let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
        let start = Dixit::deal(&options);
        let told = after(&start, &any_action(&start, &player, start.storyteller(), rng), &options);
        let mut gifts: Vec<Action> = (0..seats)
            .filter(|&seat| seat != told.storyteller())
            .map(|seat| any_action(&told, &player, seat, rng))
            .collect();
        let given = gifts.iter().fold(told.clone(), |position, gift| after(&position, gift, &options));
        gifts.shuffle(rng);
        assert!(gifts.iter().fold(told, |position, gift| after(&position, gift, &options)) == given);
        let mut votes: Vec<Action> = (0..seats)
            .filter(|&seat| seat != given.storyteller())
            .map(|seat| any_action(&given, &player, seat, rng))
            .collect();
        let counted = votes.iter().fold(given.clone(), |position, vote| after(&position, vote, &options));
        votes.shuffle(rng);
        assert!(votes.iter().fold(given, |position, vote| after(&position, vote, &options)) == counted);
    }
}

#[test]
fn deals_depend_only_on_the_seed() {
    for (seats, seed, options) in tables() {
        let deal = Dixit::deal(&options);
        let later = Dixit::deal(&table(seed, seats, 2));
        assert_eq!(deal.to_fen()[7..], later.to_fen()[7..], "the first storyteller changes nothing else");
        assert!(deal != Dixit::deal(&table(77, seats, seed + 1)));
        assert!((0..seats).all(|seat| deal.seat(seat).hand.len() == hand_size(seats)));
    }
}

/// A pile that is too short is refilled from the discard, with the cards of the turn.
#[test]
fn a_new_pile_has_the_right_cards() {
    let case = include_str!("../../../fixtures/dixit/cases.txt");
    let case = case.split("\n\n").find(|case| case.contains("refill-5p-4")).expect("the case");
    let fen = case.lines().find_map(|line| line.strip_prefix("fen ")).expect("a position");
    let before = Dixit::parse_fen(fen).expect("a position");
    let mut piles = Vec::new();
    for seed in 0..20 {
        let (after, effects) = before.after(&Action::Vote(4, 1), &RandomSource::Seed(seed)).expect("the last vote");
        assert!(effects.contains(&"reshuffled".into()));
        let fields: Vec<String> = after.to_fen().split(' ').map(Into::into).collect();
        let pile: Vec<Card> = fields[8].split(',').map(|card| card.parse().expect("a card")).collect();
        assert_eq!((pile.len(), &*fields[9]), (54, "-"));
        let drawn = effects.last().expect("the cards drawn").replace("drew ", "");
        let drawn: Cards = drawn.split(' ').map(|part| part[2..].parse::<Card>().expect("a card")).collect();
        let all = drawn.and(pile.iter().copied().collect());
        assert!(all == (1..=59).collect(), "{effects:?}");
        piles.push(pile);
    }
    piles.sort();
    piles.dedup();
    assert_eq!(piles.len(), 20, "every seed shuffles in its own way");
}

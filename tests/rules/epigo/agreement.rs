//! The engine agrees with the naive board on random turns.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;

use petteia_core::{EvaluateSimultaneous, MoveError, Outcome, Side, Simultaneous, SimultaneousNotation};
use petteia_games::epigo::handcrafted::HandcraftedEval;
use petteia_games::epigo::{Choice, Epigo};
use petteia_search::Control;
use petteia_search::perft::PerftOptions;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;

use crate::epigo::naive::{Naive, Order, Square, exists};

/// A random legal plan of a side.
fn plan(naive: &Naive, side: char, rng: &mut impl Rng) -> [Order; 3] {
    let mut numbers = ['1', '2', '3', '4', '5', '6', '7'];
    numbers.shuffle(rng);
    [0, 1, 2].map(|i| {
        let direction = *['N', 'E', 'S', 'W'].choose(rng).expect("a direction");
        (numbers[i], if naive.has((side, numbers[i])) { direction } else { 'x' })
    })
}

fn read_turn(position: &Epigo, word: &str) -> Result<[Choice; 2], MoveError> {
    let (white, black) = word.split_once('/').expect("a choice of each side");
    Ok([position.read_choice(Side::First, white)?, position.read_choice(Side::Second, black)?])
}

fn text_of(position: &Epigo, choices: [Choice; 2]) -> String {
    choices.map(|choice| position.write_choice(choice)).join("/")
}

fn text(plan: [Order; 3]) -> String {
    plan.map(|(number, direction)| format!("{number}{direction}")).join("-")
}

/// A random position with the tiles close together, so that rows are pushed. Each side has lost up to two tiles.
fn scattered(rng: &mut impl Rng) -> Naive {
    let (width, height) = (rng.random_range(4..=8), rng.random_range(4..=8));
    let (left, low) = (rng.random_range(0..=8 - width), rng.random_range(0..=8 - height));
    let part = (left..left + width).flat_map(|file| (low..low + height).map(move |rank| (file, rank)));
    let mut squares: Vec<Square> = part.filter(|&square| exists(square)).collect();
    squares.shuffle(rng);
    let mut tiles: Vec<(char, char)> = Vec::new();
    for side in ['w', 'b'] {
        let mut numbers = ['1', '2', '3', '4', '5', '6', '7'];
        numbers.shuffle(rng);
        // The smallest part of the board has 13 squares, too few for seven tiles of each side.
        let most = (squares.len() / 2).min(7);
        let count = rng.random_range(5.min(most)..=most);
        tiles.extend(numbers[..count].iter().map(|&number| (side, number)));
    }
    Naive { board: squares.into_iter().zip(tiles).collect(), turn: rng.random_range(1..200) }
}

fn compare(naive: &mut Naive, rng: &mut impl Rng, seen: &mut BTreeMap<String, u32>) {
    let position = Epigo::parse_fen(&naive.fen()).unwrap_or_else(|error| panic!("{error}: {}", naive.fen()));
    assert_eq!(position.to_fen(), naive.fen());
    let (white, black) = (plan(naive, 'w', rng), plan(naive, 'b', rng));
    let word = format!("{}/{}", text(white), text(black));
    let context = format!("{} {word}", naive.fen());
    let choices = read_turn(&position, &word).unwrap_or_else(|error| panic!("{error}: {context}"));
    assert_eq!(text_of(&position, choices), word);
    let events = naive.play(white, black);
    assert_eq!(position.effects(choices), events, "{context}");
    let mut after = position;
    after.play_unchecked(choices);
    assert_eq!(after.to_fen(), naive.fen(), "{context}");
    assert_eq!(after.key(), Epigo::parse_fen(&naive.fen()).expect("a position").key(), "{context}");
    let result = match after.outcome() {
        None => "none",
        Some(Outcome::Win(Side::First)) => "p1win",
        Some(Outcome::Win(Side::Second)) => "p2win",
        Some(Outcome::Draw) => "draw",
    };
    assert_eq!(result, naive.result(), "{context}");
    let lost = |side| i32::try_from(naive.lost(side)).expect("few");
    assert_eq!(after.scores(), [lost('b'), lost('w')], "{context}");
    for event in events {
        *seen.entry(event.split(' ').nth(2).unwrap_or_default().into()).or_default() += 1;
        *seen.entry(event.split(' ').nth(1).unwrap_or_default().into()).or_default() += 1;
    }
}

#[test]
fn both_boards_agree_along_random_games() {
    let mut seen = BTreeMap::new();
    for seed in 0..2_000 {
        let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
        let mut naive = if seed % 2 == 0 { scattered(rng) } else { Naive { board: lined_up(rng), turn: 1 } };
        while naive.result() == "none" && naive.turn < 250 {
            compare(&mut naive, rng, &mut seen);
        }
    }
    for event in ["slide", "super", "push", "blocked", "off", "absent", "capture", "cancel"] {
        assert!(seen.get(event).is_some_and(|&count| count > 500), "{event}: {seen:?}");
    }
}

fn lined_up(rng: &mut impl Rng) -> BTreeMap<Square, (char, char)> {
    let mut board = BTreeMap::new();
    let mut words = Vec::new();
    for (side, rank) in [('w', 3), ('b', 4)] {
        let mut tiles = ['1', '2', '3', '4', 'X', '5', '6', '7'];
        tiles.shuffle(rng);
        board.extend(
            (0..8).zip(tiles).filter(|(_, tile)| *tile != 'X').map(|(file, tile)| ((file, rank), (side, tile))),
        );
        words.push(tiles.iter().collect::<String>());
    }
    let mut position = Epigo::start();
    let choices = read_turn(&position, &words.join("/")).expect("line-ups");
    assert_eq!(text_of(&position, choices), words.join("/"));
    assert_eq!(position.effects(choices), ["0 setup"]);
    position.play_unchecked(choices);
    assert_eq!(position.to_fen(), Naive { board: board.clone(), turn: 1 }.fen());
    board
}

#[test]
fn choices_are_distinct_counted_and_read_back() {
    for seed in 0..20 {
        let naive = scattered(&mut Xoshiro256StarStar::seed_from_u64(seed));
        if naive.result() != "none" {
            continue;
        }
        let position = Epigo::parse_fen(&naive.fen()).expect("a position");
        for (side, letter) in Side::BOTH.into_iter().zip(['w', 'b']) {
            let mut words = HashSet::new();
            position.for_each_choice(side, |choice| {
                let word = position.write_choice(choice);
                assert!(position.read_choice(side, &word) == Ok(choice), "{word}, {}", naive.fen());
                assert!(words.insert(word));
            });
            assert_eq!(words.len() as u64, position.count_choices(side));
            assert_eq!(words.len(), [13_440, 9_120, 5_880][naive.lost(letter)]);
        }
    }
    let mut lineups = HashSet::new();
    Epigo::start().for_each_choice(Side::First, |choice| assert!(lineups.insert(Epigo::start().write_choice(choice))));
    assert_eq!(lineups.len() as u64, Epigo::start().count_choices(Side::First));
}

/// Bulk generation of the positions after a choice equals playing each turn.
#[test]
fn bulk_turns_equal_single_turns() {
    for seed in 0..30 {
        let rng = &mut Xoshiro256StarStar::seed_from_u64(seed);
        let naive = if seed % 3 == 0 { Naive { board: lined_up(rng), turn: 1 } } else { scattered(rng) };
        if naive.result() != "none" {
            continue;
        }
        let position = Epigo::parse_fen(&naive.fen()).expect("a position");
        for side in Side::BOTH {
            let own = position.legal_choices(side);
            let &choice = own.choose(rng).expect("a plan");
            let others = position.legal_choices(!side);
            let mut expected = others.iter().map(|&other| position.after(side, choice, other));
            let mut replies = 0;
            let _ = position.for_each_after(side, choice, |after| {
                assert!(expected.next().as_ref() == Some(after), "{}", naive.fen());
                replies += after.count_choices(Side::First) * after.count_choices(Side::Second);
                ControlFlow::Continue(())
            });
            assert!(expected.next().is_none(), "{}", naive.fen());
            assert_eq!(position.count_replies(side, choice), replies, "{}", naive.fen());
        }
    }
}

/// The values of all replies, of which some are taken over from others, equal those of the positions after them.
#[test]
fn values_of_replies_equal_those_of_single_turns() {
    let rng = &mut Xoshiro256StarStar::seed_from_u64(5);
    let mut shared = 0;
    for _ in 0..40 {
        let naive = scattered(rng);
        let position = Epigo::parse_fen(&naive.fen()).expect("a position");
        for side in Side::BOTH {
            let Some(&choice) = position.legal_choices(side).choose(rng) else { continue };
            let (mut values, mut expected) = (Vec::new(), Vec::new());
            let nodes = HandcraftedEval.evaluate_replies(&position, side, choice, &mut values);
            position.for_each_choice(!side, |other| {
                expected.push(HandcraftedEval.evaluate(&position.after(side, choice, other)) as f32);
            });
            assert!(values == expected, "{}", naive.fen());
            shared += values.len() as u64 - nodes;
        }
    }
    assert!(shared > 0, "no turn was taken over");
}

#[test]
fn perft_counts_pairs_of_choices() {
    let control = Control::new();
    let counting = PerftOptions { threads: 2, table: None, control: &control };
    let lineups: u64 = 40_320 * 40_320;
    assert_eq!(counting.simultaneous_perft(&Epigo::start(), 0), Ok(1));
    assert_eq!(counting.simultaneous_perft(&Epigo::start(), 1), Ok(lineups));
    assert_eq!(counting.simultaneous_perft(&Epigo::start(), 2), Ok(lineups * 13_440 * 13_440));
    // Two tiles lost on both sides.
    let fen = "b1b2b3b4/.....b5/......../......../......../......../w5...../w1w2w3w4 9";
    let position = Epigo::parse_fen(fen).expect("a position");
    assert_eq!(counting.simultaneous_perft(&position, 1), Ok(5_880 * 5_880));
    let divided = counting.simultaneous_divide(&position, 2).expect("counted");
    assert_eq!(divided.len(), 5_880);
    for (choice, count) in divided.into_iter().step_by(977) {
        assert_eq!(count, position.count_replies(Side::First, choice));
    }
    let over = Epigo::parse_fen("b1b2b3b4/.....b5/......../......../......../......../....../w1w2w3w4 9");
    assert_eq!(counting.simultaneous_perft(&over.expect("a position"), 1), Ok(0));
}

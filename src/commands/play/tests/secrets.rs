//! What a seat is told of the cards and choices of others: nothing.

use std::collections::BTreeSet;

use super::{MoveRejected, Next, PlayState, table};

/// Plays until the phase begins, in which every seat is a person's.
fn at_phase(phase: &str) -> PlayState {
    let mut table = table("dixit", "both");
    let mut ply = 0;
    while !table.game().fen().starts_with(phase) {
        assert!(super::step(&mut table, ply));
        ply += 1;
    }
    table
}

/// The cards in the hand of a seat.
fn hand(table: &PlayState, seat: u32) -> BTreeSet<u8> {
    let fen = table.game().fen();
    let hands = fen.split(' ').nth(3).expect("the hands");
    let hand = hands.split('/').nth(seat as usize - 1).expect("a hand");
    hand.split(',').map(|card| card.parse().expect("a card")).collect()
}

/// Why a seat may not play this.
fn refused(table: &mut PlayState, seat: u32, typed: &str) -> String {
    let before = table.game().fen();
    let why = match table.play(seat, typed) {
        Ok(said) => panic!("seat {seat}: {typed}: {said:?}"),
        Err(MoveRejected::NoMove(expected)) => format!("no move: {expected}"),
        Err(MoveRejected::Illegal(why)) => format!("illegal: {why}"),
    };
    assert_eq!(table.game().fen(), before, "{typed}");
    why
}

/// The text without the number of a card.
fn without(text: &str, card: u8) -> String {
    text.replacen(&format!("card {card} "), "card ", 1)
}

/// Checks that all these words, made from numbers, are refused to a seat in the same words.
fn assert_alike(table: &mut PlayState, seat: u32, numbers: impl Iterator<Item = u8>, word: impl Fn(u8) -> String) {
    let refusals: BTreeSet<String> =
        numbers.map(|number| without(&refused(table, seat, &word(number)), number)).collect();
    assert_eq!(refusals.len(), 1, "seat {seat}: {}: {refusals:?}", word(1));
}

#[test]
fn a_refusal_does_not_depend_on_other_hands() {
    for phase in ["clue", "give", "vote"] {
        let mut table = at_phase(phase);
        let acting: Vec<u32> = (1..=4).filter(|&seat| !table.moves(seat).is_empty()).collect();
        assert_eq!(acting.len(), if phase == "clue" { 1 } else { 3 }, "{phase}");
        for seat in acting {
            let own = hand(&table, seat);
            let others = || (1..=84).filter(|card| !own.contains(card));
            assert_alike(&mut table, seat, others(), |card| format!("clue {card} a sea"));
            assert_alike(&mut table, seat, others(), |card| format!("clue:{card}:sea"));
            assert_alike(&mut table, seat, others(), |card| format!("give {card}"));
            for other in 1..=9 {
                assert_alike(&mut table, seat, others(), |card| format!("give:{other}:{card}"));
                if other != seat {
                    assert_alike(&mut table, seat, 1..=84, |card| format!("give:{other}:{card}"));
                    assert_alike(&mut table, seat, 1..=9, |slot| format!("vote:{other}:{slot}"));
                }
            }
            assert_alike(&mut table, seat, 5..=84, |slot| format!("vote {slot}"));
        }
    }
}

#[test]
fn a_refusal_does_not_depend_on_the_order_of_the_other_side() {
    let mut refusals = BTreeSet::new();
    for choice in [None, Some("7654X321"), Some("1234567X")] {
        let mut table = table("epigo", "both");
        if let Some(choice) = choice {
            assert_eq!(table.play(1, choice), Ok(Vec::new()), "a secret");
            assert_eq!(table.next(), Next::Person(2));
        }
        let words = ["1234X56", "11234X56", "dance", "1N-2N-3N", "1234X567/7654X321", "/", "1234X567/", ""];
        let said: Vec<String> = words.iter().map(|word| refused(&mut table, 2, word)).collect();
        refusals.insert(said);
    }
    assert_eq!(refusals.len(), 1, "{refusals:?}");
}

//! Dixit as a player sees it: the table, the hand, and what to do next.

use std::fmt::Write;

use petteia_core::text::one_line;
use petteia_games::dixit::deck::{Card, Deck};
use petteia_games::dixit::position::{Given, Hand, Phase, Vote};
use petteia_games::dixit::{Cards, Dixit};

/// Tags of a card that the board shows. The command `card` shows all.
const TAGS: usize = 5;

/// What a seat sees, in lines. Seats count from 1.
pub fn view(seen: &Dixit, deck: &Deck, seat: u32) -> String {
    let own = seat as usize - 1;
    let storyteller = seen.storyteller() + 1;
    let mut text = String::new();
    for i in 0..seats(seen) {
        let state = seen.seat(i);
        let you = if i == own { " (you)" } else { "" };
        let role = if i + 1 == storyteller { ", storyteller" } else { "" };
        let has_given = seen.phase() == Phase::Give && state.given != Given::Nothing && i + 1 != storyteller;
        let done = match (has_given, state.vote) {
            (true, _) => ", has given",
            (false, Vote::None) => "",
            (false, _) => ", has voted",
        };
        let _ = writeln!(text, "Seat {}{you}{role}: {} points{done}", i + 1, state.score);
    }
    let own_cards = match seen.seat(own).given {
        Given::Known(cards) => cards,
        _ => Cards::default(),
    };
    if !seen.clue().is_empty() {
        let _ = writeln!(text, "Clue of seat {storyteller}: {}", one_line(seen.clue()));
    }
    for (slot, &card) in (1..).zip(seen.table()) {
        let yours = if own_cards.contains(card) { " (yours)" } else { "" };
        let _ = writeln!(text, "Slot {slot}{yours}: {}", short(card, deck));
    }
    if let Hand::Known(hand) = seen.seat(own).hand {
        if seen.phase() == Phase::Vote {
            text += &format!("Your hand: {}\n", numbers(hand).join(", "));
        } else {
            text += "Your hand:\n";
            hand.iter().for_each(|card| text += &format!("  {}\n", short(card, deck)));
        }
        text += &task(seen, own, hand, own_cards);
    }
    text
}

/// What a seat that is to act can do.
fn task(seen: &Dixit, own: usize, hand: Cards, given: Cards) -> String {
    let storyteller = seen.storyteller() + 1;
    let cards = numbers(hand)[..seen.cards_to_give(own).min(hand.len())].join(" ");
    match seen.phase() {
        Phase::Clue if own + 1 == storyteller => format!(
            "Your turn: choose a card and give a clue to it that some of the others understand, such as: clue {cards} \
             a quiet harbour\n"
        ),
        Phase::Give if seen.seat(own).given == Given::Nothing => {
            let what = if seen.cards_to_give(own) == 1 { "a card that fits" } else { "two cards that fit" };
            format!("Your turn: give {what} the clue, such as: give {cards}\n")
        }
        Phase::Vote if own + 1 != storyteller && seen.seat(own).vote == Vote::None => {
            let slot = (1..).zip(seen.table()).find(|(_, card)| !given.contains(**card)).map_or(1, |(slot, _)| slot);
            format!(
                "Your turn: vote for the slot with the card of seat {storyteller}, not for yours, such as: vote {slot}\n"
            )
        }
        _ => String::new(),
    }
}

/// Whose the cards on the table are and who voted for them, after the last vote. `before` is the position before it.
pub fn reveal(before: &Dixit, deck: &Deck, (last, last_slot): (u32, usize)) -> Vec<String> {
    let all = || 0..seats(before);
    let owner = |card| all().find(|&i| matches!(before.seat(i).given, Given::Known(cards) if cards.contains(card)));
    let line = |(slot, &card): (usize, &u16)| {
        let chose =
            |i: &usize| before.seat(*i).vote == Vote::Slot(slot) || (*i + 1 == last as usize && slot == last_slot);
        let seats: Vec<String> = all().filter(chose).map(|i| (i + 1).to_string()).collect();
        let whose = match owner(card) {
            Some(i) if i == before.storyteller() => format!("of the storyteller, seat {}", i + 1),
            Some(i) => format!("of seat {}", i + 1),
            None => "of a seat that is hidden".into(),
        };
        let votes = match &seats[..] {
            [] => "no votes".into(),
            [one] => format!("vote of seat {one}"),
            several => format!("votes of seats {}", several.join(", ")),
        };
        format!("Slot {slot}: {card} {}, {whose}, {votes}.", deck.card(card).title)
    };
    (1..).zip(before.table()).map(line).collect()
}

/// All that the deck says about a card.
///
/// # Errors
/// There is no such card.
pub fn describe(number: &str, deck: &Deck) -> Result<String, String> {
    let count = deck.cards().count();
    let card = number.parse::<u16>().ok().filter(|card| (1..=count).contains(&usize::from(*card)));
    let card = card.ok_or_else(|| format!("expected a card from 1 to {count}, found '{}'", one_line(number)))?;
    let Card { title, caption, tags, .. } = deck.card(card);
    Ok(format!("{card} {title}: {caption}\n  Tags: {}", tags.join(", ")))
}

/// The numbers of cards.
fn numbers(cards: Cards) -> Vec<String> {
    cards.iter().map(|card| card.to_string()).collect()
}

/// A card in a line or two.
fn short(card: u16, deck: &Deck) -> String {
    let Card { title, caption, tags, .. } = deck.card(card);
    let tags = if tags.is_empty() { String::new() } else { format!(" ({})", tags[..tags.len().min(TAGS)].join(", ")) };
    format!("{card} {title}: {caption}{tags}")
}

/// The number of seats.
fn seats(position: &Dixit) -> usize {
    petteia_core::Party::seats(position)
}

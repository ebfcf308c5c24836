//! The diagram: a position as text for people.

use petteia_core::GameOptions;

use super::cards::Card;
use super::options::deck;
use super::position::{Dixit, Given, Hand, Phase, Vote};

/// The diagram of a position or an observation, in lines that end in `\n`.
pub(super) fn draw(position: &Dixit, options: &GameOptions) -> String {
    let deck = deck(options);
    let name = |card: Card| format!("{card} {}", deck.card(card).title);
    let mut text = String::new();
    if !position.clue.is_empty() {
        text += &format!("Clue: {}\n", position.clue.escape_debug());
    }
    for (slot, &card) in (1..).zip(&position.table) {
        text += &format!("Slot {slot}: {}\n", name(card));
    }
    for (i, seat) in position.seats.iter().enumerate() {
        let storyteller = if i == position.storyteller { " (storyteller)" } else { "" };
        text += &format!("Seat {}{storyteller}: {} points", i + 1, seat.score);
        match seat.given {
            Given::Nothing => {}
            Given::Hidden => text += ", has given",
            Given::Known(cards) => {
                text += &format!(", has given {}", cards.iter().map(name).collect::<Vec<_>>().join(", "));
            }
        }
        match seat.vote {
            Vote::None => {}
            Vote::Hidden => text += ", has voted",
            Vote::Slot(slot) => text += &format!(", has voted for slot {slot}"),
        }
        text.push('\n');
        match seat.hand {
            Hand::Hidden(count) => text += &format!("  {count} cards\n"),
            Hand::Known(cards) => cards.iter().for_each(|card| text += &format!("  {}\n", name(card))),
        }
    }
    if position.phase == Phase::Over {
        text += "The game is over\n";
    }
    text += &format!("Pile: {}, discard: {}\n", position.pile.len(), position.discard.len());
    text
}

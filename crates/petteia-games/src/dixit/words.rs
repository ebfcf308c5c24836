//! Notation of actions and clues.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use petteia_core::MoveError;

use super::cards::{Card, Cards};
use super::deck::MAX_CARDS;
use super::position::Action;

/// The percent-encoded characters of a clue: all but the unreserved ones of RFC 3986.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'.').remove(b'_').remove(b'~').remove(b'-');

const SYNTAX: &str = "clue:CARD:TEXT, give:SEAT:CARDS or vote:SEAT:SLOT, such as clue:17:quiet%20harbour";

/// A clue as a word; `-` for none.
pub(super) fn clue_word(clue: &str) -> String {
    match clue {
        "" => "-".into(),
        // A single - stands for no clue.
        "-" => "%2D".into(),
        _ => utf8_percent_encode(clue, ENCODED).to_string(),
    }
}

/// The clue that a word encodes; `None` if the clue is empty, badly encoded or not UTF-8.
pub(super) fn read_clue(word: &str) -> Option<String> {
    let is_hex = |b: Option<&u8>| b.is_some_and(u8::is_ascii_hexdigit);
    let bytes = word.as_bytes();
    let is_well_encoded =
        (0..bytes.len()).all(|i| bytes[i] != b'%' || (is_hex(bytes.get(i + 1)) && is_hex(bytes.get(i + 2))));
    let clue = percent_decode_str(word).decode_utf8().ok().filter(|clue| is_well_encoded && !clue.is_empty())?;
    Some(clue.into_owned())
}

/// Reads a number above 0 without sign or leading zeros.
fn number(text: &str) -> Option<usize> {
    let is_plain = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|_| is_plain)
}

/// Reads the number of a card of any deck.
pub(super) fn card_number(text: &str) -> Option<Card> {
    number(text).filter(|&n| n <= MAX_CARDS).map(|n| n as Card)
}

/// Reads an action.
///
/// # Errors
/// [`MoveError::Syntax`] when the word is not an action.
pub(super) fn read(word: &str) -> Result<Action, MoveError> {
    read_action(word).ok_or(MoveError::Syntax(SYNTAX))
}

fn read_action(word: &str) -> Option<Action> {
    let (kind, rest) = word.split_once(':')?;
    let (first, second) = rest.split_once(':')?;
    match kind.to_ascii_lowercase().as_str() {
        "clue" => Some(Action::Clue(card_number(first)?, read_clue(second)?)),
        "give" => {
            let cards: Option<Vec<Card>> = second.split('+').map(card_number).collect();
            let cards = cards?;
            let set: Cards = cards.iter().copied().collect();
            (set.len() == cards.len()).then_some(Action::Give(number(first)? - 1, set))
        }
        "vote" => Some(Action::Vote(number(first)? - 1, number(second)?)),
        _ => None,
    }
}

/// The canonical word for an action.
pub(super) fn write(action: &Action) -> String {
    match action {
        Action::Clue(card, clue) => format!("clue:{card}:{}", clue_word(clue)),
        Action::Give(seat, cards) => {
            let cards: Vec<String> = cards.iter().map(|card| card.to_string()).collect();
            format!("give:{}:{}", seat + 1, cards.join("+"))
        }
        Action::Vote(seat, slot) => format!("vote:{}:{slot}", seat + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_round_trip() {
        for word in
            ["clue:17:quiet%20harbour", "give:3:12", "give:3:12+40", "vote:3:2", "clue:1:%2D", "clue:84:a.b_c~d-E"]
        {
            assert_eq!(read(word).map(|action| write(&action)).as_deref(), Ok(word));
        }
        for (word, canonical) in [
            ("CLUE:17:Quiet%2dHarbour!", "clue:17:Quiet-Harbour%21"),
            ("clue:5:-", "clue:5:%2D"),
            ("clue:5:caf\u{e9}:%c3%a9", "clue:5:caf%C3%A9%3A%C3%A9"),
            ("Give:3:40+12", "give:3:12+40"),
        ] {
            assert_eq!(read(word).map(|action| write(&action)).as_deref(), Ok(canonical));
        }
        for word in [
            "",
            "clue",
            "clue:17",
            "clue:17:",
            "clue:0:a",
            "clue:1537:a",
            "clue:017:a",
            "clue:+1:a",
            "clue:1:%",
            "clue:1:%2",
            "clue:1:%zz",
            "clue:1:%ff",
            "give:0:1",
            "give:1:1+1",
            "give:1:",
            "give:1:1+",
            "vote:1:0",
            "vote:1:",
            "vote:0:1",
            "vote:a:1",
            "pass",
        ] {
            assert!(matches!(read(word), Err(MoveError::Syntax(_))), "{word}");
        }
    }
}

//! Dixit as persons type and read it: `give 12` for `give:2:12`, and events without secrets.

use percent_encoding::percent_decode_str;
use petteia_core::text::one_line;
use petteia_games::dixit::Dixit;
use petteia_games::dixit::deck::Deck;

use super::dixit;

/// The word of the protocol for what a seat types, such as `vote:2:3` for `vote 3`. Other words stay as they are.
pub fn action(typed: &str, seat: u32) -> String {
    let Some((kind, rest)) = typed.split_once(char::is_whitespace) else { return typed.into() };
    let rest = rest.trim();
    let numbers = rest.split([' ', ',', '+']).filter(|number| !number.is_empty());
    match kind.to_lowercase().as_str() {
        "clue" => {
            let (card, text) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            // The notation reads % as the beginning of an encoded byte.
            format!("clue:{card}:{}", text.trim().replace('%', "%25"))
        }
        "give" => format!("give:{seat}:{}", numbers.collect::<Vec<_>>().join("+")),
        "vote" => format!("vote:{seat}:{rest}"),
        _ => typed.into(),
    }
}

/// What a person types for a word of the protocol: the opposite of [`action`].
pub fn typed(word: &str) -> String {
    let parts: Vec<&str> = word.splitn(3, ':').collect();
    match parts[..] {
        ["clue", card, clue] => format!("clue {card} {}", text(clue)),
        [kind, _, what] => format!("{kind} {}", what.replace('+', " ")),
        _ => word.into(),
    }
}

/// The text of a clue, on one line.
fn text(clue: &str) -> String {
    one_line(&percent_decode_str(clue).decode_utf8_lossy())
}

/// What completion offers for a word of the protocol: a clue without its text, which is left to the person.
pub fn offered(word: &str) -> String {
    let typed = typed(word);
    match typed.split(' ').collect::<Vec<_>>()[..] {
        ["clue", card, ..] => format!("clue {card} "),
        _ => typed,
    }
}

/// The seat that a word is an action of. A clue is of the seat that is to act.
pub fn actor(word: &str, acting: &[u32]) -> Option<u32> {
    let mut parts = word.split(':');
    match parts.next() {
        Some("clue") => acting.first().copied(),
        _ => parts.next()?.parse().ok(),
    }
}

/// How a person types an action in this position.
pub fn form(position: &str) -> &'static str {
    let mut fields = position.split(' ');
    match fields.next() {
        Some("clue") => "clue CARD TEXT, such as clue 17 a quiet harbour",
        Some("give") if fields.nth(1).is_some_and(|scores| scores.split(',').count() == 3) => {
            "give CARD CARD, such as give 12 40"
        }
        Some("give") => "give CARD, such as give 12",
        _ => "vote SLOT, such as vote 2",
    }
}

/// Whether a word is one for the phase of this position.
pub fn is_timely(word: &str, position: &str) -> bool {
    let kind = |text: &str, end: char| text.split(end).next().unwrap_or_default().to_ascii_lowercase();
    kind(word, ':') == kind(position, ' ')
}

/// What all seats see of an action of one. `before` is the position before it.
pub fn event(word: &str, seat: u32, effects: &[String], before: &str, deck: &Deck) -> Vec<String> {
    let parts: Vec<&str> = word.splitn(3, ':').collect();
    let act = match parts[..] {
        ["clue", _, clue] => format!("Seat {seat} says: {}", text(clue)),
        ["give", ..] => format!("Seat {seat} has given."),
        _ => format!("Seat {seat} has voted."),
    };
    let mut told = vec![act];
    for effect in effects {
        let (kind, rest) = effect.split_once(' ').unwrap_or((effect, ""));
        match kind {
            "found" => {
                let seats = if rest.contains(' ') { "seats" } else { "seat" };
                told.push(format!("The storyteller's card is found by {seats} {}.", rest.replace(' ', ", ")));
            }
            "points" => {
                let of_seat = |(seat, points): (usize, &str)| format!("seat {seat} {points}");
                let points: Vec<String> = (1..).zip(rest.split(',')).map(of_seat).collect();
                told.push(format!("Points: {}.", points.join(", ")));
                if let (Ok(before), Some(Ok(slot))) =
                    (Dixit::read_fen(before, deck.len()), parts.get(2).map(|slot| slot.parse()))
                {
                    told.splice(1..1, dixit::reveal(&before, deck, (seat, slot)));
                }
            }
            "reshuffled" => told.push("The discarded cards are shuffled into a new pile.".into()),
            _ => {}
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_persons() {
        for (line, word) in [
            ("clue 17  a quiet 100% harbour ", "clue:17:a quiet 100%25 harbour"),
            ("Give 40 12", "give:3:40+12"),
            ("give 12", "give:3:12"),
            ("vote 2", "vote:3:2"),
            ("vote:3:2", "vote:3:2"),
            ("dance", "dance"),
        ] {
            assert_eq!(action(line, 3), word);
        }
        for (word, line) in
            [("give:3:12+40", "give 12 40"), ("vote:3:2", "vote 2"), ("clue:17:a%20sea", "clue 17 a sea")]
        {
            assert_eq!(typed(word), line);
        }
        assert_eq!(offered("clue:17:a%20sea"), "clue 17 ");
        assert_eq!(actor("give:3:12", &[1, 2, 3]), Some(3));
        assert_eq!(actor("clue:17:x", &[2]), Some(2));
    }

    #[test]
    fn a_word_belongs_to_a_phase() {
        assert!(is_timely("Give:3:12", "give 1 0,0,0 ") && !is_timely("clue:3:sea", "give 1 0,0,0 "));
        assert_eq!(form("give 1 0,0,0 "), "give CARD CARD, such as give 12 40");
        assert_eq!(form("give 1 0,0,0,0 "), "give CARD, such as give 12");
    }

    #[test]
    fn events_tell_no_secrets() {
        let deck: Vec<String> = (1..=84).map(|n| format!("{n}\tTitle {n}\tA caption\ta,b\n")).collect();
        let deck = Deck::read(&deck.concat()).expect("a deck");
        let pile: Vec<String> = (27..=84).map(|card| card.to_string()).collect();
        let hands = "7,8,9,10,11/12,13,14,15,16/17,18,19,20,21/22,23,24,25,26";
        let before = format!("vote 1 0,0,0,0 {hands} 1,2,3,4 sea 4,3,2,1 -,4,3,- {} 5,6", pile.join(","));
        let effects = ["found 2", "points 3,3,1,1", "drew 1=27 2=28"].map(String::from);
        assert_eq!(
            event("vote:4:2", 4, &effects, &before, &deck),
            [
                "Seat 4 has voted.",
                "Slot 1: 4 Title 4, of seat 4, no votes.",
                "Slot 2: 3 Title 3, of seat 3, vote of seat 4.",
                "Slot 3: 2 Title 2, of seat 2, vote of seat 3.",
                "Slot 4: 1 Title 1, of the storyteller, seat 1, vote of seat 2.",
                "The storyteller's card is found by seat 2.",
                "Points: seat 1 3, seat 2 3, seat 3 1, seat 4 1.",
            ]
        );
        assert_eq!(event("clue:17:a%20sea", 1, &[], &before, &deck), ["Seat 1 says: a sea"]);
        assert_eq!(event("give:2:12", 2, &["table 1 2".into()], &before, &deck), ["Seat 2 has given."]);
    }
}

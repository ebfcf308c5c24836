//! Dixit as persons type and read it: `give 12` for `give:2:12`, and events without secrets.

use std::iter;

use percent_encoding::percent_decode_str;
use petteia::base::text::one_line;

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

/// What all seats see of an action of one. `before` is the position before it.
pub fn event(word: &str, seat: u32, effects: &[String], before: &str) -> Vec<String> {
    let parts: Vec<&str> = word.splitn(3, ':').collect();
    let act = match parts[..] {
        ["clue", _, clue] => format!("Seat {seat} says: {}", text(clue)),
        ["give", ..] => format!("Seat {seat} has given."),
        _ => format!("Seat {seat} has voted."),
    };
    let told = effects.iter().filter_map(|effect| {
        let (kind, rest) = effect.split_once(' ').unwrap_or((effect, ""));
        match kind {
            "found" => Some(format!("Found by seat {}.", rest.replace(' ', ", "))),
            "points" => {
                let of_seat = |(seat, points): (usize, &str)| format!("seat {seat} {points}");
                let points: Vec<String> = (1..).zip(rest.split(',')).map(of_seat).collect();
                Some(format!("{} Points: {}.", storyteller_slot(before), points.join(", ")))
            }
            "reshuffled" => Some("The discarded cards are shuffled into a new pile.".into()),
            _ => None,
        }
    });
    iter::once(act).chain(told).collect()
}

/// Where the card of the storyteller lay, in a position in which all have given.
fn storyteller_slot(position: &str) -> String {
    let fields: Vec<&str> = position.split(' ').collect();
    let slot = || {
        let storyteller: usize = fields.get(1)?.parse().ok()?;
        let card = fields.get(4)?.split(',').nth(storyteller - 1)?;
        Some((fields.get(6)?.split(',').position(|other| other == card)? + 1, card))
    };
    slot().map_or(String::new(), |(slot, card)| format!("The storyteller's card is {card}, in slot {slot}."))
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
    fn events_tell_no_secrets() {
        let before = "vote 1 0,0,0,0 7/8/9/10 1,2,3,4 sea 4,3,2,1 -,4,3,- 27 -";
        let effects = ["found 2 3", "points 3,3,3,1", "drew 1=27 2=28"].map(String::from);
        let said = event("vote:4:3", 4, &effects, before);
        assert_eq!(said[..2], ["Seat 4 has voted.", "Found by seat 2, 3."]);
        assert_eq!(said[2], "The storyteller's card is 1, in slot 4. Points: seat 1 3, seat 2 3, seat 3 3, seat 4 1.");
        assert_eq!(said.len(), 3);
        assert_eq!(event("clue:17:a%20sea", 1, &[], before), ["Seat 1 says: a sea"]);
        assert_eq!(event("give:2:12", 2, &["table 1 2".into()], before), ["Seat 2 has given."]);
    }
}

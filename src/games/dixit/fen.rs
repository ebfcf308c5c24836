//! A position as text: ten fields separated by blanks.

use std::fmt::Display;

use super::cards::{Card, Cards};
use super::position::{Dixit, GOAL, Given, Hand, Phase, Pile, Seat, Vote, hand_size};
use super::words::{card_number, clue_word, read_clue};
use crate::game::FenError;
use crate::game::deck::CARDS;
use crate::game::words::{Words, quoted};

const PHASES: [(Phase, &str); 4] =
    [(Phase::Clue, "clue"), (Phase::Give, "give"), (Phase::Vote, "vote"), (Phase::Over, "over")];

pub(super) fn write(position: &Dixit) -> String {
    let phase = PHASES.iter().find(|(phase, _)| *phase == position.phase).map_or("", |(_, name)| name);
    let seats = |separator: &str, show: fn(&Seat) -> String| {
        position.seats.iter().map(show).collect::<Vec<_>>().join(separator)
    };
    let fields = [
        phase.into(),
        (position.teller + 1).to_string(),
        seats(",", |seat| seat.score.to_string()),
        seats("/", |seat| match seat.hand {
            Hand::Known(cards) => list(cards.iter(), ","),
            Hand::Hidden(count) => format!("#{count}"),
        }),
        seats(",", |seat| match seat.given {
            Given::Nothing => "-".into(),
            Given::Known(cards) => list(cards.iter(), "+"),
            Given::Hidden => "#".into(),
        }),
        clue_word(&position.clue),
        list(position.table.iter().copied(), ","),
        seats(",", |seat| match seat.vote {
            Vote::None => "-".into(),
            Vote::Slot(slot) => slot.to_string(),
            Vote::Hidden => "#".into(),
        }),
        match &position.pile {
            Pile::Known(cards) => list(cards.iter().copied(), ","),
            Pile::Hidden(count) => format!("#{count}"),
        },
        list(position.discard.iter(), ","),
    ];
    fields.join(" ")
}

/// Cards as text; `-` for none.
fn list(cards: impl Iterator<Item = Card>, separator: &str) -> String {
    let cards: Vec<String> = cards.map(|card| card.to_string()).collect();
    if cards.is_empty() { "-".into() } else { cards.join(separator) }
}

/// A part of the text and its place.
#[derive(Clone, Copy)]
struct Part<'a> {
    at: usize,
    text: &'a str,
}

impl<'a> Part<'a> {
    /// Numbers are not shown: whoever hears of the error may not be the one to see the cards.
    fn refuse(self, wanted: impl Into<String>) -> FenError {
        let is_secret = self.text.contains(|c: char| c.is_ascii_digit());
        self.found(wanted, if is_secret { "something else".into() } else { quoted(self.text) })
    }

    fn found(self, wanted: impl Into<String>, found: impl Display) -> FenError {
        FenError::new(self.at, wanted, found.to_string())
    }

    fn split(self, separator: char) -> impl Iterator<Item = Part<'a>> {
        let mut at = self.at;
        self.text.split(separator).map(move |text| {
            let part = Part { at, text };
            at += text.len() + 1;
            part
        })
    }

    /// One part for each seat.
    fn for_seats(self, separator: char, seats: usize) -> Result<Vec<Part<'a>>, FenError> {
        let parts: Vec<_> = self.split(separator).collect();
        let wanted = format!("{seats} entries, one for each seat");
        if parts.len() == seats { Ok(parts) } else { Err(self.found(wanted, parts.len())) }
    }

    fn number(self, wanted: &str) -> Result<usize, FenError> {
        let plain =
            self.text.bytes().all(|b| b.is_ascii_digit()) && !(self.text.len() > 1 && self.text.starts_with('0'));
        self.text.parse().ok().filter(|_| plain).ok_or_else(|| self.refuse(wanted))
    }

    /// The number after `#`, if it begins so.
    fn hidden(self) -> Option<Result<usize, FenError>> {
        let count = self.text.strip_prefix('#')?;
        let wanted = "# and a number of cards";
        Some(
            Part { at: self.at + 1, text: count }
                .number(wanted)
                .and_then(|count| if (1..=CARDS).contains(&count) { Ok(count) } else { Err(self.refuse(wanted)) }),
        )
    }
}

/// Reads cards and sees that none stands anywhere twice.
#[derive(Default)]
struct Reader {
    seen: Cards,
}

impl Reader {
    /// Cards in the order of the text; none for `-`.
    fn cards(&mut self, part: Part, separator: char) -> Result<Vec<Card>, FenError> {
        let mut cards = Vec::new();
        if part.text == "-" {
            return Ok(cards);
        }
        for part in part.split(separator) {
            let card = card_number(part.text).ok_or_else(|| part.refuse("a card from 1 to 84"))?;
            if self.seen.contains(card) {
                return Err(part.found("every card once", "one again"));
            }
            self.seen.insert(card);
            cards.push(card);
        }
        Ok(cards)
    }
}

pub(super) fn read(text: &str) -> Result<Dixit, FenError> {
    const FIELDS: [&str; 10] = [
        "clue, give, vote or over",
        "the storyteller's seat",
        "the scores",
        "the hands",
        "the cards given",
        "the clue or -",
        "the table or -",
        "the votes",
        "the pile",
        "the discard",
    ];
    let mut words = Words::of(text);
    let mut fields = [Part { at: 0, text: "" }; FIELDS.len()];
    for (field, wanted) in fields.iter_mut().zip(FIELDS) {
        let (at, text) = words.next(wanted)?;
        *field = Part { at, text };
    }
    words.end("the discard").map_err(|error| FenError::new(error.at, error.wanted, "something else"))?;
    let [phase, teller, scores, hands, given, clue, table, votes, pile, discard] = fields;
    let phase_of = PHASES.iter().find(|(_, name)| *name == phase.text).map(|(phase, _)| *phase);
    let seats = scores.split(',').count();
    let of_seats = 3..=6;
    if !of_seats.contains(&seats) {
        return Err(scores.refuse("the scores of 3 to 6 seats"));
    }
    let first = Seat { score: 0, hand: Hand::Hidden(0), given: Given::Nothing, vote: Vote::None };
    let mut reader = Reader::default();
    let mut position = Dixit {
        phase: phase_of.ok_or_else(|| phase.refuse(FIELDS[0]))?,
        teller: Some(teller.number(FIELDS[1])?)
            .filter(|n| (1..=seats).contains(n))
            .ok_or_else(|| teller.refuse(FIELDS[1]))?
            - 1,
        seats: vec![first; seats],
        clue: String::new(),
        table: Vec::new(),
        pile: Pile::Hidden(0),
        discard: Cards::default(),
    };
    position.read_scores(scores)?;
    position.read_hands(hands, &mut reader)?;
    position.read_given(given, &mut reader)?;
    position.pile = match pile.hidden() {
        Some(count) => Pile::Hidden(count?),
        None => Pile::Known(reader.cards(pile, ',')?),
    };
    position.discard = reader.cards(discard, ',')?.into_iter().collect();
    position.read_clue(clue)?;
    position.read_table(table, &mut reader)?;
    position.read_votes(votes)?;
    position.count_cards(pile)?;
    Ok(position)
}

impl Dixit {
    fn read_scores(&mut self, part: Part) -> Result<(), FenError> {
        for (part, seat) in part.split(',').zip(&mut self.seats) {
            let score = part.number("a score")?;
            seat.score = u32::try_from(score).ok().filter(|&n| n <= 1_000).ok_or_else(|| part.refuse("a score"))?;
        }
        let reached = self.seats.iter().any(|seat| seat.score >= GOAL);
        match self.phase {
            Phase::Over if !reached => Err(part.refuse("30 points of some seat at the end")),
            Phase::Clue | Phase::Give | Phase::Vote if reached => {
                Err(part.refuse("less than 30 points before the end"))
            }
            _ => Ok(()),
        }
    }

    fn read_hands(&mut self, part: Part, reader: &mut Reader) -> Result<(), FenError> {
        for (seat, part) in part.for_seats('/', self.seats.len())?.into_iter().enumerate() {
            self.seats[seat].hand = match part.hidden() {
                Some(count) => Hand::Hidden(count?),
                None => Hand::Known(reader.cards(part, ',')?.into_iter().collect()),
            };
        }
        Ok(())
    }

    fn read_given(&mut self, part: Part, reader: &mut Reader) -> Result<(), FenError> {
        let full = hand_size(self.seats.len());
        for (seat, part) in part.for_seats(',', self.seats.len())?.into_iter().enumerate() {
            let given = match part.text {
                "-" => Given::Nothing,
                "#" => Given::Hidden,
                _ => Given::Known(reader.cards(part, '+')?.into_iter().collect()),
            };
            let gifts = self.gifts(seat);
            if let Given::Known(cards) = given
                && cards.len() != gifts
            {
                return Err(part.found(format!("{gifts} cards of seat {}", seat + 1), cards.len()));
            }
            let has_given = given != Given::Nothing;
            let in_order = match self.phase {
                Phase::Clue | Phase::Over => !has_given,
                Phase::Give => has_given || seat != self.teller,
                Phase::Vote => has_given,
            };
            if !in_order {
                return Err(part.refuse(format!("what seat {} has given in this phase", seat + 1)));
            }
            let gone = if has_given || self.phase == Phase::Over { gifts } else { 0 };
            if self.seats[seat].hand.len() != full - gone {
                let wanted = format!("{} cards in the hand of seat {}", full - gone, seat + 1);
                return Err(part.found(wanted, self.seats[seat].hand.len()));
            }
            self.seats[seat].given = given;
        }
        if self.phase == Phase::Give && self.seats.iter().all(|seat| seat.given != Given::Nothing) {
            return Err(part.found("a seat that has not given, or the vote phase", "none"));
        }
        Ok(())
    }

    fn read_clue(&mut self, part: Part) -> Result<(), FenError> {
        let is_told = matches!(self.phase, Phase::Give | Phase::Vote);
        if is_told != (part.text != "-") {
            return Err(part.refuse(if is_told { "a clue" } else { "no clue in this phase, -" }));
        }
        if is_told {
            self.clue = read_clue(part.text).ok_or_else(|| part.refuse("a percent-encoded clue"))?;
        }
        Ok(())
    }

    fn read_table(&mut self, part: Part, reader: &mut Reader) -> Result<(), FenError> {
        let known = self.seats.iter().filter_map(|seat| match seat.given {
            Given::Known(cards) => Some(cards),
            _ => None,
        });
        let known = known.fold(Cards::default(), Cards::and);
        if self.phase != Phase::Vote {
            return if part.text == "-" { Ok(()) } else { Err(part.refuse("no table before the votes, -")) };
        }
        // What is known to have been given is on the table too.
        reader.seen = reader.seen.without(known);
        self.table = reader.cards(part, ',')?;
        let slots = self.slots();
        if self.table.len() != slots {
            return Err(part.found(format!("{slots} cards on the table"), self.table.len()));
        }
        let table: Cards = self.table.iter().copied().collect();
        let all_known = self.seats.iter().all(|seat| matches!(seat.given, Given::Known(_)));
        if !known.without(table).is_empty() || (all_known && table != known) {
            return Err(part.found("the cards that have been given on the table", "others"));
        }
        Ok(())
    }

    fn read_votes(&mut self, part: Part) -> Result<(), FenError> {
        for (seat, part) in part.for_seats(',', self.seats.len())?.into_iter().enumerate() {
            let vote = match part.text {
                "-" => Vote::None,
                "#" => Vote::Hidden,
                _ => Vote::Slot(part.number("a slot, # or -")?),
            };
            if vote != Vote::None && (self.phase != Phase::Vote || seat == self.teller) {
                return Err(part.found(format!("no vote of seat {} here, -", seat + 1), "one"));
            }
            if let Vote::Slot(slot) = vote {
                let card = slot.checked_sub(1).and_then(|slot| self.table.get(slot));
                let &card = card.ok_or_else(|| part.refuse(format!("a slot from 1 to {}", self.table.len())))?;
                if matches!(self.seats[seat].given, Given::Known(own) if own.contains(card)) {
                    return Err(part.found(format!("no vote of seat {} for its own card", seat + 1), "one"));
                }
            }
            self.seats[seat].vote = vote;
        }
        if self.phase == Phase::Vote && self.others().all(|seat| self.seats[seat].vote != Vote::None) {
            return Err(part.found("a seat that has not voted", "none"));
        }
        Ok(())
    }

    /// Every card of the deck is somewhere.
    fn count_cards(&self, pile: Part) -> Result<(), FenError> {
        let hands: usize = self.seats.iter().map(|seat| seat.hand.len()).sum();
        let given: usize = (0..self.seats.len())
            .filter(|&seat| self.seats[seat].given != Given::Nothing)
            .map(|seat| self.gifts(seat))
            .sum();
        let rest = CARDS - hands - given;
        match rest.checked_sub(self.discard.len()) {
            Some(wanted) if wanted == self.pile.len() => Ok(()),
            Some(wanted) => Err(pile.found(format!("{wanted} cards in the pile, for 84 in all"), self.pile.len())),
            None => {
                let found = self.pile.len() + self.discard.len();
                Err(pile.found(format!("{rest} cards in pile and discard together, for 84 in all"), found))
            }
        }
    }
}

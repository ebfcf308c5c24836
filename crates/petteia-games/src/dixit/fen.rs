//! FEN of Dixit: a position or an observation in ten fields, separated by blanks.

use std::fmt::Display;

use petteia_core::FenError;
use petteia_core::words::{FenTokens, quoted};

use super::cards::{Card, Cards};
use super::position::{Dixit, GOAL, Given, Hand, Phase, Pile, Seat, Vote, hand_size, least_deck};
use super::words::{card_number, clue_word, read_clue};

/// The phases with their names.
const PHASES: [(Phase, &str); 4] =
    [(Phase::Clue, "clue"), (Phase::Give, "give"), (Phase::Vote, "vote"), (Phase::Over, "over")];

/// The FEN of a position.
pub(super) fn write(position: &Dixit) -> String {
    let phase = PHASES.iter().find(|(phase, _)| *phase == position.phase).map_or("", |(_, name)| name);
    let seats = |separator: &str, show: fn(&Seat) -> String| {
        position.seats.iter().map(show).collect::<Vec<_>>().join(separator)
    };
    let fields = [
        phase.into(),
        (position.storyteller + 1).to_string(),
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

/// A part of the text with its byte offset.
#[derive(Clone, Copy)]
struct Part<'a> {
    at: usize,
    text: &'a str,
}

impl<'a> Part<'a> {
    /// An error that shows the text, unless it contains digits: the reader of the error may not see the cards.
    fn refuse(self, expected: impl Into<String>) -> FenError {
        let is_secret = self.text.contains(|c: char| c.is_ascii_digit());
        self.found(expected, if is_secret { "something else".into() } else { quoted(self.text) })
    }

    /// An error that shows `found` in place of the text.
    fn found(self, expected: impl Into<String>, found: impl Display) -> FenError {
        FenError::new(self.at, expected, found.to_string())
    }

    /// The parts between separators.
    fn split(self, separator: char) -> impl Iterator<Item = Part<'a>> {
        let mut at = self.at;
        self.text.split(separator).map(move |text| {
            let part = Part { at, text };
            at += text.len() + 1;
            part
        })
    }

    /// The parts between separators, one for each seat.
    fn for_seats(self, separator: char, seats: usize) -> Result<Vec<Part<'a>>, FenError> {
        let parts: Vec<_> = self.split(separator).collect();
        let expected = format!("{seats} entries, one for each seat");
        if parts.len() == seats { Ok(parts) } else { Err(self.found(expected, parts.len())) }
    }

    /// Reads a number without sign or leading zeros.
    fn number(self, expected: &str) -> Result<usize, FenError> {
        let is_plain =
            self.text.bytes().all(|b| b.is_ascii_digit()) && !(self.text.len() > 1 && self.text.starts_with('0'));
        self.text.parse().ok().filter(|_| is_plain).ok_or_else(|| self.refuse(expected))
    }

    /// Reads the number of hidden cards after `#`; `None` if the text does not begin with `#`.
    fn hidden(self, deck_size: usize) -> Option<Result<usize, FenError>> {
        let count = self.text.strip_prefix('#')?;
        let expected = "# and a number of cards";
        Some(
            Part { at: self.at + 1, text: count }.number(expected).and_then(|count| {
                if (1..=deck_size).contains(&count) { Ok(count) } else { Err(self.refuse(expected)) }
            }),
        )
    }
}

/// Reads cards and refuses a card that occurs twice in the FEN.
struct Reader {
    deck_size: usize,
    seen: Cards,
}

impl Reader {
    /// Reads cards in the order of the text; none for `-`.
    fn cards(&mut self, part: Part, separator: char) -> Result<Vec<Card>, FenError> {
        let mut cards = Vec::new();
        if part.text == "-" {
            return Ok(cards);
        }
        for part in part.split(separator) {
            let card = card_number(part.text).filter(|&card| usize::from(card) <= self.deck_size);
            let card = card.ok_or_else(|| part.refuse(format!("a card from 1 to {}", self.deck_size)))?;
            if self.seen.contains(card) {
                return Err(part.found("every card once", "one again"));
            }
            self.seen.insert(card);
            cards.push(card);
        }
        Ok(cards)
    }
}

/// Reads a FEN of a game with a deck of this size.
///
/// # Errors
/// The first error in the text. It shows no card that may be secret.
pub(super) fn read(text: &str, deck_size: usize) -> Result<Dixit, FenError> {
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
    let mut words = FenTokens::of(text);
    let mut fields = [Part { at: 0, text: "" }; FIELDS.len()];
    for (field, expected) in fields.iter_mut().zip(FIELDS) {
        let (at, text) = words.next(expected)?;
        *field = Part { at, text };
    }
    words.end("the discard").map_err(|error| FenError::new(error.at, error.expected, "something else"))?;
    let [phase, storyteller, scores, hands, given, clue, table, votes, pile, discard] = fields;
    let phase_of = PHASES.iter().find(|(_, name)| *name == phase.text).map(|(phase, _)| *phase);
    let seats = scores.split(',').count();
    if !(3..=6).contains(&seats) {
        return Err(scores.refuse("the scores of 3 to 6 seats"));
    }
    if deck_size < least_deck(seats) {
        let expected = format!("as many seats as a deck of {deck_size} cards is enough for");
        return Err(scores.found(expected, seats));
    }
    let empty_seat = Seat { score: 0, hand: Hand::Hidden(0), given: Given::Nothing, vote: Vote::None };
    let mut reader = Reader { deck_size, seen: Cards::default() };
    let mut position = Dixit {
        deck_size,
        phase: phase_of.ok_or_else(|| phase.refuse(FIELDS[0]))?,
        storyteller: Some(storyteller.number(FIELDS[1])?)
            .filter(|n| (1..=seats).contains(n))
            .ok_or_else(|| storyteller.refuse(FIELDS[1]))?
            - 1,
        seats: vec![empty_seat; seats],
        clue: String::new(),
        table: Vec::new(),
        pile: Pile::Hidden(0),
        discard: Cards::default(),
    };
    position.read_scores(scores)?;
    position.read_hands(hands, &mut reader)?;
    position.read_given(given, &mut reader)?;
    position.pile = match pile.hidden(deck_size) {
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
            self.seats[seat].hand = match part.hidden(self.deck_size) {
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
            let gifts = self.cards_to_give(seat);
            if let Given::Known(cards) = given
                && cards.len() != gifts
            {
                return Err(part.found(format!("{gifts} cards of seat {}", seat + 1), cards.len()));
            }
            let has_given = given != Given::Nothing;
            let in_order = match self.phase {
                Phase::Clue | Phase::Over => !has_given,
                Phase::Give => has_given || seat != self.storyteller,
                Phase::Vote => has_given,
            };
            if !in_order {
                return Err(part.refuse(format!("what seat {} has given in this phase", seat + 1)));
            }
            let gone = if has_given || self.phase == Phase::Over { gifts } else { 0 };
            if self.seats[seat].hand.len() != full - gone {
                let expected = format!("{} cards in the hand of seat {}", full - gone, seat + 1);
                return Err(part.found(expected, self.seats[seat].hand.len()));
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
        // The given cards that are known occur again on the table.
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
            if vote != Vote::None && (self.phase != Phase::Vote || seat == self.storyteller) {
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
        if self.phase == Phase::Vote && self.guessers().all(|seat| self.seats[seat].vote != Vote::None) {
            return Err(part.found("a seat that has not voted", "none"));
        }
        Ok(())
    }

    /// Makes sure that the cards add up to a deck.
    fn count_cards(&self, pile: Part) -> Result<(), FenError> {
        let hands: usize = self.seats.iter().map(|seat| seat.hand.len()).sum();
        let given: usize = (0..self.seats.len())
            .filter(|&seat| self.seats[seat].given != Given::Nothing)
            .map(|seat| self.cards_to_give(seat))
            .sum();
        let all = self.deck_size;
        // Hands and gifts have the sizes of their phase, which the deck is enough for.
        let rest = all.saturating_sub(hands + given);
        match rest.checked_sub(self.discard.len()) {
            Some(expected) if expected == self.pile.len() => Ok(()),
            Some(expected) => {
                Err(pile.found(format!("{expected} cards in the pile, for {all} in all"), self.pile.len()))
            }
            None => {
                let found = self.pile.len() + self.discard.len();
                Err(pile.found(format!("{rest} cards in pile and discard together, for {all} in all"), found))
            }
        }
    }
}

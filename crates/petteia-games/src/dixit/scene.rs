//! The table as data for programs that draw it.

use petteia_core::scene::{Grid, Round, RoundCard, SceneArea};
use petteia_core::{GameOptions, Scene, ScenePiece};

use super::cards::Card;
use super::deck::Deck;
use super::options::deck;
use super::position::{Action, Dixit, Given, Hand, Phase, Pile, Vote};
use super::words::clue_word;

/// A card of a seat, from 1, or of none.
fn piece(deck: &Deck, number: Card, owner: Option<u32>) -> ScenePiece {
    let card = deck.card(number);
    ScenePiece {
        label: number.to_string(),
        title: card.title.clone(),
        image: card.image.clone(),
        alt: if card.alt.is_empty() { &card.caption } else { &card.alt }.clone(),
        ..ScenePiece::new(owner, "card")
    }
}

/// The table of a position or an observation: the cards on it by slot, then for each seat its hand, the cards that it
/// has given and the slot that it has voted for, then the pile and the discarded cards. The text is the clue.
pub(super) fn scene(position: &Dixit, options: &GameOptions) -> Scene {
    let deck = &*deck(options);
    let card = |owner: Option<u32>| move |number: Card| piece(deck, number, owner);
    let hidden = |owner, count: usize| {
        let piece = ScenePiece { height: count as u32, ..ScenePiece::new(owner, "hidden") };
        if count > 0 { vec![piece] } else { Vec::new() }
    };
    let mut areas = vec![SceneArea {
        name: "table",
        owner: None,
        pieces: position.table.iter().copied().map(card(None)).collect(),
    }];
    for (seat, owner) in position.seats.iter().zip((1..).map(Some)) {
        let hand = match seat.hand {
            Hand::Known(cards) => cards.iter().map(card(owner)).collect(),
            Hand::Hidden(count) => hidden(owner, count),
        };
        let given = match seat.given {
            Given::Nothing => Vec::new(),
            Given::Hidden => hidden(owner, 1),
            Given::Known(cards) => cards.iter().map(card(owner)).collect(),
        };
        let vote = match seat.vote {
            Vote::None => Vec::new(),
            Vote::Hidden => hidden(owner, 1),
            Vote::Slot(slot) => vec![ScenePiece { label: slot.to_string(), ..ScenePiece::new(owner, "vote") }],
        };
        areas.extend([("hand", hand), ("given", given), ("vote", vote)].map(|(name, pieces)| SceneArea {
            name,
            owner,
            pieces,
        }));
    }
    let pile = match &position.pile {
        Pile::Known(cards) => cards.iter().copied().map(card(None)).collect(),
        Pile::Hidden(count) => hidden(None, *count),
    };
    let discard = position.discard.iter().map(card(None)).collect();
    areas.extend([("pile", pile), ("discard", discard)].map(|(name, pieces)| SceneArea { name, owner: None, pieces }));
    Scene { grid: Grid::None, cells: Vec::new(), pieces: Vec::new(), areas, text: position.clue.clone() }
}

/// The round that an action ends in a position. `None` if it does not end one, or if owners or votes are hidden.
pub(super) fn round_ended_by(position: &Dixit, action: &Action, options: &GameOptions) -> Option<Round> {
    let Action::Vote(seat, slot) = *action else { return None };
    if position.phase != Phase::Vote {
        return None;
    }
    let mut all_votes = position.clone();
    all_votes.seats.get_mut(seat)?.vote = Vote::Slot(slot);
    let points = all_votes.points_of_turn(&mut Vec::new()).ok()?;
    let deck = deck(options);
    let table = (1..).zip(&position.table).map(|(slot, &card)| {
        let owner = all_votes.giver(card).map(|giver| giver as u32 + 1);
        let votes = (1..).zip(&all_votes.seats).filter(|(_, seat)| seat.vote == Vote::Slot(slot));
        RoundCard { piece: piece(&deck, card, owner), votes: votes.map(|(seat, _)| seat).collect() }
    });
    Some(Round {
        storyteller: position.storyteller as u32 + 1,
        clue: position.clue.clone(),
        clue_word: clue_word(&position.clue),
        table: table.collect(),
        points,
    })
}

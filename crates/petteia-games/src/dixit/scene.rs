//! The table as data for programs that draw it.

use petteia_core::scene::{Grid, SceneArea};
use petteia_core::{GameOptions, Scene, ScenePiece};

use super::cards::Card;
use super::options::deck;
use super::position::{Dixit, Given, Hand, Pile, Vote};

/// The table of a position or an observation: the cards on it by slot, then for each seat its hand, the cards that it
/// has given and the slot that it has voted for, then the pile and the discarded cards. The text is the clue.
pub(super) fn scene(position: &Dixit, options: &GameOptions) -> Scene {
    let deck = &*deck(options);
    let card = |owner: Option<u32>| {
        move |number: Card| ScenePiece {
            label: number.to_string(),
            title: deck.card(number).title.clone(),
            ..ScenePiece::new(owner, "card")
        }
    };
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

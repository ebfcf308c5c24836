//! Positions in words.

use std::fmt::Write;

use petteia_core::ScenePiece;
use petteia_core::scene::{SceneArea, SceneCell};

use crate::Picture;

/// The name of a seat: its side, or its number.
pub(crate) fn seat(picture: &Picture, owner: u32) -> String {
    let side = (owner as usize).checked_sub(1).and_then(|index| picture.sides.get(index));
    side.cloned().unwrap_or_else(|| format!("seat {owner}"))
}

/// A piece, such as `white stack of 4 with red`.
pub(crate) fn piece(picture: &Picture, piece: &ScenePiece) -> String {
    let mut text = match (piece.owner, piece.kind) {
        (_, kind @ ("card" | "hidden" | "vote")) | (None, kind) => kind.into(),
        (Some(owner), kind) => format!("{} {}", seat(picture, owner), kind.strip_suffix("-with-red").unwrap_or(kind)),
    };
    if piece.kind == "hidden" {
        text = if piece.height == 1 { "hidden card".into() } else { format!("{} hidden cards", piece.height) };
    } else if piece.height > 1 {
        let _ = write!(text, " of {}", piece.height);
    }
    if piece.kind == "stack-with-red" {
        text.push_str(" with red");
    }
    if piece.kind == "red" {
        text = if piece.height == 1 { "red piece".into() } else { format!("{} red pieces", piece.height) };
    }
    for more in [&piece.label, &piece.title] {
        if !more.is_empty() {
            let _ = write!(text, " {more}");
        }
    }
    text
}

/// A cell and what stands there, such as `c3, white stack of 4`.
pub(crate) fn cell(picture: &Picture, cell: &SceneCell) -> String {
    let shade = match cell.shade {
        "throne" => ", throne".into(),
        "corner" => ", corner".into(),
        "city-1" => format!(", city of {}", seat(picture, 1)),
        "city-2" => format!(", city of {}", seat(picture, 2)),
        _ => String::new(),
    };
    let there = picture.scene.pieces.iter().find(|piece| piece.at == cell.key);
    let there = there.map_or_else(|| "empty".into(), |there| piece(picture, there));
    format!("{}{shade}, {there}", cell.key)
}

/// An area, such as `reserve of white`.
pub(crate) fn area(picture: &Picture, area: &SceneArea) -> String {
    match area.owner {
        Some(owner) => format!("{} of {}", area.name, seat(picture, owner)),
        None => area.name.into(),
    }
}

/// Whether an area is drawn as one pile, so that its cards are not listed.
pub(crate) fn is_pile(area: &SceneArea) -> bool {
    matches!(area.name, "pile" | "discard")
}

/// Number of cards of a pile.
pub(crate) fn pile_size(area: &SceneArea) -> u32 {
    area.pieces.iter().map(|piece| piece.height).sum()
}

/// The whole position: pieces by what they are, then the areas.
pub(crate) fn description(picture: &Picture) -> String {
    let mut kinds: Vec<(String, Vec<&str>)> = Vec::new();
    let mut pieces: Vec<&ScenePiece> = picture.scene.pieces.iter().collect();
    pieces.sort_by_key(|piece| piece.owner.unwrap_or(u32::MAX));
    for there in pieces {
        let name = piece(picture, there);
        match kinds.iter_mut().find(|(other, _)| *other == name) {
            Some((_, keys)) => keys.push(&there.at),
            None => kinds.push((name, vec![&there.at])),
        }
    }
    let mut parts: Vec<String> = Vec::new();
    if !picture.scene.text.is_empty() {
        parts.push(format!("clue: {}", picture.scene.text));
    }
    parts.extend(kinds.into_iter().map(|(name, keys)| format!("{name}: {}", keys.join(" "))));
    for place in picture.scene.areas.iter().filter(|area| !area.pieces.is_empty()) {
        let there: Vec<String> = if is_pile(place) {
            vec![format!("{} cards", pile_size(place))]
        } else {
            place.pieces.iter().map(|there| piece(picture, there)).collect()
        };
        parts.push(format!("{}: {}", area(picture, place), there.join(", ")));
    }
    if parts.is_empty() { "empty".into() } else { parts.join("; ") }
}

//! The picture of a game in progress: its position, the last move and what it did.

use petteia_core::Scene;
use petteia_draw::{Arrow, ArrowKind, Mark, MarkKind, Picture};

use super::report::{DrawnMove, SessionError};
use super::session::{Session, ToMove};

/// The picture of a game, as a seat sees it if there is a viewer. Its marks are those of the last move or, with a
/// `planned` move, what that move would do; of a viewer it is the move of its seat.
///
/// # Errors
/// There is no such seat, or the planned move is not legal.
pub fn picture(
    game: &dyn Session,
    variant: &str,
    viewer: Option<u32>,
    planned: Option<&str>,
) -> Result<Picture, SessionError> {
    let scene = viewer.map_or_else(|| Ok(game.scene()), |seat| game.scene_of_seat(seat))?;
    let mut picture = Picture {
        game: variant.into(),
        title: title(game, variant),
        sides: game.side_names().into_iter().map(str::to_owned).collect(),
        scene,
        ..Picture::default()
    };
    match planned {
        Some(word) => add_move(&mut picture, &game.drawn_move(viewer, word)?, ArrowKind::Planned),
        None => game.last_move().iter().for_each(|last| add_move(&mut picture, last, ArrowKind::Played)),
    }
    Ok(picture)
}

/// The position in a few words. In games with hidden hands the last move may be a secret, so it is left out.
fn title(game: &dyn Session, variant: &str) -> String {
    let state = match game.result() {
        Some(result) => format!("result {result}"),
        None => format!("{} to move", game.side_name()),
    };
    let is_secret = matches!(game.turn(), ToMove::Seats(_));
    match game.played_moves().pop().filter(|_| !is_secret) {
        Some(last) => format!("{variant}, {state}, last move {last}"),
        None => format!("{variant}, {state}"),
    }
}

/// Adds the marks and arrows of a move.
fn add_move(picture: &mut Picture, drawn: &DrawnMove, kind: ArrowKind) {
    if let [first, .., last] = &drawn.path[..] {
        picture.marks.push(mark(first, MarkKind::From));
        picture.marks.push(mark(last, MarkKind::To));
        if kind == ArrowKind::Planned || drawn.path.len() > 2 {
            picture.arrows.push(Arrow { path: drawn.path.clone(), kind, label: String::new() });
        }
    } else if let [only] = &drawn.path[..] {
        picture.marks.push(mark(only, MarkKind::To));
    }
    for effect in &drawn.effects {
        let words: Vec<&str> = effect.split_whitespace().collect();
        match &words[..] {
            ["removed" | "captured", cells @ ..] => {
                let ghost = |key: &str| mark_of_piece(&drawn.before, key, kind);
                picture.marks.extend(cells.iter().map(|cell| ghost(key_of(cell))));
            }
            ["flipped" | "converted" | "promoted" | "city", cells @ ..] => {
                picture.marks.extend(cells.iter().map(|cell| mark(key_of(cell), MarkKind::Changed)));
            }
            [slot, _, "slide" | "super" | "push", step, ..] => add_order(picture, slot, step, kind),
            [_, _, "blocked", from, ..] => picture.marks.push(mark(from, MarkKind::From)),
            [_, _, "off", cell] => picture.marks.push(mark_of_piece(&drawn.before, cell, kind)),
            _ => {}
        }
    }
}

/// Adds the arrow of an order of Epigo, with the number of its slot.
fn add_order(picture: &mut Picture, slot: &str, step: &str, kind: ArrowKind) {
    // Squares have two characters.
    if let Some((from, to)) = step.split_at_checked(2) {
        let path = vec![from.to_owned(), to.to_owned()];
        picture.arrows.push(Arrow { path, kind, label: slot.into() });
    }
}

/// The cell in a word of an effect, such as `e4=H`.
fn key_of(word: &str) -> &str {
    word.split('=').next().unwrap_or(word)
}

fn mark(at: &str, kind: MarkKind) -> Mark {
    Mark { at: at.into(), kind, ghost: None }
}

/// The mark of a cell whose piece leaves the board. After a move that was played, it shows the piece.
fn mark_of_piece(before: &Scene, at: &str, kind: ArrowKind) -> Mark {
    let there = before.pieces.iter().find(|piece| piece.at == at);
    Mark { ghost: there.cloned().filter(|_| kind == ArrowKind::Played), ..mark(at, MarkKind::Captured) }
}

//! Features of positions and moves, for the choice of fixtures.

use std::collections::BTreeSet;

use crate::dvonn::naive::{Cell, Naive, Piece, Stack, cell_of, line_between, neighbours, top};

/// The features of a position, by name.
pub(crate) fn of_position(position: &Naive) -> Vec<&'static str> {
    let (stacks, moves) = (&position.stacks, position.moves());
    if !position.stacking {
        let kind = match stacks.len() {
            0 => return Vec::new(),
            1..=3 => "red pieces only",
            4..=16 => "up to 16 pieces",
            17..=32 => "up to 32 pieces",
            33..=46 => "up to 46 pieces",
            47 => "two cells left",
            _ => "the 49th piece is next, and White moves again",
        };
        return vec![kind];
    }
    let mine = || stacks.iter().filter(|(_, stack)| top(stack) == position.mover);
    let live = live_components(position);
    let ties = position.score()[0] == position.score()[1];
    let over = moves.is_empty();
    let features = [
        ("full board", stacks.len() == 49),
        ("middle game", (20..40).contains(&stacks.len())),
        ("late", !over && stacks.len() < 15),
        ("must pass", moves == ["pass"]),
        ("over, White wins", position.result() == "p1win"),
        ("over, Black wins", position.result() == "p2win"),
        ("over, draw", over && ties),
        ("over, 0-0", over && position.score() == [0, 0]),
        ("too tall to move", mine().any(|(_, stack)| stack.len() > 10)),
        ("enclosed", stacks.len() < 30 && mine().any(|(&cell, _)| position.is_enclosed(cell))),
        ("two parts with red", live == 2),
        ("three parts with red", live == 3),
        ("can jump over empty cells", !over && moves.iter().any(|word| jumps_over_empty(position, word))),
        ("can land on a lone red", moves.iter().any(|word| lands_on_red(position, word))),
    ];
    names_of(&features)
}

/// The features of a stacking move, by name. `played` is the result of [`Naive::play`].
pub(crate) fn of_move(position: &Naive, word: &str, played: &(Naive, Vec<(Cell, Stack)>)) -> Vec<&'static str> {
    let (after, removed) = played;
    let over = after.moves().is_empty();
    if removed.is_empty() {
        let lonely = lone_reds(after).difference(&lone_reds(position)).next().is_some();
        return names_of(&[
            ("a red is left alone", lonely),
            ("over without removal", over),
            ("pass", word == "pass"),
            ("the opponent must pass, nothing removed", after.moves() == ["pass"]),
        ]);
    }
    let by = |player| removed.iter().filter(|(_, stack)| top(stack) == player).count();
    let (own, live) = (by(position.mover), live_components(after));
    let (from, to) = (cell_of(&word[..2]), cell_of(&word[2..]));
    let carries = position.stacks[&from].contains(&Piece::Red);
    let score = after.score();
    names_of(&[
        ("removes 1", removed.len() == 1),
        ("removes 2 to 4", (2..5).contains(&removed.len())),
        ("removes 5 to 9", (5..10).contains(&removed.len())),
        ("removes 10 or more", removed.len() >= 10),
        ("the moved stack is removed", removed.iter().any(|(cell, _)| *cell == to)),
        ("red is carried away", carries),
        ("a red is left alone and others removed", lone_reds(after).difference(&lone_reds(position)).next().is_some()),
        ("the opponent must pass", after.moves() == ["pass"]),
        ("over, White wins", over && score[0] > score[1]),
        ("over, Black wins", over && score[0] < score[1]),
        ("over, tie", over && score[0] == score[1]),
        ("over, 0-0", over && score == [0, 0]),
        ("jumps over empty cells", jumps_over_empty(position, word)),
        ("lands on a lone red", lands_on_red(position, word)),
        ("two parts with red remain", live == 2),
        ("three parts with red remain", live == 3),
        ("removes only own stacks", own == removed.len()),
        ("removes only enemy stacks", own == 0),
        ("removes a stack of 7 or more", removed.iter().any(|(_, stack)| stack.len() >= 7)),
    ])
}

fn names_of(features: &[(&'static str, bool)]) -> Vec<&'static str> {
    features.iter().filter(|(_, holds)| *holds).map(|(name, _)| *name).collect()
}

/// Number of groups of two or more stacks that hold red.
fn live_components(position: &Naive) -> usize {
    position.components().iter().filter(|part| part.len() > 1 && position.has_red(part)).count()
}

/// Red pieces without an occupied neighbour.
fn lone_reds(position: &Naive) -> BTreeSet<Cell> {
    let alone = |cell: Cell| !neighbours(cell).iter().any(|next| position.stacks.contains_key(next));
    let reds = position.stacks.iter().filter(|(_, stack)| top(stack) == Piece::Red);
    reds.map(|(&cell, _)| cell).filter(|&cell| alone(cell)).collect()
}

fn jumps_over_empty(position: &Naive, word: &str) -> bool {
    word != "pass" && line_between(word).iter().any(|cell| !position.stacks.contains_key(cell))
}

fn lands_on_red(position: &Naive, word: &str) -> bool {
    word != "pass" && position.stacks.get(&cell_of(&word[2..])).is_some_and(|stack| top(stack) == Piece::Red)
}

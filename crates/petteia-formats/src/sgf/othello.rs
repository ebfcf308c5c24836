//! Reversi in SGF, `GM[2]`, as Edax writes it: squares are `f5` and passes `PA`. Squares as in Go, `fe`, are read too.

use std::time::Duration;

use petteia_core::{Outcome, Side};

use super::tree::{GameTree, Property, escaped};
use super::{property, read_tags, write_tags};
use crate::decoding::{TextFile, found};
use crate::record::{FormatError, GameRecord, RESIGNATION, RecordedMove, TIME};
use crate::reversi::{self, PASS, REVERSI, SQUARES};

/// The properties that put discs on the board, and their letters.
const SETUP: [(&str, u8); 3] = [("AB", b'X'), ("AW", b'O'), ("AE", b'-')];

pub(super) fn read_game(file: &TextFile, tree: &GameTree) -> Result<GameRecord, FormatError> {
    if let Some(size) = property(tree, "SZ").filter(|size| !["8", "8:8"].contains(&size.value().trim())) {
        return Err(file.error(size.at, "SZ[8]", found(&size.value())));
    }
    let name = |name| property(tree, name).map(|name| name.value().trim().to_owned());
    let name = |expected| name(expected).filter(|name| !["", "?"].contains(&name.as_str()));
    let mut game = GameRecord {
        variant: Some(REVERSI),
        players: [name("PB"), name("PW")],
        tags: read_tags(tree),
        ..GameRecord::default()
    };
    game.start = read_start(file, tree)?;
    if let Some(result) = property(tree, "RE") {
        read_result(result.value().trim(), &mut game);
    }
    for node in &tree.nodes {
        read_node(file, node, &mut game)?;
    }
    Ok(game)
}

/// The start position of the root.
fn read_start(file: &TextFile, tree: &GameTree) -> Result<Option<String>, FormatError> {
    let root = tree.nodes.first().map(Vec::as_slice).unwrap_or_default();
    let side = match root.iter().find(|property| property.name == "PL") {
        None => 'b',
        Some(side) => match side.value().trim().to_ascii_lowercase().as_str() {
            "b" | "black" => 'b',
            "w" | "white" => 'w',
            _ => return Err(file.error(side.at, "PL[B] or PL[W]", found(&side.value()))),
        },
    };
    let mut squares = [b'-'; SQUARES as usize];
    let mut is_set = false;
    for property in root {
        let Some((_, disc)) = SETUP.iter().find(|(name, _)| *name == property.name) else { continue };
        for value in property.values() {
            let square =
                read_square(&value).ok_or_else(|| file.error(property.at, "a square such as f5", found(&value)))?;
            squares[index(&square)] = *disc;
            is_set = true;
        }
    }
    if !is_set {
        let (start, _) = reversi::start_squares(&GameRecord::default()).map_err(|error| file.error(0, error, ""))?;
        return Ok(reversi::start_of(&start, side));
    }
    let squares: String = squares.into_iter().map(char::from).collect();
    Ok(reversi::start_of(&squares, side))
}

/// Adds the move of a node, with its comment.
fn read_node(file: &TextFile, node: &[Property], game: &mut GameRecord) -> Result<(), FormatError> {
    let before = game.moves.len();
    let mut comment = String::new();
    let mut left = None;
    for property in node {
        match property.name.as_str() {
            "B" | "W" => {
                let value = property.value();
                let word = read_square(&value).or_else(|| is_pass(&value).then(|| PASS.into()));
                let word =
                    word.ok_or_else(|| file.error(property.at, "a square such as f5 or a pass", found(&value)))?;
                game.moves.push(RecordedMove::from(word));
            }
            "BL" | "WL" => {
                let seconds = property.value().trim().parse::<f64>().ok();
                left = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            }
            "C" => property.value().trim().clone_into(&mut comment),
            "AB" | "AW" | "AE" if before > 0 => {
                return Err(file.error(property.at, "discs put on the board before the first move", &*property.name));
            }
            _ => {}
        }
    }
    match game.moves[before..].last_mut() {
        Some(played) => (played.comment, played.left) = (comment, left),
        None if !comment.is_empty() => game.tags.push(("Comment".into(), comment)),
        None => {}
    }
    Ok(())
}

fn is_pass(value: &str) -> bool {
    ["", "pa", "pass", "tt"].contains(&value.trim().to_ascii_lowercase().as_str())
}

/// A square, as `f5` or in letters from the top left, as `fe`.
fn read_square(value: &str) -> Option<String> {
    let value = value.trim();
    let letters = || match value.to_ascii_lowercase().as_bytes() {
        [file @ b'a'..=b'h', rank @ b'a'..=b'h'] => Some(format!("{}{}", char::from(*file), rank - b'a' + 1)),
        _ => None,
    };
    reversi::square(value).or_else(letters)
}

/// The place of a square such as `f5` in a board, rank by rank.
fn index(square: &str) -> usize {
    let name = square.as_bytes();
    usize::from(8 * (name[1] - b'1') + name[0] - b'a')
}

/// `B+12`, `W+Resign`, `0`, `Draw`; anything else is no result.
fn read_result(value: &str, game: &mut GameRecord) {
    let value = value.to_ascii_lowercase();
    let (winner, sign) = match value.as_bytes() {
        [b'b', b'+', ..] => (Side::First, 1),
        [b'w', b'+', ..] => (Side::Second, -1),
        _ => {
            game.result = ["0", "draw", "jigo"].contains(&value.as_str()).then_some(Outcome::Draw.into());
            return;
        }
    };
    let is_score = value[2..].parse::<u8>().is_ok_and(|discs| reversi::set_score(game, sign * i32::from(discs)));
    if !is_score {
        game.result = Some(Outcome::Win(winner).into());
    }
    match &value[2..] {
        "r" | "resign" => game.set_termination(RESIGNATION),
        "t" | "time" => game.set_termination(TIME),
        _ => {}
    }
}

pub(super) fn write_game(game: &GameRecord) -> Result<String, String> {
    let (squares, side) = reversi::start_squares(game)?;
    let mut text = String::from("(;FF[4]GM[2]CA[UTF-8]AP[petteia]");
    for (name, player) in ["PB", "PW"].into_iter().zip(&game.players) {
        text += &format!("{name}[{}]", escaped(player.as_deref().unwrap_or("?")));
    }
    text += &write_tags(game);
    text += "SZ[8]";
    for (name, disc) in &SETUP[..2] {
        if squares.bytes().any(|square| square == *disc) {
            text += name;
        }
        for (i, _) in squares.bytes().enumerate().filter(|(_, square)| square == disc) {
            text += &format!("[{}{}]", char::from(b'a' + (i % 8) as u8), i / 8 + 1);
        }
    }
    text += &format!("PL[{}]RE[{}]", side.to_ascii_uppercase(), write_result(game));
    if let Some(comment) = reversi::tag(game, "Comment") {
        text += &format!("C[{}]", escaped(comment));
    }
    let mut mover = if side == 'b' { Side::First } else { Side::Second };
    for (i, RecordedMove { word, comment, left, .. }) in game.moves.iter().enumerate() {
        let word = match reversi::square(word) {
            _ if word == PASS => "PA".into(),
            Some(square) => square,
            None => return Err(format!("expected a square or a pass, found '{word}'")),
        };
        text.push_str(if i % 10 == 0 { "\n;" } else { ";" });
        let colour = if mover == Side::First { 'B' } else { 'W' };
        text += &format!("{colour}[{word}]");
        if let Some(left) = left {
            text += &format!("{colour}L[{}]", left.as_secs_f64());
        }
        if !comment.is_empty() {
            text += &format!("C[{}]", escaped(comment));
        }
        mover = !mover;
    }
    Ok(text + ")\n")
}

fn write_result(game: &GameRecord) -> String {
    let score = reversi::score(game).map(|[black, white]| black.abs_diff(white).to_string());
    match game.outcome() {
        Some(Outcome::Win(winner)) => {
            let winner = if winner == Side::First { 'B' } else { 'W' };
            let reason = match game.termination() {
                Some(RESIGNATION) => "R",
                Some(TIME) => "T",
                _ => "",
            };
            format!("{winner}+{}", score.unwrap_or_else(|| reason.into()))
        }
        Some(Outcome::Draw) => "0".into(),
        None => "?".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::{read_games, write_games};

    /// A game by Edax, after its documentation.
    const EDAX: &str = "(;FF[4]GM[2]AP[edax:4.5.5]\nPC[Edax]DT[2026-10-07]\nPB[a\\]b]PW[?]\nSZ[8]AB[e4][d5]AW[d4][e5]PL[B]\n\
                        RE[W+10]\nB[f5];W[d6];\nB[c3];W[PA];\nB[c4];)\n";

    #[test]
    fn a_game_by_edax() {
        let read = read_games(EDAX.as_bytes()).expect("a collection");
        let game = read[0].as_ref().expect("a game");
        assert_eq!((game.variant, &game.start), (Some("reversi"), &None));
        assert_eq!(game.players, [Some("a]b".into()), None]);
        let words: Vec<&str> = game.moves.iter().map(|played| played.word.as_str()).collect();
        assert_eq!(words, ["f5", "d6", "c3", "pass", "c4"]);
        assert_eq!((reversi::tag(game, "Score"), reversi::tag(game, "Date")), (Some("27-37"), Some("2026-10-07")));
        let games = [game.clone()];
        let written = write_games(&games).expect("a collection");
        let again = read_games(&written).expect("a collection");
        assert_eq!(again, [Ok(game.clone())]);
        for (length, _) in EDAX.char_indices() {
            assert!(read_games(&EDAX.as_bytes()[..length]).is_err() || length > 1);
        }
    }

    #[test]
    fn starts_comments_and_letters() {
        let text = "(;GM[2]AB[dd][e5]AW[ed]PL[white]C[start]RE[B+R];W[fe]C[a:b\\]]WL[59.5];B[](;W[tt])(;W[a1](;B[a2])(;B[a3])))";
        let read = read_games(text.as_bytes()).expect("a collection");
        let game = read[0].as_ref().expect("a game");
        let start = format!("{}XO{}X{} w", "-".repeat(27), "-".repeat(7), "-".repeat(27));
        assert_eq!(game.start.as_deref(), Some(start.as_str()));
        let words: Vec<(&str, &str)> = game.moves.iter().map(|m| (m.word.as_str(), m.comment.as_str())).collect();
        assert_eq!(words, [("f5", "a:b]"), ("pass", ""), ("pass", "")]);
        assert_eq!(game.moves[0].left, Some(Duration::from_millis(59_500)));
        assert_eq!(game.termination(), Some(RESIGNATION));
        assert_eq!((game.variations, game.outcome()), (2, Some(Outcome::Win(Side::First))));
        assert_eq!(reversi::tag(game, "Comment"), Some("start"));
        let once = GameRecord { variations: 0, ..game.clone() };
        let written = write_games(std::slice::from_ref(game)).expect("a collection");
        assert_eq!(read_games(&written), Ok(vec![Ok(once)]));
    }

    #[test]
    fn games_that_are_refused() {
        for (game, expected) in [
            ("SZ[10]", "line 2: expected SZ[8], found '10'"),
            ("PL[x]", "line 2: expected PL[B] or PL[W], found 'x'"),
            ("AB[i9]", "line 2: expected a square such as f5, found 'i9'"),
            (";B[]", ""),
            (";B[a9]", "line 2: expected a square such as f5 or a pass, found 'a9'"),
            (";B[c4];AB[a1]", "line 2: expected discs put on the board before the first move, found AB"),
            ("GM[1]", ""),
        ] {
            let read = read_games(format!("(;GM[2]\n{game})(;GM[1])(;)").as_bytes()).expect("a collection");
            let [first, go, none] = &read[..] else { panic!("three games") };
            assert_eq!(first.as_ref().map_or_else(ToString::to_string, |_| String::new()), expected);
            let other = "GM[2], Othello, or GM[Dvonn] of boardspace.net";
            assert_eq!(go.as_ref().map_err(ToString::to_string), Err(format!("line 2: expected {other}, found '1'")));
            assert_eq!(
                none.as_ref().map_err(ToString::to_string),
                Err(format!("line 2: expected {other}, found no game"))
            );
        }
        let moves = vec![RecordedMove::from("i1".to_owned())];
        for (game, expected) in [
            (GameRecord::default(), "expected a game of reversi or dvonn, found none"),
            (
                GameRecord { variant: Some(REVERSI), moves, ..GameRecord::default() },
                "expected a square or a pass, found 'i1'",
            ),
        ] {
            assert_eq!(write_games(&[game]), Err(format!("game 1: {expected}")));
        }
    }
}

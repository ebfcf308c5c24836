//! DVONN in SGF as boardspace.net writes it.
//!
//! A node has an action of a player, `P0[101 pickb C 3]`: a number, a verb, and squares in the coordinates of this
//! program. `dropb` puts a piece or the stack in hand on a square, `pickb` takes a stack or takes back a drop, `move`
//! does both, and `done` ends the move. The first player is `P0`.

use std::fmt::Write;

use petteia_core::{GameResult, Outcome, Side};

use super::tree::{GameTree, escaped};
use super::{read_tags, write_tags};
use crate::decoding::{TextFile, found};
use crate::record::{FormatError, GameRecord, RESIGNATION, RecordedMove};

/// The name of the variant in the registry.
pub(super) const DVONN: &str = "dvonn";
const PASS: &str = "pass";
/// Moves of the placement phase. The player who makes the last of them moves again.
const PLACEMENTS: usize = 49;
/// Values of `P0` and `P1` that are no actions begin with these words.
const SETTINGS: [&str; 2] = ["time", "ranking"];

/// A move that its player has not ended yet.
#[derive(Clone, Debug, Default)]
struct PendingMove {
    from: Option<String>,
    to: Option<String>,
    is_resignation: bool,
}

impl PendingMove {
    /// Does an action, or says what was expected.
    fn act(&mut self, verb: &str, squares: &[String]) -> Result<(), &'static str> {
        match (verb, squares) {
            ("dropb", [square]) if self.from.as_ref() == Some(square) => self.from = None,
            ("dropb", [square]) => self.to = Some(square.clone()),
            ("pickb", [square]) if self.to.as_ref() == Some(square) => self.to = None,
            ("pickb", [square]) => self.from = Some(square.clone()),
            ("move", [from, to]) => (self.from, self.to) = (Some(from.clone()), Some(to.clone())),
            ("pass", []) => {}
            ("resign", []) => self.is_resignation ^= true,
            ("dropb" | "pickb", _) => return Err("a square such as C 3"),
            ("move", _) => return Err("two squares such as C 3 D 4"),
            _ => return Err("a verb of boardspace.net: dropb, pickb, move, pass, resign, done"),
        }
        Ok(())
    }

    /// The word of the move. Who has to pass may do so without saying it.
    fn word(&self) -> Option<String> {
        match (&self.from, &self.to) {
            (from, Some(to)) => Some(format!("{}{to}", from.as_deref().unwrap_or_default())),
            (None, None) => Some(PASS.into()),
            (Some(_), None) => None,
        }
    }
}

pub(super) fn read_game(file: &TextFile, tree: &GameTree) -> Result<GameRecord, FormatError> {
    let mut game = GameRecord { variant: Some(DVONN), tags: read_tags(tree), ..GameRecord::default() };
    let mut result = String::new();
    let mut turn = PendingMove::default();
    for property in tree.nodes.iter().flatten() {
        let value = property.value();
        let player = match property.name.as_str() {
            "P0" => Side::First,
            "P1" => Side::Second,
            "RE" => {
                result = value;
                continue;
            }
            "SU" if !value.trim().to_ascii_lowercase().starts_with(DVONN) => {
                return Err(file.error(property.at, "SU[dvonn]", found(&value)));
            }
            _ => continue,
        };
        let words: Vec<String> = value.split_ascii_whitespace().map(str::to_ascii_lowercase).collect();
        let words = match &words[..] {
            [number, words @ ..] if number.bytes().all(|c| c.is_ascii_digit()) => words,
            words => words,
        };
        let Some((verb, rest)) = words.split_first() else { continue };
        match verb.as_str() {
            "id" => game.players[player as usize] = read_name(&value),
            "start" => {
                if rest != ["p0"] {
                    return Err(file.error(property.at, "Start P0, the first player", found(&value)));
                }
            }
            setting if SETTINGS.contains(&setting) => {}
            // The first two are about pieces that are not on the board yet.
            "pick" | "drop" | "reset" => turn = PendingMove::default(),
            "done" if turn.is_resignation => {
                game.result = Some(Outcome::Win(!player).into());
                game.set_termination(RESIGNATION);
                break;
            }
            "done" => {
                let word =
                    turn.word().ok_or_else(|| file.error(property.at, "a move before it is done", found(&value)))?;
                game.moves.push(RecordedMove::from(word));
                turn = PendingMove::default();
            }
            verb => {
                let act = squares(rest).ok_or("squares such as C 3").and_then(|squares| turn.act(verb, &squares));
                act.map_err(|expected| file.error(property.at, expected, found(&value)))?;
            }
        }
    }
    if game.result.is_none() {
        game.result = read_result(&result, &game.players).map(GameResult::from);
    }
    Ok(game)
}

/// `id "NAME"`, or without quotes.
fn read_name(value: &str) -> Option<String> {
    let name = value.trim().get(2..)?.trim();
    let name = name.strip_prefix('"').and_then(|name| name.strip_suffix('"')).unwrap_or(name);
    Some(name.to_owned()).filter(|name| !name.is_empty())
}

/// Squares of a column and a row each.
fn squares(words: &[String]) -> Option<Vec<String>> {
    words
        .chunks(2)
        .map(|pair| {
            let [column, row] = pair else { return None };
            let is_square = matches!(column.as_bytes(), [b'a'..=b'k']) && matches!(row.as_bytes(), [b'1'..=b'5']);
            is_square.then(|| format!("{column}{row}"))
        })
        .collect()
}

/// `Game won by NAME`, in the language of whoever saved the game: the name of one player stands there.
fn read_result(value: &str, players: &[Option<String>; 2]) -> Option<Outcome> {
    if value.trim().eq_ignore_ascii_case("the game is a draw") {
        return Some(Outcome::Draw);
    }
    let is_named = |side: &Side| {
        let name = players[*side as usize].as_deref().unwrap_or_default();
        !name.is_empty() && value.split_whitespace().any(|word| word == name)
    };
    let named: Vec<Side> = Side::BOTH.into_iter().filter(is_named).collect();
    match named[..] {
        [winner] => Some(Outcome::Win(winner)),
        _ => None,
    }
}

pub(super) fn write_game(game: &GameRecord) -> Result<String, String> {
    if let Some(start) = &game.start {
        return Err(format!("expected the start of the game, found '{start}'"));
    }
    let [first, second] = [0, 1].map(|i| game.players[i].as_deref().unwrap_or("?"));
    let mut text = format!("(;\nGM[Dvonn]VV[1]\nSU[dvonn 0]\n{}", write_tags(game));
    let result = match game.outcome() {
        Some(Outcome::Win(Side::First)) => format!("RE[Game won by {}]\n", escaped(first)),
        Some(Outcome::Win(Side::Second)) => format!("RE[Game won by {}]\n", escaped(second)),
        Some(Outcome::Draw) => "RE[The game is a draw]\n".into(),
        None => String::new(),
    };
    text += &result;
    for (player, name) in [first, second].into_iter().enumerate() {
        let _ = writeln!(text, "P{player}[id \"{}\"]", escaped(name));
    }
    text += "; P0[0 Start P0]\n";
    let mut number = 0;
    for (i, RecordedMove { word, .. }) in game.moves.iter().enumerate() {
        let player = if i < PLACEMENTS { i % 2 } else { (i - PLACEMENTS) % 2 };
        let action = write_action(word).ok_or_else(|| format!("expected a move such as c3d4, found '{word}'"))?;
        for action in [action.as_str(), "done"] {
            number += 1;
            let _ = writeln!(text, "; P{player}[{number} {action}]");
        }
    }
    if let (Some(Outcome::Win(winner)), Some(RESIGNATION)) = (game.outcome(), game.termination()) {
        for action in ["resign", "done"] {
            number += 1;
            let _ = writeln!(text, "; P{}[{number} {action}]", !winner as usize);
        }
    }
    Ok(text + ")\n")
}

pub(super) fn write_action(word: &str) -> Option<String> {
    if word == PASS {
        return Some(PASS.into());
    }
    let letters: Vec<String> = word.chars().map(String::from).collect();
    let names: Vec<String> = squares(&letters)?
        .iter()
        .map(|square| format!("{} {}", square[..1].to_ascii_uppercase(), &square[1..]))
        .collect();
    match &names[..] {
        [to] => Some(format!("dropb {to}")),
        [from, to] => Some(format!("move {from} {to}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::{read_games, write_games};

    fn game(actions: &str) -> Result<GameRecord, String> {
        let text = format!(
            " (;\r\nGM[Dvonn]VV[1]\r\nSU[dvonn 12]\r\nP0[id \"a b\"]P0[ranking 1500]\r\nP1[id Dumbot]\r\n; P0[0 Start P0]\r\n\
             {actions};\nP0[time 0:01:02 ]\nP1[time 0:00:01 ]\n)"
        );
        read_games(text.as_bytes()).expect("a collection").remove(0).map_err(|error| error.to_string())
    }

    #[test]
    fn actions_make_moves() {
        for (actions, words) in [
            ("; P0[1 dropb A 3]; P0[2 done]; P1[3 pick wr 2]; P1[4 dropb K 5]; P1[5 done]", "a3 k5"),
            ("; P0[1 pick wr 2]; P0[2 drop wr 0]; P0[3 dropb A 3]; P0[4 done]", "a3"),
            ("; P0[1 dropb A 3]; P0[2 pickb A 3]; P0[3 dropb B 2]; P0[4 done]", "b2"),
            ("; P0[1 pickb A 3]; P0[2 dropb B 3]; P0[3 pickb B 3]; P0[4 dropb B 4]; P0[5 done]", "a3b4"),
            ("; P0[1 pickb A 3]; P0[2 dropb A 3]; P0[3 pickb C 3]; P0[4 dropb B 3]; P0[5 done]", "c3b3"),
            ("; P0[1 move A 1 B 1]; P0[2 done]; P1[3 pass]; P1[4 done]; P0[5 done]", "a1b1 pass pass"),
            ("; P0[1 pickb A 1]; P0[reset]; P-1[Pop P0\\[1\\]]; P0[1 move B 1 C 1]; P0[2 done]", "b1c1"),
            ("; P0[1 dropb A 3]; P0[2 done]; P1[3 dropb B 3]", "a3"),
        ] {
            let read = game(actions).expect("a game");
            let found: Vec<&str> = read.moves.iter().map(|played| played.word.as_str()).collect();
            assert_eq!(found.join(" "), words, "{actions}");
            assert_eq!(read.players, [Some("a b".into()), Some("Dumbot".into())]);
            assert_eq!(read.outcome(), None);
        }
        let resigned = game("; P0[1 dropb A 3]; P0[2 done]; P1[3 resign]; P1[4 done]").expect("a game");
        assert_eq!((resigned.moves.len(), resigned.outcome()), (1, Some(Outcome::Win(Side::First))));
    }

    #[test]
    fn results_name_a_player() {
        let players = [Some("guest".into()), Some("Dumbot".into())];
        for (text, result) in [
            ("Game won by Dumbot", Some(Outcome::Win(Side::Second))),
            ("guest hat gewonnen", Some(Outcome::Win(Side::First))),
            ("The game is a draw", Some(Outcome::Draw)),
            ("Game won by nobody", None),
            ("", None),
        ] {
            assert_eq!(read_result(text, &players), result, "{text}");
        }
        assert_eq!(read_result("Game won by x", &[Some("x".into()), Some("x".into())]), None);
    }

    #[test]
    fn games_that_are_refused() {
        for (actions, expected) in [
            ("; P0[1 dropb A 6]", "line 7: expected squares such as C 3, found '1 dropb A 6'"),
            ("; P0[1 dropb]", "line 7: expected a square such as C 3, found '1 dropb'"),
            ("; P0[1 move A 1]", "line 7: expected two squares such as C 3 D 4, found '1 move A 1'"),
            ("; P0[1 pickb A 1]; P0[2 done]", "line 7: expected a move before it is done, found '2 done'"),
            (
                "; P0[0 edit]",
                "line 7: expected a verb of boardspace.net: dropb, pickb, move, pass, resign, done, found '0 edit'",
            ),
            ("; P1[0 Start P1]", "line 7: expected Start P0, the first player, found '0 Start P1'"),
        ] {
            assert_eq!(game(actions), Err(expected.into()));
        }
        let other = read_games(b"(;GM[Dvonn]SU[gipf])").expect("a collection");
        assert_eq!(
            other[0].as_ref().map_err(ToString::to_string),
            Err("line 1: expected SU[dvonn], found 'gipf'".into())
        );
    }

    #[test]
    fn written_games_are_read() {
        let mut moves: Vec<RecordedMove> = std::iter::repeat_n("c3".to_owned(), 49).map(RecordedMove::from).collect();
        moves.extend(["c3d4", "pass", "k5j4"].map(|word| RecordedMove::from(word.to_owned())));
        let mut game = GameRecord {
            variant: Some(DVONN),
            players: [Some("guest".into()), Some("Dumbot".into())],
            tags: vec![("Date".into(), "2017.07.25".into())],
            moves,
            result: Some(Outcome::Win(Side::Second).into()),
            ..GameRecord::default()
        };
        let written = write_games(std::slice::from_ref(&game)).expect("a collection");
        assert_eq!(read_games(&written), Ok(vec![Ok(game.clone())]));
        let text = String::from_utf8(written).expect("a text");
        for line in ["; P0[97 dropb C 3]", "; P0[99 move C 3 D 4]", "; P1[101 pass]", "; P0[103 move K 5 J 4]"] {
            assert!(text.contains(line), "{line}");
        }
        for word in ["", "c", "l1", "c6", "c3d4e5", "\u{e9}3"] {
            game.moves = vec![RecordedMove::from(word.to_owned())];
            assert_eq!(
                write_games(std::slice::from_ref(&game)),
                Err(format!("game 1: expected a move such as c3d4, found '{word}'"))
            );
        }
    }
}

//! Game records of OpenTafl (`opentafl-notation-spec.txt`, section 4), for the games of Tablut that this program plays.
//!
//! A file has one game: tags as `[name:value]`, the last of them `[rules:...]`; then turns as `1. e4-e6 e5xe6`, each
//! with a line of comments behind it as `[of the first move|of the second move]`. A turn whose number has letters, as
//! `7a.1.1a.`, belongs to a variation. The attackers are the first player.

use std::fmt::Write;
use std::io;

use nom::bytes::complete::{take_till, take_while1};
use nom::character::complete::char;
use nom::multi::many0;
use nom::sequence::{delimited, preceded, separated_pair};
use nom::{IResult, Offset, Parser};
use petteia_core::{Outcome, Side};

use super::decoding::{MAX_GAME, TextFile, found, too_large};
use super::record::{
    FormatError, GameRecord, GameWriter, Games, RESIGNATION, RecordedGames, RecordedMove, Source, WriteError, write_all,
};
use super::{otn, otn_rules};

/// The names of tags of a file, and of a record.
const TAGS: [(&str, &str); 9] = [
    ("event", "Event"),
    ("site", "Site"),
    ("date", "Date"),
    ("round", "Round"),
    ("annotator", "Annotator"),
    ("compiler", "Compiler"),
    ("time-control", "TimeControl"),
    ("termination", "Termination"),
    ("start-comment", "Comment"),
];
/// The tags of the players, the first player's first.
const PLAYERS: [&str; 2] = ["attackers", "defenders"];
/// The player who makes this move resigns.
const RESIGNS: &str = "---";

/// Opens a file, which has one game.
///
/// # Errors
/// The file is no text, or has no tags.
pub fn open(source: Source) -> Result<Games, FormatError> {
    let mut file = TextFile::open(source)?;
    while file.grow(MAX_GAME) {}
    if let Some(error) = file.take_error() {
        return Err(error);
    }
    let text = file.text.as_str();
    let parsed: IResult<_, Vec<(&str, &str)>> = many0(preceded(blank, tag)).parse(text);
    let (moves, tags) = parsed.unwrap_or((text, Vec::new()));
    if tags.is_empty() {
        let first = text.trim_start().lines().next().unwrap_or_default();
        return Err(file.error(0, "a tag such as [rules:dim:9 ...]", found(first)));
    }
    let game = if file.is_whole() { read_game(&file, &tags, moves) } else { Err(too_large(1, MAX_GAME)) };
    Ok(Box::new(std::iter::once(game)))
}

/// Reads the game of a file.
///
/// # Errors
/// Those of [`open`].
pub fn read_games(bytes: &[u8]) -> Result<RecordedGames, FormatError> {
    Ok(open(Box::new(bytes))?.collect())
}

fn blank(text: &str) -> IResult<&str, &str> {
    take_till(|c: char| !c.is_whitespace()).parse(text)
}

fn tag(text: &str) -> IResult<&str, (&str, &str)> {
    let name = take_while1(|c: char| c.is_ascii_alphanumeric() || c == '-');
    delimited(char('['), separated_pair(name, char(':'), take_till(|c| c == ']')), char(']')).parse(text)
}

fn read_game(file: &TextFile, tags: &[(&str, &str)], moves: &str) -> Result<GameRecord, FormatError> {
    let at = |value: &str| file.text.offset(value);
    let mut game = GameRecord::default();
    for &(name, value) in tags {
        let plain = value.trim();
        match name {
            "rules" => {
                let rules = otn_rules::read_rules(plain);
                game.variant = Some(rules.map_err(|error| file.error(at(value), "the rules of a game here", error))?);
            }
            "position" => {
                let board = otn::read_board(plain)
                    .map_err(|error| file.error(at(value), format!("a position: {}", error.expected), error.found))?;
                // The rules say that the attackers move first.
                game.start = Some(format!("{board} b"));
            }
            "result" => {
                game.result = match plain {
                    "1" => Some(Outcome::Win(Side::First).into()),
                    "-1" => Some(Outcome::Win(Side::Second).into()),
                    "0" => Some(Outcome::Draw.into()),
                    "?" | "" => None,
                    _ => return Err(file.error(at(value), "a result, 1, 0, -1 or ?", found(plain))),
                };
            }
            _ if plain.is_empty() => {}
            _ => {
                if let Some(player) = PLAYERS.iter().position(|player| *player == name) {
                    game.players[player] = Some(plain.to_owned());
                } else if let Some((_, tag)) = TAGS.iter().find(|(known, _)| *known == name) {
                    game.tags.push(((*tag).into(), plain.to_owned()));
                }
            }
        }
    }
    if game.variant.is_none() {
        return Err(file.error(0, "a tag [rules:...]", "none"));
    }
    read_moves(file, moves, &mut game)?;
    Ok(game)
}

/// Reads turns and comments up to the end of the file.
fn read_moves(file: &TextFile, moves: &str, game: &mut GameRecord) -> Result<(), FormatError> {
    let mut rest = moves.trim_start();
    // The moves of the last turn of the main line, unless a variation followed it.
    let mut moves_of_comment = 0..0;
    let mut turns = 0;
    while !rest.is_empty() {
        let at = file.text.len() - rest.len();
        if let Some(inner) = rest.strip_prefix('[') {
            let Some((comment, behind)) = inner.split_once(']') else {
                return Err(file.error(at, "a comment with ] at its end", "the end"));
            };
            for (played, comment) in game.moves[moves_of_comment.clone()].iter_mut().zip(comment.split('|')) {
                comment.trim().clone_into(&mut played.comment);
            }
            rest = behind.trim_start();
            continue;
        }
        let (line, behind) = rest.split_once('\n').unwrap_or((rest, ""));
        rest = behind.trim_start();
        let mut words = line.split_whitespace();
        let number = words.next().and_then(|number| number.strip_suffix('.').or(Some(number))).unwrap_or_default();
        if is_variation(number) {
            game.variations += usize::from(begins_variation(number));
            moves_of_comment = 0..0;
            continue;
        }
        turns += 1;
        if number.parse() != Ok(turns) {
            return Err(file.error(at, format!("turn {turns} as '{turns}. '"), found(line.trim_end())));
        }
        let first = game.moves.len();
        for word in words {
            if word == RESIGNS {
                game.set_termination(RESIGNATION);
                break;
            }
            let played = otn::parse_move(word);
            let played = played.ok_or_else(|| file.error(at, "a move such as e5-e8xe9", found(word)))?;
            game.moves.push(RecordedMove::from(played));
        }
        moves_of_comment = first..game.moves.len();
    }
    Ok(())
}

/// Whether this is the number of a turn in a variation, such as `7a.1.1a`.
fn is_variation(number: &str) -> bool {
    let part = |part: &str| {
        let digits = part.trim_end_matches(|c: char| c.is_ascii_lowercase());
        !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit())
    };
    let parts: Vec<&str> = number.split('.').collect();
    parts.len() >= 3 && parts.iter().all(|text| part(text))
}

/// Whether a turn is the first of its variation, whose last part is `1a`.
fn begins_variation(number: &str) -> bool {
    number.rsplit('.').next() == Some("1a")
}

/// Writes the game of a file. It is kept until the end, since nothing is written if there are two.
#[derive(Default)]
pub struct Writer {
    text: String,
    count: usize,
}

impl GameWriter for Writer {
    fn write(&mut self, game: &GameRecord, _: &mut dyn io::Write) -> Result<(), WriteError> {
        self.count += 1;
        if self.count > 1 {
            return Err(WriteError::NoRoom("expected one game, found more".into()));
        }
        self.text = write_game(game)?;
        Ok(())
    }

    fn finish(&mut self, output: &mut dyn io::Write) -> Result<(), WriteError> {
        if self.count == 0 {
            return Err(WriteError::NoRoom("expected one game, found 0".into()));
        }
        Ok(output.write_all(self.text.as_bytes())?)
    }
}

/// Writes the game of a file.
///
/// # Errors
/// This format has no room for the games: what was expected and what was found.
pub fn write_games(games: &[GameRecord]) -> Result<Vec<u8>, String> {
    write_all(Writer::default(), games)
}

fn write_game(game: &GameRecord) -> Result<String, String> {
    let rules = game.variant.and_then(otn_rules::write_rules);
    let rules = rules.ok_or_else(|| {
        format!(
            "expected a game of tablut, tablut-square, brandub or copenhagen, found {}",
            game.variant.unwrap_or("none")
        )
    })?;
    if let Some(start) = &game.start {
        return Err(format!("expected the start of the game, found '{start}'"));
    }
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        if value.contains(']') {
            return Err(format!("{name}: expected a text without ], found '{value}'"));
        }
        let _ = writeln!(text, "[{name}:{}]", value.replace(['\n', '\r'], " "));
        Ok(())
    };
    for (name, known) in TAGS {
        if let Some((_, value)) = game.tags.iter().find(|(tag, _)| tag == known) {
            tag(name, value)?;
        }
    }
    for (name, player) in PLAYERS.into_iter().zip(&game.players) {
        if let Some(player) = player {
            tag(name, player)?;
        }
    }
    let result = match game.outcome() {
        Some(Outcome::Win(Side::First)) => "1",
        Some(Outcome::Win(Side::Second)) => "-1",
        Some(Outcome::Draw) => "0",
        None => "?",
    };
    tag("result", result)?;
    tag("rules", &rules)?;
    let loser = match game.outcome() {
        Some(Outcome::Win(winner)) if game.termination() == Some(RESIGNATION) => Some(!winner as usize),
        _ => None,
    };
    let resigns = loser.filter(|loser| game.moves.len() % 2 == *loser);
    for (i, turn) in game.moves.chunks(2).enumerate() {
        let _ = write!(text, "\n{}.", i + 1);
        for RecordedMove { word, .. } in turn {
            let word = otn::write_move(word).ok_or_else(|| format!("expected a move such as e5e8, found '{word}'"))?;
            text += &format!(" {word}");
        }
        if resigns.is_some() && turn.len() == 1 {
            text += &format!(" {RESIGNS}");
        }
        text.push('\n');
        if turn.iter().any(|played| !played.comment.is_empty()) {
            let comments: Vec<String> = turn
                .iter()
                .map(|played| played.comment.replace('[', "(").replace(']', ")").replace('|', "/"))
                .collect();
            let _ = writeln!(text, "[{}]", comments.join("|"));
        }
    }
    if resigns == Some(0) {
        let _ = writeln!(text, "\n{}. {RESIGNS}", game.moves.len() / 2 + 1);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> String {
        let rules = otn_rules::write_rules("tablut").expect("rules");
        format!(
            "[date:2016.09.25]\r\n[result:-1]\r\n[attackers:Xerxes]\r\n[puzzle-start:6a]\r\n[start-comment:two\r\n\r\nlines]\r\n\
             [rules:{rules}]\r\n\r\n1. d1-c1 e3-f3\r\n[|second]\r\n\r\n1a.1.1a. d1-b1 e3-d3\r\n[a|b]\r\n1a.1.2a. a4-a3\r\n\
             1b.1.1a. ..... e3-b3\r\n\r\n2. a4-a3xa2 Ke5-e3+\r\n[first|with [|]\r\n\r\n3. ---\r\n"
        )
    }

    #[test]
    fn a_game_with_variations_and_comments() {
        let file = file();
        let read = read_games(file.as_bytes()).expect("a file").remove(0).expect("a game");
        assert_eq!((read.variant, &read.start), (Some("tablut"), &None));
        assert_eq!(read.players, [Some("Xerxes".into()), None]);
        let moves: Vec<(&str, &str)> = read.moves.iter().map(|m| (m.word.as_str(), m.comment.as_str())).collect();
        assert_eq!(moves, [("d1c1", ""), ("e3f3", "second"), ("a4a3", "first"), ("e5e3", "with [")]);
        assert_eq!((read.variations, read.outcome()), (2, Some(Outcome::Win(Side::Second))));
        assert_eq!(
            read.tags,
            [("Date", "2016.09.25"), ("Comment", "two\r\n\r\nlines"), ("Termination", "resignation")]
                .map(|(a, b)| (a.into(), b.into()))
        );
        let written = write_games(std::slice::from_ref(&read)).expect("a file");
        let again = read_games(&written).expect("a file").remove(0).expect("a game");
        assert_eq!(
            (&again.moves[..3], again.outcome(), again.players),
            (&read.moves[..3], read.outcome(), read.players)
        );
        assert_eq!(again.moves[3].comment, "with (");
        for (length, _) in file.char_indices() {
            let cut = read_games(&file.as_bytes()[..length]);
            assert!(cut.is_err() || cut.is_ok_and(|games| games.len() == 1), "{length}");
        }
    }

    #[test]
    fn positions_are_starts() {
        let text = file().replace("[date:2016.09.25]", "[position:/t1t6/9/9/9/4T4/9/9/9/8K/]");
        let read = read_games(text.as_bytes()).expect("a file").remove(0).expect("a game");
        assert_eq!(read.start.as_deref(), Some("8K/9/9/9/4D4/9/9/9/a1a6 b"));
        assert!(
            write_games(&[read]).expect_err("a position").starts_with("expected the start of the game, found '8K/")
        );
    }

    #[test]
    fn files_that_are_refused() {
        let good = file();
        for (old, new, expected) in [
            ("ks:m", "ks:s", "line 8: expected the rules of a game here, found ks: expected m, found 's'"),
            ("[rules:", "[ruled:", "line 1: expected a tag [rules:...], found none"),
            ("result:-1", "result:2", "line 2: expected a result, 1, 0, -1 or ?, found '2'"),
            ("d1-c1", "d1-d1x", "line 10: expected a move such as e5-e8xe9, found 'd1-d1x'"),
            ("a4-a3xa2", "Ne6^=e8xce7", "line 18: expected a move such as e5-e8xe9, found 'Ne6^=e8xce7'"),
            ("2. a4", "3. a4", "line 18: expected turn 2 as '2. ', found '3. a4-a3xa2 Ke5-e3+'"),
            ("3. ---", "[open", "line 21: expected a comment with ] at its end, found the end"),
            ("[date:2016.09.25]", "[position:/9/]", "line 1: expected a position: 7, 9 or 11 ranks of as many squares"),
        ] {
            assert!(good.contains(old), "{old}");
            let read = read_games(good.replace(old, new).as_bytes()).expect("a file").remove(0);
            let error = read.expect_err(new).to_string();
            assert!(error.starts_with(expected), "{error}");
        }
        for wrong in [&b""[..], b"\n", b"1. e4-e5\n", b"[date]\n", b"[rules:\0]", b"\xff"] {
            assert!(read_games(wrong).is_err());
        }
    }

    #[test]
    fn games_that_cannot_be_written() {
        let good = GameRecord { variant: Some("tablut-square"), ..GameRecord::default() };
        let moves = vec![RecordedMove::from("e5".to_owned())];
        for (games, expected) in [
            (vec![], "expected one game, found 0"),
            (vec![good.clone(), good.clone()], "expected one game, found more"),
            (
                vec![GameRecord::default()],
                "expected a game of tablut, tablut-square, brandub or copenhagen, found none",
            ),
            (vec![GameRecord { moves, ..good.clone() }], "expected a move such as e5e8, found 'e5'"),
            (
                vec![GameRecord { players: [None, Some("a]".into())], ..good.clone() }],
                "defenders: expected a text without ], found 'a]'",
            ),
        ] {
            assert_eq!(write_games(&games), Err(expected.into()));
        }
        assert_eq!(read_games(&write_games(std::slice::from_ref(&good)).expect("a file")), Ok(vec![Ok(good)]));
    }
}

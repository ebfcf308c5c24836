//! What an analysis says: as JSON, as text for people, and as comments in a game.

use std::fmt::Write;

use serde::Serialize;
use serde_json::Value;

use super::analysis::{AnalysedMove, GameAnalysis};
use crate::base::{Score, Side};
use crate::batch::record::json_score;
use crate::formats::json;
use crate::formats::record::{GameRecord, RecordedResult};

/// Number of moves of a line that a comment shows.
const SHOWN_LINE: usize = 8;
/// The names of the players in JSON.
const PLAYERS: [&str; 2] = ["p1", "p2"];

/// An analysis as an object of JSON Lines.
#[derive(Serialize)]
struct AnalysisLine<'a, R: Serialize> {
    game: usize,
    #[serde(flatten)]
    record: R,
    analysis: Vec<MoveObject<'a>>,
    summary: Summary,
}

#[derive(Serialize)]
struct MoveObject<'a> {
    ply: usize,
    player: &'static str,
    #[serde(rename = "move")]
    word: &'a str,
    before: Value,
    after: Value,
    loss: i32,
    best: &'a str,
    pv: &'a [String],
}

#[derive(Serialize)]
struct Summary {
    p1: PlayerSummary,
    p2: PlayerSummary,
    worst: Vec<usize>,
}

#[derive(Serialize)]
struct PlayerSummary {
    moves: u32,
    lost_a_move: Option<f64>,
}

/// An analysis as a line of JSON Lines, without its end. It has the keys of a game of a file ([`json`]) and:
///
/// * `game`: the number of the game in the file, from 1;
/// * `analysis`: for each move `ply`, `player` (`p1` or `p2`), `move`, `before` and `after` (scores for that player,
///   `{"cp":N}` or `{"mate":N}` in plies), `loss` in centipieces, `best` and `pv`;
/// * `summary`: for each player `moves` and `lost_a_move` in pieces, and in `worst` the plies of the worst moves.
#[must_use]
pub fn json_line(number: usize, analysis: &GameAnalysis) -> String {
    let player = |player| PlayerSummary { moves: analysis.lost(player).0, lost_a_move: analysis.lost_a_move(player) };
    let line = AnalysisLine {
        game: number,
        record: json::object(&analysis.record),
        analysis: analysis.moves.iter().map(MoveObject::from).collect(),
        summary: Summary {
            p1: player(0),
            p2: player(1),
            worst: analysis.worst().iter().map(|played| played.ply).collect(),
        },
    };
    serde_json::to_string(&line).unwrap_or_default()
}

impl<'a> From<&'a AnalysedMove> for MoveObject<'a> {
    fn from(played: &'a AnalysedMove) -> Self {
        let AnalysedMove { ply, player, word, before, after, loss, best, line } = played;
        let [before, after] = [before, after].map(|score| json_score(*score));
        Self { ply: *ply, player: PLAYERS[*player], word, before, after, loss: *loss, best, pv: line }
    }
}

/// An analysis as text for people: a line for each move, and a summary.
#[must_use]
pub fn text(number: usize, analysis: &GameAnalysis) -> String {
    let record = &analysis.record;
    let mut text = format!("Game {number}: {}\n\n", title(record));
    let width = analysis.moves.iter().map(|played| played.word.chars().count()).max().unwrap_or(0).max(4);
    // Writing to a String never fails.
    let _ = writeln!(text, "  ply  {:width$}   before    after   loss  best line", "move");
    for played in &analysis.moves {
        let [before, after] = [played.before, played.after].map(shown);
        let loss = if played.loss > 0 { pieces(played.loss) } else { String::new() };
        let line = if played.loss > 0 { shown_line(&played.line) } else { String::new() };
        let row = format!("{:5}  {:width$} {before:>8} {after:>8} {loss:>6}  {line}", played.ply, played.word);
        text += row.trim_end();
        text.push('\n');
    }
    text.push('\n');
    if let Some((result, reason)) = &analysis.end {
        let _ = writeln!(text, "By the rules: {result} ({reason})");
    }
    for (player, name) in record.players.iter().enumerate() {
        let name = name.as_deref().unwrap_or(["First player", "Second player"][player]);
        if let Some(lost) = analysis.lost_a_move(player) {
            let _ = writeln!(text, "{name}: {} moves, {lost:.2} pieces lost a move", analysis.lost(player).0);
        }
    }
    let worst: Vec<String> = analysis.worst().into_iter().map(worst_move).collect();
    if !worst.is_empty() {
        let _ = writeln!(text, "Worst moves: {}", worst.join("; "));
    }
    text
}

fn worst_move(played: &AnalysedMove) -> String {
    format!("{} at ply {} loses {} ({} is better)", played.word, played.ply, pieces(played.loss), played.best)
}

/// The players, the result and what else tells the game from others.
fn title(record: &GameRecord) -> String {
    let of_tag = |name: &str| record.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.clone());
    let players = match &record.players {
        [None, None] => None,
        [first, second] => Some(format!("{} - {}", first.as_deref().unwrap_or("?"), second.as_deref().unwrap_or("?"))),
    };
    let result = record.result.map(|result| match result {
        RecordedResult::Win(Side::First) => "the first player wins".to_owned(),
        RecordedResult::Win(Side::Second) => "the second player wins".to_owned(),
        RecordedResult::Draw => "a draw".to_owned(),
    });
    let variant = record.variant.map(str::to_owned);
    let parts: Vec<String> =
        [players, of_tag("Event"), of_tag("Date"), variant, result].into_iter().flatten().collect();
    parts.join(", ")
}

/// The game with a comment behind each move: the scores before and after it, what it costs, and the better line.
#[must_use]
pub fn commented(analysis: &GameAnalysis) -> GameRecord {
    let mut record = analysis.record.clone();
    for (recorded, played) in record.moves.iter_mut().zip(&analysis.moves) {
        let mut comment = format!("{} {}", shown(played.before), shown(played.after));
        if played.loss > 0 {
            let _ = write!(comment, " loses {}, better {}", pieces(played.loss), shown_line(&played.line));
        }
        if !recorded.comment.is_empty() {
            recorded.comment.push_str(" | ");
        }
        recorded.comment += &comment;
    }
    record
}

fn shown_line(line: &[String]) -> String {
    line[..line.len().min(SHOWN_LINE)].join(" ")
}

/// A score in pieces, such as `+0.35`; a mate as its number of plies, such as `+M5`.
fn shown(score: Score) -> String {
    match score.mate_plies() {
        Some(plies) => format!("{}M{}", if score > Score::DRAW { '+' } else { '-' }, plies.abs()),
        None => format!("{:+.2}", f64::from(score.centipieces()) / 100.0),
    }
}

/// Centipieces as pieces.
fn pieces(centipieces: i32) -> String {
    format!("{:.2}", f64::from(centipieces) / 100.0)
}

//! What an analysis says: as JSON, as text for people, and as comments in a game.

use std::fmt::Write;

use petteia_core::{GameResult, Outcome, Score, Side};
use petteia_engine::TurnJudgement;
use petteia_formats::json;
use petteia_formats::record::GameRecord;
use serde::Serialize;
use serde_json::Value;

use super::analysis::{AnalysedMove, GameAnalysis, ShownMove};
use super::format::{FileFormat, Spelling};
use super::turns::AnalysedTurn;
use crate::batch::record::json_score;

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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    analysis: Vec<MoveObject<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    turns: Vec<TurnObject<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<Summary>,
}

#[derive(Serialize)]
struct TurnObject<'a> {
    turn: usize,
    moves: &'a [String],
    effects: &'a [String],
    scores: &'a [i32],
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    loss: Option<[i32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<&'a [String; 2]>,
}

impl<'a> From<&'a AnalysedTurn> for TurnObject<'a> {
    fn from(turn: &'a AnalysedTurn) -> Self {
        let judgement = turn.judgement.as_ref();
        Self {
            turn: turn.number,
            moves: &turn.moves,
            effects: &turn.effects,
            scores: &turn.scores,
            value: judgement.map(|judgement| judgement.value),
            loss: judgement.map(|judgement| judgement.losses),
            best: judgement.map(|judgement| &judgement.best),
        }
    }
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
    /// The move and the line in the notation of the file, where that is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    notation: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv_notation: Option<&'a [String]>,
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
    #[serde(rename = "lost_a_move")]
    average_loss: Option<f64>,
}

/// An analysis as a line of JSON Lines, without its end. It has the keys of a game of a file ([`json`]) and:
///
/// * `game`: the number of the game in the file, from 1;
/// * `analysis`: for each move `ply`, `player` (`p1` or `p2`), `move`, `before` and `after` (scores for that player,
///   `{"cp":N}` or `{"mate":N}` in plies), `loss` in centipieces, `best` and `pv`, and `notation` and `pv_notation`, the
///   move and the line as the file would write them, where that differs;
/// * `turns`, in a game in which the players do not move in turn: for each `turn` its `moves`, their `effects` and the
///   `scores` after it, and where both sides choose at once its `value` to p1, the `loss` of both sides and their `best`
///   replies;
/// * `summary`: for each player `moves` and `lost_a_move` in pieces, and in `worst` the plies of the worst moves.
#[must_use]
pub fn json_line(number: usize, analysis: &GameAnalysis) -> String {
    let player = |player| PlayerSummary { moves: analysis.lost(player).0, average_loss: analysis.average_loss(player) };
    let line = AnalysisLine {
        game: number,
        record: json::object(&analysis.record),
        analysis: analysis.moves.iter().map(|played| move_object(played, analysis.is_plain)).collect(),
        turns: analysis.turns.iter().map(TurnObject::from).collect(),
        summary: analysis.turns.is_empty().then(|| Summary {
            p1: player(0),
            p2: player(1),
            worst: analysis.worst().iter().map(|played| played.ply).collect(),
        }),
    };
    serde_json::to_string(&line).unwrap_or_default()
}

fn move_object(played: &AnalysedMove, is_plain: bool) -> MoveObject<'_> {
    let AnalysedMove { ply, player, word, shown, before, after, loss, best, pv } = played;
    let [before, after] = [before, after].map(|score| json_score(*score));
    MoveObject {
        ply: *ply,
        player: PLAYERS[*player],
        word,
        before,
        after,
        loss: *loss,
        best,
        pv,
        notation: (!is_plain).then_some(&*shown.word),
        pv_notation: (!is_plain).then_some(&shown.pv),
    }
}

/// An analysis as text for people: a line for each move, and a summary.
#[must_use]
pub fn text(number: usize, analysis: &GameAnalysis) -> String {
    let record = &analysis.record;
    let mut text = format!("Game {number}: {}\n\n", title(record));
    if analysis.moves.is_empty() && !analysis.turns.is_empty() {
        text_of_turns(&mut text, &analysis.turns);
    } else {
        text_of_moves(&mut text, analysis);
    }
    text.push('\n');
    if let Some((result, reason)) = &analysis.end {
        let _ = writeln!(text, "By the rules: {result} ({reason})");
    }
    for (player, name) in record.players.iter().enumerate() {
        let name = name.as_deref().unwrap_or(["First player", "Second player"][player]);
        if let Some(lost) = analysis.average_loss(player) {
            let _ = writeln!(text, "{name}: {} moves, {lost:.2} pieces lost a move", analysis.lost(player).0);
        }
    }
    let worst: Vec<String> = analysis.worst().into_iter().map(worst_move).collect();
    if !worst.is_empty() {
        let _ = writeln!(text, "Worst moves: {}", worst.join("; "));
    }
    text
}

/// The turns of a game in which the players do not move in turn.
fn text_of_turns(text: &mut String, turns: &[AnalysedTurn]) {
    // Writing to a String never fails.
    for turn in turns {
        let scores: Vec<String> = turn.scores.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "  turn {}: {}", turn.number, turn.moves.join(" "));
        for effect in &turn.effects {
            let _ = writeln!(text, "      {effect}");
        }
        let _ = writeln!(text, "      points {}", scores.join(" - "));
        if let Some(TurnJudgement { value, losses, best }) = &turn.judgement {
            let _ = writeln!(text, "      value {:+.2} for the first player", f64::from(*value) / 100.0);
            for ((player, loss), best) in ["first", "second"].into_iter().zip(losses).zip(best) {
                let better = if *loss > 0 { format!(", {best} is better") } else { String::new() };
                let _ = writeln!(text, "      the {player} player loses {}{better}", pieces(*loss));
            }
        }
    }
    if turns.iter().all(|turn| turn.judgement.is_none()) {
        let _ = writeln!(text, "\nThere is no cost of a move in this game, or the limits were too low for it.");
    }
}

/// A line for each move.
fn text_of_moves(text: &mut String, analysis: &GameAnalysis) {
    let width = analysis.moves.iter().map(|played| played.shown.word.chars().count()).max().unwrap_or(0).max(4);
    // Writing to a String never fails.
    let _ = writeln!(text, "  ply  {:width$}   before    after   loss  best line", "move");
    for played in &analysis.moves {
        let [before, after] = [played.before, played.after].map(shown);
        let loss = if played.loss > 0 { pieces(played.loss) } else { String::new() };
        let line = if played.loss > 0 { shown_line(&played.shown.pv) } else { String::new() };
        let row = format!("{:5}  {:width$} {before:>8} {after:>8} {loss:>6}  {line}", played.ply, played.shown.word);
        *text += row.trim_end();
        text.push('\n');
    }
}

fn worst_move(played: &AnalysedMove) -> String {
    let ShownMove { word, .. } = &played.shown;
    format!("{word} at ply {} loses {} ({} is better)", played.ply, pieces(played.loss), played.shown.best())
}

/// The players, the result and what else tells the game from others.
pub(super) fn title(record: &GameRecord) -> String {
    let of_tag = |name: &str| record.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.clone());
    let players = match &record.players {
        [None, None] => None,
        [first, second] => Some(format!("{} - {}", first.as_deref().unwrap_or("?"), second.as_deref().unwrap_or("?"))),
    };
    let result = record.result.as_ref().map(|result| match result {
        GameResult::Sides(Outcome::Win(Side::First)) => "the first player wins".to_owned(),
        GameResult::Sides(Outcome::Win(Side::Second)) => "the second player wins".to_owned(),
        GameResult::Sides(Outcome::Draw) => "a draw".to_owned(),
        winners @ GameResult::Seats(_) => format!("won by {winners}"),
    });
    let variant = record.variant.map(str::to_owned);
    let parts: Vec<String> =
        [players, of_tag("Event"), of_tag("Date"), variant, result].into_iter().flatten().collect();
    parts.join(", ")
}

/// The game with a comment behind each move: the scores before and after it, what it costs, and the better line.
#[must_use]
pub fn annotated(analysis: &GameAnalysis, format: &FileFormat) -> GameRecord {
    let mut record = analysis.record.clone();
    if matches!(format.spelling, Spelling::FileLine) {
        for (recorded, word) in record.moves.iter_mut().zip(&analysis.file_line) {
            recorded.word.clone_from(word);
        }
    }
    for (recorded, played) in record.moves.iter_mut().zip(&analysis.moves) {
        let mut comment = format!("{} {}", shown(played.before), shown(played.after));
        if played.loss > 0 {
            let _ = write!(comment, " loses {}, better {}", pieces(played.loss), shown_line(&played.shown.pv));
        }
        if !recorded.comment.is_empty() {
            recorded.comment.push_str(" | ");
        }
        recorded.comment += &comment;
    }
    record
}

pub(super) fn shown_line(line: &[String]) -> String {
    line[..line.len().min(SHOWN_LINE)].join(" ")
}

/// A score in pieces, such as `+0.35`; a mate as its number of plies, such as `+M5`.
#[must_use]
pub fn shown(score: Score) -> String {
    match score.mate_plies() {
        Some(plies) => format!("{}M{}", if score > Score::DRAW { '+' } else { '-' }, plies.abs()),
        None => format!("{:+.2}", f64::from(score.centipieces()) / 100.0),
    }
}

/// Centipieces as pieces.
pub(super) fn pieces(centipieces: i32) -> String {
    format!("{:.2}", f64::from(centipieces) / 100.0)
}

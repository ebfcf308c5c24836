//! An analysis as a page: the board, the moves, a graph of the scores and the mistakes. The page needs no other file.
//!
//! A page has a header, any number of games, and a footer.

use std::fmt::Write;

use petteia_core::Score;
use petteia_draw::{Escaped, Options, svg};
use petteia_engine::{GameSetup, Session, Variant, picture};

use super::analysis::GameAnalysis;
use super::report::{pieces, shown, shown_line, title};

/// What stands before the first game.
pub const HEADER: &str = concat!(
    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; ",
    "script-src 'unsafe-inline'; img-src https: data:\">\n<title>Analysis</title>\n<style>\n",
    include_str!("html/page.css"),
    "</style>\n</head>\n<body>\n"
);

/// What stands behind the last game.
pub const FOOTER: &str = concat!("<script>\n", include_str!("html/page.js"), "</script>\n</body>\n</html>\n");

/// A position of the game and how it came about.
#[derive(Default)]
struct Step {
    /// The move, as the file writes it; empty for the start.
    word: String,
    /// The score after it for the first player, in centipieces.
    score: Option<i32>,
    /// The same as text.
    shown: String,
    /// What the move lost, in centipieces.
    loss: i32,
    /// What would have been better.
    better: String,
    /// The drawn position.
    board: String,
}

/// The part of a page that shows a game.
#[must_use]
pub fn game(number: usize, analysis: &GameAnalysis, variant: &'static Variant) -> String {
    let steps = steps(number, analysis, variant);
    let title = title(&analysis.record);
    let mut page = format!("<article class=\"game\">\n<h1>Game {number}: {}</h1>\n", Escaped(&title));
    let last = steps.len().saturating_sub(1);
    let board = steps.last().map_or("", |step| step.board.as_str());
    // Writing to a String never fails.
    let _ = write!(page, "<div class=\"left\">\n<div class=\"board\">{board}</div>\n<p class=\"buttons\">");
    for (name, to) in [("First", "first"), ("Back", "back"), ("Next", "next"), ("Last", "last")] {
        let _ = write!(page, "<button type=\"button\" data-go=\"{to}\">{name}</button> ");
    }
    page += "</p>\n";
    write_graph(&mut page, &steps);
    page += "</div>\n<div class=\"right\">\n";
    write_mistakes(&mut page, &steps);
    write_moves(&mut page, &steps, last);
    write_summary(&mut page, analysis);
    let boards: Vec<&str> = steps.iter().map(|step| step.board.as_str()).collect();
    // An element of the page must not end inside the text.
    let boards = serde_json::to_string(&boards).unwrap_or_default().replace('<', "\\u003c");
    let _ = write!(page, "</div>\n<script type=\"application/json\" class=\"boards\">{boards}</script>\n</article>\n");
    page
}

/// The positions of a game. A move that the game refuses ends them; the analysis has replayed them all.
fn steps(number: usize, analysis: &GameAnalysis, variant: &'static Variant) -> Vec<Step> {
    let record = &analysis.record;
    let setup = GameSetup { fen: record.start.as_deref(), options: &analysis.game_options };
    let Ok(mut session) = (variant.open)(&setup) else { return Vec::new() };
    let drawing = Options { prefix: format!("g{number}"), ..Options::default() };
    let board = |session: &dyn Session| {
        picture(session, variant.name, None, None).map(|picture| svg(&picture, &drawing)).unwrap_or_default()
    };
    let mut steps = described_steps(analysis);
    steps[0].board = board(&*session);
    let mut words = record.moves.iter().map(|played| played.word.as_str());
    for (i, step) in steps.iter_mut().enumerate().skip(1) {
        let count = if analysis.turns.is_empty() { 1 } else { analysis.turns[i - 1].moves.len() };
        let played = words.by_ref().take(count).try_for_each(|word| session.play(&[word]));
        if played.is_ok() {
            step.board = board(&*session);
        }
    }
    steps
}

/// What is said of each position: of each move, or of each turn of a game whose players do not move in turn.
fn described_steps(analysis: &GameAnalysis) -> Vec<Step> {
    let mut steps = vec![Step::default()];
    for played in &analysis.moves {
        let of_first = |score: Score| if played.player == 0 { score } else { -score };
        if steps.len() == 1 {
            set_score(&mut steps[0], of_first(played.before));
        }
        let better = if played.loss > 0 { shown_line(&played.shown.pv) } else { String::new() };
        let mut step = Step { word: played.shown.word.clone(), loss: played.loss, better, ..Step::default() };
        set_score(&mut step, of_first(played.after));
        steps.push(step);
    }
    for turn in &analysis.turns {
        let mut step = Step { word: turn.moves.join(" "), ..Step::default() };
        if let Some(judgement) = &turn.judgement {
            let before = steps.len() - 1;
            set_score(&mut steps[before], Score::estimate(judgement.value));
            let [first, second] = [0, 1].map(|side| (judgement.losses[side], &judgement.best[side]));
            step.loss = first.0.max(second.0);
            let sides = ["first", "second"].into_iter().zip([first, second]).filter(|(_, (loss, _))| *loss > 0);
            let better: Vec<String> =
                sides.map(|(side, (loss, best))| format!("{best} for the {side} player ({})", pieces(loss))).collect();
            step.better = better.join(", ");
        }
        steps.push(step);
    }
    steps
}

fn set_score(step: &mut Step, score: Score) {
    /// What a mate counts in the graph, in centipieces.
    const MATE: i32 = 5_000;
    step.shown = shown(score);
    step.score = Some(match score.mate_plies() {
        Some(_) if score > Score::DRAW => MATE,
        Some(_) => -MATE,
        None => score.centipieces(),
    });
}

/// The sign of annotation of a loss, in centipieces.
fn sign(loss: i32) -> &'static str {
    match loss {
        300.. => "??",
        100.. => "?",
        50.. => "?!",
        _ => "",
    }
}

/// The scores from move to move, above the middle where the first player is better. A click shows the position.
fn write_graph(page: &mut String, steps: &[Step]) {
    const HEIGHT: f64 = 60.0;
    let known: Vec<(usize, i32)> = steps.iter().enumerate().filter_map(|(i, step)| Some((i, step.score?))).collect();
    if known.len() < 2 {
        return;
    }
    let width = steps.len() - 1;
    // Three pieces are half of the height; the further ones take the other half.
    let height = |score: i32| -HEIGHT * f64::from(score) / (f64::from(score.abs()) + 300.0);
    let points: Vec<String> = known.iter().map(|(i, score)| format!("{} {:.1}", i * 10, height(*score))).collect();
    let _ = write!(
        page,
        "<svg class=\"graph\" viewBox=\"-6 -66 {} 132\" preserveAspectRatio=\"none\" role=\"img\" \
         aria-label=\"Scores of the first player\"><path class=\"area\" d=\"M{} 0L{}L{} 0z\"/>\
         <path class=\"zero\" d=\"M0 0H{}\"/><path class=\"line\" d=\"M{}\"/>",
        width * 10 + 12,
        known[0].0 * 10,
        points.join("L"),
        known[known.len() - 1].0 * 10,
        width * 10,
        points.join("L")
    );
    for (i, step) in steps.iter().enumerate() {
        let (word, score) = (Escaped(&step.word), &step.shown);
        let _ = write!(
            page,
            "<path class=\"bar\" data-step=\"{i}\" d=\"M{} -66m-5 0h10v132h-10z\"><title>{i} {word} {score}</title></path>",
            i * 10
        );
    }
    page.push_str("</svg>\n");
}

/// The moves that lost most, the worst first.
fn write_mistakes(page: &mut String, steps: &[Step]) {
    const SHOWN: usize = 5;
    let mut mistakes: Vec<(usize, &Step)> = steps.iter().enumerate().filter(|(_, step)| step.loss >= 50).collect();
    mistakes.sort_by_key(|(_, step)| -step.loss);
    if mistakes.is_empty() {
        return;
    }
    page.push_str("<h2>Mistakes</h2>\n<ul class=\"mistakes\">\n");
    for (i, step) in mistakes.into_iter().take(SHOWN) {
        let _ = writeln!(
            page,
            "<li><button type=\"button\" data-step=\"{i}\">{i}. {}{}</button> loses {}, better {}</li>",
            Escaped(&step.word),
            sign(step.loss),
            pieces(step.loss),
            Escaped(&step.better)
        );
    }
    page.push_str("</ul>\n");
}

/// The least loss that stands behind a move, in centipieces.
const SHOWN_LOSS: i32 = 10;

fn write_moves(page: &mut String, steps: &[Step], last: usize) {
    page.push_str("<h2>Moves</h2>\n<ol class=\"moves\" start=\"0\">\n");
    for (i, step) in steps.iter().enumerate() {
        let word = if i == 0 { "Start" } else { &step.word };
        let current = if i == last { " aria-current=\"true\"" } else { "" };
        let _ = write!(
            page,
            "<li><button type=\"button\" data-step=\"{i}\"{current}>{}{}</button> <span class=\"score\">{}</span>",
            Escaped(word),
            sign(step.loss),
            step.shown
        );
        if step.loss >= SHOWN_LOSS {
            let better = Escaped(&step.better);
            let _ = write!(page, " <span class=\"loss\">loses {}, better {better}</span>", pieces(step.loss));
        }
        page.push_str("</li>\n");
    }
    page.push_str("</ol>\n");
}

fn write_summary(page: &mut String, analysis: &GameAnalysis) {
    for (player, name) in analysis.record.players.iter().enumerate() {
        let name = name.as_deref().unwrap_or(["First player", "Second player"][player]);
        if let Some(lost) = analysis.average_loss(player) {
            let count = analysis.lost(player).0;
            let _ = writeln!(page, "<p>{}: {count} moves, {lost:.2} pieces lost a move</p>", Escaped(name));
        }
    }
    if let Some((result, reason)) = &analysis.end {
        let _ = writeln!(page, "<p>By the rules: {result} ({reason})</p>");
    }
}

//! The results of a match as text.

use std::fmt::Write as _;

use petteia_matches::record::{MatchHeader, Results};
use petteia_matches::statistics::{Sprt, Verdict};

/// The score so far in a few words.
pub(super) fn score(results: &Results) -> String {
    let [wins, losses, draws] = [0, 1, 2].map(|column| results.games[0][column] + results.games[1][column]);
    format!("a - b: {wins} - {losses} - {draws}")
}

/// The results of a match, for people.
pub(super) fn summary(header: &MatchHeader, results: &Results, sprt: Option<&Sprt>) -> String {
    let mut text = String::new();
    let mut line = |content: String| _ = writeln!(text, "{content}");
    for (name, (engine, pace)) in ["a", "b"].into_iter().zip(header.engines.iter().zip(&header.paces)) {
        line(format!("{name}: {engine}, {pace}"));
    }
    line(format!("{}, {} of {} games, wins - losses - draws of a", header.variant, results.count(), header.games));
    line(score(results).replace("a - b", "all"));
    for (name, [wins, losses, draws]) in ["as first player", "as second player"].into_iter().zip(results.games) {
        line(format!("{name}: {wins} - {losses} - {draws}"));
    }
    if let (Some(score), Some([elo, elo_low, elo_high])) = (results.pairs.score(), results.pairs.elo()) {
        let [score, low, high] = score.map(|fraction| 100.0 * fraction);
        line(format!("score: {score:.1} % [{low:.1}, {high:.1}]"));
        line(format!("elo: {elo:.1} [{elo_low:.1}, {elo_high:.1}]"));
    }
    line(format!("pairs with 0, 1/2, 1, 3/2, 2 points: {:?}", results.pairs.0));
    if let Some(sprt) = sprt {
        let ((ratio, verdict), [low, high]) = (sprt.test(&results.pairs), sprt.bounds());
        let verdict = match verdict {
            Some(Verdict::Accepted) => ", H1 accepted",
            Some(Verdict::Rejected) => ", H0 accepted",
            None => "",
        };
        line(format!("llr: {ratio:.2} ({low:.2}, {high:.2}) [{}, {}]{verdict}", sprt.elo[0], sprt.elo[1]));
    }
    for (name, [time, crash, illegal]) in ["a", "b"].into_iter().zip(results.forfeits) {
        line(format!("{name} lost on time {time}, by a crash {crash}, by an illegal move {illegal}"));
    }
    text
}

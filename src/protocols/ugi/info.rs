//! The `info` lines of a search.

use petteia_core::Score;
use petteia_engine::{Bound, SearchInfo};
use petteia_ugi::Handshake;

use super::reply::per_second;

/// The `info` line of a result. The handshake decides whether mate scores are in plies or in moves; with `show_wdl` every
/// score has the probabilities of win, draw and loss.
pub(super) fn info_line(info: &SearchInfo<String>, handshake: Handshake, show_wdl: bool) -> String {
    let finished = info.depth == 0;
    let mut words = vec![format!("info depth {}", info.depth)];
    if !finished {
        words.push(format!("seldepth {} multipv {}", info.sel_depth, info.multi_pv));
    }
    let is_margin = info.is_proved_margin();
    let as_mate = is_margin && handshake == Handshake::Uci && info.score != Score::DRAW;
    words.push(match info.score.mate_plies() {
        Some(plies) => format!("score mate {}", mate(plies, handshake)),
        None if as_mate => format!("score mate {}", margin_mate(info)),
        None => format!("score cp {}", info.score.centipieces()),
    });
    words.extend(match info.bound {
        Bound::Exact => None,
        Bound::Lower => Some("lowerbound".to_owned()),
        Bound::Upper => Some("upperbound".to_owned()),
    });
    if show_wdl || (is_margin && handshake == Handshake::Ugi) {
        let [win, draw, loss] = info.wdl();
        words.push(format!("wdl {win} {draw} {loss}"));
    }
    if !finished {
        let (nodes, time) = (info.nodes, info.time);
        words.push(format!("nodes {nodes} nps {} hashfull {}", per_second(nodes, time), info.hash_full));
        words.extend(info.tb_hits.map(|hits| format!("tbhits {hits}")));
        words.push(format!("time {} pv {}", time.as_millis(), info.pv.join(" ")));
    }
    let mut line = words.join(" ");
    if is_margin && handshake == Handshake::Uci {
        line += &format!("\ninfo string margin {}", info.score.centipieces() / 100);
    }
    line
}

/// The mate score of a proved win or loss by margin, for UCI clients, which do not know margins. It is the number of
/// own moves to the end of the game. `mate 0` means that the game is already lost, so a game already won is `mate 1`.
fn margin_mate(info: &SearchInfo<String>) -> i32 {
    let moves = info.moves_to_end.unwrap_or(0).cast_signed();
    if info.score > Score::DRAW { moves.max(1) } else { -moves }
}

/// The mate score in the unit of the handshake: plies in UGI, moves of the mating side in UCI.
fn mate(plies: i32, handshake: Handshake) -> i32 {
    match handshake {
        Handshake::Ugi => plies,
        Handshake::Uci => plies.signum() * (plies.abs() + 1) / 2,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn text(score: Score, won_by_margin: bool, proved: bool, handshake: Handshake, show_wdl: bool) -> String {
        let info = SearchInfo {
            depth: 3,
            sel_depth: 4,
            multi_pv: 1,
            score,
            bound: Bound::Lower,
            proved,
            moves_to_end: (won_by_margin && proved).then_some(4),
            nodes: 1_000,
            hash_full: 5,
            tb_hits: None,
            time: Duration::from_millis(500),
            pv: vec!["c3".into(), "d4".into()],
        };
        info_line(&info, handshake, show_wdl)
    }

    fn shown(score: Score, won_by_margin: bool, proved: bool, handshake: Handshake, show_wdl: bool) -> String {
        let line = text(score, won_by_margin, proved, handshake, show_wdl);
        let score = line.strip_prefix("info depth 3 seldepth 4 multipv 1 score ").expect("the order of the fields");
        let end = " nodes 1000 nps 2000 hashfull 5 time 500 pv c3 d4";
        score.strip_suffix(end).expect("the order of the fields").replace(" lowerbound", "")
    }

    #[test]
    fn mates_in_ugi_and_uci() {
        for (plies, ugi, uci) in [(1, 1, 1), (2, 2, 1), (3, 3, 2), (9, 9, 5)] {
            let (win, loss) = (Score::mate_in(plies), Score::mated_in(plies));
            assert_eq!(shown(win, false, true, Handshake::Ugi, false), format!("mate {ugi}"));
            assert_eq!(shown(win, false, true, Handshake::Uci, false), format!("mate {uci}"));
            assert_eq!(shown(loss, false, true, Handshake::Ugi, false), format!("mate -{ugi}"));
            assert_eq!(shown(loss, false, true, Handshake::Uci, true), format!("mate -{uci} wdl 0 0 1000"));
        }
        assert_eq!(shown(Score::mated_in(0), false, true, Handshake::Uci, false), "mate 0");
    }

    #[test]
    fn chances_where_they_are_certain() {
        let count = |score, proved, show| shown(score, true, proved, Handshake::Ugi, show);
        assert_eq!(count(Score::margin(7), true, false), "cp 700 wdl 1000 0 0");
        assert_eq!(count(Score::margin(-7), true, false), "cp -700 wdl 0 0 1000");
        assert_eq!(count(Score::DRAW, true, false), "cp 0 wdl 0 1000 0");
        assert_eq!(count(Score::margin(7), false, false), "cp 700");
        assert_eq!(count(Score::margin(7), false, true), "cp 700 wdl 1000 0 0");
        assert_eq!(shown(Score::DRAW, false, true, Handshake::Ugi, false), "cp 0");
    }

    #[test]
    fn counted_games_in_uci() {
        let uci = |score, proved, show| {
            let text = text(score, true, proved, Handshake::Uci, show);
            text.split_once(" nodes")
                .map(|(score, rest)| (score.to_owned(), rest.split('\n').nth(1).map(str::to_owned)))
        };
        let margin = |score: &str, margin: Option<&str>| Some((score.to_owned(), margin.map(str::to_owned)));
        let head = "info depth 3 seldepth 4 multipv 1 score";
        for (score, proved, show, expected, line) in [
            (Score::margin(7), true, false, "mate 4 lowerbound", Some("info string margin 7")),
            (Score::margin(-7), true, false, "mate -4 lowerbound", Some("info string margin -7")),
            (Score::margin(7), true, true, "mate 4 lowerbound wdl 1000 0 0", Some("info string margin 7")),
            (Score::DRAW, true, false, "cp 0 lowerbound", Some("info string margin 0")),
            (Score::margin(7), false, false, "cp 700 lowerbound", None),
        ] {
            assert_eq!(uci(score, proved, show), margin(&format!("{head} {expected}"), line), "{expected}");
        }
    }
}

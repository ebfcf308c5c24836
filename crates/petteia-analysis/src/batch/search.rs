//! A search of the position at the table, with limits as after `go`.

use std::sync::Mutex;

use petteia_engine::{Engine, JobEvent, SearchInfo};
use petteia_ugi::{Code, Error, Go, Handshake, parse_go};

/// The result of a search.
#[derive(Debug)]
pub struct SearchReport {
    /// The move to play; `None` at a finished position.
    pub best: Option<String>,
    /// The last report of each line, the best line first.
    pub lines: Vec<SearchInfo<String>>,
    /// Show estimated chances too.
    pub show_wdl: bool,
}

/// Reads the limits of searches that end by themselves.
///
/// # Errors
/// The text is not as after `go`, or it has no limit.
pub fn parse_limits(text: &str) -> Result<Go<'_>, Error> {
    let go = parse_go(text)?;
    if has_limit(&go) {
        Ok(go)
    } else {
        Err(Error::new(Code::Syntax, "expected a limit such as 'nodes 1000', found none"))
    }
}

/// Whether a search ends by itself, whoever is to move.
fn has_limit(go: &Go) -> bool {
    [true, false].iter().all(|&p1_turn| {
        let limits = go.limits(p1_turn, Handshake::Ugi);
        !limits.is_unbounded() && !limits.ponder
    })
}

/// Searches the position at the table and returns at the end of the search.
///
/// # Errors
/// There is no position, the engine refuses the search, or a bug ends it.
pub fn search(engine: &mut Engine, go: &Go) -> Result<SearchReport, Error> {
    let seat = go.seat.map(|seat| seat.admit(engine)).transpose()?;
    let p1_turn = seat.map_or(engine.game()?.p1_turn(), |seat| seat == 1);
    let limits = go.limits(p1_turn, Handshake::Ugi);
    let reported = Mutex::new(Vec::<SearchInfo<String>>::new());
    let report = |update| {
        if let (JobEvent::Info(info), Ok(mut lines)) = (update, reported.lock()) {
            match lines.get_mut(info.multi_pv - 1) {
                Some(line) => *line = info,
                None => lines.push(info),
            }
        }
    };
    let best = engine.search_blocking(seat, &go.moves, limits, &report)?;
    if let Some(error) = best.error {
        return Err(Error::new(Code::Internal, error));
    }
    let lines = reported.into_inner().unwrap_or_default();
    Ok(SearchReport { best: best.best, lines, show_wdl: engine.options().show_wdl() })
}

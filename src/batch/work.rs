//! What a batch does with each position.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use super::input::set_up;
use super::record::Record;
use crate::base::text::panic_text;
use crate::engine::{Effects, Engine, InfoLine, SearchUpdate, Variant};
use crate::protocol::command::{Dialect, Go, Query};
use crate::protocol::error::{Code, Error};
use crate::protocol::lines::InputLine;
use crate::protocol::parse::{parse_go, parse_query};

/// The work that is asked for.
#[derive(Clone, Debug, Default)]
pub struct Work {
    /// A search with these limits, as after `go`.
    pub go: Option<String>,
    /// A count of leaves at this depth in plies.
    pub perft: Option<u32>,
    /// A count of leaves by move at this depth in plies.
    pub divide: Option<u32>,
    /// The legal moves.
    pub moves: bool,
    /// The effects of these moves.
    pub effects: Vec<String>,
    /// The answers to these subjects of `query`.
    pub queries: Vec<String>,
    /// The static evaluation.
    pub eval: bool,
    /// The position as this seat sees it.
    pub observe: Option<u32>,
}

/// The limits of a search, and the subjects of queries with their text.
type ParsedWork<'a> = (Option<Go<'a>>, Vec<(&'a str, Query)>);

impl Work {
    /// Checks the limits and the subjects.
    ///
    /// # Errors
    /// The option of the command line that is wrong, and why.
    pub fn check(&self) -> Result<(), (&'static str, Error)> {
        self.parse().map(drop)
    }

    fn parse(&self) -> Result<ParsedWork<'_>, (&'static str, Error)> {
        let go = self.go.as_deref().map(parse_go).transpose().map_err(|error| ("--go", error))?;
        if go.as_ref().is_some_and(|go| !has_limit(go)) {
            return Err(("--go", Error::new(Code::Syntax, "wanted a limit such as 'nodes 1000', found none")));
        }
        let queries = self.queries.iter().map(|what| Ok((what.as_str(), parse_query(what)?)));
        Ok((go, queries.collect::<Result<_, _>>().map_err(|error| ("--query", error))?))
    }

    /// Whether there is nothing to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Self { go, perft, divide, moves, effects, queries, eval, observe } = self;
        let asked = [go.is_some(), perft.is_some(), divide.is_some(), observe.is_some(), *moves, *eval];
        asked == [false; 6] && effects.is_empty() && queries.is_empty()
    }
}

/// Whether a search ends by itself, whoever is to move.
fn has_limit(go: &Go) -> bool {
    [true, false].iter().all(|&p1_turn| {
        let limits = go.limits(p1_turn, Dialect::Ugi);
        !limits.is_unbounded() && !limits.ponder
    })
}

/// What was found at a position. Work that was not asked for, or that failed, is absent.
#[derive(Debug, Default)]
pub struct Found {
    /// The name of the game.
    pub variant: &'static str,
    /// The position.
    pub fen: String,
    /// The search.
    pub searched: Option<Searched>,
    /// Depth and number of leaves.
    pub perft: Option<(u32, u64)>,
    /// Numbers of leaves by move, in byte order of the moves.
    pub divide: Option<Vec<(String, u64)>>,
    /// The legal moves in byte order.
    pub moves: Option<Vec<String>>,
    /// Moves in canonical form and their effects.
    pub effects: Vec<(String, String)>,
    /// Subjects and answers.
    pub queries: Vec<(String, String)>,
    /// The static evaluation in centipieces for the side to move.
    pub eval: Option<i32>,
    /// The position as a seat sees it.
    pub observed: Option<String>,
    /// Errors by the name of the work.
    pub errors: Vec<(&'static str, Error)>,
}

/// The result of a search.
#[derive(Debug)]
pub struct Searched {
    /// The move to play; `None` at a finished position.
    pub best: Option<String>,
    /// The last report of each line, the best line first.
    pub lines: Vec<InfoLine>,
    /// Show estimated chances too.
    pub show_wdl: bool,
}

/// An engine at work.
pub struct Worker<'a> {
    engine: Engine,
    /// The game of lines that name none.
    variant: &'static Variant,
    work: &'a Work,
    go: Option<Go<'a>>,
    queries: Vec<(&'a str, Query)>,
}

impl<'a> Worker<'a> {
    /// Sets an engine to work.
    ///
    /// # Errors
    /// As for [`Work::check`].
    pub fn new(engine: Engine, work: &'a Work) -> Result<Self, (&'static str, Error)> {
        let (go, queries) = work.parse()?;
        Ok(Self { variant: engine.options().variant, engine, work, go, queries })
    }

    /// Does the work at the position of a line.
    pub fn record<'l>(&mut self, number: u64, line: &'l InputLine) -> Record<'l> {
        let (id, result) = match line.text() {
            Ok(text) => set_up(&mut self.engine, self.variant, text),
            Err(error) => (None, Err(error)),
        };
        let result = result.and_then(|()| {
            catch_unwind(AssertUnwindSafe(|| self.found())).unwrap_or_else(|cause| Err(panicked(&*cause)))
        });
        Record { line: number, id, result }
    }

    fn found(&mut self) -> Result<Found, Error> {
        let work = self.work;
        let mut found =
            Found { variant: self.engine.options().variant.name, fen: self.engine.game()?.fen(), ..Found::default() };
        if let Some(go) = self.go.clone() {
            found.searched = self.search(&go).map_err(|error| found.errors.push(("go", error))).ok();
        }
        let game = self.engine.game()?;
        let errors = &mut found.errors;
        if let Some(depth) = work.perft {
            let nodes = keep("perft", self.engine.perft_here(depth), errors);
            found.perft = nodes.map(|nodes| (depth, nodes));
        }
        if let Some(depth) = work.divide {
            found.divide = keep("divide", self.engine.divide_here(depth), errors);
        }
        if work.moves {
            found.moves = keep("moves", game.moves(None), errors);
        }
        for word in &work.effects {
            found.effects.extend(keep("effects", game.effects(word), errors).map(Effects::into_pair));
        }
        for (what, query) in &self.queries {
            let answer = keep("query", query.answer(&self.engine), errors);
            found.queries.extend(answer.map(|answer| ((*what).to_owned(), answer)));
        }
        if work.eval {
            found.eval = keep("eval", game.evaluate(), errors);
        }
        if let Some(seat) = work.observe {
            found.observed = keep("observe", game.observe(seat), errors);
        }
        Ok(found)
    }

    fn search(&mut self, go: &Go) -> Result<Searched, Error> {
        self.engine.clear_table();
        let p1_turn = go.seat.map_or(self.engine.game()?.p1_turn(), |seat| seat == 1);
        let limits = go.limits(p1_turn, Dialect::Ugi);
        let reported = Mutex::new(Vec::<InfoLine>::new());
        let report = |update| {
            if let (SearchUpdate::Info(info), Ok(mut lines)) = (update, reported.lock()) {
                match lines.get_mut(info.multi_pv - 1) {
                    Some(line) => *line = info,
                    None => lines.push(info),
                }
            }
        };
        let best = self.engine.search_here(go.seat, &go.moves, limits, &report)?;
        if let Some(fault) = best.fault {
            return Err(Error::new(Code::Internal, fault));
        }
        let lines = reported.into_inner().unwrap_or_default();
        Ok(Searched { best: best.best, lines, show_wdl: self.engine.options().show_wdl() })
    }
}

fn panicked(cause: &(dyn Any + Send)) -> Error {
    Error::new(Code::Internal, panic_text(cause))
}

/// The result of a piece of work. Its error is kept, the first one of each kind of work.
fn keep<T, E: Into<Error>>(
    name: &'static str,
    result: Result<T, E>,
    errors: &mut Vec<(&'static str, Error)>,
) -> Option<T> {
    match result {
        Ok(value) => return Some(value),
        Err(_) if errors.iter().any(|(other, _)| *other == name) => {}
        Err(error) => errors.push((name, error.into())),
    }
    None
}

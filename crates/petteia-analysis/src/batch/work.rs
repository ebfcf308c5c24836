//! What a batch does with each position.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use petteia_core::RandomSource;
use petteia_core::text::panic_message;
use petteia_engine::{Effects, Engine, Variant};
use petteia_files::InputLine;
use petteia_ugi::{Code, Error, Go, Query, parse_query};

use super::input::{readable_id, set_up};
use super::record::OutputRecord;
use super::search::{SearchReport, parse_limits, search};

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
        let go = self.go.as_deref().map(parse_limits).transpose().map_err(|error| ("--go", error))?;
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

/// Whether the result of a search depends on neither time nor a second thread.
fn is_repeatable(go: &Go, threads: usize) -> bool {
    let is_limited = go.nodes.is_some() || go.depth.is_some();
    is_limited && go.move_time.is_none() && go.clocks == [None; 2] && threads == 1
}

/// What was found at a position. Work that was not asked for, or that failed, is absent.
#[derive(Debug, Default)]
pub struct PositionResult {
    /// The name of the game.
    pub variant: &'static str,
    /// The position.
    pub fen: String,
    /// The search.
    pub searched: Option<SearchReport>,
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

/// An engine at work.
pub struct Worker<'a> {
    engine: Engine,
    /// Default game.
    variant: &'static Variant,
    work: &'a Work,
    go: Option<Go<'a>>,
    perft: Option<u32>,
    divide: Option<u32>,
    queries: Vec<(&'a str, Query)>,
}

impl<'a> Worker<'a> {
    /// Sets an engine to work.
    ///
    /// # Errors
    /// As for [`Work::check`].
    pub fn new(engine: Engine, work: &'a Work) -> Result<Self, (&'static str, Error)> {
        let (go, queries) = work.parse()?;
        Ok(Self {
            variant: engine.options().variant,
            engine,
            work,
            go,
            perft: work.perft,
            divide: work.divide,
            queries,
        })
    }

    /// Sets an engine to the part of the work that takes little time. With `shallow`, searches and counts are one ply
    /// deep in place of none, which shows their errors.
    ///
    /// # Errors
    /// As for [`Work::check`].
    pub(super) fn outlining(engine: Engine, work: &'a Work, shallow: bool) -> Result<Self, (&'static str, Error)> {
        let mut worker = Self::new(engine, work)?;
        worker.go = worker.go.filter(|_| shallow).map(|go| Go { depth: Some(1), ..go });
        let plies = |depth: Option<u32>| depth.filter(|_| shallow).map(|depth| depth.min(1));
        [worker.perft, worker.divide] = [plies(work.perft), plies(work.divide)];
        Ok(worker)
    }

    /// Sets an engine to the part of the work that gives the same result each time.
    ///
    /// # Errors
    /// As for [`Work::check`].
    pub(super) fn repeating(engine: Engine, work: &'a Work) -> Result<Self, (&'static str, Error)> {
        let mut worker = Self::new(engine, work)?;
        let threads = worker.engine.options().search_options().threads;
        worker.go = worker.go.filter(|go| is_repeatable(go, threads));
        Ok(worker)
    }

    /// Whether it searches.
    pub(super) fn has_search(&self) -> bool {
        self.go.is_some()
    }

    /// Whether it counts leaves.
    pub(super) fn has_count(&self) -> bool {
        self.perft.is_some() || self.divide.is_some()
    }

    /// Does the work at the position of a line.
    pub fn record<'l>(&mut self, number: u64, line: &'l InputLine) -> OutputRecord<'l> {
        let (id, result) = match line.text() {
            Ok(text) => set_up(&mut self.engine, self.variant, text),
            Err(error) => (readable_id(line.readable_start()), Err(error.into())),
        };
        let result = result.and_then(|()| {
            catch_unwind(AssertUnwindSafe(|| self.found())).unwrap_or_else(|cause| Err(panicked(&*cause)))
        });
        OutputRecord { line: number, id, result }
    }

    /// The record of a line without the results of searches and counts, by an [`outlining`](Self::outlining) worker. Also
    /// returns whether chance decides on the position.
    pub(super) fn outline<'l>(&mut self, number: u64, line: &'l InputLine) -> (OutputRecord<'l>, bool) {
        let mut record = self.record(number, line);
        if let Ok(found) = &mut record.result {
            (found.searched, found.perft, found.divide) = (None, None, None);
        }
        let is_random = matches!(self.engine.options().chance(), RandomSource::Key(_)) && self.is_random(&record, line);
        (record, is_random)
    }

    /// Whether the position of a line can be another one with another key.
    fn is_random(&mut self, record: &OutputRecord, line: &InputLine) -> bool {
        let fen = |record: &OutputRecord| record.result.as_ref().ok().map(|found| found.fen.clone());
        let Some(first) = fen(record) else {
            return line.readable_start().contains("startpos");
        };
        // This draws another key.
        let has_new_key = self.engine.new_game().is_ok();
        !has_new_key || fen(&self.record(record.line, line)) != Some(first)
    }

    /// The record of a line, by a [`repeating`](Self::repeating) worker; `None` if chance decides on the game.
    pub(super) fn repeated<'l>(&mut self, number: u64, line: &'l InputLine) -> Option<OutputRecord<'l>> {
        let record = self.record(number, line);
        matches!(self.engine.options().chance(), RandomSource::Seed(_)).then_some(record)
    }

    fn found(&mut self) -> Result<PositionResult, Error> {
        let work = self.work;
        let mut found = PositionResult {
            variant: self.engine.options().variant.name,
            fen: self.engine.game()?.fen(),
            ..PositionResult::default()
        };
        if let Some(go) = self.go.clone() {
            self.engine.clear_table();
            found.searched = search(&mut self.engine, &go).map_err(|error| found.errors.push(("go", error))).ok();
        }
        let game = self.engine.game()?;
        let errors = &mut found.errors;
        if let Some(depth) = self.perft {
            let nodes = keep("perft", self.engine.perft_here(depth), errors);
            found.perft = nodes.map(|nodes| (depth, nodes));
        }
        if let Some(depth) = self.divide {
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
}

fn panicked(cause: &(dyn Any + Send)) -> Error {
    Error::new(Code::Internal, panic_message(cause))
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

//! Searches, counts and checks: as a job beside the session, or on the calling thread.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use petteia_core::text::panic_message;
use petteia_search::perft::{Aborted, PerftOptions};
use petteia_search::{Control, HashTable, STACK_SIZE, SearchOptions};

use super::jobs::{Job, JobEvent, JobKind, JobResult, PerftCount, Report};
use super::session::SearchJob;
use super::{BestMove, CheckRequest, Engine, EngineError, Limits, Runner, SearchRequest, TurnJudgement, bench, check};

/// The work of a job. It reports events and returns how the job has ended.
pub type Work = Box<dyn FnOnce(Report) -> JobResult + Send>;

/// The table, and its expected and real size in MiB if the system gives less than expected.
type TableInUse = (Arc<HashTable>, Option<[usize; 2]>);

impl Engine {
    /// Runs `work` on a thread of its own, or leaves it to the caller.
    fn start(
        &mut self,
        kind: JobKind,
        work: impl FnOnce(&Control, Report) -> JobResult + Send + 'static,
    ) -> Result<(), EngineError> {
        self.ensure_ready()?;
        let control = Arc::new(match &self.runner {
            Runner::Threads(events) => {
                let events = Arc::clone(events);
                Control::with_steps(Box::new(move |[done, total]| events(JobEvent::Progress { done, total })))
            }
            Runner::Caller(signals) => Control::new().with_source(Arc::clone(signals)),
            Runner::Nowhere => Control::new(),
        });
        let job = Job { control: Arc::clone(&control), kind };
        let run = move |report: Report| {
            let end = catch_unwind(AssertUnwindSafe(|| work(&control, report)));
            end.unwrap_or_else(|cause| JobResult::Panicked(panic_message(&*cause).to_owned()))
        };
        if let Runner::Threads(events) = &self.runner {
            let events = Arc::clone(events);
            let run = move || events(JobEvent::Ended(run(&*events)));
            let started = thread::Builder::new().name("job".into()).stack_size(STACK_SIZE).spawn(run);
            started.map_err(|error| EngineError::Internal(format!("no thread: {error}")))?;
        } else {
            self.work = Some(Box::new(run));
        }
        self.job = Some(job);
        Ok(())
    }

    /// The work of the job that has been started, for an engine whose jobs run [on the caller](Self::on_caller). It needs
    /// a stack of [`STACK_SIZE`]. The job is running until [`finish_job`](Self::finish_job).
    pub fn take_work(&mut self) -> Option<Work> {
        self.work.take()
    }

    /// Starts a search. The table may become smaller than the option says, where the system gives no more; then the
    /// expected and the real size in MiB are returned.
    ///
    /// # Errors
    /// A job is running, there is no position, or the game refuses the request.
    pub fn search(
        &mut self,
        seat: Option<u32>,
        moves: &[&str],
        limits: Limits,
    ) -> Result<Option<[usize; 2]>, EngineError> {
        self.ensure_ready()?;
        let unbounded = limits.is_unbounded();
        let unbounded_after_ponderhit = limits.ponder.then_some(unbounded);
        let kind = JobKind { is_search: true, unbounded: unbounded || limits.ponder, unbounded_after_ponderhit };
        let (search, smaller) = self.prepare_search(seat, moves, limits)?;
        self.start(kind, search)?;
        Ok(smaller)
    }

    /// Starts to judge a turn in which both sides choose. It ends as a search does: the best move is the best reply of
    /// each side to the mixed strategy of the other, and a note says what the choices of the turn cost.
    ///
    /// # Errors
    /// A job is running, there is no position, or the players of the game move in turn.
    pub fn judge(&mut self, word: &str, limits: Limits) -> Result<(), EngineError> {
        self.ensure_ready()?;
        let unbounded = limits.is_unbounded();
        let judge = self.game()?.judge(word, limits.clone(), self.search_options())?;
        let kind = JobKind { is_search: true, unbounded, unbounded_after_ponderhit: None };
        self.start(kind, move |control, report| {
            let judgement = judge(control);
            control.wait_for_answer_time(&limits);
            if let Some(TurnJudgement { value, losses: [first, second], .. }) = &judgement {
                report(JobEvent::Note(format!("value {value} losses {first} {second}")));
            }
            let best = judgement.map(|judgement| judgement.best.join("/"));
            JobResult::BestMove(BestMove { best, ..BestMove::default() })
        })
    }

    /// Searches on this thread, which needs a stack of [`STACK_SIZE`], and returns with the result.
    /// Limits are needed: nothing stops the search.
    ///
    /// # Errors
    /// As for [`search`](Engine::search).
    pub fn search_blocking(
        &mut self,
        seat: Option<u32>,
        moves: &[&str],
        limits: Limits,
        report: Report,
    ) -> Result<BestMove, EngineError> {
        self.ensure_idle()?;
        let (search, _) = self.prepare_search(seat, moves, limits)?;
        Ok(search(&Control::new(), report).into_best_move())
    }

    fn prepare_search(
        &mut self,
        seat: Option<u32>,
        moves: &[&str],
        limits: Limits,
    ) -> Result<(SearchJob, Option<[usize; 2]>), EngineError> {
        let options = self.search_options();
        let is_analysis = !moves.is_empty() || limits.infinite || limits.mate.is_some() || options.multi_pv > 1;
        let book = self.options.book().filter(|_| !is_analysis);
        let (table, smaller) = self.table()?;
        Ok((self.game()?.search(&SearchRequest { seat, moves, limits, options, table, book })?, smaller))
    }

    fn table(&mut self) -> Result<TableInUse, EngineError> {
        let expected = self.table.mebibytes();
        let table = self.table.table().map_err(|error| EngineError::Internal(error.to_string()))?;
        let size = self.table.mebibytes();
        Ok((table, (size < expected).then_some([expected, size])))
    }

    /// What a search is told. On the thread of the caller it has no helpers.
    fn search_options(&self) -> SearchOptions {
        let options = self.options.search_options();
        match self.runner {
            Runner::Caller(_) => SearchOptions { threads: 1, ..options },
            _ => options,
        }
    }

    fn threads(&self) -> usize {
        self.search_options().threads
    }

    /// Starts a count of leaves, with the table if `hash` says so; returns what [`search`](Engine::search) does.
    ///
    /// # Errors
    /// A job is running, there is no position, or the game has no tree.
    pub fn perft(&mut self, depth: u32, hash: bool) -> Result<Option<[usize; 2]>, EngineError> {
        self.ensure_ready()?;
        let count = self.game()?.perft(depth)?;
        let (table, smaller) =
            if hash { self.table().map(|(table, smaller)| (Some(table), smaller))? } else { (None, None) };
        let threads = self.threads();
        self.start(JobKind::default(), move |control, _| {
            match count(&PerftOptions { threads, table: table.as_deref(), control }) {
                Ok(nodes) => JobResult::Perft(PerftCount { depth, nodes, time: control.elapsed() }),
                Err(Aborted) => JobResult::Aborted("perft"),
            }
        })?;
        Ok(smaller)
    }

    /// Counts leaves on this thread, which needs a stack of [`STACK_SIZE`], and its helpers.
    ///
    /// # Errors
    /// There is no position, or the game has no tree.
    pub fn perft_here(&self, depth: u32) -> Result<u64, EngineError> {
        let count = self.game()?.perft(depth)?;
        count(&PerftOptions { threads: self.threads(), table: None, control: &Control::new() }).map_err(unstopped)
    }

    /// Counts leaves by root move on this thread, which needs a stack of [`STACK_SIZE`], and its
    /// helpers.
    ///
    /// # Errors
    /// There is no position, or the game has no tree.
    pub fn divide_here(&self, depth: u32) -> Result<Vec<(String, u64)>, EngineError> {
        let divide = self.game()?.divide(depth)?;
        let options = PerftOptions { threads: self.threads(), table: None, control: &Control::new() };
        if depth == 0 { Ok(Vec::new()) } else { divide(&options).map_err(unstopped) }
    }

    /// Starts a count of leaves by root move.
    ///
    /// # Errors
    /// A job is running, there is no position, or the game has no tree.
    pub fn divide(&mut self, depth: u32) -> Result<(), EngineError> {
        self.ensure_ready()?;
        let divide = self.game()?.divide(depth)?;
        let threads = self.threads();
        self.start(JobKind::default(), move |control, _| {
            match divide(&PerftOptions { threads, table: None, control }) {
                // Without a ply to divide by, the position itself is the one leaf.
                Ok(_) if depth == 0 => JobResult::Divide(Vec::new(), 1),
                Ok(counts) => {
                    let total = counts.iter().fold(0, |sum: u64, (_, count)| sum.saturating_add(*count));
                    JobResult::Divide(counts, total)
                }
                Err(Aborted) => JobResult::Aborted("divide"),
            }
        })
    }

    /// Starts to check the rules against fixture files.
    ///
    /// # Errors
    /// A job is running, or no file is to be read.
    pub fn check(&mut self, request: CheckRequest) -> Result<(), EngineError> {
        self.may_read_files()?;
        let (variants, threads) = (self.variants, self.threads());
        self.start(JobKind::default(), move |control, report| check::run(&request, variants, threads, control, report))
    }

    /// Starts to measure the engine.
    ///
    /// # Errors
    /// A job is running.
    pub fn bench(&mut self, depth: Option<u32>) -> Result<(), EngineError> {
        let variant = self.options.variant;
        self.start(JobKind::default(), move |control, report| bench::run(variant, depth, control, report))
    }
}

/// A count that nothing stops has been stopped.
fn unstopped(Aborted: Aborted) -> EngineError {
    EngineError::Internal("a count has been stopped".into())
}

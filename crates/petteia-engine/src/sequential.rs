//! The session of a game of two players who move in turn.

use std::any::Any;
use std::sync::Arc;

use petteia_core::options::OptionValues;
use petteia_core::tablebase::OpenTablebases;
use petteia_core::{
    BoardView, Evaluate, FenError, GameOptions, GameResult, Notation, Outcome, Position, Scene, Searchable, Side,
    Tablebase,
};
use petteia_search::perft::playout::Playouts;
use petteia_search::perft::{PerftOptions, playout};
use petteia_search::{Control, GameHistory, Limits, SearchOptions, SearchTask};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::book::{self, BookAnswer, BookUse};
use super::jobs::{JobEvent, JobResult};
use super::record::MoveHistory;
use super::report::{BestMove, DrawnMove, Effects, SessionError, has_network};
use super::session::{DivideJob, GameSetup, PerftJob, SearchJob, SearchRequest, Session, ToMove};

/// A sequential game in progress, with the evaluation that it is searched with.
#[derive(Clone, Debug)]
pub struct SequentialSession<P: Position, E> {
    line: MoveHistory<P, P::Move>,
    /// What the draw rules need of the moves played, one entry for each. Empty for a game without such rules.
    counts: Vec<PlyCounts>,
    evaluator: E,
    tablebase: Option<Arc<dyn Tablebase<P>>>,
}

/// Plies up to a move of a game.
#[derive(Clone, Copy, Debug, Default)]
struct PlyCounts {
    /// Plies since the last progress.
    halfmove_clock: usize,
    /// Positions since the last irreversible move.
    reversible: usize,
}

/// Number of earlier positions from which on a search is told only those that it can use.
const MAX_PLAIN_HISTORY: usize = 256;

impl<P: Searchable + Notation, E: Evaluate<P> + Default + 'static> SequentialSession<P, E> {
    pub(super) fn open(setup: &GameSetup) -> Result<Box<dyn Session>, FenError> {
        let start = setup.fen.map_or_else(|| Ok(P::start()), P::parse_fen)?;
        let tablebase = tablebase(&setup.options.values);
        let (line, counts) = (MoveHistory::new(start), Vec::new());
        Ok(Box::new(Self { line, counts, evaluator: E::default(), tablebase }))
    }
}

impl<P: Searchable + Notation, E: Evaluate<P>> SequentialSession<P, E> {
    fn position(&self) -> &P {
        self.line.position()
    }

    /// The part of the game so far that the draw rules depend on.
    fn game_history(&self) -> GameHistory {
        let Some(last) = self.counts.last() else { return GameHistory::default() };
        let steps = self.line.steps_from(self.line.len() - last.reversible);
        GameHistory { keys: steps.map(|(position, _)| position.key()).collect(), halfmove_clock: last.halfmove_clock }
    }

    /// Counts the plies of the moves that have been played since the last call.
    fn count_plies(&mut self) {
        if P::NO_PROGRESS_LIMIT.is_none() {
            return;
        }
        let mut last = self.counts.last().copied().unwrap_or_default();
        for (position, &m) in self.line.steps_from(self.counts.len()) {
            last.halfmove_clock = if position.is_progress(m) { 0 } else { last.halfmove_clock + 1 };
            last.reversible = if position.is_irreversible(m) { 0 } else { last.reversible + 1 };
            self.counts.push(last);
        }
    }

    fn ending(&self) -> Option<(Outcome, &'static str)> {
        ending(self.position(), &self.game_history())
    }

    /// What an opening book says of the position.
    ///
    /// # Errors
    /// The book is none of this game.
    fn book_answer(
        &self,
        book: Option<&BookUse>,
        history: &GameHistory,
        options: &SearchOptions,
    ) -> Result<Option<BookAnswer<P::Move>>, String> {
        let Some(book) = book.filter(|book| self.line.len() < book.plies) else { return Ok(None) };
        Ok(book::answer(book.check::<P>()?, *self.position(), history, options))
    }

    /// Reads `word`, the word number `index` of a list, as a move of the current position.
    fn read(&self, index: usize, word: &str) -> Result<P::Move, SessionError> {
        let position = self.position();
        position.parse_move(word).map_err(|error| SessionError::of(error, index, word, Some(position.to_fen())))
    }
}

impl<P: Searchable + Notation, E: Evaluate<P> + 'static> Session for SequentialSession<P, E> {
    fn boxed_clone(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn position_any(&self) -> &dyn Any {
        self.position()
    }

    fn play(&mut self, words: &[&str]) -> Result<(), SessionError> {
        let step = |position: &P, word: &str| position.parse_move(word).map(|m| (m, position.after(m)));
        let moves: Vec<&str> = words.iter().flat_map(|word| P::split_moves(word)).collect();
        self.line.play(&moves, step, |position| Some(position.to_fen()))?;
        self.count_plies();
        Ok(())
    }

    fn play_move(&mut self, word: &str) -> Result<String, SessionError> {
        let m = self.read(1, word)?;
        let position = *self.position();
        self.line.push(m, position.after(m));
        self.count_plies();
        Ok(position.write_move(m))
    }

    fn undo(&mut self, plies: usize) -> Result<(), usize> {
        self.line.undo(plies)?;
        self.counts.truncate(self.line.len());
        Ok(())
    }

    fn configure(&mut self, options: &GameOptions) {
        self.tablebase = tablebase(&options.values);
    }

    fn moves(&self, seat: Option<u32>) -> Result<Vec<String>, SessionError> {
        no_seat(seat)?;
        let position = self.position();
        let mut moves: Vec<String> = position.legal_moves().into_iter().map(|m| position.write_move(m)).collect();
        moves.sort_unstable();
        Ok(moves)
    }

    fn check_action(&self, seat: Option<u32>, word: &str) -> Result<String, SessionError> {
        no_seat(seat)?;
        self.read(1, word).map(|m| self.position().write_move(m))
    }

    fn effects(&self, word: &str) -> Result<Effects, SessionError> {
        let position = self.position();
        let m = self.read(1, word)?;
        let after = position.after(m);
        let mut history = self.game_history();
        history.push(position, m);
        Ok(Effects {
            played: position.write_move(m),
            effects: position.effects(m),
            result: ending(&after, &history).map(|(outcome, _)| outcome.into()),
            fen: after.to_fen(),
        })
    }

    fn last_move(&self) -> Option<DrawnMove> {
        self.line.last().map(|(position, &m)| drawn(position, m))
    }

    fn drawn_move(&self, seat: Option<u32>, word: &str) -> Result<DrawnMove, SessionError> {
        no_seat(seat)?;
        self.read(1, word).map(|m| drawn(self.position(), m))
    }

    fn diagram(&self) -> String {
        self.position().diagram()
    }

    fn eval_trace(&self) -> Option<String> {
        has_network(E::network()).ok()?;
        self.evaluator.trace(self.position())
    }

    fn scene(&self) -> Scene {
        self.position().scene()
    }

    fn board_view(&self) -> Option<BoardView> {
        self.position().board_view()
    }

    fn start_view(&self) -> Option<BoardView> {
        self.line.start().board_view()
    }

    fn moves_by_cells(&self) -> Vec<(String, Vec<usize>)> {
        let position = self.position();
        position.legal_moves().into_iter().map(|m| (position.write_move(m), position.move_cells(m))).collect()
    }

    fn turn(&self) -> ToMove {
        ToMove::Side(self.position().side())
    }

    fn side_names(&self) -> Vec<&'static str> {
        P::SIDE_NAMES.to_vec()
    }

    fn side_name(&self) -> String {
        self.position().side_name().into()
    }

    fn fen(&self) -> String {
        self.position().to_fen()
    }

    fn start_fen(&self) -> String {
        self.line.start().to_fen()
    }

    fn played_moves(&self) -> Vec<String> {
        self.line.steps().map(|(position, &m)| position.write_move(m)).collect()
    }

    fn plies(&self) -> usize {
        self.line.len()
    }

    fn last_word(&self) -> Option<String> {
        self.line.last().map(|(position, &m)| position.write_move(m))
    }

    fn file_moves(&self) -> Vec<String> {
        self.line.steps().map(|(position, &m)| position.write_file_move(m)).collect()
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn p1_turn(&self) -> bool {
        self.position().side() == Side::First
    }

    fn result(&self) -> Option<GameResult> {
        self.ending().map(|(outcome, _)| outcome.into())
    }

    fn reason(&self) -> Option<&'static str> {
        self.ending().map(|(_, reason)| reason)
    }

    fn scores(&self) -> Vec<i32> {
        self.position().scores().to_vec()
    }

    fn evaluate(&self) -> Result<i32, SessionError> {
        has_network(E::network())?;
        let position = self.position();
        let is_finished_count = P::WON_BY_MARGIN && position.outcome().is_some();
        Ok(if is_finished_count { 100 * position.margin() } else { self.evaluator.evaluate(position) })
    }

    fn search(&self, request: &SearchRequest) -> Result<SearchJob, SessionError> {
        no_seat(request.seat)?;
        has_network(E::network())?;
        let mut moves = Vec::new();
        for (i, word) in request.moves.iter().enumerate() {
            let m = self.read(i + 1, word)?;
            if !moves.contains(&m) {
                moves.push(m);
            }
        }
        let root = *self.position();
        let mut history = self.game_history();
        if history.keys.len() > MAX_PLAIN_HISTORY {
            keep_repeated(&mut history.keys);
        }
        let (limits, tablebase) = (request.limits.clone(), self.tablebase.clone());
        let answer = self.book_answer(request.book.as_ref(), &history, &request.options);
        if let Ok(Some(answer)) = answer {
            return Ok(book_job(root, answer, limits));
        }
        let without_book = answer.err();
        let task = SearchTask { root, game_history: history, moves, tablebase, limits, options: request.options };
        let evaluator = self.evaluator.clone();
        let table = Arc::clone(&request.table);
        Ok(Box::new(move |control, report| {
            if let Some(why) = without_book {
                report(JobEvent::Note(format!("searched without an opening book: {why}")));
            }
            let answer = petteia_search::search(&task, &evaluator, &table, control, &|info| {
                let pv = write_line(task.root, &info.pv);
                report(JobEvent::Info(info.with_pv(pv)));
            });
            if let Some(error) = task.tablebase.as_ref().and_then(|tablebase| tablebase.take_error()) {
                report(JobEvent::Note(format!("searched without endgame databases: {error}")));
            }
            let (threads, expected) = (answer.threads, task.options.threads);
            if threads < expected {
                report(JobEvent::Note(format!("only {threads} of {expected} threads available")));
            }
            let line: Vec<P::Move> = answer.best_move.into_iter().chain(answer.ponder).collect();
            let mut words = write_line(task.root, &line).into_iter();
            JobResult::BestMove(BestMove { best: words.next(), ponder: words.next(), error: answer.panic })
        }))
    }

    fn perft(&self, depth: u32) -> Result<PerftJob, SessionError> {
        let position = *self.position();
        Ok(Box::new(move |counting| counting.perft(&position, depth)))
    }

    fn divide(&self, depth: u32) -> Result<DivideJob, SessionError> {
        let position = *self.position();
        Ok(Box::new(move |counting: &PerftOptions| {
            let counts = counting.divide(&position, depth)?;
            let mut counts: Vec<_> = counts.into_iter().map(|(m, count)| (position.write_move(m), count)).collect();
            counts.sort_unstable();
            Ok(counts)
        }))
    }

    fn perft_without_bulk_counting(&self, depth: u32) -> Result<PerftJob, SessionError> {
        let position = *self.position();
        Ok(Box::new(move |counting| counting.perft_without_bulk_counting(&position, depth)))
    }

    fn playouts(&self, moves: u64, seed: u64, control: &Control) -> Result<Playouts, SessionError> {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        Ok(playout::playouts(self.position(), moves, rng, control))
    }
}

/// A job that answers with a move of an opening book.
fn book_job<P: Notation>(root: P, answer: BookAnswer<P::Move>, limits: Limits) -> SearchJob {
    let line = write_line(root, &answer.line);
    Box::new(move |control, report| {
        if let Some(info) = answer.info {
            report(JobEvent::Info(info.with_pv(line.clone())));
        }
        report(JobEvent::Note("book move".into()));
        control.wait_for_answer_time(&limits);
        let mut words = line.into_iter();
        JobResult::BestMove(BestMove { best: words.next(), ponder: words.next(), error: None })
    })
}

/// The endgame databases of a game that the options name.
fn tablebase<P: Position>(options: &OptionValues) -> Option<Arc<dyn Tablebase<P>>> {
    options.files::<OpenTablebases>().find_map(|tablebases| tablebases.of())
}

/// Keeps the keys that occur twice or more, each twice, in any order: a position is a repetition if it occurs twice
/// before the root of the search, or once since.
fn keep_repeated(keys: &mut Vec<u64>) {
    keys.sort_unstable();
    let mut kept = Vec::new();
    for equal in keys.chunk_by(|a, b| a == b).filter(|equal| equal.len() >= 2) {
        kept.extend(&equal[..2]);
    }
    *keys = kept;
}

/// A legal move of a position, as it is drawn.
fn drawn<P: Notation>(position: &P, m: P::Move) -> DrawnMove {
    DrawnMove { effects: position.effects(m), path: position.path(m), before: position.scene() }
}

fn no_seat(seat: Option<u32>) -> Result<(), SessionError> {
    match seat {
        None => Ok(()),
        Some(_) => Err(SessionError::Unsupported("seat is not supported in this game")),
    }
}

/// How a game ends at a position: by its rules first, else by repetition or without progress.
fn ending<P: Notation>(position: &P, history: &GameHistory) -> Option<(Outcome, &'static str)> {
    if let Some(outcome) = position.outcome() {
        return Some((outcome, position.end_reason().unwrap_or("none")));
    }
    history.ending(position)
}

fn write_line<P: Notation>(mut position: P, moves: &[P::Move]) -> Vec<String> {
    moves
        .iter()
        .map(|&m| {
            let word = position.write_move(m);
            position.play_unchecked(m);
            word
        })
        .collect()
}

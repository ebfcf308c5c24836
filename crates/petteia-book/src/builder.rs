//! Builds a book by searches, on several threads.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use petteia_core::{Evaluate, Score, Searchable};
use petteia_files::FileError;
use petteia_search::{Control, HashTable, Limits, OutOfMemory, STACK_SIZE, SearchTask, Signal, SignalSource, search};

use super::book::{Book, Deviation, one_ply_earlier, successors};
use super::expansion::next_expansion;
use super::tree::Tree;

/// Time between two saves. A kill loses no more than the searches of this time.
const SAVE_EVERY: Duration = Duration::from_secs(30);
/// Time between two looks at the progress.
const TICK: Duration = Duration::from_millis(100);

/// How a book is built.
#[derive(Clone, Debug)]
pub struct Builder {
    /// Number of positions from which on no more are added.
    pub positions: usize,
    /// Number of plies of which every position is in the book.
    pub full_width: usize,
    /// Nodes of a search.
    pub nodes: u64,
    /// Number of searches at the same time.
    pub threads: usize,
    /// Size of the transposition table of each thread in MiB.
    pub hash: usize,
    /// Ends the work soon after it becomes true.
    pub stop: Arc<AtomicBool>,
}

/// How far a book is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildProgress {
    /// Positions in the book.
    pub positions: usize,
    /// Searches that this run has finished.
    pub searches: u64,
    /// The score of the start of the game.
    pub score: Option<Score>,
}

/// Why a book is not built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The book cannot be saved.
    #[error("{0}")]
    File(#[from] FileError),
    /// There is no memory for the tables.
    #[error("{0}")]
    Memory(#[from] OutOfMemory),
    /// The system refuses a thread.
    #[error("thread {number} of {expected}: {error}")]
    Thread {
        /// Its number, from 1.
        number: usize,
        /// Number of threads that were asked for.
        expected: usize,
        /// Error of the system.
        error: std::io::Error,
    },
}

/// What the threads share.
struct Work<P> {
    tree: Tree<P>,
    /// Positions to be searched.
    queue: VecDeque<usize>,
    /// Number of searches that are running.
    running: usize,
    /// Number of searches done.
    searches: u64,
}

struct Shared<'a, P> {
    builder: &'a Builder,
    work: Mutex<Work<P>>,
    /// A search has ended.
    ended: Condvar,
}

impl Builder {
    /// Searches the positions of a book that no search has seen, then adds the best deviations and searches those,
    /// until the book has its positions. `save` writes the book, first of all, now and then, and in the end.
    ///
    /// # Errors
    /// Those of `save`, or there is too little memory, or the system refuses a thread.
    pub fn run<P: Searchable, E: Evaluate<P> + Default>(
        &self,
        book: Book,
        extra: &[P],
        save: &mut dyn FnMut(&Book) -> Result<(), FileError>,
        progress: &mut dyn FnMut(BuildProgress),
    ) -> Result<(), BuildError> {
        let tables: Vec<HashTable> =
            (0..self.threads.max(1)).map(|_| HashTable::new(self.hash)).collect::<Result<_, _>>()?;
        let mut tree = Tree::<P>::of(book);
        let known = tree.nodes.len();
        tree.add_first_plies(self.full_width);
        (known..tree.nodes.len()).for_each(|node| drop(settle(&mut tree, node)));
        for &position in extra {
            let node = tree.add(position);
            settle(&mut tree, node);
        }
        // Searches take hours, so this finds out first that the file can be written.
        save(&tree.to_book())?;
        let queue = (0..tree.nodes.len()).filter(|&node| is_unsearched(&tree, node)).collect();
        let work = Mutex::new(Work { tree, queue, running: 0, searches: 0 });
        let shared = &Shared { builder: self, work, ended: Condvar::new() };
        let evaluator = &E::default();
        thread::scope(|scope| {
            for (i, table) in tables.iter().enumerate() {
                // One type for all games: what starts a thread is compiled once.
                let work: Box<dyn FnOnce() + Send> = Box::new(|| shared.search(evaluator, table));
                let spawned = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
                if let Err(error) = spawned {
                    self.stop.store(true, Ordering::Relaxed);
                    return Err(BuildError::Thread { number: i + 1, expected: tables.len(), error });
                }
            }
            shared.watch(save, progress).inspect_err(|_| self.stop.store(true, Ordering::Relaxed))
        })
    }
}

impl<P> Shared<'_, P> {
    fn lock(&self) -> MutexGuard<'_, Work<P>> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<P: Searchable> Shared<'_, P> {
    fn is_stopped(&self) -> bool {
        self.builder.stop.load(Ordering::Relaxed)
    }

    /// Saves the book until all searches are done.
    fn watch(
        &self,
        save: &mut dyn FnMut(&Book) -> Result<(), FileError>,
        progress: &mut dyn FnMut(BuildProgress),
    ) -> Result<(), BuildError> {
        let mut saved = Instant::now();
        loop {
            let work = self.lock();
            let (work, _) = self.ended.wait_timeout(work, TICK).unwrap_or_else(PoisonError::into_inner);
            let has_ended = work.running == 0 && (self.is_stopped() || !work.has_task(self.builder));
            let score = work.tree.nodes[0].entry.score;
            let now = BuildProgress { positions: work.tree.len(), searches: work.searches, score };
            let book = (has_ended || saved.elapsed() >= SAVE_EVERY).then(|| work.tree.to_book());
            drop(work);
            progress(now);
            if let Some(book) = book {
                save(&book)?;
                saved = Instant::now();
            }
            if has_ended {
                return Ok(());
            }
        }
    }

    /// Does searches until there are no more.
    fn search<E: Evaluate<P>>(&self, evaluator: &E, table: &HashTable) {
        let mut work = self.lock();
        while !self.is_stopped() {
            let Some(node) = work.next_task(self.builder) else {
                if work.running == 0 {
                    break;
                }
                work = self.ended.wait(work).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let moves = work.tree.nodes[node].unlinked_moves(&work.tree.index);
            let position = work.tree.nodes[node].position;
            work.running += 1;
            drop(work);
            let running = Running(self);
            let found = if moves.is_empty() {
                Some(Deviation::Absent)
            } else {
                self.builder.find_deviation(position, moves, evaluator, table)
            };
            drop(running);
            work = self.lock();
            if let Some(found) = found {
                work.searches += 1;
                work.finish(node, found);
            }
            self.ended.notify_all();
        }
        self.ended.notify_all();
    }
}

/// A search that is running. One that panics stops the others.
struct Running<'a, P>(&'a Shared<'a, P>);

impl<P> Drop for Running<'_, P> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.builder.stop.store(true, Ordering::Relaxed);
            self.0.ended.notify_all();
        }
        self.0.lock().running -= 1;
    }
}

impl<P: Searchable> Work<P> {
    fn has_task(&self, builder: &Builder) -> bool {
        !self.queue.is_empty()
            || (self.tree.len() < builder.positions && next_expansion(&self.tree, builder.full_width).is_some())
    }

    /// The next position to search. If none waits, the best deviation joins the book.
    fn next_task(&mut self, builder: &Builder) -> Option<usize> {
        if self.queue.is_empty() && self.tree.len() < builder.positions {
            let node = next_expansion(&self.tree, builder.full_width)?;
            self.expand(node);
        }
        self.queue.pop_front()
    }

    /// Adds the deviation of a position to the book.
    fn expand(&mut self, node: usize) {
        let Deviation::Move { rank, score } = self.tree.nodes[node].entry.deviation else { return };
        let position = self.tree.nodes[node].position;
        let Some(&(_, m)) = successors(&position).get(usize::from(rank)) else {
            self.tree.nodes[node].entry.deviation = Deviation::Unsearched;
            self.queue.push_back(node);
            return;
        };
        let added = self.tree.add(position.after(m));
        let entry = &mut self.tree.nodes[added].entry;
        // Until its own search is done, the search one ply before it tells the score.
        if entry.score.is_none() {
            entry.score = Some(one_ply_earlier(score));
        }
        let waiting = settle(&mut self.tree, added);
        self.queue.extend(waiting.into_iter().chain([added]).filter(|&node| is_unsearched(&self.tree, node)));
    }

    /// Keeps the result of a search.
    fn finish(&mut self, node: usize, found: Deviation) {
        // A move that has joined the book since the search began is no deviation any more.
        let has_joined = match found {
            Deviation::Move { rank, .. } => self.tree.links(node).any(|(linked, _)| linked == rank),
            Deviation::Unsearched | Deviation::Absent => false,
        };
        if has_joined {
            self.queue.push_back(node);
            return;
        }
        self.tree.nodes[node].entry.deviation = found;
        self.tree.update(node);
    }
}

fn is_unsearched<P>(tree: &Tree<P>, node: usize) -> bool {
    tree.nodes[node].entry.deviation == Deviation::Unsearched
}

/// Takes the deviations that lead to a new position from the positions before it, which need new ones. Returns these.
fn settle<P: Searchable>(tree: &mut Tree<P>, added: usize) -> Vec<usize> {
    let key = tree.nodes[added].key;
    let mut waiting = Vec::new();
    for node in tree.before(added).to_vec() {
        let node_data = &mut tree.nodes[node];
        let rank = node_data.successors.binary_search(&key);
        if let Deviation::Move { rank: deviation, .. } = node_data.entry.deviation
            && rank == Ok(usize::from(deviation))
        {
            node_data.entry.deviation = Deviation::Unsearched;
            waiting.push(node);
        }
    }
    waiting
}

impl Builder {
    /// Searches for the best of some moves. `None` if the search is stopped.
    fn find_deviation<P: Searchable, E: Evaluate<P>>(
        &self,
        position: P,
        moves: Vec<P::Move>,
        evaluator: &E,
        table: &HashTable,
    ) -> Option<Deviation> {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let task = SearchTask { moves, ..SearchTask::new(position, limits) };
        let control = Control::new().with_source(Arc::new(StopFlag(Arc::clone(&self.stop))));
        let last = Mutex::new(None);
        table.clear();
        let result = search(&task, evaluator, table, &control, &|info| {
            *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(info.score);
        });
        if control.is_stopped() {
            return None;
        }
        let (best, score) = (result.best_move?, last.into_inner().unwrap_or_else(PoisonError::into_inner)?);
        let key = position.after(best).symmetric_key();
        let rank = successors(&position).binary_search_by_key(&key, |&(key, _)| key).ok()?;
        Some(Deviation::Move { rank: u16::try_from(rank).ok()?, score })
    }
}

/// A flag that stops searches.
struct StopFlag(Arc<AtomicBool>);

impl SignalSource for StopFlag {
    fn poll(&self) -> Option<Signal> {
        self.0.load(Ordering::Relaxed).then_some(Signal::Stop)
    }

    fn wait(&self) -> Signal {
        Signal::Stop
    }
}

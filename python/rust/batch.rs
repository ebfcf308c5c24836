//! Many games of two players who move in turn, played together.

use petteia_core::{Encode, Layout, Outcome, PlaneWriter, Position, Searchable, Side};
use petteia_search::GameHistory;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::arrays;
use crate::encoding::encoding_of;
use crate::errors::exception;
use crate::rules::find_variant;

/// Games of one kind, whatever it is.
pub trait Batch: Send + Sync {
    /// The board of the planes.
    fn board(&self) -> Layout;

    /// Number of planes.
    fn planes(&self) -> usize;

    /// Upper bound of the numbers of actions.
    fn actions(&self) -> usize;

    /// Begins every game anew.
    fn reset(&mut self);

    /// Plays an action in every game. Writes what each player gets and whether the game is over; one that is over begins
    /// anew.
    ///
    /// # Errors
    /// The index of the first game whose action is not legal. Nothing has been played.
    fn step(&mut self, actions: &[i64], rewards: &mut [f32], over: &mut [u8]) -> Result<(), usize>;

    /// Draws a legal action of every game at random.
    fn sample(&mut self) -> Vec<i64>;

    /// Marks the legal actions of every game with 1 in a mask of zeros.
    fn write_mask(&self, mask: &mut [u8]);

    /// Writes the planes of every game, as its player to move sees them, into values that are 0.
    fn write_planes(&self, values: &mut [f32]);

    /// The number of the player to move of every game, 1 or 2.
    fn turns(&self) -> Vec<i64>;

    /// The position of a game as text.
    fn fen(&self, game: usize) -> Option<String>;
}

/// Games of one kind.
pub struct Games<P: Position> {
    all: Vec<Game<P>>,
    rng: Xoshiro256PlusPlus,
    /// The moves of a step, kept for its memory.
    moves: Vec<P::Move>,
}

#[derive(Clone)]
struct Game<P> {
    position: P,
    history: GameHistory,
}

impl<P: Position> Games<P> {
    /// So many games at their start. Random actions come from the seed.
    pub fn new(count: usize, seed: u64) -> Self {
        let all = vec![Game { position: P::start(), history: GameHistory::default() }; count];
        Self { all, rng: Xoshiro256PlusPlus::seed_from_u64(seed), moves: Vec::with_capacity(count) }
    }
}

impl<P: Position> Game<P> {
    /// Plays a legal move and returns how the game ends with it.
    fn play(&mut self, m: P::Move) -> Option<Outcome> {
        if P::NO_PROGRESS_LIMIT.is_some() {
            self.history.push(&self.position, m);
        }
        self.position.play_unchecked(m);
        let by_history = || self.history.ending(&self.position).map(|(outcome, _)| outcome);
        self.position.outcome().or_else(by_history)
    }

    fn reset(&mut self) {
        self.position = P::start();
        self.history = GameHistory::default();
    }
}

impl<P> Batch for Games<P>
where
    P: Searchable + petteia_core::Notation + Encode<Action = <P as Position>::Move>,
{
    fn board(&self) -> Layout {
        P::BOARD
    }

    fn planes(&self) -> usize {
        P::PLANES.len()
    }

    fn actions(&self) -> usize {
        P::ACTIONS
    }

    fn reset(&mut self) {
        self.all.iter_mut().for_each(Game::reset);
    }

    fn step(&mut self, actions: &[i64], rewards: &mut [f32], over: &mut [u8]) -> Result<(), usize> {
        self.moves.clear();
        for (i, (game, &action)) in self.all.iter().zip(actions).enumerate() {
            let m = usize::try_from(action).ok().and_then(|action| move_of(&game.position, action));
            self.moves.push(m.ok_or(i)?);
        }
        for (i, (game, &m)) in self.all.iter_mut().zip(&self.moves).enumerate() {
            if let Some(outcome) = game.play(m) {
                over[i] = 1;
                if let Outcome::Win(side) = outcome {
                    rewards[2 * i + side as usize] = 1.0;
                    rewards[2 * i + !side as usize] = -1.0;
                }
                game.reset();
            }
        }
        Ok(())
    }

    fn sample(&mut self) -> Vec<i64> {
        let mut actions = Vec::new();
        let mut draw = |game: &Game<P>| {
            actions.clear();
            game.position.for_each_move(|m| actions.push(P::action(m)));
            actions[self.rng.random_range(0..actions.len())] as u32
        };
        self.all.iter().map(&mut draw).map(i64::from).collect()
    }

    fn write_mask(&self, mask: &mut [u8]) {
        for (game, mask) in self.all.iter().zip(mask.chunks_exact_mut(P::ACTIONS)) {
            game.position.for_each_move(|m| mask[P::action(m)] = 1);
        }
    }

    fn write_planes(&self, values: &mut [f32]) {
        let size = P::PLANES.len() * P::BOARD.files * P::BOARD.ranks;
        for (game, values) in self.all.iter().zip(values.chunks_exact_mut(size)) {
            game.position.write_planes(game.position.side(), &mut PlaneWriter::new(values, P::BOARD));
        }
    }

    fn turns(&self) -> Vec<i64> {
        self.all.iter().map(|game| if game.position.side() == Side::First { 1 } else { 2 }).collect()
    }

    fn fen(&self, game: usize) -> Option<String> {
        self.all.get(game).map(|game| game.position.to_fen())
    }
}

/// Many games of two players who move in turn, played together.
#[pyclass(subclass, module = "petteia._petteia")]
pub struct VecBoardCore {
    batch: Box<dyn Batch>,
    #[pyo3(get)]
    game: &'static str,
    count: usize,
}

#[pymethods]
impl VecBoardCore {
    #[new]
    fn new(py: Python, game: &str, count: usize, seed: u64) -> PyResult<Self> {
        let variant = find_variant(game).map_err(|error| exception(py, error, game))?;
        let batch = encoding_of(variant.name).and_then(|encoding| encoding.batch(count, seed));
        let batch = batch.ok_or_else(|| {
            PyValueError::new_err(format!("expected a game of players who move in turn, found {}", variant.name))
        })?;
        Ok(Self { batch, game: variant.name, count })
    }

    fn __len__(&self) -> usize {
        self.count
    }

    /// The number of planes, ranks and files.
    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        (self.batch.planes(), self.batch.board().ranks, self.batch.board().files)
    }

    /// Upper bound of the numbers of actions.
    #[getter]
    fn action_size(&self) -> usize {
        self.batch.actions()
    }

    fn reset(&mut self) {
        self.batch.reset();
    }

    /// Takes actions as 64-bit integers. Returns two floats and a byte for each game.
    fn step_bytes<'py>(
        &mut self,
        py: Python<'py>,
        actions: &Bound<'py, PyBytes>,
    ) -> PyResult<(Bound<'py, PyByteArray>, Bound<'py, PyByteArray>)> {
        let actions = arrays::read_integers(actions);
        if actions.len() != self.count {
            return Err(PyValueError::new_err(format!("expected {} actions, found {}", self.count, actions.len())));
        }
        let (mut rewards, mut over) = (vec![0.0; 2 * self.count], vec![0; self.count]);
        py.detach(|| self.batch.step(&actions, &mut rewards, &mut over))
            .map_err(|i| PyValueError::new_err(format!("expected a legal action of game {i}, found {}", actions[i])))?;
        Ok((arrays::floats(py, &rewards)?, PyByteArray::new(py, &over)))
    }

    fn sample_bytes<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let actions = py.detach(|| self.batch.sample());
        arrays::integers(py, &actions)
    }

    fn mask_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        PyByteArray::new_with(py, self.count * self.batch.actions(), |mask| {
            self.batch.write_mask(mask);
            Ok(())
        })
    }

    fn planes_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let board = self.batch.board();
        let mut values = vec![0.0; self.count * self.batch.planes() * board.files * board.ranks];
        py.detach(|| self.batch.write_planes(&mut values));
        arrays::floats(py, &values)
    }

    fn turns_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        arrays::integers(py, &self.batch.turns())
    }

    /// The position of a game as text.
    fn fen(&self, game: usize) -> PyResult<String> {
        self.batch.fen(game).ok_or_else(|| {
            pyo3::exceptions::PyIndexError::new_err(format!("expected a game below {}, found {game}", self.count))
        })
    }
}

/// The legal move with a number; the first of them if several share it.
fn move_of<P: Position + Encode<Action = <P as Position>::Move>>(position: &P, action: usize) -> Option<P::Move> {
    let mut found = None;
    position.for_each_move(|m| {
        if found.is_none() && P::action(m) == action {
            found = Some(m);
        }
    });
    found
}

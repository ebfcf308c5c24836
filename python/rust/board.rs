//! A position of any game with the moves that led to it.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use petteia_core::{GameResult, PlaneWriter, RandomSource, ScenePiece, Side};
use petteia_draw::svg;
use petteia_engine::{GameKind, Session, ToMove, picture};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyTuple};

use crate::arguments::{number, picture_options, seat_of, with_word};
use crate::arrays;
use crate::encoding::{Encoding, encoding_of};
use crate::errors::{exception, refuse};
use crate::job;
use crate::rules::{Opening, RulesCore};

/// A piece: its seat, its kind, the height of its stack and what is written on it.
type Piece = (Option<u32>, &'static str, u32, String);

/// A position of any game with the moves that led to it.
#[pyclass(subclass, module = "petteia._petteia")]
pub struct BoardCore {
    session: Box<dyn Session>,
    encoding: &'static dyn Encoding,
    /// The name of the game.
    #[pyo3(get)]
    game: &'static str,
    chance: RandomSource,
    rules: Py<RulesCore>,
    /// The sorted legal moves, once they have been asked for.
    legal_moves: PyOnceLock<Py<PyTuple>>,
}

impl BoardCore {
    /// A board of its own with the same moves.
    fn duplicate(&self, py: Python) -> Self {
        Self {
            session: self.session.boxed_clone(),
            encoding: self.encoding,
            game: self.game,
            chance: self.chance,
            rules: self.rules.clone_ref(py),
            legal_moves: PyOnceLock::new(),
        }
    }
}

#[pymethods]
impl BoardCore {
    /// Another board, or a game with its position, its moves, its rules and its chance.
    #[new]
    #[pyo3(signature = (game, fen=None, moves=None, rules=None, chance=None))]
    fn new(
        py: Python,
        game: &Bound<PyAny>,
        fen: Option<&Bound<PyAny>>,
        moves: Option<Vec<String>>,
        rules: Option<Py<RulesCore>>,
        chance: Option<&str>,
    ) -> PyResult<Self> {
        if let Ok(other) = game.cast::<Self>() {
            return Ok(other.borrow().duplicate(py));
        }
        let rules = rules.ok_or_else(|| PyValueError::new_err("expected rules"))?;
        let opening = Opening { fen, moves: &moves.unwrap_or_default(), chance };
        let (variant, session, chance) = with_word(game, "game", |name| rules.get().open(py, name, &opening))?;
        let encoding = encoding_of(variant.name).ok_or_else(|| PyValueError::new_err("expected an encoding"))?;
        Ok(Self { session, encoding, game: variant.name, chance, rules, legal_moves: PyOnceLock::new() })
    }

    /// The position that the board began with.
    #[getter]
    fn start_fen(&self) -> String {
        self.session.start_fen()
    }

    /// The moves since then.
    #[getter]
    fn move_stack(&self) -> Vec<String> {
        self.session.played_moves()
    }

    #[getter]
    fn rules(&self, py: Python) -> Py<RulesCore> {
        self.rules.clone_ref(py)
    }

    /// The seed or the key of all chance in the game.
    #[getter]
    fn chance(&self) -> String {
        self.chance.to_string()
    }

    /// The legal moves, sorted; none if the game is over.
    ///
    /// In Epigo and Dixit these are the choices of the first player who is to act; see `seat_moves`.
    #[getter]
    fn legal_moves(&self, py: Python) -> PyResult<Py<PyTuple>> {
        let list = || {
            let moves = py.detach(|| self.session.moves(None)).map_err(refuse(py, "moves"))?;
            PyResult::Ok(PyTuple::new(py, moves)?.unbind())
        };
        self.legal_moves.get_or_try_init(py, list).map(|moves| moves.clone_ref(py))
    }

    /// The choices of one player in a game where several act at a time (Epigo, Dixit).
    fn seat_moves<'py>(&self, py: Python<'py>, seat: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let seat = number(seat, "seat")?;
        let moves = py.detach(|| self.session.moves(Some(seat))).map_err(refuse(py, "moves"))?;
        PyTuple::new(py, moves)
    }

    /// The move in its canonical form, what it does, and the position after it.
    fn effects_parts(&self, py: Python, r#move: &Bound<PyAny>) -> PyResult<(String, Vec<String>, String)> {
        with_word(r#move, "move", |word| {
            let effects = self.session.effects(word).map_err(refuse(py, word))?;
            let mut events = effects.effects;
            events.extend(effects.result.map(|result| format!("result {result}")));
            Ok((effects.played, events, effects.fen))
        })
    }

    /// Plays a move and returns its canonical form.
    fn push(&mut self, py: Python, r#move: &Bound<PyAny>) -> PyResult<String> {
        let played = with_word(r#move, "move", |word| self.session.play_move(word).map_err(refuse(py, word)))?;
        self.legal_moves = PyOnceLock::new();
        Ok(played)
    }

    /// Takes back the last move and returns it.
    ///
    /// It raises `IndexError` if no move has been played.
    fn pop(&mut self) -> PyResult<String> {
        let last = self.peek()?;
        self.legal_moves = PyOnceLock::new();
        self.session.undo(1).map_err(|_| PyIndexError::new_err("no move has been played"))?;
        Ok(last)
    }

    /// The last move.
    ///
    /// It raises `IndexError` if no move has been played.
    fn peek(&self) -> PyResult<String> {
        self.session.last_word().ok_or_else(|| PyIndexError::new_err("no move has been played"))
    }

    /// The number of moves that have been played on the board.
    fn ply(&self) -> usize {
        self.session.plies()
    }

    /// The position as text.
    fn fen(&self) -> String {
        self.session.fen()
    }

    /// The name of the side to move: `white`, `black`, `both`, `seat 1`, `seats 2,3`.
    #[getter]
    fn side(&self) -> String {
        self.session.side_name()
    }

    /// The number of the player to move; the first of them if several act, and 0 if nobody does any more.
    #[getter]
    fn turn(&self) -> u32 {
        match self.session.turn() {
            ToMove::Side(side) => side.seat(),
            ToMove::Both => 1,
            ToMove::Seats(seats) => seats.first().copied().unwrap_or(0),
        }
    }

    /// The numbers of all players who are to act.
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        match self.session.turn() {
            ToMove::Side(side) => PyTuple::new(py, [side.seat()]),
            ToMove::Both => PyTuple::new(py, [1, 2]),
            ToMove::Seats(seats) => PyTuple::new(py, seats),
        }
    }

    /// The number of players.
    #[getter]
    fn seats(&self) -> u32 {
        self.session.seats()
    }

    /// Whether the game is over.
    ///
    /// After a draw by repetition or without progress moves are still legal, and play may go on.
    fn is_game_over(&self) -> bool {
        self.session.result().is_some()
    }

    /// `p1win`, `p2win`, `draw`, the winners of Dixit such as `seat 1`, or `None` if the game is not over.
    fn result(&self) -> Option<String> {
        self.session.result().map(|result| result.to_string())
    }

    /// The numbers of the players who have won, if the game is over.
    fn winners<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let winners = self.session.result().map(|result| match result {
            GameResult::Sides(outcome) => outcome.winner().map(Side::seat).into_iter().collect(),
            GameResult::Seats(seats) => seats.into_iter().map(|seat| seat as u32 + 1).collect::<Vec<_>>(),
        });
        winners.map(|winners| PyTuple::new(py, winners)).transpose()
    }

    /// Why the game is over, in one word such as `no-moves` or `repetition`.
    fn reason(&self) -> Option<&'static str> {
        self.session.reason()
    }

    /// The score of each player by the rules of the game, the first player's first.
    fn score<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.session.scores())
    }

    /// The hash key of the position, 16 hexadecimal digits.
    fn key(&self) -> String {
        format!("{:016X}", self.session.key())
    }

    /// The static evaluation for the side to move, in hundredths of a piece. Dixit has none.
    fn evaluate(&self, py: Python) -> PyResult<i32> {
        py.detach(|| self.session.evaluate()).map_err(refuse(py, "evaluate"))
    }

    /// The number of move sequences of so many plies. Other threads of Python go on meanwhile.
    #[pyo3(signature = (depth, threads=1))]
    fn perft(&self, py: Python, depth: &Bound<PyAny>, threads: usize) -> PyResult<u64> {
        let work = self.session.perft(number(depth, "depth")?).map_err(refuse(py, "perft"))?;
        job::count(py, threads, work)
    }

    /// The `perft` counts behind each move, as pairs.
    fn divide_counts(&self, py: Python, depth: &Bound<PyAny>) -> PyResult<Vec<(String, u64)>> {
        let work = self.session.divide(number(depth, "depth")?).map_err(refuse(py, "divide"))?;
        job::count(py, 1, work)
    }

    /// The position as one player sees it, in games with hidden hands (Dixit).
    fn observe(&self, py: Python, seat: &Bound<PyAny>) -> PyResult<String> {
        self.session.observe(number(seat, "seat")?).map_err(refuse(py, "observe"))
    }

    /// A drawing of the board in text, with coordinates.
    fn diagram(&self) -> String {
        self.session.diagram().trim_end().to_owned()
    }

    /// The picture of the position, and what is marked in it.
    #[expect(clippy::too_many_arguments, reason = "what a picture of Python can have")]
    fn svg_text(
        &self,
        py: Python,
        theme: &str,
        turned: bool,
        coordinates: bool,
        size: Option<&Bound<PyAny>>,
        seat: Option<&Bound<PyAny>>,
        planned: Option<&str>,
    ) -> PyResult<String> {
        let options = picture_options(theme, turned, coordinates, size.map(|size| number(size, "size")).transpose()?);
        let options = options.map_err(|error| exception(py, error, "svg"))?;
        let picture = picture(&*self.session, self.game, seat_of(seat)?, planned).map_err(refuse(py, "svg"))?;
        Ok(svg(&picture, &options))
    }

    /// The pieces on the board, each with its square.
    fn pieces(&self) -> Vec<(String, Piece)> {
        let piece = |piece: ScenePiece| (piece.at, (piece.owner, piece.kind, piece.height, piece.label));
        self.session.scene().pieces.into_iter().map(piece).collect()
    }

    /// The names of the squares that pieces can stand on.
    #[getter]
    fn squares<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let cells = self.session.scene().cells.into_iter().map(|cell| cell.key);
        PyTuple::new(py, cells.filter(|key| !key.is_empty()).collect::<Vec<_>>())
    }

    /// A text that belongs to the position: the clue in Dixit; empty if there is none.
    #[getter]
    fn text(&self) -> String {
        self.session.scene().text
    }

    /// Whether the game has hidden hands, so that `observe` is possible.
    #[getter]
    fn has_hidden_hands(&self) -> bool {
        self.session.kind() == GameKind::Party
    }

    /// The position as a seat sees it, as a text that the game reads.
    fn fen_of_seat(&self, py: Python, seat: &Bound<PyAny>) -> PyResult<String> {
        self.session.fen_of_seat(number(seat, "seat")?).map_err(refuse(py, "observe"))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.game == other.game
            && self.session.key() == other.session.key()
            && self.session.fen() == other.session.fen()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.game, self.session.key()).hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.diagram()
    }

    /// The number of planes, ranks and files of `planes`.
    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        let board = self.encoding.board(&*self.session);
        (self.encoding.planes().len(), board.ranks, board.files)
    }

    /// What each plane of `planes` tells.
    #[getter]
    fn plane_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.encoding.planes())
    }

    /// Upper bound of the numbers of actions.
    #[getter]
    fn action_size(&self) -> usize {
        self.encoding.actions(&*self.session)
    }

    fn planes_bytes<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let game = &*self.session;
        let board = self.encoding.board(game);
        let mut values = vec![0.0; self.encoding.planes().len() * board.files * board.ranks];
        let planes = &mut PlaneWriter::new(&mut values, board);
        self.encoding.write_planes(game, seat_of(seat)?, planes).map_err(refuse(py, "planes"))?;
        arrays::floats(py, &values)
    }

    fn mask_bytes<'py>(&self, py: Python<'py>, seat: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyByteArray>> {
        let mut mask = vec![0; self.action_size()];
        for action in self.legal_actions(py, seat)? {
            mask[action] = 1;
        }
        Ok(PyByteArray::new(py, &mask))
    }

    /// The numbers of the legal actions of a player, in ascending order; none if it is not to act.
    #[pyo3(signature = (seat=None))]
    fn legal_actions(&self, py: Python, seat: Option<&Bound<PyAny>>) -> PyResult<Vec<usize>> {
        let mut actions = Vec::new();
        let listed = self.encoding.for_each_action(&*self.session, seat_of(seat)?, &mut |action| actions.push(action));
        listed.map_err(refuse(py, "actions"))?;
        actions.sort_unstable();
        actions.dedup();
        Ok(actions)
    }

    /// The legal actions of a player by their numbers; none if it is not to act.
    #[pyo3(signature = (seat=None))]
    fn action_moves(&self, py: Python, seat: Option<&Bound<PyAny>>) -> PyResult<BTreeMap<usize, String>> {
        let seat = seat_of(seat)?;
        let words = py.detach(|| self.encoding.words(&*self.session, seat)).map_err(refuse(py, "actions"))?;
        // Of several actions with the same number the first one counts.
        Ok(words.into_iter().rev().collect())
    }

    /// The number of a legal action.
    #[pyo3(signature = (r#move, seat=None))]
    fn action(&self, py: Python, r#move: &Bound<PyAny>, seat: Option<&Bound<PyAny>>) -> PyResult<usize> {
        let seat = seat_of(seat)?;
        with_word(r#move, "move", |word| self.encoding.action(&*self.session, seat, word).map_err(refuse(py, word)))
    }

    /// The legal action with a number.
    ///
    /// It raises `ValueError` if there is none.
    #[pyo3(signature = (action, seat=None))]
    fn action_move(&self, py: Python, action: i64, seat: Option<&Bound<PyAny>>) -> PyResult<String> {
        let seat = seat_of(seat)?;
        let word = match usize::try_from(action) {
            Ok(action) => self.encoding.word(&*self.session, seat, action).map_err(refuse(py, "actions"))?,
            Err(_) => None,
        };
        word.ok_or_else(|| PyValueError::new_err(format!("expected the number of a legal action, found {action}")))
    }
}

"""Arguments that would change the line that they become part of."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable
from typing import Any, cast

import pytest

from petteia import ArgumentError, Board, Engine, EngineError, Limit
from petteia.lines import option_line

CONTROL = ["a\nquit", "a\rquit", "a\x00", "a\x1b", "a\x7f", "a\x85", "a\ud800"]
NO_WORDS = ["", " ", "a1 infinite", "a1 ", "\ta1", "a1\u00a0b2", *CONTROL]
NO_STRINGS: list[Any] = [None, 7, 1.5, b"a1", ["a1"], True]


@pytest.mark.parametrize("move", [*NO_WORDS, "f5 d6"])
def test_a_move_is_one_word(move: str) -> None:
    board = Board("reversi")
    for ask in (board.effects, board.push):
        with pytest.raises(ArgumentError, match="^syntax: move: expected"):
            ask(move)
    assert not board.is_legal(move)
    with pytest.raises(ArgumentError, match="^syntax: moves: expected"):
        Board("reversi", moves=[move])
    assert board.move_stack == []


@pytest.mark.parametrize("move", NO_STRINGS)
def test_a_move_is_a_string(move: Any) -> None:
    board = Board("reversi")
    for ask in (board.effects, board.push, board.is_legal):
        with pytest.raises(TypeError, match="^move: expected a string"):
            ask(move)
    with pytest.raises(TypeError):
        Board("reversi", moves=[move])
    if not isinstance(move, list):
        with pytest.raises(TypeError):
            Board("reversi", moves=move)


def test_a_position_has_no_moves() -> None:
    fen = Board("reversi").fen()
    for text in (f"{fen} moves f5", f"{fen} MOVES", f"{fen}\nquit", *CONTROL):
        with pytest.raises(ArgumentError, match="^syntax: fen: expected"):
            Board("reversi", text)
    for value in NO_STRINGS[1:]:
        with pytest.raises(TypeError, match="^fen: expected"):
            Board("reversi", value)
    assert Board("reversi", fen, "f5").move_stack == ["f5"]


@pytest.mark.parametrize("game", [*NO_WORDS, "dvonn value reversi"])
def test_a_game_is_one_word(game: str) -> None:
    with pytest.raises(ArgumentError, match="^syntax: game: expected"):
        Board(game)


def counting(board: Board) -> list[Callable[[Any], object]]:
    return [board.perft, board.divide, board.observe, board.seat_moves]


@pytest.mark.parametrize("value", ["2", "2 hash", "", None, 1.0, True, b"2", [2]])
def test_a_number_is_whole(value: Any) -> None:
    for ask in counting(Board("dvonn")):
        with pytest.raises(TypeError, match="expected a whole number"):
            ask(value)
    for name in ("depth", "nodes", "mate", "remaining_moves"):
        if value is not None:
            with pytest.raises(TypeError, match=f"^{name}: expected a whole number"):
                Limit(**{name: value})


def test_a_time_is_a_number() -> None:
    for name in ("time", "p1_clock", "p2_inc"):
        for text in ("1", "1 infinite", b"1", [1], True):
            with pytest.raises(TypeError, match=f"^{name}: expected a number of seconds"):
                Limit(**{name: cast(Any, text)})
        for number in (float("nan"), float("inf"), 1e300):
            with pytest.raises(ArgumentError, match=f"{name}: expected a number of seconds"):
                Limit(**{name: cast(Any, number)})


class Index:
    """A number that is not an `int`, as those of NumPy."""

    def __index__(self) -> int:
        """The number."""
        return 2


def test_numbers_of_other_types_are_fine() -> None:
    assert Board("reversi").perft(cast(int, Index())) == 12
    assert Limit(depth=cast(int, Index()), time=1).words() == "movetime 1000 depth 2"


@pytest.mark.parametrize(
    "words", [["a1 infinite"], ["a1", "infinite"], ["PONDER"], ["a1", "seat"], ["a1\nquit"], [""], [], ["a1", "nodes"]]
)
def test_root_moves_are_moves(engine: Engine, words: list[str]) -> None:
    board = Board("dvonn")
    for search in (engine.play, engine.analyse, engine.analysis):
        with pytest.raises(ArgumentError, match="^syntax: root_moves: expected"):
            cast(Callable[..., object], search)(board, Limit(depth=1), root_moves=words)
    engine.ping()


def test_arguments_of_searches_have_their_types(engine: Engine) -> None:
    board = Board("dvonn")
    wrong: Iterable[dict[str, Any]] = [
        {"root_moves": "a1"},
        {"root_moves": [1]},
        {"root_moves": b"a1"},
        {"seat": "1"},
        {"seat": 1.0},
        {"seat": True},
        {"multipv": "2"},
        {"multipv": 1.5},
        {"multipv": True},
    ]
    for arguments in wrong:
        with pytest.raises(TypeError, match="expected"):
            engine.analyse(board, Limit(depth=1), **arguments)
    engine.ping()
    assert engine.play(board, Limit(depth=1)).move in board.legal_moves


def test_options_stay_in_their_line(engine: Engine) -> None:
    for name in ("", " ", "Hash value 5", "Ha\nsh", "Deck VALUE x"):
        with pytest.raises(ArgumentError, match="^syntax: option: expected"):
            engine.configure({name: None})
    for value in (" a", "a ", "a\nb", "a\x00"):
        with pytest.raises(ArgumentError, match="^syntax: option Deck: expected"):
            engine.configure({"Deck": value})
    for wrong in (1.5, b"a", ["a"]):
        with pytest.raises(TypeError, match="^option Hash: expected"):
            engine.configure({"Hash": cast(Any, wrong)})
    with pytest.raises(TypeError, match="^option: expected"):
        engine.configure({cast(Any, 7): 7})
    with pytest.raises(ValueError, match="every search sets"):
        engine.configure({"multipv ": 3})
    assert option_line("Deck", "/a b/c") == "setoption name Deck value /a b/c"


def test_an_argument_error_is_an_engine_error_and_a_value_error() -> None:
    with pytest.raises(EngineError) as caught:
        Board("reversi").push("f5 d6")
    assert (caught.value.code, caught.value.line) == ("syntax", "")
    assert isinstance(caught.value, ValueError)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again)) == (ArgumentError, str(caught.value))

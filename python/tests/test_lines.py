"""Lines of the protocol as values, without an engine."""

from __future__ import annotations

import pickle

import pytest

from petteia import EngineError, EngineTerminated, Info, Limit, Option, PlayResult, Score, Wdl
from petteia.errors import raise_error
from petteia.lines import option_line, read_best_move, read_info, read_option


def test_info() -> None:
    line = "info depth 9 seldepth 12 multipv 2 score cp -600 upperbound wdl 0 0 1000"
    line += " nodes 7 nps 8 hashfull 1 time 250 pv d5c5 pass"
    info = Info(9, Score(-600, bound="upper"), ("d5c5", "pass"), 2, 12, Wdl(0, 0, 1000), True, 7, 8, 1, 0.25)
    assert read_info(line) == info
    assert read_info(line, shows_wdl=True) == Info(**{**vars(info), "proved": False})
    assert read_info("info depth 0 score mate 0") == Info(0, Score(mate=0), proved=True)
    assert read_info("info depth 3 score cp 5 lowerbound") == Info(3, Score(5, bound="lower"))
    assert read_info("info depth 3 score cp 5 tbhits 6 time 0") == Info(3, Score(5), tbhits=6)
    assert read_info("info string score cp 5") is None


def test_scores() -> None:
    assert -Score(5, bound="lower") == Score(-5, bound="upper")
    assert -Score(mate=3) == Score(mate=-3)
    assert -Score(mate=0) == Score(mate=1)
    scores = [Score(mate=0), Score(mate=-2), Score(-9), Score(0), Score(7), Score(mate=5), Score(mate=1)]
    assert sorted(scores, key=Score.value) == scores
    assert [str(score) for score in scores[1:3]] == ["mate -2", "cp -9"]


def test_options() -> None:
    for line, option in [
        ("Move Overhead type spin default 10 min 0 max 99", Option("Move Overhead", "spin", "10", 0, 99)),
        ("G type combo default a var a var b-c", Option("G", "combo", "a", var=("a", "b-c"))),
        ("Clear Hash type button", Option("Clear Hash", "button")),
        ("Deck type string default <empty>", Option("Deck", "string", "")),
    ]:
        assert read_option(f"option name {line}") == option
    assert option_line("Ponder", True) == "setoption name Ponder value true"
    assert option_line("Hash", 16) == "setoption name Hash value 16"
    assert option_line("Clear Hash", None) == "setoption name Clear Hash"
    with pytest.raises(ValueError, match="line end"):
        option_line("Deck", "a\nquit")


def test_limits() -> None:
    assert Limit().words() == "infinite"
    assert Limit(time=0.25, depth=3, nodes=4, mate=5).words() == "movetime 250 depth 3 nodes 4 mate 5"
    clocks = Limit(p1_clock=60, p2_clock=-1, p1_inc=0.5, p2_inc=0, remaining_moves=9)
    assert clocks.words() == "p1time 60000 p2time 0 p1inc 500 p2inc 0 movestogo 9"
    for arguments in ({"p1_clock": 1.0}, {"p2_inc": 1.0}):
        with pytest.raises(ValueError, match="clock"):
            Limit(**arguments)  # type: ignore[arg-type]


def test_results() -> None:
    assert read_best_move("bestmove c3 ponder d4") == "c3"
    assert read_best_move("bestmove (none)") is None
    notes = ("gap 2.0 value 0.0", "gap 0.5 value 0.1", "mix 0.75 1N-2N-3N", "mix 0.25 1N-2N-3E", "vote 2 0.9")
    result = PlayResult("1N-2N-3N", notes=notes)
    assert (result.gap, result.mix, result.votes) == (0.5, {"1N-2N-3N": 0.75, "1N-2N-3E": 0.25}, {2: 0.9})
    assert PlayResult(None).gap is None


def test_errors() -> None:
    with pytest.raises(EngineError) as caught:
        raise_error(["readyok", "info string error bad-number: column 10: expected a depth"], "go depth soon")
    error = pickle.loads(pickle.dumps(caught.value))
    assert (error.code, error.column, error.move, error.line) == ("bad-number", 10, None, "go depth soon")
    assert str(error) == "bad-number: column 10: expected a depth"
    ended = pickle.loads(pickle.dumps(EngineTerminated("gone")))
    assert (ended.code, ended.text) == ("terminated", "gone")
    assert isinstance(ended, EngineError)
    raise_error(["info string gap 1"], "go")

"""Searches without asyncio."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest

from conftest import ends
from petteia import Board, Engine, EngineError, EngineTerminated, Limit, SimpleEngine, games

IN_TURN = [game for game in games() if game not in ("epigo", "dixit")]


def test_handshake(engine: Engine) -> None:
    assert engine.id["name"].startswith("petteia ")
    assert set(engine.options["UCI_Variant"].var) == set(games())
    assert engine.options["Threads"].max == 512
    engine.ping()


@pytest.mark.parametrize("game", IN_TURN)
def test_lines_are_legal(engine: Engine, game: str) -> None:
    board = Board(game)
    for info in engine.analyse(board, Limit(depth=3), multipv=3):
        line = board.copy()
        for move in info.pv:
            assert line.push(move) == move
        assert info.depth == 3
    result = engine.play(board, Limit(nodes=500), game=game)
    assert result.info is not None
    assert result.move == result.info.pv[0]
    assert result.move in board.legal_moves
    assert engine.play(board, Limit(time=0)).move in board.legal_moves


def test_multipv(engine: Engine) -> None:
    board = Board("reversi")
    lines = engine.analyse(board, Limit(depth=4), multipv=9)
    assert [line.multipv for line in lines] == [1, 2, 3, 4]
    assert sorted(line.pv[0] for line in lines) == list(board.legal_moves)
    assert engine.analyse(board, Limit(depth=4)).pv[0] in board.legal_moves
    [line] = engine.analyse(board, Limit(depth=4), multipv=2, root_moves=["E6"])
    assert line.pv[0] == "e6"


def test_limits(engine: Engine) -> None:
    board = Board("dvonn", moves="c3 d4 e3")
    assert engine.analyse(board, Limit(depth=2)).depth == 2
    assert engine.analyse(board, Limit(nodes=3000)).nodes <= 3000
    begin = time.monotonic()
    assert engine.play(Board("draughts"), Limit(time=0.3)).move is not None
    assert 0.2 < time.monotonic() - begin < 10
    assert engine.play(board, Limit(p1_clock=0.2, p2_clock=0.2, p1_inc=0.01, remaining_moves=4)).move is not None
    assert engine.play(Board("gonu"), Limit(mate=1)).move is not None
    with pytest.raises(ValueError, match="limit"):
        engine.play(board, Limit())


def test_same_search_again(engine: Engine) -> None:
    board = Board("tablut")
    first, second = (engine.analyse(board, Limit(nodes=3000), game=object()) for _ in range(2))
    assert (first.pv, first.score, first.nodes) == (second.pv, second.score, second.nodes)


def test_proved_scores(engine: Engine) -> None:
    board = Board("dvonn", "wb......./.b......../.b2........./W4w......../W4r....... b s")
    info = engine.analyse(board, Limit(depth=12))
    assert (info.score.cp, info.proved, info.wdl) == (-600, True, (0, 0, 1000))
    board = Board("dvonn", "...b3b6..../.b5.B6....../..b6......../.r......../r........ w s")
    info = engine.analyse(board, Limit(depth=1))
    assert (info.depth, info.score.cp, info.pv) == (0, -2600, ())
    result = engine.play(board, Limit(depth=1))
    assert result.move is None
    mate = engine.analyse(Board("checkers", "W:WK15:B10"), Limit(depth=4))
    assert (mate.score.mate, mate.proved) == (1, True)


def test_options(engine: Engine) -> None:
    board = Board("reversi")
    assert engine.analyse(board, Limit(depth=2)).wdl is None
    engine.configure({"UCI_ShowWDL": True, "Clear Hash": None, "Hash": 8})
    wdl = engine.analyse(board, Limit(depth=2)).wdl
    assert wdl is not None
    assert sum(wdl) in (999, 1000, 1001)
    assert wdl.win == wdl[0]
    engine.configure({"uci_showwdl": False})
    assert engine.analyse(board, Limit(depth=2)).wdl is None
    with pytest.raises(EngineError) as caught:
        engine.configure({"Hash": 0})
    assert (caught.value.code, caught.value.column) == ("bad-option", 27)
    with pytest.raises(ValueError, match="by itself"):
        engine.configure({"multipv": 3})
    with pytest.raises(EngineError, match="bad-option"):
        Engine(options={"Nothing": 1})


def test_refused_searches(engine: Engine) -> None:
    board = Board("reversi")
    with pytest.raises(EngineError, match="illegal-move"):
        engine.play(board, Limit(depth=1), root_moves=["a1"])
    with pytest.raises(EngineError) as caught:
        engine.play(board, Limit(depth=-1))
    assert (caught.value.code, caught.value.line, caught.value.column) == ("bad-number", "go depth -1", 10)
    with pytest.raises(EngineError, match="unsupported"):
        engine.play(board, Limit(depth=1), seat=1)
    with pytest.raises(EngineError, match="bad-option"):
        engine.analyse(board, Limit(depth=1), multipv=0)
    with pytest.raises(ValueError, match="line end"):
        engine.play(board, Limit(depth=1), root_moves=["d3\nquit"])
    assert engine.play(board, Limit(depth=1)).move in board.legal_moves


def test_analysis(engine: Engine) -> None:
    board = Board("sparta")
    with engine.analysis(board, multipv=2) as analysis:
        for info in analysis:
            if info.depth == 5:
                break
        engine.ping()
        assert not analysis.done()
    result = analysis.wait()
    assert analysis.done()
    assert result.move in board.legal_moves
    assert result.lines == analysis.multipv
    assert len(result.lines) == 2
    # What has been found before the end can still be read, and the end stays the end.
    assert all(info.depth >= 5 for info in analysis)
    assert list(analysis) == []
    analysis.stop()
    depths = [info.depth for info in engine.analysis(board, Limit(depth=4))]
    assert depths == [1, 2, 3, 4]


def test_next_search_stops_an_analysis(engine: Engine) -> None:
    analysis = engine.analysis(Board("dvonn"))
    assert engine.play(Board("reversi"), Limit(depth=2)).move in Board("reversi").legal_moves
    assert analysis.done()
    assert analysis.wait().move in Board("dvonn").legal_moves


def test_next_search_waits_for_play(engine: Engine) -> None:
    depths: list[int] = []
    board = Board("reversi")
    threads = [
        threading.Thread(target=lambda: depths.append(engine.analyse(board, Limit(depth=8), game=object()).depth))
        for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert depths == [8, 8, 8]


def test_simultaneous_moves(engine: Engine) -> None:
    board = Board("epigo", "..../....b5./...b4b6w2../b7.b1w6..../..w1...w3b2/.b3....../....../..w4. 6")
    result = engine.play(board, Limit(depth=1), seat=2)
    assert result.move in board.seat_moves(2)
    assert result.move in result.mix
    assert sum(result.mix.values()) == pytest.approx(1, abs=0.01)
    assert result.gap is not None
    assert result.gap < 0.1


def test_hidden_hands(engine: Engine) -> None:
    fen = (
        "vote 2 5,3,8,0 #5/#5/#5/6,12,25,38,47 #,#,#,17 the%20lonely%20whale%20reads 5,17,31,70 -,-,-,- #50"
        " 3,8,10,15,16,20,24,28,29,30"
    )
    board = Board("dixit", fen)
    result = engine.play(board, Limit(nodes=1), seat=4)
    assert result.move == "vote:4:1"
    assert set(result.votes) == {1, 2, 3, 4}
    assert result.votes[1] > 0.9
    assert result.info is None
    with pytest.raises(EngineError, match="unsupported"):
        engine.analyse(board, Limit(nodes=1), seat=4)
    deal = Board("dixit")
    assert engine.play(deal, Limit(nodes=20)).move is not None
    assert engine.play(deal, Limit(nodes=20), seat=2).move is None


def test_several_engines() -> None:
    engines = [Engine(options={"Hash": 1}) for _ in range(4)]
    boards = [Board(game) for game in IN_TURN[:4]]
    analyses = [engine.analysis(board) for engine, board in zip(engines, boards, strict=True)]
    assert [next(analysis).depth for analysis in analyses] == [1] * 4
    assert [engine.play(Board("gonu"), Limit(depth=2)).move is None for engine in engines] == [False] * 4
    assert all(analysis.done() for analysis in analyses)
    pids = [engine.pid for engine in engines]
    for engine in engines:
        engine.close()
        engine.quit()
    assert all(pid is not None and ends(pid, 0) for pid in pids)


@pytest.mark.parametrize("kill", [signal.SIGKILL, signal.SIGTERM])
def test_killed_in_mid_search(kill: int) -> None:
    with Engine() as engine:
        analysis = engine.analysis(Board("dvonn"), multipv=2)
        next(analysis)
        assert engine.pid is not None
        timer = threading.Timer(0.1, os.kill, (engine.pid, kill))
        timer.start()
        if kill == signal.SIGKILL:
            with pytest.raises(EngineTerminated, match="exit code -9"):
                list(analysis)
            with pytest.raises(EngineTerminated):
                analysis.wait()
        else:
            # The engine answers its best move before it ends.
            assert analysis.wait().move is not None
        timer.join()
        assert ends(engine.pid)
        with pytest.raises(EngineTerminated):
            while True:
                engine.play(Board("dvonn"), Limit(depth=1))


def test_killed_in_play() -> None:
    with Engine() as engine:
        assert engine.pid is not None
        timer = threading.Timer(0.2, os.kill, (engine.pid, signal.SIGKILL))
        timer.start()
        with pytest.raises(EngineTerminated, match="exit code -9"):
            engine.play(Board("draughts"), Limit(time=60))


def test_closed() -> None:
    engine = Engine()
    analysis = engine.analysis(Board("dvonn"))
    failed: list[str] = []

    def wait() -> None:
        try:
            analysis.wait()
        except EngineTerminated as error:
            failed.append(error.text)

    waiter = threading.Thread(target=wait)
    waiter.start()
    next(analysis)
    engine.close()
    waiter.join()
    assert failed == ["the engine was closed"]
    for call in (engine.ping, lambda: engine.play(Board("dvonn"), Limit(depth=1)), analysis.wait):
        with pytest.raises(EngineTerminated):
            call()
    analysis.stop()


def test_levels_and_arguments() -> None:
    board = Board("reversi")
    with Engine(arguments=["--no-files"], level=0, options={"Seed": 3}) as weak:
        assert weak.play(board, Limit(nodes=1000)).move in board.legal_moves
        with pytest.raises(EngineError, match="--no-files"):
            weak.configure({"Deck": "/etc/hostname"})
        result = weak.play(board, Limit(depth=12))
        assert result.info is not None and result.info.depth < 12
    with Engine(elo=600) as limited:
        result = limited.play(board, Limit(depth=12))
        assert result.info is not None and result.info.depth < 12
    with Engine(level=20) as strongest:
        result = strongest.play(board, Limit(depth=12))
        assert result.info is not None and result.info.depth == 12
    with pytest.raises(EngineError, match="bad-option"):
        Engine(level=21)
    assert SimpleEngine is Engine


def test_pondering() -> None:
    board = Board("reversi")
    with Engine() as engine:
        first = engine.play(board, Limit(depth=6), ponder=True)
        assert first.move is not None and first.ponder is not None
        board.push(first.move)
        board.push(first.ponder)
        hit = engine.play(board, Limit(depth=6), ponder=True)
        assert hit.move in board.legal_moves
        assert hit.info is not None and hit.info.depth >= 6
        # Another reply than the expected one.
        board.push(str(hit.move))
        board.push(next(move for move in board.legal_moves if move != hit.ponder))
        missed = engine.play(board, Limit(depth=4), ponder=True)
        assert missed.move in board.legal_moves
        # A search of another kind ends the pondering.
        assert engine.analyse(Board("gonu"), Limit(depth=3)).depth == 3
        assert engine.play(board, Limit(depth=4)).move in board.legal_moves

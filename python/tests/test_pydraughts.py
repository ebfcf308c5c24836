"""The engine under pydraughts, which drives it by Hub as lidraughts-bot does."""

from __future__ import annotations

from pathlib import Path

import pytest

from petteia import find_engine

draughts = pytest.importorskip("draughts")
hub = pytest.importorskip("draughts.engine")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("limit", [{"depth": 3}, {"nodes": 200}, {"time": 2.0, "inc": 0.01}])
def test_two_engines_play_a_game(limit: dict[str, float], tmp_path: Path) -> None:
    program = find_engine()
    # The first engine is started as Scan is; the second one learns its protocol from the first line.
    engines = [hub.HubEngine([program, *rest], cwd=str(tmp_path), ENGINE=0) for rest in (["hub"], [])]
    try:
        for engine in engines:
            assert engine.id["name"] == "petteia"
            engine.configure({"variant": "normal", "threads": 1, "tt-size": 18})
            engine.setoption("variant", "standard")
            engine.init()
        board = draughts.Board("standard", "startpos")
        plies = 0
        while not board.is_over() and plies < 200:
            played = engines[plies % 2].play(board, hub.Limit(**limit), False)
            legal = [move.hub_position_move for move in board.legal_moves()]
            assert played.move.hub_position_move in legal
            board.push(played.move)
            plies += 1
        assert plies > 20
        for engine in engines:
            engine.ping()
    finally:
        for engine in engines:
            engine.quit()
            # pydraughts leaves the pipes open.
            with engine.p:
                engine.p.wait(10)

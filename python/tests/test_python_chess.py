"""The engine under python-chess, which knows none of its games but can start it and set its options."""

from __future__ import annotations

import pytest

from petteia import find_engine, games

chess_engine = pytest.importorskip("chess.engine")


def test_handshake_and_options() -> None:
    with chess_engine.SimpleEngine.popen_uci(find_engine()) as engine:
        assert engine.id["name"].startswith("petteia ")
        assert set(engine.options["UCI_Variant"].var) == set(games())
        engine.configure({"Hash": 16, "Move Overhead": 20, "Clear Hash": None})
        engine.ping()
        with pytest.raises(chess_engine.EngineError):
            engine.configure({"Hash": 0})

"""Searches for asyncio."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from conftest import ends
from petteia import AsyncEngine, Board, EngineError, EngineTerminated, Limit


def test_play_and_analyse() -> None:
    async def run() -> None:
        async with AsyncEngine(options={"Hash": 1}) as engine:
            board = Board("reversi")
            result = await engine.play(board, Limit(depth=4))
            assert result.move in board.legal_moves
            assert (await engine.analyse(board, Limit(depth=4))).depth == 4
            assert len(await engine.analyse(board, Limit(depth=4), multipv=2)) == 2
            with pytest.raises(EngineError, match="illegal-move"):
                await engine.play(board, Limit(depth=1), root_moves=["a1"])
            await engine.configure({"UCI_ShowWDL": True})
            await engine.ping()
            with pytest.raises(ValueError, match="started"):
                await engine.open()

    asyncio.run(run())


def test_analysis() -> None:
    async def run() -> None:
        async with AsyncEngine() as engine:
            with await engine.analysis(Board("sparta"), multipv=3) as analysis:
                async for info in analysis:
                    if info.depth == 4 and info.multipv == 3:
                        break
                await engine.ping()
                assert not analysis.done()
                assert analysis.info == analysis.multipv[0]
            assert (await analysis.wait()).move is not None
            assert [info.depth async for info in await engine.analysis(Board("gonu"), Limit(depth=3))] == [1, 2, 3]

    asyncio.run(run())


def test_many_at_once() -> None:
    async def game(seed: int) -> int:
        async with AsyncEngine(options={"Hash": 1}) as engine:
            board = Board("reversi")
            while not board.is_game_over() and board.ply() < 20:
                result = await engine.play(board, Limit(nodes=100 + seed))
                assert result.move is not None
                board.push(result.move)
            return board.ply()

    async def run() -> list[int]:
        return await asyncio.gather(*map(game, range(5)))

    assert asyncio.run(run()) == [20] * 5


def test_searches_take_turns() -> None:
    async def run() -> None:
        async with AsyncEngine() as engine:
            boards = [Board("reversi"), Board("gonu"), Board("dvonn")]
            results = await asyncio.gather(*(engine.play(board, Limit(depth=4)) for board in boards))
            assert all(result.move in board.legal_moves for board, result in zip(boards, results, strict=True))

    asyncio.run(run())


def test_cancelled_search_is_stopped() -> None:
    async def run() -> None:
        async with AsyncEngine() as engine:
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(engine.play(Board("draughts"), Limit(time=600)), 0.2)
            result = await asyncio.wait_for(engine.play(Board("dvonn"), Limit(depth=1)), 5)
            assert result.move in Board("dvonn").legal_moves

    asyncio.run(run())


def test_killed() -> None:
    async def run() -> None:
        async with AsyncEngine() as engine:
            assert engine.pid is not None
            play = asyncio.create_task(engine.play(Board("draughts"), Limit(time=60)))
            await asyncio.sleep(0.2)
            os.kill(engine.pid, signal.SIGKILL)
            with pytest.raises(EngineTerminated, match="exit code -9"):
                await play
            with pytest.raises(EngineTerminated):
                await engine.ping()

    asyncio.run(run())


def test_closed_in_mid_search() -> None:
    async def run() -> None:
        engine = await AsyncEngine().open()
        assert engine.pid is not None
        play = asyncio.create_task(engine.play(Board("draughts"), Limit(time=60)))
        await asyncio.sleep(0.1)
        await engine.close()
        assert ends(engine.pid, 0)
        with pytest.raises(EngineTerminated, match="closed"):
            await play
        await engine.quit()

    asyncio.run(run())


def test_loop_that_ends_without_close() -> None:
    async def run() -> int:
        engine = await AsyncEngine().open()
        await engine.analysis(Board("dvonn"))
        assert engine.pid is not None
        return engine.pid

    assert ends(asyncio.run(run()))


def test_engine_that_does_not_answer(tmp_path: Path) -> None:
    silent = tmp_path / "silent"
    silent.write_text(f"#!{sys.executable}\nimport sys\nsys.stdin.read()\n")
    silent.chmod(0o755)

    async def run() -> None:
        engine = AsyncEngine(silent, timeout=0.2)
        with pytest.raises(EngineTerminated, match="not been started"):
            await engine.ping()
        with pytest.raises(asyncio.TimeoutError):
            await engine.open()
        assert engine.pid is not None
        assert ends(engine.pid, 0)

    asyncio.run(run())
    with pytest.raises(EngineTerminated):
        asyncio.run(AsyncEngine("/bin/true").open())

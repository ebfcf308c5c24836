"""Measures the boards: moves played with a check of legality per second, beside python-chess in the same run.

    python bench.py [GAME...]

Every figure is the median of some runs over the same random games. The line of python-chess is `push_uci`, which checks
the move too. `vec` is a batch of games stepped in Rust: a random legal action drawn for each game, then played with a
check.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator

from petteia import Board, Rules, VecBoard, games

RUNS = 5
MOVES = 4_000
"""Number of moves of a run."""


def choose(board: Board, rng: random.Random) -> str:
    """A random move; of both players if they act at the same time."""
    if len(board.turns) == 1:
        return rng.choice(board.legal_moves)
    if board.has_hidden_hands:
        return rng.choice(board.seat_moves(rng.choice(board.turns)))
    actions = ((seat, rng.choice(board.legal_actions(seat))) for seat in board.turns)
    return "/".join(board.action_move(action, seat) for seat, action in actions)


def random_games(start: Board) -> Iterator[list[str]]:
    """The moves of random games from a position, together at least `MOVES`."""
    rng, count = random.Random(1), 0
    while count < MOVES:
        board = start.copy()
        while not board.is_game_over() and board.ply() < 200:
            board.push(choose(board, rng))
        count += board.ply()
        yield board.move_stack


def chess_games() -> Iterator[list[str]]:
    """The moves of random games of chess."""
    import chess

    rng, count = random.Random(1), 0
    while count < MOVES:
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 200:
            board.push(rng.choice(list(board.legal_moves)))
        count += board.ply()
        yield [move.uci() for move in board.move_stack]


def per_second(count: int, run: Callable[[], object]) -> float:
    """How many times a second something is done that a run does `count` times: the median of some runs."""
    times = []
    for _ in range(RUNS):
        begin = time.perf_counter()
        run()
        times.append(time.perf_counter() - begin)
    return count / statistics.median(times)


def replay(start: Board, played: list[list[str]]) -> None:
    """Plays games."""
    for moves in played:
        push = start.copy().push
        for move in moves:
            push(move)


def replay_chess(played: list[list[str]]) -> None:
    """Plays games of chess."""
    import chess

    for moves in played:
        push = chess.Board().push_uci
        for move in moves:
            push(move)


def vec_moves(game: str, count: int = 1024, steps: int = 200) -> float:
    """Moves per second of a batch of games."""
    boards = VecBoard(game, count, seed=1)

    def run() -> None:
        for _ in range(steps):
            boards.step(boards.sample())

    return per_second(count * steps, run)


def main() -> None:
    """Prints a table."""
    chosen = sys.argv[1:] or list(games())
    print(f"{'game':24} {'push/s':>10} {'vec moves/s':>12}")
    for game in chosen:
        rules = Rules({"Seed": 1}) if Board(game).has_hidden_hands else None
        start = Board(game, rules=rules)
        played = list(random_games(start))
        pushed = per_second(sum(map(len, played)), lambda: replay(start, played))  # noqa: B023
        in_turn = len(start.turns) == 1 and not start.has_hidden_hands
        print(f"{game:24} {pushed:10,.0f} {vec_moves(game) if in_turn else 0:12,.0f}", flush=True)
    try:
        played = list(chess_games())
    except ModuleNotFoundError:
        print("python-chess is not installed")
        return
    pushed = per_second(sum(map(len, played)), lambda: replay_chess(played))
    print(f"{'chess (python-chess)':24} {pushed:10,.0f}")


if __name__ == "__main__":
    main()

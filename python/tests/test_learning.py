"""Arrays, numbers of actions and batches of games."""

from __future__ import annotations

import random

import pytest

from petteia import Board, EngineError, Rules, games

np = pytest.importorskip("numpy")

from petteia import VecBoard  # noqa: E402

ALL = games()
IN_TURN = [game for game in ALL if len(Board(game).turns) == 1 and not Board(game).has_hidden_hands]


def random_board(game: str) -> Board:
    return Board(game, rules=Rules({"Seed": 5, "Seats": 3}) if game == "dixit" else None)


def play(board: Board, rng: random.Random) -> None:
    """Plays random actions by their numbers: of both players if they act at the same time."""
    if board.side == "both":
        board.push("/".join(board.action_move(rng.choice(board.legal_actions(seat)), seat) for seat in board.turns))
    else:
        seat = rng.choice(board.turns)
        board.push(board.action_move(rng.choice(board.legal_actions(seat)), seat))


@pytest.mark.parametrize("game", ALL)
def test_actions_and_moves_are_the_same(game: str) -> None:
    board, rng = random_board(game), random.Random(game)
    for _ in range(12):
        if board.is_game_over():
            break
        for seat in range(1, board.seats + 1):
            actions = board.legal_actions(seat)
            mask = board.action_mask(seat)
            assert mask.dtype == np.int8 and mask.shape == (board.action_size,)
            assert np.flatnonzero(mask).tolist() == actions
            assert (actions != []) == (seat in board.turns)
            words = board.action_moves(seat)
            assert list(words) == actions
            for action in rng.sample(actions, min(5, len(actions))):
                word = board.action_move(action, seat)
                assert (words[action], board.action(word, seat)) == (word, action)
            # The clues of the engine are more than those of its list of moves.
            if seat in board.turns and not (board.has_hidden_hands and board.text == ""):
                moves = board.legal_moves if game in IN_TURN else board.seat_moves(seat)
                assert sorted(words.values()) == sorted(moves)
        play(board, rng)


@pytest.mark.parametrize("game", ALL)
def test_planes(game: str) -> None:
    board, rng = random_board(game), random.Random(game)
    for _ in range(10):
        planes = board.planes()
        assert planes.dtype == np.float32
        assert planes.shape == board.shape
        assert len(board.plane_names) == board.shape[0]
        assert (planes == board.planes(board.turn)).all()
        assert planes.any()
        if board.is_game_over():
            break
        play(board, rng)
    planes[0, 0, 0] = 7  # the array belongs to the caller
    assert board.planes()[0, 0, 0] != 7
    with pytest.raises(EngineError, match="bad-number"):
        board.planes(9)


def test_planes_show_the_pieces() -> None:
    board = Board("reversi", moves="f5")
    own, enemy, first = board.planes()
    # White is to move, with a disc on e4 or d4 and e5.
    squares = {(rank, file) for rank, file in zip(*np.nonzero(own), strict=True)}
    assert squares == {(3, 3)}
    assert own.sum() == 1 and enemy.sum() == 4 and first.sum() == 0
    assert (board.planes(1)[0] == enemy).all()
    for game in IN_TURN:
        board, rng = Board(game), random.Random(game)
        for _ in range(20):
            play(board, rng)
        names, planes = board.plane_names, board.planes(1)
        own = sum(
            plane for name, plane in zip(names, planes, strict=True) if name.startswith("own ") and "cit" not in name
        )
        pieces = sum(piece.owner == 1 for piece in board.piece_map().values())
        assert own.sum() == pieces, game


def test_numbers_that_are_no_actions() -> None:
    board = Board("reversi")
    for action in (0, 65, 10**6, -1, 2**40):
        with pytest.raises(ValueError, match="number of a legal action"):
            board.action_move(action)
    assert board.action_move(np.int64(19)) == "d3"
    with pytest.raises(TypeError):
        board.action_move("19")  # type: ignore[arg-type]
    with pytest.raises(EngineError, match="unsupported"):
        board.action("d3", 2)
    with pytest.raises(EngineError, match="illegal-move"):
        board.action("a1")
    assert board.legal_actions(2) == []
    dixit = Board("dixit")
    with pytest.raises(EngineError, match="a clue that the engine proposes"):
        dixit.action(f"clue:{dixit.legal_moves[0].split(':')[1]}:xyzzy")


@pytest.mark.parametrize("game", IN_TURN)
def test_batches_play_as_boards_do(game: str) -> None:
    count = 3
    batch, boards = VecBoard(game, count, seed=4), [Board(game) for _ in range(count)]
    ended = 0
    for _ in range(250):
        assert batch.turns().tolist() == [board.turn for board in boards]
        mask, planes = batch.action_mask(), batch.planes()
        actions = batch.sample()
        for i, board in enumerate(boards):
            assert batch.fen(i) == board.fen()
            assert (mask[i] == board.action_mask()).all()
            assert (planes[i] == board.planes()).all()
            board.push(board.action_move(actions[i]))
        rewards, over = batch.step(actions)
        for i, board in enumerate(boards):
            outcome = board.outcome()
            assert over[i] == (outcome is not None)
            expected = [0.0, 0.0]
            if outcome is not None:
                ended += 1
                boards[i] = Board(game)
                if outcome.winner is not None:
                    expected = [1.0, -1.0] if outcome.winner == 1 else [-1.0, 1.0]
            assert rewards[i].tolist() == expected
    if game in ("reversi", "checkers", "dvonn"):
        assert ended >= count
    batch.reset()
    assert {batch.fen(i) for i in range(count)} == {Board(game).fen()}


def test_batches_refuse_what_is_not_legal() -> None:
    batch = VecBoard("reversi", 2)
    before = [batch.fen(i) for i in range(2)]
    for actions in ([19, 0], [-1, 19], [19, 10**9]):
        with pytest.raises(ValueError, match="expected a legal action of game"):
            batch.step(actions)
    with pytest.raises(ValueError, match="expected 2 actions, found 1"):
        batch.step([19])
    assert [batch.fen(i) for i in range(2)] == before
    for game in ("epigo", "dixit"):
        with pytest.raises(ValueError, match="expected a game of players who move in turn"):
            VecBoard(game, 2)
    with pytest.raises(EngineError, match="bad-option"):
        VecBoard("chess", 2)
    with pytest.raises(IndexError):
        batch.fen(2)
    assert len(VecBoard("gonu", 0).sample()) == 0

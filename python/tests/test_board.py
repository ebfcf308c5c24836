"""Positions of all games."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import threading
from xml.etree import ElementTree

import pytest

from petteia import Board, EngineError, Outcome, Piece, Rules, find_engine, games, shared_rules

ALL = games()
IN_TURN = [game for game in ALL if len(Board(game).turns) == 1 and not Board(game).has_hidden_hands]


def choose(board: Board, rng: random.Random) -> str:
    """A random move; of both players if they act at the same time."""
    if board.side == "both":
        return "/".join(rng.choice(board.seat_moves(seat)) for seat in board.turns)
    if board.has_hidden_hands:
        return rng.choice(board.seat_moves(rng.choice(board.turns)))
    return rng.choice(board.legal_moves)


@pytest.mark.parametrize("game", ALL)
def test_random_game_to_its_end(game: str) -> None:
    rng = random.Random(game)
    board = Board(game, rules=Rules(options={"Seed": 5}) if game == "dixit" else None)
    assert board.game == game
    start = board.fen()
    while not board.is_game_over():
        assert board.result() is board.reason() is None
        move = choose(board, rng)
        effects = board.effects(move) if board.ply() % 8 == 0 else None
        assert board.push(move) == move == board.peek()
        if effects is not None:
            assert (effects.move, effects.fen) == (move, board.fen())
            assert " ".join(effects.words("result")) == (board.result() or "")
    assert board.result() is not None
    assert board.reason() is not None
    if not board.has_hidden_hands:
        # The command line is told the whole game at once.
        lines = [f"position fen {start} moves {' '.join(board.move_stack)}"]
        lines += [f"query {what}" for what in ("fen", "result", "reason", "score", "key")]
        out = subprocess.run([find_engine(), "--game", game, *lines], capture_output=True, text=True, check=True).stdout
        scores = " ".join(map(str, board.score()))
        known = [board.fen(), board.result(), board.reason(), scores, board.key()]
        assert out.splitlines() == [f"response {answer}" for answer in known]
        replay = Board(game, start, board.move_stack)
        assert (replay.move_stack, replay.result()) == (board.move_stack, board.result())
    for _ in range(board.ply()):
        board.pop()
    assert (board.fen(), board.move_stack) == (start, [])


@pytest.mark.parametrize("game", IN_TURN)
def test_moves_agree_with_perft(game: str) -> None:
    rng = random.Random(game)
    board = Board(game)
    for _ in range(6):
        moves = board.legal_moves
        assert board.perft(0) == 1
        assert board.perft(1) == len(moves)
        counts = {}
        for move in moves:
            board.push(move)
            counts[move] = board.perft(1)
            assert counts[move] == len(board.legal_moves)
            assert board.pop() == move
        assert board.divide(2) == counts
        assert board.perft(2) == sum(counts.values())
        if not moves:
            break
        board.push(rng.choice(moves))


def test_published_perft() -> None:
    # Published counts of the start positions.
    for game, depth, nodes in [("reversi", 6, 8200), ("checkers", 6, 36768), ("draughts", 5, 27117)]:
        assert Board(game).perft(depth) == nodes


def test_position() -> None:
    board = Board("othello", moves="F5D6C3 d3")
    assert (board.game, board.move_stack, board.ply()) == ("reversi", ["f5", "d6", "c3", "d3"], 4)
    assert (board.side, board.turn, board.turns, board.score()) == ("black", 1, (1,), (4, 4))
    assert len(board.key()) == 16
    assert str(board).splitlines()[0] == "  a b c d e f g h"
    assert repr(board) == f"Board('reversi', '{board.fen()}')"
    assert isinstance(board.evaluate(), int)
    for other in (board.copy(), copy.copy(board), copy.deepcopy(board)):
        other.push(other.legal_moves[0])
        assert (other.ply(), board.ply()) == (5, 4)
    assert Board("checkers", "W:W18,26:B15,22,23").push("26x17") == "26x17x22"
    assert Board("dvonn", moves=["a1", "B2"]).move_stack == ["a1", "b2"]


@pytest.mark.parametrize("game", ALL)
def test_boards_are_values(game: str) -> None:
    rng = random.Random(game)
    board = Board(game, rules=Rules({"Seats": 3}) if game == "dixit" else None)
    for _ in range(9):
        board.push(choose(board, rng))
    other = pickle.loads(pickle.dumps(board))
    assert type(other) is Board
    for same in (other, board.copy(), copy.deepcopy(board)):
        assert (same == board, hash(same) == hash(board), same.fen()) == (True, True, board.fen())
        assert (same.move_stack, same.start_fen, same.rules.given) == (
            board.move_stack,
            board.start_fen,
            board.rules.given,
        )
        # The cards to come are the same too.
        ahead, follows = board.copy(), random.Random(1)
        for _ in range(12):
            if not ahead.is_game_over():
                move = choose(ahead, follows)
                assert (ahead.push(move), ahead.fen()) == (same.push(move), same.fen())
        assert same != board
        assert same.pop() == ahead.pop()
    assert board != Board("gonu", Board("gonu").fen()) or game == "gonu"
    assert board.__eq__(7) is NotImplemented
    assert len({board, board.copy(), Board("sparta"), Board("sparta")}) == 2


def test_positions_reached_by_other_ways_are_equal() -> None:
    boards = [Board("dvonn", moves=moves) for moves in ("a1 b2 c3", "c3 b2 a1", "c3 b2 a2")]
    assert boards[0] == boards[1] != boards[2]
    assert hash(boards[0]) == hash(boards[1])


def test_outcome() -> None:
    board = Board("checkers", "W:WK14:B10")
    assert board.outcome() is None
    board.push("14x7")
    assert board.outcome() == Outcome("p2win", "no-moves", (2,))
    assert getattr(board.outcome(), "winner", None) == 2
    drawn = Board("draughts", "W:WK50:BK1", "50-45 1-6 45-50 6-1 50-45 1-6 45-50 6-1")
    assert drawn.outcome() == Outcome("draw", "repetition", ())


def test_pieces() -> None:
    board = Board("checkers", "W:W18,K26:B15,22,23")
    assert board.piece_map() == {
        "18": Piece(2, "man"),
        "26": Piece(2, "king"),
        "15": Piece(1, "man"),
        "22": Piece(1, "man"),
        "23": Piece(1, "man"),
    }
    assert (board.piece_at("26"), board.piece_at("1")) == (Piece(2, "king"), None)
    for square in ("33", "a1", ""):
        with pytest.raises(ValueError, match="square: expected"):
            board.piece_at(square)
    stacks = Board("dvonn", "wb......./.b......../.b2........./W4w......../W4r....... b s")
    assert stacks.piece_at("a1") == Piece(1, "stack-with-red", 4)
    assert stacks.piece_at("b1") == Piece(None, "red")
    assert Board("epigo", moves="1234X567/7654X321").piece_at("a5") == Piece(2, "tile", 1, "7")
    assert len(Board("reversi").squares) == 64


def test_counts_and_evaluations_leave_other_threads_alone() -> None:
    board, done = Board("draughts"), threading.Event()
    counted: list[int] = []
    board.evaluate()  # which unpacks the network

    def count() -> None:
        counted.append(board.perft(9))
        done.set()

    thread = threading.Thread(target=count)
    thread.start()
    turns = 0
    while not done.is_set():
        turns += board.copy().evaluate() < 10_000
    thread.join()
    assert turns > 10
    assert counted == [board.perft(9, threads=2)]


def test_repetition_is_counted() -> None:
    board = Board("draughts", "W:WK50:BK1", "50-45 1-6 45-50 6-1 50-45 1-6 45-50")
    assert board.effects("6-1").words("result") == ("draw",)
    board.push("6-1")
    assert (board.is_game_over(), board.result(), board.reason()) == (True, "draw", "repetition")
    assert board.legal_moves != ()
    board.pop()
    assert not board.is_game_over()


@pytest.mark.parametrize(
    ("word", "code"),
    [("a1", "illegal-move"), ("zz", "syntax"), ("", "syntax"), ("f5 d6", "syntax"), ("d3c3", "syntax")],
)
def test_refused_move_changes_nothing(word: str, code: str) -> None:
    board = Board("reversi")
    before = (board.fen(), board.legal_moves)
    for refuse in (board.push, board.effects):
        with pytest.raises(EngineError) as caught:
            refuse(word)
        assert caught.value.code == code
    assert not board.is_legal(word)
    assert board.is_legal("F5")
    assert (board.fen(), board.legal_moves, board.move_stack) == (*before, [])
    assert board.push("f5") == "f5"


def test_errors_have_their_place() -> None:
    with pytest.raises(EngineError) as caught:
        Board("reversi", moves="f5 d6 f5")
    assert (caught.value.code, caught.value.move, caught.value.column) == ("illegal-move", 3, None)
    with pytest.raises(EngineError) as caught:
        Board("reversi", "8/8/8/3OX/3XO3/8/8/8 b")
    assert (caught.value.code, caught.value.column) == ("bad-fen", 10)
    assert caught.value.line[9:].startswith("/3XO3")
    with pytest.raises(EngineError, match="bad-option: .* found 'chess'"):
        Board("chess")
    with pytest.raises(ValueError, match="line end"):
        Board("reversi", "startpos\nquit")
    with pytest.raises(EngineError, match="unsupported"):
        Board("reversi").observe(1)
    with pytest.raises(IndexError):
        Board("reversi").pop()


def test_epigo() -> None:
    board = Board("epigo", moves="1234X567/7654X321")
    assert (board.side, board.turn, board.turns) == ("both", 1, (1, 2))
    assert board.effects("3s-7s-1s/2n-5n-6n").move == "3S-7S-1S/2N-5N-6N"
    assert "5N-6N-7N" in board.seat_moves(2)
    with pytest.raises(EngineError, match="syntax"):
        board.push("3S-7S-1S")
    with pytest.raises(EngineError, match="bad-number"):
        board.seat_moves(3)


def test_dixit() -> None:
    board = Board("dixit", rules=Rules(options={"Seats": 3, "Seed": 7}))
    assert Board("dixit", rules=Rules(options={"Seats": 3, "Seed": 7})).fen() == board.fen()
    assert (board.side, board.turns, board.score()) == ("seat 1", (1,), (0, 0, 0))
    board.push(board.legal_moves[0])
    assert board.turns == (2, 3)
    for seat in (3, 2):
        board.push(board.seat_moves(seat)[0])
    assert board.fen().startswith("vote ")
    view = Board("dixit", board.observe(2))
    assert "#" in view.fen()
    assert view.seat_moves(2) == board.seat_moves(2)
    with pytest.raises(EngineError, match="unsupported"):
        view.push("vote:3:1")
    # Other boards of the same rules do not change the cards to come.
    taken = board.copy()
    after = taken.push(taken.seat_moves(2)[0]), taken.fen()
    assert Board("dixit").fen() != Board("dixit").fen()
    assert (board.push(board.seat_moves(2)[0]), board.fen()) == after


def test_bad_options_of_the_rules() -> None:
    for options in ({"Seats": 99}, {"Seat": 3}, {"Seats": 3, "Storyteller": 4}):
        with pytest.raises(EngineError, match="bad-option"):
            Rules(options)
    rules = Rules({"Seats": 3, "Seed": 7})
    assert rules.options == {"Seats": "3", "Seed": "7"}
    assert pickle.loads(pickle.dumps(rules)).options == rules.options
    assert shared_rules() is shared_rules()


def test_threads_share_the_rules() -> None:
    found: dict[str, int] = {}

    def play(game: str) -> None:
        rng = random.Random(game)
        board = Board(game)
        for _ in range(40):
            if not board.is_game_over():
                board.push(rng.choice(board.legal_moves))
        found[game] = Board(game, moves=board.move_stack).ply() - board.ply()

    threads = [threading.Thread(target=play, args=(game,)) for game in IN_TURN]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == dict.fromkeys(IN_TURN, 0)


@pytest.mark.parametrize("game", ALL)
def test_pictures(game: str) -> None:
    board = Board(game)
    picture = board._repr_svg_()
    root = ElementTree.fromstring(picture)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.get("width") == "480"
    assert f"game-{game}" in str(root.get("class"))
    assert "\n" not in picture


def test_pictures_with_arguments() -> None:
    board = Board("dvonn", "wb......./.b......../.b2........./W4w......../W4r....... b s", "b3b1")
    assert "last move b3b1" in board.svg()
    root = ElementTree.fromstring(board.svg(theme="dark", turned=True, coordinates=False, size=200))
    assert root.get("width") == "200"
    assert root.get("data-turned") == "true"
    board.pop()
    assert 'mark-captured" data-at="c4"' in board.svg(move="b3b1")
    with pytest.raises(EngineError):
        board.svg(theme="blue")
    with pytest.raises(EngineError):
        board.svg(move="b3b4")
    with pytest.raises(EngineError):
        board.svg(seat=1)
    assert "hidden" in Board("dixit").svg(seat=1)

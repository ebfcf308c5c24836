"""Positions of every game, under the rules of the engine."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from . import words
from .errors import EngineError, EngineTerminated
from .lines import read_effects
from .results import Effects
from .rules import Rules, shared_rules

_COUNT = re.compile(r"perft \d+ nodes (\d+)")


class _View(NamedTuple):
    """What `d` and `query` tell of a position."""

    diagram: str
    key: str
    side: str
    players: tuple[int, ...]
    is_over: bool
    result: str | None
    reason: str | None
    score: tuple[int, ...]


def games(rules: Rules | None = None) -> tuple[str, ...]:
    """The names of all games of the engine."""
    return (rules or shared_rules()).games()


class Board:
    """A position of a game, with the moves that led to it.

    Moves are words, as `protocol.md` describes them for each game. Every notation that the engine reads is fine; the
    board keeps their canonical form. All rules are those of the engine, so a method asks an engine, which takes a
    fraction of a millisecond. A board belongs to one thread at a time.

    Players are numbered from 1. The first player is Black in some games and White in others, as the rules say.

    In Epigo both players act at the same time. A move is a choice of each, the first player's first:
    `"3N-7E-1W/2S-5S-6W"`. `seat_moves` lists the choices of one player.

    In Dixit players have hidden hands. The board is the referee, who sees everything; `observe` tells what one player
    sees. A board from such a view is fine too, but can answer only what that player knows.

    Attributes:
        game: The name of the game.
        start_fen: The position that the board began with.
        move_stack: The moves since then.

    Raises:
        EngineError: From every method: the engine refuses something. The board has not changed.
        EngineTerminated: From every method: the engine of the rules has ended. The next call starts a new one.
        TypeError: From every method: an argument is of another type.
        ArgumentError: From every method: an argument is not one word or one position; also a `ValueError`.
    """

    def __init__(
        self,
        game: str = "dvonn",
        fen: str | None = None,
        moves: Iterable[str] | str = (),
        *,
        rules: Rules | None = None,
    ) -> None:
        """Sets up a position.

        Args:
            game: The name of the game, one of `games()`.
            fen: The position as text; without it, the start of the game.
            moves: Moves to play from there: words, or one string with blanks between them.
            rules: The engine that knows the rules. Without it, all boards share one with default options.
        """
        self._rules = rules or shared_rules()
        self.game, self.start_fen, line = self._rules.start(game, fen, words.moves(moves))
        self.move_stack: list[str] = []
        self._fens = [self.start_fen]
        self._view: _View | None = None
        self._moves: tuple[str, ...] | None = None
        self._has_hidden_hands = self._rules.has_hidden_hands(self.game, f"fen {self.start_fen}")
        for move in line:
            self.push(move)

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """The legal moves, sorted; none if the game is over.

        In Epigo and Dixit these are the choices of the first player who is to act; see `seat_moves`.
        """
        if self._moves is None:
            self._moves = self._words("moves")
        return self._moves

    def seat_moves(self, seat: int) -> tuple[str, ...]:
        """The choices of one player in a game where several act at a time (Epigo, Dixit)."""
        return self._words(f"moves seat {words.number(seat, 'seat')}")

    def is_legal(self, move: str) -> bool:
        """Whether a word is a legal move, in any notation that the engine reads."""
        try:
            self.effects(move)
        except EngineTerminated:
            raise
        except (EngineError, ValueError):
            return False
        return True

    def effects(self, move: str) -> Effects:
        """What a move would do. The board does not change."""
        return read_effects(self._ask(f"effects {words.word(move, 'move')}")[0])

    def push(self, move: str) -> str:
        """Plays a move and returns its canonical form."""
        effects = self.effects(move)
        self.move_stack.append(effects.move)
        self._fens.append(effects.fen)
        self._changed()
        return effects.move

    def pop(self) -> str:
        """Takes back the last move and returns it.

        Raises:
            IndexError: No move has been played.
        """
        move = self.move_stack.pop()
        self._fens.pop()
        self._changed()
        return move

    def peek(self) -> str:
        """The last move.

        Raises:
            IndexError: No move has been played.
        """
        return self.move_stack[-1]

    def ply(self) -> int:
        """The number of moves that have been played on the board."""
        return len(self.move_stack)

    def fen(self) -> str:
        """The position as text."""
        return self._fens[-1]

    @property
    def side(self) -> str:
        """The name of the side to move: `white`, `black`, `both`, `seat 1`, `seats 2,3`."""
        return self._look().side

    @property
    def turn(self) -> int:
        """The number of the player to move; the first of them if several act, and 0 if nobody does any more."""
        return next(iter(self._look().players), 0)

    @property
    def turns(self) -> tuple[int, ...]:
        """The numbers of all players who are to act."""
        return self._look().players

    def is_game_over(self) -> bool:
        """Whether the game is over.

        After a draw by repetition or without progress moves are still legal, and play may go on.
        """
        return self._look().is_over

    def result(self) -> str | None:
        """`p1win`, `p2win`, `draw`, the winners of Dixit such as `seat 1`, or `None` if the game is not over."""
        return self._look().result

    def reason(self) -> str | None:
        """Why the game is over, in one word such as `no-moves` or `repetition`."""
        return self._look().reason

    def score(self) -> tuple[int, ...]:
        """The score of each player by the rules of the game, the first player's first."""
        return self._look().score

    def key(self) -> str:
        """The hash key of the position, 16 hexadecimal digits."""
        return self._look().key

    def evaluate(self) -> int:
        """The static evaluation for the side to move, in hundredths of a piece. Dixit has none."""
        return int(self._response("query eval"))

    def perft(self, depth: int) -> int:
        """The number of move sequences of so many plies. Other boards wait meanwhile."""
        found = _COUNT.match(self._ask(f"perft {words.number(depth, 'depth')}")[0])
        assert found is not None
        return int(found[1])

    def divide(self, depth: int) -> dict[str, int]:
        """The `perft` count behind each move."""
        counts = [line.rsplit(": ", 1) for line in self._ask(f"divide {words.number(depth, 'depth')}") if line]
        return {move: int(count) for move, count in counts if move != "Nodes searched"}

    def observe(self, seat: int) -> str:
        """The position as one player sees it, in games with hidden hands (Dixit)."""
        return self._response(f"observe seat {words.number(seat, 'seat')}")

    def diagram(self) -> str:
        """A drawing of the board in text, with coordinates."""
        return self._look().diagram

    def svg(
        self,
        *,
        theme: str = "light",
        turned: bool = False,
        coordinates: bool = True,
        size: int | None = None,
        seat: int | None = None,
        move: str | None = None,
    ) -> str:
        """A picture of the position as SVG, in which the last move is marked.

        Args:
            theme: `light`, `dark`, `print` or `contrast`.
            turned: Whether the board is turned by half a turn.
            coordinates: Whether the names of ranks and files, or the numbers of squares, are written.
            size: The width in pixels; without it the picture fits where it is.
            seat: The player whose view is drawn, in games with hidden hands or simultaneous moves.
            move: A move whose effects are marked in place of the last one.
        """
        line = ["d svg"] if seat is None else [f"observe seat {words.number(seat, 'seat')} svg"]
        line += ["theme", words.word(theme, "theme")]
        line += ["turned"] if turned else []
        line += [] if coordinates else ["plain"]
        line += [] if size is None else [f"size {words.number(size, 'size')}"]
        line += [] if move is None else ["move", words.word(move, "move")]
        return self._ask(" ".join(line))[0].removeprefix("svg ")

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        return self.svg(size=480)

    def __str__(self) -> str:
        return self.diagram()

    def __repr__(self) -> str:
        return f"Board({self.game!r}, {self.fen()!r})"

    def copy(self) -> Board:
        """A board of its own with the same moves."""
        board = object.__new__(Board)
        board.__dict__.update(self.__dict__)
        board.move_stack = self.move_stack.copy()
        board._fens = self._fens.copy()
        return board

    __copy__ = copy

    def __deepcopy__(self, _: object) -> Board:
        return self.copy()

    def position(self, seat: int | None = None) -> str:
        """The position with its moves as the words of `position`.

        With hidden hands there are no moves, because the cards that were drawn would be others. With a seat it is what
        this player sees.
        """
        if self._has_hidden_hands:
            return f"fen {self.fen() if seat is None else self.observe(seat)}"
        return " ".join([f"fen {self.start_fen} moves", *self.move_stack])

    @property
    def has_hidden_hands(self) -> bool:
        """Whether the game has hidden hands, so that `observe` is possible."""
        return self._has_hidden_hands

    def _ask(self, line: str) -> list[str]:
        return self._rules.ask(self.game, self.position(), line)[0]

    def _words(self, line: str) -> tuple[str, ...]:
        return tuple(self._ask(line)[0].split()[1:])

    def _response(self, line: str) -> str:
        return _value(self._ask(line))

    def _changed(self) -> None:
        self._view, self._moves = None, None

    def _look(self) -> _View:
        if self._view is None:
            lines = ("d", "query p1turn", "query gameover", "query result", "query reason", "query score")
            drawing, *answers = self._rules.ask(self.game, self.position(), *lines)
            p1turn, gameover, result, reason, score = map(_value, answers)
            *diagram, _fen, key, side, _result = drawing
            side = side.removeprefix("Side: ")
            self._view = _View(
                diagram="\n".join(diagram).rstrip(),
                key=key.removeprefix("Key: "),
                side=side,
                players=_players(side, p1turn == "true"),
                is_over=gameover == "true",
                result=None if result == "none" else result,
                reason=None if reason == "none" else reason,
                score=tuple(map(int, score.split())),
            )
        return self._view


def _value(answer: list[str]) -> str:
    return answer[0].removeprefix("response").strip()


def _players(side: str, p1turn: bool) -> tuple[int, ...]:
    """The numbers of the players to act, from the name of the side."""
    if side == "both":
        return (1, 2)
    if side == "none" or side.startswith("seat"):
        return tuple(map(int, re.findall(r"\d+", side)))
    return (1,) if p1turn else (2,)

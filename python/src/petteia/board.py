"""Positions of every game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from . import _petteia, words
from .errors import ArgumentError, EngineError
from .results import Effects
from .rules import Rules, shared_rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Piece(NamedTuple):
    """A piece, or a stack of pieces."""

    owner: int | None
    """The number of its player; `None` for a piece of nobody."""
    kind: str
    """What it is, in a word of the game, such as `disc` or `king`."""
    height: int = 1
    """The number of pieces in a stack."""
    label: str = ""
    """What is written on it, such as the number of a tile."""


@dataclass(frozen=True)
class Outcome:
    """How a game has ended."""

    result: str
    """`p1win`, `p2win`, `draw`, or the winners of Dixit such as `seat 1`."""
    reason: str
    """Why the game is over, in one word such as `no-moves` or `repetition`."""
    winners: tuple[int, ...]
    """The numbers of the players who have won; none after a draw."""

    @property
    def winner(self) -> int | None:
        """The number of the player who has won alone; `None` if there is none."""
        return self.winners[0] if len(self.winners) == 1 else None


def games() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_petteia.games())


class Board(_petteia.BoardCore):
    """A position of a game, with the moves that led to it.

    Moves are words, as `protocol.md` describes them for each game. Every notation that the engine reads is fine; the
    board keeps their canonical form.

    Players are numbered from 1. The first player is Black in some games and White in others, as the rules say.

    In Epigo both players act at the same time. A move is a choice of each, the first player's first:
    `"3N-7E-1W/2S-5S-6W"`. `seat_moves` lists the choices of one player.

    In Dixit players have hidden hands. The board is the referee, who sees everything; `observe` tells what one player
    sees. A board from such a view is fine too, but can answer only what that player knows.

    Boards are equal if game and position are. The hash is that of the position, so it changes with every move. Any
    thread may ask a board, but while one asks, no other one may change it.

    Attributes:
        game: The name of the game.
        start_fen: The position that the board began with.
        move_stack: The moves since then, as a new list.

    Raises:
        EngineError: From every method: the rules refuse something. The board has not changed.
        TypeError: From every method: an argument is of another type.
        ArgumentError: From every method: an argument is not one word or one position; also a `ValueError`.
    """

    def __new__(
        cls,
        game: str = "dvonn",
        fen: str | None = None,
        moves: Iterable[str] | str = (),
        *,
        rules: Rules | None = None,
    ) -> Board:
        """Sets up a position.

        Args:
            game: The name of the game, one of `games()`.
            fen: The position as text; without it, the start of the game.
            moves: Moves to play from there: words, or one string with blanks between them.
            rules: The options of the game. Without it every option has its default value.
        """
        return super().__new__(cls, game, fen, words.moves(moves), rules or shared_rules())

    def is_legal(self, move: str) -> bool:
        """Whether a word is a legal move, in any notation that the engine reads."""
        try:
            self.effects_parts(move)
        except (EngineError, ValueError):
            return False
        return True

    def effects(self, move: str) -> Effects:
        """What a move would do. The board does not change."""
        played, events, fen = self.effects_parts(move)
        return Effects(played, tuple(events), fen)

    def outcome(self) -> Outcome | None:
        """How the game has ended; `None` if it is not over.

        After a draw by repetition or without progress moves are still legal, and play may go on.
        """
        result, winners = self.result(), self.winners()
        if result is None or winners is None:
            return None
        return Outcome(result, self.reason() or "", winners)

    def divide(self, depth: int) -> dict[str, int]:
        """The `perft` count behind each move."""
        return dict(self.divide_counts(depth))

    def piece_map(self) -> dict[str, Piece]:
        """The pieces on the board, by the names of their squares in moves."""
        return {square: Piece(*piece) for square, piece in self.pieces()}

    def piece_at(self, square: str) -> Piece | None:
        """The piece on a square, which is named as in moves; `None` if it is empty.

        Raises:
            ArgumentError: There is no such square.
        """
        found = self.piece_map().get(square)
        if found is None and square not in self.squares:
            raise ArgumentError(f"square: expected the name of a square as in moves, found {square!r}")
        return found

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
        return self.svg_text(theme, turned, coordinates, size, seat, move)

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        return self.svg(size=480)

    def __repr__(self) -> str:
        return f"Board({self.game!r}, {self.fen()!r})"

    def copy(self) -> Board:
        """A board of its own with the same moves."""
        return _petteia.BoardCore.__new__(type(self), self)

    __copy__ = copy

    def __deepcopy__(self, _: object) -> Board:
        return self.copy()

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _restored, (type(self), self.game, self.start_fen, self.move_stack, self.rules, self.chance)

    def position(self, seat: int | None = None) -> str:
        """The position with its moves as the words of `position`.

        With hidden hands there are no moves, because the cards that were drawn would be others. With a seat it is what
        this player sees.
        """
        if self.has_hidden_hands:
            return f"fen {self.fen() if seat is None else self.observe(seat)}"
        return " ".join([f"fen {self.start_fen} moves", *self.move_stack])

    def planes(self, seat: int | None = None) -> NDArray[np.float32]:
        """The position for a network: an array of planes, ranks and files, where rank 1 and file a come first.

        `plane_names` tells what the planes are. Own pieces are those of the player with the number `seat`; without it,
        of the player to move. The board is never turned.
        """
        import numpy as np

        return np.frombuffer(self.planes_bytes(seat), np.float32).reshape(self.shape)

    def action_mask(self, seat: int | None = None) -> NDArray[np.int8]:
        """An array that is 1 at the numbers of the legal actions of a player, and 0 elsewhere."""
        import numpy as np

        return np.frombuffer(self.mask_bytes(seat), np.int8)


def _restored(cls: type[Board], game: str, fen: str, moves: list[str], rules: _petteia.RulesCore, chance: str) -> Board:
    """The board that was pickled, with the cards to come."""
    return _petteia.BoardCore.__new__(cls, game, fen, moves, rules, chance)

"""Limits of a search, and what it finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from .words import milliseconds, number

Bound = Literal["exact", "lower", "upper"]


@dataclass(frozen=True)
class Limit:
    """Where a search ends. The first limit that is reached ends it. All times are in seconds.

    A limit of 0 asks for a legal move at once.

    Raises:
        TypeError: A limit is not a number.
        ValueError: A time is not finite, or limits do not fit together.
    """

    time: float | None = None
    """The time of this search."""
    depth: int | None = None
    """The depth in plies."""
    nodes: int | None = None
    """The number of positions."""
    mate: int | None = None
    """The search ends when it knows whether there is a win in this number of plies."""
    p1_clock: float | None = None
    """The clock of the first player of the game, whatever the colour. Both clocks are given, or none."""
    p2_clock: float | None = None
    """The clock of the second player."""
    p1_inc: float | None = None
    """The time that the first player gets for a move."""
    p2_inc: float | None = None
    """The time that the second player gets for a move."""
    remaining_moves: int | None = None
    """The number of moves to the next time control; without it, the clock is for the rest of the game."""

    def __post_init__(self) -> None:
        self._parts()
        if (self.p1_clock is None) != (self.p2_clock is None):
            raise ValueError("both clocks are required")
        if self.p1_clock is None and not (self.p1_inc is None and self.p2_inc is None and self.remaining_moves is None):
            raise ValueError("an increment or a number of moves without clocks")

    def is_bounded(self) -> bool:
        """Whether a search under this limit ends by itself."""
        return any(limit is not None for limit in (self.time, self.depth, self.nodes, self.mate, self.p1_clock))

    def words(self) -> str:
        """The limit as the words of `go`."""
        return " ".join(self._parts()) if self.is_bounded() else "infinite"

    def _parts(self) -> list[str]:
        """The words of each limit that is set."""
        seconds = [
            ("movetime", "time", self.time),
            ("p1time", "p1_clock", self.p1_clock),
            ("p2time", "p2_clock", self.p2_clock),
            ("p1inc", "p1_inc", self.p1_inc),
            ("p2inc", "p2_inc", self.p2_inc),
        ]
        numbers = [
            ("depth", "depth", self.depth),
            ("nodes", "nodes", self.nodes),
            ("mate", "mate", self.mate),
            ("movestogo", "remaining_moves", self.remaining_moves),
        ]
        parts = [f"{word} {milliseconds(time, name)}" for word, name, time in seconds if time is not None]
        return parts + [f"{word} {number(count, name)}" for word, name, count in numbers if count is not None]


class Wdl(NamedTuple):
    """The chances to win, draw and lose, in thousandths, for the side to move."""

    win: int
    draw: int
    loss: int


@dataclass(frozen=True)
class Score:
    """A score for the side to move. Either `cp` or `mate` is given.

    `-score` is the score for the other side.
    """

    cp: int | None = None
    """Hundredths of a piece. A proved score of a game that is won by count is 100 times the final margin."""
    mate: int | None = None
    """Plies to the end of the game, negative or 0 if the side to move loses."""
    bound: Bound = "exact"
    """Whether the true score is this one, at least this one, or at most this one."""

    def value(self, mate_score: int = 1_000_000) -> int:
        """The score as one number, for comparisons. A win is worth `mate_score` minus its plies."""
        if self.mate is None:
            return self.cp or 0
        return mate_score - self.mate if self.mate > 0 else -mate_score - self.mate

    def __neg__(self) -> Score:
        bounds: dict[Bound, Bound] = {"exact": "exact", "lower": "upper", "upper": "lower"}
        if self.mate is not None:
            # A game that is already lost has been won by the last ply.
            return Score(mate=-self.mate or 1, bound=bounds[self.bound])
        return Score(cp=-(self.cp or 0), bound=bounds[self.bound])

    def __str__(self) -> str:
        return f"mate {self.mate}" if self.mate is not None else f"cp {self.cp}"


@dataclass(frozen=True)
class Info:
    """One line of a search: what it knows after an iteration."""

    depth: int
    """The depth of the iteration in plies; 0 if the game is over."""
    score: Score
    """The score for the side to move."""
    pv: tuple[str, ...] = ()
    """The principal variation, as moves in their canonical form."""
    multipv: int = 1
    """The number of the line, the best one is 1."""
    seldepth: int = 0
    """The greatest depth of a position, in plies."""
    wdl: Wdl | None = None
    """Chances: of proved scores, and of all with the option `UCI_ShowWDL`."""
    proved: bool = False
    """The score is proved to the end of the game. With `UCI_ShowWDL` this is known of mates only."""
    nodes: int = 0
    """Positions searched."""
    nps: int = 0
    """Positions a second."""
    hashfull: int = 0
    """Thousandths of the table in use."""
    time: float = 0.0
    """Seconds since the search began."""
    tbhits: int = 0
    """Positions found in endgame databases."""


@dataclass(frozen=True)
class PlayResult:
    """The end of a search."""

    move: str | None
    """The best move, or `None` if the game is over or the seat has nothing to do."""
    lines: tuple[Info, ...] = ()
    """The last line of each number, the best first. Dixit has none."""
    notes: tuple[str, ...] = ()
    """What the engine had to say beside (`info string`)."""

    @property
    def info(self) -> Info | None:
        """The best line."""
        return self.lines[0] if self.lines else None

    @property
    def ponder(self) -> str | None:
        """The expected reply."""
        pv = self.info.pv if self.info else ()
        return pv[1] if len(pv) > 1 and pv[0] == self.move else None

    @property
    def mix(self) -> dict[str, float]:
        """The mixed strategy of a secret choice (Epigo): the probability of each choice."""
        return {words[2]: float(words[1]) for words in self._notes("mix", 3)}

    @property
    def votes(self) -> dict[int, float]:
        """The probability that a slot holds the storyteller's card (Dixit)."""
        return {int(words[1]): float(words[2]) for words in self._notes("vote", 3)}

    @property
    def gap(self) -> float | None:
        """How much the best reply can gain against the mixed strategy (Epigo)."""
        gaps = [float(words[1]) for words in self._notes("gap", 4)]
        return gaps[-1] if gaps else None

    def _notes(self, first: str, length: int) -> list[list[str]]:
        split = (note.split() for note in self.notes)
        return [words for words in split if words[:1] == [first] and len(words) == length]


@dataclass(frozen=True)
class Effects:
    """What a move does."""

    move: str
    """The move in its canonical form."""
    events: tuple[str, ...]
    """What happens, in the words of the game, such as `captured 19 23`."""
    fen: str
    """The position after the move."""

    def words(self, kind: str) -> tuple[str, ...]:
        """The words behind `kind` in the events, such as the squares that are `captured`; empty if there are none."""
        split = (event.split() for event in self.events)
        return tuple(word for words in split if words[:1] == [kind] for word in words[1:])


@dataclass(frozen=True)
class Option:
    """An option of the engine."""

    name: str
    """Its name."""
    type: str
    """`spin` (a number), `check` (a truth value), `combo` (one of `var`), `string` or `button`."""
    default: str | None = None
    """The default value."""
    min: int | None = None
    """The least number."""
    max: int | None = None
    """The greatest number."""
    var: tuple[str, ...] = ()
    """The values of a combo."""

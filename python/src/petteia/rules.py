"""The options that games are played with."""

from __future__ import annotations

from collections.abc import Mapping

from . import _petteia, words


class Rules(_petteia.RulesCore):
    """Options of games, such as `Seats`, `Storyteller`, `Deck` and `Seed`. Many boards can share them.

    Raises:
        EngineError: There is no such option, or it does not take the value.
        TypeError: A name or a value is of another type.
        ArgumentError: A name or a value has blanks or control characters.
    """

    def __new__(cls, options: Mapping[str, str | int | bool | None] | None = None) -> Rules:
        """Reads the options, and the files that they name."""
        given = [
            (words.option_name(name), None if value is None else words.option_value(value, name))
            for name, value in (options or {}).items()
        ]
        return super().__new__(cls, given)

    @property
    def options(self) -> dict[str, str | None]:
        """The options as they were given."""
        return dict(self.given)

    def __reduce__(self) -> tuple[type[Rules], tuple[dict[str, str | None]]]:
        return (Rules, (self.options,))

    def __repr__(self) -> str:
        return f"Rules({self.options!r})"


_DEFAULT = Rules()


def shared_rules() -> Rules:
    """The rules of all boards that were given none of their own: every option has its default value."""
    return _DEFAULT

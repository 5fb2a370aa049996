"""The conversion of the core's commands and events to the plain values that a record holds, and back. Pure.

A command or event is written as its name and its fields in order; each game defines the formats of its own types
(``GameRules.forms``), cards and dice for example in the referee's notation (``r3``); rules: ``game.plain_rules``. A
round trip returns an equal value; ``ValueError`` for input that this codec did not write.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, TypeAlias, Union, get_args, get_origin, get_type_hints

from kiosk.game.commands import Command, SeatCommand, picked_up_at
from kiosk.game.events import Event
from kiosk.game.game_rules import Form, GameRules, rules_of_game
from kiosk.game.refusals import Reason

Plain: TypeAlias = tuple[Any, ...]
"""A name and fields: strings, numbers, None and lists of these, which a file returns unchanged."""


def _as_it_is(value: Any) -> Any:
    return value


def _one_of(*kinds: type[Any]) -> Callable[[Any], Any]:
    """Return a reader of values of these types, as which a file may have anything. It raises TypeError."""

    def read(value: Any) -> Any:
        if type(value) not in kinds:
            raise TypeError(f"{value!r:.50} is no {kinds[0].__name__}")
        return value

    return read


_NUMBER: Final = _one_of(int, bool)

_FORMS: Final[Mapping[Any, Form]] = {
    int: (_as_it_is, _NUMBER),
    int | None: (_as_it_is, _one_of(int, bool, NoneType)),
    bool: (_as_it_is, _one_of(bool)),
    str: (_as_it_is, _one_of(str)),
    tuple[int, ...]: (list, lambda many: tuple(map(_NUMBER, many))),
    StrEnum: (str, Reason),
}
"""The formats of field types that every game uses."""

_APART: Final = "picked_up"
"""The field that the record has beside its command: a program of before refuses a command with more fields than it
knows, and skips what it does not know of a record.
"""


class Codec:
    """The codec of one game's commands and events."""

    def __init__(self, rules: GameRules) -> None:
        forms = {**_FORMS, **rules.forms}
        self._commands = _Vocabulary(rules.commands, forms)
        self._events = _Vocabulary(rules.events, forms)

    def command_plain(self, command: Command) -> Plain:
        """Return a command as its name and fields, without the time at which its piece was picked up."""
        return self._commands.plain(command)

    def command_of(self, plain: Sequence[Any], picked_up: int | None = None) -> Command:
        """Return the command that was written as ``plain``, with that time if there is one."""
        command: Command = self._commands.read(plain)
        if picked_up is None or not isinstance(command, SeatCommand):
            return command
        return picked_up_at(command, picked_up)

    def event_plain(self, event: Event) -> Plain:
        """Return an event as its name and fields."""
        return self._events.plain(event)

    def event_of(self, plain: Sequence[Any]) -> Event:
        """Return the event that was written as ``plain``."""
        event: Event = self._events.read(plain)
        return event


def written_fields(kind: type[Any]) -> list[str]:
    """Return the names of the fields that are written of a command or event, in order."""
    return [name for name in kind.__struct_fields__ if name != _APART]


@cache
def codec_of(game: str) -> Codec:
    """Return the codec of a registered game; ``UnknownGame`` if none has that name."""
    return Codec(rules_of_game(game))


class _Vocabulary:
    """A set of struct types, identified by their names."""

    def __init__(self, kinds: Sequence[type[Any]], forms: Mapping[Any, Form]) -> None:
        self._kinds = {kind.__name__: kind for kind in kinds}
        self._forms: dict[Any, list[tuple[str, Callable[[Any], Any], Callable[[Any], Any]]]] = {}
        for kind in kinds:
            hints = get_type_hints(kind)
            self._forms[kind] = [(name, *_form(hints[name], forms)) for name in written_fields(kind)]

    def plain(self, value: Any) -> Plain:
        kind = type(value)
        fields = (write(getattr(value, name)) for name, write, _ in self._forms[kind])
        return (kind.__name__, *fields)

    def read(self, plain: Sequence[Any]) -> Any:
        kind = self._kinds.get(plain[0]) if plain and isinstance(plain[0], str) else None
        if kind is None or len(plain) - 1 > len(self._forms[kind]):
            raise ValueError(f"{list(plain)} was not written by this version of the program")
        try:
            return kind(*[read(value) for value, (_, _, read) in zip(plain[1:], self._forms[kind], strict=False)])
        except (TypeError, AttributeError) as error:
            raise ValueError(f"{list(plain)} cannot be read: {error}") from error


def _form(kind: Any, forms: Mapping[Any, Form]) -> Form:
    """Return the format of a declared type: its own, or one composed of the formats of its parts."""
    if kind in forms:
        return forms[kind]
    parts = get_args(kind)
    if get_origin(kind) in (Union, UnionType) and len(parts) == 2 and NoneType in parts:
        return _optional(*_form(next(part for part in parts if part is not NoneType), forms))
    if get_origin(kind) is tuple and parts[1:] == (...,):
        return _each(*_form(parts[0], forms))
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return (str, kind)
    raise TypeError(f"no format for {kind} (GameRules.forms)")


def _optional(write: Callable[[Any], Any], read: Callable[[Any], Any]) -> Form:
    return (
        lambda value: None if value is None else write(value),
        lambda value: None if value is None else read(value),
    )


def _each(write: Callable[[Any], Any], read: Callable[[Any], Any]) -> Form:
    return (lambda many: list(map(write, many)), lambda many: tuple(map(read, many)))

"""Commands, events and rules of the game core as the plain values that a record holds, and back. Pure.

A command or event is its name and its fields in their order; cards and dice are written as the referee writes them
(``r3``), sources likewise (``row 2``). Where a field may be either, a die says so (``die r3``). Rules are their options
by name. What was written comes back equal; ``ValueError`` for what was never written.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, TypeAlias, get_args, get_type_hints

import msgspec

from kiosk.game import card_events, dice_events, events
from kiosk.game.card_commands import CardCommand, Source, parse_source
from kiosk.game.card_rules import CardRules
from kiosk.game.cards import Card, parse_card
from kiosk.game.dice import Die, parse_die
from kiosk.game.dice_commands import DiceCommand
from kiosk.game.dice_rules import DiceRules
from kiosk.game.events import Event
from kiosk.game.refusals import DeadState, Reason, RoundEnd

AnyCommand: TypeAlias = CardCommand | DiceCommand
AnyRules: TypeAlias = CardRules | DiceRules
Plain: TypeAlias = tuple[Any, ...]
"""A name and fields: texts, numbers, None and lists of these, so that a file gives equal ones back."""

_DIE: Final = "die "
_RULES: Final[dict[str, type[AnyRules]]] = {"cards": CardRules, "dice": DiceRules}


def _as_it_is(value: Any) -> Any:
    return value


def _piece_text(piece: Card | Die | None) -> str | None:
    if piece is None:
        return None
    return f"{_DIE}{piece}" if isinstance(piece, Die) else str(piece)


def _piece_of(text: str | None) -> Card | Die | None:
    if text is None:
        return None
    return parse_die(text.removeprefix(_DIE)) if text.startswith(_DIE) else parse_card(text)


def _each(one: Callable[[Any], Any], into: type) -> Callable[[Any], Any]:
    return lambda many: None if many is None else into(map(one, many))


_FORMS: Final[dict[Any, tuple[Callable[[Any], Any], Callable[[Any], Any]]]] = {
    int: (_as_it_is, _as_it_is),
    bool: (_as_it_is, _as_it_is),
    str: (_as_it_is, _as_it_is),
    int | None: (_as_it_is, _as_it_is),
    Source: (str, parse_source),
    Card: (str, parse_card),
    Die: (str, parse_die),
    Hashable | None: (_piece_text, _piece_of),
    StrEnum: (str, Reason),
    RoundEnd: (str, RoundEnd),
    DeadState: (str, DeadState),
    tuple[int, ...]: (list, tuple),
    tuple[tuple[int, ...], ...]: (_each(list, list), _each(tuple, tuple)),
    tuple[Card, ...]: (_each(str, list), _each(parse_card, tuple)),
    tuple[Die, ...]: (_each(str, list), _each(parse_die, tuple)),
    tuple[Die, ...] | None: (_each(str, list), _each(parse_die, tuple)),
}
"""How a field of each type is written and read."""


class _Vocabulary:
    """Structs that are told apart by their names."""

    def __init__(self, kinds: Sequence[Any]) -> None:
        self._kinds = {kind.__name__: kind for kind in kinds}
        self._forms: dict[Any, list[tuple[str, Callable[[Any], Any], Callable[[Any], Any]]]] = {}
        for kind in kinds:
            hints = get_type_hints(kind)
            self._forms[kind] = [(name, *_FORMS[hints[name]]) for name in kind.__struct_fields__]

    def plain(self, value: Any) -> Plain:
        kind = type(value)
        return (kind.__name__, *[write(getattr(value, name)) for name, write, _ in self._forms[kind]])

    def read(self, plain: Sequence[Any]) -> Any:
        kind = self._kinds.get(plain[0]) if plain else None
        if kind is None or len(plain) - 1 > len(self._forms[kind]):
            raise ValueError(f"{list(plain)} is nothing that this version of the program writes")
        try:
            return kind(*[read(value) for value, (_, _, read) in zip(plain[1:], self._forms[kind], strict=False)])
        except (TypeError, AttributeError) as error:
            raise ValueError(f"{list(plain)} cannot be read: {error}") from error


_COMMANDS: Final = _Vocabulary(get_args(AnyCommand))
_EVENTS: Final = _Vocabulary(
    [
        kind
        for module in (events, card_events, dice_events)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
    ]
)


def command_plain(command: AnyCommand) -> Plain:
    """A command of either game as its name and fields."""
    return _COMMANDS.plain(command)


def command_of(plain: Sequence[Any]) -> AnyCommand:
    """The command that was written so."""
    command: AnyCommand = _COMMANDS.read(plain)
    return command


def event_plain(event: Event) -> Plain:
    """An event as its name and fields."""
    return _EVENTS.plain(event)


def event_of(plain: Sequence[Any]) -> Event:
    """The event that was written so."""
    event: Event = _EVENTS.read(plain)
    return event


def rules_plain(rules: AnyRules) -> dict[str, Any]:
    """Every option by its name, those with parts as a part each (``{"kind": "lockout", "ms": 2000, "points": 0}``)."""
    options: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(rules))
    return options


def rules_of(game: str, options: Mapping[str, Any]) -> AnyRules:
    """The rules of ``cards`` or ``dice`` that were written so; an option that is not there has its default."""
    if game not in _RULES:
        raise ValueError(f"{game!r} is no game ({', '.join(_RULES)})")
    try:
        rules: AnyRules = msgspec.convert(options, _RULES[game])
    except msgspec.ValidationError as error:
        raise ValueError(f"no rules of {game}: {error}") from error
    return rules

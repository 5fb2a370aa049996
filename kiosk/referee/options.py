"""A scenario's options, which override those of its preset, for any game. Their names: kiosk/referee/README.md.

The type of the preset's value decides how most options are read and written: a word, a flag, a number of 0 or more.
All others have an ``OptionForm``: those that games have in common here, those of one game in its own module.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import asdict, replace

from kiosk.game.options import EachSeat
from kiosk.referee.node import Node
from kiosk.system.earlier_names import earlier_names

Kinds: TypeAlias = Mapping[str, tuple[str, ...]]
"""Kind -> the keys that apply to it."""


def value_json(value: Any, _: Any = None) -> Any:
    """Return a value as JSON; a struct as an object."""
    if isinstance(value, Struct):
        return {name: value_json(part) for name, part in asdict(value).items()}
    return [*value] if isinstance(value, tuple) else value


class OptionForm(NamedTuple):
    """The form of an option.

    ``read``: returns its value from a scenario's node, the preset's value and the number of seats. ``write``: returns
    JSON from its value and the preset's.
    """

    read: Callable[[Node, Any, int], Any]
    write: Callable[[Any, Any], Any] = value_json


def read_options(node: Node, rules: Any, seats: int, own: Mapping[str, OptionForm]) -> Any:
    """Return the rules with the scenario's overrides.

    ``seats``: the length of lists with one entry per seat. ``own``: forms of the game's own options.
    """
    given = node.fields(rules.__struct_fields__)
    values = {name: _form(name, own).read(value, getattr(rules, name), seats) for name, value in given.items()}
    return replace(rules, **values)


def options_json(rules: Any, preset: Any, own: Mapping[str, OptionForm]) -> dict[str, Any]:
    """Return the overrides of that preset that give these rules, in the form that ``read_options`` reads."""
    pairs = {name: (value, getattr(preset, name)) for name, value in asdict(rules).items()}
    return {name: _form(name, own).write(value, old) for name, (value, old) in pairs.items() if value != old}


def plain(node: Node, old: Any, _: int = 0) -> Any:
    """Return a word of an enum, a flag or a number, by the type of the preset's value."""
    if isinstance(old, StrEnum):
        return type(old)(node.choice([word.value for word in type(old)]))
    return node.flag() if isinstance(old, bool) else node.integer(0)


def at_least(least: int | None) -> OptionForm:
    """Return the form of a number with that minimum; None: any number."""
    return OptionForm(lambda node, _old, _seats: node.integer(least))


def each_seat(node: Node, seats: int, least: int, most: int | None) -> tuple[int, ...]:
    """Return a list with one entry per seat."""
    entries = tuple(entry.integer(least, most) for entry in node.items())
    if len(entries) != seats:
        node.refuse(f"{len(entries)} entries for {seats} seats")
    return entries


def number_of_seats(least: int, most: int | None = None) -> OptionForm:
    """Return the form of a number in that range, or of a list with one per seat; ``most``: None: no limit."""
    return OptionForm(partial(_number_of_seats, least, most))


def _number_of_seats(least: int, most: int | None, node: Node, _: Any, seats: int) -> EachSeat:
    if isinstance(node.value, list):
        return each_seat(node, seats, least, most)
    return node.integer(least, most)


def with_kind(kinds: Kinds, must: Mapping[str, str] = {}) -> OptionForm:
    """Return the form of an option with several kinds. ``must``: kind -> the key required when switching to it."""
    return OptionForm(partial(_read_kind, kinds, must), partial(_kind_json, kinds))


def _read_kind(kinds: Kinds, must: Mapping[str, str], node: Node, old: Any, _: int) -> Any:
    given = node.fields(("kind", *dict.fromkeys(key for keys in kinds.values() for key in keys)))
    kind = given["kind"].choice(kinds) if "kind" in given else old.kind.value
    values = {
        key: value.integer(_LEAST.get(key, 0))
        for key, value in node.fields(("kind", *kinds[kind])).items()
        if key != "kind"
    }
    if kind == old.kind.value:
        return replace(old, **values)
    if kind in must:
        node.need(given, must[kind])
    return type(old)(type(old.kind)(kind), **values)


def _kind_json(kinds: Kinds, value: Any, _: Any) -> dict[str, Any]:
    return {"kind": value.kind.value} | {key: getattr(value, key) for key in kinds[value.kind]}


def _form(name: str, own: Mapping[str, OptionForm]) -> OptionForm:
    return own.get(name) or _COMMON.get(name) or _PLAIN


_LEAST: Final = {"n": 1}
_COST: Final = {"lockout": ("ms",), "penalty": ("points",)}
_PLAIN: Final = OptionForm(plain)
_COMMON: Final[Mapping[str, OptionForm]] = {
    "false_stop": with_kind({"ignore": (), **_COST}, {"penalty": "points"}),
    "misplay": with_kind({"return": (), **_COST}, {"penalty": "points"}),
    "match_end": with_kind(
        {"single_round": (), "fixed_rounds": ("n",), "target": ("points",), "time": ("minutes",)}, {"time": "minutes"}
    ),
    "start_score": at_least(None),
}

if not TYPE_CHECKING:
    __getattr__ = earlier_names(__name__, {"Option": "OptionForm"})

"""Options of a scenario over those of its preset, of either game. Their names: kiosk/referee/README.md."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from typing import Any, Final, TypeVar

from kiosk.game.card_commands import Place
from kiosk.game.card_rules import CardRules, RowSize
from kiosk.game.dice_rules import MOST_EXTRA, DiceRules
from kiosk.referee.node import Node

_PLAYERS: Final = tuple(str(players) for players in range(2, 13))
_SOURCES: Final = (Place.STACK.value, Place.DISCARD.value)

_COST: Final = {"lockout": ("ms",), "penalty": ("points",)}
_KINDS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "false_stop": {"ignore": (), **_COST},
    "misplay": {"return": (), **_COST},
    "dead_detection": {"grace": ("grace_ms",), "vote": ("grace_ms",)},
    "match_end": {"single_round": (), "fixed_rounds": ("n",), "target": ("points",), "time": ("minutes",)},
}
"""Option -> kind -> the keys that go with it."""

_NO_DEFAULT: Final = {
    ("false_stop", "penalty"): "points",
    ("misplay", "penalty"): "points",
    ("match_end", "time"): "minutes",
}
_LEAST: Final = {"n": 1}

R = TypeVar("R", CardRules, DiceRules)


def read_options(node: Node, rules: R, seats: int) -> R:
    """The rules with what the scenario overrides; ``seats``: how many entries a list a seat has."""
    known = [option.name for option in fields(rules)]
    given = {name: _reader(name, getattr(rules, name), seats)(value) for name, value in node.fields(known).items()}
    return replace(rules, **given)


def options_json(rules: R, preset: R) -> dict[str, Any]:
    """What a scenario with that preset overrides to have these rules: what ``read_options`` reads."""
    pairs = {option.name: (getattr(rules, option.name), getattr(preset, option.name)) for option in fields(rules)}
    return {name: _json(name, value, old) for name, (value, old) in pairs.items() if value != old}


def _json(name: str, value: Any, old: Any) -> Any:
    if isinstance(value, RowSize):
        players = sorted(dict((*old.by_players, *value.by_players)))
        return {str(number): value.slots(number) for number in players} | {"default": value.default}
    if name in _KINDS:
        return {"kind": value.kind.value} | {key: getattr(value, key) for key in _KINDS[name][value.kind]}
    if is_dataclass(value):
        return {part.name: _json(part.name, getattr(value, part.name), None) for part in fields(value)}
    return [*value] if isinstance(value, tuple) else value


def _reader(name: str, old: Any, seats: int) -> Callable[[Node], Any]:
    if name == "stack_size":
        return lambda node: _stack_size(node, seats)
    if name in _KINDS:
        return lambda node: _with_kind(name, node, old)
    special: dict[str, Callable[[Node], Any]] = {
        "row_size": lambda node: _row_size(node, old),
        "dice_extra": lambda node: _each(node, seats, 0, MOST_EXTRA),
        "rounds_per_player": lambda node: node.integer(1),
        "start_score": lambda node: node.integer(),
        "score": lambda node: replace(old, **{k: v.integer() for k, v in node.fields(("center", "stack")).items()}),
        "pro": lambda node: _pro(node, old),
    }
    return special.get(name) or (lambda node: _plain(node, old))


def _plain(node: Node, old: Any) -> Any:
    if isinstance(old, StrEnum):
        return type(old)(node.choice([word.value for word in type(old)]))
    return node.flag() if isinstance(old, bool) else node.integer(0)


def _stack_size(node: Node, seats: int) -> int | tuple[int, ...]:
    return _each(node, seats, 1, 35) if isinstance(node.value, list) else node.integer(1, 35)


def _each(node: Node, seats: int, least: int, most: int) -> tuple[int, ...]:
    """A list with an entry a seat."""
    entries = tuple(entry.integer(least, most) for entry in node.items())
    if len(entries) != seats:
        node.refuse(f"{len(entries)} entries for {seats} seats")
    return entries


def _row_size(node: Node, old: RowSize) -> RowSize:
    fields = {key: size.integer(1, 5) for key, size in node.fields((*_PLAYERS, "default")).items()}
    default = fields.pop("default", old.default)
    sizes = dict(old.by_players) | {int(players): size for players, size in fields.items()}
    return RowSize(tuple(sorted(sizes.items())), default)


def _with_kind(name: str, node: Node, old: Any) -> Any:
    kinds = _KINDS[name]
    given = node.fields(("kind", *dict.fromkeys(key for keys in kinds.values() for key in keys)))
    kind = given["kind"].choice(kinds) if "kind" in given else old.kind.value
    values = {
        key: value.integer(_LEAST.get(key, 0))
        for key, value in node.fields(("kind", *kinds[kind])).items()
        if key != "kind"
    }
    if kind == old.kind.value:
        return replace(old, **values)
    if (must := _NO_DEFAULT.get((name, kind))) is not None:
        node.need(given, must)
    return type(old)(type(old.kind)(kind), **values)


def _pro(node: Node, old: Any) -> Any:
    given = node.fields(("enabled", "step", "sources", "empty_slot"))
    values = {key: _plain(value, getattr(old, key)) for key, value in given.items() if key != "sources"}
    if "sources" in given:
        values["sources"] = tuple(Place(source.choice(_SOURCES)) for source in given["sources"].items())
    return replace(old, **values)

"""The variants of a simulation: editions to compare, and the values of an option of their rules.

The message of a ``ValueError`` is for the user.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import msgspec

from kiosk.game.game_rules import rules_of, rules_plain

MOST_VALUES: Final = 50
_RANGE: Final = re.compile(r"(\d+)\.\.(\d+)")


class Variant(NamedTuple):
    """Rules and their name. ``value``: that of the option which they differ in, as text."""

    name: str
    rules: Any
    value: str = ""


@dataclass(frozen=True, slots=True)
class Sweep:
    """An option of the rules, as a path (``match_end.points``), and its values."""

    option: str
    values: tuple[str, ...]


def read_sweep(text: str) -> Sweep:
    """Return the option and its values from ``option=low..high`` or ``option=a,b,c``."""
    option, equals, wanted = text.partition("=")
    between = _RANGE.fullmatch(wanted)
    values = [value.strip() for value in wanted.split(",")]
    if between is not None:
        low, high = map(int, between.groups())
        values = [str(value) for value in range(low, min(high, low + MOST_VALUES) + 1)]
    if not (option and equals and all(values) and len(set(values)) == len(values) > 1):
        raise ValueError(f"{text!r}: write an option and at least two values, as in stack_size=8..13 or recycle=a,b")
    if len(values) > MOST_VALUES:
        raise ValueError(f"{text!r} has more than {MOST_VALUES} values: leave some out")
    return Sweep(option, tuple(values))


def variants_of(
    game: str, editions: Mapping[str, Any], sweep: Sweep | None, unused: Collection[str] = ()
) -> list[Variant]:
    """Return the rules of each of the editions with each value of the sweep.

    ``editions``: their rules by name. ``unused``: the options that the simulation does not use.
    """
    if sweep is None:
        return [Variant(name, rules) for name, rules in editions.items()]
    first = rules_plain(next(iter(editions.values())))
    known = [path for path in _paths(first) if path.partition(".")[0] not in unused]
    if sweep.option not in known:
        raise ValueError(
            f"{sweep.option!r} is no option that simulated rounds depend on; there are: {', '.join(known)}"
        )
    found = []
    for name, rules in editions.items():
        for value in sweep.values:
            called = f"{sweep.option}={value}"
            named = f"{name} {called}" if len(editions) > 1 else called
            found.append(Variant(named, _changed(game, rules, sweep.option, value), value))
    return found


def _paths(options: Mapping[str, Any], before: str = "") -> Iterator[str]:
    for name, value in options.items():
        if isinstance(value, dict):
            yield from _paths(value, f"{before}{name}.")
        else:
            yield before + name


def _changed(game: str, rules: Any, path: str, text: str) -> Any:
    plain = rules_plain(rules)
    *parts, last = path.split(".")
    options = plain
    for part in parts:
        options = options[part]
    options[last] = _value(text)
    try:
        return rules_of(game, plain)
    except ValueError as error:
        raise ValueError(f"{path}={text}: {error}") from None


def _value(text: str) -> Any:
    """Return a number or a truth value as such, anything else as it is."""
    try:
        value = msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text
    return value if isinstance(value, int) else text

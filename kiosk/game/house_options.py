"""Options of an edition that people may change at the table ("house rules"), as data: each with the values offered.

A value is a word, with a number after it if several differ by that alone (``points 2``). Words are written into
journals and results: none is renamed or given another meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from kiosk.game.options import FalseStop, FalseStopKind, Misplay, MisplayKind

R = TypeVar("R")

HOUSE: Final = "house "
"""The prefix of the key of a house rule, before the name of the option that people have changed."""


def always(_: object) -> bool:
    """Return True: an option that has an effect under all rules."""
    return True


class HouseOption(Struct, frozen=True):
    """An option that people may change.

    ``values``: word of a value -> path of a part of the rules (``pro.sources``) -> what the value sets it to.
    ``matters``: returns whether the option has an effect under these rules.
    """

    name: str
    values: Mapping[str, Mapping[str, Any]]
    matters: Callable[[Any], bool] = always

    @property
    def paths(self) -> frozenset[str]:
        """The parts of the rules that its values set."""
        return frozenset(path for parts in self.values.values() for path in parts)

    def word(self, rules: object) -> str:
        """Return the word of the value in these rules; empty if that value is not offered."""
        return next((word for word, parts in self.values.items() if _has(rules, parts)), "")

    def set_in(self, rules: R, word: str) -> R:
        """Return the rules with this value; an unknown word changes nothing. ``ValueError``: not with these rules."""
        for path, value in self.values.get(word, {}).items():
            rules = _with(rules, path, value)
        return rules


def of_values(path: str, matters: Callable[[Any], bool] = always, **values: Any) -> HouseOption:
    """Return an option that sets a single part of the rules, named by its path. ``values``: word -> value.

    The keyword ``points_2`` is the word ``points 2``.
    """
    words = {word.replace("_", " ") if word[-1].isdecimal() else word: {path: value} for word, value in values.items()}
    return HouseOption(path, words, matters)


def of_enum(path: str, values: Iterable[Any], matters: Callable[[Any], bool] = always) -> HouseOption:
    """Return an option with these members of an enum; their values are its words."""
    return HouseOption(path, {value.value: {path: value} for value in values}, matters)


def changed(options: Iterable[HouseOption], rules: R, words: Mapping[str, str]) -> R:
    """Return the rules with these values of options, by their names. ``ValueError``: they do not go together."""
    for option in options:
        rules = option.set_in(rules, words.get(option.name, ""))
    return rules


def _has(rules: object, parts: Mapping[str, Any]) -> bool:
    return all(attrgetter(path)(rules) == value for path, value in parts.items())


def _with(rules: Any, path: str, value: Any) -> Any:
    part, _, rest = path.partition(".")
    return replace(rules, **{part: _with(getattr(rules, part), rest, value) if rest else value})


FALSE_STOP: Final = of_values(
    "false_stop",
    ignore=FalseStop(FalseStopKind.IGNORE),
    seconds_2=FalseStop(FalseStopKind.LOCKOUT, ms=2000),
    seconds_5=FalseStop(FalseStopKind.LOCKOUT, ms=5000),
    points_2=FalseStop(FalseStopKind.PENALTY, points=2),
    points_5=FalseStop(FalseStopKind.PENALTY, points=5),
)
MISPLAY: Final = HouseOption(
    "misplay",
    {
        "return": {"misplay": Misplay(MisplayKind.RETURN)},
        "seconds 2": {"misplay": Misplay(MisplayKind.LOCKOUT, ms=2000)},
        "points 1": {"misplay": Misplay(MisplayKind.PENALTY, points=1)},
        "points 2": {"misplay": Misplay(MisplayKind.PENALTY, points=2)},
    },
)
"""Every game with a Stop and with pieces that may fit nowhere has these two."""

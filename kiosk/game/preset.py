"""An edition of a game as data (RULES.md 3.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct

R = TypeVar("R", bound=Struct)


class ForWhom(NamedTuple):
    """For whom a source says that its game is, and how long it takes; 0: it does not say.

    ``most``: players; ``box``: those of one box, if more need three; ``minutes``: of a game; ``round_minutes``: the
    least and the most of a round.
    """

    least: int
    most: int
    box: int = 0
    age: int = 0
    minutes: int = 0
    round_minutes: tuple[int, int] = (0, 0)


class Preset(Struct, Generic[R], frozen=True):
    """An edition: its rules, their source, and the rules that the source states (``said``).

    ``said``: names of options (``pro.step``) and of rules that no option changes, as the rule book's entries have them
    (``kiosk.rulebook.topic.Entry.subject``); None: the source is we ourselves. ``legible``: all of the source could be
    read. ``advanced``: the options that differ in the variant for advanced players, if a table offers one.
    ``for_beginners``: the table suggests slow bots with it. ``common``: of many editions, one of the few that most look
    for.
    """

    name: str
    source: str
    said: frozenset[str] | None
    rules: R
    for_beginners: bool = False
    common: bool = False
    for_whom: ForWhom | None = None
    legible: bool = True
    advanced: Mapping[str, Any] = {}

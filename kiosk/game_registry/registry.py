"""The registered games: our own, and those that installed packages provide as entry points (``GROUP``)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hardware.other_packages import ForeignError, called, entry_points, tried
from kiosk.game_registry.entry import PARTS, GameEntry

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "ligretto_kiosk.games"
"""The group of entry points; each names a ``GameEntry``."""

_OURS: Final = (
    GameEntry(
        name="cards",
        preset_key="preset",
        rules="kiosk.game.cards.game:RULES",
        bots="kiosk.bots.cards:BOTS",
        table="kiosk.table.games.cards:GAME",
        layout="kiosk.layout.card_layout:LAYOUT",
        display="kiosk.display.games.cards:PICTURE",
        referee="kiosk.referee.cards:REFEREE",
        simulator="kiosk.simulator.cards:SIMULATOR",
        rulebook="kiosk.rulebook.cards.book:RULEBOOK",
        replay="kiosk.replay.cards:REPLAY",
    ),
    GameEntry(
        name="dice",
        preset_key="dice_preset",
        rules="kiosk.game.dice.game:RULES",
        bots="kiosk.bots.dice:BOTS",
        table="kiosk.table.games.dice:GAME",
        layout="kiosk.layout.dice_layout:LAYOUT",
        display="kiosk.display.games.dice:PICTURE",
        referee="kiosk.referee.dice:REFEREE",
        simulator="kiosk.simulator.dice:SIMULATOR",
        rulebook="kiosk.rulebook.dice:RULEBOOK",
        replay="kiosk.replay.dice:REPLAY",
    ),
)

_LOG: Final = logging.getLogger(__name__)
_BROKEN: Final[dict[str, str]] = {}
"""Installed games that have been dropped in this process, and why."""
_UNUSABLE: Final[list[LeftOut]] = []
"""Installed games that ``entries`` has left out."""
_PACKAGES: Final[dict[str, str]] = {}
"""The package of each installed game that has been loaded, with its version."""
_THEIRS: Final[dict[str, str]] = {}
"""The installed game of each module of the first level that a part of it is in, also of games that are dropped."""
_TRIED: Final[dict[tuple[str, str], ForeignError | None]] = {}
"""Why entry points, by the place of their package, cannot be loaded without ending this process; None: they can."""
_KEPT_OUT: Final[dict[str, str]] = {}
"""The games that are not even loaded, by the package that they come from, with its version."""
_OURSELVES: Final = ("kiosk", "hardware")


class LeftOut(NamedTuple):
    """An installed game that is left out, its package with the version, and why."""

    game: str
    package: str
    why: str


class UnknownGame(ValueError):  # noqa: N818  it describes the input, not a failure of ours
    """The error for a game that is not registered; the message is for users."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name!r} is not an installed game (installed: {', '.join(names())})")


@cache
def entries() -> Mapping[str, GameEntry]:
    """Return every registered game by its name, our own first.

    An installed game is left out, and the log says why, if it takes the name of another, if a part is not there, or if
    its entry or its rules cannot be loaded: configuration and lobby ask every game for its editions, and the table has
    to play on without it. One that has been set aside is not even loaded (``keep_out``). The other parts are loaded
    where they are used; the table tries its own (``drop_broken``).
    """
    found = {entry.name: entry for entry in _OURS}
    _UNUSABLE.clear()
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        package = _package(point)
        if package in _KEPT_OUT:
            continue
        try:
            _try(point)
            entry, why = called(partial(_judged, point, found))
        except ForeignError as error:
            message = "the game %r (%s) cannot be loaded: %s: update or uninstall %s"
            _LOG.warning(message, point.name, point.value, error, package)
            _UNUSABLE.append(LeftOut(point.name, package, str(error)))
            continue
        if why:
            _LOG.warning("the game %r (%s) is skipped: %s", point.name, point.value, why)
            _UNUSABLE.append(LeftOut(point.name, package, why))
        elif entry.name not in _BROKEN:
            found[entry.name] = entry
            _PACKAGES[entry.name] = package
            _THEIRS.update(dict.fromkeys(_modules(entry), entry.name))
    return MappingProxyType(found)


def _try(point: EntryPoint) -> None:
    """Load all that the entry names but its picture where it can end or freeze nobody, once. Raises ForeignError."""
    dist = getattr(point, "dist", None)
    known = str(dist.locate_file("")) if dist else "", point.value
    if known not in _TRIED:
        try:
            tried(partial(_load_all, point))
        except ForeignError as error:
            _TRIED[known] = error
        else:
            _TRIED[known] = None
    if failed := _TRIED[known]:
        raise failed


def _load_all(point: EntryPoint) -> None:
    entry = point.load()
    for which in PARTS:
        if which != "display":  # only a display loads it, and it takes as long as all the others
            with suppress(Exception):  # it is told where it is used
                _load(getattr(entry, which))


def _judged(point: EntryPoint, found: Collection[str]) -> tuple[Any, str]:
    """Load an entry; return it, and why it cannot be used."""
    entry = point.load()
    return entry, _why_not(entry, found)


def _package(point: EntryPoint) -> str:
    """Return the package of an entry point with its version."""
    dist = getattr(point, "dist", None)
    return f"{dist.name} {dist.version}" if dist else point.value


def _why_not(entry: object, found: Collection[str]) -> str:
    """Return why an installed entry cannot be used; empty if it can. Raises whatever its rules raise."""
    if not isinstance(entry, GameEntry):
        return "not a GameEntry"
    if entry.name in found:
        return f"the name {entry.name!r} is taken"
    if entry.preset_key:
        return f"it has the preset_key {entry.preset_key!r}, which only our own games may have"
    absent = [which for which in PARTS if find_spec(getattr(entry, which).partition(":")[0]) is None]
    if absent:
        return f"no module for {', '.join(absent)}"
    return "" if _load(entry.rules).presets else "it has no editions"


def drop_broken(*tries: Callable[[str], object]) -> Mapping[str, str]:
    """Leave out every installed game for which one of these raises, for as long as this process runs; return why.

    For a process that must not fail later: the table loads its parts of all games before anybody plays.
    """
    failed: dict[str, str] = {}
    for name in others():
        try:
            for attempt in tries:
                called(partial(attempt, name))
        except ForeignError as error:
            _LOG.warning("the game %r is left out: %s", name, error)
            failed[name] = str(error)
    if failed:
        _BROKEN.update(failed)
        _forget()
    return failed


def drop(name: str, why: str) -> None:
    """Leave out an installed game for as long as this process runs, because it has failed."""
    _BROKEN[name] = why
    _forget()


def left_out() -> tuple[LeftOut, ...]:
    """Return the installed games that cannot be used or were dropped; those that are set aside are not among them."""
    entries()
    return (*_UNUSABLE, *(LeftOut(game, package_of(game), why) for game, why in _BROKEN.items()))


def keep_out(games: Mapping[str, str]) -> None:
    """Do not even load these games, by the package that they come from, with its version: another version is tried."""
    _KEPT_OUT.clear()
    _KEPT_OUT.update(games)
    _forget()


def kept_out() -> Mapping[str, str]:
    """Return the games that are not loaded (``keep_out``)."""
    return MappingProxyType(_KEPT_OUT)


def _forget() -> None:
    entries.cache_clear()
    part.cache_clear()


def others() -> tuple[str, ...]:
    """Return the names of the games from other packages."""
    return tuple(name for name in names() if not is_ours(name))


def package_of(name: str) -> str:
    """Return the package of a game of another package, with its version."""
    return _PACKAGES.get(name, name)


def among(modules: Iterable[str]) -> str | None:
    """Return the first game of another package, also a dropped one, that one of these modules belongs to.

    None: there is none.
    """
    return next((_THEIRS[_top(module)] for module in modules if _top(module) in _THEIRS), None)


def _modules(entry: GameEntry) -> Iterator[str]:
    """Yield the modules of the first level that an entry's parts are in and that are not ours."""
    for which in PARTS:
        module = _top(getattr(entry, which).partition(":")[0])
        if module not in _OURSELVES:
            yield module


def _top(module: str) -> str:
    return module.partition(".")[0]


def names() -> tuple[str, ...]:
    """Return the names of the registered games, our own first."""
    return tuple(entries())


def is_ours(name: str) -> bool:
    """Return whether this game comes with the program, and not from another package."""
    return any(entry.name == name for entry in _OURS)


def usual() -> str:
    """Return the name of the default game."""
    return names()[0]


def playable(name: str) -> str:
    """Return the name of this game, or of the default one if it is left out or set aside."""
    return name if name in names() else usual()


def entry(name: str) -> GameEntry:
    """Return the entry of a game; ``UnknownGame`` if none has that name."""
    found = entries().get(name)
    if found is None:
        raise UnknownGame(name)
    return found


@cache
def part(name: str, which: str) -> Any:
    """Return a part of a game, loaded on first use. ``which``: one of ``PARTS``."""
    if which not in PARTS:
        raise ValueError(f"{which!r} is not a part of a game ({', '.join(PARTS)})")
    return _load(getattr(entry(name), which))


def _load(named: str) -> Any:
    """Load what is named as ``package.module:name``."""
    module, _, attribute = named.partition(":")
    return getattr(import_module(module), attribute)

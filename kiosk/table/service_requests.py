"""The requests of the service menu that are executed outside the session, and the answers to them.

The session asks, and a separate thread executes (``kiosk.service.worker``): hashing a PIN or writing a file never
delays a press.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from kiosk.table.settings import TableSettings

LONGEST_S: Final = 600.0
"""Seconds after which a job is abandoned: a slow stick takes minutes."""


@dataclass(frozen=True, slots=True)
class Look:
    """A request for the gate's state: whether there is a menu, and whether it accepts a PIN now."""


@dataclass(frozen=True, slots=True)
class Try:
    """A request to check this PIN."""

    pin: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Set:
    """A request to set these keys (``kiosk.service.overrides.changeable``), by section and key: ``sound.volume``."""

    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Examine:
    """A request for the doctor's findings."""


@dataclass(frozen=True, slots=True)
class Carry:
    """A request for the plugged-in USB stick: ``scores``, ``report`` or ``backup`` onto it, ``restore`` from it.

    ``which`` only looks for what ``restore`` would bring back. ``reset`` needs no stick: it clears the leaderboard.
    """

    what: str


@dataclass(frozen=True, slots=True)
class Wish:
    """A request that needs root: ``poweroff``, ``restart-table``, ``restart-display``."""

    what: str


Job: TypeAlias = Look | Try | Set | Examine | Carry | Wish


@dataclass(frozen=True, slots=True)
class Known:
    """The facts about the table that the menu shows.

    ``values``: the current settings, by section and key, lists with commas; ``wishes``: those that would be granted
    here; ``networks``: the connected ones (None: a service without network access cannot see them); ``clock``: the
    clock used for the opening hours, empty if it was never set; ``fixed_rules``: the names of house rules that the
    administrator keeps, which are not deleted at the table; ``edition_names``: those that panels show.
    """

    values: Mapping[str, str]
    version: str = ""
    wishes: tuple[str, ...] = ()
    networks: tuple[str, ...] | None = None
    clock: str = ""
    fixed_rules: frozenset[str] = frozenset()
    edition_names: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Gated:
    """The gate's answer (``kiosk.service.pin_lockout.Answer``); ``known``: only if it is open."""

    verdict: str
    tries: int = 0
    seconds: float = 0.0
    known: Known | None = None


@dataclass(frozen=True, slots=True)
class Changed:
    """The answer to ``Set``: the settings now in force; ``kept``: False if they could not be saved."""

    settings: TableSettings
    known: Known
    kept: bool = True


@dataclass(frozen=True, slots=True)
class Found:
    """The doctor's findings: for each its grade (``kiosk.doctor.finding.Grade``), its text, and the fix."""

    findings: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Carried:
    """The answer to ``Carry``: on the stick, ready for the next start (``restore``), found (``which``), or done."""

    what: str
    made: str = ""


@dataclass(frozen=True, slots=True)
class Failed:
    """The answer to a request that failed. ``note``: the menu's text; ``why``: the command line's text, if any."""

    note: str = "failed"
    why: str = ""


Done: TypeAlias = Gated | Changed | Found | Carried | Failed

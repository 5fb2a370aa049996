"""What the service menu asks to have done beside the game, and what comes back.

The session asks, a thread of its own does (``kiosk.service.worker``): hashing a PIN or writing a file never keeps a
press waiting.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from kiosk.table.settings import TableSettings

LONGEST_S: Final = 600.0
"""Seconds after which a job is given up: a slow stick takes minutes."""


@dataclass(frozen=True, slots=True)
class Look:
    """Whether there is a menu, and whether a PIN is looked at now."""


@dataclass(frozen=True, slots=True)
class Try:
    """Somebody has typed this PIN."""

    pin: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Set:
    """The staff sets these keys (``kiosk.service.overrides.CHANGEABLE``), by section and key: ``sound.volume``."""

    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Examine:
    """What the doctor finds."""


@dataclass(frozen=True, slots=True)
class Carry:
    """With the USB stick that is plugged in: ``scores``, ``report`` or ``backup`` onto it, ``restore`` from it.

    ``which`` only looks what ``restore`` would bring back. Without one ``reset``: the leaderboard begins anew.
    """

    what: str


@dataclass(frozen=True, slots=True)
class Wish:
    """What only root may do: ``poweroff``, ``restart-table``, ``restart-display``."""

    what: str


Job: TypeAlias = Look | Try | Set | Examine | Carry | Wish


@dataclass(frozen=True, slots=True)
class Known:
    """What the menu has to know of its table.

    ``values``: what is set now, by section and key, lists with commas; ``wishes``: those that would be granted here;
    ``networks``: which are connected (None: a service that is kept from networks cannot see them); ``clock``: what the
    opening hours go by, empty: it was never set.
    """

    values: Mapping[str, str]
    version: str = ""
    wishes: tuple[str, ...] = ()
    networks: tuple[str, ...] | None = None
    clock: str = ""


@dataclass(frozen=True, slots=True)
class Gated:
    """What the gate says (``kiosk.service.pin_lockout.Answer``); ``known``: only if it is open."""

    verdict: str
    tries: int = 0
    seconds: float = 0.0
    known: Known | None = None


@dataclass(frozen=True, slots=True)
class Changed:
    """What was set holds from now on; it is kept unless ``kept`` is false."""

    settings: TableSettings
    known: Known
    kept: bool = True


@dataclass(frozen=True, slots=True)
class Found:
    """What the doctor has found: each as its grade (``kiosk.doctor.finding.Grade``), what is so, and the mend."""

    findings: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Carried:
    """It is on the stick, ready for the next start (``restore``), found (``which``), or done (``reset``).

    ``made``: when what was found was made, by the clock of the table that has made it.
    """

    what: str
    made: str = ""


@dataclass(frozen=True, slots=True)
class Failed:
    """It could not be done. ``note``: what the menu says then; ``why``: as the command line says it, if it does."""

    note: str = "failed"
    why: str = ""


Done: TypeAlias = Gated | Changed | Found | Carried | Failed

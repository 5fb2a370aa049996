"""Real dice: the tray of a seat, whether its dice were thrown, what keeps them from counting. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct, field

from hardware.api import BOARD_CLOCK, TrayDie, TrayReading, TrayState
from kiosk.game.seats import SeatNumber

COLORS: Final = "rgby"
"""The letters of the colours of real dice (``TrayDie.color``), in the order in which they are listed."""

THROW_MS: Final = 200
"""The time that all dice must move together in a throw, ms of the board's clock."""

_LIES: Final = frozenset({TrayState.SETTLED, TrayState.FAULT})


class Problem(StrEnum):
    """A reason why no roll is counted: the words of ``protocol.SeatView.tray``, some followed by a number or colours.

    The first that applies is reported.
    """

    LOST = "lost"
    """The reader does not answer."""
    ROLLING = "rolling"
    THROW = "throw"
    """The dice in the tray, if any, have not been thrown since the last roll."""
    AGAIN = "again"
    """They were thrown when no throw counted, or have been changed by hand since."""
    UNREAD = "unread"
    """A number of dice cannot be read."""
    FAULT = "fault"
    """Something else lies there."""
    TAKE_OUT = "take_out"
    """There are too many dice of these colours: they are placed, or another seat's."""
    MISSING = "missing"
    """Dice of these colours are missing."""


class Trouble(Struct, frozen=True):
    """A problem with its details: a number, or colours by their letters."""

    problem: Problem
    about: str = ""

    def __str__(self) -> str:
        return f"{self.problem} {self.about}".rstrip()


class SeatTray(Struct):
    """The state of one seat's tray, from its readings."""

    latest: TrayReading | None = None
    """The latest reading; None: nothing yet."""
    thrown: bool = False
    """True if, since the last counted roll, the tray was empty or all its dice moved for ``THROW_MS`` together."""
    _moving: int | None = None
    """The board's time since which all dice move."""
    _spoilt: bool = False
    """True if the latest throw came when none was awaited."""
    _seen: Counter[TrayDie] | None = None
    """The dice that could be read when those thrown had come to rest."""
    _open: int = 0
    """The number of dice that were still to be read or added then."""

    @property
    def works(self) -> bool:
        """True if its reader answers."""
        return self.latest is not None and self.latest.state is not TrayState.LOST

    def take(self, reading: TrayReading) -> None:
        """Take the newest reading."""
        before, self.latest = self.latest, reading
        ends = reading.state is TrayState.LOST  # such a reading has no time of the board's clock
        if before is not None and (ends or before.boot != reading.boot or before.state is TrayState.LOST):
            self._moving = None  # the board's clock has restarted, or the time between is unknown
        if reading.state is TrayState.EMPTY:
            self._throw()
        if self._moving is not None and (reading.board_ms - self._moving) % BOARD_CLOCK >= THROW_MS:
            self._throw()
        if not _all_move(reading):
            self._moving = None
        elif self._moving is None:
            self._moving = reading.board_ms

    def _throw(self) -> None:
        self.thrown, self._spoilt, self._seen = True, False, None

    def restart(self) -> None:
        """Count only new throws from now on: a roll has been counted, or it is GO."""
        self.thrown = self.latest is not None and self.latest.state is TrayState.EMPTY
        self._spoilt, self._seen, self._moving = False, None, None

    def roll(self, dice: Sequence[str], *, waits: bool) -> tuple[TrayDie, ...] | None:
        """Return the roll in the latest reading of a seat that has these unplaced ``dice``; None if it is none.

        ``dice``: the letters of their colours. ``waits``: True if the game waits for a roll of this seat; otherwise the
        throw is spoilt.
        """
        if self.latest is None or self.latest.state not in _LIES or not self.thrown:
            return None
        if not waits:
            self.thrown, self._spoilt = False, True
            return None
        if self._seen is None:
            read = [die for die in self.latest.dice if _is_read(die)]
            self._seen = Counter(read)
            self._open = (Counter(dice) - _colors(read)).total()
        judged = self.judge(dice)
        return None if isinstance(judged, Trouble) else judged

    def judge(self, dice: Sequence[str]) -> tuple[TrayDie, ...] | Trouble:
        """Return the roll that the tray shows of these unplaced ``dice``, or the trouble with it."""
        if self.latest is None or not self.works:
            return Trouble(Problem.LOST)
        if self.latest.state is TrayState.ROLLING:
            return Trouble(Problem.ROLLING)
        if not self.thrown or self.latest.state is TrayState.EMPTY:
            return Trouble(Problem.AGAIN if self._spoilt else Problem.THROW)
        return self._compare(self.latest, dice)

    def _compare(self, latest: TrayReading, dice: Sequence[str]) -> tuple[TrayDie, ...] | Trouble:
        unread = sum(not _is_read(die) for die in latest.dice)
        if unread:
            return Trouble(Problem.UNREAD, str(unread))
        if latest.state is TrayState.FAULT:
            return Trouble(Problem.FAULT)
        wanted, there = Counter(dice), _colors(latest.dice)
        if extra := there - wanted:
            return Trouble(Problem.TAKE_OUT, _told(extra))
        if missing := wanted - there:
            return Trouble(Problem.MISSING, _told(missing))
        changed = Counter(latest.dice) - (self._seen if self._seen is not None else Counter(latest.dice))
        if changed.total() > self._open:
            return Trouble(Problem.AGAIN)
        return tuple(sorted(latest.dice, key=_place))


def _all_move(reading: TrayReading) -> bool:
    return reading.state is TrayState.ROLLING and all(die.value is None for die in reading.dice)


def _is_read(die: TrayDie) -> bool:
    return die.color is not None and die.value is not None


def _colors(dice: Iterable[TrayDie]) -> Counter[str]:
    return Counter(die.color for die in dice if die.color)


def _told(colors: Counter[str]) -> str:
    return "".join(sorted(colors.elements(), key=COLORS.index))


def _place(die: TrayDie) -> tuple[int, int]:
    """Return the sort key of a die in a roll: colour, then value."""
    return COLORS.index(die.color or ""), die.value or 0


class DiceRolls(Struct):
    """The ``trays`` of the seats that have one; their readings count only in a match with ``real`` dice.

    ``bots``: the seats played by bots: these roll on the screen.
    """

    trays: Mapping[SeatNumber, SeatTray] = field(default_factory=dict)
    bots: Container[SeatNumber] = ()
    real: bool = False

    def awaited(self, number: SeatNumber) -> bool:
        """Return whether this seat throws real dice now: its board works, and no bot plays there."""
        tray = self.trays.get(number)
        return self.real and number not in self.bots and tray is not None and tray.works

    def take(self, number: SeatNumber, reading: TrayReading, *, early: bool) -> None:
        """Take a new reading of a tray. ``early``: it was made before GO."""
        tray = self.trays[number]
        tray.take(reading)
        if early:
            tray.restart()

    def roll(self, number: SeatNumber, dice: Sequence[str], *, waits: bool) -> tuple[TrayDie, ...] | None:
        """Return the roll that the tray shows now (``SeatTray.roll``) of these unplaced ``dice``, named by colour."""
        return self.trays[number].roll(dice, waits=waits) if dice and self.awaited(number) else None

    def counted(self, number: SeatNumber) -> None:
        """Note that a roll of this seat, real or on the screen, has counted."""
        if number in self.trays:
            self.trays[number].restart()

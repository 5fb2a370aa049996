"""The session's feed to the journal, and the barrier that waits until its records are on the disk. Pure.

Final results are shown only when the journal's writer has reported them on the disk.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct, field

from hardware.api import Instant
from kiosk.game.commands import Command, SeatCommand, picked_up_of
from kiosk.game.events import Event
from kiosk.game.seats import Roster
from kiosk.journal.codec import Codec, codec_of
from kiosk.journal.health import Durable, JournalFault, JournalHealthy
from kiosk.journal.records import AnyRecord, Judged, RoundStarted
from kiosk.protocol import Fault, english
from kiosk.table.verdicts import Cause

_MS: Final = 1_000_000


class JournalFeed(Struct):
    """The records since the session began. If it is not ``on``, it keeps nothing and nothing waits for it."""

    on: bool = False
    durable: int = 0
    """The number of records on the disk."""
    saving: bool = True
    """True if the disk accepts records; otherwise nothing waits for it."""
    round: list[AnyRecord] = field(default_factory=list)
    """All records of the latest round, for a replay."""
    _count: int = 0
    _fresh: list[AnyRecord] = field(default_factory=list)

    def add(self, record: AnyRecord) -> int:
        """Append a record; return its number, counted from 1."""
        if self.on:
            self._count += 1
            self._fresh.append(record)
            if isinstance(record, RoundStarted):
                self.round = []
            self.round.append(record)
        return self._count

    def take(self) -> list[AnyRecord]:
        """Return the records added since the last call."""
        fresh, self._fresh = self._fresh, []
        return fresh

    def has(self, match: str) -> bool:
        """Return whether the latest round is of the match with this identity: before its first one none is kept."""
        started = self.round[0] if self.round else None
        return isinstance(started, RoundStarted) and started.match == match

    @property
    def codec(self) -> Codec:
        """The codec of the latest round's game."""
        started = self.round[0]
        if not isinstance(started, RoundStarted):
            raise TypeError(f"a round began with {type(started).__name__}")
        return codec_of(started.game)

    @property
    def caught_up(self) -> bool:
        """True if all records are on the disk."""
        return self.durable >= self._count

    def covers(self, number: int) -> bool:
        """Return whether the record of this number counts as kept: it is on the disk, or nothing will be."""
        return not self.on or not self.saving or self.durable >= number


def judged(
    codec: Codec, command: Command, events: Sequence[Event], cause: Cause | None, roster: Roster, start: Instant
) -> Judged:
    """Return the record of a command in the round that began at ``start``. ``cause``: None without an input."""
    plain, told = codec.command_plain(command), tuple(map(codec.event_plain, events))
    seat = roster.number(command.seat) if isinstance(command, SeatCommand) else None
    picked_up = picked_up_of(command)
    if cause is None:
        at = command.at * _MS
        return Judged(at, plain, told, at, seat=seat, picked_up=picked_up)
    at, stamp = cause.at - start, cause.stamp - start
    return Judged(at, plain, told, stamp, cause.source, seat, cause.input, cause.lot, picked_up)


NO_ANSWER: Final = Fault("journal.no_answer")


class _Wait(Struct, frozen=True):
    """A step that waits for the record of this ``number`` to reach the disk, at most ``until`` an instant."""

    number: int
    then: Callable[[], None]
    until: Instant


class JournalBarrier:
    """The state of the journal as reported to the table, and at most one step that waits for the disk.

    ``reports``: the list that receives lines for the operator.
    """

    def __init__(self, log: JournalFeed, reports: list[str]) -> None:
        self._log = log
        self._reports = reports
        self._wait: _Wait | None = None
        self.gave_up = False
        """True if the last wait for the disk timed out."""
        self.fault: Fault | None = None
        """The fault of the journal."""

    @property
    def waits(self) -> bool:
        """True if a step waits for the disk: until then a press does not go on."""
        return self._wait is not None

    @property
    def until(self) -> Instant | None:
        """The end of the wait for the disk; None if nothing waits."""
        return None if self._wait is None else self._wait.until

    @property
    def saving(self) -> str:
        """``protocol.Snapshot.saving``."""
        if self._wait is not None:
            return "waiting"
        return "" if self._log.saving else "unsaved"

    def drop(self) -> None:
        """Cancel the waiting step: another state has begun."""
        self._wait = None

    def when_kept(self, number: int, then: Callable[[], None], until: Instant) -> None:
        """Call ``then`` once the record of this number is on the disk, or at ``until`` if the disk has not answered."""
        if self._log.covers(number):
            then()
        else:
            self._wait = _Wait(number, then, until)

    def is_overdue(self, now: Instant) -> bool:
        """Return whether the wait for the disk has timed out."""
        return self._wait is not None and now >= self._wait.until

    def take(self, report: Durable | JournalFault | JournalHealthy) -> bool:
        """Take a report of the journal's writer; return whether it changes anything shown."""
        self.gave_up = self.gave_up and isinstance(report, Durable)
        match report:
            case Durable(count=count):
                self._log.durable = max(self._log.durable, count)
                if not (self.gave_up and self._log.caught_up):
                    return False
                return self.take(JournalHealthy())  # it was only slow, and has caught up
            case JournalFault(fault=fault, saving=saving):
                self._log.saving, self.fault = saving, fault
                self._reports.append(f"journal: {english(fault)}")
            case JournalHealthy():
                self._log.saving, self.fault = True, None
                self._reports.append("journal: works again")
        return True

    def go_on(self) -> None:
        """Run the waiting step, if its record is on the disk or the disk keeps nothing."""
        if self._wait is not None and self._log.covers(self._wait.number):
            self._wait.then()

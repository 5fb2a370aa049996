"""The session's feed to the journal: the records in their order, and how many of them are on the disk. Pure.

The runner of the session takes the records and has them written (``kiosk.journal``); the writer's reports come back as
input (``kiosk.journal.status``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct, field

from hardware.api import Instant
from kiosk.game.commands import Command, SeatCommand
from kiosk.game.events import Event
from kiosk.game.seats import Roster
from kiosk.journal.codec import Codec, codec_of
from kiosk.journal.records import AnyRecord, Judged, RoundStarted
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
    if cause is None:
        at = command.at * _MS
        return Judged(at, plain, told, at, seat=seat)
    return Judged(cause.at - start, plain, told, cause.stamp - start, cause.source, seat, cause.input, cause.lot)

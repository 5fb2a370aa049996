"""What the session says to the journal: records in their order, and how far they are on the disk. Pure.

Whoever runs the session takes the records and has them written (``kiosk.journal``); what the writer tells comes back
as input (``kiosk.journal.status``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from hardware.api import Instant
from kiosk.game.commands import Command, SeatCommand
from kiosk.game.events import Event
from kiosk.game.seats import Roster
from kiosk.journal.codec import Codec, codec_of
from kiosk.journal.records import AnyRecord, Judged, RoundStarted
from kiosk.table.verdicts import Cause

_MS: Final = 1_000_000


@dataclass(slots=True)
class Log:
    """Records since the session began. One that is not ``on`` keeps nothing and makes nobody wait."""

    on: bool = False
    durable: int = 0
    """So many records are on the disk."""
    saving: bool = True
    """Whether the disk takes anything; else nobody waits for it."""
    round: list[AnyRecord] = field(default_factory=list)
    """All records of the latest round: it can be looked at again."""
    _count: int = 0
    _fresh: list[AnyRecord] = field(default_factory=list)

    def add(self, record: AnyRecord) -> int:
        """Say something to the journal; its number, from 1."""
        if self.on:
            self._count += 1
            self._fresh.append(record)
            if isinstance(record, RoundStarted):
                self.round = []
            self.round.append(record)
        return self._count

    def take(self) -> list[AnyRecord]:
        """What has been said since the last call."""
        fresh, self._fresh = self._fresh, []
        return fresh

    @property
    def codec(self) -> Codec:
        """The codec of the latest round's game."""
        started = self.round[0]
        if not isinstance(started, RoundStarted):
            raise TypeError(f"a round began with {type(started).__name__}")
        return codec_of(started.game)

    @property
    def caught_up(self) -> bool:
        """Whether the disk has everything."""
        return self.durable >= self._count

    def covers(self, number: int) -> bool:
        """Whether the record of this number may be taken as kept: it is on the disk, or nothing will be."""
        return not self.on or not self.saving or self.durable >= number


def judged(
    codec: Codec, command: Command, events: Sequence[Event], cause: Cause | None, roster: Roster, start: Instant
) -> Judged:
    """The record of a command of the round that began at ``start``. ``cause``: None for what is nobody's input."""
    plain, told = codec.command_plain(command), tuple(map(codec.event_plain, events))
    seat = roster.number(command.seat) if isinstance(command, SeatCommand) else None
    if cause is None:
        at = command.at * _MS
        return Judged(at, plain, told, at, seat=seat)
    return Judged(cause.at - start, plain, told, cause.stamp - start, cause.source, seat, cause.input, cause.lot)

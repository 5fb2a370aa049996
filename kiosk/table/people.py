"""The table's seats and who sits there: counting them, asking the silent ones, letting the gone ones go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from hardware.api import DeviceFault, DeviceHealthy, Duration, Instant
from kiosk.game.seats import SeatNumber
from kiosk.table.seat import Seat, SeatState
from kiosk.table.settings import TableSettings


class People:
    """All seats of the table."""

    def __init__(self, settings: TableSettings) -> None:
        self._settings = settings
        self.seats = {
            plan.seat: Seat(plan.seat, settings.language, stopless=plan.seat in settings.screen_stop)
            for plan in settings.seats
        }

    def __iter__(self) -> Iterator[Seat]:
        return iter(self.seats.values())

    def get(self, number: int) -> Seat | None:
        """The seat of that number, None if the table has none."""
        return self.seats.get(SeatNumber(number))

    def here(self) -> list[Seat]:
        """Seats with a person who takes part, in the lobby or in a match."""
        return [seat for seat in self if seat.human]

    def company(self, *, in_match: bool) -> set[SeatNumber]:
        """Seats that have a panel, or will have: in a match those of bots and of who has left are among them."""
        return {
            seat.number
            for seat in self
            if seat.joining or (seat.state is not SeatState.FREE if in_match else seat.human)
        }

    def players(self) -> list[Seat]:
        """Seats with a person who plays in the match."""
        return [seat for seat in self if seat.plays]

    def ready(self) -> list[Seat]:
        """Seats that are ready for a match."""
        return [seat for seat in self if seat.state is SeatState.READY]

    def all_ready(self) -> bool:
        """Whether everybody who has sat down is ready."""
        return len(self.ready()) == len(self.here())

    def clear(self, *, but: Seat | None = None) -> None:
        """Free all seats for new guests."""
        for seat in self:
            if seat is not but:
                seat.clear(self._settings.language)

    def free(self, seat: Seat) -> None:
        """Free one seat for the next guest."""
        seat.clear(self._settings.language)

    def follow(self, settings: TableSettings) -> None:
        """Other languages hold from now on."""
        self._settings = settings
        for seat in self:
            if seat.language not in settings.languages:
                seat.language = settings.language

    def alive(self, seat: Seat, now: Instant) -> None:
        """A sign of life."""
        seat.active_at = now
        seat.asked = False

    def ask_silent(self, now: Instant) -> list[Seat]:
        """Ask the players of whom nothing was heard for long; those who did not answer are returned."""
        times = self._settings.times
        for seat in self.players():
            seat.asked = seat.asked or now - seat.active_at >= times.idle_ask
        return [seat for seat in self.players() if now - seat.active_at >= times.idle_leave]

    def gone_from_lobby(self, now: Instant) -> list[Seat]:
        """Seats in the lobby of which nothing is heard any more."""
        return [seat for seat in self.here() if now - seat.active_at >= self._settings.times.lobby]

    def drop_pauses(self, now: Instant) -> bool:
        """Drop the pauses that were asked for, and that the others did not want in time; whether there were any."""
        old = [
            seat
            for seat in self
            if seat.asks_pause is not None and now - seat.asks_pause >= self._settings.times.asks_pause
        ]
        for seat in old:
            seat.asks_pause = None
        return bool(old)

    def deadlines(self, wait: Duration | None) -> Iterator[Instant]:
        """When somebody is to be asked, let go or forgotten.

        ``wait``: how long silence is borne now (None: for ever).
        """
        times = self._settings.times
        for seat in self.here():
            if wait is not None:
                yield Instant(seat.active_at + (times.idle_leave if seat.asked else wait))
        for seat in self:
            if seat.asks_pause is not None:
                yield Instant(seat.asks_pause + times.asks_pause)

    def device(self, report: DeviceFault | DeviceHealthy) -> None:
        """What a seat's device says about itself."""
        seat = self.get(report.seat or 0)
        if seat is not None and isinstance(report, DeviceFault):
            seat.faults[report.device] = report
        elif seat is not None:
            seat.faults.pop(report.device, None)


LONGEST: Final = 12
"""Characters of a name."""

OFFERED: Final = 48
"""So many names are offered to be chosen again."""

_SIGNS: Final = frozenset(" -'")


def tidy_name(value: str) -> str | None:
    """The name with single spaces between its words, empty for a guest; None for what is no name."""
    name = " ".join(value.split())
    if not name:
        return ""
    fits = len(name) <= LONGEST and all(sign.isalnum() or sign in _SIGNS for sign in name)
    return name if fits and any(sign.isalnum() for sign in name) else None


def newest_first(names: Iterable[str]) -> tuple[str, ...]:
    """Each name once, however it is written, as it was written last; ``names``: newest first, guests' left out."""
    known: dict[str, str] = {}
    for name in names:
        if name:
            known.setdefault(name.casefold(), name)
    return tuple(known.values())[:OFFERED]

"""Replay of a recorded round: a table without hardware, journal or players, with the usual socket for displays."""

from __future__ import annotations

import queue
from collections.abc import Callable
from typing import Final

from msgspec import structs

from hardware.api import Instant
from kiosk import protocol as msg
from kiosk.config.loader import CONFIGS, load
from kiosk.config.schema import Settings
from kiosk.journal.records import RoundStarted
from kiosk.system.unix_socket import Claim
from kiosk.table.inputs import DisplayJoined, FromDisplay, PictureFailed
from kiosk.table.replay_player import ReplayPlayer
from kiosk.table.settings import TableSettings
from kiosk.table.snapshots import draw, welcome
from kiosk.table_process.display_server import DisplayServer
from kiosk.table_process.runner import Inbox

_NS: Final = 1_000_000_000
_HEALTH: Final = msg.Health("none: a round of the journal is shown again", None, msg.PressLatency(0, 0, 0, 0))


class RecordedRound:
    """The replay of a round, called ``title``, for all displays that connect; it starts with the first."""

    def __init__(self, replayer: ReplayPlayer, title: str, claim: Claim, clock: Callable[[], Instant]) -> None:
        self.inbox: Inbox = queue.SimpleQueue()
        """The input queue, for any thread; None ends the replay."""
        self.failed: msg.Fault | None = None
        """Why the display cannot show the round's game, which has ended the replay; None: it can."""
        self._replayer = replayer
        self._title = title
        self._clock = clock
        self._shown: msg.Snapshot | None = None
        self._begun = False
        self._link = DisplayServer(claim, welcome(replayer.stage), self.inbox.put, clock, lambda: _HEALTH)

    def run(self) -> None:
        """Show the replay until it is closed."""
        self._link.start()
        try:
            self._show()
            while self._take_all():
                self._show()
        finally:
            self._link.close()

    def _take_all(self) -> bool:
        """Wait for input, and process all of it; return False if the replay was closed."""
        try:
            came = [self.inbox.get(timeout=self._patience())]
        except queue.Empty:
            came = []
        came += [self.inbox.get_nowait() for _ in range(self.inbox.qsize())]
        now = self._clock()
        for input_ in came:
            match input_:
                case None | FromDisplay(message=msg.DriveReplay(do="close")):
                    return False
                case PictureFailed(game=game, fault=fault) if game in self._replayer.stage.games():
                    self.failed = fault
                    return False
                case FromDisplay(message=msg.DriveReplay() as control):
                    self._replayer.drive(control, now)
                case DisplayJoined() if not self._begun:
                    self._begun = True
                    self._replayer.play(now)
                case _:
                    pass
        self._replayer.advance(now)
        return True

    def _patience(self) -> float | None:
        """Return the seconds until the picture changes by itself."""
        due = self._replayer.next_deadline()
        return None if due is None else max(0.0, (due - self._clock()) / _NS)

    def _show(self) -> None:
        now, number = self._clock(), 1 if self._shown is None else self._shown.id + 1
        fresh = self._replayer.show_times(draw(self._replayer.stage, number), now)
        fresh = structs.replace(fresh, replay=self._replayer.view(title=self._title))
        if self._shown is None or structs.replace(self._shown, id=fresh.id, now=fresh.now) != fresh:
            self._shown = fresh
            self._link.show(fresh)


def table_for(started: RoundStarted, settings: Settings | None) -> TableSettings:
    """Return the table of this configuration, by default the smallest packaged one that has the round's seats.

    It has no hardware. Raises ValueError with a message for the user if the table lacks a seat.
    """
    needed = {sitting.seat for sitting in started.seats}
    tables = [settings] if settings is not None else _packaged()
    for table in tables:
        if needed <= {plan.seat for plan in table.plan()}:
            languages = tuple(table.language.offered)
            return TableSettings(table.plan(), table.table.diagonal_mm, languages, table.language.default)
    seats = ", ".join(map(str, sorted(needed)))
    raise ValueError(f"the round was played at the seats {seats}: name a configuration that has them with --config")


def _packaged() -> list[Settings]:
    """Return the packaged configurations, the smallest first."""
    return sorted(map(load, CONFIGS.glob("*_seats.toml")), key=lambda settings: len(settings.seat))

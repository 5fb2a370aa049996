"""The one thread that owns the session. All other threads only put inputs into its queue."""

from __future__ import annotations

import logging
import queue
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final, Protocol, TypeAlias

from msgspec import Struct, structs

from hardware.api import ButtonEdge, DiceReaders, Instant, Lamps, TrayLamp
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.journal.records import AnyRecord
from kiosk.protocol.state import State
from kiosk.table.inputs import Input, PictureFailed, TimePassed
from kiosk.table.lamps import ShownLamp, lamps
from kiosk.table.press_times import PressTimes
from kiosk.table.service_requests import Job
from kiosk.table.session import Session
from kiosk.table.snapshots import tray_lamps
from kiosk.table_process.game_fence import CallMark, GameFence

log = logging.getLogger(__name__)

_NS: Final = 1_000_000_000
_MATCH_OVER: Final = State.MATCH_RESULT.value

Inbox: TypeAlias = "queue.SimpleQueue[Input | None]"
"""The runner's input queue; any thread may put, which never blocks."""


class Audience(Protocol):
    """A receiver of snapshots (``kiosk.table_process.display_server.DisplayServer``)."""

    def show(self, snapshot: msg.Snapshot) -> None:
        """Pass the newest snapshot on. Never blocks."""


class Audiences(Struct, frozen=True):
    """Several receivers of the same snapshots, in this order."""

    each: tuple[Audience, ...]

    def show(self, snapshot: msg.Snapshot) -> None:
        """Pass the newest snapshot on to each."""
        for audience in self.each:
            audience.show(snapshot)


class RecordWriter(Protocol):
    """The writer of the session's records to the journal (``kiosk.journal.writer_thread.Flusher``)."""

    def write(self, records: Sequence[AnyRecord]) -> None:
        """Queue records for writing, in order. Never blocks."""


class Runner:
    """The loop that runs a session by the real clock. Other threads only use the inbox; None in it ends ``run``.

    ``ask``: queues a job of the service menu, whose result goes into the inbox; it never blocks. A game of another
    package that fails in the session is dropped (``kiosk.table_process.game_fence``).
    """

    def __init__(
        self,
        session: Session,
        inbox: Inbox,
        lamps_: Lamps,
        audience: Audience,
        clock: Callable[[], Instant],
        readers: DiceReaders | None = None,
        journal: RecordWriter | None = None,
        ask: Callable[[Job], None] | None = None,
    ) -> None:
        self._session = session
        self._fence = GameFence(session)
        self._inbox = inbox
        self._lamps = lamps_
        self._audience = audience
        self._clock = clock
        self._shown: msg.Snapshot | None = None
        self._lit: dict[SeatNumber, ShownLamp] = {}
        self._readers = readers
        self._journal = journal
        self._ask = ask
        self._trays_lit: dict[SeatNumber, TrayLamp] = {}
        self._deadline: Instant | None = None
        self.press_times = PressTimes()
        """The latencies of all presses until their lamp was set; readable from any thread."""
        self.faults: tuple[msg.NamedFault, ...] = session.table.faults
        """The current faults, shown to the operator; replaced as a whole, readable from any thread."""
        self.turns = 0
        """The number of iterations of the loop; readable from any thread."""

    def mark_calls(self, mark: CallMark) -> None:
        """Set this mark while a game of another package may be called."""
        self._fence = GameFence(self._session, mark)

    @property
    def shown(self) -> msg.Snapshot | None:
        """The latest snapshot for the displays; readable from any thread."""
        return self._shown

    def run(self) -> None:
        """Run the session until None is in the inbox."""
        self.begin()
        running = True
        while running:
            came, now = self._come_in()
            inputs = [input_ for input_ in came if input_ is not None]
            running = len(inputs) == len(came)
            self.turn(inputs, now)
        self.press_times.log()

    def begin(self) -> None:
        """Show the session as it is before its first input."""
        self._pass_on()

    def turn(self, inputs: Sequence[Input], now: Instant) -> None:
        """Have the session take these inputs, all that there are at ``now``; pass on what follows from them."""
        for place, input_ in enumerate(inputs, 1):
            if isinstance(input_, PictureFailed):
                self._fence.lose(input_)
                input_ = TimePassed()  # noqa: PLW2901  that it has failed is all there was
            elif isinstance(input_, ButtonEdge):
                self._lit.pop(SeatNumber(input_.seat), None)  # the lamp shows "heard" now: it must be set again
            self._fence.call(partial(self._session.handle, input_, now, more=place < len(inputs)))
        self._pass_on()
        self._measure(inputs)
        self.turns += 1

    def _pass_on(self) -> None:
        """Pass on what the session has to tell; once more, if a game has failed in it and is dropped."""
        self._write()
        while not self._fence.call(self._show):
            self._write()

    def _come_in(self) -> tuple[list[Input | None], Instant]:
        """Wait for input; return all inputs in the inbox, and a time: every input put before it is among them.

        Otherwise a runner that is late would judge a press while an earlier one is still in the inbox.
        """
        first = self._next()
        now = self._clock()
        return [first, *(self._inbox.get_nowait() for _ in range(self._inbox.qsize()))], now

    def _measure(self, inputs: Iterable[Input]) -> None:
        """Record the latencies of presses; done last, so that logging never delays a press."""
        for input_ in inputs:
            if isinstance(input_, ButtonEdge) and input_.heard is not None:
                self.press_times.heard(f"seat {input_.seat} {input_.button.value}", input_.at, input_.heard)

    def _next(self) -> Input | None:
        """Return the next input, or TimePassed at the session's deadline."""
        try:
            return self._inbox.get(timeout=self._patience())
        except queue.Empty:
            return TimePassed()

    def _patience(self) -> float | None:
        """Return the seconds until the session's next deadline."""
        if not self._fence.call(self._look_ahead):
            return 0.0
        return None if self._deadline is None else max(0.0, (self._deadline - self._clock()) / _NS)

    def _look_ahead(self) -> None:
        self._deadline = self._session.next_deadline()

    def _write(self) -> None:
        """Pass the session's records to the journal, and its jobs to the service worker."""
        if self._journal is not None:
            self._journal.write(self._session.table.log.take())
        if self._ask is not None:
            for job in self._session.table.jobs:
                self._ask(job)
        self._session.table.jobs.clear()

    def _show(self) -> None:
        """Send changes to displays and lamps, and reports for the operator to the log."""
        table = self._session.table
        for report in table.reports:
            log.warning("%s", report)
        table.reports.clear()
        if not table.changed:
            return
        table.changed = False
        self.faults = table.faults
        self._show_snapshot()
        self._show_lamps()
        if self._readers is not None:
            self._show_tray_lamps(self._readers)

    def _show_snapshot(self) -> None:
        """Send the displays a snapshot if it differs from the one before; log the latencies at the end of a match."""
        before = self._shown
        fresh = self._session.snapshot((before.id if before else 0) + 1)
        if before is not None and structs.replace(before, id=fresh.id, now=fresh.now) == fresh:
            return
        if fresh.state == _MATCH_OVER and (before is None or before.state != _MATCH_OVER):
            self.press_times.log()
        self._shown = fresh
        self._audience.show(fresh)

    def _show_lamps(self) -> None:
        for seat, lit in lamps(self._session.table, self._session.current).items():
            if self._lit.get(seat) != lit:
                self._lit[seat] = lit
                self._lamps.show(seat, lit.state, lit.since)

    def _show_tray_lamps(self, readers: DiceReaders) -> None:
        for seat, lamp in tray_lamps(self._session.table).items():
            if self._trays_lit.get(seat) is not lamp:
                self._trays_lit[seat] = lamp
                readers.light(seat, lamp)

"""The arbiter: a reorder buffer that merges the time-stamped input of several sources into one order. Pure.

Its place on the way of a press: kiosk/README.md, "A press, from edge to verdict".

An input is held back until every source has reported that nothing older will follow, for at most ``HOLD_BACK``. Inputs
that compete within the uncertainty of their sources are a dead heat: it is decided by a rank drawn by lot for the
round, never by the seat number. Inputs that do not compete keep the order of their stamps, so that a lot never
separates a 4 from the 3 before it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Final, Generic, TypeVar

from msgspec import Struct, field

from hardware.api import Duration, Instant, milliseconds
from kiosk.game.seats import SeatNumber

HOLD_BACK: Final = milliseconds(50)
"""The longest time from an input's stamp to its release, but for what a source asks for (``mark``)."""
LONGEST_WAIT: Final = milliseconds(40)
"""The longest time by which a source may prolong that."""

W = TypeVar("W")


class SourceClass(Struct, frozen=True):
    """The timing properties of a class of devices.

    ``offset``: the constant delay of its stamps, which is subtracted. ``uncertainty``: stamps closer together than this
    cannot be told apart (buttons about 0.05 ms, a panel one scan, about 8 ms). ``delivery``: no input older than now
    minus this will still arrive; None for a source that sends marks of its own.
    """

    offset: Duration = Duration(0)
    uncertainty: Duration = Duration(0)
    delivery: Duration | None = Duration(0)


class Stamped(Struct, Generic[W], frozen=True):
    """An input with its corrected stamp. ``source``: the name of the device or display that it came from."""

    at: Instant
    seat: SeatNumber
    source: str
    what: W


class Ordered(Struct, Generic[W], frozen=True):
    """An input at its place in the order: ``at`` never decreases. ``lot``: True if a dead heat decided this place."""

    at: Instant
    input: Stamped[W]
    lot: bool = False


class _Source(Struct):
    kind: SourceClass
    mark: Instant
    awaited: bool
    wait: Duration = Duration(0)

    def frontier(self, now: Instant) -> Instant:
        return self.mark if self.kind.delivery is None else Instant(now - self.kind.delivery)


class Arbiter(Struct, Generic[W]):
    """The arbiter of one round.

    ``ranks``: each seat's rank, drawn by lot for the round; in a dead heat the lowest wins. ``contest``: returns
    everything that an input competes for.
    """

    ranks: Mapping[SeatNumber, int]
    contest: Callable[[Stamped[W]], frozenset[Hashable]]
    late: int = 0
    """The number of inputs that arrived after one with a later stamp had been judged; they are judged after it."""
    silent: list[str] = field(default_factory=list)
    """Sources that missed the hold-back; they are not waited for until their next mark."""
    _sources: dict[str, _Source] = field(default_factory=dict)
    _pending: list[Stamped[W]] = field(default_factory=list)
    _lost: set[int] = field(default_factory=set)
    _last: Instant = Instant(0)
    _told: set[str] = field(default_factory=set)

    def add_source(self, name: str, kind: SourceClass) -> None:
        """Add a source. One with marks of its own is waited for from its first mark on."""
        self._sources[name] = _Source(kind, Instant(0), awaited=kind.delivery is not None)

    def remove_source(self, name: str) -> None:
        """Stop waiting for a source; its pending inputs stay in line."""
        if name in self._sources:
            self._sources[name].awaited = False

    @property
    def hold_back(self) -> Duration:
        """The longest time from an input's stamp to its release now."""
        waits = (source.wait for source in self._sources.values() if source.awaited)
        return Duration(HOLD_BACK + max(waits, default=0))

    def mark(self, name: str, at: Instant, wait: Duration = Duration(0)) -> None:
        """Take a source's promise that nothing older than ``at`` (its own, uncorrected stamp) will follow.

        ``wait``: the source holds an input back, and its marks stay at ``at`` for this long at most.
        """
        source = self._sources[name]
        source.wait = Duration(min(max(wait, 0), LONGEST_WAIT))
        mark = Instant(at - source.kind.offset)
        if mark > source.mark:  # otherwise it promises nothing, and a source that was given up stays so
            source.mark, source.awaited = mark, True

    def corrected(self, source: str, at: Instant) -> Instant:
        """Return a stamp of this source minus the constant delay of its devices."""
        return Instant(at - self._sources[source].kind.offset)

    def offer(self, source: str, seat: SeatNumber, at: Instant, what: W, *, races: bool = True) -> None:
        """Take an input with its uncorrected stamp.

        ``races``: False for an input that only reports the past (a touch that began, perhaps long ago). It is never
        late, and follows everything that its seat has in line.
        """
        stamp = self.corrected(source, at)
        self.late += races and stamp < self._last
        own = [entry.at for entry in self._pending if entry.seat == seat and not races]
        entry = Stamped(max(stamp, self._last, *own), seat, source, what)
        place = len(self._pending)
        while place and self._pending[place - 1].at > entry.at:
            place -= 1
        self._pending.insert(place, entry)

    def uncertainty(self, one: str, other: str) -> Duration:
        """Return how close two stamps may be and still be a dead heat: one scan on one device, otherwise the sum."""
        first = self._sources[one].kind.uncertainty
        return first if one == other else Duration(first + self._sources[other].kind.uncertainty)

    def release(self, now: Instant) -> Ordered[W] | None:
        """Return the next input whose place in the order is certain, None if there is none yet. Call until None."""
        if not self._pending:
            return None
        first = self._pending[0]
        contest = self.contest(first)
        if not self._is_certain(first, contest, now):
            return None
        rivals = self._rivals(first, contest)
        winner = min([first, *rivals], key=lambda entry: self.ranks.get(entry.seat, 0))
        self._pending.remove(winner)
        lot = bool(rivals) or id(winner) in self._lost
        self._lost.discard(id(winner))
        self._lost.update(id(entry) for entry in [first, *rivals] if entry is not winner)
        self._last = max(self._last, first.at)
        return Ordered(self._last, winner, lot)

    def next_deadline(self, now: Instant) -> Instant | None:
        """Return when ``release`` must be called again even if no source reports anything."""
        if not self._pending:
            return None
        first = self._pending[0]
        contest = self.contest(first)
        # The time at which a source without marks has passed is known; a mark is waited for until the hold-back ends.
        passes = [
            first.at + self._width(first, contest, name) + source.kind.delivery
            for name, source in self._sources.items()
            if source.kind.delivery is not None
        ]
        own = max(passes, default=0)
        last = first.at + self.hold_back
        return Instant(own if now < own < last else last)

    def flush(self) -> list[Stamped[W]]:
        """Remove and return all inputs still held back, in the order of stamps (the round was paused or has ended)."""
        rest, self._pending = self._pending, []
        self._lost.clear()
        return rest

    def take_reports(self) -> list[str]:
        """Return report lines for the operator since the last call. A silent source is reported only once a round."""
        silent = sorted(set(self.silent) - self._told)
        self._told.update(silent)
        self.silent.clear()
        late, self.late = self.late, 0
        missed = f"sent no mark for {HOLD_BACK // 1_000_000} ms: not waited for until its next mark"
        reports = [f"{source} {missed}" for source in silent]
        return [*reports, f"{late} inputs arrived after the verdict on a later one"] if late else reports

    def _is_certain(self, first: Stamped[W], contest: frozenset[Hashable], now: Instant) -> bool:
        """Return whether no input can precede this one any more: all sources have passed it or missed the hold-back."""
        waiting = [
            name
            for name, source in self._sources.items()
            if source.awaited and not self._passed(first, contest, name, now)
        ]
        if waiting and now < first.at + self.hold_back:
            return False
        for name in waiting:
            if self._sources[name].kind.delivery is None:
                self._sources[name].awaited, self._sources[name].wait = False, Duration(0)
                self.silent.append(name)
        return True

    def _passed(self, entry: Stamped[W], contest: frozenset[Hashable], name: str, now: Instant) -> bool:
        return self._sources[name].frontier(now) >= entry.at + self._width(entry, contest, name)

    def _width(self, entry: Stamped[W], contest: frozenset[Hashable], name: str) -> int:
        return self.uncertainty(entry.source, name) if contest else 0

    def _rivals(self, first: Stamped[W], contest: frozenset[Hashable]) -> list[Stamped[W]]:
        if not contest:
            return []
        rivals: list[Stamped[W]] = []
        met = {first.seat}
        for entry in self._pending[1:]:
            close = entry.at - first.at <= self.uncertainty(first.source, entry.source)
            if entry.seat not in met and close and contest & self.contest(entry):
                rivals.append(entry)
            met.add(entry.seat)
        return rivals

"""What a hall may see of the table, from the snapshots for displays: no score before they have told it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from msgspec import Struct

from hardware.api import Duration, Instant
from kiosk.game.seats import SeatNumber
from kiosk.hall.feed import VERSION, Activity, Feed, FeedSeat, Light, Presence
from kiosk.protocol import NamedFault, SeatView, Snapshot
from kiosk.protocol.results import ALL_TOLD_S, ranks
from kiosk.protocol.state import SeatState, State
from kiosk.table.settings import seconds

TOLD: Final[Duration] = seconds(ALL_TOLD_S)

_ACTIVITIES: Final = {
    State.ATTRACT: Activity.FREE,
    State.LOBBY: Activity.LOBBY,
    State.COUNTDOWN: Activity.COUNTDOWN,
    State.PLAY: Activity.PLAY,
    State.PAUSED: Activity.PAUSED,
    State.RECOVERY: Activity.PAUSED,
    State.STOPPED: Activity.COUNTING,
    State.ROUND_RESULT: Activity.COUNTING,
    State.REPLAY: Activity.COUNTING,
    State.MATCH_RESULT: Activity.MATCH_RESULT,
    State.SERVICE: Activity.SERVICE,
    State.CLOSED: Activity.CLOSED,
}
"""What goes on in each state; while a round's result is told, until all of it has been."""
_PRESENCES: Final = {
    SeatState.TAKEN: Presence.TAKEN,
    SeatState.READY: Presence.READY,
    SeatState.PLAYING: Presence.PLAYING,
    SeatState.LEFT: Presence.LEFT,
}
_NO_MATCH: Final = frozenset({State.ATTRACT, State.LOBBY, State.CLOSED})


class Seen(Struct, frozen=True):
    """What displays show, and have told: ``told`` is the latest snapshot of this match whose scores everybody has seen.

    That is one with the standings, one of a match's result, or one of a round's result that was shown until its last
    place had been told. A result that was left earlier was not: a race, the staff's menu or the next round came before.
    """

    shown: Snapshot
    told: Snapshot | None = None

    def then(self, snapshot: Snapshot) -> Seen:
        """Return what has been told when this snapshot follows. Called for each one, so it makes nothing."""
        if snapshot.state in _NO_MATCH:
            return Seen(snapshot)
        if snapshot.standings or snapshot.state is State.MATCH_RESULT:
            return Seen(snapshot, snapshot)
        return Seen(snapshot, self.at(snapshot.now))

    def at(self, now: int) -> Snapshot | None:
        """Return ``told`` at this instant, up to which nothing else has been shown."""
        shown = self.shown
        return shown if shown.state is State.ROUND_RESULT and now >= shown.since + TOLD else self.told


class About(Struct, frozen=True):
    """What a hall is told of a table besides its play. ``names``: whether names that people have typed leave it."""

    table: str
    name: str
    names: bool
    faults: Iterable[NamedFault] = ()
    light: Light | None = None
    open: bool = True


def feed_of(seen: Seen, about: About, now: Instant) -> Feed:
    """Return what a hall may know at this instant."""
    shown, told = seen.shown, seen.at(now)
    activity = _ACTIVITIES[shown.state]
    if activity is Activity.COUNTING and told is not None and told.state is State.ROUND_RESULT:
        activity = Activity.ROUND_RESULT
    scores = {} if told is None else _scores(told)
    views = () if shown.state is State.ATTRACT else shown.seats
    seats = (_seat(view, about, scores.get(view.seat, _NONE)) for view in views if _is_there(view))
    return Feed(
        VERSION,
        about.table,
        about.name,
        activity,
        shown.game,
        shown.preset,
        0 if shown.state in _NO_MATCH else shown.round_no,
        shown.rounds,
        tuple(seats),
        tuple(sorted({fault.fault.code for fault in about.faults})),
        about.light,
        about.open,
    )


class _Score(NamedTuple):
    points: int | None = None
    total: int | None = None
    place: int | None = None


_NONE: Final = _Score()


def _is_there(view: SeatView) -> bool:
    return view.joining or view.state in _PRESENCES


def _seat(view: SeatView, about: About, score: _Score) -> FeedSeat:
    presence = _PRESENCES.get(SeatState(view.state), Presence.TAKEN)  # who waits to join takes a seat
    name = view.name if about.names and not view.bot else ""
    return FeedSeat(view.seat, presence, view.bot, name, view.guest, view.character, view.language, *score)


def _scores(told: Snapshot) -> Mapping[SeatNumber, _Score]:
    """Return the scores that a snapshot tells."""
    if told.result is not None:
        final = told.state is State.MATCH_RESULT
        return {
            line.seat: _Score(None if final or line.away else line.points, line.total, rank)
            for rank, line in ranks(told.result, final=final)
        }
    left = {view.seat for view in told.seats if view.state == SeatState.LEFT}
    here = [total for seat, total in told.standings if seat not in left]
    return {
        seat: _Score(None, total, None if seat in left else 1 + sum(other > total for other in here))
        for seat, total in told.standings
    }

"""The cues that are due at an instant of the clock: a result as it is counted, hearts, the end of a round. Pure.

They follow from the snapshot alone, as the picture does (``kiosk.display.games.times``, ``kiosk.display.beats``): a
display that is late or joins late hears what is still to come, and what comes back is not heard again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import merge
from itertools import count, groupby
from types import MappingProxyType
from typing import Final, NamedTuple

from kiosk.display.beats import beats_left, hearts, stop_turns, turns
from kiosk.display.context import calm
from kiosk.display.games.game import picture_of_game
from kiosk.display.games.ranks import celebrated, placed
from kiosk.display.games.times import CROWNS_S, HOME_S, count_in_times, count_times, flight_s, start_of
from kiosk.display.motion.fireworks import EVERY, LASTS
from kiosk.display.sound.heard import Heard
from kiosk.game.refusals import RoundEnd
from kiosk.game.seats import SeatNumber
from kiosk.protocol import RoundResult, SeatView, Snapshot
from kiosk.protocol.results import ranks
from kiosk.protocol.state import SeatState, State

_SECOND: Final = 1_000_000_000
_MINUTE: Final = 60 * _SECOND

LATE_NS: Final = _SECOND // 2
"""The delay after which a cue of the clock is left out."""
_END_LATE_NS: Final = 2 * _SECOND
"""The same for the end of a round or a match: a display that was busy tells it as soon as it can."""
_BEAT_LATE_NS: Final = _SECOND // 20
"""The same for a beat, which belongs to a light."""

STOP: Final = "stop"
BOT_STOP: Final = "bot_stop"
ALL_PLACED: Final = "all_placed"
"""The cue of an end by the last piece itself."""
ENDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        RoundEnd.STOP: STOP,
        RoundEnd.AUTO_STOP: "time_up",
        RoundEnd.DEAD_BY_CARDS: "deadlock",
        RoundEnd.DEAD_BY_ORDER: "deadlock",
        RoundEnd.ABORT: "deadlock",
        RoundEnd.LEFT: "all_left",
    }
)
"""The cue of a round's end by its cause; a bot's call, and an end that no seconds came before, have their own."""

HEART: Final = "heart"
_MOST_LEFT: Final = 3
"""The number of pieces left at which hearts begin to beat, at height 0."""
_STOP_HEIGHT: Final = 2
"""The height of the heart of a seat that may call Stop: as with one piece left, but faster. It climbs in two seconds of
the last five each.
"""
_LAST_S: Final = 5

COUNT: Final = "count"
COUNTING: Final = "counting"
DRUM: Final = "drum"
TOLD: Final = "told"
STROKE: Final = "stroke"
"""The cue of a place below the third, which its person has to hear; all others wait for the third."""
ALSO: Final = "also"
"""The cue of each who shares what somebody has had a fanfare or a crown for, once that has been heard."""
ROUND_WON: Final = "round_won"
STORY: Final = "story"
CROWN: Final = "crown"
MATCH_WON: Final = "match_won"
FIREWORKS: Final = "fireworks"
AWARD: Final = "award"
TIME_NEARLY_UP: Final = "time_nearly_up"

STEPS: Final = 12
"""A count climbs in so many steps."""
_TICK_S: Final = 0.08
"""The least number of seconds between two pieces that are heard when a result is counted."""
_TOP: Final = 6
"""The height of a place that is told and its rank together: the last of many are equally low."""
_THIRD: Final = 3
_APART_S: Final = 0.06
"""Seconds between two seats of the same place, which are told one after the other."""
_FANFARE_S: Final = 2.4
"""Seconds for which a match's fanfare has the room to itself where no fireworks follow it."""
_AFTER_S: Final = MappingProxyType({ROUND_WON: 1.0, MATCH_WON: 1.9, CROWN: 0.9})
"""Seconds after which a fanfare or a crown leaves room for the others whose it is: the first one's motif is over."""
_OTHERS_S: Final = 0.42
"""Seconds between two of those."""
_AWARDS_S: Final = 0.45
"""Seconds between two awards."""


class Due(NamedTuple):
    """A cue, the instant at which it is due, and how much later it may still be heard."""

    at: int
    heard: Heard
    late: int = LATE_NS


class Past(NamedTuple):
    """What a snapshot does not tell of its round: how long it was in play before, and whether its end was awaited."""

    played: int = 0
    awaited: bool = False


class Timetable:
    """The clock's cues of the latest snapshot, each once, in their order."""

    def __init__(self) -> None:
        self._from: int | None = None  # a display that joins hears nothing of what was before
        self._since = 0
        self._coming: Iterator[Due] = iter(())
        self._next: Due | None = None
        self._heard: dict[Due, None] = {}  # those of the latest seconds: a snapshot may have them again
        self._ended = 0  # the beginning of the celebration that a touch has ended

    def follow(self, told: Snapshot, past: Past) -> None:
        """Take the cues of a snapshot instead of those before."""
        if self._from is None:
            self._from = told.now
        make = _SCHEDULES.get(told.state)
        self._since, self._coming = told.since, iter(() if make is None else make(told, past))
        self._next = next(self._coming, None)
        self._heard = {one: None for one in self._heard if told.now - one.at <= _END_LATE_NS}

    def end_fireworks(self) -> None:
        """Leave out what is left of a celebration."""
        self._ended = self._since

    def take(self, now: int) -> list[Heard]:
        """Return what is due by now and has not been heard."""
        taken = []
        while self._next is not None and self._next.at <= now:
            one, self._next = self._next, next(self._coming, None)
            if self._is_heard(one, now):
                self._heard[one] = None
                taken.append(one.heard)
        return taken

    def _is_heard(self, one: Due, now: int) -> bool:
        if one in self._heard or now - one.at > one.late or one.at < self._since or one.at <= (self._from or 0):
            return False
        return one.heard.cue != FIREWORKS or self._since != self._ended


def _at(told: Snapshot, seconds: float) -> int:
    """Return the instant so many seconds after the state began."""
    return told.since + round(seconds * _SECOND)


# ---------------------------------------------------------------- before a round, and in it


def _count_in(told: Snapshot, _: Past) -> Iterator[Due]:
    """Yield the beats before a round."""
    return (Due(_at(told, start), Heard(COUNT)) for _, start, _ in count_in_times(told))


def _in_play(told: Snapshot, past: Past) -> Iterator[Due]:
    """Return the hearts, and the beginning of a match's last minute, give or take the minute that was rounded up."""
    last = [] if not told.minutes_left else [told.since - past.played + (told.minutes_left - 1) * _MINUTE]
    return merge((Due(at, Heard(TIME_NEARLY_UP)) for at in last), *_hearts(told), key=lambda due: due.at)


def _hearts(told: Snapshot) -> Iterator[Iterator[Due]]:
    """Yield the beats of each heart: of who may call Stop, or else of the people who are nearest to the end."""
    game, after = picture_of_game(told.game), told.now - _BEAT_LATE_NS - 1
    stopping = [view for view in told.seats if view.may_stop]
    for view in stopping:
        if view.may_stop_from and not view.calm:
            yield _last_beats(told, view)
    beating = {
        view.seat: left
        for view in (() if stopping else told.seats)
        if view.state == SeatState.PLAYING and not view.bot and view.locked_until <= told.now
        if beats_left(view, left := game.pieces_left(view), stopping=False) and left
    }
    for seat, left in hearts(beating):
        yield _beats(Heard(HEART, seat, _MOST_LEFT - left), turns(left, after))


def _beats(heart: Heard, instants: Iterable[int]) -> Iterator[Due]:
    """Yield the beats of a heart."""
    return (Due(at, heart, _BEAT_LATE_NS) for at in instants)


def _last_beats(told: Snapshot, view: SeatView) -> Iterator[Due]:
    """Yield the beats of a seat that may call Stop: the first one with its sign, however late that is told."""
    for at in stop_turns(view.may_stop_from, told.now - LATE_NS):
        left_s = max(1, math.ceil((told.stop_due - at) / _SECOND)) if told.stop_due else _LAST_S
        late = LATE_NS if at == view.may_stop_from else _BEAT_LATE_NS
        yield Due(at, Heard(HEART, view.seat, _STOP_HEIGHT + max(0, _LAST_S - left_s) // 2), late)


# ---------------------------------------------------------------- its end


def _stopped(told: Snapshot, past: Past) -> Iterator[Due]:
    """Yield the end of the round."""
    cue = ENDS.get(told.ended_by or "")
    if told.ended_by == RoundEnd.STOP and any(view.bot for view in told.seats if view.seat == told.caller):
        cue = BOT_STOP
    elif told.ended_by == RoundEnd.AUTO_STOP and not past.awaited:
        cue = ALL_PLACED
    if cue:
        yield Due(told.since, Heard(cue, told.caller), _END_LATE_NS)


def _round_result(told: Snapshot, _: Past) -> Iterator[Due]:
    """Yield the count, the places, and what follows from them."""
    if told.result is not None:
        parts = _counted(told.result, told.leaders)
        yield from (Due(_at(told, seconds), heard) for seconds, heard in parts)


@lru_cache(maxsize=4)
def _counted(result: RoundResult, before: tuple[SeatNumber, ...]) -> tuple[tuple[float, Heard], ...]:
    """Return when something is heard of a round's count, in seconds; ``before``: who led until then."""
    times = count_times(result)
    parts = [*_pieces_home(result), (times.taken, Heard(DRUM)), *_places_told(result)]
    if result.story is not None:
        parts.append((times.over, Heard(STORY)))
    crowned = [seat for seat in result.leaders if seat not in before]
    parts += _shared(CROWN, times.over + CROWNS_S, crowned)
    return tuple(sorted(parts, key=lambda part: part[0]))


def _pieces_home(result: RoundResult) -> Iterator[tuple[float, Heard]]:
    """Yield the pieces that come home, fewer where they come closely; they climb."""
    most = max((line.centered for line in result.lines if not line.away), default=0)
    every = max(1, math.ceil(_TICK_S * most / HOME_S))
    for piece in range(0, most, every):
        yield start_of(piece, most) + flight_s(most), Heard(COUNTING, None, STEPS * piece // most)


def _places_told(result: RoundResult) -> Iterator[tuple[float, Heard]]:
    """Yield all places, the last one first; of several who share one the first has its sound, the others their notes.

    What all wait for, third, second and first, are strokes of their own; the places below are part of the drum's roll.
    """
    rank_of = {line.seat: rank for rank, line in placed(result)}
    for at, together in groupby(count_times(result).told, key=lambda one: one[1]):
        seats = [seat for seat, _ in together]
        rank = rank_of[seats[0]]
        if rank == 1:
            yield from _shared(ROUND_WON, at, seats)
            continue
        for number, seat in enumerate(seats):
            cue = TOLD if rank <= _THIRD and not number else STROKE
            yield at + number * _APART_S, Heard(cue, seat, max(0, _TOP - rank))


def _shared(cue: str, at: float, seats: Sequence[SeatNumber | None]) -> Iterator[tuple[float, Heard]]:
    """Yield what is heard of seats that have something in common: of the first all, then the others one by one."""
    for number, seat in enumerate(seats):
        if number:
            yield at + _AFTER_S[cue] + (number - 1) * _OTHERS_S, Heard(ALSO, seat)
        else:
            yield at, Heard(cue, seat)


def _match_result(told: Snapshot, _: Past) -> Iterator[Due]:
    """Return the winner, the fireworks and the awards."""
    if told.result is None:
        return iter(())
    firsts = celebrated(told.result) or (None,)
    feast = not calm(told)
    won = (
        Due(_at(told, seconds), heard, LATE_NS if seconds else _END_LATE_NS)
        for seconds, heard in _shared(MATCH_WON, 0.0, firsts)
    )
    shots = range(0, int(LASTS / EVERY) if feast else 0, 2)  # every other pair is heard
    fires = (Due(_at(told, shot * EVERY), Heard(FIREWORKS, firsts[shot % len(firsts)])) for shot in shots)
    begins = LASTS if feast else _FANFARE_S
    given = {award.seat for award in told.result.awards}
    seats = (line.seat for _, line in ranks(told.result, final=True) if line.seat in given)
    awards = (Due(_at(told, begins + number * _AWARDS_S), Heard(AWARD, seat)) for number, seat in zip(count(), seats))
    return merge(won, fires, awards, key=lambda due: due.at)


_SCHEDULES: Final[Mapping[State, Callable[[Snapshot, Past], Iterable[Due]]]] = MappingProxyType(
    {
        State.COUNTDOWN: _count_in,
        State.PLAY: _in_play,
        State.STOPPED: _stopped,
        State.ROUND_RESULT: _round_result,
        State.MATCH_RESULT: _match_result,
    }
)
"""The clock's cues of each state, the earliest first."""

OF_THE_CLOCK: Final = frozenset(
    {
        *ENDS.values(),
        *(BOT_STOP, ALL_PLACED, HEART, COUNT, COUNTING, DRUM, STROKE, TOLD, ROUND_WON, STORY, CROWN),
        *(MATCH_WON, ALSO, FIREWORKS, AWARD, TIME_NEARLY_UP),
    }
)
"""The names of all cues that are due at an instant."""

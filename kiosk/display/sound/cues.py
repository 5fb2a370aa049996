"""The cues that follow from the snapshots. Pure.

Nothing is heard of a table without people: not of its bots' rounds, unless the house wants that, and not of its faults.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from kiosk.display.games.game import picture_of_game
from kiosk.display.games.times import HOME_S, count_in_times, count_times, flight_s, start_of
from kiosk.display.sound.catalogue import CUES, HEIGHTS
from kiosk.game.refusals import Reason
from kiosk.game.seats import SeatNumber
from kiosk.protocol import Move, RoundResult, SeatView, Snapshot
from kiosk.protocol.state import State

_SECOND: Final = 1_000_000_000
_MINUTE: Final = 60 * _SECOND

_ANY: Final = None
ENTERED: Final[Mapping[tuple[State | None, State], str]] = {
    (State.COUNTDOWN, State.PLAY): "go",
    (State.PAUSED, State.COUNTDOWN): "resume",
    (State.RECOVERY, State.COUNTDOWN): "resume",
    (_ANY, State.PAUSED): "pause",
    (_ANY, State.STOPPED): "stop",
    (_ANY, State.MATCH_RESULT): "match_won",
    (State.ROUND_RESULT, State.REPLAY): "flip",
}
"""The cue of a change from one state to another."""
_UNHEARD: Final = frozenset({State.REPLAY, State.PAUSED, State.RECOVERY})
"""States from which a result or a Stop comes back: it was heard before."""

_WITH_PEOPLE: Final = frozenset(
    {State.LOBBY, State.COUNTDOWN, State.PLAY, State.STOPPED, State.ROUND_RESULT, State.MATCH_RESULT, State.PAUSED}
)
_SITS: Final = frozenset({"taken", "ready"})
_MOVES_IN: Final = frozenset({State.LOBBY, State.COUNTDOWN, State.PLAY})

OF_EVERY_GAME: Final[Mapping[str, str]] = {"collect": "pile_finished", "deal": "deal", "shuffle": "reshuffle"}
"""The cues of moves that every game may have; a game adds its own (``GameMotion.sounds``)."""
BOTS: Final = frozenset({"land", "place"})
"""The cues of a bot's moves: what it does in its own panel is silent."""
_CHAIN_NS: Final = 2 * _SECOND
"""The time after a landing in which another one on the same pile makes a chain."""

_FALSE_STOPS: Final = frozenset({Reason.STACK_NOT_EMPTY, Reason.DICE_LEFT})
LAST_CARDS: Final = {3: "stack3", 2: "stack2", 1: "stack1"}
"""The cue of a stack by the number of cards that are left in it."""

LAST_SECOND: Final = "count"
"""The cue of each of the last seconds of a round that ends by itself."""

_TICK_S: Final = 0.08
"""The least number of seconds between two pieces that are heard when a result is counted."""

_LATE_NS: Final = _SECOND // 2
"""The delay after which a cue of the clock is left out."""


DRUM: Final = "reshuffle"
"""The cue of the drum while places are told, for as long as it has no sound of its own."""
STORY: Final = "ready"
"""The cue of the round's story, likewise."""
PAGE: Final = "flip"
"""The cue of a page of the rules that is turned."""


RENAMED: Final = "roll"
"""The cue of a guest who gets another name, for as long as it has no sound of its own."""


class Heard(NamedTuple):
    """A cue that is to be heard: its name, the seat from which it comes, and a chain's height."""

    cue: str
    seat: SeatNumber | None = None
    height: int = 0


class Cues:
    """The cues of one table."""

    def __init__(self) -> None:
        self._before: Snapshot | None = None
        self._ticked = 0  # the instant up to which the clock's cues have been heard
        self._played = 0  # how long this round was in play before a pause
        self._newest = 0  # the last move that has been heard
        self._landed: dict[int, int] = {}  # when the last piece landed on each cell

    def follow(self, snapshot: Snapshot) -> list[Heard]:
        """Return the cues of this snapshot after the previous one, each once."""
        before, self._before = self._before, snapshot
        moves = [move for move in snapshot.moves if move.id > self._newest]
        self._newest = max((move.id for move in moves), default=self._newest)
        if before is None:
            self._ticked = snapshot.now
            return []
        self._keep_time(before, snapshot)
        heard = [one for find in _FINDS for one in find(before, snapshot)]
        return list(dict.fromkeys([*heard, *self._moved(moves, snapshot)]))

    def tick(self, now: int) -> list[Heard]:
        """Return the cues that depend on the clock: the seconds before a round, the counting, the last minute."""
        told = self._before
        if told is None or told.state not in _SCHEDULES:
            return []
        since, self._ticked = self._ticked, now
        due = _SCHEDULES[told.state](told, self._played)
        return list(dict.fromkeys(heard for at, heard in due if since < at <= now))

    def _keep_time(self, before: Snapshot, now: Snapshot) -> None:
        if now.round_no != before.round_no:
            self._played = 0
        elif before.state == State.PLAY != now.state:
            self._played += now.now - before.since
        if now.state != before.state:
            self._ticked = max(now.since, now.now - _LATE_NS) - 1

    def _moved(self, moves: Iterable[Move], now: Snapshot) -> Iterator[Heard]:
        """Yield the cues of new moves."""
        if now.state not in _MOVES_IN and not (now.state == State.ATTRACT and now.house.sound_in_attract):
            return
        sounds = {**OF_EVERY_GAME, **picture_of_game(now.game).motion.sounds}
        views = {view.seat: view for view in now.seats}
        for move in moves:
            cue = sounds.get(move.kind, "")
            if cue not in CUES or _is_silent(cue, views.get(move.seat) if move.seat else None, now):
                continue
            yield Heard(cue, move.seat)
            if cue == "land":
                yield from self._chained(move, now)

    def _chained(self, move: Move, now: Snapshot) -> Iterator[Heard]:
        """Yield a chain if another piece has just landed on the same pile."""
        cell = -1 if move.cell is None else move.cell
        before, self._landed[cell] = self._landed.get(cell), now.now
        height = len(dict(now.owners).get(cell, ()))
        if height in HEIGHTS and before is not None and now.now - before <= _CHAIN_NS:
            yield Heard("chain", move.seat, height)


def _is_silent(cue: str, view: SeatView | None, now: Snapshot) -> bool:
    """Return whether a seat's move is not heard: most of a bot's, and a throw of real dice, which are loud enough."""
    return view is not None and ((view.bot and cue not in BOTS) or (cue == "roll" and now.real_dice and view.real))


# ---------------------------------------------------------------- the difference of two snapshots


def _entered(before: Snapshot, now: Snapshot) -> Iterator[Heard]:
    """Yield the cue of entering a state."""
    if now.state == before.state or (before.state in _UNHEARD and now.state in (State.STOPPED, State.MATCH_RESULT)):
        return
    cue = ENTERED.get((before.state, now.state)) or ENTERED.get((_ANY, now.state))
    if cue:
        yield Heard(cue)


def _seated(before: Snapshot, now: Snapshot) -> Iterator[Heard]:
    """Yield the cues of people who sit down, are ready, or not any more."""
    for old, new in zip(before.seats, now.seats, strict=False):
        if new.joining and not old.joining:
            yield Heard("sit", new.seat)
        elif now.state != State.LOBBY or new.state not in _SITS or new.bot:
            continue
        elif new.state == old.state:
            if new.guest != old.guest:
                yield Heard(RENAMED, new.seat)
        elif new.state == "ready":
            yield Heard("ready", new.seat)
        elif old.state == "ready":
            yield Heard("unready", new.seat)
        elif old.state == "free" or old.bot:
            yield Heard("sit", new.seat)


def _at_play(before: Snapshot, now: Snapshot) -> Iterator[Heard]:
    """Yield the cues of each person's own panel; once one may call, none of other stacks: it would call for a Stop."""
    calls = now.state == State.PLAY and any(view.may_stop for view in now.seats)
    for old, new in zip(before.seats, now.seats, strict=False):
        if new.bot or not (now.state == State.PLAY or (new.lesson is not None and old.lesson is not None)):
            continue
        if new.held and not old.held:
            yield Heard("lift", new.seat)
        if new.stack_count < old.stack_count and new.stack_count in LAST_CARDS and not calls:
            yield Heard(LAST_CARDS[new.stack_count], new.seat)
        yield from _judged(old, new)


def _judged(old: SeatView, new: SeatView) -> Iterator[Heard]:
    """Yield the cue of a refused or lost move; a warning is silent."""
    verdict = new.ticker[-1] if new.ticker else None
    if verdict is None or verdict.allowed or (old.ticker and old.ticker[-1] == verdict):
        return
    false_stop = "false_stop" if verdict.reason in _FALSE_STOPS else "refused"
    yield Heard("beaten" if verdict.reason == Reason.BEATEN_TO_IT else false_stop, new.seat)


def _failed(before: Snapshot, now: Snapshot) -> Iterator[Heard]:
    """Yield the cue of a new fault of the table, or of a person's seat."""
    if now.state not in _WITH_PEOPLE:
        return
    seats = zip(before.seats, now.seats, strict=False)
    if (now.notice and not before.notice) or any(new.fault and not (old.fault or new.bot) for old, new in seats):
        yield Heard("fault")


def _served(before: Snapshot, now: Snapshot) -> Iterator[Heard]:
    """Yield the sound that the staff touches, or the loudest one in a volume that they have set."""
    if now.state != State.SERVICE or before.state != State.SERVICE:
        return
    if now.house.volume != before.house.volume:
        yield Heard("stop")
    if now.service and now.service.played > (before.service.played if before.service else 0):
        yield from (Heard(tile.value) for tile in now.service.tiles if tile.key == "sound" and tile.lit)


_FINDS: Final = (_entered, _seated, _at_play, _failed, _served)


# ---------------------------------------------------------------- the clock


def _seconds(told: Snapshot, _: int) -> Iterator[tuple[int, Heard]]:
    """Yield the instants of the beats before a round."""
    return ((told.since + round(start * _SECOND), Heard("count")) for _, start, _ in count_in_times(told))


def _counting(told: Snapshot, _: int) -> Iterator[tuple[int, Heard]]:
    """Yield the instants at which pieces come home, the drum begins, and places are told, the first one last."""
    if told.result is None:
        return
    times = count_times(told.result)
    yield from ((told.since + round(at * _SECOND), Heard("counting")) for at in _count(told.result))
    yield told.since + round(times.taken * _SECOND), Heard(DRUM)
    yield told.since + round(times.won * _SECOND), Heard("round_won")
    if told.result.story is not None:
        yield told.since + round(times.over * _SECOND), Heard(STORY)


@lru_cache(maxsize=4)
def _count(result: RoundResult) -> tuple[float, ...]:
    """Return when something is heard of a round's count, in seconds after it has begun."""
    times = count_times(result)
    most = max((line.centered for line in result.lines if not line.away), default=0)
    every = max(1, math.ceil(_TICK_S * most / HOME_S))
    pieces = (start_of(piece, most) + flight_s(most) for piece in range(0, most, every))
    return (*pieces, *sorted({at for _, at in times.told if at < times.won}))


def _in_play(told: Snapshot, played: int) -> Iterator[tuple[int, Heard]]:
    """Yield the instant at which the last minute of a match begins, give or take the minute that was rounded up.

    And those of the last seconds of a round that ends by itself, at the seat that may call: nobody else hears a call.
    """
    if told.minutes_left:
        yield told.since - played + (told.minutes_left - 1) * _MINUTE, Heard("time_nearly_up")
    if told.stop_due:
        seconds = range(told.stop_due - _SECOND, told.stop_from - 1, -_SECOND)
        yield from ((at, Heard(LAST_SECOND, told.stop_by)) for at in seconds)


_SCHEDULES: Final[Mapping[State, Callable[[Snapshot, int], Iterator[tuple[int, Heard]]]]] = {
    State.COUNTDOWN: _seconds,
    State.ROUND_RESULT: _counting,
    State.PLAY: _in_play,
}
"""The clock's cues of each state: a function of the snapshot and of how long the round was in play before."""

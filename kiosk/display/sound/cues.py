"""The cues that follow from the snapshots: what has changed between two of them. Pure.

Nothing is heard of a table without people: not of its bots' rounds, unless the house wants that, and not of its faults.
What is due at an instant of the clock: ``timetable``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from kiosk.display.games.game import picture_of_game
from kiosk.display.sound.catalogue import CUES, HEIGHTS
from kiosk.display.sound.heard import Heard
from kiosk.display.sound.timetable import OF_THE_CLOCK, Past, Timetable
from kiosk.game.refusals import Reason
from kiosk.game.seats import SeatNumber
from kiosk.protocol import Move, Proposal, SeatView, Snapshot, Verdict
from kiosk.protocol.state import SeatState, State

_SECOND: Final = 1_000_000_000

_ANY: Final = None
ENTERED: Final[Mapping[tuple[State | None, State], str]] = {
    (State.COUNTDOWN, State.PLAY): "go",
    (State.PAUSED, State.COUNTDOWN): "resume",
    (State.RECOVERY, State.COUNTDOWN): "resume",
    (_ANY, State.PAUSED): "pause",
    (State.ROUND_RESULT, State.REPLAY): "race",
}
"""The cue of a change from one state to another."""

_WITH_PEOPLE: Final = frozenset(
    {State.LOBBY, State.COUNTDOWN, State.PLAY, State.STOPPED, State.ROUND_RESULT, State.MATCH_RESULT, State.PAUSED}
)
_SITS: Final = frozenset({SeatState.TAKEN, SeatState.READY})
_MOVES_IN: Final = frozenset({State.LOBBY, State.COUNTDOWN, State.PLAY, State.STOPPED})
"""States whose moves are heard: a display that is busy may see the last ones with the end of the round."""

OF_EVERY_GAME: Final[Mapping[str, str]] = {"collect": "pile_finished", "deal": "deal", "shuffle": "reshuffle"}
"""The cues of moves that every game may have; a game adds its own (``GameMotion.sounds``)."""
BOTS: Final = frozenset({"land", "place", "pile_finished"})
"""The cues of a bot's moves: what it does in its own panel is silent."""
_CHAIN_NS: Final = 2 * _SECOND
"""The time after a landing in which another one on the same pile makes a chain."""

_JUDGED_IN: Final = frozenset({State.PLAY, State.STOPPED})
_FALSE_STOPS: Final = frozenset({Reason.STACK_NOT_EMPTY, Reason.DICE_LEFT})
LAST_CARDS: Final = {3: "stack3", 2: "stack2", 1: "stack1"}
"""The cue of a stack by the number of cards that are left in it."""

RISER: Final = "riser"
"""The cue of the moment at which a Stop sign lights up; the end of the round ends it."""
STREAK: Final = "streak"
AGAIN: Final = "again"
"""The cue of somebody who wants another match, with the same people."""
PROPOSAL: Final = "proposal"
DROPPED: Final = "proposal_dropped"
RENAMED: Final = "renamed"
"""The cue of a guest who gets another name."""
PAGE: Final = "page"
"""The cue of a page of the rules that is turned."""


class Cues:
    """The cues of one table."""

    def __init__(self) -> None:
        self._before: Snapshot | None = None
        self._clock = Timetable()
        self._past = Past()
        self._newest = 0  # the last move that has been heard
        self._landed: dict[
            int, tuple[int, SeatNumber | None]
        ] = {}  # when the last piece landed on each cell, and whose

    def follow(self, snapshot: Snapshot) -> list[Heard]:
        """Return the cues of this snapshot after the previous one, each once."""
        before, self._before = self._before, snapshot
        moves = [move for move in snapshot.moves if move.id > self._newest]
        self._newest = max((move.id for move in moves), default=self._newest)
        if before is not None:
            self._past = _past(self._past, before, snapshot)
        self._clock.follow(snapshot, self._past)
        if before is None:
            return []
        heard = [one for find in _FINDS for one in find(before, snapshot)]
        return list(dict.fromkeys([*heard, *self._moved(moves, snapshot), *self.tick(snapshot.now)]))

    def tick(self, now: int) -> list[Heard]:
        """Return the cues that are due by now: of a countdown, hearts, a round's end, its count. For every frame."""
        return list(dict.fromkeys(self._clock.take(now)))

    def end_fireworks(self) -> None:
        """Leave out what is left of a celebration: a touch has ended it."""
        self._clock.end_fireworks()

    def _moved(self, moves: Iterable[Move], now: Snapshot) -> Iterator[Heard]:
        """Yield the cues of new moves."""
        if now.state not in _MOVES_IN and not (now.state == State.ATTRACT and now.house.sound_in_attract):
            return
        sounds = {**OF_EVERY_GAME, **picture_of_game(now.game).motion.sounds}
        views = {view.seat: view for view in now.seats}
        for move in moves:
            cue, seat = sounds.get(move.kind, ""), move.seat
            if move.kind == "collect" and move.cell is not None:
                _, seat = self._landed.pop(move.cell, (0, None))  # who has finished the pile
            if cue not in CUES or _is_silent(cue, views.get(seat) if seat else None, now):
                continue
            yield Heard(cue, seat)
            if cue == "land":
                yield from self._chained(move, now)

    def _chained(self, move: Move, now: Snapshot) -> Iterator[Heard]:
        """Yield a chain if another piece has just landed on the same pile."""
        cell = -1 if move.cell is None else move.cell
        (before, _), self._landed[cell] = self._landed.get(cell, (-_CHAIN_NS, None)), (now.now, move.seat)
        height = len(dict(now.owners).get(cell, ()))
        if height in HEIGHTS and now.now - before <= _CHAIN_NS:
            yield Heard("chain", move.seat, height)


def _past(past: Past, before: Snapshot, now: Snapshot) -> Past:
    """Return what is known of the round after this snapshot."""
    if now.round_no != before.round_no:
        return Past()
    if before.state == State.PLAY != now.state:
        return Past(past.played + now.now - before.since, before.stop_due > before.stop_from)
    return past


def _is_silent(cue: str, view: SeatView | None, now: Snapshot) -> bool:
    """Return whether a seat's move is not heard: most of a bot's, and a throw of real dice, which are loud enough."""
    return view is not None and ((view.bot and cue not in BOTS) or (cue == "roll" and now.real_dice and view.real))


# ---------------------------------------------------------------- the difference of two snapshots


def _entered(before: Snapshot, now: Snapshot) -> Iterator[Heard]:
    """Yield the cue of entering a state."""
    if now.state == before.state:
        return
    cue = ENTERED.get((before.state, now.state)) or ENTERED.get((_ANY, now.state))
    if cue:
        yield Heard(cue, now.pause_by if now.state == State.PAUSED else None)


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
        elif new.state == SeatState.READY:
            yield Heard(AGAIN if before.state == State.MATCH_RESULT else "ready", new.seat)
        elif old.state == SeatState.READY:
            yield Heard("unready", new.seat)
        elif old.state == SeatState.FREE or old.bot:
            yield Heard("sit", new.seat)


def _proposed(before: Snapshot, now: Snapshot) -> Iterator[Heard]:
    """Yield the cue of a change that is proposed, or dropped; that it holds is what everybody expects."""
    if before.lobby is None or now.lobby is None or now.lobby.proposal is None:
        return
    old, new = before.lobby.proposal, now.lobby.proposal
    if old is not None and _same(old) == _same(new):
        return
    if not new.outcome:
        yield Heard(PROPOSAL, new.seat)
    elif new.outcome != "holds":
        yield Heard(DROPPED, new.by or new.seat)


def _same(proposal: Proposal) -> tuple[object, ...]:
    return proposal.seat, proposal.key, proposal.value, proposal.outcome


def _at_play(before: Snapshot, now: Snapshot) -> Iterator[Heard]:
    """Yield the cues of each person's own panel; of stacks only the one that is nearest to its end.

    Once one may call, none of others: it would call for a Stop.
    """
    left = picture_of_game(now.game).pieces_left
    calls = now.state == State.PLAY and any(view.may_stop for view in now.seats)
    fewest = min((left(view) for view in now.seats if view.state == SeatState.PLAYING and not view.bot), default=0)
    for old, new in zip(before.seats, now.seats, strict=False):
        if new.bot or not (now.state == State.PLAY or (new.lesson is not None and old.lesson is not None)):
            continue
        if new.held and not old.held:
            yield Heard("lift", new.seat)
        if left(new) < left(old) and left(new) in LAST_CARDS and left(new) <= fewest and not calls:
            yield Heard(LAST_CARDS[left(new)], new.seat)
        if new.hot_until and not old.hot_until:
            yield Heard(STREAK, new.seat)


def _may_stop(before: Snapshot, now: Snapshot) -> Iterator[Heard]:
    """Yield the cue of the first Stop sign that lights up, where its person does not want it calm."""
    if before.state != State.PLAY or now.state != State.PLAY or any(view.may_stop for view in before.seats):
        return
    yield from (Heard(RISER, view.seat) for view in now.seats if view.may_stop and not view.calm)


def _judged(before: Snapshot, now: Snapshot) -> Iterator[Heard]:
    """Yield the cues of refused and lost moves; a warning is silent."""
    for old, new in zip(before.seats, now.seats, strict=False):
        practises = new.lesson is not None and old.lesson is not None
        if new.bot or not (practises or now.state in _JUDGED_IN):
            continue
        for verdict in new.ticker:
            if verdict.allowed or verdict in old.ticker:
                continue
            cue = _cue_of(verdict)
            if cue != "refused" or now.state != State.STOPPED:  # that a move came after the end is seen
                yield Heard(cue, new.seat)


def _cue_of(verdict: Verdict) -> str:
    """Return the cue of a verdict; a call that came after another one is beaten, too."""
    if verdict.reason in _FALSE_STOPS:
        return "false_stop"
    return "beaten" if verdict.reason == Reason.BEATEN_TO_IT or verdict.by is not None else "refused"


def _failed(before: Snapshot, now: Snapshot) -> Iterator[Heard]:
    """Yield the cue of a new fault of the table, or of a person's seat."""
    if now.state not in _WITH_PEOPLE:
        return
    seats = zip(before.seats, now.seats, strict=False)
    failed = [new.seat for old, new in seats if new.fault and not (old.fault or new.bot)]
    if (now.notice and not before.notice) or len(failed) > 1:
        yield Heard("fault")
    elif failed:
        yield Heard("fault", failed[0])


def _served(before: Snapshot, now: Snapshot) -> Iterator[Heard]:
    """Yield the sound that the staff touches, at their side, a seat's at its own, or the loudest in a new volume."""
    if now.state != State.SERVICE or before.state != State.SERVICE:
        return
    if now.house.volume != before.house.volume:
        yield Heard("stop")
    view = now.service
    if view and view.played > (before.service.played if before.service else 0):
        for tile in view.tiles:
            if tile.lit and tile.key == "sound":
                yield Heard(tile.value, view.seat)
            elif tile.lit and tile.key == "loudspeaker":
                yield Heard("sit", SeatNumber(int(tile.value)))


_FINDS: Final = (_entered, _seated, _proposed, _at_play, _may_stop, _judged, _failed, _served)

EVERY: Final = frozenset(
    {
        *OF_THE_CLOCK,
        *ENTERED.values(),
        *OF_EVERY_GAME.values(),
        *LAST_CARDS.values(),
        *("sit", "ready", "unready", AGAIN, PROPOSAL, DROPPED, RENAMED, PAGE),
        *("lift", "chain", STREAK, RISER, "refused", "beaten", "false_stop", "fault"),
    }
)
"""The names of all cues, without those that a game has for its own moves."""

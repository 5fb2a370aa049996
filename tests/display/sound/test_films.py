"""What is heard of whole rounds: with the lamps, and by a display that is too busy to show every snapshot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.api import Instant, LampState
from hardware.gpio.lamp_patterns import level
from kiosk.display.sound.catalogue import CUES
from kiosk.display.sound.cues import Cues
from kiosk.display.sound.heard import Heard
from kiosk.drawings.gallery import states
from kiosk.drawings.gallery.films import FILMS, people
from kiosk.drawings.gallery.rehearsal import Rehearsal
from kiosk.game.seats import SeatNumber
from kiosk.protocol import Snapshot
from kiosk.protocol.state import State
from kiosk.table.lamps import ShownLamp, lamps
from tests.rig.cues import SECOND

FRAME: Final = SECOND // 60
IMPORTANT: Final = 5
ONCE_AT_MOST: Final = frozenset({"heart", "stack3", "stack2", "stack1", "refused", "beaten", "false_stop"})
"""Cues of which several in one frame are one, or that a newer one makes untrue, or that belong to a light."""


def listened(
    shown: tuple[Snapshot, ...], until: int, busy: Callable[[int], bool] = lambda _: False
) -> Iterator[tuple[int, Heard]]:
    """Yield what a display hears, and when; in the frames in which it is ``busy`` it does nothing."""
    cues, waiting, coming = Cues(), None, iter(shown)
    following = next(coming)
    for frame, now in enumerate(range(shown[0].now, until, FRAME)):
        while following is not None and following.now <= now:
            waiting, following = following, next(coming, None)
        if busy(frame):
            continue
        heard = [] if waiting is None else cues.follow(waiting)
        waiting = None
        yield from ((now, one) for one in (*heard, *cues.tick(now)))


def important(heard: Iterator[tuple[int, Heard]]) -> Counter[Heard]:
    return Counter(one for _, one in heard if CUES[one.cue].importance >= IMPORTANT)


@pytest.mark.parametrize("film", ["last seconds", "slips", "match", "pause", "dice"])
@given(st.integers(0, 2**32))
@settings(max_examples=6)
def test_a_busy_display_loses_nothing_important_and_hears_nothing_twice(film: str, seed: int) -> None:
    shot = states.shot(film, 4, "en", states.SIZE)
    until = shot.shown[-1].now + 12 * SECOND
    away, chance = 0, Random(seed)  # noqa: S311  repeatable

    def busy(_: int) -> bool:
        nonlocal away
        away = away - 1 if away else chance.choice([0] * 9 + [chance.randint(1, 20)])
        return away > 0

    whole, seen = important(listened(shot.shown, until)), important(listened(shot.shown, until, busy))
    assert not {one.cue for one in whole - seen} - ONCE_AT_MOST
    assert not seen - whole


@pytest.mark.parametrize("film", ["round", "slips", "match", "dice"])
def test_what_concerns_a_seat_is_heard_in_its_voice(film: str) -> None:
    shot = states.shot(film, 4, "en", states.SIZE)
    signed = [one for _, one in listened(shot.shown, shot.shown[-1].now + 12 * SECOND) if CUES[one.cue].signed]
    assert len({one.cue for one in signed}) > 5
    assert [one for one in signed if one.seat is None] == []


class _Lit(Rehearsal):
    """A session whose lamps are kept as well."""

    lit: list[tuple[Instant, Mapping[SeatNumber, ShownLamp]]]

    def handled(self) -> None:
        """See ``Rehearsal``."""
        super().handled()
        self.__dict__.setdefault("lit", []).append((self.now, lamps(self.session.table, self.session.current)))


def bright(lit: list[tuple[Instant, Mapping[SeatNumber, ShownLamp]]]) -> Iterator[tuple[int, SeatNumber, LampState]]:
    """Yield when each lamp turns bright, or shows something else brightly, as the panel does (``GpioLamps.show``)."""
    since: dict[SeatNumber, tuple[ShownLamp, Instant]] = {}
    seen: dict[SeatNumber, tuple[LampState, bool]] = {}
    index = 0
    for now in range(lit[0][0], lit[-1][0], FRAME):
        while index < len(lit) and lit[index][0] <= now:
            for seat, lamp in lit[index][1].items():
                if seat not in since or since[seat][0] != lamp:
                    since[seat] = lamp, lit[index][0] if lamp.since is None else lamp.since
            index += 1
        for seat, (lamp, began) in since.items():
            lit_now = level(lamp.state, began, Instant(now))[0] == 1
            before, seen[seat] = seen.get(seat), (lamp.state, lit_now)
            if lit_now and before != seen[seat]:
                yield now, seat, lamp.state


@pytest.mark.parametrize("seats", [2, 4])
def test_hearts_beat_with_the_lamps_within_a_frame(seats: int) -> None:
    table = _Lit(states._settings(seats, "en"), states.SIZE)
    FILMS["last seconds"](table, "en", people(seats))
    until = next(shown.now for shown in table.shown if shown.state == State.STOPPED)
    turned = [(now, seat, state) for now, seat, state in bright(table.lit) if now < until]
    beats = [(now, one) for now, one in listened(tuple(table.shown), until) if one.cue == "heart"]
    assert len({one.height for _, one in beats}) > 3, "from the third card on, and in the last seconds"
    assert [beat for beat in beats if beat[1].seat is not None and not _near(beat[0], beat[1].seat, turned)] == []
    calls = [(now, seat) for now, seat, state in turned if state is LampState.MAY_STOP]
    assert len(calls) >= 8
    heard = [(now, one.seat) for now, one in beats]
    assert all(any(seat == other and abs(now - at) <= FRAME for at, other in heard) for now, seat in calls)


def _near(now: int, seat: SeatNumber, turned: list[tuple[int, SeatNumber, LampState]]) -> bool:
    return any(seat == other and abs(now - at) <= FRAME for at, other, _ in turned)

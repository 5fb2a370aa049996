"""What panels share, and what everybody sees: it follows those who are seated."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_type_hints

import pytest

from kiosk.display.context import COPIED, TableContext, calm, contrast
from kiosk.display.passing_time import newest_verdict, second_step, telling
from kiosk.game.seats import SeatNumber
from kiosk.protocol import House, SeatView, Snapshot, Verdict
from kiosk.protocol.state import State

Follows = Callable[[Snapshot], bool]


def _snapshot(*seats: dict[str, object], house: bool) -> Snapshot:
    views = tuple(SeatView(SeatNumber(number), **told) for number, told in enumerate(seats, 1))  # type: ignore[arg-type]
    return Snapshot(1, 0, "play", views, house=House(calm=house, contrast=house))


@pytest.mark.parametrize(("follows", "key"), [(calm, "calm"), (contrast, "contrast")])
def test_the_middle_follows_the_person_seated_who_needs_most(follows: Follows, key: str) -> None:
    other, wishes = {"state": "playing"}, {"state": "playing", key: True}
    assert follows(_snapshot(other, wishes, house=False))
    assert follows(_snapshot(other, {"state": "left", "joining": True, key: True}, house=False))
    assert not follows(_snapshot(other, {**wishes, "bot": True}, {**wishes, "state": "free"}, house=True))


@pytest.mark.parametrize(("follows", "key"), [(calm, "calm"), (contrast, "contrast")])
@pytest.mark.parametrize("house", [False, True])
def test_while_nobody_sits_there_the_middle_follows_the_house(follows: Follows, key: str, house: bool) -> None:
    bot = {"state": "playing", "bot": True, key: not house}
    assert follows(_snapshot(bot, {"state": "free"}, house=house)) is house


def test_fields_of_a_snapshot_are_copied_by_their_names() -> None:
    here, there = get_type_hints(TableContext), get_type_hints(Snapshot)
    assert {name: here[name] for name in COPIED} == {name: there[name] for name in COPIED}
    snapshot = Snapshot(1, 0, State.PLAY, (), round_no=3, saving="unsaved", usual={"one": 1}, preset="nordic")
    shared = TableContext.of(snapshot)
    assert [getattr(shared, name) for name in COPIED] == [getattr(snapshot, name) for name in COPIED]


SECOND = 1_000_000_000


@pytest.mark.parametrize(("seconds", "opacity"), [(0, 1.0), (2.4, 1.0), (2.5, 1.0), (2.7, 0.75), (2.9, 0.0), (60, 0.0)])
def test_a_verdict_stands_for_a_while_and_then_fades(seconds: float, opacity: float) -> None:
    at = 100 * SECOND
    view = SeatView(SeatNumber(1), "playing", ticker=(Verdict(1, "does_not_fit", "r4", at=at),))
    assert telling(view, at + round(seconds * SECOND)) == pytest.approx(opacity)


def test_neither_a_bots_slip_nor_a_touch_during_a_lock_is_told() -> None:
    fits, waits = Verdict(1, "does_not_fit", at=SECOND), Verdict(2, "locked", at=2 * SECOND)
    person = SeatView(SeatNumber(1), "playing", ticker=(fits, waits))
    assert newest_verdict(person) == fits
    bot = SeatView(SeatNumber(1), "playing", bot=True, ticker=(fits,))
    assert newest_verdict(bot) is None
    assert telling(bot, SECOND) == 0.0


@pytest.mark.parametrize(
    ("now", "shown"), [(1, 0), (0, 0), (999, 0), (1000, 1000), (2999, 2000), (3000, 3000), (9000, 9000)]
)
def test_what_counts_in_seconds_changes_once_a_second(now: int, shown: int) -> None:
    ms = 1_000_000
    assert second_step(now * ms, 3000 * ms) == shown * ms

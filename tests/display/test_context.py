"""What everybody sees follows those who are seated."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kiosk.display.context import calm, contrast
from kiosk.game.seats import SeatNumber
from kiosk.protocol import House, SeatView, Snapshot

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

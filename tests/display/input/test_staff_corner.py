"""The corner of a table that staff hold to open their menu: what it covers, and what lies on it."""

from __future__ import annotations

import math
from typing import Any

import pytest

from kiosk import protocol as msg
from kiosk.display.input.contact import SECOND
from kiosk.display.input.gestures import Gestures
from kiosk.display.input.playable import SERVICE
from kiosk.display.scene import Item, Pull
from kiosk.game.seats import SeatNumber

ONE = SeatNumber(1)
AT = (100, 100)


class Corner:
    """A corner of seat 1 over one other item; ``seen``: what the picture was told; ``sent``: what the table was."""

    def __init__(self, below: Item | None = None, state: str = "ready", seat: SeatNumber | None = ONE) -> None:
        self.things = [*([below] if below else []), Item(SERVICE, seat, *AT, 60, 60)]
        self.seen: list[Any] = []
        self.sent: list[Any] = []
        self._gestures = Gestures(self, self.sent.append)
        self._gestures.resize(1000, 1000, math.hypot(1000, 1000))
        self._gestures.apply(msg.Snapshot(id=1, now=0, state=state, seats=(msg.SeatView(seat=ONE, state="playing"),)))

    def touch(self, seconds: float) -> None:
        self._gestures.down("a", *AT, 0)
        self._gestures.up("a", *AT, round(seconds * SECOND))

    def items(self) -> list[Item]:
        return self.things

    def panel_at(self, x: float, y: float) -> None:
        return None

    def near_cells(self, x: float, y: float) -> tuple[int, ...]:
        return ()

    def carry(self, seat: SeatNumber, source: str, x: float, y: float) -> None:
        self.seen.append("carry")

    def release(self, seat: SeatNumber) -> None:
        self.seen.append("release")

    def nudge(self, seat: SeatNumber, source: str) -> None:
        self.seen.append("nudge")

    def answer(self, x: float, y: float) -> None:
        self.seen.append("answer")

    def nearest_seat(self, x: float, y: float) -> Item | None:
        return None

    def press(self, seat: SeatNumber, at: int | None) -> None:
        self.seen.append("press")

    def tap(self, item: Item, at: int, pull: Pull | None = None) -> None:
        self.seen.append(item.what)


def test_the_corner_held_opens_the_menu_for_its_seat() -> None:
    corner = Corner()
    corner.touch(3)
    assert corner.sent == [msg.OpenService(ONE, 3 * SECOND)]


@pytest.mark.parametrize("seconds", [1, 2.9])
def test_a_corner_let_go_too_early_does_nothing(seconds: float) -> None:
    corner = Corner(Item("more", ONE, *AT, 60, 60))
    corner.touch(seconds)
    assert (corner.sent, corner.seen) == ([], [])


@pytest.mark.parametrize("state", ["countdown", "play"])
def test_in_a_round_the_picture_says_that_the_menu_stays_closed(state: str) -> None:
    corner = Corner(state=state)
    corner.touch(3)
    assert (corner.sent, corner.seen) == ([], [SERVICE])


def test_a_corner_at_which_nobody_sits_is_left_to_the_picture() -> None:
    corner = Corner(seat=None)
    corner.touch(3)
    assert (corner.sent, corner.seen) == ([], [SERVICE])


@pytest.mark.parametrize(
    ("below", "seen"),
    [
        (None, ["answer"]),
        (Item("more", ONE, *AT, 60, 60), ["more"]),
        (Item("more", ONE, *AT, 60, 60, enabled=False), ["answer"]),
    ],
    ids=["nothing", "control", "off"],
)
def test_a_tap_on_the_corner_means_what_lies_below(below: Item | None, seen: list[str]) -> None:
    corner = Corner(below)
    corner.touch(0.1)
    assert (corner.sent, corner.seen) == ([], seen)


def test_a_control_below_the_corner_is_not_held_but_the_one_that_leaves_is() -> None:
    for what, told in (("more", msg.OpenService), ("leave", msg.LeaveSeat)):
        corner = Corner(Item(what, ONE, *AT, 60, 60))
        corner.touch(2 if what == "leave" else 3)
        assert [type(message) for message in corner.sent] == [told]


def test_a_hand_below_the_corner_is_flipped_in_a_round() -> None:
    corner = Corner(Item("hand", ONE, *AT, 60, 60), state="play")
    corner.touch(0.1)
    assert corner.sent == [msg.FlipHand(ONE, round(0.1 * SECOND))]

"""The order in which looks are painted: as soon as each is missed, and nothing waits for good."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kiosk.display.looks.order import PaintingOrder
from kiosk.display.paint.art import Look, SignLook
from kiosk.display.paint.base import BaseLook, FeltLook
from kiosk.display.paint.brass_art import LaurelLook
from kiosk.display.paint.card_art import BackLook, FaceLook
from kiosk.display.paint.dice_art import DieLook
from kiosk.display.paint.text import TextLook
from kiosk.display.paint.turntable_art import TurntableLook
from kiosk.display.paint.wheel_art import TokenLook, WheelLook
from kiosk.game.seats import SeatNumber

TABLE = BaseLook(1920, 1080, 26.0)
WHOLE, COARSE = FeltLook(TABLE), FeltLook(TABLE.coarse())
FACE, BACK, DIE = FaceLook("r3", 48, 72, 4), BackLook(SeatNumber(2), 48, 72), DieLook("r3", 40)
NAME, WHEEL, DISC, CHART = TextLook("Lale", 20), WheelLook(480), TokenLook(210), LaurelLook(480)
PLATE = TurntableLook(200)


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def order(clock: Clock) -> PaintingOrder:
    return PaintingOrder(clock)


def painted(order: PaintingOrder) -> list[Look]:
    return [order.pop()[1] for _ in range(len(order))]


def test_the_table_comes_first_then_its_middle_and_pieces_then_small_things_then_what_takes_long(
    order: PaintingOrder, clock: Clock
) -> None:
    first = [COARSE, WHEEL, FACE, DISC, BACK, DIE, PLATE, NAME, CHART, WHOLE]
    for number, look in enumerate((WHOLE, CHART, NAME, COARSE, WHEEL, FACE, DISC, BACK, DIE, PLATE)):
        order.add(number, look, urgent=True)
        clock.now += 0.01
    assert painted(order) == first


def test_what_is_shown_comes_before_what_may_be_however_long_that_waits(order: PaintingOrder, clock: Clock) -> None:
    order.add(1, FACE, urgent=False)
    clock.now += 1000
    order.add(2, WHOLE, urgent=True)
    assert painted(order) == [WHOLE, FACE]


def test_nothing_waits_for_good_behind_what_is_asked_for_later(order: PaintingOrder, clock: Clock) -> None:
    for number, look in enumerate((WHOLE, NAME)):
        order.add(number, look, urgent=True)
    left = {WHOLE, NAME}
    for number in range(100):  # a painter that starves: a card more is asked for whenever it has painted one
        order.add(2 + number, replace(FACE, w=40 + number), urgent=True)
        clock.now += 0.1
        left.discard(order.pop()[1])
    assert not left


def test_what_is_shown_by_now_is_hastened_and_what_nobody_sees_is_left_out(order: PaintingOrder) -> None:
    for number, look in enumerate((FACE, BACK, SignLook("seat 1", 20), NAME)):
        order.add(number, look, urgent=False)
    order.hasten(3)
    order.forget(1)
    order.hasten(1)  # it is not known any more
    assert len(order) == 3
    assert painted(order) == [NAME, FACE, SignLook("seat 1", 20)]
    with pytest.raises(IndexError):
        order.pop()

"""The log of touches: nothing until somebody asks; then every touch that has lifted, with what lay under it."""

from __future__ import annotations

from kiosk.display.input.stroke_log import LASTS, StrokeLog
from kiosk.display.scene import Item
from kiosk.game.seats import SeatNumber
from kiosk.protocol import Stroke, Touched

ITEMS = [
    Item("row", SeatNumber(3), 10, 10, 8, 8, slot=0, card="r1"),
    Item("row", SeatNumber(3), 30, 10, 8, 8, slot=1, card="b2"),
    Item("pile", None, 50, 50, 8, 8, slot=4, card="r2"),
    Item("ready", SeatNumber(3), 70, 10, 8, 8, text="READY"),
]
SIZE = (100, 100)


def log() -> StrokeLog:
    return StrokeLog(lambda: ITEMS, lambda _x, y: SeatNumber(3) if y < 20 else None)


def test_nothing_is_kept_before_somebody_asks() -> None:
    strokes = log()
    strokes.down("a", 10, 10, 5)
    strokes.up("a", 10, 10, 6)
    assert strokes.since(0, SIZE).strokes == ()


def test_a_touch_is_told_with_what_lay_under_its_ends_from_the_top_left() -> None:
    strokes = log()
    strokes.since(0, SIZE)
    strokes.down("a", 10, 10, 5)
    strokes.down("b", 70, 12, 6)
    strokes.move("a", 30, 30, 7)
    strokes.move("a", 30, 30, 8)  # it has not moved
    strokes.up("b", 70, 12, 9)
    strokes.up("a", 50, 50, 10)
    row = Touched("row", SeatNumber(3), 0, "r1", None, several=True)
    ready = Touched("ready", SeatNumber(3), None, None, "READY", several=False)
    pile = Touched("pile", None, 4, "r2", None, several=False)
    first = Stroke(0, SeatNumber(3), ready, ready, ((70, 88, 6), (70, 88, 9)))
    second = Stroke(1, SeatNumber(3), row, pile, ((10, 90, 5), (30, 70, 7), (50, 50, 10)))
    seen = strokes.since(0, SIZE)
    assert (seen.following, seen.size, seen.strokes) == (2, SIZE, (first, second))
    assert strokes.since(1, SIZE).strokes == (second,)


def test_a_touch_beside_everything_belongs_to_the_panel_and_a_lost_one_is_forgotten() -> None:
    strokes = log()
    strokes.since(0, SIZE)
    strokes.down("a", 95, 15, 5)
    strokes.down("b", 95, 95, 5)
    strokes.drop("b")
    strokes.up("b", 95, 95, 6)
    strokes.up("a", 95, 15, 7)
    assert [(stroke.seat, stroke.first) for stroke in strokes.since(0, SIZE).strokes] == [(3, None)]


def test_what_is_touched_while_a_pin_may_be_typed_is_left_out() -> None:
    secret = [True]
    strokes = StrokeLog(lambda: ITEMS, lambda _x, _y: None, lambda: secret[0])
    strokes.since(0, SIZE)
    for contact in "ab":
        strokes.down(contact, 10, 10, 5)
        strokes.up(contact, 10, 10, 6)
        secret[0] = False
    assert len(strokes.since(0, SIZE).strokes) == 1


def test_what_belongs_to_a_seat_is_touched_for_it_wherever_it_lies() -> None:
    items = [Item("row", SeatNumber(4), 10, 10, 8, 8), Item("pile", None, 10, 50, 8, 8)]
    strokes = StrokeLog(lambda: items, lambda _x, _y: SeatNumber(3))
    strokes.since(0, SIZE)
    for y in (10, 50):
        strokes.down("a", 10, y, 5)
        strokes.up("a", 10, y, 6)
    assert [stroke.seat for stroke in strokes.since(0, SIZE).strokes] == [4, 3]


def test_touches_are_noted_until_nobody_has_asked_for_ten_seconds() -> None:
    now = [0]
    strokes = StrokeLog(lambda: ITEMS, lambda _x, _y: None, clock=lambda: now[0])

    def touch(at: int) -> None:
        now[0] = at
        strokes.down("a", 10, 10, at)
        strokes.up("a", 10, 10, at)

    touch(0)
    strokes.since(0, SIZE)
    touch(LASTS - 1)
    touch(LASTS)
    assert [stroke.points[0][2] for stroke in strokes.since(0, SIZE).strokes] == [LASTS - 1]

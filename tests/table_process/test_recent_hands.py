"""What hands did lately: after it was passed on, with its stamps, the oldest forgotten first."""

from __future__ import annotations

from hardware.api import Button, ButtonEdge, DeviceFault, Fault, Instant
from kiosk.protocol import DriveBoard, SeenDeed, SeenEdge, SeenHands
from kiosk.table_process.display_server import KEPT, RecentHands


def test_edges_are_passed_on_first_and_told_with_their_stamps_and_boards_with_the_time() -> None:
    passed: list[object] = []
    hands = RecentHands(lambda: Instant(90))
    sink = hands.before(lambda item: passed.append((item, hands.since(0).following)))
    edge, fault = ButtonEdge(2, Button.STOP, True, Instant(50)), DeviceFault("pins", Fault("x"), Instant(60))
    sink(edge)
    sink(fault)
    wish = DriveBoard(1, "unplug")
    hands.board(wish)
    assert passed == [(edge, 0), (fault, 1)]
    assert hands.since(0) == SeenHands(2, (SeenEdge(0, 2, "stop", True, 50), SeenDeed(1, 90, wish)), since=90)
    assert hands.since(1).acts == (SeenDeed(1, 90, wish),)


def test_the_oldest_are_forgotten() -> None:
    hands = RecentHands(lambda: Instant(0))
    for _ in range(KEPT + 3):
        hands.board(DriveBoard(1, "plug"))
    told = hands.since(0)
    assert (told.following, len(told.acts), told.acts[0].number) == (KEPT + 3, KEPT, 3)

"""What a display tells of itself: when it has attached, when something changes, and never more often."""

from __future__ import annotations

from kiosk import messages as msg
from kiosk.display.health import DisplayCondition


class Told:
    def __init__(self) -> None:
        self.said: list[msg.ToTable] = []
        self.condition = DisplayCondition(self.said.append, "window (SDL)", "llvmpipe")

    def frame(self) -> list[msg.ToTable]:
        self.said.clear()
        self.condition.tell()
        return list(self.said)


def health(fingers: int = 0, fault: str | None = None) -> msg.DisplayHealth:
    return msg.DisplayHealth("window (SDL)", fingers, "llvmpipe", fault)


def test_it_is_told_when_it_has_attached_and_to_each_new_table_again() -> None:
    told = Told()
    told.condition.attached()
    assert told.said == [health()]
    assert told.frame() == []
    told.condition.attached()
    assert told.said == [health()]


def test_the_most_fingers_at_once_are_counted_and_never_fewer() -> None:
    told = Told()
    told.frame()
    for finger in (1, 2, 3):
        told.condition.down(finger)
    assert told.frame() == [health(3)]
    for finger in (1, 2, 3):
        told.condition.up(finger)
    told.condition.down(4)
    assert told.frame() == []
    for finger in range(5, 9):
        told.condition.down(finger)
    assert told.frame() == [health(5)]


def test_a_contact_that_begins_twice_is_one_finger() -> None:
    told = Told()
    told.condition.down("mouse")
    told.condition.down("mouse")
    assert told.frame() == [health(1)]


def test_a_fault_is_told_and_so_is_its_end() -> None:
    told = Told()
    told.frame()
    told.condition.fault = "the panel is gone: plug it in"
    assert told.frame() == [health(fault="the panel is gone: plug it in")]
    told.condition.fault = None
    assert told.frame() == [health()]

"""Fingers of scripts: they go from point to point in their time, and every one of them lifts."""

from __future__ import annotations

from kiosk.display.input.scripted_fingers import ScriptedFingers, Waypoint


class Glass:
    """Notes all contacts."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, str | int, float, float, int]] = []

    def down(self, contact: str | int, x: float, y: float, at: int) -> None:
        self.seen.append(("down", contact, x, y, at))

    def move(self, contact: str | int, x: float, y: float, at: int) -> None:
        self.seen.append(("move", contact, x, y, at))

    def up(self, contact: str | int, x: float, y: float, at: int) -> None:
        self.seen.append(("up", contact, x, y, at))


def test_a_finger_goes_over_its_points_in_its_time_and_lifts() -> None:
    glass = Glass()
    fingers = ScriptedFingers(glass)
    fingers.touch([Waypoint(0, 0, 0), Waypoint(10, 0, 50), Waypoint(10, 20, 100)], 1000, now=1000)
    for now in (1025, 1050, 1075, 1130, 1160):
        fingers.frame(now)
    assert [event[:1] + event[2:] for event in glass.seen] == [
        ("down", 0, 0, 1000),
        ("move", 5, 0, 1025),
        ("move", 10, 0, 1050),
        ("move", 10, 10, 1075),
        ("move", 10, 20, 1100),
        ("up", 10, 20, 1100),
    ]


def test_several_fingers_are_contacts_of_their_own() -> None:
    glass = Glass()
    fingers = ScriptedFingers(glass)
    fingers.touch([Waypoint(1, 1, 0), Waypoint(1, 1, 50)], 0, now=0)
    fingers.touch([Waypoint(2, 2, 0), Waypoint(2, 2, 80)], 10, now=10)
    for now in (40, 60, 200):
        fingers.frame(now)
    first, second = dict.fromkeys(event[1] for event in glass.seen)
    assert [event[0] for event in glass.seen if event[1] == first] == ["down", "move", "move", "up"]
    assert [event[0] for event in glass.seen if event[1] == second] == ["down", "move", "move", "move", "up"]


def test_a_finger_that_comes_later_is_stamped_with_its_own_times_not_with_those_of_frames() -> None:
    glass, lifts = Glass(), []
    fingers = ScriptedFingers(glass)
    way = [Waypoint(0, 0, 0), Waypoint(4, 0, 7), Waypoint(9, 0, 12), Waypoint(9, 9, 40)]
    fingers.touch(way, 1005, now=1000, lifted=lambda: lifts.append(True))
    assert not fingers.are_down
    assert glass.seen == []
    for now in (1000, 1016, 1032, 1048):
        fingers.frame(now)
    assert [event[0] for event in glass.seen] == ["down", "move", "move", "move", "move", "move", "up"]
    assert [event[4] for event in glass.seen] == [1005, 1012, 1016, 1017, 1032, 1045, 1045]
    assert lifts == [True]
    assert not fingers.are_down

"""The tumbling of dice, computed back from its end."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random

import pytest

from kiosk.display.games.dice.rolling import FRAME, MARKS, REST, arc, throw, tumble
from kiosk.display.paint.motions import Pose
from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Frame, Place
from kiosk.layout.table_layout import Panel

HOME = Pose(0, 500, 400, 90)


@pytest.mark.parametrize("seconds", [0.9, 0.4, 0.03])
def test_a_rolling_die_comes_to_rest_at_home_when_its_time_is_up_and_no_sooner(seconds: float) -> None:
    poses, steps = tumble(HOME, 60, seconds, Random(1))  # noqa: S311  the same hops every time
    *hops, rest, gone = poses
    assert poses[0].at <= 0
    assert [pose.at for pose in poses] == sorted(pose.at for pose in poses)
    assert rest == HOME._replace(at=seconds, ease=1)
    assert gone[1:] == rest[1:]
    assert gone.at == seconds + REST
    assert all((pose.x, pose.y) != (HOME.x, HOME.y) for pose in hops)
    assert all(abs(pose.x - HOME.x) <= 20 and abs(pose.y - HOME.y) <= 20 for pose in hops)
    assert len(steps) == len(poses) - 2
    assert all((one - other) % 12 in {1, 11} for one, other in pairwise(steps))


def test_its_hops_become_lower_and_shorter() -> None:
    poses, _ = tumble(HOME, 60, 0.9, Random(5))  # noqa: S311
    heights = [pose.scale for pose in poses]
    assert max(heights[:7]) > max(heights[-5:]) > 1


def test_dice_in_a_crowd_hop_less_far_and_less_high() -> None:
    (free, _), (crowded, _) = (tumble(HOME, 60, 0.9, Random(3), lively) for lively in (1.0, 0.4))  # noqa: S311
    assert max(one.scale for one in free) > 1
    for one, other in zip(free, crowded, strict=True):
        assert other.scale - 1 == pytest.approx(0.4 * (one.scale - 1))
        assert other.x - HOME.x == pytest.approx(0.4 * (one.x - HOME.x))
        assert other.turn == one.turn


def test_who_sees_but_the_end_of_a_roll_sees_the_same_end() -> None:
    (late, late_steps), (whole, steps) = (tumble(HOME, 60, seconds, Random(7)) for seconds in (0.4, 0.9))  # noqa: S311
    assert steps[-len(late_steps) :] == late_steps
    for one, other in zip(late[1:], whole[-len(late) + 1 :], strict=True):
        assert one[1:] == other[1:]
        assert one.at + 0.5 == pytest.approx(other.at)


def test_the_control_fills_clockwise_from_the_top_until_the_dice_lie() -> None:
    marks = arc(0, 0, 10, 0.9, 0)
    assert len(marks) == MARKS
    assert [poses[0].at for poses in marks] == pytest.approx([0.045 * number for number in range(MARKS)])
    assert {poses[-1].at for poses in marks} == {0.9}
    first, last = marks[0][-1], marks[-1][-1]
    assert first.x > 0 > last.x
    assert first.y == pytest.approx(last.y)
    assert first.y > 9


def test_dice_that_are_swept_together_do_not_meet_in_one_point() -> None:
    well, tray = Place(0, 0, 480, 80), Place(300, 0, 60, 60)
    panel = Panel(SeatNumber(1), "south", Frame(500, 400, 0.0), 50, (700, 100), {"well": well, "tray": tray})
    places = [Place(-200 + 80 * number, 0, 60, 60) for number in range(6)]
    ways = [throw(panel, place, Random(number)) for number, place in enumerate(places)]  # noqa: S311
    for back in range(20):
        across = [place.x + way(back * FRAME)[0] for place, way in zip(places, ways, strict=True)]
        assert max(across) - min(across) > 2 * 60


@pytest.mark.parametrize("rotation", [0.0, 90.0, 180.0])
def test_thrown_dice_run_along_their_well_and_never_leave_it(rotation: float) -> None:
    well, tray = Place(-40, -30, 260, 100), Place(150, -30, 60, 60)
    panel = Panel(SeatNumber(1), "south", Frame(500, 400, rotation), 50, (400, 160), {"well": well, "tray": tray})
    for number in range(20):
        place = Place(-120 + 50 * (number % 4), -30, 60, 60)
        way = throw(panel, place, Random(number))  # noqa: S311  the same throws every time
        ran = [way(back * FRAME) for back in range(20)] + [way(0.9)]
        cos, sin = panel.frame.turned
        local = [(place.x + x * cos + y * sin, place.y + y * cos - x * sin) for x, y in ran]
        assert local[0] == pytest.approx((place.x, place.y))
        hand = well.right - 48
        assert max(x for x, _ in local) >= place.x + 0.35 * (hand - place.x), "swept towards the roll control"
        assert all(well.inset(15).holds(x, y) for x, y in local)
        assert math.dist(local[-1], (place.x, place.y)) < 1e-6, "they are taken up where they lay"

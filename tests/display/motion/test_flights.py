"""Flights: short, rotating the short way, and with no frame loop once nothing moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

pytestmark = pytest.mark.ui


class Loop:
    """A stand-in for Kivy's trigger: the test calls the frame itself."""

    def __init__(self, frame: Callable[[float], None]) -> None:
        self.frame = frame
        self.running = False

    def __call__(self) -> None:
        self.running = True

    def cancel(self) -> None:
        self.running = False


class Sky:
    """A stand-in for the part of the canvas."""

    shown: Sequence[Any] = ()
    now = 0.0

    def show(self, drawn: Sequence[Any]) -> None:
        self.shown = drawn

    def tell(self, now: float) -> None:
        self.now = now


@pytest.fixture
def flights() -> Any:
    from kivy.core.window import Window  # noqa: PLC0415  # textures need a GL context

    from kiosk.display.motion import flights  # noqa: PLC0415
    from kiosk.display.paint.atlas import Atlas  # noqa: PLC0415

    assert Window is not None
    made = flights.Flights(Atlas(), Sky(), time=lambda: made.clock)
    made.clock = 1000.0
    made._loop = Loop(made._frame)
    return made


def _fly(flights: Any) -> None:
    from kiosk.display.motion.flights import flight  # noqa: PLC0415
    from kiosk.display.paint.art import SignLook  # noqa: PLC0415
    from kiosk.display.paint.motions import Pose  # noqa: PLC0415

    flights.start([SignLook("disc 1", 20)], flight(Pose(0, 50, 50, 10), Pose(0, 150, 50, 350)))


def test_a_frame_loop_runs_only_while_something_moves(flights: Any) -> None:
    assert not flights._loop.running
    _fly(flights)
    assert flights._loop.running
    flights.clock += 0.06
    flights._loop.frame(0.06)
    assert flights.moving
    assert len(flights._sky.shown) == 1
    flights.clock += 0.07
    flights._loop.frame(0.07)
    assert not flights.moving
    assert not flights._loop.running
    assert flights._sky.shown == []


def test_between_two_poses_the_gpu_is_told_nothing_but_the_time(flights: Any) -> None:
    _fly(flights)
    flights._loop.frame(0)
    (drawn,) = flights._sky.shown
    flights.clock += 0.06
    flights._loop.frame(0.06)
    assert flights._sky.shown[0] is drawn
    assert flights._sky.now == pytest.approx(0.06)


def test_what_is_cleared_leaves_the_canvas(flights: Any) -> None:
    _fly(flights)
    flights._loop.frame(0)
    assert len(flights._sky.shown) == 1
    flights.clear()
    assert flights._sky.shown == []
    assert not flights._loop.running


@pytest.mark.parametrize(("passed", "x"), [(0.0, 50), (0.06, 125), (0.119, 150)])
def test_a_picture_on_its_way_is_seen_where_it_is_and_slows_down(flights: Any, passed: float, x: int) -> None:
    from kivy.graphics import ClearBuffers, ClearColor, Fbo  # noqa: PLC0415

    from kiosk.display.paint.mesh import Sky  # noqa: PLC0415

    flights._sky = Sky()
    _fly(flights)
    flights.clock += passed
    flights._loop.frame(passed)
    fbo = Fbo(size=(200, 100))
    for part in (ClearColor(0, 0, 0, 1), ClearBuffers(), flights._sky.canvas):
        fbo.add(part)
    fbo.draw()
    seen = [column for column in range(200) if any(fbo.get_pixel_color(column, 50)[:3])]
    assert (seen[0] + seen[-1]) / 2 == pytest.approx(x, abs=1)
    assert seen[-1] - seen[0] == pytest.approx(20, abs=2)


def test_a_flight_takes_120_ms_and_turns_the_short_way() -> None:
    from kiosk.display.motion.flights import flight  # noqa: PLC0415
    from kiosk.display.paint.motions import Pose  # noqa: PLC0415

    start, end = flight(Pose(0, 0, 0, 10), Pose(0, 100, 50, 350))
    assert end.at == pytest.approx(0.12)
    assert (start.turn, end.turn) == (10, -10)


def test_a_refused_card_springs_back_a_little_too_far_and_stays_at_home() -> None:
    from kiosk.display.motion.flights import flight_back  # noqa: PLC0415
    from kiosk.display.paint.motions import Pose  # noqa: PLC0415

    poses = flight_back(Pose(0, 500, 400), Pose(0, 100, 50))
    assert 70 < min(pose.x for pose in poses) < 100
    assert (poses[-1].x, poses[-1].y, poses[-1].turn) == (100, 50, 0)
    assert poses[-1].at < 0.4


def test_each_way_of_several_pictures_shows_the_next_one(flights: Any) -> None:
    from kiosk.display.paint.art import SignLook  # noqa: PLC0415
    from kiosk.display.paint.motions import Pose  # noqa: PLC0415

    looks = [SignLook(f"disc {number}", 20) for number in (1, 2)]
    pictures = [flights._atlas.spot(look) for look in looks]
    flights.start(looks, [Pose(at, 50, 50) for at in (-0.5, 0.1, 0.2, 0.3)])  # the first leg has already begun
    seen = []
    for _ in range(3):
        flights._loop.frame(0)
        seen.append(flights._flights[0].spot)
        flights.clock += 0.1
    assert seen == [pictures[0], pictures[1], pictures[0]]

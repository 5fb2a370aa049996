"""Flights: short, rotating the short way, and with no frame loop once nothing moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pytest

from tests.rig.flying import shown_spot

if TYPE_CHECKING:
    from tests.rig.frames import Frames

pytestmark = pytest.mark.ui


class Bunch:
    """A stand-in for the canvas of a bunch."""

    shown: Sequence[Any] = ()
    sent = 0

    def show(self, drawn: Sequence[Any]) -> None:
        self.shown = drawn
        self.sent += 1


class Sky:
    """A stand-in for the part of the canvas."""

    now = 0.0
    canvas: Any = None

    def __init__(self) -> None:
        self.bunches: list[Bunch] = []

    @property
    def shown(self) -> list[Any]:
        return [drawn for bunch in self.bunches for drawn in bunch.shown]

    def bunch(self) -> Bunch:
        self.bunches.append(Bunch())
        return self.bunches[-1]

    def drop(self, bunch: Bunch) -> None:
        self.bunches.remove(bunch)

    def tell(self, now: float) -> None:
        self.now = now


@pytest.fixture
def sky() -> Sky:
    return Sky()


@pytest.fixture
def flights_in(frames: Frames) -> Callable[[Any], Any]:
    """A function that makes flights in a sky."""
    from kiosk.display.motion.flights import Flights  # noqa: PLC0415  # load Kivy only when such a test runs
    from kiosk.display.paint.atlas import Atlas  # noqa: PLC0415

    return lambda sky: Flights(Atlas(256), sky, time=lambda: frames.now / 1e9)


@pytest.fixture
def flights(flights_in: Callable[[Any], Any], sky: Sky) -> Any:
    return flights_in(sky)


def _fly(flights: Any) -> None:
    from kiosk.display.motion.flights import flight  # noqa: PLC0415
    from kiosk.display.paint.art import SignLook  # noqa: PLC0415
    from kiosk.display.paint.motions import Pose  # noqa: PLC0415

    flights.start([SignLook("disc 1", 20)], flight(Pose(0, 50, 50, 10), Pose(0, 150, 50, 350)))


def test_a_frame_loop_runs_only_while_something_moves(flights: Any, sky: Sky, frames: Frames) -> None:
    assert flights not in frames.waiting
    _fly(flights)
    frames.pass_ms(60)
    assert flights in frames.waiting
    assert flights.moving
    assert len(sky.shown) == 1
    frames.pass_ms(70)
    assert not flights.moving
    assert flights not in frames.waiting
    assert sky.shown == []


def test_between_two_poses_the_gpu_is_told_nothing_but_the_time(flights: Any, sky: Sky, frames: Frames) -> None:
    _fly(flights)
    frames.pass_ms()
    (drawn,) = sky.shown
    frames.pass_ms(60)
    assert sky.shown[0] is drawn
    assert sky.now == pytest.approx(0.06)


def test_a_flight_is_sent_once_however_many_poses_it_has_and_again_only_with_one_begun_beside_it(
    flights: Any, sky: Sky, frames: Frames
) -> None:
    from kiosk.display.motion.flights import _BUNCH  # noqa: PLC0415
    from kiosk.display.paint.art import SignLook  # noqa: PLC0415
    from kiosk.display.paint.motions import Pose  # noqa: PLC0415

    flights.start([SignLook("disc 1", 20)], [Pose(at, 50, 50) for at in (0.0, 0.03, 0.06, 0.2)])
    for _ in range(3):
        frames.pass_ms(25)
    assert (len(sky.shown), sky.bunches[0].sent) == (3, 1)
    for _ in range(_BUNCH):
        _fly(flights)
    frames.pass_ms()
    first, second = sky.bunches
    assert (len(first.shown), len(second.shown), first.sent, second.sent) == (_BUNCH + 2, 1, 2, 1)
    frames.pass_ms(125)
    assert sky.bunches == []


def test_what_is_cleared_leaves_the_canvas(flights: Any, sky: Sky, frames: Frames) -> None:
    _fly(flights)
    frames.pass_ms()
    assert len(sky.shown) == 1
    flights.clear()
    assert sky.shown == []
    assert flights not in frames.waiting


def _seen(flights_in: Callable[[Any], Any], frames: Frames, poses: Sequence[Any] | None, passed: int) -> list[int]:
    """Return the columns of a picture 200 wide in which a flight is seen after so many milliseconds."""
    from kivy.graphics import ClearBuffers, ClearColor, Fbo  # noqa: PLC0415

    from kiosk.display.paint import mesh  # noqa: PLC0415
    from kiosk.display.paint.art import SignLook  # noqa: PLC0415

    sky = mesh.Sky()
    flights = flights_in(sky)
    if poses is None:
        _fly(flights)
    else:
        flights.start([SignLook("disc 1", 20)], poses)
    frames.pass_ms(passed)
    fbo = Fbo(size=(200, 100))
    for part in (ClearColor(0, 0, 0, 1), ClearBuffers(), sky.canvas):
        fbo.add(part)
    fbo.draw()
    return [column for column in range(200) if any(fbo.get_pixel_color(column, 50)[:3])]


@pytest.mark.parametrize(("passed", "x"), [(0, 50), (60, 125), (119, 150)])
def test_a_picture_on_its_way_is_seen_where_it_is_and_slows_down(
    flights_in: Callable[[Any], Any], frames: Frames, passed: int, x: int
) -> None:
    seen = _seen(flights_in, frames, None, passed)
    assert (seen[0] + seen[-1]) / 2 == pytest.approx(x, abs=1)
    assert seen[-1] - seen[0] == pytest.approx(20, abs=2)


@pytest.mark.parametrize(("passed", "x"), [(10, None), (50, 50), (99, 50), (100, 120), (150, 120), (200, None)])
def test_of_the_ways_of_a_flight_only_the_one_that_it_is_on_is_seen(
    flights_in: Callable[[Any], Any], frames: Frames, passed: int, x: int | None
) -> None:
    from kiosk.display.paint.motions import Pose  # noqa: PLC0415

    poses = [Pose(at, x, 50) for at, x in ((0.05, 50), (0.1, 50), (0.1, 120), (0.2, 120))]
    seen = _seen(flights_in, frames, poses, passed)
    assert (seen == []) is (x is None)
    assert x is None or (seen[0] + seen[-1]) / 2 == pytest.approx(x, abs=1)


def test_a_flight_takes_120_ms_and_turns_the_short_way() -> None:
    from kiosk.display.motion.flights import flight  # noqa: PLC0415
    from kiosk.display.paint.motions import Pose  # noqa: PLC0415

    start, end = flight(Pose(0, 0, 0, 10), Pose(0, 100, 50, 350))
    assert end.at == pytest.approx(0.12)
    assert (start.turn, end.turn) == (10, -10)


def test_the_way_of_a_piece_above_all_else_bends_around_what_is_kept_clear_and_is_straight_elsewhere() -> None:
    from kiosk.display.motion.flights import between, bowed, flight  # noqa: PLC0415
    from kiosk.display.paint.motions import Pose  # noqa: PLC0415
    from kiosk.layout.place import Place  # noqa: PLC0415

    way, door = flight(Pose(0, 0, 0), Pose(0, 0, 400)), Place(-30, 200, 40, 40)
    assert bowed(way, 60, [Place(300, 200, 40, 40)]) == way
    start, end = bowed(way, 60, [door])
    assert end._replace(bend=0.0) == way[-1]
    for step in range(10):
        pose = between(start, end, end.at * step / 10)
        assert not door.overlaps(Place(pose.x, pose.y, 60, 60))


def test_a_refused_card_springs_back_a_little_too_far_and_stays_at_home() -> None:
    from kiosk.display.motion.bouncing import flight_back  # noqa: PLC0415
    from kiosk.display.paint.motions import Pose  # noqa: PLC0415

    poses = flight_back(Pose(0, 500, 400), Pose(0, 100, 50))
    assert 70 < min(pose.x for pose in poses) < 100
    assert (poses[-1].x, poses[-1].y, poses[-1].turn) == (100, 50, 0)
    assert poses[-1].at < 0.4


def test_each_way_of_several_pictures_shows_the_next_one(flights: Any, frames: Frames) -> None:
    from kiosk.display.paint.art import SignLook  # noqa: PLC0415
    from kiosk.display.paint.motions import Pose  # noqa: PLC0415

    looks = [SignLook(f"disc {number}", size) for number, size in ((1, 20), (2, 30))]
    poses = [Pose(at, 50, 50) for at in (-0.5, 0.1, 0.2, 0.3)]  # the first leg has already begun
    flight = flights.start(looks, poses)
    seen = []
    for _ in range(3):
        frames.pass_ms()
        seen.append(shown_spot(flight, flights.now(flight).at).w)
        frames.pass_ms(100)
    assert seen == [20, 30, 20]

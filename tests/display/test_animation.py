"""Flights: short, along the short way round, and with no frame loop once nothing moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

from kiosk.seats import SeatNumber

pytestmark = pytest.mark.ui


class Loop:
    """Stands for Kivy's trigger: a test calls the frame itself."""

    def __init__(self, frame: Callable[[float], None]) -> None:
        self.frame = frame
        self.running = False

    def __call__(self) -> None:
        self.running = True

    def cancel(self) -> None:
        self.running = False


class Sheet:
    """Stands for a part of the canvas."""

    shown: Sequence[Any] = ()

    def show(self, drawn: Iterable[Any]) -> None:
        self.shown = list(drawn)


@pytest.fixture
def flights(monkeypatch: pytest.MonkeyPatch) -> Any:
    from kivy.core.window import Window  # noqa: PLC0415  # textures need a GL context

    from kiosk.display import animation  # noqa: PLC0415
    from kiosk.display.atlas import Atlas  # noqa: PLC0415

    assert Window is not None
    made = animation.Flights(Atlas(), time=lambda: made.clock)
    made.clock = 0.0
    made._loop = Loop(made._frame)
    return made


def _fly(flights: Any, sheet: Sheet) -> None:
    from kiosk.display.animation import Pose, flight  # noqa: PLC0415
    from kiosk.display.art import StampLook  # noqa: PLC0415

    flights.start(StampLook(SeatNumber(1), 20), flight(Pose(0, 0, 0, 10), Pose(0, 100, 50, 350)), sheet)


def test_a_frame_loop_runs_only_while_something_moves(flights: Any) -> None:
    sheet = Sheet()
    assert not flights._loop.running
    _fly(flights, sheet)
    assert flights._loop.running
    flights.clock = 0.06
    flights._loop.frame(0.06)
    assert flights.moving
    flights.clock = 0.13
    flights._loop.frame(0.07)
    assert not flights.moving
    assert not flights._loop.running
    assert sheet.shown == []


def test_what_is_cleared_leaves_the_canvas(flights: Any) -> None:
    sheet = Sheet()
    _fly(flights, sheet)
    assert len(sheet.shown) == 1
    flights.clear()
    assert sheet.shown == []
    assert not flights._loop.running


def test_a_flight_takes_120_ms_and_turns_the_short_way() -> None:
    from kiosk.display.animation import Pose, flight, pose_at  # noqa: PLC0415

    poses = flight(Pose(0, 0, 0, 10), Pose(0, 100, 50, 350))
    assert poses[-1].at == pytest.approx(0.12)
    assert -10 <= pose_at(poses, 0.06).turn <= 10
    assert (pose_at(poses, 1.0).x, pose_at(poses, 1.0).y) == (100, 50)


def test_a_refused_card_shakes_at_home_and_stays_there() -> None:
    from kiosk.display.animation import Pose, flight_back, pose_at  # noqa: PLC0415

    poses = flight_back(Pose(0, 500, 400), Pose(0, 100, 50), 6)
    assert max(pose.x for pose in poses[2:]) == 106
    assert (poses[-1].x, poses[-1].y) == (100, 50)
    assert pose_at(poses, poses[-1].at + 1) == poses[-1]
    assert poses[-1].at < 0.4


def test_equal_looks_are_painted_once_and_no_two_on_the_same_spot() -> None:
    from kivy.core.window import Window  # noqa: PLC0415

    from kiosk.display.art import FaceLook  # noqa: PLC0415
    from kiosk.display.atlas import Atlas  # noqa: PLC0415

    assert Window is not None
    atlas = Atlas()
    face = atlas.spot(FaceLook("r3", 40, 60))
    assert atlas.spot(FaceLook("r3", 40, 60)) is face
    spots = [face, *(atlas.spot(FaceLook(f"{color}3", width, 60)) for color in "rgby" for width in (41, 43, 70))]
    for number, one in enumerate(spots):
        assert one.page is face.page
        assert one.right - one.left == pytest.approx(one.w / one.page.width)
        for other in spots[:number]:
            beside = one.left >= other.right or other.left >= one.right
            assert beside or one.bottom >= other.top or other.bottom >= one.top


def test_a_full_atlas_begins_anew_and_what_is_shown_keeps_its_page() -> None:
    from kivy.core.window import Window  # noqa: PLC0415

    from kiosk.display.atlas import PAGES, Atlas  # noqa: PLC0415
    from kiosk.display.text import TextLook  # noqa: PLC0415

    assert Window is not None
    atlas = Atlas(64)
    first = atlas.spot(TextLook("1", 40))
    spots = [atlas.spot(TextLook(str(number), 40)) for number in range(100, 100 + PAGES)]
    assert len({id(spot.page) for spot in (first, *spots)}) == PAGES + 1
    again = atlas.spot(TextLook("1", 40))
    assert again is not first
    assert again.page is not first.page
    assert any(first.page.pixels)

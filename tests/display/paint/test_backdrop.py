"""The picture behind everything is painted beside the main thread."""

from __future__ import annotations

import threading
import time
from math import prod
from typing import Any

import pytest

from kiosk.display.paint.art import Look
from kiosk.display.paint.base import BaseLook, FeltLook
from kiosk.display.paint.cuts import WHOLE
from kiosk.display.paint.painted import Painted, Take, room_of
from kiosk.layout.table_layout import Place
from tests.benchmarks.painted_area import painted

pytestmark = pytest.mark.ui

AREA = Place(160, 90, 320, 180)
LIMIT_S = 10.0


def frames_until(what: Any) -> None:
    from kivy.clock import Clock  # noqa: PLC0415  # opens a window: only when this test really runs

    end = time.monotonic() + LIMIT_S
    while not what():
        assert time.monotonic() < end, "it did not come"
        Clock.tick()


class Late:
    """A painter that paints when it is told to; ``disk``: what it has at hand."""

    gave_up = False

    def __init__(self) -> None:
        self.asked: dict[Look, Take] = {}
        self.disk: set[Look] = set()

    def __contains__(self, look: Look) -> bool:
        return look in self.disk

    def find(self, look: Look) -> Painted | None:
        return None

    def ask(self, look: Look, take: Take, *, urgent: bool = True) -> None:
        assert urgent
        self.asked[look] = take

    def hasten(self, look: Look) -> None:
        raise NotImplementedError

    def forget(self, look: Look) -> None:
        del self.asked[look]

    def paint_first(self) -> None:
        look = next(iter(self.asked))
        self.asked.pop(look)(look, Painted(room_of(look), bytes(4 * prod(room_of(look))), WHOLE))


@pytest.fixture
def backdrop() -> Any:
    from kivy.core.window import Window  # noqa: PLC0415  # textures need a GL context

    from kiosk.display.paint.backdrop import Backdrop  # noqa: PLC0415

    assert Window is not None
    return Backdrop()


def test_plain_felt_is_shown_until_the_picture_is_painted(backdrop: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on, painter = threading.Event(), []
    paint = BaseLook.paint

    def wait(look: BaseLook) -> Any:
        painter.append(threading.current_thread())
        assert go_on.wait(LIMIT_S)
        return paint(look)

    monkeypatch.setattr(BaseLook, "paint", wait)
    backdrop.show(BaseLook(320, 180, 4.0), AREA)
    frames_until(lambda: painter)
    assert painter[0] is not threading.main_thread()
    assert backdrop.size == (4, 4)
    go_on.set()
    frames_until(lambda: backdrop.size == (320, 180))


def test_a_coarse_picture_is_shown_until_a_painter_has_the_whole_one() -> None:
    from kiosk.display.paint.backdrop import Backdrop  # noqa: PLC0415

    painter = Late()
    backdrop, first, other = Backdrop(painter), BaseLook(576, 324, 4.0), BaseLook(640, 324, 4.0)
    backdrop.show(first, AREA)
    assert [*painter.asked] == [FeltLook(first.coarse()), FeltLook(first)]
    assert backdrop.size == (4, 4)
    painter.paint_first()
    assert backdrop.size == (288, 162)
    backdrop.show(other, AREA)
    assert [*painter.asked] == [FeltLook(other.coarse()), FeltLook(other)], "what is not wanted is not painted"
    painter.paint_first()
    while backdrop.size != other.coarse().extent:
        assert 0 < backdrop.frame(50_000) <= 50_000
    assert backdrop.is_painting
    painter.paint_first()
    frames = 0
    while backdrop.size != (640, 324):
        assert 0 < backdrop.frame(50_000) <= 50_000
        frames += 1
    assert frames > 10
    assert backdrop.frame(50_000) == 0
    assert not backdrop.is_painting
    painter.disk = {FeltLook(first)}
    backdrop.show(first, AREA)
    assert [*painter.asked] == [FeltLook(first)], "it will be there soon"


def test_what_something_hides_of_it_is_not_drawn(backdrop: Any) -> None:
    backdrop.felt(AREA)
    assert painted(backdrop.canvas, (320, 180)) == pytest.approx(1.0)
    backdrop.hide("board", Place(150, 100, 160, 90))
    assert painted(backdrop.canvas, (320, 180)) == pytest.approx(0.75)
    backdrop.hide("board", Place(0, 0, 160, 90))
    assert painted(backdrop.canvas, (320, 180)) == pytest.approx(15 / 16), "it reaches beyond it"
    backdrop.hide("board", None)
    assert painted(backdrop.canvas, (320, 180)) == pytest.approx(1.0)


def test_of_several_pictures_the_last_is_shown(backdrop: Any) -> None:
    for width in (200, 240, 280, 320):
        backdrop.show(BaseLook(width, 180, 4.0), AREA)
    frames_until(lambda: backdrop.size == (320, 180))
    assert not backdrop.is_painting


def test_the_same_picture_is_painted_once(backdrop: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    painted = []
    paint = BaseLook.paint
    monkeypatch.setattr(BaseLook, "paint", lambda look: painted.append(look) or paint(look))
    for area in (AREA, AREA, Place(170, 90, 320, 180)):
        backdrop.show(BaseLook(320, 180, 4.0), area)
    backdrop.finish()
    assert len(painted) == 1


def test_another_picture_is_sent_in_parts_and_shown_as_a_whole(backdrop: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from kiosk.display.paint import backdrop as module  # noqa: PLC0415

    sent: list[int] = []
    put = module.put

    def noted(page: Any, pixels: bytes, *where: Any) -> None:
        sent.append(len(pixels))
        put(page, pixels, *where)

    monkeypatch.setattr(module, "put", noted)
    monkeypatch.setattr(module, "_SENT", 50_000)
    backdrop.show(BaseLook(320, 180, 4.0), AREA)
    frames_until(lambda: backdrop.size == (320, 180))
    assert len(sent) == 1
    sent.clear()
    backdrop.show(BaseLook(280, 180, 4.0), AREA)
    frames_until(lambda: len(sent) > 2)
    assert backdrop.size == (320, 180)
    frames_until(lambda: backdrop.size == (280, 180))
    assert max(sent) <= 50_000
    assert not backdrop.is_painting

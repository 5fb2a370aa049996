"""Prefetch: the pictures of a round are painted before it begins, a few in each frame."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from kiosk.display.motion.prefetch import A_FRAME
from kiosk.display.paint.art import RectLook
from kiosk.display.paint.card_art import FaceLook
from tests.rig.flying import frame

pytestmark = pytest.mark.ui


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The size of every picture that is painted."""
    from kivy.core.window import Window  # noqa: PLC0415  # textures need a GL context

    from kiosk.display.paint.atlas import _RIM, Atlas  # noqa: PLC0415

    assert Window is not None
    sizes: list[tuple[int, int]] = []
    put = Atlas._put

    def watched(atlas: Atlas, size: tuple[int, int], pixels: bytes) -> Any:
        sizes.append((size[0] - 2 * _RIM, size[1] - 2 * _RIM))
        return put(atlas, size, pixels)

    monkeypatch.setattr(Atlas, "_put", watched)
    return sizes


def _shown_for_a_countdown(canned: Any, countdown: Any, painted: list[Any]) -> Any:
    """Return a table view after three seconds of frames."""
    from kiosk.display.table_view import TableView  # noqa: PLC0415

    view = TableView(canned.welcome(4), clock=lambda: canned.now, size=(1920, 1080))
    view.show(countdown)
    for _ in range(180):
        before = len(painted)
        view._ahead._paint(0)
        assert sum(w * h for w, h in painted[before:-1]) < A_FRAME
    painted.clear()
    view._ahead._paint(0)
    assert painted == []
    return view


def test_all_cards_of_a_round_are_painted_within_its_countdown_a_few_a_frame(canned: Any, painted: list[Any]) -> None:
    view = _shown_for_a_countdown(canned, canned.snapshot("countdown", 4), painted)
    play = canned.snapshot("play", 4)
    view.show(play)
    painted.clear()
    free = next(cell for cell in range(16) if cell not in dict(play.piles))
    row = tuple(replace(slot, card="y7") for slot in play.seats[0].row)
    seats = (replace(play.seats[0], row=row, stack_card="b7", discard_card="g9"), *play.seats[1:])
    moves = (canned.move(1, "play", seat=1, source="row 0", card="r2", cell=free),)
    view.show(replace(play, id=2, seats=seats, piles=(*play.piles, (free, "r2")), moves=moves))
    view._movement.stop()
    assert painted == []


def test_all_dice_of_a_round_are_painted_within_its_countdown_a_few_a_frame(canned: Any, painted: list[Any]) -> None:
    view = _shown_for_a_countdown(canned, canned.dice("countdown", 4), painted)
    unrolled = canned.dice("unrolled", 4)
    view.show(unrolled)
    frame(view)
    painted.clear()

    def dice(seat: Any) -> Any:
        faces = tuple(f"{die}{number % 6 + 1}" for number, die in enumerate(seat.dice))
        return replace(seat, dice=faces, rolling_until=canned.now + 900_000_000)

    board = (1, 0, 0, 0, 0, 0) + (0,) * 18
    rolled = replace(unrolled, id=2, seats=tuple(dice(seat) for seat in unrolled.seats))
    view.show(rolled)
    lying = tuple(replace(seat, rolling_until=0) for seat in rolled.seats)
    moves = (canned.move(1, "place", seat=1, card="r1"),)
    view.show(replace(rolled, id=3, seats=lying, board=board, moves=moves))
    view._movement.stop()
    assert painted == []


def test_what_is_added_takes_the_place_of_what_was_added_before(painted: list[Any]) -> None:
    from kiosk.display.motion.prefetch import Prefetch  # noqa: PLC0415
    from kiosk.display.paint.atlas import Atlas  # noqa: PLC0415

    ahead = Prefetch(Atlas(512))
    ahead.begin([FaceLook("r1", 40, 56)])
    for number in range(2, 6):
        ahead._paint(0)
        ahead.add([FaceLook(f"r{number}", 40, 56)], 0)
        ahead._extend(0)
        ahead._paint(0)
    assert len(painted) == 5
    assert len(ahead._spots) == 2


def test_what_may_follow_is_painted_only_while_its_pages_suffice(painted: list[Any]) -> None:
    from kiosk.display.motion.prefetch import Prefetch  # noqa: PLC0415
    from kiosk.display.paint.atlas import ENOUGH, Atlas  # noqa: PLC0415

    atlas = Atlas(128)
    ahead = Prefetch(atlas)
    own = [FaceLook("r1", 40, 56), FaceLook("r2", 40, 56)]
    found = [FaceLook(f"g{number}", width, 84) for number in range(1, 11) for width in (60, 62)]
    ahead.begin(own, [lambda: found])
    for _ in range(200):
        ahead._paint(0)
    assert all(look in atlas for look in own)
    assert atlas.pages == ENOUGH
    assert any(look in atlas for look in found)
    assert not all(look in atlas for look in found)


def test_a_large_picture_is_painted_beside_the_main_thread(painted: list[Any]) -> None:
    from kiosk.display.motion.prefetch import Prefetch  # noqa: PLC0415
    from kiosk.display.paint.atlas import Atlas  # noqa: PLC0415

    painters = []

    class Large(RectLook):
        def paint(self) -> Image.Image:
            painters.append(threading.current_thread())
            return Image.new("RGBA", self.extent)

    atlas, large, small = Atlas(1024), Large(800, 700), FaceLook("r1", 40, 56)
    ahead = Prefetch(atlas)
    ahead.begin([large, small], threaded=True)
    ahead._paint(0)
    while not painters:
        ahead._paint(0)
    painters[0].join()
    ahead._paint(0)
    assert large in atlas
    assert small in atlas
    assert painters[0] is not threading.main_thread()

"""Prefetch: the pictures of a round are painted before it begins, a few in each frame."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from PIL import Image

from kiosk.display.motion.prefetch import A_FRAME
from kiosk.display.paint.art import Look, RectLook
from kiosk.display.paint.card_art import FaceLook
from tests.display.table import Table

if TYPE_CHECKING:
    from tests.rig.frames import Frames

pytestmark = pytest.mark.ui


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The size of every picture that an atlas asks to be painted."""
    from kiosk.display.paint import atlas  # noqa: PLC0415  # load Kivy only when such a test runs

    sizes: list[tuple[int, int]] = []
    paint = atlas.painted

    def watched(look: Look) -> Any:
        sizes.append(look.extent)
        return paint(look)

    monkeypatch.setattr(atlas, "painted", watched)
    return sizes


@pytest.fixture
def table(table_of: Callable[..., Table]) -> Table:
    return table_of(4, (1920, 1080))


def _show_a_countdown(table: Table, countdown: Any, painted: list[Any]) -> None:
    """Let three seconds of frames pass, each at the beginning of the countdown, where nothing moves."""
    table.show(countdown)
    frames = []
    for _ in range(180):
        painted.clear()
        table.pass_ms()
        frames.append(sum(w * h for w, h in painted[:-1]))
    assert 0 < max(frames) < A_FRAME
    assert painted == [], "all is there"


def test_all_cards_of_a_round_are_painted_within_its_countdown_a_few_a_frame(
    table: Table, canned: Any, painted: list[Any]
) -> None:
    _show_a_countdown(table, canned.snapshot("countdown", 4), painted)
    play = canned.snapshot("play", 4)
    table.show(play)
    painted.clear()
    free = next(cell for cell in range(16) if cell not in dict(play.piles))
    row = tuple(replace(slot, card="y7") for slot in play.seats[0].row)
    seats = (replace(play.seats[0], row=row, stack_card="b7", discard_card="g9"), *play.seats[1:])
    moves = (canned.move(1, "play", seat=1, source="row 0", card="r2", cell=free),)
    table.show(replace(play, id=2, seats=seats, piles=(*play.piles, (free, "r2")), moves=moves))
    assert painted == []


def test_all_dice_of_a_round_are_painted_within_its_countdown_a_few_a_frame(
    table: Table, canned: Any, painted: list[Any]
) -> None:
    _show_a_countdown(table, canned.dice("countdown", 4), painted)
    unrolled = canned.dice("unrolled", 4)
    table.show(unrolled)
    table.pass_ms()
    painted.clear()

    def dice(seat: Any) -> Any:
        faces = tuple(f"{die}{number % 6 + 1}" for number, die in enumerate(seat.dice))
        return replace(seat, dice=faces, rolling_until=canned.now + 900_000_000)

    board = (1, 0, 0, 0, 0, 0) + (0,) * 18
    rolled = replace(unrolled, id=2, seats=tuple(dice(seat) for seat in unrolled.seats))
    table.show(rolled)
    lying = tuple(replace(seat, rolling_until=0) for seat in rolled.seats)
    moves = (canned.move(1, "place", seat=1, card="r1"),)
    table.show(replace(rolled, id=3, seats=lying, board=board, moves=moves))
    assert painted == []


def test_what_is_added_takes_the_place_of_what_was_added_before(frames: Frames) -> None:
    from kiosk.display.motion.prefetch import Prefetch  # noqa: PLC0415
    from kiosk.display.paint.atlas import Atlas  # noqa: PLC0415

    atlas = Atlas(256)
    ahead = Prefetch(atlas)
    first, *added = (FaceLook(f"r{number}", 40, 84) for number in range(1, 6))
    ahead.begin([first])
    for look in added:
        frames.pass_ms()
        ahead.add([look], 0)
        frames.pass_ms()
        frames.pass_ms()
        assert look in atlas
    for number in range(1, 11):  # more than the page has room for: what nobody keeps goes
        for color in "gby":
            atlas.spot(FaceLook(f"{color}{number}", 40, 84))
    assert [look in atlas for look in (first, *added)] == [True, False, False, False, True]
    assert atlas.pages == 1


def test_what_may_follow_is_painted_only_while_its_pages_suffice(frames: Frames) -> None:
    from kiosk.display.motion.prefetch import Prefetch  # noqa: PLC0415
    from kiosk.display.paint.atlas import ENOUGH, Atlas  # noqa: PLC0415

    atlas = Atlas(128)
    ahead = Prefetch(atlas)
    own = [FaceLook("r1", 40, 56), FaceLook("r2", 40, 56)]
    found = [FaceLook(f"g{number}", width, 84) for number in range(1, 11) for width in (60, 62)]
    ahead.begin(own, [lambda: found])
    for _ in range(200):
        frames.pass_ms()
    assert all(look in atlas for look in own)
    assert atlas.pages == ENOUGH
    assert any(look in atlas for look in found)
    assert not all(look in atlas for look in found)


def test_a_large_picture_is_painted_beside_the_main_thread(frames: Frames) -> None:
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
    frames.pass_ms()
    while not painters:
        frames.pass_ms()
    painters[0].join()
    frames.pass_ms()
    assert large in atlas
    assert small in atlas
    assert painters[0] is not threading.main_thread()

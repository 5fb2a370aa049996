"""Pictures that come after they are shown: another size stands in, nothing old is seen, and all is right at last."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from kiosk.display.games.dice.board_art import BoardLook
from kiosk.display.paint.art import Look, SignLook
from kiosk.display.paint.card_art import FaceLook
from kiosk.display.paint.marks import Light, Picture, Stretch
from kiosk.display.paint.painted import Painted, Take, kin, painted
from kiosk.display.paint.text import TextLook
from kiosk.display.paint.theme import WHITE
from kiosk.display.paint.turntable_art import Prize, TurntableLook
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Frame, Place
from tests.display.panels import layout_of_all

if TYPE_CHECKING:
    from kiosk.display.paint.atlas import Atlas
    from kiosk.display.paint.spot import Spot

pytestmark = pytest.mark.ui

SIDE = 512
SMALL, LARGE, OTHER = FaceLook("r3", 40, 60), FaceLook("r3", 60, 90), FaceLook("r4", 60, 90)


class Late:
    """A painter that paints when it is told to; ``disk``: what it has at hand."""

    gave_up = False

    def __init__(self) -> None:
        self.asked: dict[Look, Take] = {}
        self.urgent: set[Look] = set()
        self.disk: set[Look] = set()

    def __contains__(self, look: Look) -> bool:
        return look in self.disk

    def find(self, look: Look) -> Painted | None:
        return painted(look) if look in self.disk else None

    def ask(self, look: Look, take: Take, *, urgent: bool = True) -> None:
        assert look not in self.asked, "nothing is asked twice"
        self.asked[look] = take
        if urgent:
            self.hasten(look)

    def hasten(self, look: Look) -> None:
        self.urgent.add(look)

    def forget(self, look: Look) -> None:
        del self.asked[look]

    def paint(self) -> None:
        asked, self.asked = self.asked, {}
        for look, take in asked.items():
            take(look, painted(look))


@pytest.fixture
def painter() -> Late:
    return Late()


@pytest.fixture
def atlas(painter: Late) -> Atlas:
    from kivy.core.window import Window  # noqa: PLC0415  # textures need a GL context

    from kiosk.display.paint.atlas import Atlas  # noqa: PLC0415

    assert Window is not None
    return Atlas(SIDE, painter)


def pixels(spot: Spot) -> bytes:
    """Return what is seen on its page."""
    x, y = round(spot.left * spot.page.width), round(spot.bottom * spot.page.height)
    w, h = (round((end - start) * spot.page.width) for start, end in ((spot.left, spot.right), (spot.bottom, spot.top)))
    return bytes(spot.page.get_region(x, y, w, h).pixels)


def right(atlas: Atlas, look: Look) -> bool:
    """Return whether the picture of a look is as it is painted."""
    from kiosk.display.paint.atlas import Atlas  # noqa: PLC0415

    spot = atlas.shown(look)
    return not spot.waits and pixels(spot) == pixels(Atlas(SIDE).spot(look))


def test_what_is_not_painted_yet_is_blank_and_there_in_its_place_once_it_has_come(atlas: Atlas, painter: Late) -> None:
    atlas.spot(OTHER)
    painter.paint()
    atlas.frame()
    atlas._drop(OTHER)  # what was in the place before is not seen
    spot = atlas.spot(LARGE)
    assert spot.waits
    assert (spot.w, spot.h) == LARGE.extent
    assert not any(pixels(spot))
    assert not atlas.is_complete
    painter.paint()
    assert atlas.frame()
    assert any(pixels(spot)), "whoever holds the place sees it at once"
    assert right(atlas, LARGE)
    assert atlas.is_complete


def test_the_same_in_the_nearest_size_stands_in_and_never_another_piece(atlas: Atlas, painter: Late) -> None:
    tiny = FaceLook("r3", 20, 30)
    for look in (SMALL, tiny, OTHER):
        atlas.spot(look)
    painter.paint()
    atlas.frame()
    stand_in = atlas.shown(LARGE)
    assert stand_in.waits
    assert (stand_in.w, stand_in.h) == LARGE.extent
    assert stand_in.sides == atlas.spot(SMALL).sides
    assert atlas.shown(LARGE).sides == stand_in.sides
    atlas.frame()
    assert [*painter.asked] == [LARGE]
    painter.paint()
    assert atlas.frame()
    assert right(atlas, LARGE)


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        (SMALL, LARGE, True),
        (LARGE, OTHER, False),
        (SMALL, FaceLook("r3", 60, 90, 4), True),
        (TextLook("3", 12), TextLook("3", 20), True),
        (TextLook("3", 12), TextLook("4", 12), False),
        (TextLook("3", 12), TextLook("3", 12, bold=True), False),
        (SignLook("seat 1", 9), SignLook("seat 2", 9), False),
    ],
)
def test_only_what_differs_in_size_alone_is_alike(one: Look, other: Look, alike: bool) -> None:
    assert (kin(one) == kin(other)) is alike


def test_a_card_of_a_pile_that_is_blank_is_shown_as_in_a_tray_once_that_is_there(atlas: Atlas, painter: Late) -> None:
    from kiosk.display.paint.layer import Beats, Tier  # noqa: PLC0415

    pile = FaceLook("r3", 60, 90, 4)
    layer = Tier(atlas, Beats(lambda: 0)).layer()
    layer.show([Picture(pile, 50, 50)], Frame())
    blank = layer.drawn[0].spot
    assert blank is not None
    assert blank.lent is None
    atlas.spot(SMALL)
    painter.asked.pop(SMALL)(SMALL, painted(SMALL))
    assert atlas.frame()
    layer.complete()
    stand_in = layer.drawn[0].spot
    assert stand_in is not None
    assert stand_in.waits
    assert stand_in.sides == atlas.spot(SMALL).sides
    painter.paint()
    assert atlas.frame()
    layer.complete()
    assert right(atlas, pile)
    assert layer.drawn[0].spot is atlas.spot(pile)


def test_a_card_that_flies_or_is_carried_is_shown_in_another_size_as_in_its_tray(
    atlas: Atlas, painter: Late, canned: Any
) -> None:
    from kivy.graphics import InstructionGroup  # noqa: PLC0415

    from kiosk.display.motion.dragging import Dragging  # noqa: PLC0415
    from kiosk.display.motion.flights import Flights, Pose  # noqa: PLC0415
    from kiosk.display.paint.mesh import Sky  # noqa: PLC0415

    atlas.spot(SMALL)
    painter.paint()
    atlas.frame()
    flight = Flights(atlas, Sky()).start([LARGE], [Pose(0.0, 0.0, 0.0), Pose(1.0, 90.0, 0.0)])
    dragging, panel = (
        Dragging(InstructionGroup(), atlas),
        next(iter(layout_of_all(canned.welcome(2), (640, 360)).panels.values())),
    )
    dragging.lift(panel, "row 0", "r3", LARGE, 0.0, 0.0)
    carried = dragging.get(panel.seat)
    assert carried is not None
    for spot in (*flight.spots, carried.spot):
        assert spot.sides == atlas.spot(SMALL).sides
        assert (spot.w, spot.h) == LARGE.extent
    atlas.frame()
    assert painter.asked.keys() == {LARGE}


def test_what_nobody_sees_any_more_is_not_painted(atlas: Atlas, painter: Late) -> None:
    atlas.spot(SMALL)
    painter.paint()
    atlas.frame()
    blank, stand_in = atlas.shown(OTHER), atlas.shown(LARGE)
    for _ in range(40):
        atlas.frame()
    assert painter.asked.keys() == {OTHER, LARGE}
    del blank
    for _ in range(40):
        atlas.frame()
    assert painter.asked.keys() == {LARGE}
    assert stand_in.waits
    del stand_in
    for _ in range(40):
        atlas.frame()
    assert not painter.asked
    atlas.spot(OTHER)
    assert painter.asked.keys() == {OTHER}, "it may be seen again"


def test_what_was_to_be_held_is_hastened_once_it_is_shown_and_left_out_once_it_is_not_to_be(
    atlas: Atlas, painter: Late
) -> None:
    atlas.hold(LARGE)
    atlas.hold(OTHER)
    for _ in range(40):
        atlas.frame()
    assert painter.asked.keys() == {LARGE, OTHER}
    assert not painter.urgent
    shown = atlas.spot(LARGE)
    assert painter.urgent == {LARGE}
    atlas.let_go()
    assert painter.asked.keys() == {LARGE}
    assert shown.waits


def test_what_is_at_hand_is_shown_at_once(atlas: Atlas, painter: Late) -> None:
    painter.disk = {LARGE}
    assert right(atlas, LARGE)
    assert not painter.asked


def test_a_frame_takes_no_more_than_it_has_time_for_and_what_is_shown_comes_first(
    atlas: Atlas, painter: Late, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kiosk.display.paint import atlas as module  # noqa: PLC0415

    monkeypatch.setattr(module, "UPLOADED", 30_000)
    large = FaceLook("y1", 100, 150)
    held = [FaceLook(f"g{number}", 40, 60) for number in range(1, 6)]
    painter.disk = {large, *held}
    for look in (large, *held):
        atlas.hold(look)
    atlas.frame()
    assert large in painter.asked, "it is on the disk, but to read it takes longer than a frame has"
    painter.paint()
    atlas.frame()
    assert large not in atlas, "a part of it is there"
    atlas.spot(SMALL)
    painter.paint()
    assert atlas.frame()
    assert not atlas.spot(SMALL).waits
    for _ in range(20):
        atlas.frame()
    assert all(right(atlas, look) for look in (large, *held))


@pytest.mark.parametrize("held", [True, False], ids=["it was to be held", "it was not asked for"])
def test_one_that_is_larger_than_a_frame_has_time_for_is_blank_until_it_is_whole(
    atlas: Atlas, painter: Late, monkeypatch: pytest.MonkeyPatch, held: bool
) -> None:
    from kiosk.display.paint import atlas as module  # noqa: PLC0415

    monkeypatch.setattr(module, "UPLOADED", 20_000)
    large = FaceLook("y1", 100, 150)
    for old in range(3):
        atlas.spot(FaceLook(f"y{old + 2}", 100, 150))
    painter.paint()
    for _ in range(20):
        atlas.frame()
    atlas.begin_anew()  # the room for it has been another picture's
    if held:
        atlas.hold(large)
        atlas.frame()
        painter.paint()
        atlas.frame()
        assert large not in atlas
    painter.disk = {large}
    spot = atlas.spot(large)
    frames = 1
    while not atlas.frame():
        assert atlas.spot(large) is spot
        assert not any(pixels(spot))
        assert not atlas.is_complete
        frames += 1
    assert 3 <= frames <= 6
    assert pixels(spot) == pixels(atlas.spot(large))
    assert right(atlas, large)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The bytes of each part of a picture that is sent, where a frame has time for 20,000 of them."""
    from kiosk.display.paint import atlas as module  # noqa: PLC0415
    from kiosk.display.paint import pages  # noqa: PLC0415

    sent: list[int] = []
    put = pages.put

    def noted(page: object, part: bytes, *where: Any) -> None:
        sent.append(len(part))
        put(page, part, *where)

    monkeypatch.setattr(pages, "put", noted)
    monkeypatch.setattr(module, "put", noted)
    monkeypatch.setattr(module, "UPLOADED", 20_000)
    monkeypatch.setattr(module, "FIRST", 0)
    monkeypatch.setattr(module, "_LARGE", 0)
    return sent


def test_no_frame_sends_more_than_it_has_time_for(atlas: Atlas, painter: Late, sent: list[int]) -> None:
    atlas.frame()
    shown = [atlas.spot(FaceLook("r3", width, width)) for width in (40, 50, 60, 100, 120)]
    assert not sent, "what is blank is not sent"
    painter.paint()
    frames: list[int] = []
    while not atlas.is_complete:
        atlas.frame()
        frames.append(sum(sent))
        sent.clear()
    assert max(frames) <= 20_000
    assert len(frames) < 12
    assert all(any(pixels(spot)) for spot in shown)


@pytest.mark.parametrize("numbers", [8, 1], ids=["nothing stands in", "another size stands in"])
def test_what_is_at_hand_comes_in_the_next_frames_where_one_has_no_time_for_all(
    atlas: Atlas, painter: Late, sent: list[int], numbers: int
) -> None:
    looks = [FaceLook(f"r{1 + width % numbers}", width, 60) for width in range(40, 48)]
    painter.disk = {*looks}
    frames = 0
    atlas.begin_frame()
    while sum(atlas.shown(look).waits for look in looks):
        assert sum(sent) <= 20_000
        sent.clear()
        atlas.frame()
        frames += 1
    assert 3 <= frames <= 12
    assert all(right(atlas, look) for look in looks)


def test_what_is_shown_blank_stays_in_its_place_when_it_is_asked_for_again(
    atlas: Atlas, painter: Late, sent: list[int]
) -> None:
    first, later = FaceLook("r3", 60, 60), FaceLook("g3", 60, 60)
    painter.disk = {first, later}
    atlas.begin_frame()
    atlas.spot(first)
    blank = atlas.spot(later)
    assert blank.waits
    atlas.begin_frame()
    assert atlas.spot(later).sides == blank.sides
    assert any(pixels(blank)), "whoever holds the place sees it at once"


def test_what_is_to_be_held_and_was_shown_first_is_held_as_well(atlas: Atlas, painter: Late) -> None:
    painter.disk = {SMALL}
    atlas.hold(SMALL)
    assert not atlas.spot(SMALL).waits
    atlas.frame()
    for size in range(70, 250):
        atlas.spot(SignLook("seat 1", size))
    assert SMALL in atlas


def test_what_may_be_shown_meanwhile_is_in_its_place_until_it_comes(atlas: Atlas, painter: Late) -> None:
    empty, medals = TurntableLook(60), TurntableLook(60, prizes=(Prize(SeatNumber(1), 1, 0.0, 0.0, 0.5),))
    painter.disk = {empty}
    other = atlas.spot(empty)
    spot = atlas.spot(medals)
    assert spot.sides != other.sides
    assert pixels(spot) == pixels(other)
    painter.paint()
    atlas.frame()
    assert pixels(spot) != pixels(other)
    assert right(atlas, medals)
    assert right(atlas, empty)


def test_a_plate_whose_empty_one_is_not_painted_either_is_a_coarse_plate(atlas: Atlas, painter: Late) -> None:
    coarse, medals = TurntableLook(30), TurntableLook(60, prizes=(Prize(SeatNumber(1), 1, 0.0, 0.0, 0.5),))
    painter.disk = {coarse}
    other = atlas.spot(coarse)
    assert atlas.shown(medals).sides == other.sides


def test_a_large_plate_is_asked_for_with_a_coarse_one_that_is_seen_until_it_comes(atlas: Atlas, painter: Late) -> None:
    empty, medals = TurntableLook(360), TurntableLook(360, prizes=(Prize(SeatNumber(1), 1, 0.0, 0.0, 0.5),))
    assert medals.coarse is not None
    assert medals.coarse.coarse is None
    painter.disk = {empty}
    other = atlas.spot(empty)
    first = atlas.shown(medals)
    assert first.sides == other.sides
    for _ in range(40):
        atlas.frame()  # nobody shows the coarse one itself, but it is not forgotten
    assert {*painter.asked} == painter.urgent == {medals.coarse, medals}
    painter.asked.pop(medals.coarse)(medals.coarse, painted(medals.coarse))
    atlas.frame()
    assert atlas.betters(medals, first)
    second = atlas.shown(medals)
    assert second.sides == atlas.spot(medals.coarse).sides
    assert (second.w, second.h) == medals.extent
    assert not atlas.betters(medals, second)
    painter.paint()
    for _ in range(9):
        atlas.frame()
    assert right(atlas, medals)


def test_a_coarse_plate_is_forgotten_with_what_it_is_of(atlas: Atlas, painter: Late) -> None:
    atlas.spot(TurntableLook(360, prizes=(Prize(SeatNumber(1), 1, 0.0, 0.0, 0.5),)))
    for _ in range(40):
        atlas.frame()
    assert not painter.asked
    assert not atlas._coarse


def test_a_table_that_hurries_waits_for_nothing_that_is_at_hand(atlas: Atlas, painter: Late) -> None:
    large = FaceLook("y1", 270, 270)
    painter.disk = {large}
    atlas.hurries = True
    assert right(atlas, large)


def test_what_is_held_fills_no_more_than_enough_pages(atlas: Atlas, painter: Late) -> None:
    looks = [SignLook(sign, size) for sign in ("disc 1", "seat 1") for size in range(100, 170)]
    painter.disk = {*looks}
    for look in looks:
        atlas.hold(look)
    for _ in range(200):
        atlas.frame()
    assert atlas.pages == atlas.enough
    assert 10 < sum(look in atlas for look in looks) < len(looks)
    atlas.let_go()
    shown = [atlas.spot(SignLook("seat 2", size)) for size in range(100, 108)]
    assert atlas.pages == atlas.enough, "what is held no longer gives its room"
    assert len(shown) == len({spot.sides for spot in shown})


def test_what_a_painter_fills_ahead_is_one_page_as_large_as_those_that_suffice_without(painter: Late) -> None:
    from kiosk.display.paint.atlas import Atlas  # noqa: PLC0415

    ahead, usual = Atlas(painter=painter), Atlas()
    sides = [one.enough * one.spot(TextLook("1", 20)).page.width ** 2 for one in (ahead, usual)]
    assert ahead.enough == 1
    assert sides[0] == sides[1]


def test_a_gpu_that_takes_no_page_so_large_has_the_usual_ones(painter: Late, monkeypatch: pytest.MonkeyPatch) -> None:
    from kiosk.display.paint import atlas, pages  # noqa: PLC0415

    monkeypatch.setattr(pages, "glGetIntegerv", lambda _: [atlas.SIDE])
    small = atlas.Atlas(painter=painter)
    assert (small.enough, small.spot(TextLook("1", 20)).page.width) == (atlas.ENOUGH, atlas.SIDE)


def test_a_layer_draws_again_what_has_arrived_and_nothing_else(atlas: Atlas, painter: Late) -> None:
    from kiosk.display.paint.layer import (  # noqa: PLC0415
        Beats,
        Tier,
    )

    atlas.spot(SMALL)
    painter.paint()
    atlas.frame()
    layer = Tier(atlas, Beats(lambda: 0)).layer()
    marks = [
        Picture(SMALL, 50, 50),
        Picture(LARGE, 150, 50),
        Picture(OTHER, 250, 50),
        Light(LARGE, 1, 1, 60, 90, WHITE),
    ]
    layer.show(marks, Frame())
    before = layer.drawn
    layer.complete()
    assert layer.drawn == before
    atlas.frame()
    painter.paint()
    assert atlas.frame()
    layer.complete()
    assert layer.drawn[0] is before[0]
    assert [drawn.spot and drawn.spot.waits for drawn in layer.drawn] == [False] * 3
    whole = Tier(atlas, Beats(lambda: 0)).layer()
    whole.show(marks, Frame())
    assert [drawn.shape for drawn in layer.drawn] == [drawn.shape for drawn in whole.drawn]


def test_a_layer_tells_what_it_hides_once_that_is_there_and_nothing_shines_through(atlas: Atlas, painter: Late) -> None:
    from kiosk.display.paint.layer import Beats, Tier  # noqa: PLC0415

    told: list[Place | None] = []
    layer = Tier(atlas, Beats(lambda: 0), covers=lambda _, place: told.append(place)).layer()
    look = BoardLook(20, high=False)
    board = Stretch(look, 50, 60, 2.0 * look.extent[0], look.extent[1], WHITE)
    layer.show([Picture(SMALL, 50, 50), board], Frame())
    assert told == [None]
    painter.paint()
    atlas.frame()
    layer.complete()
    wide, high = look.hides
    hidden = Place(50, 60, wide * board.w, high * board.h)
    assert told[1:] == [hidden]
    layer.show([board._replace(tint=WHITE.fade(0.5))], Frame())
    layer.show([board], Frame())
    layer.show([], Frame())
    assert told[2:] == [None, hidden, None]


@pytest.mark.parametrize("state", ["attract", "play"])
def test_a_table_whose_pictures_come_late_shows_the_same_at_last(
    table_of: Callable[..., Any], canned: Any, painter: Late, monkeypatch: pytest.MonkeyPatch, state: str
) -> None:
    monkeypatch.delenv("KIOSK_PAINTING")
    plans: list[object] = []
    painter.plan = lambda plan, wanted: plans.append(plan)  # type: ignore[attr-defined]
    painter.frame = painter.paint  # type: ignore[attr-defined]
    monkeypatch.setattr("kiosk.display.paint.base.BaseLook.paint", lambda look: SignLook("disc 1", 8).paint())
    monkeypatch.setattr("kiosk.display.paint.base.BaseLook.light_falls", lambda look: look.paint().getchannel("A"))
    late = table_of(2, painter=painter)

    def spots() -> list[Spot]:
        layers = late.view._shown._layers.values()
        return [drawn.spot for layer in layers for drawn in layer.drawn if drawn.spot is not None]

    late.show(canned.snapshot(state, 2))
    assert any(spot.waits for spot in spots())
    for _ in range(60):
        late.view.frame()
        late.pass_ms()
    assert late.view.atlas.is_complete
    assert not any(spot.waits for spot in spots())
    assert len(plans) == 1
    told: list[float] = []
    monkeypatch.setattr(late.view.backdrop, "frame", lambda most: told.append(most) or 1000)
    late.view.frame()
    assert late.view.atlas.left == told[0] - 1000, "the table's picture is sent from what a frame has left"

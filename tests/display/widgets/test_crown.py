"""The crown of who leads: who wears it, when it changes heads, and that it hides no sign."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from kiosk.display.games.game import picture_of_game
from kiosk.display.games.times import CROWNS_S, count_times
from kiosk.display.looks.ahead import PaintPlan, soon
from kiosk.display.motion.crowning import crowning
from kiosk.display.motion.effects import Fly, MomentContext
from kiosk.display.paint.art import shape_mask
from kiosk.display.paint.brass_art import MedalLook
from kiosk.display.paint.crown_art import CrownLook
from kiosk.display.paint.marks import Picture
from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Place
from kiosk.layout.table_layout import Wishes
from kiosk.protocol import Snapshot
from kiosk.protocol.state import State
from tests.display.panels import ShownPanels, layout_of_all

ONE, TWO = SeatNumber(1), SeatNumber(2)
SIZE = (1920, 1080)


def _crowned(canned: Any, snapshot: Snapshot) -> set[SeatNumber]:
    """Return the seats whose panels show a crown."""
    layout = layout_of_all(canned.welcome(len(snapshot.seats)), SIZE)
    panels = ShownPanels(snapshot, layout)
    return {seat for seat in layout.panels if _crown(panels, seat)}


def _crown(panels: ShownPanels, seat: SeatNumber) -> list[Picture]:
    marks = panels.panel(seat).marks
    return [mark for mark in marks if isinstance(mark, Picture) and isinstance(mark.look, CrownLook)]


@pytest.mark.parametrize("state", ["countdown", "play", "stopped", "paused"])
def test_all_who_lead_wear_it_during_a_match(canned: Any, state: str) -> None:
    shown = canned.snapshot(state, 4)
    assert _crowned(canned, shown) == set()
    assert _crowned(canned, replace(shown, leaders=(ONE, TWO))) == {ONE, TWO}


def test_a_place_that_somebody_has_left_wears_none(canned: Any) -> None:
    shown = canned.snapshot("play", 4, leaders=(ONE, TWO))
    seats = tuple(replace(view, state="left") if view.seat == ONE else view for view in shown.seats)
    assert _crowned(canned, replace(shown, seats=seats)) == {TWO}


def test_it_changes_heads_once_all_places_are_told(canned: Any) -> None:
    shown = canned.snapshot("round_result", 4, leaders=(ONE,))
    shown = replace(shown, result=replace(shown.result, leaders=(TWO,)))
    over = round(count_times(shown.result).over * 1e9)
    times = (replace(shown, now=shown.since + over + tenths * 100_000_000) for tenths in (-1, 1, 8))
    assert [_crowned(canned, at) for at in times] == [{ONE}, set(), {TWO}], "between them it flies"


def test_it_flies_from_medal_to_medal(canned: Any) -> None:
    shown = canned.snapshot("round_result", 4, leaders=(ONE,))
    shown = replace(shown, result=replace(shown.result, leaders=(ONE, TWO)))
    layout = layout_of_all(canned.welcome(4), SIZE)
    context, times = MomentContext(shown, layout, picture_of_game("cards").motion), count_times(shown.result)
    (comes,) = crowning(context, shown.result, times)
    assert isinstance(comes, Fly)
    assert (comes.poses[0].x, comes.poses[0].y) == layout.centre[:2], "nobody gives one away"
    given = replace(shown.result, leaders=(TWO,))
    (flies,) = crowning(context, given, times)
    assert isinstance(flies, Fly)
    last = replace(shown, result=given, now=shown.since + round((times.over + CROWNS_S + 0.1) * 1e9))
    for seat, at, pose in ((ONE, shown, flies.poses[0]), (TWO, last, flies.poses[-1])):
        (crown,) = _crown(ShownPanels(at, layout), seat)
        assert layout.panels[seat].frame.to_window(crown.x, crown.y) == pytest.approx((pose.x, pose.y))
        assert (layout.panels[seat].frame.rotation + crown.turn - pose.turn) % 360 == pytest.approx(0)


def test_who_has_won_the_match_wears_it(canned: Any) -> None:
    shown = canned.snapshot("match_result", 4, leaders=(ONE,))
    assert shown.state == State.MATCH_RESULT
    assert _crowned(canned, replace(shown, result=replace(shown.result, leaders=(TWO,)))) == {TWO}


@pytest.mark.parametrize(("seats", "mirrored"), [(2, False), (4, True), (12, False), (12, True)])
def test_it_hides_no_part_of_a_sign(canned: Any, seats: int, mirrored: bool) -> None:
    hands = frozenset(SeatNumber(number) for number in range(1, seats + 1)) if mirrored else frozenset()
    layout = layout_of_all(canned.welcome(seats), SIZE, Wishes(mirrored=hands))
    shown = canned.snapshot("play", seats, leaders=tuple(layout.panels))
    panels = ShownPanels(shown, layout)
    for seat in layout.panels:
        (crown,) = _crown(panels, seat)
        medal = next(
            mark for mark in panels.panel(seat).marks if isinstance(mark, Picture) and isinstance(mark.look, MedalLook)
        )
        assert isinstance(medal.look, MedalLook)
        side = 2 * crown.look.extent[0] + medal.look.extent[0]
        sign = shape_mask(f"seat {seat}", round(0.56 * medal.look.size))
        below, above = Image.new("L", (side, side)), Image.new("L", (side, side))
        below.paste(sign, ((side - sign.width) // 2, (side - sign.height) // 2))
        picture = crown.look.paint().getchannel("A").rotate(crown.turn, expand=True)
        x, y = side / 2 + crown.x - medal.x, side / 2 - crown.y + medal.y
        above.paste(picture, (round(x - picture.width / 2), round(y - picture.height / 2)))
        assert above.getbbox() is not None
        assert ImageChops.multiply(below, above).getextrema()[1] < 40


def test_it_is_painted_before_the_first_result(canned: Any) -> None:
    shown = canned.snapshot("ready", 2)
    area = Place(SIZE[0] / 2, SIZE[1] / 2, *SIZE)
    assert any(isinstance(look, CrownLook) for look in soon(PaintPlan.of(canned.welcome(2), shown, area)))

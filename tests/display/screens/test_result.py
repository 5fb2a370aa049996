"""The trays of a result: what they tell, and that they are sketched again only when they change."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.context import PanelContext, TableContext
from kiosk.display.paint.art import SignLook
from kiosk.display.paint.award_art import AwardLook
from kiosk.display.paint.marks import Curve, Sketch
from kiosk.display.paint.text import TextLook
from kiosk.display.passing_time import TENTH
from kiosk.display.screens.chooser import sketch_panel
from kiosk.display.screens.result import tray_clock
from kiosk.game.awards import Award, AwardKind
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Place
from kiosk.layout.table_shape import TableShape
from tests.display.panels import layout_of_all, words

LASTS_S = 8


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_the_clock_of_a_tray_leaves_out_no_change_of_its_count(canned: Any, seats: int) -> None:
    snapshot = canned.snapshot("round_result", seats)
    shape = TableShape.of(Place(960, 540, 1920, 1080), canned.welcome(seats), snapshot, snapshot.game)
    layout, table = shape.layout(canned.welcome(seats)), TableContext.of(snapshot)
    view = snapshot.seats[0]

    def marks(clock: int) -> list[Any]:
        sketch = sketch_panel(PanelContext(table, view, layout.panels[view.seat], clock))
        return [mark for mark in sketch.marks if not isinstance(mark, Curve)]  # the ring of the time left may jump

    first = -(-snapshot.since // TENTH) * TENTH
    steps = range(first + TENTH, first + LASTS_S * 10 * TENTH, TENTH)
    clocks = [tray_clock(table, view.seat, now) for now in steps]
    assert [marks(clock) for clock in clocks] == [marks(now) for now in steps]
    assert len({*clocks}) < 0.7 * len(clocks)


def _trays(canned: Any, snapshot: Any) -> list[Sketch]:
    layout = layout_of_all(canned.welcome(len(snapshot.seats)), (1920, 1080))
    table = TableContext.of(snapshot)
    contexts = [PanelContext(table, view, layout.panels[view.seat], snapshot.now) for view in snapshot.seats]
    return [sketch_panel(context) for context in contexts]


def _said(canned: Any, snapshot: Any) -> list[str]:
    """Return what each tray says, its words joined by a stroke."""
    return ["|".join(words(tray.marks)) for tray in _trays(canned, snapshot)]


def test_once_places_are_told_a_trays_news_is_its_own_result_and_not_who_called_stop(canned: Any) -> None:
    snapshot = canned.snapshot("round_result", 4)
    snapshot = replace(snapshot, since=snapshot.now - LASTS_S * 10 * TENTH)
    for is_bot, won in ((False, "Vous gagnez la manche"), (True, "Rang 1")):  # nobody reads a bot's tray as one's own
        seats = tuple(replace(view, bot=is_bot) if view.seat == 3 else view for view in snapshot.seats)
        told = _said(canned, replace(snapshot, seats=seats))
        news = ["Place 2", "Rang 3", won, "Place 4"]
        assert all(own in said and "Stop" not in said for own, said in zip(news, told, strict=True))


def test_after_a_match_each_tray_tells_its_award_and_the_total_alone(canned: Any) -> None:
    snapshot = canned.snapshot("match_result", 4)
    given = [
        Award(SeatNumber(1), AwardKind.HANDS, 21),
        Award(SeatNumber(2), AwardKind.SOONEST, 1230),
        Award(SeatNumber(3), AwardKind.LEAP, 14),
        Award(SeatNumber(4), AwardKind.COMPANY, 0),
    ]
    trays = _trays(canned, replace(snapshot, result=replace(snapshot.result, awards=tuple(given))))
    first, second, third, fourth = ("|".join(words(tray.marks)) for tray in trays)
    assert "21/min|fast hands|" in first
    assert "1,2 s|Blitzstart|" in second
    assert "+|1|4|plus grand bond|" in third
    assert "good company|\N{MINUS SIGN}|9|match" in fourth
    assert "\N{MINUS SIGN}" not in first + second + third
    medals = [
        [mark.look.kind for mark in tray.marks if isinstance(getattr(mark, "look", None), AwardLook)] for tray in trays
    ]
    assert medals == [[award.kind] for award in given]


@pytest.mark.parametrize(("state", "sign"), [("round_result", "icon open"), ("match_result", "icon again")])
def test_the_control_to_play_again_has_another_sign_than_that_to_go_on(canned: Any, state: str, sign: str) -> None:
    snapshot = canned.snapshot(state, 4)
    signs = {
        mark.look.sign
        for mark in _trays(canned, snapshot)[0].marks
        if isinstance(getattr(mark, "look", None), SignLook)
    }
    assert signs & {"icon open", "icon again"} == {sign}


def test_labels_of_figures_can_be_read_at_twelve_seats_too(canned: Any) -> None:
    tray = _trays(canned, canned.snapshot("round_result", 12))[0]
    sizes = {mark.look.text: mark.look.size for mark in tray.marks if isinstance(getattr(mark, "look", None), TextLook)}
    assert min(sizes[label] for label in ("centre", "stack", "round", "match")) >= 13

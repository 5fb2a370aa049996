"""The list of races in a result, the replay of a race, and a round that is halted after an interruption."""

from __future__ import annotations

import itertools
import math
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.context import CentreContext, PanelContext, TableContext
from kiosk.display.input.drawer import Drawer
from kiosk.display.paint.lettering import CallLook
from kiosk.display.paint.marks import Light, Picture
from kiosk.display.paint.text import TextLook
from kiosk.display.paint.tray_art import StopLook
from kiosk.display.scene import Item
from kiosk.display.screens.chooser import sketch_centre, sketch_overlay, sketch_tab
from kiosk.faults.fault import english
from kiosk.game.dice.dice import parse_die
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Place
from kiosk.layout.table_shape import TableShape
from kiosk.protocol import DriveReplay, LookAgain, PressButton
from tests.display.panels import ONE, ShownPanels, layout_of_all, words
from tests.rig.moments import LOST, moment, races

TWO, THREE, FOUR = (SeatNumber(number) for number in (2, 3, 4))


class Panels(ShownPanels):
    """The panels of a snapshot; all seats read English."""

    def __init__(self, canned: Any, name: str, seats: int = 4, size: tuple[int, int] = (1280, 720)) -> None:
        snapshot = moment(canned, name, "cards", seats)
        english_views = tuple(replace(view, language="en") for view in snapshot.seats)
        super().__init__(replace(snapshot, seats=english_views), layout_of_all(canned.welcome(seats), size))

    def said(self, seat: SeatNumber = ONE) -> str:
        return " ".join(words(self.panel(seat).marks))

    def tap(self, item: Item) -> Any:
        return self.touch(item)

    def overlay(self) -> str:
        languages = tuple((view.seat, view.language) for view in self.snapshot.seats)
        context = CentreContext(TableContext.of(self.snapshot), self.layout, languages, (), self.snapshot.now)
        marks = sketch_overlay(context, self.layout, table_gone=False).marks
        looks = [mark.look for mark in marks if isinstance(mark, Picture)]
        return " ".join(look.text for look in looks if isinstance(look, TextLook | CallLook))


# ---- the list


def test_the_closest_races_are_listed_with_what_lay_between_and_a_touch_shows_one_again(canned: Any) -> None:
    panels = Panels(canned, "races")
    (control,) = panels.items("races")
    assert panels.tap(control) is None
    listed = panels.items("race")
    assert [item.slot for item in listed] == [0, 1, 2, 3, 4]
    assert [item.text for item in listed] == [
        "Red 6: Maximilian W and Zoé: dead heat, decided by lot",
        "Green 3: Zoé was 3 ms ahead of Momo",
        "Blue 10: Momo was 14 ms ahead of Jean-Luc",
        "Yellow 1: Jean-Luc was 0.1 s ahead of Maximilian W",
        "Blue 7: Maximilian W was ahead of Zoé",
    ]
    assert "by lot 3 ms 14 ms 0.1 s close" in " ".join(word for word in panels.said().split())
    assert panels.tap(listed[2]) == LookAgain(ONE, 2, 5)


def test_the_list_closes_by_its_cross_and_with_the_result(canned: Any) -> None:
    panels = Panels(canned, "races")
    panels.tap(panels.items("races")[0])
    panels.tap(panels.items("close")[0])
    assert panels.items("go_on")
    panels.tap(panels.items("races")[0])
    panels.drawers.keep(replace(panels.snapshot, state="replay"))
    assert panels.drawers.open_in(ONE) == Drawer("races")  # it stays open for another choice
    panels.drawers.keep(replace(panels.snapshot, state="countdown"))
    assert panels.drawers.open_in(ONE) is None


def test_a_bot_and_a_round_without_races_have_no_list(canned: Any) -> None:
    panels = Panels(canned, "races")
    assert not panels.items("races", THREE)
    assert panels.snapshot.result is not None
    panels.snapshot = replace(panels.snapshot, result=replace(panels.snapshot.result, races=()))
    assert not panels.items("races")


@pytest.mark.parametrize(("seats", "size"), [(2, (1280, 720)), (4, (1280, 720)), (12, (1920, 1080))])
@pytest.mark.parametrize("count", [1, 3, 5])
def test_races_are_large_enough_for_a_finger_and_lie_apart_in_their_panel(
    canned: Any, count: int, seats: int, size: tuple[int, int]
) -> None:
    panels = Panels(canned, "races", seats, size)
    assert panels.snapshot.result is not None
    few = races("cards", seats)[:count]
    panels.snapshot = replace(panels.snapshot, result=replace(panels.snapshot.result, races=few))
    (control,) = panels.items("races")
    panels.tap(control)
    listed = panels.items("race")
    assert len(listed) == count
    for item in (control, *listed):
        assert min(item.w, item.h) * 1092.0 / math.hypot(*size) >= 8.5
        assert panels.layout.panel_at(item.x, item.y) == ONE
    assert all(right.x - left.x >= right.w for left, right in itertools.pairwise(listed))


# ---- the replay


def test_a_race_seen_again_names_both_and_every_panel_leads_back(canned: Any) -> None:
    panels = Panels(canned, "look_again")
    for seat in (ONE, TWO, THREE, FOUR):
        assert "was 14 ms faster" in panels.said(seat)
        (back,) = panels.panel(seat).items
        assert panels.tap(back) == DriveReplay("close", seat=seat)


def test_from_a_race_that_is_shown_by_itself_every_person_goes_on_instead(canned: Any) -> None:
    panels = Panels(canned, "look_again")
    assert panels.snapshot.replay is not None
    panels.snapshot = replace(panels.snapshot, replay=replace(panels.snapshot.replay, by_itself=True))
    for view in panels.snapshot.seats:
        items = panels.panel(view.seat).items
        assert [item.what for item in items] == ([] if view.bot else ["go_on"])
        if items:
            assert isinstance(panels.tap(items[0]), PressButton)


@pytest.mark.parametrize("seats", [2, 12])
@pytest.mark.parametrize("name", ["look_again", "replay"])
def test_a_replay_says_so_and_how_fast_it_runs_in_place_of_every_stop_sign(canned: Any, name: str, seats: int) -> None:
    panels = Panels(canned, name, seats, (1920, 1080))
    assert panels.snapshot.replay is not None
    panels.snapshot = replace(panels.snapshot, replay=replace(panels.snapshot.replay, speed=0.25))
    for view in panels.snapshot.seats:
        said = words(panels.panel(view.seat).marks)
        assert "Replay" in said
        assert "\N{VULGAR FRACTION ONE QUARTER}\N{MULTIPLICATION SIGN}" in said
        assert not [mark for mark in panels.panel(view.seat).marks if isinstance(getattr(mark, "look", None), StopLook)]


def test_nothing_of_a_whole_round_that_is_shown_again_can_be_touched_in_panel_or_tab(canned: Any) -> None:
    panels = Panels(canned, "replay")
    left = replace(panels.snapshot.seats[1], state="left", row=())
    panels.snapshot = replace(panels.snapshot, seats=(panels.snapshot.seats[0], left, *panels.snapshot.seats[2:]))
    assert not [item for seat in (ONE, TWO, THREE, FOUR) for item in panels.panel(seat).items]
    assert "join" not in panels.said(TWO)
    context = PanelContext(TableContext.of(panels.snapshot), left, panels.layout.panels[TWO])
    assert not sketch_tab(context).items


def test_a_picture_that_only_runs_on_is_not_drawn_anew(canned: Any) -> None:
    shown = Panels(canned, "look_again").snapshot
    assert shown.replay is not None
    later = replace(shown, id=2, now=shown.now + 1, replay=replace(shown.replay, at_ms=shown.replay.at_ms + 100))
    assert TableContext.of(later) == TableContext.of(shown)


def test_the_end_of_a_round_is_called_again_where_it_is_seen_again(canned: Any) -> None:
    panels = Panels(canned, "replay")
    assert "STOP" not in panels.overlay()
    panels.snapshot = replace(panels.snapshot, caller=TWO, ended_by="stop")
    assert "LIGRETTO STOP!" in panels.overlay()


@pytest.mark.parametrize(("game", "piles", "laid"), [("cards", "b9", "b10"), ("dice", "", "")])
def test_the_pile_of_a_race_is_lit_up(canned: Any, game: str, piles: str, laid: str) -> None:
    again = moment(canned, "look_again", game, 4)
    race = again.replay.race
    shape = TableShape.of(Place(960, 540, 1920, 1080), canned.welcome(4), again, game)
    layout = shape.layout(canned.welcome(4))

    def lit(**values: Any) -> set[tuple[float, float]]:
        context = CentreContext(TableContext.of(again), layout, (), (), again.now, board=(0,) * 24, **values)
        return {(mark.x, mark.y) for mark in sketch_centre(context._replace(own={})).marks if isinstance(mark, Light)}

    if game == "dice":
        space = layout.cells[parse_die(race.card)]
        assert (space.x, space.y) in lit()
        return
    assert len(lit()) == 0
    before = CentreContext(
        TableContext.of(again), layout, (), ((2, piles), (5, "r1")), again.now, owners=((2, (ONE,)),)
    )
    after = before._replace(piles=((2, laid), (7, piles)), owners=((2, (ONE, race.first)), (7, (TWO,))))
    for context, cell in ((before, 2), (after, 2)):
        lights = {round(mark.x) for mark in sketch_centre(context).marks if isinstance(mark, Light)}
        assert lights == {round(layout.cells[cell].x)}


# ---- a halted round


def test_after_a_cut_every_panel_says_that_nothing_is_lost(canned: Any) -> None:
    panels = Panels(canned, "recovery")
    assert panels.overlay() == ""
    for seat in (ONE, THREE, FOUR):
        assert "Nothing is lost" in panels.said(seat)
        assert "Press Continue within 0:38, or you're out" in panels.said(seat)
        (go_on,) = panels.items("go_on", seat)
        assert panels.tap(go_on) == PressButton(seat, "play", 5)
    assert "Ready: 1 of 4" in panels.said(TWO)  # it has confirmed


def test_a_small_tray_says_only_what_to_do_and_what_happens_otherwise(canned: Any) -> None:
    panels = Panels(canned, "recovery", 12)
    assert "or you're out" in panels.said(ONE)
    assert "Nothing is lost" not in panels.said(ONE)


def test_whose_word_is_waited_for_is_shown_in_every_panel(canned: Any) -> None:
    panels = Panels(canned, "recovery")
    table = TableContext.of(panels.snapshot)
    assert table.called == ((ONE, False), (TWO, True), (THREE, False), (FOUR, False))


def test_whose_word_is_not_waited_for_is_not_told_to_give_it(canned: Any) -> None:
    """A bot, or a spectator."""
    panels = Panels(canned, "recovery")
    panels.snapshot = replace(panels.snapshot, called=(ONE,))
    assert "Continue" in panels.said(ONE)
    assert "Nothing is lost" in panels.said(FOUR)
    assert "Continue" not in panels.said(FOUR)
    assert not panels.items("go_on", FOUR)


def test_who_looks_on_can_give_its_word_where_it_is_waited_for(canned: Any) -> None:
    """After an extra round, or in a round of bots."""
    panels = Panels(canned, "recovery")
    panels.snapshot = replace(panels.snapshot, tiebreak=(ONE, TWO), extra_round=True)
    (go_on,) = panels.items("go_on", FOUR)
    assert panels.tap(go_on) == PressButton(FOUR, "play", 5)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("paused_by_journal", "The table couldn't save Please tell the staff Nothing is lost"),
        ("paused_unsaved", "Can't save the scores"),
        ("unsaved", "Scores may not be saved"),
        ("unsaved_match", "Scores may not be saved"),
        ("waiting", "Saving the scores…"),
        ("races_waiting", "Saving the scores…"),
    ],
)
def test_guests_are_told_in_their_words_what_the_disk_does(canned: Any, name: str, told: str) -> None:
    assert told in Panels(canned, name).said(ONE)


@pytest.mark.parametrize(
    ("name", "sides"),
    [("recovery_told", 0), ("paused_by_journal", 0), ("unsaved", 2)],  # between two rankings; no text lies on cards
)
def test_what_is_wrong_is_told_to_the_staff_in_full(canned: Any, name: str, sides: int) -> None:
    told = Panels(canned, name).overlay()
    assert told.replace(" ", "").count(english(LOST).replace(" ", "")) == sides

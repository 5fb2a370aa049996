"""A table too small for all its seats: seats on offer are legible, and the others say why they are not."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from hardware.api import Button, ButtonEdge, Instant
from kiosk import protocol as msg
from kiosk.config.fit_check import parts_of
from kiosk.config.loader import CONFIGS, parse
from kiosk.config.schema import Settings
from kiosk.layout.table_layout import Layout, arrange, box
from kiosk.locale.languages import installed
from kiosk.locale.speaker import speaker
from kiosk.table.inputs import DisplayJoined, FromDisplay
from kiosk.table.session import Session
from kiosk.table.snapshots import snapshot, welcome
from kiosk.table_process.table_settings import table_settings

TWELVE = (CONFIGS / "twelve_seats.toml").read_text()
TABLES = {
    "1280x720": (TWELVE, (1280, 720)),
    "strip": (TWELVE, (1280, 684)),
    "400mm": (TWELVE + "[table]\ndiagonal_mm = 400\n", (1920, 1080)),
}
REASON = {language: speaker(language)("No more seats: cards would be too small") for language in installed()}
START = Instant(10**12)


class Table:
    """A table of the configuration, with a display of this size, and no players."""

    def __init__(self, name: str) -> None:
        text, self.size = TABLES[name]
        self.settings: Settings = parse(text)
        self.session = Session(table_settings(self.settings), itertools.count(1), START)
        self.put(DisplayJoined("display 1"))
        self.put(FromDisplay("display 1", msg.WindowSize(*self.size)))

    def put(self, input_: Any) -> None:
        self.session.handle(input_, START)

    def press(self, seat: int) -> None:
        for pressed in (True, False):
            self.put(ButtonEdge(seat, Button.PLAY, pressed, START))

    def choose(self, seat: int, key: str, value: str) -> None:
        self.put(FromDisplay("display 1", msg.ChooseOption(seat, key, value, START)))

    def fill(self) -> None:
        """Sit down at every seat until no more are free: with more players rows are shorter, so more of them fit."""
        before: list[int] | None = None
        while before != self.taken():
            before = self.taken()
            for seat in range(1, 13):
                if seat not in self.taken():
                    self.press(seat)

    def taken(self) -> list[int]:
        return [seat.number for seat in self.session.table.people if seat.human]

    def laid_out(self, seats: list[int]) -> Layout:
        """Return the layout on a display of its size while these seats play."""
        parts = parts_of(self.session.table.choices.kind, len(seats))
        return arrange(box(0, 0, *self.size), self.settings.plan(), seats, self.settings.table.diagonal_mm, parts)


@pytest.mark.parametrize("name", TABLES)
@settings(max_examples=12)
@given(game=st.sampled_from(["cards", "dice"]), order=st.permutations(range(1, 13)))
def test_in_whatever_order_seats_are_taken_the_taken_ones_can_be_read(name: str, game: str, order: list[int]) -> None:
    table = Table(name)
    table.press(order[0])
    table.choose(order[0], "game", game)
    for seat in order[1:]:
        before = table.taken()
        table.press(seat)
        assert table.laid_out(table.taken()).legible
        assert table.taken() != before or not table.laid_out(sorted([*before, seat])).legible
    table.fill()
    assert table.laid_out(table.taken()).legible
    assert 2 <= len(table.taken()) < 12
    assert {view.room for view in snapshot(table.session, 1).seats if view.state == "free"} == {"none"}


def view_of(table: Table, shown: msg.Snapshot) -> Any:
    from kiosk.display.table_view import TableView  # noqa: PLC0415  # load Kivy only when such a test runs

    view = TableView(welcome(table.session.table), clock=lambda: START, size=table.size)
    view.show(shown)
    return view


def tried(name: str) -> Table:
    """Return the table after everybody who can has sat down."""
    table = Table(name)
    table.fill()
    return table


@pytest.mark.ui
@pytest.mark.parametrize("name", TABLES)
def test_what_is_offered_can_be_read_and_every_seat_has_its_place(name: str) -> None:
    for table in (Table(name), tried(name)):
        shown = snapshot(table.session, 1)
        view = view_of(table, shown)
        assert view._picture.layout.legible
        assert set(view._picture.layout.panels) == {seat.seat for seat in shown.seats if not seat.room}
        assert {*view._picture.layout.panels, *view._picture.layout.tabs} == set(range(1, 13))


@pytest.mark.ui
@pytest.mark.parametrize("name", TABLES)
def test_a_seat_that_is_not_offered_says_why_in_all_languages_and_takes_no_touch(name: str) -> None:
    table = tried(name)
    view = view_of(table, snapshot(table.session, 1))
    free = {seat.number for seat in table.session.table.people if not seat.human}
    items = [item for item in view.items() if item.what == "seat"]
    assert {item.seat for item in items} == free
    assert not any(item.enabled for item in items)
    assert all(view.tap(item, START) is None for item in items)
    texts = {REASON[language] for language in table.settings.language.offered}
    assert {item.text for item in items} <= texts
    assert len({item.text for item in items}) > 1


@pytest.mark.ui
@pytest.mark.parametrize("state", ["attract", "ready"])
def test_a_seat_that_has_only_a_mark_can_be_taken_there(state: str) -> None:
    table = Table("1280x720")
    if state == "ready":
        table.press(1)
    shown = snapshot(table.session, 1)
    view = view_of(table, shown)
    marked = next(seat.seat for seat in shown.seats if seat.room == "mark")
    item = next(item for item in view.items() if item.seat == marked)
    said = view.tap(item, START)
    assert isinstance(said, msg.PressButton)
    table.put(FromDisplay("display 1", said))
    view.show(snapshot(table.session, 2))
    assert marked in view._picture.layout.panels


@pytest.mark.ui
@pytest.mark.parametrize(("state", "here"), [("attract", 0), ("ready", 0), ("ready", 2), ("play", 2)])
def test_a_barred_seat_takes_no_touch_in_any_state_and_even_where_all_are(canned: Any, state: str, here: int) -> None:
    from kiosk.display.table_view import TableView  # noqa: PLC0415

    shown = canned.snapshot(state, 4)
    barred = tuple(replace(view, state="free", room="none") for view in shown.seats[here:])
    view = TableView(canned.welcome(4), clock=lambda: canned.now, size=(1280, 720))
    view.show(replace(shown, seats=(*shown.seats[:here], *barred)))
    items = [item for item in view.items() if item.what == "seat"]
    assert {item.seat for item in items} == set(range(here + 1, 5))
    assert not any(item.enabled for item in items)
    assert {item.text for item in items} <= set(REASON.values())


@pytest.mark.ui
@pytest.mark.parametrize("room", ["", "none"])
def test_the_place_of_a_bot_is_offered_after_the_match_only_where_there_is_room(canned: Any, room: str) -> None:
    from kiosk.display.table_view import TableView  # noqa: PLC0415

    shown = canned.snapshot("match_result", 4)
    seats = tuple(replace(view, bot=view.seat == 3, room=room if view.seat == 3 else "") for view in shown.seats)
    view = TableView(canned.welcome(4), clock=lambda: canned.now, size=(1280, 720))
    view.show(replace(shown, seats=seats))
    assert [item.seat for item in view.items() if item.what == "seat"] == ([] if room else [3])

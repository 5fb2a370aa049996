"""The page of the staff's menu on which a name is typed: every key is there, and the name goes out as a whole."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.context import PanelContext, TableContext
from kiosk.display.input.keypad import Keypad
from kiosk.display.scene import Item
from kiosk.display.screens.chooser import sketch_panel
from kiosk.display.texts.service import tile_words
from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Place
from kiosk.layout.staff_layout import with_plate
from kiosk.layout.table_layout import MIN_HIT_PX
from kiosk.layout.table_shape import TableShape
from kiosk.locale.speaker import speaker
from kiosk.protocol import ServiceTap, ServiceTile, ServiceView

ONE = SeatNumber(1)
VIEW = ServiceView(ONE, "house_name")


class Page:
    """The page at a table, with what has been typed."""

    def __init__(self, canned: Any, language: str = "en", size: tuple[int, int] = (1920, 1080)) -> None:
        welcome = canned.welcome(4)
        views = tuple(replace(view, language=language) for view in canned.snapshot("ready", 4).seats)
        self.snapshot = replace(canned.snapshot("ready", 4), state="service", seats=views, service=VIEW)
        area = Place(size[0] / 2, size[1] / 2, *size)
        layout = TableShape.of(area, welcome, self.snapshot, self.snapshot.game).layout(welcome)
        self.panel = with_plate(layout, welcome.seats, ONE, keypad=False).panels[ONE]
        self.keypad = Keypad()

    def items(self, what: str) -> list[Item]:
        table, view = TableContext.of(self.snapshot), self.snapshot.seats[0]
        context = PanelContext(table, view, self.panel, written=self.keypad.written)
        return [item for item in sketch_panel(context).items if item.what == what]

    def press(self, what: str, text: str = "") -> Any:
        (item,) = (item for item in self.items(what) if not text or item.text == text)
        return self.keypad.tap(item, 7, VIEW) if item.enabled else None

    def type(self, text: str) -> None:
        for letter in text:
            assert self.press("letter", letter) is None


def test_a_name_is_typed_and_sent_as_a_whole(canned: Any) -> None:
    page = Page(canned)
    page.type("Juno 2")
    assert page.press("erase") is None
    assert page.press("done") == ServiceTap("name", 7, "Juno")


def test_nothing_typed_is_no_name(canned: Any) -> None:
    page = Page(canned)
    assert [item.enabled for item in (*page.items("done"), *page.items("erase"))] == [False, False]
    assert page.press("letter", " ") is None
    assert page.keypad.written == ""


def test_a_name_has_twelve_letters_at_most(canned: Any) -> None:
    page = Page(canned)
    page.type("Abcdefghijk")
    assert {item.enabled for item in page.items("letter")} == {True}
    page.type("l")
    assert {item.enabled for item in page.items("letter")} == {False}


def test_another_page_forgets_it(canned: Any) -> None:
    page = Page(canned)
    page.type("Ab")
    page.keypad.keep(page.snapshot)
    assert page.keypad.written == "Ab"
    page.keypad.keep(replace(page.snapshot, service=ServiceView(ONE, "house_rules")))
    assert page.keypad.written == ""


@pytest.mark.parametrize("size", [(1280, 720), (1080, 1920)])
@pytest.mark.parametrize("language", ["en", "de", "he", "ru"])
def test_every_letter_has_a_key_for_a_finger(canned: Any, language: str, size: tuple[int, int]) -> None:
    page = Page(canned, language, size)
    keys = page.items("letter")
    assert {"A", "Z", "0"} <= {key.text for key in keys}
    assert min(min(key.w, key.h) for key in keys) >= MIN_HIT_PX


@pytest.mark.parametrize(("touchable", "told"), [(True, "Tap to delete"), (False, "")])
def test_house_rules_that_are_not_deleted_here_do_not_say_how(touchable: bool, told: str) -> None:
    tile = ServiceTile("kept", "Club", touchable=touchable)
    assert tile_words(tile, "house_rules", speaker("en")) == ("Club", told)

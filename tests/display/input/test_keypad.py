"""The keypad of the staff's menu: a PIN leaves it as a whole, a name letter by letter, a tile by one touch."""

from __future__ import annotations

from typing import Final

import pytest

from kiosk.display.input.keypad import FELT, KEYS, NAMING, Keypad, Slide
from kiosk.display.scene import SLIDER, Item, Pulled
from kiosk.game.seats import SeatNumber
from kiosk.protocol import ServicePin, ServiceTap, ServiceTile, ServiceView, Snapshot, ToTable
from kiosk.service.pin import FEWEST, MOST

MS: Final = 1_000_000
TILES: Final = (ServiceTile("volume", "60"), ServiceTile("shutdown", state="sure"))


class Pad:
    """A keypad on this page, and a hand with a clock in milliseconds."""

    def __init__(self, page: str) -> None:
        self.keypad, self.now = Keypad(), 10_000 * MS
        self.show(page)

    def show(self, page: str | None) -> None:
        self.view = ServiceView(SeatNumber(1), page or "pin", tiles=TILES)
        view = None if page is None else self.view
        self.keypad.keep(Snapshot(id=1, now=self.now, state="service", seats=(), service=view))

    def tap(self, what: str, text: str = "", slot: int | None = None, ms: int = 1000) -> ToTable | None:
        self.now += ms * MS
        return self.keypad.tap(Item(what, SeatNumber(1), 0, 0, 1, 1, text=text, slot=slot), self.now, self.view)

    def type(self, digits: str) -> None:
        for digit in digits:
            assert self.tap("digit", digit) is None


@pytest.fixture(params=["pin", "new_pin"])
def pad(request: pytest.FixtureRequest) -> Pad:
    return Pad(request.param)


def test_a_pin_is_told_as_a_whole_and_forgotten(pad: Pad) -> None:
    pad.type("12345")
    pad.tap("erase")
    pad.type("6")
    assert pad.keypad.digits == 5
    assert pad.tap("enter") == ServicePin("12346", pad.now)
    assert pad.keypad.digits == 0
    assert pad.tap("enter") is None


def test_a_pin_that_is_too_short_costs_no_try_and_one_that_is_too_long_is_cut(pad: Pad) -> None:
    pad.type("1" * (FEWEST - 1))
    assert pad.tap("enter") is None
    assert pad.keypad.digits == FEWEST - 1
    pad.type("1")
    assert pad.tap("enter") == ServicePin("1" * FEWEST, pad.now)
    pad.type("2" * (MOST + 3))
    assert pad.tap("enter") == ServicePin("2" * MOST, pad.now)


def test_a_pressed_key_glows_for_a_moment(pad: Pad) -> None:
    for what, text, key in (("digit", "7", "7"), ("erase", "", "erase")):
        pad.tap(what, text)
        assert key in KEYS
        assert pad.keypad.glowing(pad.now + 349 * MS) == key
        assert pad.keypad.glowing(pad.now + 350 * MS) == ""
    pad.tap("back")
    assert pad.keypad.glowing(pad.now) == ""


@pytest.mark.parametrize("page", ["menu", NAMING, None])
def test_digits_are_forgotten_when_their_page_closes(pad: Pad, page: str | None) -> None:
    pad.type("123")
    pad.show(pad.view.page)
    assert pad.keypad.digits == 3
    pad.show(page)
    assert pad.keypad.digits == 0


@pytest.mark.parametrize("page", ["menu", "pin", None])
def test_letters_are_forgotten_when_their_page_closes(page: str | None) -> None:
    pad = Pad(NAMING)
    pad.tap("letter", "A")
    pad.show(NAMING)
    assert pad.keypad.written == "A"
    pad.show(page)
    assert pad.keypad.written == ""


def test_a_name_is_written_and_told_once_it_is_done() -> None:
    pad = Pad(NAMING)
    for letter in " Pub rules":
        assert pad.tap("letter", letter) is None
    pad.tap("erase")
    assert pad.keypad.written == " Pub rule"
    assert pad.keypad.glowing(pad.now) == ""
    assert pad.tap("done") == ServiceTap("name", pad.now, "Pub rule")
    for _ in range(20):
        pad.tap("letter", "x")
    assert pad.keypad.written == " Pub rulexxx"
    assert pad.tap("back") == ServiceTap("back", pad.now)


def test_tiles_and_turns_are_told_by_key_and_value() -> None:
    pad = Pad("menu")
    assert pad.tap("tile", slot=0) == ServiceTap("volume", pad.now, "60")
    assert pad.tap("tile", slot=len(TILES)) is None
    assert pad.tap("tile") is None
    assert pad.tap("turn", slot=2) == ServiceTap("turn", pad.now, "2")
    assert pad.tap("close") == ServiceTap("close", pad.now)
    assert pad.tap("letter", "x") is None
    assert pad.tap(FELT) is None


def test_a_double_tap_does_not_confirm_what_asks_whether_one_is_sure() -> None:
    pad = Pad("menu")
    assert pad.tap("tile", slot=0) is not None
    assert pad.tap("tile", slot=0, ms=100) is not None
    assert pad.tap("tile", slot=1, ms=499) is None
    assert pad.tap("tile", slot=1, ms=499) is None, "each touch counts"
    assert pad.tap("tile", slot=1, ms=500) == ServiceTap("shutdown", pad.now, "")


LEVEL: Final = ServiceTile("page", "sound.volume", "60")
HOURS_TILE: Final = ServiceTile("page", "hours", "10:00-22:00")
FRONT: Final = ServiceView(SeatNumber(1), "menu", (LEVEL, HOURS_TILE, ServiceTile("page", "screen.calm", "false")))


def _pull(keypad: Keypad, slot: int, start: float, end: float, at: int, *, lifted: bool = False) -> ServiceTap | None:
    item = Item(SLIDER, SeatNumber(1), 0, 0, 400, 40, slot=slot)
    return keypad.slide(item, Slide(start, end, at * MS, lifted), FRONT)


def test_a_level_is_told_at_each_new_value_and_stands_where_the_finger_has_left_it_for_a_while() -> None:
    keypad = Keypad()
    assert _pull(keypad, 0, 0.6, 0.61, 1000) is None, "it stands there"
    assert _pull(keypad, 0, 0.6, 0.68, 1100) == ServiceTap("sound.volume", 1100 * MS, "70", pulled=True)
    assert _pull(keypad, 0, 0.6, 0.72, 1200) is None
    assert keypad.pulled(9000 * MS) == Pulled("sound.volume", "70"), "the finger is still there"
    assert _pull(keypad, 0, 0.6, 0.04, 9100, lifted=True) == ServiceTap("sound.volume", 9100 * MS, "0")
    assert keypad.pulled(10_000 * MS) == Pulled("sound.volume", "0")
    assert keypad.pulled(10_200 * MS) == Pulled(), "from now on what the table says"


def test_a_level_is_told_once_more_when_the_finger_lifts_so_that_it_is_stored() -> None:
    keypad = Keypad()
    told = [_pull(keypad, 0, 0.6, end / 100, 1000 + end) for end in range(60, 90)]
    assert [(tap.value, tap.pulled) for tap in told if tap] == [("70", True), ("80", True), ("90", True)]
    assert _pull(keypad, 0, 0.6, 0.9, 1100, lifted=True) == ServiceTap("sound.volume", 1100 * MS, "90")
    assert _pull(Keypad(), 0, 0.6, 0.6, 1200, lifted=True) is None, "a tap where it stands"


def test_a_knob_that_was_pulled_is_forgotten_with_its_page() -> None:
    keypad = Keypad()
    _pull(keypad, 0, 0.6, 0.9, 1000)
    keypad.keep(Snapshot(id=1, now=0, state="service", seats=(), service=ServiceView(SeatNumber(1), "settings")))
    assert keypad.pulled(1001 * MS) == Pulled()


@pytest.mark.parametrize(
    ("start", "end", "hours"),
    [
        (4 / 24, 6 / 24, "12:00-22:00"),
        (4 / 24, 0.0, "06:00-22:00"),
        (16 / 24, 19.3 / 24, "10:00-01:30"),
        (16 / 24, 1.0, "10:00-06:00"),
        (9 / 24, 23 / 24, "21:30-22:00"),  # an end does not pass the other one
        (11 / 24, 0.0, "10:00-10:30"),
    ],
)
def test_the_nearer_end_of_the_hours_is_moved_and_told_when_the_finger_lifts(
    start: float, end: float, hours: str
) -> None:
    keypad = Keypad()
    assert _pull(keypad, 1, start, (start + end) / 2, 1000) is None
    assert _pull(keypad, 1, start, end, 1100) is None
    assert keypad.pulled(1200 * MS) == Pulled("hours", hours)
    assert _pull(keypad, 1, start, end, 1300, lifted=True) == ServiceTap("hours", 1300 * MS, hours)


def test_a_tap_on_the_hours_opens_their_page_and_one_on_a_switch_turns_it() -> None:
    keypad = Keypad()
    assert _pull(keypad, 1, 0.3, 0.3, 1000, lifted=True) == ServiceTap("page", 1000 * MS, "hours")
    switch = Item("tile", SeatNumber(1), 0, 0, 1, 1, slot=2)
    assert keypad.tap(switch, 2000 * MS, FRONT) == ServiceTap("screen.calm", 2000 * MS, "true")

"""The service menu on the screen: pictures of every page, legible in every language, and the messages of touches."""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Callable
from datetime import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk import protocol as msg
from kiosk.display.context import Finger, PanelContext, TableContext
from kiosk.display.input.gestures import Gestures
from kiosk.display.input.keypad import Keypad
from kiosk.display.paint.marks import Picture, Sketch, Stretch
from kiosk.display.paint.text import LEGIBLE, TextLook
from kiosk.display.paint.theme import AMBER, CONTRAST, GO, INK, WHITE
from kiosk.display.scene import Item
from kiosk.display.screens.chooser import sketch_panel
from kiosk.display.screens.picture import PictureModel as Whole
from kiosk.display.texts.service import NOTES, tile_words
from kiosk.display.widgets.drawer import WARNING
from kiosk.game.cards.editions import PRESETS
from kiosk.game.dice.rules import DICE_PRESETS
from kiosk.game.seats import SeatNumber
from kiosk.layout.card_layout import CardParts
from kiosk.layout.dice_layout import DiceParts
from kiosk.layout.staff_layout import with_plate
from kiosk.layout.table_layout import Panel, Parts, Place, arrange
from kiosk.layout.table_shape import TableShape
from kiosk.locale.languages import installed
from kiosk.locale.speaker import speaker
from kiosk.protocol.opening_hours import DAYS
from kiosk.protocol.staff_menu import SOUNDS, Advice
from kiosk.service.pin import FEWEST
from kiosk.table.menu.days import CLOCK_STEPS as TURNS
from kiosk.table.service_requests import ToldFinding
from tests.display.table import Table as TableOnScreen

NOW = 1000_000_000_000
WRONG = 'table.toml: [[seat]] 3, edge: "top" is invalid: write "south", "north", "west" or "east" (and 2 more)'
FULL = (
    "/run/ligretto-kiosk/usb: 3.1 MB are free, 12.4 MB are needed: make room there (ligretto-backup-20261119-2130 is "
    "the oldest backup of a kiosk), or take another one"
)
READ = ("r3 b4 y? ?? ?2 g6", "y1", "", " ".join(f"{color}{value}" for color in "rgby" for value in (1, 4, 6)))
"""Readings of boards, including unread values and twelve dice."""
TABLES = ((2, (1280, 720)), (4, (1920, 1080)), (12, (1920, 1080)))
NIGHT = ("never", *(f"{hour:02}:00" for hour in range(24)))
STEPS = (-60, -15, 15, 60)
WEEK = dict.fromkeys(DAYS[:4], ("10:00-22:00", False)) | {
    "friday": ("18:15-01:30", True),
    "saturday": ("closed", True),
    "sunday": ("always", True),
}
NEW_PIN = ("pin_again", "pins_differ", "easy_pin", "pin_set")
FILE = {
    "sound.volume": "90",
    "sound.night_begins": "21:00",
    "language.default": "it",
    "game.preset": "schmidt_2017_ru_footnote",
}
HELD = (
    "if nobody holds it: free the button, else pull its wire off; pressed still: the wire or pin is shorted "
    "(kiosk pinout draws the header)"
)
GROUP = (
    'sudo groupadd -rf ligretto-boards; echo \'SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", '
    'GROUP="ligretto-boards", MODE="0660"\' | sudo tee -a /etc/udev/rules.d/70-ligretto.rules; sudo udevadm '
    "control --reload; sudo udevadm trigger; sudo usermod -aG ligretto-boards ligretto-table"
)
FINDINGS = (
    ToldFinding("fault", "pins: seat 2 Stop, GPIO 17 (header pin 11): reads pressed", HELD, Advice.FREE_BUTTON, 2),
    ToldFinding(
        "fault", "configuration: table.toml: seat 3: stop_pin: 17 is seat 2's already: give each a pin of its own"
    ),
    ToldFinding("warning", "power: the Pi is throttled", "use the supply that was made for it", Advice.SUPPLY),
    ToldFinding(
        "warning",
        "permissions: ligretto-table may not open /dev/ttyACM0 (root:dialout, 0660)",
        GROUP,
        Advice.ADMINISTRATOR,
    ),
    ToldFinding("note", "changes: seat 3 stop_pin: 17 -> 27", "", Advice.NOTHING),
    *(ToldFinding("note", f"clock: note {number}", "", advice) for number, advice in enumerate(Advice)),
)
"""Findings in the doctor's words; the longest needs more lines than a panel has."""


def panel_of(
    canned: Any, seats: int, seat: int, page: str, parts: Parts | None = None, area: Place | None = None
) -> Panel:
    """Return the staff's plate at this seat."""
    plans, parts = canned.welcome(seats).seats, parts or CardParts.of((), 1)
    area = area or Place(640, 360, 1280, 720)
    usual = arrange(area, plans, (SeatNumber(seat),), 1092.0, parts)
    return with_plate(usual, plans, SeatNumber(seat), keypad=page.startswith("pin")).panels[SeatNumber(seat)]


def tile(key: str, value: str = "", **more: Any) -> msg.ServiceTile:
    return msg.ServiceTile(key, value, **more)


@cache
def pages(seats: int) -> dict[str, msg.ServiceView]:
    numbers = [str(number) for number in range(1, seats + 1)]

    def values(page: str, offered: Any, lit: str) -> tuple[str, list[msg.ServiceTile]]:
        return page, [tile("value", value, lit=value == lit, touchable=value != "22:00") for value in offered]

    made = {
        "menu": [
            *(tile("page", page) for page in ("buttons", "lamps", "fingers", "loudspeakers")),
            tile("page", "cleaning", text="60"),
            tile("page", "boards", text="11/12", state="warning"),
            tile("page", "settings", text="12"),
            tile("page", "house_rules", text="22"),
            tile("page", "stick", text="2026-11-20 22:01", state="warning"),
            tile("page", "doctor", state="under_way"),
            tile("page", "today", text="1234"),
            tile("page", "system", text="82", state="good"),
            tile("version", text="10.12.3", touchable=False),
            tile("clock", text="22:41", touchable=False),
            tile("reset", "end_match", state="sure", lit=True),
            tile("page", "sound.volume", text="60"),
            tile("page", "screen.brightness", text="80"),
            tile("page", "hours", text="18:00-01:30"),
            *(tile("seat", number, text="stop", state="stop", lit=True, touchable=False) for number in numbers),
            tile("pressed", "2", text="play", touchable=False),
            *(tile("reader", number, state="lost" if number == "2" else "good", touchable=False) for number in numbers),
        ],
        "buttons": [
            tile("seat", number, text=("", "stop", "stop play")[int(number) % 3], lit=number == "2", touchable=False)
            for number in numbers
        ],
        "lamps": [tile("turns"), *(tile("lamp", number, lit=number == "1") for number in numbers)],
        "loudspeakers": [
            tile("round"),
            *(tile("loudspeaker", number, lit=number == "2") for number in numbers),
            *(tile("page", page) for page in SOUNDS),
        ],
        "boards": [
            tile("board", number, text=READ[int(number) % len(READ)], state="fault", touchable=False)
            for number in numbers
        ],
        "fingers": [],
        **{page: [tile("sound", name, lit=name in ("beaten", "stop")) for name in SOUNDS[page]] for page in SOUNDS},
        "settings": [
            tile("page", "sound.volume", text="60", state="90"),
            tile("page", "screen.brightness", text="100"),
            tile("page", "hours", text="differ", state="here"),
            tile("page", "sound.night_begins", text="never", state="22:00"),
            tile("page", "sound.night_ends", text="08:00"),
            tile("page", "sound.night_volume", text="20"),
            tile("page", "language.offered", text="en,de,fr", state=",".join(installed())),
            tile("page", "language.default", text="de"),
            tile("page", "game.kind", text="cards"),
            tile("page", "game.preset", text="schmidt_2017_ru_footnote", state="wikipedia"),
            tile("page", "game.dice_preset", text="university_games_2013"),
            tile("clock", touchable=False),
            tile("page", "clock"),
        ],
        "doctor": [
            tile("finding", one.grade, text=one.what, touchable=False, mend=one.mend, advice=one.advice, seat=one.seat)
            for one in FINDINGS
        ],
        "today": [
            tile("number", name, text=number, touchable=False)
            for name, number in (("rounds", "1234"), ("matches", "98"), ("people", "310"))
        ],
        "hours": [
            tile("day", "every_day", text="10:00-22:00"),
            *(tile("day", day, text=text, state="own" if own else "") for day, (text, own) in WEEK.items()),
            tile("doors", "close_now"),
        ],
        "hours.friday": [
            *(tile("step", f"{end} {step}", text="18:15") for end in ("opens", "closes") for step in STEPS),
            tile("set", text="18:15-01:30"),
            *(tile("hours", hours, lit=hours == "closed") for hours in ("always", "closed")),
            tile("hours", "every_day", text="10:00-22:00"),
            tile("file", "hours.friday", text="every_day"),
        ],
        "hours.every_day": [
            *(tile("step", f"{end} {step}", text="10:00") for end in ("opens", "closes") for step in STEPS),
            tile("set", text="10:00-22:00", state="alike", lit=True, touchable=False),
            tile("hours", "always"),
        ],
        "stick": [
            *(tile("stick", what) for what in ("scores", "report", "backup")),
            tile("stick", "restore", text="2026-11-20 22:01", state="sure", lit=True),
            tile("waits", "cancel_restore", text="2026-11-20 22:01"),
            tile("page", "configuration"),
            tile("page", "unwanted"),
        ],
        "configuration": [
            tile("configure", "use_configuration", state="sure", lit=True),
            tile("configured", "refused", text=WRONG, touchable=False),
        ],
        "clock": [
            *(tile("turn_clock", f"{step} {way}") for step in TURNS for way in ("-1", "+1")),
            tile("set_clock", "set_clock", text="2026-11-28T22:40", state="sure", lit=True),
        ],
        "unwanted": [
            tile("unwanted", text="147", touchable=False),
            tile("names", "take_names"),
            tile("names", "remove_names", state="sure", lit=True),
        ],
        "system": [
            tile("version", text="0.1.0", touchable=False),
            tile("network", touchable=False),
            tile("page", "new_pin"),
            tile("reset", "reset_table", state="sure", lit=True),
            tile("leaderboard", "clear"),
            tile("leaderboard", "restore_leaderboard", state="sure", lit=True),
            tile("power", "restart-display"),
            tile("power", "restart-table", state="under_way", lit=True),
            tile("power", "poweroff", state="sure", lit=True),
        ],
    }  # fmt: skip
    made |= dict(
        [
            values("sound.volume", map(str, range(0, 101, 10)), "60"),
            values("screen.brightness", map(str, range(10, 101, 10)), "100"),
            values("screen.contrast", ("false", "true"), "false"),
            values("screen.calm", ("false", "true"), "true"),
            values("sound.night_begins", NIGHT, "never"),
            values("sound.night_ends", NIGHT, "08:00"),
            values("sound.night_volume", map(str, range(0, 101, 10)), "20"),
            values("language.offered", ("en", "de", "fr"), "de"),
            values("language.default", ("en", "de", "fr"), "de"),
            values("game.kind", ("cards", "dice"), "cards"),
            values("game.preset", PRESETS, "table_default"),
            values("game.dice_preset", DICE_PRESETS, "university_games_2013"),
        ]
    )
    views = {page: msg.ServiceView(SeatNumber(2), page, tuple(tiles)) for page, tiles in made.items()}
    return views | {
        "pin": msg.ServiceView(SeatNumber(2), "pin", tries=5),
        "pin-wrong": msg.ServiceView(SeatNumber(2), "pin", note="wrong", tries=1),
        "pin-locked": msg.ServiceView(SeatNumber(1), "pin", locked_until=NOW + 3_599_000_000_000),
        "pin-busy": msg.ServiceView(SeatNumber(2), "pin", busy=True),
        **{
            f"doctor-{first}": msg.ServiceView(SeatNumber(2), "doctor", tuple(made["doctor"]), first=first)
            for first in (2, 3, 9)
        },
        "new_pin": msg.ServiceView(SeatNumber(2), "new_pin"),
        **{f"new_pin-{note}": msg.ServiceView(SeatNumber(2), "new_pin", note=note) for note in NEW_PIN},
        "new_pin-unwritable": msg.ServiceView(
            SeatNumber(2), "new_pin", note="failed", why="the PIN cannot be saved (Read-only file system)"
        ),
        "doctor-busy": msg.ServiceView(SeatNumber(2), "doctor", busy=True),
        "doctor-good": msg.ServiceView(SeatNumber(2), "doctor"),
        "volume-not-kept": msg.ServiceView(
            SeatNumber(2), "sound.volume", tuple(values("", map(str, range(0, 101, 10)), "60")[1]), "not_kept"
        ),
        **{
            f"stick-{note}": msg.ServiceView(
                SeatNumber(2),
                "stick",
                tuple(replace(one, state="told" if one.value == told else "", lit=False) for one in made["stick"]),
                note,
                at="22:41:05",
            )
            for note, told in (
                *(("no_stick", "report"), ("saved", "scores"), ("restored", "restore"), ("restoring", "restore")),
                *(("restore_cancelled", ""), ("leaderboard_cleared", "")),
            )
        },
        **{
            f"{key}-in-file": msg.ServiceView(
                SeatNumber(2), key, (*made[key], tile("file", key, text=value)), "not_offered" if "lang" in key else ""
            )
            for key, value in FILE.items()
        },
        "night-other-end": msg.ServiceView(
            SeatNumber(2), "sound.night_ends", tuple(values("sound.night_ends", NIGHT, "never")[1]), "other_end"
        ),
        "menu-closed": msg.ServiceView(
            SeatNumber(2),
            "menu",
            tuple(tile("doors", "open_again") if one.value == "hours" else one for one in made["menu"]),
        ),
        "hours-always": msg.ServiceView(
            SeatNumber(2), "hours", (*made["hours"][:-1], tile("doors", "close_now", state="always"))
        ),
        "cleaning-asks": msg.ServiceView(SeatNumber(2), "cleaning", (tile("cleaning", "start_cleaning"),)),
        "hours-closed": msg.ServiceView(
            SeatNumber(2), "hours", (*made["hours"][:-1], tile("doors", "open_again")), "closed_now"
        ),
        "default-language-stays": msg.ServiceView(
            SeatNumber(2), "language.offered", tuple(values("", installed(), "de")[1]), "default_language"
        ),
        "cleaning": msg.ServiceView(
            SeatNumber(2), "cleaning", (tile("cleaning", text="60"),), locked_until=NOW + 42_000_000_000
        ),
        "unwanted-none": msg.ServiceView(
            SeatNumber(2),
            "unwanted",
            (tile("unwanted", text="0", touchable=False), tile("names", "take_names")),
            "names_removed",
        ),
        "house-rules-none": msg.ServiceView(SeatNumber(2), "house_rules"),
        "stick-full": msg.ServiceView(SeatNumber(2), "stick", tuple(made["stick"]), "failed", why=FULL),
        "doctor-failed": msg.ServiceView(SeatNumber(2), "doctor", note="failed", why=FULL),
        "configuration-good": msg.ServiceView(
            SeatNumber(2),
            "configuration",
            (made["configuration"][0], tile("configured", "taken-back", touchable=False)),
            "configuration_good",
        ),
        "stick-busy": msg.ServiceView(
            SeatNumber(2), "stick", (tile("stick", "scores", state="told"), *made["stick"][1:]), busy=True
        ),
        "system-failed": msg.ServiceView(SeatNumber(2), "system", tuple(made["system"]), "failed"),
    }


PAGES = tuple(pages(2))
QUICK = ("pin", "fingers", "settings", "doctor", "system")
PICTURES = tuple(
    pytest.param(page, seats, size, marks=() if seats == 2 and page in QUICK else pytest.mark.slow)
    for page in PAGES
    for seats, size in TABLES
)


def snapshot(canned: Any, seats: int, page: str, language: str = "de") -> msg.Snapshot:
    views = tuple(msg.SeatView(SeatNumber(number), "free", language=language) for number in range(1, seats + 1))
    return msg.Snapshot(
        1, NOW, "service", views, simulated=True, deadline=NOW + 60_000_000_000, service=pages(seats)[page]
    )


@pytest.mark.ui
@pytest.mark.parametrize(("page", "seats", "size"), PICTURES, ids=str)
def test_every_page_is_drawn_in_the_panel_of_whoever_opened_it(
    table_of: Callable[..., TableOnScreen],
    canned: Any,
    monkeypatch: pytest.MonkeyPatch,
    page: str,
    seats: int,
    size: tuple[int, int],
) -> None:
    monkeypatch.setenv("KIOSK_PAINTING", "all")
    table = table_of(seats, size)
    table.show(snapshot(canned, seats, page, ("en", "de", "fr")[seats % 3]))
    view = table.view
    if page in ("pin", "new_pin"):
        for item in [item for item in view.items() if item.what == "digit"][:3]:
            view.tap(item, 1)
    if page == "fingers":
        for finger in range(7):
            view.finger(finger, Finger(300 + 90 * finger, 500 - 20 * finger, 4.0 * finger or None))
        table.pass_ms()
    _keep(view, size, f"service-{page}-{seats}")
    seat = pages(seats)[page].seat
    items = [item for item in view.items() if item.what != "service"]
    assert {item.seat for item in items} == ({seat} if page != "cleaning" else set())
    assert "close" in {item.what for item in items} or page == "cleaning"
    touched = {item.slot for item in items if item.what in ("tile", "slide")}
    assert touched == {slot for slot, tile in enumerate(pages(seats)[page].tiles) if tile.touchable}


@pytest.mark.parametrize(
    ("page", "parts"),
    [
        pytest.param(
            *(page, {"cards": CardParts, "dice": DiceParts}[game].of((), 1)),
            marks=pytest.mark.slow if (number + turn) % 2 else (),
            id=f"{game}-{page}",
        )
        for turn, game in enumerate(("cards", "dice"))
        for number, page in enumerate(PAGES)
    ],
)
def test_every_text_can_be_read_in_every_language(canned: Any, page: str, parts: Parts) -> None:
    seats, area = 12, Place(640, 360, 1280, 720)
    seat = pages(seats)[page].seat
    panel = panel_of(canned, seats, seat, page, parts, area)
    for language in installed():
        shown = snapshot(canned, seats, page, language)
        table, view = TableContext.of(shown), shown.seats[seat - 1]
        sketch = sketch_panel(PanelContext(table, view, panel, NOW))
        looks = [mark.look for mark in sketch.marks if isinstance(mark, Picture) and isinstance(mark.look, TextLook)]
        assert looks
        assert {look.text: look.size for look in looks if look.size < LEGIBLE} == {}


@pytest.mark.parametrize("seats", [4, 12], ids=["upright", "wide"])
def test_what_asks_for_a_second_touch_is_as_large_as_what_does_not(canned: Any, seats: int) -> None:
    seat = pages(seats)["stick"].seat
    panel = panel_of(canned, seats, seat, "stick")
    for language in installed():
        shown = snapshot(canned, seats, "stick", language)
        sketch = sketch_panel(PanelContext(TableContext.of(shown), shown.seats[seat - 1], panel, NOW))
        looks = [mark.look for mark in sketch.marks if isinstance(mark, Picture) and isinstance(mark.look, TextLook)]
        sizes = {look.text: look.size for look in looks}
        titles = [tile_words(tile, "stick", speaker(language))[0] for tile in pages(seats)["stick"].tiles]
        assert len({sizes[title] for title in titles}) == 1, language


@pytest.mark.parametrize(
    ("page", "seats", "words"),
    [
        ("menu", 4, "Tap again to confirm"),
        ("stick-saved", 4, NOTES["saved"]),
        ("stick-saved", 12, NOTES["saved"]),
        ("stick-no_stick", 12, NOTES["no_stick"]),
    ],
)
def test_what_a_touch_leads_to_is_said_in_the_row_that_was_touched(
    canned: Any, page: str, seats: int, words: str
) -> None:
    view = pages(seats)[page]
    panel = panel_of(canned, seats, view.seat, view.page)
    (touched,) = (tile for tile in view.tiles if tile.state in {"sure", "told"})
    for language in installed():
        say, shown = speaker(language), snapshot(canned, seats, page, language)
        sketch = sketch_panel(PanelContext(TableContext.of(shown), shown.seats[view.seat - 1], panel, NOW))
        texts = [mark for mark in sketch.marks if isinstance(mark, Picture) and isinstance(mark.look, TextLook)]
        title = tile_words(touched, view.page, say)[0]
        row = next(mark.y for mark in texts if title in mark.look.text)
        begins = say(words, time=say.time(time(22, 41, 5), seconds=True)).split()[0]
        answer = [mark.look.size for mark in texts if abs(mark.y - row) < 50 and begins in mark.look.text]
        assert max(answer, default=0) >= 26 * 2 / 3 - 1, f"{language}: as large as at the foot of the page"


@pytest.mark.parametrize("seats", [4, 12], ids=["upright", "wide"])
def test_a_long_reason_at_the_foot_covers_nothing(canned: Any, seats: int) -> None:
    view = pages(seats)["stick-full"]
    panel = panel_of(canned, seats, view.seat, "stick")
    for language in installed():
        shown = snapshot(canned, seats, "stick-full", language)
        sketch = sketch_panel(PanelContext(TableContext.of(shown), shown.seats[view.seat - 1], panel, NOW))
        texts = [mark for mark in sketch.marks if isinstance(mark, Picture) and isinstance(mark.look, TextLook)]
        low = min(mark.y for mark in texts if re.search("(22|10).01", mark.look.text))
        reason = [mark for mark in texts if "ligretto" in mark.look.text or "MB" in mark.look.text]
        assert reason
        assert all(mark.y + 0.5 * mark.look.size < low - 6 for mark in reason), language


@pytest.mark.parametrize("seats", [4, 12], ids=["upright", "wide"])
@pytest.mark.parametrize(
    ("page", "comes"),
    [
        ("game.preset-in-file", "file"),
        ("hours.friday", "file"),
        ("stick", "waits"),
        ("system", "restore_leaderboard"),
    ],
)
def test_nothing_moves_under_a_finger_when_a_way_back_appears(canned: Any, page: str, comes: str, seats: int) -> None:
    shown = snapshot(canned, seats, page, "en")
    view = shown.service
    assert view is not None
    panel, seat = panel_of(canned, seats, view.seat, page), shown.seats[view.seat - 1]

    def places(tiles: tuple[msg.ServiceTile, ...]) -> dict[str, Place]:
        table = TableContext.of(replace(shown, service=replace(view, tiles=tiles)))
        items = sketch_panel(PanelContext(table, seat, panel, NOW)).items
        return {item.text: Place(item.x, item.y, item.w, item.h) for item in items if item.what == "tile"}

    without = tuple(tile for tile in view.tiles if comes not in (tile.key, tile.value))
    before, after = places(without), places(view.tiles)
    assert len(after) == len(before) + 1
    assert before.items() <= after.items()


def test_hours_that_do_not_hold_are_not_shown_and_the_day_is_lit_or_dark(canned: Any) -> None:
    shown = snapshot(canned, 4, "hours.friday", "en")
    view = shown.service
    assert view is not None

    def drawn(hours: str) -> tuple[list[str], float]:
        tiles = tuple(
            replace(tile, text="" if tile.key == "step" else tile.text, lit=tile.value == hours) for tile in view.tiles
        )
        table, panel = (
            TableContext.of(replace(shown, service=replace(view, tiles=tiles))),
            panel_of(canned, 4, 2, view.page),
        )
        marks = sketch_panel(PanelContext(table, shown.seats[1], panel, NOW)).marks
        words = [mark.look.text for mark in marks if isinstance(mark, Picture) and isinstance(mark.look, TextLook)]
        bars = [mark.w for mark in marks if isinstance(mark, Stretch) and mark.tint == AMBER]
        return words, max(bars, default=0) / panel.places["body"].w

    for hours, lit in (("always", 0.9), ("closed", 0)):
        words, bar = drawn(hours)
        assert bar == pytest.approx(lit, abs=0.03)
        assert words.count("\N{EN DASH}") == 2
        assert "18:15" not in words


def test_a_button_that_was_pressed_is_told_with_the_colon_of_the_language(canned: Any) -> None:
    shown = snapshot(canned, 4, "menu", "fr")
    panel = panel_of(canned, 4, 2, "menu")
    marks = sketch_panel(PanelContext(TableContext.of(shown), shown.seats[1], panel, NOW)).marks
    words = [mark.look.text for mark in marks if isinstance(mark, Picture) and isinstance(mark.look, TextLook)]
    assert "Place 2\N{NO-BREAK SPACE}: Play" in " ".join(words)


@pytest.mark.parametrize(("mine", "others", "flat"), [(True, False, True), (False, True, False)])
def test_the_plate_of_whoever_wants_high_contrast_is_flat_in_the_tables_picture(
    canned: Any, mine: bool, others: bool, flat: bool
) -> None:
    shown = snapshot(canned, 4, "menu", "en")
    seats = tuple(replace(view, contrast=mine if view.seat == 2 else others) for view in shown.seats)
    shown = replace(shown, seats=seats)
    whole = Whole(canned.welcome(4), lambda: NOW)
    whole.follow(shown)
    assert whole.plain is flat
    marks = sketch_panel(PanelContext(TableContext.of(shown), seats[1], panel_of(canned, 4, 2, "menu"), NOW)).marks
    covers = [mark for mark in marks if isinstance(mark, Stretch) and mark.tint == CONTRAST.tray and mark.w > 600]
    assert covers == [], "it has a round end that a rectangle would not fit"


@pytest.mark.parametrize(("opened_at", "area"), [(1, (1920, 1080)), (2, (1920, 1080)), (2, (1280, 720))], ids=str)
def test_the_front_page_says_first_what_to_do_about_a_fault(canned: Any, opened_at: int, area: tuple[int, int]) -> None:
    """What the table has noticed comes first, then what the doctor has found; a touch leads to all of it."""
    shown = snapshot(canned, 4, "menu", "en")
    view, place = shown.service, Place(area[0] / 2, area[1] / 2, *map(float, area))
    assert view is not None
    pulled = (replace(shown.seats[2], fault=msg.Fault("port.pulled")), *shown.seats[3:])
    (slot,) = (number for number, one in enumerate(view.tiles) if one.value == "doctor")

    def drawn(seats: tuple[msg.SeatView, ...], **door: Any) -> tuple[str, int]:
        tiles = tuple(replace(tile, **door) if tile.value == "doctor" else tile for tile in view.tiles)
        opened = replace(view, seat=SeatNumber(opened_at), tiles=tiles)
        table = TableContext.of(replace(shown, seats=seats, service=opened))
        panel = panel_of(canned, 4, opened_at, "menu", area=place)
        sketch = sketch_panel(PanelContext(table, seats[opened_at - 1], panel, NOW))
        looks = [mark.look for mark in sketch.marks if isinstance(mark, Picture) and isinstance(mark.look, TextLook)]
        doors = sum(item.what == "tile" and item.slot == slot for item in sketch.items)
        return " ".join(look.text for look in looks), doors

    for state, words in (("under_way", "Examining the table"), ("", "Not examined yet"), ("good", "All is well")):
        told, doors = drawn(shown.seats, state=state)
        assert words in told
        assert doors == 1
    told, doors = drawn(shown.seats, state="warning", advice=Advice.SAVE)
    assert "Warning: Save everything on a USB stick, then call your administrator" in told
    assert doors == 1, "told once, and a touch leads to all of it"
    told, doors = drawn((*shown.seats[:2], *pulled), state="warning", advice=Advice.SAVE)
    assert "Fault, seat 3: Plug the dice reader in again" in told
    assert ("It has been pulled out, or its cable is loose" in told) == (opened_at == 1)
    assert "All is well" not in told
    assert doors == 1, "told once, and a touch leads to all of it"


@pytest.mark.parametrize(
    ("worked", "last", "said"),
    [
        (("", "", "", ""), False, "Press every button: it lights up here"),
        (("stop", "", "", ""), True, "Seat 2: Play"),
        (("stop", "stop play", "", "stop play"), False, "Missing: Seat 1, Play; Seat 3"),
        (("stop play",) * 4, False, "All buttons work"),
    ],
)
def test_the_middle_of_the_front_page_says_which_buttons_are_missing(
    canned: Any, worked: tuple[str, ...], last: bool, said: str
) -> None:
    shown = snapshot(canned, 4, "menu", "en")
    tiles = [one for one in pages(4)["menu"].tiles if one.key not in ("seat", "pressed")]
    tiles += [tile("seat", str(seat), text=text, touchable=False) for seat, text in enumerate(worked, 1)]
    tiles += [tile("pressed", "2", text="play", touchable=False)] * last
    shown = replace(shown, service=replace(pages(4)["menu"], tiles=tuple(tiles)))
    sketch = sketch_panel(PanelContext(TableContext.of(shown), shown.seats[1], panel_of(canned, 4, 2, "menu"), NOW))
    assert said in _words(sketch)


def test_a_fault_is_amber_on_the_one_sign_that_it_concerns_and_on_the_plan(canned: Any) -> None:
    shown = snapshot(canned, 4, "menu", "en")
    view = shown.service
    assert view is not None
    boards = tile("page", "boards", text="3/4", state="warning")
    tiles = tuple(boards if one.value == "boards" else one for one in view.tiles if one.key != "reset")

    def drawn(tiles: tuple[msg.ServiceTile, ...]) -> tuple[set[str], int]:
        table = TableContext.of(replace(shown, service=replace(view, tiles=tiles)))
        sketch = sketch_panel(PanelContext(table, shown.seats[1], panel_of(canned, 4, 2, "menu"), NOW))
        texts = [mark for mark in sketch.marks if isinstance(mark, Picture) and isinstance(mark.look, TextLook)]
        amber = {mark.look.text for mark in texts if mark.tint == AMBER and isinstance(mark.look, TextLook)}
        return amber & {"Buttons", "Dice readers", "Touch screen", "Loudspeakers", "Disk"}, sum(
            getattr(mark, "tint", None) == AMBER for mark in sketch.marks
        )

    worse, marks = drawn(tiles)
    assert worse == {"Dice readers"}
    good = replace(boards, text="4/4", state="good")
    assert drawn(tuple(good if one is boards else one for one in tiles))[0] == set()
    works = tuple(replace(one, state="good") if one.key == "reader" else one for one in tiles)
    assert drawn(works)[1] < marks, "a reader that works has no sign in amber"


@pytest.mark.parametrize("note", ["", *NEW_PIN])
def test_what_to_do_with_a_new_pin_stands_above_its_lights(canned: Any, note: str) -> None:
    shown, panel = snapshot(canned, 4, "new_pin", "en"), panel_of(canned, 4, 2, "new_pin")
    view = msg.ServiceView(SeatNumber(2), "new_pin", note=note)
    sketch = sketch_panel(PanelContext(TableContext.of(replace(shown, service=view)), shown.seats[1], panel, NOW))
    words = NOTES.get(note, "Type the new PIN")
    texts = {mark.look.text: mark for mark in sketch.marks if isinstance(mark, Picture) and hasattr(mark.look, "text")}
    told = texts[words]
    assert texts["2"].y + 60 < told.y < panel.places["body"].top
    assert told.tint == {"": INK, "pin_again": WHITE, "pin_set": GO}.get(note, WARNING)


def test_a_setting_that_differs_from_the_file_says_so_before_what_the_file_says(canned: Any) -> None:
    shown = snapshot(canned, 4, "settings", "en")
    sketch = sketch_panel(PanelContext(TableContext.of(shown), shown.seats[1], panel_of(canned, 4, 2, "settings"), NOW))
    words = _words(sketch)
    assert words.count("Changed. Set up: ") == sum(
        one.key == "page" and bool(one.state) and one.value != "hours" for one in pages(4)["settings"].tiles
    )
    assert "Changed at the table" in words


def _words(sketch: Sketch) -> str:
    looks = [mark.look for mark in sketch.marks if isinstance(mark, Picture) and isinstance(mark.look, TextLook)]
    return " ".join(look.text for look in looks).replace("\N{NO-BREAK SPACE}", " ")


# ------------------------------------------------------------ touches


def item(what: str, **more: Any) -> Item:
    return Item(what, SeatNumber(2), 50, 50, 100, 100, **more)


def test_digits_stay_in_the_picture_until_the_whole_pin_is_sent() -> None:
    staff, view = Keypad(), pages(4)["pin"]
    for digit in "47119":
        assert staff.tap(item("digit", text=digit), 1, view) is None
    staff.tap(item("erase"), 2, view)
    assert staff.digits == 4
    assert staff.tap(item("enter"), 3, view) == msg.ServicePin("4711", 3)
    assert staff.digits == 0


def test_what_is_too_short_for_a_pin_uses_up_no_try(canned: Any) -> None:
    staff, view = Keypad(), pages(4)["pin"]
    for digit in "471":
        staff.tap(item("digit", text=digit), 1, view)
        assert staff.tap(item("enter"), 1, view) is None
    assert staff.digits == 3
    seat = view.seat
    panel = panel_of(canned, 4, seat, "pin")
    shown = snapshot(canned, 4, "pin")
    for typed in range(6):
        context = PanelContext(TableContext.of(shown), shown.seats[seat - 1], panel, NOW, counted=typed)
        (enter,) = [item for item in sketch_panel(context).items if item.what == "enter"]
        assert enter.enabled is (typed >= FEWEST)


@pytest.mark.parametrize("busy", [False, True])
def test_while_a_new_pin_is_typed_there_are_digits_by_which_a_record_of_touches_is_refused(
    canned: Any, busy: bool
) -> None:
    shown = snapshot(canned, 4, "new_pin")
    assert shown.service is not None
    table = TableContext.of(replace(shown, service=replace(shown.service, busy=busy)))
    sketch = sketch_panel(PanelContext(table, shown.seats[1], panel_of(canned, 4, 2, "new_pin"), NOW))
    assert {item.enabled for item in sketch.items if item.what == "digit"} == {not busy}


@pytest.mark.parametrize(("page", "turns"), [("pin", True), ("menu", True), ("settings", False)])
def test_a_globe_turns_the_menus_language_where_there_are_several(canned: Any, page: str, turns: bool) -> None:
    for offered in (("en",), ("en", "de")):
        shown = replace(snapshot(canned, 4, page), languages=offered)
        sketch = sketch_panel(PanelContext(TableContext.of(shown), shown.seats[1], panel_of(canned, 4, 2, page), NOW))
        globes = [one for one in sketch.items if one.what == "language"]
        assert len(globes) == (turns and len(offered) > 1)
    assert Keypad().tap(item("language"), NOW, pages(4)[page]) == msg.ServiceTap("language", NOW)


@pytest.mark.parametrize(("taps", "said"), [((1.0, 1.2, 1.4, 1.6), 1), ((1.0, 1.6), 2), ((1.0, 1.2, 1.8), 2)])
def test_who_drums_on_a_tile_confirms_nothing(taps: tuple[float, ...], said: int) -> None:
    staff, view = Keypad(), pages(4)["system"]
    sure = next(slot for slot, tile in enumerate(view.tiles) if tile.state == "sure" and tile.key == "power")
    unsure = replace(view, tiles=tuple(replace(tile, state="") for tile in view.tiles))
    messages = [
        staff.tap(item("tile", slot=sure), round(at * 1_000_000_000), view if number else unsure)
        for number, at in enumerate(taps)
    ]
    assert len([message for message in messages if message is not None]) == said


def doctor(canned: Any, seats: int, first: int, language: str = "en") -> Sketch:
    """Return a page of the doctor, in the panel of seat 2."""
    shown = snapshot(canned, seats, "doctor", language)
    view = shown.service
    assert view is not None
    many = replace(view, first=first, tiles=4 * view.tiles)
    table, seat = TableContext.of(replace(shown, service=many)), SeatNumber(2)
    panel = replace(panel_of(canned, seats, seat, "doctor"), rtl=language == "he")
    return sketch_panel(PanelContext(table, shown.seats[1], panel, NOW))


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_every_word_of_the_doctor_stands_on_one_of_the_pages(canned: Any, seats: int) -> None:
    """From the first page to the last, and back the same way."""
    told, way = "", [0]
    for first in way:
        sketch = doctor(canned, seats, first)
        told += "".join(mark.look.text for mark in sketch.marks if isinstance(getattr(mark, "look", 0), TextLook))
        turns = [item.slot for item in sketch.items if item.what == "turn" and item.slot is not None]
        assert [turn for turn in turns if turn < first] == way[-2:-1], "the way back is that which led here"
        way += [turn for turn in turns if turn > first]
    assert len(way) > 2
    for finding in FINDINGS:
        assert finding.what.replace(" ", "") in told.replace(" ", "")
        assert finding.mend.replace(" ", "") in told.replace(" ", "")
    assert "Fault,seat2:Pressthebutton" in told.replace(" ", "")


@pytest.mark.parametrize("language", ["en", "he"])
def test_the_way_on_lies_where_the_doctors_lines_end(canned: Any, language: str) -> None:
    on = next(item.slot for item in doctor(canned, 12, 0, language).items if item.what == "turn")
    assert on is not None
    turns = sorted((item.x, item.slot) for item in doctor(canned, 12, on, language).items if item.what == "turn")
    slots = [slot for _, slot in turns]
    assert len(slots) == 2
    assert slots == sorted(slots, reverse=language == "he")


def test_what_was_typed_is_forgotten_with_the_keypad(canned: Any) -> None:
    staff = Keypad()
    staff.tap(item("digit", text="4"), 1, pages(4)["pin"])
    staff.keep(snapshot(canned, 4, "pin"))
    assert staff.digits == 1
    staff.keep(canned.snapshot("attract", 4))
    assert staff.digits == 0


def test_a_pressed_key_glows_for_a_moment() -> None:
    staff, view = Keypad(), pages(4)["pin"]
    staff.tap(item("digit", text="7"), NOW, view)
    assert staff.glowing(NOW + 100_000_000) == "7"
    assert staff.glowing(NOW + 500_000_000) == ""
    staff.tap(item("erase"), 2 * NOW, view)
    assert staff.glowing(2 * NOW) == "erase"


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160)])
@pytest.mark.parametrize("seats", [2, 4, 12])
def test_other_seats_keep_their_trays_beside_the_keypad(canned: Any, seats: int, size: tuple[int, int]) -> None:
    area, welcome, shown = Place(size[0] / 2, size[1] / 2, *size), canned.welcome(seats), snapshot(canned, seats, "pin")
    layout = TableShape.of(area, welcome, shown, shown.game).layout(welcome)
    own = pages(seats)["pin"].seat
    plate, others = layout.panels[own], [panel for seat, panel in layout.panels.items() if seat != own]
    assert others
    assert not any(panel.bounds.overlaps(plate.bounds) for panel in others)
    assert {*layout.panels, *layout.tabs} == {plan.seat for plan in welcome.seats}


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (720, 1280)])
@pytest.mark.parametrize("seats", [2, 4, 12])
def test_every_seat_has_a_tray_of_its_own_on_the_plan(canned: Any, seats: int, size: tuple[int, int]) -> None:
    area = Place(size[0] / 2, size[1] / 2, *size)
    places = panel_of(canned, seats, 1, "menu", area=area).places
    trays = [place for name, place in places.items() if name.removeprefix("plan ").isdecimal()]
    assert len(trays) == seats
    assert all(places["plan"].inset(-1).holds(tray.x, tray.y) for tray in trays)
    assert not any(one.inset(0.5).overlaps(other) for one, other in itertools.combinations(trays, 2))
    assert not places["plan"].inset(0.5).overlaps(places["beside"])


def test_a_tile_says_what_it_is_and_what_is_beside_it_leads_back() -> None:
    staff, view = Keypad(), pages(4)["system"]
    assert staff.tap(item("tile", slot=8), NOW, view) == msg.ServiceTap("power", NOW, "poweroff")
    assert staff.tap(item("tile", slot=99), NOW, view) is None
    assert staff.tap(item("back"), 2, view) == msg.ServiceTap("back", 2)
    assert staff.tap(item("close"), 3, view) == msg.ServiceTap("close", 3)
    assert staff.tap(item("turn", slot=4), 4, view) == msg.ServiceTap("turn", 4, "4")


class Corner:
    """A table whose corner covers a seat's invitation."""

    def __init__(self) -> None:
        self.tapped: list[str] = []

    def items(self) -> list[Item]:
        return [item("seat"), item("service")]

    def tap(self, tapped: Item, _: int) -> None:
        self.tapped.append(tapped.what)

    def panel_at(self, _: float, __: float) -> SeatNumber:
        return SeatNumber(2)


@pytest.mark.parametrize(("seconds", "opens", "tapped"), [(0.3, 0, ["seat"]), (2, 0, []), (4, 1, []), (11, 0, [])])
def test_a_corner_is_held_for_some_seconds_and_a_tap_goes_through_it(
    canned: Any, seconds: float, opens: int, tapped: list[str]
) -> None:
    said: list[msg.ToTable] = []
    surface = Corner()
    gestures = Gestures(surface, said.append)  # type: ignore[arg-type]
    gestures.resize(1280, 720, 1092.0)
    gestures.apply(canned.snapshot("attract", 4))
    end = round(NOW + seconds * 1_000_000_000)
    gestures.down(1, 50, 50, NOW)
    gestures.up(1, 50, 50, end)
    assert said == [msg.OpenService(SeatNumber(2), end)] * opens
    assert surface.tapped == tapped


def test_a_finger_that_came_down_on_another_page_touches_nothing_on_this_one(canned: Any) -> None:
    """Two hands at once, or a resting one: a tile of the new page lies where one of the old page was."""
    surface = Corner()
    surface.items = lambda: [item("tile", slot=5)]  # type: ignore[method-assign]
    gestures = Gestures(surface, lambda _: None)  # type: ignore[arg-type]
    gestures.resize(1280, 720, 1092.0)
    for before, after, tapped in (("menu", "menu", 1), ("menu", "system", 1), ("system", "system", 2)):
        gestures.apply(snapshot(canned, 4, before))
        gestures.down(1, 50, 50, NOW)
        gestures.apply(snapshot(canned, 4, after))
        gestures.up(1, 50, 50, NOW + 100_000_000)
        assert surface.tapped == ["tile"] * tapped


@pytest.mark.ui
@pytest.mark.parametrize("state", ["attract", "closed", "ready", "countdown", "play", "paused", "round_result"])
def test_a_held_corner_opens_the_menu_but_in_a_round_where_it_says_what_to_do(
    table: TableOnScreen, canned: Any, state: str
) -> None:
    shown = replace(canned.snapshot(state, 4), languages=("de", "en"), house=msg.House(language="en"))
    shown = replace(shown, seats=(*shown.seats[:1], replace(shown.seats[1], bot=True), *shown.seats[2:]))
    table.show(shown)
    corners = table.named("service")
    assert len({(item.seat, item.slot) for item in corners}) == 4, "each can be named by its number"
    assert all(min(item.x, 1280 - item.x) < 50 and min(item.y, 720 - item.y) < 50 for item in corners)
    said: list[msg.ToTable] = []
    gestures = Gestures(table.view, said.append)
    gestures.resize(1280, 720, 1092.0)
    gestures.apply(canned.snapshot(state, 4))
    gestures.down(1, 5, 5, NOW)
    gestures.up(1, 5, 5, NOW + 4_000_000_000)
    in_round = state in {"countdown", "play"}
    assert [type(message) for message in said] == [msg.OpenService] * (not in_round)
    table.pass_ms()
    told = "Staff menu: pause"
    assert (told in " ".join(table.words("overlay"))) is in_round, "at the corner, in the language of the house"
    people = [str(view.seat) for view in shown.seats if view.state == "playing" and not view.bot]
    numbers = [word for word in table.words("overlay") if word.isdecimal()]
    assert not in_round or numbers[-len(people) :] == people
    trays = " ".join(" ".join(table.words(seat)) for seat in (1, 2, 3, 4))
    assert told not in trays
    assert "Servicemenü" not in trays
    table.show(canned.snapshot("paused", 4))
    assert told not in " ".join(table.words("overlay"))


@pytest.mark.ui
@pytest.mark.parametrize("language", installed())
def test_the_menu_speaks_its_panels_language_and_keeps_to_it(table: TableOnScreen, canned: Any, language: str) -> None:
    """A free seat invites in all languages, one after the other; the menu must not change its language like that."""
    told = speaker(language)("Settings")
    for _ in range(6):
        table.show(snapshot(canned, 4, "menu", language))
        assert told in {item.text for item in table.named("tile")}
        table.pass_ms(2000)


@pytest.mark.ui
def test_fingers_are_counted_while_they_are_tried_and_forgotten_after_it(table: TableOnScreen, canned: Any) -> None:
    table.show(snapshot(canned, 4, "fingers"))
    view = table.view
    for finger in range(11):
        assert view.finger(finger, Finger(100 + finger, 100))
    view.finger(3, None)
    table.pass_ms()
    assert "10" in table.words(2)
    assert len(table.marks("overlay")) == 10, "a ring around each"
    table.show(snapshot(canned, 4, "menu"))
    table.show(snapshot(canned, 4, "fingers"))
    assert "0" in table.words(2)
    assert table.marks("overlay") == []
    table.show(snapshot(canned, 4, "menu"))
    assert not view.finger(1, Finger(100, 100))


def _keep(view: Any, size: tuple[int, int], name: str) -> None:
    from kivy.core.window import Window  # noqa: PLC0415
    from kivy.graphics import ClearBuffers, ClearColor, Fbo  # noqa: PLC0415
    from PIL import Image  # noqa: PLC0415

    assert Window is not None
    fbo = Fbo(size=size)
    for part in (ClearColor(0, 0, 0, 1), ClearBuffers(), view.canvas):
        fbo.add(part)
    fbo.draw()
    picture = Image.frombytes("RGBA", size, fbo.texture.pixels).transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    assert len(picture.resize((160, 90)).getcolors(160 * 90)) > 100
    if folder := os.environ.get("KIOSK_PICTURES"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        picture.convert("RGB").save(Path(folder) / f"{name}.png")

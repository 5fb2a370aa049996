"""The staff's page that tries the touch panel: two fingers of each seat are asked for, and notes can be read."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk import protocol as msg
from kiosk.display.context import CentreContext, Finger, PanelContext, PanelTrial, TableContext
from kiosk.display.paint.marks import Mark, Picture, Sketch
from kiosk.display.paint.text import TextLook
from kiosk.display.paint.theme import BRASS
from kiosk.display.screens.chooser import sketch_panel
from kiosk.display.screens.staff_touch import draw_fingers
from kiosk.game.seats import SeatNumber
from kiosk.layout.card_layout import CardParts
from kiosk.layout.place import Frame, Place
from kiosk.layout.staff_layout import with_plate
from kiosk.layout.table_layout import Layout, arrange
from kiosk.locale.languages import installed
from kiosk.locale.speaker import speaker

SEAT = SeatNumber(2)
PANEL = "/dev/input/event4 (SHENZHEN QIANGDA Multi-Touch Overlay 32 Point USB HID v2.07)"
OTHERS = "/dev/input/event7 (Logitech USB Receiver Consumer Control), /dev/input/event9 (Wacom Co.,Ltd. Pen Finger)"
NOTES = (
    msg.Fault("touch.several", {"panel": PANEL, "others": OTHERS}),
    msg.Fault("touch.unlikely"),
    msg.Fault("touch.cuts", {"cuts": 312, "joined": 287}),
    msg.Fault("touch.masked", {"count": 41, "right": 41, "down": 78}),
)
WIDE, UPRIGHT = (1280, 720), (720, 1280)
LEAST = 16
"""The smallest letters of notes in a window of 720 lines, in pixels."""


def plate(canned: Any, seats: int, size: tuple[int, int]) -> Layout:
    plans = canned.welcome(seats).seats
    area = Place(size[0] / 2, size[1] / 2, *size)
    return with_plate(arrange(area, plans, (SEAT,), 1092.0, CardParts.of((), 1)), plans, SEAT, keypad=False)


def page(
    canned: Any,
    seats: int,
    trial: PanelTrial,
    counted: int = 0,
    language: str = "en",
    size: tuple[int, int] = WIDE,
) -> Sketch:
    views = tuple(msg.SeatView(SeatNumber(number), "free", language=language) for number in range(1, seats + 1))
    service = msg.ServiceView(SEAT, "fingers")
    table = TableContext.of(msg.Snapshot(1, 1, "service", views, simulated=True, service=service))
    panel = plate(canned, seats, size).panels[SEAT]
    return sketch_panel(PanelContext(table, views[1], panel, 1, trial=trial, counted=counted))


def looks(marks: list[Mark]) -> list[TextLook]:
    return [mark.look for mark in marks if isinstance(mark, Picture) and isinstance(mark.look, TextLook)]


def words(sketch: Sketch) -> str:
    return " ".join(look.text for look in looks(sketch.marks))


def lamps(sketch: Sketch) -> int:
    return sum(isinstance(mark, Picture) and mark.tint == BRASS for mark in sketch.marks)


@pytest.mark.parametrize("size", [WIDE, UPRIGHT])
@pytest.mark.parametrize("seats", [2, 4, 12])
def test_two_fingers_of_each_seat_are_asked_for_until_all_were_seen_at_once(
    canned: Any, seats: int, size: tuple[int, int]
) -> None:
    before = page(canned, seats, PanelTrial(most=2 * seats - 1), counted=3, size=size)
    assert lamps(before) == 2 * seats
    assert f"Put {2 * seats} fingers on the table at once" in words(before)
    assert f"Most at once so far: {2 * seats - 1}" in words(before)
    after = page(canned, seats, PanelTrial(most=2 * seats), size=size)
    assert f"All {2 * seats} were seen at once" in words(after)
    assert "Put" not in words(after)


@pytest.mark.parametrize(
    ("slots", "said"),
    [
        (None, ""),
        (24, "reports up to 24 at once: enough"),
        (23, "reports at most 23 at once: enough for 11 of 12 seats"),
    ],
)
def test_the_page_says_whether_the_panel_claims_to_see_enough_for_the_seats(
    canned: Any, slots: int | None, said: str
) -> None:
    told = words(page(canned, 12, PanelTrial(slots=slots)))
    assert said in told
    assert ("reports" in told) is bool(said)


@pytest.mark.parametrize("size", [WIDE, UPRIGHT])
@pytest.mark.parametrize("language", installed())
def test_four_notes_of_the_panel_can_be_read_in_every_language(
    canned: Any, language: str, size: tuple[int, int]
) -> None:
    sketch = page(canned, 12, PanelTrial(NOTES, 10, 5), language=language, size=size)
    small = {look.text: look.size for look in looks(sketch.marks) if look.size < LEAST}
    assert small.keys() <= {speaker(language)("Back")}


def test_notes_are_sentences_and_those_without_room_are_counted(canned: Any) -> None:
    told = words(page(canned, 4, PanelTrial(NOTES)))
    assert "By the touch panel's sizes" in told
    assert told.count("joined again.") == 1
    assert "What is wrong" not in told
    told = words(page(canned, 4, PanelTrial(4 * NOTES)))
    shown = told.count("joined again.") + told.count("as fingers.") + told.count("it there.") + told.count("device.")
    assert f"{16 - shown} more notes under: What is wrong" in told


def test_a_path_keeps_its_slashes_in_a_language_from_right_to_left(canned: Any) -> None:
    told = words(page(canned, 4, PanelTrial(NOTES[:1]), language="he", size=UPRIGHT))
    assert "\u2068/dev/input/event4" in told


def test_a_size_stands_beside_the_finger_on_both_sides_for_whoever_opened_the_page(canned: Any) -> None:
    layout = plate(canned, 4, WIDE)
    sketch = Sketch(Frame())
    table = TableContext.of(canned.snapshot("attract", 4))
    draw_fingers(sketch, CentreContext(table, layout, (), (), fingers=(Finger(300, 300, 31.0), Finger(600, 300, None))))
    figures = [mark for mark in sketch.marks if isinstance(mark, Picture) and isinstance(mark.look, TextLook)]
    assert [mark.look.text for mark in figures] == ["31 mm", "31 mm"]
    assert {mark.turn for mark in figures} == {layout.panels[SEAT].frame.rotation}
    assert all(abs(mark.x - 300) + abs(mark.y - 300) > 36 for mark in figures)

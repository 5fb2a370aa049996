"""The films of the staff's menu (``films.py``). Pure."""

from __future__ import annotations

import json
from typing import Final

from msgspec.structs import replace

from hardware.api import Button, ButtonEdge
from kiosk import protocol as msg
from kiosk.drawings.gallery.rehearsal import Rehearsal
from kiosk.table.service_requests import DoctorFindings, GateAnswer, TableFacts, TodayCounted, ToldFinding

SETTINGS: Final = {
    "sound.volume": "60",
    "sound.night_begins": "22:00",
    "sound.night_ends": "08:00",
    "sound.night_volume": "20",
    "sound.device": "auto",
    "screen.brightness": "80",
    "screen.contrast": "false",
    "screen.calm": "false",
    "hours.opens": "10:00",
    "hours.closes": "22:00",
    "language.offered": "en,de,fr",
    "language.default": "en",
    "game.kind": "cards",
    "game.preset": "table_default",
    "game.dice_preset": "university_games_2013",
}
"""The settings that the staff sees in the gallery."""
KNOWN: Final = TableFacts(
    *(SETTINGS, "1.0", ("restart-display", "restart-table", "poweroff"), ("eth0",), "17:42"), free="82"
)
FINDINGS: Final = (
    ToldFinding(
        "fault", "pins: seat 3 Stop reads pressed", "free it, or check its wires for a short circuit", "free_button", 3
    ),
    ToldFinding("warning", "disk: results: only 480 MB are free", "free space: sudo apt clean", "save"),
    ToldFinding("note", "presses: none since the table started", "press each button once, and repeat", "press_all"),
    ToldFinding("note", "changes: seat 3 stop_pin: 17 -> 27", "", "nothing"),
)
_INNER: Final = {"loudspeakers": ("sounds", "sounds"), "settings": ("sound.volume", "volume")}
"""The page that another one leads to, and its label."""
PAGES: Final = (
    "buttons",
    "lamps",
    "fingers",
    "loudspeakers",
    "settings",
    "hours",
    "stick",
    "doctor",
    "today",
    "system",
)


def _press_buttons(table: Rehearsal) -> None:
    """Press the buttons of the seats, but for one; the last one stays down."""
    for seat in table.seats[1:]:
        table.tap_button(seat)
        table.tap_button(seat, Button.PLAY)
    table.tap_button(table.seats[0])
    _hold(table, pressed=True)


def _hold(table: Rehearsal, *, pressed: bool) -> None:
    table.put(ButtonEdge(table.seats[1], Button.PLAY, pressed, table.now))


def service(table: Rehearsal, _language: str, _people: int) -> None:
    """The keypad, a wrong PIN, and the pages of the menu; every button is pressed but one."""
    table.say(msg.OpenService(table.seats[0], table.now))
    table.put(GateAnswer("ask", 5))
    table.cut()
    table.label("pin")
    table.wait(1)
    table.say(msg.ServicePin("1111", table.now))
    table.put(GateAnswer("wrong", 4))
    table.label("wrong_pin")
    table.wait(1)
    table.say(msg.ServicePin("2468", table.now))
    table.put(GateAnswer("open", facts=KNOWN))
    table.put(DoctorFindings(FINDINGS, 41))
    _press_buttons(table)
    table.wait(1)
    table.label("menu")
    table.wait(0.2)
    _hold(table, pressed=False)
    for page in PAGES:
        table.wait(1)
        table.say(msg.ServiceTap("page", table.now, page))
        if page == "doctor":
            table.put(DoctorFindings(FINDINGS))
        if page == "today":
            table.put(TodayCounted(rounds=41, matches=9, people=27))
        if page == "buttons":
            _press_buttons(table)
        if page == "loudspeakers":
            table.say(msg.ServiceTap("loudspeaker", table.now, "2"))
        table.wait(1)
        table.label(page)
        table.wait(0.2)
        if page == "buttons":
            _hold(table, pressed=False)
        if page in _INNER:
            inner, label = _INNER[page]
            table.say(msg.ServiceTap("page", table.now, inner))
            table.wait(1)
            table.label(label)
            table.wait(0.2)
            table.say(msg.ServiceTap("back", table.now))
        table.wait(0.1)
        table.say(msg.ServiceTap("back", table.now))


def service_house_rules(table: Rehearsal, language: str, _people: int) -> None:
    """House rules that somebody has chosen are kept under a name, as others are already."""
    first = table.seats[0]
    table.sit([first], language)
    table.choose(first, **{"house false_stop": "points 2"})
    table.choose(first, **{"house recycle": "turn_over"})
    table.say(msg.LeaveSeat(first, table.now))
    table.say(msg.OpenService(first, table.now))
    table.put(GateAnswer("ask", 5))
    table.say(msg.ServicePin("2468", table.now))
    kept = {"Friday": {"game": "cards", "preset": "nordic_is", "house false_stop": "ignore"}}
    known = {**KNOWN.values, "game.house_rules": json.dumps(kept)}
    table.put(GateAnswer("open", facts=replace(KNOWN, values=known)))
    table.put(DoctorFindings(()))
    table.cut()
    table.say(msg.ServiceTap("page", table.now, "house_rules"))
    table.wait(1)
    table.label("house_rules")
    table.wait(1)
    table.say(msg.ServiceTap("keep", table.now, "cards"))
    table.wait(1)
    table.label("house_name")
    table.wait(1)


def lockout(table: Rehearsal, _language: str, _people: int) -> None:
    """The keypad after too many wrong PINs."""
    table.say(msg.OpenService(table.seats[0], table.now))
    table.put(GateAnswer("locked", seconds=300.0))
    table.cut()
    table.wait(1)
    table.label("locked")

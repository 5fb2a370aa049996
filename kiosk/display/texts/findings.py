"""What the staff read about a finding of the doctor: a row for every kind of advice."""

from __future__ import annotations

from typing import Final

from kiosk.locale.speaker import Say, mark
from kiosk.protocol import ServiceTile
from kiosk.protocol.advice import Advice

_WORDS: Final[dict[str, str]] = {
    Advice.NOTHING: mark("Nothing to do"),
    Advice.ADMINISTRATOR: mark("Call your administrator"),
    Advice.RESTART_TABLE: mark("Restart the table; if this comes back, call your administrator"),
    Advice.RESTART_DISPLAY: mark("Restart the display; if this comes back, call your administrator"),
    Advice.SWITCH_SCREEN_ON: mark("Switch the screen on, and check its cable"),
    Advice.PLUG_PANEL: mark("Unplug the touch panel and plug it in again"),
    Advice.WIPE_SCREEN: mark("Wipe the screen dry; if touches still go wrong, call your administrator"),
    Advice.COUNT_FINGERS: mark("Try it with all fingers, under Touch screen"),
    Advice.FREE_BUTTON: mark("Press the button until it comes free"),
    Advice.PRESS_ALL: mark("Press every button once, then look here again"),
    Advice.PLUG_READER: mark("Unplug the dice reader and plug it in again"),
    Advice.SAVE: mark("Save everything on a USB stick, then call your administrator"),
    Advice.RESTORE: mark("Restart the table, or cancel the restore under USB stick"),
    Advice.RESTORE_AGAIN: mark("If it is still wanted: restore again, under USB stick"),
    Advice.SET_AGAIN: mark("Set it again, under Settings"),
    Advice.CLOCK: mark("Set the table's clock, under Settings"),
    Advice.SUPPLY: mark("Use the power supply and cable that belong to the table"),
    Advice.COOL: mark("Clear the table's air holes and let it cool down"),
    Advice.FEWER_SEATS: mark("The picture stutters: let fewer people play, or call your administrator"),
}


def advice_text(tile: ServiceTile, grade: str, say: Say) -> str:
    """Return what the staff do about a finding, after its grade and the seat that it is about, if there is one."""
    words = say(_WORDS.get(tile.advice, _WORDS[Advice.ADMINISTRATOR]))
    if not tile.seat:
        return say("{grade}: {advice}", grade=grade, advice=words)
    return say("{grade}, seat {seat}: {advice}", grade=grade, seat=tile.seat, advice=words)

"""Texts about a seat's dice reader (``protocol.SeatView.tray``)."""

from __future__ import annotations

from collections import Counter
from typing import Final

from kiosk.locale.speaker import Say, mark

LOST: Final = "lost"
THROW: Final = "throw"

_PLAIN: Final = {
    LOST: mark("The dice reader does not answer: roll on the screen"),
    THROW: mark("Throw your dice into the tray"),
    "again": mark("That throw doesn't count: throw again"),
    "fault": mark("Something in the tray isn't a die: take it out"),
}
_COLORS: Final = {"r": mark("red"), "g": mark("green"), "b": mark("blue"), "y": mark("yellow")}
_ONE: Final = {
    "take_out": {
        "r": mark("Take the red die out of the tray"),
        "g": mark("Take the green die out of the tray"),
        "b": mark("Take the blue die out of the tray"),
        "y": mark("Take the yellow die out of the tray"),
    },
    "missing": {
        "r": mark("Your red die is missing from the tray"),
        "g": mark("Your green die is missing from the tray"),
        "b": mark("Your blue die is missing from the tray"),
        "y": mark("Your yellow die is missing from the tray"),
    },
}
_MANY: Final = {
    "take_out": mark("Take out of the tray: {dice}"),
    "missing": mark("Missing from the tray: {dice}"),
}


def tray_text(tray: str, say: Say) -> str:
    """Return the text for the tray's state; empty if nothing has to be done (all is well, or the dice still roll)."""
    problem, _, about = tray.partition(" ")
    if problem == "unread":
        return say.count(
            "{n} die can't be read: throw it again", "{n} dice can't be read: throw them again", int(about)
        )
    if problem in _MANY:
        if len(about) == 1:
            return say(_ONE[problem][about])
        dice = ", ".join(
            f"{count} \N{MULTIPLICATION SIGN} {say(_COLORS[color])}" for color, count in Counter(about).items()
        )
        return say(_MANY[problem], dice=dice)
    return say(_PLAIN[problem]) if problem in _PLAIN else ""

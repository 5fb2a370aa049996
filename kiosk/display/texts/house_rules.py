"""The texts of house rules: the options of an edition, by the keys of ``protocol.HouseRule``.

Options that only one game has are in its own texts (``GameTexts.choices``).
"""

from __future__ import annotations

from typing import Final

from kiosk.display.texts.games import ChoiceText
from kiosk.locale.speaker import mark

COSTS: Final = {
    "seconds": mark("Locked for {n} s"),
    "points 1": mark("Costs 1 point"),
    "points": mark("Costs {n} points"),
}
"""The costs of a wrong move or a false Stop, by the words of ``kiosk.game.house_options``."""

SHARED_WIN: Final = mark("Shared win")
EXTRA_ROUND: Final = mark("Extra round")

HOUSE_TEXTS: Final[dict[str, ChoiceText]] = {
    "house false_stop": ChoiceText(mark("False Stop"), {"ignore": mark("Costs nothing"), **COSTS}),
    "house stop_mode": ChoiceText(
        mark("The round ends"),
        {
            "press": mark("Only by Stop"),
            "press_with_timeout": mark("Stop, or soon after"),
            "auto": mark("By itself"),
        },
    ),
}
"""The options that several games have."""

"""The dice game's texts of house rules (``kiosk.display.texts.choices``)."""

from __future__ import annotations

from typing import Final

from kiosk.display.texts.choices import COSTS, EXTRA_ROUND, SHARED_WIN
from kiosk.display.texts.games import ChoiceText
from kiosk.locale.speaker import mark

HOUSE_TEXTS: Final[dict[str, ChoiceText]] = {
    "house misplay": ChoiceText(mark("A wrong die"), {"return": mark("Comes back"), **COSTS}),
    "house dice_tie": ChoiceText(mark("Draw at the end"), {"shared": SHARED_WIN, "tiebreak_round": EXTRA_ROUND}),
}

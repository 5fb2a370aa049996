"""The options of the dice game that people may change at the table (``kiosk.game.house_options``)."""

from __future__ import annotations

from typing import Final

from kiosk.game.dice_rules import DiceTie
from kiosk.game.house_options import FALSE_STOP, MISPLAY, HouseOption, of_enum
from kiosk.game.options import StopMode

HOUSE_OPTIONS: Final[tuple[HouseOption, ...]] = (
    FALSE_STOP,
    MISPLAY,
    of_enum("stop_mode", (StopMode.PRESS, StopMode.PRESS_WITH_TIMEOUT, StopMode.AUTO)),
    of_enum("dice_tie", DiceTie),
)
"""In the order in which the table shows them."""

"""Contracts of hardware: pytest classes, whose subclasses test an implementation of ``hardware.api``.

A subclass says how to open the implementation and how to move its hardware; it inherits the tests, one for each
promise. hardware/YOUR_OWN.md has examples.
"""

import pytest

pytest.register_assert_rewrite(
    *(f"{__name__}.{module}" for module in ("boards", "buttons", "dice_readers", "lamps", "record"))
)

from kiosk.testing.contracts.boards import BoardContract, PortBoard  # noqa: E402  after the rewriting of its asserts
from kiosk.testing.contracts.buttons import ButtonPanelContract, ReconnectingPanelContract  # noqa: E402
from kiosk.testing.contracts.dice_readers import DiceReadersContract  # noqa: E402
from kiosk.testing.contracts.lamps import LampsContract  # noqa: E402

__all__ = [
    "BoardContract",
    "ButtonPanelContract",
    "DiceReadersContract",
    "LampsContract",
    "PortBoard",
    "ReconnectingPanelContract",
]

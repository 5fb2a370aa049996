"""The faults of the table's devices, journal and configuration, in the language of each reader."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from kiosk.locale.direction import isolated
from kiosk.locale.speaker import Say
from kiosk.protocol import Fault, worded

_OF_GAMES: Final = frozenset({"game.left_out", "game.failed", "game.set_aside"})


def notice_text(fault: Fault, say: Say) -> str:
    """Return what everybody at the table is told of a fault: of a game no more than that it is not there."""
    if fault.code in _OF_GAMES:
        return say("{game} can't be played at the moment", game=str(fault.values.get("game", "?")))
    return fault_text(fault, say)


def fault_text(fault: Fault, say: Say) -> str:
    """Return the fault in this language, including the faults and fixes that it contains."""
    return worded(_isolated(fault, say), say)


def _isolated(fault: Fault, say: Say) -> Fault:
    """Return the fault with its paths and names isolated, so that a path's slashes stay where they are."""
    values = dict(fault.values)
    for name, value in fault.values.items():
        if isinstance(value, Fault):
            values[name] = _isolated(value, say)
        elif isinstance(value, str):
            values[name] = isolated(value, rtl=say.rtl)
    return replace(fault, values=values)

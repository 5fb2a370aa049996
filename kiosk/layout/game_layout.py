"""The layout of any game: the places of its pieces in a panel and in the centre."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

from kiosk.game_registry import registry
from kiosk.layout.table_layout import Parts
from kiosk.protocol import SeatView


class GameLayout(Protocol):
    """A game's ``layout`` part of the registry."""

    def parts(self, views: Sequence[SeatView], players: int) -> Parts:
        """Return the parts of panel and centre for these seats; without views, for this number of players.

        Equal parts give the same layout, so they must not depend on anything that changes with a move. A panel has a
        part ``end`` (the number of pieces placed), unless it is to stand in the name line; the other names are up to
        the game. The tray itself has the Stop sign, name, message and controls (``kiosk.layout.tray``). A part
        ``count`` (the number of pieces left) lies beside the sign, which takes its room while it is lit.
        """


def layout_of_game(name: str) -> GameLayout:
    """Return the layout of a registered game; ``UnknownGame`` if none has that name."""
    return cast("GameLayout", registry.part(name, "layout"))

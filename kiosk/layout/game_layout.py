"""The layout of any game: where its pieces lie in a panel and in the centre."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

from kiosk.game_registry import registry
from kiosk.layout.table_layout import Parts
from kiosk.protocol import SeatView


class GameLayout(Protocol):
    """A game's part of the registry that is called ``layout``."""

    def parts(self, views: Sequence[SeatView], players: int) -> Parts:
        """The places of a panel and of the centre, as these seats play; without views, as so many players would.

        Equal parts give the same layout: nothing that changes with a move may make them differ. A panel has a part
        ``end`` (the count of what was placed, or the Stop on the screen); the names of all others are the game's own.
        """


def layout_of_game(name: str) -> GameLayout:
    """The layout of a registered game; ``UnknownGame`` if none has that name."""
    return cast("GameLayout", registry.part(name, "layout"))

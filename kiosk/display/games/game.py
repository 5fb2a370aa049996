"""The picture of any game: its texts, what is drawn of it, and what its pieces do in flight and under a finger.

It sees what a panel sees (``kiosk.display.context``) and the table's snapshots, and judges nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol, TypeAlias, cast

from kiosk.display.context import CentreContext, PanelContext
from kiosk.display.games.memory import Memory
from kiosk.display.games.motion import GameMotion
from kiosk.display.games.touches import GameTouches
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import Rgba
from kiosk.display.texts.games import GameTexts
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.layout.table_layout import Place
from kiosk.protocol import RoundResult, SeatScore

Step: TypeAlias = tuple[Callable[[Sketch, PanelContext, Place], object], str]
"""A step of how the game goes: a picture in a place, and its line."""


class Tile(NamedTuple):
    """A part of a sum: the sign before it, the number, what it is, and whether it is a result."""

    sign: str
    number: str
    label: str
    is_result: bool = False


class Counted(NamedTuple):
    """The parts of a round's points, before penalties; ``adds_up``: the points are their sum."""

    tiles: list[Tile]
    adds_up: bool = True


class GamePicture(Protocol):
    """A game's part of the registry that is called ``display``."""

    @property
    def texts(self) -> GameTexts:
        """Its words."""

    @property
    def motion(self) -> GameMotion:
        """Its pieces on their way."""

    @property
    def touches(self) -> GameTouches:
        """Its pieces and controls under a finger."""

    def translations(self, language: str) -> Mapping[str, str]:
        """Its texts that the catalogues of ``kiosk/locale`` lack, by the English text; empty: they have all.

        Asked anew for every such text.
        """

    def memory(self) -> Memory:
        """Return a new memory of a table at which nothing has been seen of this game yet."""

    # ---- drawing

    def draw_seat(self, sketch: Sketch, context: PanelContext, *, usable: bool) -> None:
        """Draw the pieces and controls of a seat that plays.

        ``usable``: the round runs, or looks as if it did; else all is shaded and cannot be touched.
        """

    def draw_centre(self, sketch: Sketch, context: CentreContext, tint: Rgba, *, touchable: bool) -> None:
        """Draw the centre's pieces. ``touchable``: they are among the scene's items, too."""

    def draw_piece(self, sketch: Sketch, piece: str, place: Place) -> None:
        """One piece as messages write it, as large as it fits into a place of a card's shape."""

    # ---- telling

    def steps(self, context: PanelContext) -> tuple[Step, ...]:
        """Return the game explained for the lobby, in a few steps."""

    def hint(self, context: PanelContext) -> str:
        """Return a line for the ticker as long as there is room in it; empty: none."""

    def demand(self, context: PanelContext) -> tuple[str, bool]:
        """Return the words for what a running round needs of the seat's real pieces, and True if it is bad news.

        Shown where nothing is more urgent; empty: nothing is needed.
        """

    def counted(self, context: PanelContext, line: SeatScore) -> Counted:
        """Return the sum that makes the seat's points of a round."""

    def taker(self, result: RoundResult) -> SeatNumber | None:
        """Return the seat to which the others' points go; None where they go to nobody."""


def picture_of_game(name: str) -> GamePicture:
    """Return the picture of a registered game; ``UnknownGame`` if none has that name."""
    return cast("GamePicture", registry.part(name, "display"))

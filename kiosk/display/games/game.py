"""The picture of any game: its texts, its drawings, and how its pieces move in flight and under a finger.

It sees what a panel sees (``kiosk.display.context``) and the table's snapshots, and judges nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, cast

from kiosk.display.context import CentreContext, PanelContext
from kiosk.display.games.memory import Memory
from kiosk.display.games.motion import GameMotion
from kiosk.display.games.touches import GameTouches
from kiosk.display.paint.art import Look
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import Rgba
from kiosk.display.texts.games import GameTexts
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.layout.table_layout import Place
from kiosk.protocol import RaceView, RoundResult, SeatScore, SeatView

Step: TypeAlias = tuple[Callable[[Sketch, PanelContext, Place], object], str]
"""A step in the explanation of the game: a function that draws a picture in a place, and its line of text."""


class WrongMove(NamedTuple):
    """A move that the rules refuse, as an example: the reason, and the command, as the referee writes it.

    ``source``: where its piece lies (``row``, ``stack``, ``discard``; empty: there is only one place); ``onto``: the
    piece that it is to lie on, or beside; empty: none.
    """

    reason: str
    do: str
    source: str = ""
    piece: str = ""
    onto: str = ""


class Tile(NamedTuple):
    """A part of a sum: the sign before it, the number, its label, and whether it is a result.

    ``pieces``: pictures of the pieces that are counted, all of one size, which are shown in place of their number.
    """

    sign: str
    number: str
    label: str
    is_result: bool = False
    pieces: tuple[Look, ...] = ()


class Counted(NamedTuple):
    """The parts of a round's points, before penalties."""

    tiles: list[Tile]


class GamePicture(Protocol):
    """A game's ``display`` part of the registry."""

    @property
    def texts(self) -> GameTexts:
        """The game's texts."""

    @property
    def motion(self) -> GameMotion:
        """The motion of its pieces."""

    @property
    def touches(self) -> GameTouches:
        """Its pieces and controls under a finger."""

    def memory(self) -> Memory:
        """Return a new memory for a table at which this game has not been seen yet."""

    @property
    def worth(self) -> int:
        """The points of a piece, given when it comes home after a round; 0: points follow from the whole round."""

    @property
    def ringed(self) -> int:
        """The number of pieces left from which on rings of light leave a seat's edge; also the most at once."""

    # ---- drawing

    def draw_seat(self, sketch: Sketch, context: PanelContext, *, usable: bool) -> None:
        """Draw the pieces and controls of a seat that plays; not its ``count`` while ``context.stop_lit``.

        ``usable``: the round runs, or looks as if it did; otherwise everything is shaded and cannot be touched.
        """

    def draw_gathered(self, sketch: Sketch, context: PanelContext) -> Place:
        """Draw a seat's pieces put together while the round is halted; return the room left in the panel's body."""

    def draw_ground(self, sketch: Sketch, context: CentreContext, tint: Rgba) -> None:
        """Draw what lies below the centre's pieces, such as a board, and their shadows.

        Light falls on it, pieces fly in over it and land below the pieces. ``context`` has only the piles, and no time.
        """

    def draw_centre(self, sketch: Sketch, context: CentreContext, tint: Rgba, *, touchable: bool) -> None:
        """Draw the centre's pieces. ``touchable``: add them to the scene's items, too."""

    def raced(self, context: CentreContext, race: RaceView) -> Sequence[Place]:
        """Return where the piece of a race that is shown again lies, or may come to lie."""

    def draw_home(self, sketch: Sketch, place: Place, seat: SeatNumber, pieces: int) -> bool:
        """Draw a seat's pieces that have come home after a round; return False if none do in this game.

        ``place``: of a card's shape.
        """

    def draw_own(self, sketch: Sketch, place: Place, seat: SeatNumber) -> None:
        """Draw a few of a seat's pieces, spread out, while it waits for the start."""

    def draw_piece(self, sketch: Sketch, piece: str, place: Place) -> None:
        """Draw one piece, written as in messages, as large as fits into a place of a card's shape."""

    # ---- numbers

    def pieces_left(self, view: SeatView) -> int:
        """Return the number of pieces that the seat has to get rid of before it may stop."""

    # ---- texts

    def steps(self, context: PanelContext) -> tuple[Step, ...]:
        """Return the few steps that explain the game in the lobby."""

    def lesson(self, context: PanelContext) -> str:
        """Return what the seat's lesson asks for now (``SeatView.lesson``)."""

    def draw_rule(self, sketch: Sketch, context: PanelContext, key: str, place: Place) -> bool:
        """Draw the picture of a rule (``kiosk.rulebook.short``); return False if there is none with this key."""

    def wrong_move(self, rules: Any, key: str) -> WrongMove | None:
        """Return what newcomers typically try instead of the move that a rule tells, and these rules refuse."""

    def draw_wrong(self, sketch: Sketch, context: PanelContext, move: WrongMove, place: Place) -> None:
        """Draw this move, without saying that it is wrong."""

    def draw_practised(self, sketch: Sketch, context: PanelContext, place: Place) -> None:
        """Draw the centre of the seat's lesson: ``place`` has a card's shape, before the tray."""

    def hint(self, context: PanelContext) -> str:
        """Return a line for the ticker, shown while there is room; empty: none."""

    def demand(self, context: PanelContext) -> tuple[str, bool]:
        """Return what a running round needs of the seat's real pieces, and whether that is bad news.

        It is shown unless something is more urgent; empty: nothing is needed.
        """

    def counted(self, context: PanelContext, line: SeatScore) -> Counted:
        """Return the sum that makes up the seat's points in a round."""

    def taker(self, result: RoundResult) -> SeatNumber | None:
        """Return the seat that gets the others' points; None if nobody does."""


def picture_of_game(name: str) -> GamePicture:
    """Return the picture of a registered game; ``UnknownGame`` if none has that name."""
    return cast("GamePicture", registry.part(name, "display"))

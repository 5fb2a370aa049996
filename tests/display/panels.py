"""The panels of a snapshot without a window: what is drawn and can be touched in them, and what is open."""

from __future__ import annotations

from collections.abc import Iterable

from kiosk.display.context import PanelContext, TableContext
from kiosk.display.input.controls import Drawers
from kiosk.display.paint.marks import Mark, Picture, Sketch
from kiosk.display.paint.text import TextLook
from kiosk.display.scene import Item
from kiosk.display.screens.chooser import sketch_panel
from kiosk.game.seats import SeatNumber
from kiosk.layout.card_layout import CardParts
from kiosk.layout.place import Place
from kiosk.layout.table_layout import USUAL, Layout, Wishes, arrange
from kiosk.layout.table_shape import TableShape
from kiosk.protocol import Snapshot, ToTable, Welcome

ONE = SeatNumber(1)
DIAGONAL_MM = 1092.0


class ShownPanels:
    """The panels of a snapshot in this layout, their drawers, and a hand. Each kind of page has its own words."""

    def __init__(self, snapshot: Snapshot, layout: Layout) -> None:
        self.snapshot = snapshot
        self.layout = layout
        self.drawers = Drawers()

    def context(self, seat: SeatNumber = ONE) -> PanelContext:
        """Return the inputs of a seat's panel."""
        view = next(view for view in self.snapshot.seats if view.seat == seat)
        table, panel = TableContext.of(self.snapshot), self.layout.panels[seat]
        return PanelContext(table, view, panel, self.snapshot.now, open_drawer=self.drawers.open_in(seat))

    def panel(self, seat: SeatNumber = ONE) -> Sketch:
        """Return what is drawn in a seat's panel."""
        return sketch_panel(self.context(seat))

    def items(self, what: str, seat: SeatNumber = ONE) -> list[Item]:
        """Return everything of this name that can be touched in a seat's panel."""
        return [item for item in self.panel(seat).items if item.what == what]

    def touch(self, item: Item) -> ToTable | None:
        """Touch a control, and return the message that it sends."""
        return self.drawers.tap(item, 5, self.snapshot)


def words(marks: Iterable[Mark]) -> list[str]:
    """Return the lines of text among these marks."""
    looks = [mark.look for mark in marks if isinstance(mark, Picture)]
    return [look.text for look in looks if isinstance(look, TextLook)]


def layout_of_all(welcome: Welcome, size: tuple[int, int], wishes: Wishes = USUAL) -> Layout:
    """Return the layout of a window in which all seats play cards."""
    seats = [plan.seat for plan in welcome.seats]
    return arrange(_area(size), welcome.seats, seats, DIAGONAL_MM, CardParts.of((), len(seats)), wishes=wishes)


def layout_of(snapshot: Snapshot, welcome: Welcome, size: tuple[int, int]) -> Layout:
    """Return the layout of a window that shows this snapshot."""
    return TableShape.of(_area(size), welcome, snapshot, snapshot.game).layout(welcome)


def _area(size: tuple[int, int]) -> Place:
    return Place(size[0] / 2, size[1] / 2, *size)

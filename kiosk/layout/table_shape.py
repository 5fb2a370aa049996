"""The shape of a table: the inputs of its layout, which is recomputed only when they change."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from kiosk.game.seats import SeatNumber
from kiosk.layout.game_layout import layout_of_game
from kiosk.layout.inviting import inviting
from kiosk.layout.lobby_parts import practice_places
from kiosk.layout.staff_layout import with_plate
from kiosk.layout.table_layout import Layout, Parts, Place, Wishes, arrange
from kiosk.locale.direction import RIGHT_TO_LEFT
from kiosk.protocol import SeatPlan, Snapshot, Welcome
from kiosk.protocol.state import State

_OPEN: Final = frozenset({State.ATTRACT, State.LOBBY})
"""States in which anybody may sit down: every seat that can be taken has a panel."""
_IN_MATCH: Final = frozenset({"playing", "taken", "ready", "left"})
"""Seat states that have a panel in all other states of the table."""

_KEYPAD: Final = "pin"
"""The page of the staff's keypad."""


class TableShape(NamedTuple):
    """The inputs of a layout.

    ``shown``: seats with a panel, that of the staff first; ``staff``: the page of the staff's menu, if it is open.
    ``inviting``: nobody sits here, and bots play beside the invitations.
    """

    area: Place
    shown: tuple[SeatNumber, ...]
    wishes: Wishes
    parts: Parts
    rim: bool
    staff: str = ""
    inviting: bool = False

    @classmethod
    def of(cls, area: Place, welcome: Welcome, snapshot: Snapshot | None, game: str) -> TableShape:
        """Return the shape for a snapshot; before the first one every seat has a panel."""
        shown = _shown(snapshot) or tuple(plan.seat for plan in welcome.seats)
        views = () if snapshot is None else snapshot.seats
        dealt = [view for view in views if view.seat in shown and view.lesson is None]
        parts = layout_of_game(game).parts(dealt, len(shown))
        is_open = snapshot is None or snapshot.state in _OPEN
        wishes = Wishes(
            mirrored=tuple(view.seat for view in views if view.mirrored),
            rtl=tuple(view.seat for view in views if view.language in RIGHT_TO_LEFT),
            large=tuple(view.seat for view in views if view.large),
            near=tuple(view.seat for view in views if view.near),
        )
        invites = snapshot is not None and snapshot.state == State.ATTRACT
        return cls(area, shown, wishes, parts, is_open and len(shown) < len(views), _staff(snapshot), invites)

    def layout(self, welcome: Welcome) -> Layout:
        """Return the layout; raise ``ValueError`` if the area is too small for it."""
        return _layout(self, welcome.seats, welcome.diagonal_mm)

    def practised(self, welcome: Welcome) -> Mapping[SeatNumber, Place]:
        """Return where the centre of each seat's lesson lies in this layout, in the panel's coordinates."""
        return _practised(self, welcome.seats, welcome.diagonal_mm)


@lru_cache(maxsize=8)  # it takes as long as a frame, and pictures of what may follow are painted in the next one
def _layout(shape: TableShape, plans: tuple[SeatPlan, ...], diagonal: float) -> Layout:
    layout = arrange(shape.area, plans, shape.shown, diagonal, shape.parts, wishes=shape.wishes, rim=shape.rim)
    if shape.staff:
        return with_plate(layout, plans, shape.shown[0], keypad=shape.staff == _KEYPAD)
    return inviting(layout) if shape.inviting else layout


@lru_cache(maxsize=2)  # likewise
def _practised(shape: TableShape, plans: tuple[SeatPlan, ...], diagonal: float) -> Mapping[SeatNumber, Place]:
    return practice_places(_layout(shape, plans, diagonal))


def _staff(snapshot: Snapshot | None) -> str:
    """Return ``pin`` or, for all other pages of the staff's menu, ``menu``: their layout is the same."""
    if snapshot is None or snapshot.service is None:
        return ""
    return _KEYPAD if snapshot.service.page == _KEYPAD else "menu"


def _shown(snapshot: Snapshot | None) -> tuple[SeatNumber, ...]:
    """Return the seats that have a panel; empty: all of them."""
    if snapshot is None:
        return ()
    if snapshot.service is not None:
        own = snapshot.service.seat
        others = (view.seat for view in snapshot.seats if view.seat != own and not view.room)
        return (own, *(others if _staff(snapshot) == _KEYPAD else ()))
    if snapshot.state in _OPEN:
        return tuple(view.seat for view in snapshot.seats if not view.room)
    return tuple(view.seat for view in snapshot.seats if view.state in _IN_MATCH)

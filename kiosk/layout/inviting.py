"""The layout while the table invites: the wheel in the middle, pieces around it, and an invitation in every panel.

Bots play as they do in a match, but smaller, so that nothing that they show covers an invitation.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final, Protocol, runtime_checkable

from kiosk.layout.table_layout import PAD, Layout, Panel, Parts, Place, box

PIECES: Final = 0.74
"""The size of the bots' pieces, relative to those in a match."""
_WHEEL: Final = (0.94, 0.36)
"""The wheel's diameter at most, as fractions of the shorter and of the longer side of the middle."""
_APART: Final = 0.06
"""The distance between the wheel and the pieces beside it, in diameters of the wheel."""
_CORNER: Final = (0.07, 0.86, 0.2)
"""The part of the table's shorter side that a free corner takes at least, the part of it that is used, and at most."""
_LIST: Final = (0.11, 0.17)
"""The least width and height of a corner with a list, as fractions of the table's shorter side."""
_EDGE: Final = 0.26
"""The distance of an invitation to the edges of its panel and to the pieces beside it, in card widths."""
_COMMON: Final = frozenset({"head", "ticker", "leave", "body", "end", "stop", "sign", "rules", "door"})
"""Parts that are not a game's own."""
UNSEEN: Final = "count"
"""The part of a game that is not shown beside an invitation."""


def wheel_place(centre: Place) -> Place:
    """Return the place of the wheel in the middle of the table."""
    side = min(_WHEEL[0] * min(centre.w, centre.h), _WHEEL[1] * max(centre.w, centre.h))
    return Place(round(centre.x), round(centre.y), round(side), round(side))


def free_corners(layout: Layout) -> list[Place]:
    """Return squares between the trays in the upper left and in the lower right corner, if both are large enough.

    No piece flies there: those that fly to a tray from the middle enter it at its player's right.
    """
    places = [_square(_corner(layout, -1, 1)), _square(_corner(layout, 1, -1))]
    return places if all(place.w >= _least(layout) for place in places) else []


def list_corners(layout: Layout) -> list[tuple[Place, float]]:
    """Return rectangles in the other two corners, if both are large enough, and whom they are turned to.

    The angle, in degrees, turns a text to the players at the south edge and to those at the north edge.
    """
    places = [(_corner(layout, -1, -1), 0.0), (_corner(layout, 1, 1), 180.0)]
    least_w, least_h = (part * min(layout.area.w, layout.area.h) for part in _LIST)
    return places if all(place.w >= least_w and place.h >= least_h for place, _ in places) else []


def _least(layout: Layout) -> float:
    return _CORNER[0] * min(layout.area.w, layout.area.h)


def _square(place: Place) -> Place:
    size = round(min(place.w, place.h))
    return place._replace(w=size, h=size)


def _corner(layout: Layout, right: int, up: int) -> Place:
    """Return the rectangle between the trays at two edges, outside of the middle of the table.

    ``right``: -1 for a corner at the left, 1 at the right; ``up``: -1 for a lower one.
    """
    area, centre = layout.area, layout.centre
    trays = [*layout.panels.values(), *layout.tabs.values()]
    side, end = ("west" if right < 0 else "east"), ("south" if up < 0 else "north")
    sides = [right * (panel.bounds.x - area.x) - panel.bounds.w / 2 for panel in trays if panel.edge == side]
    ends = [right * (panel.bounds.x - area.x) + panel.bounds.w / 2 for panel in trays if panel.edge == end]
    near, far = min(sides, default=area.w / 2), max(ends, default=0.0)
    low, high = up * (centre.y - area.y) + centre.h / 2, area.h / 2
    most = _CORNER[2] * min(area.w, area.h)
    return Place(
        round(area.x + right * (near + far) / 2),
        round(area.y + up * (low + high) / 2),
        max(0.0, min(_CORNER[1] * (near - far), most)),
        max(0.0, min(_CORNER[1] * (high - low), most)),
    )


@runtime_checkable
class Dividing(Protocol):
    """Parts of a game that divides the centre in its own way."""

    def cells_beside(self, centre: Place, taken: Place) -> tuple[Place, ...]:
        """Return the places of the pieces in the centre while ``taken`` is in its middle."""


def inviting(layout: Layout, parts: Parts) -> Layout:
    """Return the layout with its pieces beside the wheel, and smaller ones in panels beside their invitation."""
    wheel = wheel_place(layout.centre)
    taken = wheel.inset(-_APART * wheel.w)
    if isinstance(parts, Dividing):
        cells = parts.cells_beside(layout.centre, taken)
    else:
        cells = _beside_wheel(layout.cells, layout.centre)
    return replace(
        layout,
        panels={seat: _inviting_panel(panel) for seat, panel in layout.panels.items()},
        cells=cells,
    )


def _inviting_panel(panel: Panel) -> Panel:
    """Return a panel with its pieces at the player's right, and ``invitation`` at the left."""
    own = {name: place for name, place in panel.places.items() if name not in _COMMON}
    around = around_all([place for name, place in own.items() if name != UNSEEN])
    right = panel.size[0] / 2 - PAD * panel.card
    low = -panel.size[1] / 2
    room = box(right - PIECES * around.w, low + 0.02 * panel.size[1], right, low + 0.98 * panel.size[1])
    moved = {name: _moved(place, around, room, PIECES) for name, place in own.items()}
    edge, low = _EDGE * panel.card, PAD * panel.card
    invitation = box(-panel.size[0] / 2 + edge, room.bottom + low, room.left - edge, room.top - low)
    common = {name: place for name, place in panel.places.items() if name in _COMMON}
    return replace(panel, places={**common, **moved, "invitation": invitation})


def around_all(places: Collection[Place]) -> Place:
    """Return the rectangle around all places."""
    return box(
        min(place.left for place in places),
        min(place.bottom for place in places),
        max(place.right for place in places),
        max(place.top for place in places),
    )


def _moved(place: Place, around: Place, room: Place, scale: float) -> Place:
    """Return a part of ``around``, scaled about its middle, which moves to the middle of ``room``."""
    x, y = room.x + scale * (place.x - around.x), room.y + scale * (place.y - around.y)
    return Place(x, y, scale * place.w, scale * place.h)


def _beside_wheel(cells: tuple[Place, ...], centre: Place) -> tuple[Place, ...]:
    """Return the cells in two halves, beside the wheel along the longer side of the middle."""
    wheel = wheel_place(centre)
    free = wheel.w * (0.5 + _APART)
    if centre.w >= centre.h:
        rooms = (
            box(centre.left, centre.bottom, wheel.x - free, centre.top),
            box(wheel.x + free, centre.bottom, centre.right, centre.top),
        )
        first = [cell.x < centre.x - 1 for cell in cells]
    else:
        rooms = (
            box(centre.left, wheel.y + free, centre.right, centre.top),
            box(centre.left, centre.bottom, centre.right, wheel.y - free),
        )
        first = [cell.y > centre.y + 1 for cell in cells]
    west, east = (room.inset(_APART * wheel.w) for room in rooms)
    rooms = west, east
    halves = [[cell for cell, here in zip(cells, first, strict=True) if here is side] for side in (True, False)]
    arounds = [around_all(half) if half else centre for half in halves]
    scale = min(1.0, *(min(room.w / part.w, room.h / part.h) for room, part in zip(rooms, arounds, strict=True)))
    placed = []
    for cell, here in zip(cells, first, strict=True):
        moved = _moved(cell, arounds[not here], rooms[not here], scale)
        placed.append(Place(round(moved.x), round(moved.y), round(moved.w), round(moved.h)))
    return tuple(placed)

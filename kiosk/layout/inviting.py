"""The layout while the table invites: the wheel in the middle, pieces around it, and an invitation in every panel.

Pieces stream from the wheel to the trays; then bots play in its place as they do in a match, but with smaller pieces in
their trays, so that nothing that they show covers an invitation.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from kiosk.layout.place import around_all
from kiosk.layout.table_layout import PAD, Frame, Layout, Panel, Place, box

PIECES: Final = 0.74
"""The size of the bots' pieces at most, relative to those in a match."""
_SHARE: Final = 0.4
"""The part of a small panel's width that they take at most: the invitation is what has to be read."""
SCALE: Final = "scale"
"""The place that is as large as a card of these pieces."""
_WHEEL: Final = (0.99, 0.36)
"""The wheel's diameter at most, as fractions of the shorter and of the longer side of the middle."""
_CORNER: Final = (0.07, 0.92, 0.2)
"""The part of the table's shorter side that a free corner takes at least, the part of it that is used, and at most."""
_LIST: Final = (0.11, 0.17)
"""The least width and height of a corner with a list, as fractions of the table's shorter side."""
_EDGE: Final = 0.26
"""The distance of an invitation to the edges of its panel and to the pieces beside it, in card widths."""
_COMMON: Final = frozenset({"head", "ticker", "leave", "body", "end", "stop", "sign", "rules", "door"})
"""Parts that are not a game's own."""
UNSEEN: Final = frozenset({"count", "hand"})
"""Parts of a game that are not shown beside an invitation."""
GATE: Final = "gate"
"""The part of a panel at which pieces stream into it: a gap between the bot's pieces, or all of them."""
_GAP: Final = "hand"
"""The part in whose place is the gap; parts of its size make room for it where pieces can reach it from the felt."""
_REACH: Final = 1.2
"""The distance of the gap to the end of the felt before the panel at least, in widths of a card."""


def wheel_place(centre: Place) -> Place:
    """Return the place of the wheel in the middle of the table."""
    side = min(_WHEEL[0] * min(centre.w, centre.h), _WHEEL[1] * max(centre.w, centre.h))
    return Place(round(centre.x), round(centre.y), round(side), round(side))


def free_corners(layout: Layout) -> list[tuple[Place, float]]:
    """Return rectangles between the trays in the upper left and in the lower right corner, and whom they are turned to.

    None, if one is too small. The angle, in degrees, turns a text to the players at the west edge and to those at the
    east edge; where nobody sits there, to those at the north and at the south edge. No piece flies there: those that
    fly to a tray from the middle enter it at its player's right.
    """
    edges = {panel.edge for panel in (*layout.panels.values(), *layout.tabs.values())}
    turns = (270.0, 90.0) if {"west", "east"} <= edges else (180.0, 0.0)
    places = [(_corner(layout, -1, 1), turns[0]), (_corner(layout, 1, -1), turns[1])]
    return places if all(min(place.w, place.h) >= _least(layout) for place, _ in places) else []


def list_corners(layout: Layout) -> list[tuple[Place, float]]:
    """Return rectangles in the other two corners, if both are large enough, and whom they are turned to.

    The angle, in degrees, turns a text to the players at the south edge and to those at the north edge.
    """
    places = [(_corner(layout, -1, -1), 0.0), (_corner(layout, 1, 1), 180.0)]
    least_w, least_h = (part * min(layout.area.w, layout.area.h) for part in _LIST)
    return places if all(place.w >= least_w and place.h >= least_h for place, _ in places) else []


def _least(layout: Layout) -> float:
    return _CORNER[0] * min(layout.area.w, layout.area.h)


def _corner(layout: Layout, right: int, up: int) -> Place:
    """Return the rectangle between the trays at two edges, outside of the middle of the table, within the rim.

    ``right``: -1 for a corner at the left, 1 at the right; ``up``: -1 for a lower one.
    """
    area, centre = layout.area, layout.centre
    trays = [*layout.panels.values(), *layout.tabs.values()]
    side, end = ("west" if right < 0 else "east"), ("south" if up < 0 else "north")
    sides = [right * (panel.bounds.x - area.x) - panel.bounds.w / 2 for panel in trays if panel.edge == side]
    ends = [right * (panel.bounds.x - area.x) + panel.bounds.w / 2 for panel in trays if panel.edge == end]
    near, far = min(sides, default=area.w / 2 - layout.rim), max(ends, default=0.0)
    low, high = up * (centre.y - area.y) + centre.h / 2, area.h / 2 - layout.rim
    most = _CORNER[2] * min(area.w, area.h)
    return Place(
        round(area.x + right * (near + far) / 2),
        round(area.y + up * (low + high) / 2),
        max(0.0, min(_CORNER[1] * (near - far), most)),
        max(0.0, min(_CORNER[1] * (high - low), most)),
    )


def inviting(layout: Layout) -> Layout:
    """Return the layout with smaller pieces in panels, beside their invitation."""
    panels = {seat: _inviting_panel(panel, layout.centre) for seat, panel in layout.panels.items()}
    return replace(layout, panels=panels)


def felt_before(panel: Panel, centre: Place) -> tuple[float, float]:
    """Return where the middle of the table begins and ends before a panel, in its coordinates."""
    back = Frame(0, 0, -panel.frame.rotation)
    begin, end = (
        back.to_window(x - panel.frame.x, y - panel.frame.y)[0]
        for x, y in ((centre.left, centre.bottom), (centre.right, centre.top))
    )
    return min(begin, end), max(begin, end)


def _inviting_panel(panel: Panel, centre: Place) -> Panel:
    """Return a panel with its pieces at the player's right, and ``invitation`` at the left."""
    own = {name: place for name, place in panel.places.items() if name not in _COMMON}
    around = around_all([place for name, place in own.items() if name != "count"])
    scale = PIECES if panel.roomy else min(PIECES, _SHARE * panel.size[0] / around.w)
    right = panel.size[0] / 2 - PAD * panel.card
    low = -panel.size[1] / 2
    room = box(right - scale * around.w, low + 0.02 * panel.size[1], right, low + 0.98 * panel.size[1])
    moved = {name: _moved(place, around, room, scale) for name, place in own.items()}
    if _GAP in moved:
        moved = _with_gap(moved, felt_before(panel, centre)[1] - _REACH * moved[_GAP].w)
    edge, low = _EDGE * panel.card, PAD * panel.card
    invitation = box(-panel.size[0] / 2 + edge, room.bottom + low, room.left - edge, room.top - low)
    gate = moved.get(_GAP) or around_all([place for name, place in moved.items() if name not in UNSEEN])
    common = {name: place for name, place in panel.places.items() if name in _COMMON}
    return replace(
        panel,
        places={**common, **moved, GATE: gate, "invitation": invitation, SCALE: Place(0, 0, scale * panel.card, 0)},
    )


def _with_gap(places: dict[str, Place], right: float) -> dict[str, Place]:
    """Return the parts with the gap at the last place up to ``right``, but not at the end of all."""
    same = sorted((name for name, place in places.items() if place[2:] == places[_GAP][2:]), key=lambda n: places[n].x)
    steps = [places[name] for name in same]
    at = max((number for number, place in enumerate(steps[:-1]) if place.x <= right), default=0)
    others = [name for name in same if name != _GAP]
    return places | dict(zip([*others[:at], _GAP, *others[at:]], steps, strict=True))


def _moved(place: Place, around: Place, room: Place, scale: float) -> Place:
    """Return a part of ``around``, scaled about its middle, which moves to the middle of ``room``."""
    x, y = room.x + scale * (place.x - around.x), room.y + scale * (place.y - around.y)
    return Place(x, y, scale * place.w, scale * place.h)

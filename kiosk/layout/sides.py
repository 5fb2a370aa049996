"""The middle of the table as seen from each occupied edge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from kiosk.game.seats import SeatNumber
from kiosk.layout.place import box
from kiosk.layout.table_layout import TURN, Frame, Layout, Place

_OF_LONG: Final = (0.4, 0.7)
"""How much of the felt at the end of a board a long edge has: beside a short edge's, and alone."""
_GAP: Final = 0.015
"""The margin around what stands beside a board, as a fraction of the felt's shorter side."""


class Side(NamedTuple):
    """An edge with seats.

    ``frame``: its origin is the middle of the centre, turned to the edge; ``w``, ``h``: the centre as seen from there.
    """

    edge: str
    frame: Frame
    w: float
    h: float
    language: str

    @property
    def long(self) -> bool:
        """True if it is one of the two longer sides; of a square table, south and north."""
        return self.w > self.h or (self.w == self.h and self.edge in ("south", "north"))


def sides(layout: Layout, languages: Iterable[tuple[SeatNumber, str]]) -> list[Side]:
    """Return every edge that has a seat, with the language of its first seat."""
    spoken = dict(languages)
    found: dict[str, Side] = {}
    for panel in (*layout.panels.values(), *layout.tabs.values()):
        if panel.edge not in found:
            centre = layout.centre
            w, h = (centre.w, centre.h) if TURN[panel.edge] % 180 == 0 else (centre.h, centre.w)
            frame = Frame(round(centre.x), round(centre.y), TURN[panel.edge])
            found[panel.edge] = Side(panel.edge, frame, w, h, spoken.get(panel.seat, "en"))
    return list(found.values())


def face_ways(layout: Layout) -> int:
    """Return from how many sides the pieces in the centre are read: 2 (opposite ones) or 4."""
    edges = {panel.edge for panel in (*layout.panels.values(), *layout.tabs.values())}
    return 4 if edges & {"west", "east"} else 2


def is_board(layout: Layout) -> bool:
    """Return whether a board lies in the middle, each of whose spaces belongs to one piece: words cover none."""
    return layout.spare is None and bool(layout.cells)


def beside_board(layout: Layout, here: Sequence[Side]) -> list[Place]:
    """Return for each of these edges the largest free place beside the board's spaces, in its frame's coordinates.

    Long edges have the felt at the board's end at their right, near to them, or that between them and the board, if it
    is larger; short edges the rest of their end.
    """
    cells = layout.cells
    across = max(cell.right for cell in cells) - min(cell.left for cell in cells)
    down = max(cell.top for cell in cells) - min(cell.bottom for cell in cells)
    turned = {round(side.frame.rotation) % 360 for side in here}
    gap = _GAP * min(layout.centre.w, layout.centre.h)
    return [max(_free(side, turned, (across, down)), key=_worth).inset(gap) for side in here]


def _free(side: Side, turned: set[int], board: tuple[float, float]) -> list[Place]:
    """Return the free places of an edge; ``turned``: the rotations of all edges; ``board``: its size in the window."""
    turn = round(side.frame.rotation)
    wide, deep = board if turn % 180 == 0 else board[::-1]
    left, right = ((turn + aside) % 360 in turned for aside in (-90, 90))
    low = -side.h / 2
    if side.long:
        share = _OF_LONG[not right]
        return [box(wide / 2, low, side.w / 2, low + share * side.h), box(-side.w / 2, low, side.w / 2, -deep / 2)]
    begins = (_OF_LONG[0] if left else 0.0) - 0.5
    return [box(begins * side.w, low, side.w / 2, -deep / 2)]


def _worth(place: Place) -> float:
    """Return how large a short word can be there."""
    return min(place.w / 2, place.h)

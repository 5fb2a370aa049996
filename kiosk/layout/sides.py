"""The middle of the table as seen from each occupied edge."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import TURN, Frame, Layout


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

"""Places after a round: the parts of a tray, and the turntable in the middle."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Place
from kiosk.layout.table_layout import CARD_ASPECT, Layout, Panel
from kiosk.protocol import RoundResult

NAME: Final = 0.125
"""Height of the letters of a winner's name, as a fraction of the centre's shorter side."""
TURNTABLE: Final = 1000
"""The diameter of the largest turntable, in pixels."""
TURN_S: Final = 3.0
"""The turntable turns to another edge after so many seconds."""


class ScoreParts(NamedTuple):
    """The places of a tray's parts, in its panel's coordinates."""

    coin: Place
    pile: Place
    columns: Place
    knob: Place
    label: Place


def score_parts(panel: Panel) -> ScoreParts:
    """Return the parts: coin, pile, columns and control from left to right; from right to left as the name line.

    In a tight panel the pile lies before the control, clear of the name: pieces on their way home cover no text.
    """
    is_roomy = "rules" in panel.places
    is_turned, body = panel.runs < 0, panel.places["body"]
    body = body._replace(x=-body.x) if is_turned else body
    return _score_parts(panel.card, body, _name_ends(panel), is_roomy, is_turned)


@lru_cache(maxsize=32)  # a panel that counts asks for them several times, ten times a second
def _score_parts(unit: float, body: Place, name_ends: float, is_roomy: bool, is_turned: bool) -> ScoreParts:
    room = Place(body.x, body.y + 0.08 * unit, body.w - 0.44 * unit, body.h - 0.32 * unit)
    coin = min((1.3 if is_roomy else 1.1) * unit, 0.86 * room.h)
    wide = min((0.9 if is_roomy else 0.8) * unit, room.h / CARD_ASPECT)
    knob, slot = min(1.3 * unit, 0.72 * room.h), 1.62 * unit
    if is_roomy:
        left = max(room.left + coin + 0.1 * unit, name_ends - 0.85 * unit)
        columns_left, columns_right = left + wide + 0.16 * unit, room.right - slot
    else:
        left = room.right - slot - wide - 0.06 * unit
        columns_left, columns_right = room.left + coin + 0.06 * unit, left - 0.2 * unit
    parts = ScoreParts(
        Place(room.left + coin / 2, room.y, coin, coin),
        Place(left + wide / 2, room.y, wide, CARD_ASPECT * wide),
        Place((columns_left + columns_right) / 2, room.y, columns_right - columns_left, room.h),
        Place(room.right - slot / 2, room.top - knob / 2 + 0.06 * unit, knob, knob),
        Place(room.right - slot / 2, room.bottom + 0.2 * unit, slot, 0.42 * unit),
    )
    return ScoreParts(*(part._replace(x=-part.x) for part in parts)) if is_turned else parts


def gate(panel: Panel) -> float:
    """Return where a piece on its way home enters the tray: above the pile, or where most of a name is clear.

    In its panel's coordinates, along its edge. In a tight panel that is the side of the pile away from the figures.
    """
    pile, side = score_parts(panel).pile, panel.runs
    if "rules" not in panel.places:
        return pile.x + side * 0.5 * pile.w
    return side * max(side * pile.x, _name_ends(panel) - 0.5 * pile.w)


def _name_ends(panel: Panel) -> float:
    """Return where the name ends that stands above the pile, as for a right hand; far away if none stands there."""
    head = panel.places["head"]
    above = (panel.runs < 0) == (head.x > 0)
    return -min(abs(head.left), abs(head.right)) if above else -panel.size[0]


def prizes_place(layout: Layout) -> Place:
    """Return the place of the turntable with the medals of a match, with room for names around it."""
    centre = layout.centre
    side = min(TURNTABLE, round(min(centre.w, centre.h) * (1 - 2.3 * NAME)))
    return Place(round(centre.x), round(centre.y), side, side)


def edges_in_turn(layout: Layout, result: RoundResult, first: SeatNumber | None = None) -> tuple[float, ...]:
    """Return the rotations of the edges at which people sit, to which the turntable turns; ``first``: whose is first.

    Nobody reads at an edge of bots alone; where only bots have played, it turns to all of them.
    """
    people = {line.seat for line in result.lines if not line.bot} & layout.panels.keys()
    turns = sorted({layout.panels[seat].frame.rotation for seat in people or layout.panels})
    panel = layout.panels.get(first) if first is not None else None
    here = turns.index(panel.frame.rotation) if panel is not None and panel.frame.rotation in turns else 0
    return (*turns[here:], *turns[:here]) or (0.0,)


def turn_at(edges: tuple[float, ...], at: float, *, calm: bool) -> float:
    """Return the rotation to which the turntable is turned, ``at`` seconds after it came to rest at the first edge.

    ``calm``: it does not turn.
    """
    return edges[0] if calm or at < 0 else edges[int(at / TURN_S) % len(edges)]

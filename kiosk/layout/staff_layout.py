"""The layout of the staff's menu: one leather plate across the table, turned to the edge of whoever opened it.

Lengths are those of a screen of 1920x1080 pixels and are scaled to the window.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Frame, Place, box
from kiosk.layout.table_layout import TURN, Layout, Panel
from kiosk.protocol import SeatPlan

_SCREEN: Final = (1920, 1080)
_KEYPAD: Final = (620, 786)
_AROUND: Final = (84, 84)
"""The felt that is seen beside the plate, together, and beyond it."""
_ROUND: Final = 280
"""The depth of a tray whose far side is as round as that of the plate: its corners are to be used."""
CLOSE: Final = 80
"""The side of the control that closes it: the unit by which its screens scale."""
_HEAD: Final = (72, 70)
"""From the far side of the keypad, and of the pages, to the middle of the head line."""
_NOTE: Final = 56
"""The height of the line below a page."""
_RIM: Final = 40
"""What lies below that line: the table's rim, and a gap."""
_MARGIN: Final = (76, 68)
"""Beside what lies on the keypad, and on the pages."""
_DEPTHS: Final = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55)
"""The depths of other seats' trays beside the keypad, relative to their own."""
_GAP: Final = 34
_STRIP: Final = 250
"""Between the parts of a page, and the height of the strip below the plan; 1.8 times that on an upright page."""
_VERDICT: Final = 104
_TITLE: Final = 300
_BEFORE: Final = 24
"""The height of the verdict, and the room before it, with and without a title."""
_TURNED: Final = {"head", "leave", "verdict"}
"""Parts that lie at the other side in a language from right to left."""
_SHARE: Final = 0.62
"""The part of a page that its plan may take, beside other things."""
_DEEP: Final = 0.22
_WIDE: Final = 0.8
"""The depth of a tray on the plan, as a fraction of its shorter side, and the widest tray, as one of its edge."""


def with_plate(layout: Layout, plans: Sequence[SeatPlan], seat: SeatNumber, *, keypad: bool) -> Layout:
    """Return the layout with the plate for ``seat`` in the place of its panel; beside the keypad others keep theirs.

    Parts of its panel: ``head``, ``leave`` (where it is closed), ``body``, ``note`` and, but for the keypad, ``plan``
    (the table as seen from there) with a ``plan N`` for each seat, ``beside`` the plan, the ``strip`` below both, and
    ``verdict``: the room for how the table is, in the head line after its title, on an upright plate in its place.
    """
    area, edge = layout.area, next(plan.edge for plan in plans if plan.seat == seat)
    turn = TURN[edge]
    along, across = (area.w, area.h) if turn % 180 == 0 else (area.h, area.w)
    px = min(max(along, across) / _SCREEN[0], min(along, across) / _SCREEN[1])
    w, h = (px * part for part in _KEYPAD) if keypad else (along - px * _AROUND[0], across - px * _AROUND[1])
    frame = Frame(area.x, area.y, turn)
    usual = replace(layout.panels[seat], rim=0.0)
    size = (2.0 * round(w / 2), 2.0 * round(h / 2))
    x, y = frame.to_window(0, (h - across) / 2)
    places = _places(size, px, keypad=keypad)
    if not keypad:
        places |= _plan(places["head"], places["body"], plans, frame.rotation, (along, across), px)
    if usual.rtl:
        places |= {name: places[name]._replace(x=-places[name].x) for name in _TURNED & places.keys()}
    plate = replace(
        usual,
        frame=Frame(round(x), round(y), turn),
        size=size,
        places={**usual.places, **places},
        mirrored=False,
        curve=1.0 if keypad else px * _ROUND / h,
    )
    others = dict(_beside(layout, plate)) if keypad else {}
    return replace(layout, panels={seat: plate, **others}, tabs=_without_panels(layout, plans, {seat, *others}))


def _beside(layout: Layout, plate: Panel) -> Iterator[tuple[SeatNumber, Panel]]:
    """Yield the panels of other seats that lie beside the plate; those that reach below it are less deep."""
    gap = 0.082 * min(layout.area.w, layout.area.h)
    for seat, panel in layout.panels.items():
        for part in _DEPTHS:
            (wide, depth), turn = panel.size, panel.frame.rotation
            frame = Frame(*panel.frame.to_window(0, -(1 - part) * depth / 2), turn)
            low = replace(panel, frame=frame, size=(wide, part * depth))
            if seat != plate.seat and not low.bounds.inset(-gap).overlaps(plate.bounds):
                yield seat, low
                break


def _without_panels(layout: Layout, plans: Sequence[SeatPlan], shown: Container[SeatNumber]) -> dict[SeatNumber, Panel]:
    """Return a mark without size for each other seat: nothing is drawn there, but their edges are known."""
    usual, area = replace(next(iter(layout.panels.values())), rim=0.0), layout.area
    return {
        plan.seat: replace(
            usual, seat=plan.seat, edge=plan.edge, frame=Frame(area.x, area.y, TURN[plan.edge]), size=(0.0, 0.0)
        )
        for plan in plans
        if plan.seat not in shown
    }


def _places(size: tuple[float, float], px: float, *, keypad: bool) -> dict[str, Place]:
    w, h = size
    from_far, margin = (_HEAD[0], _MARGIN[0]) if keypad else (_HEAD[1], _MARGIN[1])
    head, close = h / 2 - px * from_far, px * CLOSE
    left, right = -w / 2 + px * margin, w / 2 - px * margin
    bottom = -h / 2 + px * (_NOTE / 2 + _RIM)
    return {
        "head": box(left, head - close / 2, right - 1.2 * close, head + close / 2),
        "leave": Place(right - close / 2, head, close, close),
        "body": box(left, bottom + px * _NOTE / 2, right, head - 0.75 * close),
        "note": Place(0, bottom, right - left, px * _NOTE),
    }


def _plan(
    head: Place, body: Place, plans: Sequence[SeatPlan], rotation: float, table: tuple[float, float], px: float
) -> dict[str, Place]:
    """Return the table's plan in the body, the room beside it and that below it, and each seat's place on the plan."""
    gap, lies = px * _GAP, body.w > body.h
    start = head.left + px * (CLOSE + (_TITLE if lies else _BEFORE))
    verdict = box(start, head.y - px * _VERDICT / 2, head.right, head.y + px * _VERDICT / 2)
    strip = box(body.left, body.bottom, body.right, body.bottom + px * _STRIP * (1 if lies else 1.8))
    room = box(body.left, strip.top + gap, body.right, body.top)
    part = (room.w * _SHARE, room.h) if lies else (room.w, room.h * _SHARE)
    scale = min(part[0] / table[0], part[1] / table[1])
    w, h = scale * table[0], scale * table[1]
    plan = Place(room.left + w / 2, room.top - h / 2, w, h) if lies else Place(room.x, room.top - h / 2, w, h)
    left, top = (plan.right + gap, room.top) if lies else (room.left, plan.bottom - gap)
    beside = box(left, room.bottom, room.right, top)
    return {"verdict": verdict, "plan": plan, "beside": beside, "strip": strip, **dict(_trays(plan, plans, rotation))}


def _trays(plan: Place, plans: Sequence[SeatPlan], rotation: float) -> Iterator[tuple[str, Place]]:
    """Yield the place of each seat on the plan, along the seat's own edge."""
    edges: dict[float, list[SeatPlan]] = {}
    for one in sorted(plans, key=lambda one: one.position):
        edges.setdefault((TURN[one.edge] - rotation) % 360, []).append(one)
    depth = _DEEP * min(plan.w, plan.h)
    short = (90.0, 270.0) if plan.w > plan.h else (0.0, 180.0)
    for turn, seats in edges.items():
        along, across = (plan.w, plan.h) if turn % 180 == 0 else (plan.h, plan.w)
        free = along if turn in short else along - 2 * depth * any(side in edges for side in short)
        step = free / len(seats)
        wide = min(0.95 * step, _WIDE * free)
        # positions count as seen from the south edge: at the other side from right to left
        way = 1 if seats[0].edge in ("south", "west") else -1
        for number, one in enumerate(seats):
            aside = way * (number - (len(seats) - 1) / 2) * step
            x, y = Frame(plan.x, plan.y, turn).to_window(aside, (depth - across) / 2)
            size = (wide, depth) if turn % 180 == 0 else (depth, wide)
            yield f"plan {one.seat}", Place(x, y, *size)

"""High contrast: what a screen has sketched, on flat dark ground, with pure light or dark text and strong edges.

Screens need not know it: plates behind texts become opaque, other texts get a plate, and each ink follows from what
lies behind it (``theme.CONTRAST``).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from kiosk.display.paint.art import PatchLook, SignLook
from kiosk.display.paint.brass_art import PlaqueLook
from kiosk.display.paint.card_art import BackLook, FaceLook
from kiosk.display.paint.marks import Curve, Light, Mark, Picture, Sketch, Stretch
from kiosk.display.paint.text import CAP_HEIGHT, TextLook
from kiosk.display.paint.theme import BLACK, CONTRAST, Rgba, contrast_of, luminance, over
from kiosk.layout.place import Place, box

_SIGN: Final = 4.5
"""The least contrast of a sign that keeps its colour."""
_SEEN: Final = 0.1
"""The opacity below which a patch is no plate."""
_HEIGHT: Final = 1.62
_PAD: Final = 0.3
"""Height of a text's own plate, and what it is longer than the text, as fractions of the text's size."""
_EDGE: Final = 0.035
"""The width of a piece's edge, as a fraction of its width."""


def heighten(sketch: Sketch, ground: Place | None = None, *, lies: bool = False) -> None:
    """Give the sketch high contrast. ``ground``: the part that is covered with a flat tray; None: texts get plates.

    ``lies``: the tray is in the table's picture already, in its own shape, and is not drawn again.
    """
    marks = [_flat(mark) for mark in sketch.marks]
    covered = [] if ground is None else [_plate(ground, CONTRAST.tray)]
    marks = [*covered, *marks]
    plates: dict[int, Stretch] = {}
    for index, mark in enumerate(marks):
        if isinstance(mark, Picture) and isinstance(mark.look, TextLook):
            below = _below(marks, index, _box(mark, mark.look, CAP_HEIGHT, 0.0))
            if below is None:
                plates[index] = _plate(_box(mark, mark.look, _HEIGHT, _PAD), CONTRAST.tray)
            else:
                marks[below] = _clear(marks[below])
    sketch.marks = list(_inked(marks, plates))[len(covered) if lies else 0 :]


def clear(color: Rgba) -> Rgba:
    """Return the colour, opaque, and so light or so dark that one of the inks has a contrast of 7 on it."""
    color = over(color, CONTRAST.tray)
    if luminance(color) >= CONTRAST.light_from:
        return color
    while luminance(color) > CONTRAST.dark_to:
        color = color.mix(BLACK, 0.1)
    return color


def ink_on(color: Rgba) -> Rgba:
    """Return the ink for text on a colour."""
    return max((CONTRAST.light, CONTRAST.dark), key=lambda ink: contrast_of(ink, color))


def _plate(place: Place, color: Rgba) -> Stretch:
    radius = max(1, round(min(4, place.w / 2 - 3, place.h / 2 - 3)))
    return Stretch(PatchLook("fill", radius), *place, color)


def _box(mark: Picture, look: TextLook, height: float, longer: float) -> Place:
    """Return the place of a text, of this height and by so much longer than the text, in sizes of the text."""
    w, h = look.extent[0] + longer * look.size, height * look.size
    return Place(mark.x, mark.y, *((h, w) if round(mark.turn) % 180 == 90 else (w, h)))


def _flat(mark: Mark) -> Mark:
    """Return a plaque as a flat plate; other marks as they are."""
    if isinstance(mark, Stretch) and isinstance(mark.look, PlaqueLook):
        place = Place(mark.x, mark.y, mark.w, mark.h).inset(mark.look.margin)
        return Stretch(PatchLook("fill", mark.look.radius), *place, mark.look.color)
    return mark


def _clear(mark: Mark) -> Mark:
    return mark._replace(tint=clear(mark.tint)) if isinstance(mark, Stretch) else mark


def _below(marks: Sequence[Mark], index: int, box: Place) -> int | None:
    """Return the plate on which a text lies; None if there is none, or if something else lies between them."""
    for number in range(index - 1, -1, -1):
        mark = marks[number]
        if isinstance(mark, (Curve, Light)) or (isinstance(mark, Picture) and isinstance(mark.look, TextLook)):
            continue
        w, h = (mark.w, mark.h) if isinstance(mark, Stretch) else mark.look.extent
        place = Place(mark.x, mark.y, w, h)
        if isinstance(mark, Picture):
            if place.overlaps(box):
                return None
        elif isinstance(mark.look, PatchLook) and mark.look.kind == "fill" and mark.tint.a > _SEEN:
            if place.holds(box.left, box.bottom) and place.holds(box.right, box.top):
                return number
            if place.overlaps(box):
                return None
    return None


def _inked(marks: Sequence[Mark], plates: dict[int, Stretch]) -> Iterator[Mark]:
    """Yield the marks with their inks, the plates below their texts, and edges around pieces."""
    shown: list[Stretch] = []
    for index, mark in enumerate(marks):
        if index in plates and index - 1 not in plates:
            run = [plates[line] for line in itertools.takewhile(plates.__contains__, itertools.count(index))]
            joined = list(_joined(run))
            shown += joined
            yield from joined
        if isinstance(mark, Stretch) and isinstance(mark.look, PatchLook) and mark.look.kind == "fill":
            shown.append(mark)
        if isinstance(mark, Picture) and isinstance(mark.look, (TextLook, SignLook)):
            yield mark._replace(tint=_ink(mark, shown))
            continue
        yield mark
        if isinstance(mark, Picture) and isinstance(mark.look, (FaceLook, BackLook)) and mark.turn % 90 == 0:
            yield _edge(mark, mark.look)


def _joined(plates: Sequence[Stretch]) -> Iterator[Stretch]:
    """Yield one plate for all plates that overlap the one before them: those of the lines of a text."""
    places: list[Place] = []
    for plate in plates:
        place = Place(*plate[1:5])
        if places and places[-1].overlaps(place):
            last = places.pop()
            left, right = min(last.left, place.left), max(last.right, place.right)
            place = box(left, min(last.bottom, place.bottom), right, max(last.top, place.top))
        places.append(place)
    return (_plate(place, CONTRAST.tray) for place in places)


def _ink(mark: Picture, plates: Sequence[Stretch]) -> Rgba:
    """Return the ink of a text or sign; a sign that stands out keeps its colour, as discs do."""
    ground = next((plate.tint for plate in reversed(plates) if Place(*plate[1:5]).holds(mark.x, mark.y)), CONTRAST.tray)
    if isinstance(mark.look, SignLook):
        on_disc = mark.look.sign.startswith(("disc", "seat", "color"))
        return mark.tint if on_disc or contrast_of(mark.tint, over(ground, CONTRAST.tray)) >= _SIGN else ink_on(ground)
    return ink_on(over(ground, CONTRAST.tray))


def _edge(mark: Picture, look: FaceLook | BackLook) -> Stretch:
    """Return the edge around a card."""
    w, h = (look.w, look.h) if mark.turn % 180 == 0 else (look.h, look.w)
    patch = PatchLook("line", max(2, round(0.1 * look.w)), max(1, round(_EDGE * look.w)))
    return Stretch(patch, mark.x, mark.y, w, h, CONTRAST.edge.fade(mark.tint.a))

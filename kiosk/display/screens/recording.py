"""The notice that the touch panel is being recorded (``kiosk doctor --record``), in the middle of the table."""

from __future__ import annotations

from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ALARM, BLACK, WHITE
from kiosk.layout.place import Frame, Place
from kiosk.locale.speaker import Say


def recording_notice(width: float, height: float, seconds: int, say: Say) -> Sketch:
    """Return the notice for a window of this size; ``seconds``: how long is still recorded, 0: nothing is."""
    sketch = Sketch(Frame())
    if seconds:
        unit = min(width, height) / 20
        place = Place(width / 2, height / 2, 12 * unit, 3 * unit)
        sketch.fill(place, unit / 2, BLACK.fade(0.8))
        sketch.ring(place.left + unit, place.y, unit / 3, unit / 4, 1.0, ALARM)
        words = say("All touches are being recorded: {seconds} s more", seconds=seconds)
        sketch.paragraph(
            words, Place(place.x + unit / 2, place.y, 9.5 * unit, 2.6 * unit), 0.9 * unit, WHITE, bold=True
        )
    return sketch

"""The round's story in the middle of the table: one sentence beside the signs of those it is about, for every edge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kiosk.display.context import CentreContext
from kiosk.display.games.ranks import rooms_of_people
from kiosk.display.paint.brass_art import MedalLook
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import wrap
from kiosk.display.paint.theme import IVORY, rgb, seat_color
from kiosk.display.parts import part
from kiosk.display.texts.stories import story_text
from kiosk.layout.place import Place
from kiosk.locale.direction import RIGHT_TO_LEFT
from kiosk.locale.speaker import speaker
from kiosk.protocol import Story

_GROUND: Final = rgb("160d08")
_ROUND: Final = 0.3
"""The corners of its plate, in its heights."""
_RIM: Final = 0.03
_GLOW: Final = 0.14
"""The rim around it and the light around that, in the same units."""
_SIGN: Final = 0.66
_OVERLAP: Final = 0.24
"""The size of a sign, and how far a second one lies over the first, in the same units."""
_GAP: Final = 0.2
_WORDS: Final = 0.4
"""The gaps beside signs and words, and the size of the words, in the same units."""
_NARROW: Final = 0.05
_SIGNS: Final = 0.26
"""The largest gap, and the most room for all signs together, as parts of the room's length."""


@part
def draw_story(sketch: Sketch, context: CentreContext) -> None:
    """Draw the story of the round that is over, if there is one, for every edge at which people sit."""
    for plate in plates(context):
        sketch.add_turned(plate)


def plates(context: CentreContext) -> Iterator[Sketch]:
    """Yield the plates of this story, each as its edge sees it and drawn only then."""
    table = context.table
    story = table.result.story if table.result is not None else None
    if table.result is None or story is None:
        return
    for room in rooms_of_people(context.layout, table.result, context.languages):
        say = speaker(room.side.language)
        text = story_text(story, table.game, table.names, say)
        if text:
            turned = Sketch(room.side.frame)
            draw_plate(turned, room.story, story, text, -1 if room.side.language in RIGHT_TO_LEFT else 1)
            yield turned


def draw_plate(sketch: Sketch, room: Place, story: Story, text: str, way: int) -> None:
    """Draw a plate as long as it needs to be, with the signs and the sentence; ``way``: 1, or -1 from right to left."""
    high, tint = room.h, seat_color(story.seats[0])
    gap, signs = min(_GAP * high, _NARROW * room.w), 1 + (1 - _OVERLAP) * (len(story.seats) - 1)
    sign = min(_SIGN * high, _SIGNS * room.w / signs)
    step = sign * (1 - _OVERLAP)
    begins = 2 * gap + sign * signs
    lines = wrap(text, _WORDS * high, (room.w - begins - 1.5 * gap, 0.84 * high), bold=True)
    wide = min(room.w, begins + max(line.extent[0] for line in lines) + 1.5 * gap)
    place = room._replace(w=wide)
    sketch.glow(place, _ROUND * high, _GLOW * high, tint.fade(0.5))
    sketch.fill(place, _ROUND * high, tint)
    sketch.fill(place.inset(max(2.0, _RIM * high)), (_ROUND - _RIM) * high, _GROUND)
    for number, seat in reversed([*enumerate(story.seats)]):
        x = gap + sign / 2 + step * number
        sketch.picture(MedalLook(seat, round(sign)), place.x + way * (x - wide / 2), place.y)
    for number, line in enumerate(lines):
        x = begins + line.extent[0] / 2
        y = 1.25 * line.size * ((len(lines) - 1) / 2 - number)
        sketch.picture(line, place.x + way * (x - wide / 2), place.y + y, IVORY)

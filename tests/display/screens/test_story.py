"""The round's story in the middle: one sentence for every edge, in its language, once all places are told."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.context import CentreContext, TableContext
from kiosk.display.games.times import count_times
from kiosk.display.paint.marks import Picture, Sketch
from kiosk.display.paint.text import TextLook, least_size
from kiosk.display.screens.centre import draw_centre
from kiosk.display.screens.centre_story import draw_plate
from kiosk.display.texts.stories import story_text
from kiosk.game.seats import SeatNumber
from kiosk.layout.result_places import result_rooms
from kiosk.layout.sides import sides
from kiosk.layout.table_layout import Frame, Layout
from kiosk.locale.languages import installed
from kiosk.locale.speaker import speaker
from kiosk.protocol import Story, StoryKind
from tests.display.panels import layout_of_all, words
from tests.rig.moments import moment

ONE, TWO = SeatNumber(1), SeatNumber(2)
LONG_NAMES = ((ONE, "Maximilian W"), (TWO, "Jean-Luc"))
OF_TWO = frozenset(
    {StoryKind.CLOSE_RACE, StoryKind.DEAD_HEAT, StoryKind.AHEAD, StoryKind.SHARED, StoryKind.NECK_AND_NECK}
)


def story(kind: StoryKind) -> Story:
    return Story(kind, (ONE, TWO) if kind in OF_TWO else (ONE,), 12, 10)


def told(canned: Any, layout: Layout, *, late: float, people: int = 4, **changes: Any) -> list[str]:
    """Return the words in the middle so many seconds after all places have been told; all but ``people`` are bots."""
    snapshot = moment(canned, "races", "cards", 4)
    assert snapshot.result is not None
    lines = tuple(replace(line, bot=line.seat > people) for line in snapshot.result.lines)
    result = replace(snapshot.result, lines=lines, story=replace(story(StoryKind.CLOSE_RACE), **changes))
    table = TableContext.of(replace(snapshot, result=result, since=1))
    now = int(1e9 * (count_times(result).over + late)) + 1
    languages = tuple((view.seat, "de" if view.seat == TWO else "en") for view in snapshot.seats)
    sketch = Sketch(Frame())
    draw_centre(sketch, CentreContext(table, layout, languages, (), now))
    return words(sketch.marks)


def test_it_is_told_to_every_edge_in_its_language_after_the_places(canned: Any) -> None:
    layout = layout_of_all(canned.welcome(4), (1920, 1080))
    before, after = told(canned, layout, late=-0.1), " ".join(told(canned, layout, late=0.1))
    assert "12 ms" not in " ".join(before)
    assert after.count("12 ms") == 4
    assert after.count("was 12 ms ahead of") == 3
    assert "12 ms schneller als" in after


@pytest.mark.parametrize(("people", "before", "after"), [(4, 4, 4), (2, 2, 2), (1, 1, 0)])
def test_the_ranking_stands_where_people_sit_and_once_if_that_is_one_edge(
    canned: Any, people: int, before: int, after: int
) -> None:
    layout = layout_of_all(canned.welcome(4), (1920, 1080))
    lines = [len(told(canned, layout, late=late, people=people, kind="")) for late in (-0.01, 0.1)]
    each = len(told(canned, layout, late=0.1, kind="")) / 4
    assert lines[1] == after * each
    assert lines[0] >= before * each > 0


@pytest.mark.parametrize(("people", "times"), [(4, 4), (2, 2), (1, 1), (0, 4)])
def test_it_is_told_where_people_sit(canned: Any, people: int, times: int) -> None:
    layout = layout_of_all(canned.welcome(4), (1920, 1080))
    after = " ".join(told(canned, layout, late=0.1, people=people))
    assert after.count("12 ms") == times


@pytest.mark.parametrize("game", ["cards", "dice"])
@pytest.mark.parametrize("language", installed())
def test_every_story_has_a_sentence_with_its_names_and_figures(language: str, game: str) -> None:
    say, found = speaker(language), []
    for kind in StoryKind:
        text = story_text(story(kind), game, LONG_NAMES, say)
        assert "Maximilian W" in text
        assert ("Jean-Luc" in text) == (kind in OF_TWO)
        found.append(text)
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("seats", [2, 4, 12])
@pytest.mark.parametrize("language", installed())
def test_every_sentence_fits_its_plate(canned: Any, language: str, seats: int) -> None:
    layout = layout_of_all(canned.welcome(seats), (1920, 1080))
    least = least_size(layout.panels[ONE].mm, needed=False)
    for room in result_rooms(layout, sides(layout, ())):
        for kind in StoryKind:
            sketch, text = Sketch(Frame()), story_text(story(kind), "cards", LONG_NAMES, speaker(language))
            draw_plate(sketch, room.story, story(kind), text, 1)
            for mark in sketch.marks:
                if isinstance(mark, Picture):
                    wide, high = mark.look.extent[0], getattr(mark.look, "size", 0)
                    assert room.story.left <= mark.x - wide / 2
                    assert mark.x + wide / 2 <= room.story.right
                    assert abs(mark.y - room.story.y) + high / 2 <= room.story.h / 2
                if isinstance(mark, Picture) and isinstance(mark.look, TextLook):
                    assert mark.look.size >= least, text

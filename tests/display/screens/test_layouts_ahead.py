"""What somebody who sits down needs at once, and the story of a round, have been made before, in quiet frames."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import wrap
from kiosk.display.screens import picture
from kiosk.display.screens.centre_story import draw_story
from kiosk.game.seats import SeatNumber
from kiosk.layout import table_shape
from kiosk.layout.place import Frame, Place
from kiosk.protocol import LessonView, Story, StoryKind
from kiosk.protocol.state import State

AREA = Place(960, 540, 1920, 1080)


def test_as_somebody_sits_down_layout_and_places_of_lessons_are_there(
    canned: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    layouts, lessons = (lru_cache(vars(table_shape)[name].__wrapped__) for name in ("_layout", "_practised"))
    monkeypatch.setattr(table_shape, "_layout", layouts)
    monkeypatch.setattr(table_shape, "_practised", lessons)
    model = picture.PictureModel(canned.welcome(12), lambda: 0)
    assert not model.foresee()
    ready = canned.snapshot("ready", 12)
    model.follow(replace(ready, state=State.ATTRACT))
    model.arrange(AREA)
    assert model.invites
    assert [model.foresee() for _ in range(3)] == [True, True, False], "a frame's work at a time"
    made = layouts.cache_info().misses, lessons.cache_info().misses
    assert made == (2, 1)
    learner = replace(ready.seats[0], state="taken", lesson=LessonView(0, 5, act="flip"))
    model.follow(replace(ready, id=2, seats=(learner, *ready.seats[1:])))
    assert model.arrange(AREA)
    assert model.practised.keys() == {view.seat for view in ready.seats}
    assert (layouts.cache_info().misses, lessons.cache_info().misses) == made
    assert not model.foresee(), "here somebody sits"


def test_as_a_story_is_told_its_sentences_have_been_measured_for_every_edge(canned: Any) -> None:
    wrap.cache_clear()
    model = picture.PictureModel(canned.welcome(4), lambda: 0)
    counted = canned.snapshot("round_result", 4)
    story = Story(StoryKind.CLOSE_RACE, (SeatNumber(1), SeatNumber(2)), 12)
    told = replace(counted, result=replace(counted.result, story=story))
    edges = [True] * 4
    for snapshot, made in ((counted, []), (told, edges), (replace(told, id=2), []), (counted, [])):
        model.follow(snapshot)
        model.arrange(AREA)
        model.look(snapshot)
        assert [model.foresee() for _ in range(5)] == [*made, *[False] * (5 - len(made))]
    model.follow(told)
    assert model.layout is not None
    measured = wrap.cache_info().misses
    assert measured
    sketch = Sketch(Frame())
    draw_story(sketch, model.middle(told, model.look(told), model.layout, 0))
    assert sketch.marks
    assert wrap.cache_info().misses == measured

"""What is needed at once when somebody sits down at a table that invites has been made before, in quiet frames."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.screens import picture
from kiosk.layout import table_shape
from kiosk.layout.place import Place
from kiosk.protocol import LessonView
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

"""A newcomer's lesson, done with one finger on a real session, its gestures and its picture."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.scene import Item
from kiosk.display.screens import picture
from kiosk.game.seats import SeatNumber
from kiosk.layout import table_shape
from kiosk.layout.place import Place
from kiosk.layout.table_shape import TableShape
from kiosk.protocol import LessonView
from tests.rig.evening import EDGES, Evening

pytestmark = [pytest.mark.ui, pytest.mark.usefixtures("unpainted")]


def _lesson(evening: Evening) -> LessonView | None:
    return evening.seat(1).lesson


def _item(evening: Evening, source: str) -> Item:
    """Return the item that holds the pieces of a source."""
    what, _, rest = source.partition(" ")
    items = evening.items(what, 1)
    if what == "row":
        return next(item for item in items if item.slot == int(rest))
    if what == "die":
        return next(item for item in items if item.card == rest)
    return items[0]


def _before_tray(evening: Evening) -> Item:
    """Return the pile, or the first space, on which the seat practises."""
    return [*evening.items("pile", 1), *evening.items("space", 1)][0]


def _do(evening: Evening, lesson: LessonView) -> None:
    """Make the move that the lesson shows, by finger or button."""
    match lesson.act:
        case "play" | "place":
            evening.drag(_item(evening, lesson.source), _before_tray(evening))
        case "fill":
            slot = next(item for item in evening.items("row", 1) if item.slot == lesson.slot)
            evening.drag(_item(evening, lesson.source), slot)
        case "flip":
            evening.tap(evening.items("hand", 1)[0])
        case "roll":
            evening.tap(evening.items("tray", 1)[0])
            evening.pass_time(1_000)
        case "stop":
            evening.tap_button(1)
    evening.look()


@pytest.mark.parametrize("mode", ["drag", "tap"])
@pytest.mark.parametrize("game", ["cards", "dice"])
@pytest.mark.parametrize("seats", sorted(EDGES))
def test_one_finger_comes_to_the_end_of_the_lesson_and_is_ready(seats: int, game: str, mode: str) -> None:
    evening = Evening(seats, 7, game=game, touch_mode=mode)
    evening.look()
    evening.tap(evening.items("seat", 1)[0])
    evening.look()
    for _ in range(9):
        lesson = _lesson(evening)
        assert lesson is not None
        if not lesson.act:
            break
        _do(evening, lesson)
    assert lesson.step == lesson.steps
    evening.tap(evening.items("ready", 1)[0])
    assert evening.seat(1).state == "ready"


def test_a_card_let_go_where_it_does_not_fit_lies_where_it_was() -> None:
    evening = Evening(4, 7)
    evening.look()
    evening.tap(evening.items("seat", 1)[0])
    evening.look()
    evening.drag(_item(evening, "row 0"), _before_tray(evening))
    assert evening.seat(1).row[0].card == "b7"
    assert [verdict.reason for verdict in evening.seat(1).ticker] == ["does_not_fit"]


def test_lessons_are_given_places_when_the_first_of_a_layout_begins(
    canned: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To find them takes as long as the layout, of which what is painted ahead makes hundreds."""
    found: list[TableShape] = []

    def places(shape: TableShape, *_: object) -> dict[SeatNumber, Place]:
        found.append(shape)
        return {SeatNumber(1): shape.area}

    monkeypatch.setattr(table_shape, "_practised", places)
    model = picture.PictureModel(canned.welcome(4), lambda: 0)
    ready = canned.snapshot("ready", 4)
    model.follow(ready)
    model.arrange(Place(960, 540, 1920, 1080))
    assert model.practised == {}
    assert not found
    learner = replace(ready.seats[0], state="taken", lesson=LessonView(0, 5, act="flip"))
    model.follow(replace(ready, id=2, seats=(learner, *ready.seats[1:])))
    assert model.shape is not None
    assert model.practised == {1: model.shape.area}
    assert found == [model.shape]

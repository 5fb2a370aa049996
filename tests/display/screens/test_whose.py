"""Whose house it is, at the table: its name and its colour while nobody plays, and after a match."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.context import CentreContext
from kiosk.display.paint.award_art import AwardLook
from kiosk.display.paint.lettering import CurvedLook
from kiosk.display.paint.marks import Mark, Picture, Sketch
from kiosk.display.paint.text import TextLook, least_size, unknown_letters
from kiosk.display.paint.theme import ACCENT, IVORY, rgb
from kiosk.display.paint.wheel_art import HUB, PetalsLook
from kiosk.display.screens.centre import draw_centre
from kiosk.game.seats import SeatNumber
from kiosk.layout.inviting import wheel_place
from kiosk.layout.place import Frame
from kiosk.protocol import BestScore, House
from kiosk.protocol.state import AttractScene
from tests.display.screens.test_feast import _box, middle_of, won

NAME = "Café Ludo"
LONG = "Spielecafé zum Goldenen Hirschen"
PINK = "#ff9fc8"


def inviting(canned: Any, seats: int, house: House, **more: Any) -> CentreContext:
    return middle_of(canned, replace(canned.snapshot("attract", seats), house=house, **more))


def after_match(canned: Any, seats: int, house: House) -> CentreContext:
    middle = middle_of(canned, won(canned, seats, house=house))
    return middle._replace(now=0)  # nothing moves any more


def drawn(middle: CentreContext) -> list[Mark]:
    sketch = Sketch(Frame())
    draw_centre(sketch, middle)
    return sketch.marks


def bent(marks: list[Mark]) -> dict[tuple[str, float], Picture]:
    """Return the bent lines, by text and edge."""
    pictures = [mark for mark in marks if isinstance(mark, Picture)]
    return {(mark.look.text.text, mark.turn): mark for mark in pictures if isinstance(mark.look, CurvedLook)}


def lines(marks: list[Mark], text: str) -> list[Picture]:
    pictures = [mark for mark in marks if isinstance(mark, Picture)]
    return [mark for mark in pictures if isinstance(mark.look, TextLook) and mark.look.text == text]


@pytest.mark.parametrize("seats", [2, 4, 12])
@pytest.mark.parametrize("name", [NAME, LONG, "בית המשחקים", "بيت الألعاب"])
def test_the_wheel_bears_the_houses_name_in_its_colour_clear_of_the_petals(canned: Any, seats: int, name: str) -> None:
    middle = inviting(canned, seats, House(name=name, accent=PINK))
    marks = drawn(middle)
    names = bent(marks)
    edges = {panel.frame.rotation for panel in middle.layout.panels.values()}
    assert {turn for _, turn in names} == (edges & {0.0, 180.0} if (name, seats) == (LONG, 4) else edges)
    assert {text for text, _ in names} == {name}
    assert {mark.tint for mark in names.values()} == {rgb(PINK[1:])}
    mm = next(iter(middle.layout.panels.values())).mm
    hub = HUB * wheel_place(middle.layout.centre).w / 2
    (petals,) = [mark.look for mark in marks if isinstance(mark, Picture) and isinstance(mark.look, PetalsLook)]
    for mark in names.values():
        look: Any = mark.look
        assert look.text.size >= least_size(mm, needed=False)
        assert 0.285 * petals.size < look.radius - look.text.size / 2  # a capital with an accent
        assert look.radius + 0.55 * look.text.size < hub


def test_without_a_name_the_wheel_is_the_tables_own(canned: Any) -> None:
    assert drawn(inviting(canned, 4, House(accent=PINK))) == drawn(inviting(canned, 4, House()))
    assert drawn(after_match(canned, 4, House(accent=PINK))) == drawn(after_match(canned, 4, House()))


def test_the_best_of_the_day_have_the_houses_colour(canned: Any) -> None:
    best = {"best": (BestScore(SeatNumber(1), 87, "Lale"),), "scene": AttractScene.BEST}
    for house, ink in ((House(name=NAME, accent=PINK), rgb(PINK[1:])), (House(name=NAME), ACCENT)):
        marks = drawn(inviting(canned, 4, house, **best))
        assert {text for text, _ in bent(marks)} >= {"Who beats 87?"}
        assert {mark.tint for mark in bent(marks).values()} == {ink}
        assert NAME not in {text for text, _ in bent(marks)}  # the question has its room
        assert {mark.tint for mark in lines(marks, "Best today")} <= {ink}
        assert ink in {mark.tint for mark in marks if isinstance(mark, Picture) and isinstance(mark.look, TextLook)}


@pytest.mark.parametrize("seats", [2, 4, 12])
@pytest.mark.parametrize("name", [NAME, LONG])
def test_after_a_match_it_stands_above_the_awards_of_every_edge(canned: Any, seats: int, name: str) -> None:
    middle = after_match(canned, seats, House(name=name, accent=PINK))
    marks = drawn(middle)
    edges = {panel.frame.rotation for panel in middle.layout.panels.values()}
    told = lines(marks, name)
    assert {mark.turn for mark in told} == edges
    assert {mark.tint for mark in told} == {IVORY}
    mm = next(iter(middle.layout.panels.values())).mm
    assert all(mark.look.size >= least_size(mm, needed=False) for mark in told)  # type: ignore[attr-defined]
    assert rgb(PINK[1:]) in {mark.tint for mark in marks}  # the bar
    others = [mark for mark in marks if isinstance(mark, Picture) and mark not in told]
    assert not any(_box(mark).overlaps(_box(other)) for mark in told for other in others)
    felt = middle.layout.centre
    assert all(felt.left < box.left and box.right < felt.right for box in map(_box, told))


@pytest.mark.parametrize("seats", [2, 3, 4, 6, 8, 12])
def test_no_award_and_none_of_their_words_gives_way_to_it(canned: Any, seats: int) -> None:
    def given(house: House) -> list[tuple[object, ...]]:
        pictures = [mark for mark in drawn(after_match(canned, seats, house)) if isinstance(mark, Picture)]
        awards = [(mark.turn, mark.look.kind) for mark in pictures if isinstance(mark.look, AwardLook)]
        words = [(mark.turn, mark.look.text) for mark in pictures if isinstance(mark.look, TextLook)]
        return sorted(map(repr, [*awards, *(one for one in words if one[1] != LONG)]))  # type: ignore[arg-type]

    assert given(House(name=LONG)) == given(House())


def test_a_name_with_letters_that_the_typeface_lacks_is_not_shown(canned: Any) -> None:
    house = House(name="桌遊店 Ludo")
    assert unknown_letters(house.name) == "桌遊店"
    assert drawn(inviting(canned, 4, house)) == drawn(inviting(canned, 4, House()))
    assert drawn(after_match(canned, 4, house)) == drawn(after_match(canned, 4, House()))


@pytest.mark.parametrize("name", [NAME, LONG, "Игротека №5", "בית המשחקים", "بيت الألعاب", "Kość & Łódź, Århus"])
def test_usual_names_have_letters(name: str) -> None:
    assert unknown_letters(name) == ""

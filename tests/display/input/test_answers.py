"""The answers to taps that do nothing: each line of the table, and a stranger's finger on every state."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, Final

import pytest
from msgspec.structs import replace

from kiosk import protocol as msg
from kiosk.display.input.answers import ANSWERS, BUTTON, OPTIONS, SETTLED, TouchAnswer, answer_to
from kiosk.display.input.gestures import SECOND, Gestures
from kiosk.display.scene import Item, Pull
from kiosk.display.texts.games import texts_of_game
from kiosk.display.widgets.frame import answer_text
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Layout
from kiosk.locale.speaker import speaker
from tests.display import shown

WAY: Final = shown.Way((1920, 1080))
OFTEN: Final = 4
"""Every fourth state is checked in every run; ``long``: all of them."""
PARTS: Final = ("stop", "count", "end", "sign", "head", "ticker", "body")


class Scene:
    """A state of the gallery as gestures see it (``scene.Surface``), with what the gestures have made of a tap."""

    def __init__(self, made: shown.Picture) -> None:
        self.snapshot: msg.Snapshot = made.snapshot
        self.layout: Layout = made.layout
        self.things = [item for part in made.parts for item in part.sketch.items]
        self.heard: list[Any] = []
        self.answers: list[TouchAnswer | None] = []

    def items(self) -> list[Item]:
        return self.things

    def panel_at(self, x: float, y: float) -> SeatNumber | None:
        return self.layout.panel_at(x, y)

    def near_cells(self, x: float, y: float) -> tuple[int, ...]:
        return self.layout.near_cells(x, y)

    def carry(self, seat: SeatNumber, source: str, x: float, y: float) -> None:
        raise AssertionError("nothing was dragged")

    def release(self, seat: SeatNumber) -> None:
        raise AssertionError("nothing was dragged")

    def nudge(self, seat: SeatNumber, source: str) -> None:
        self.heard.append(source)

    def answer(self, x: float, y: float) -> None:
        self.answers.append(answer_to(x, y, self.snapshot, self.layout, self.things))

    def nearest_seat(self, x: float, y: float) -> Item | None:
        return None

    def press(self, seat: SeatNumber, at: int | None) -> None:
        pass

    def tap(self, item: Item, at: int, pull: Pull | None = None) -> None:
        self.heard.append(item.what)

    def _take(self, message: msg.ToTable) -> None:
        if not isinstance(message, msg.Touch):  # a sign of life, whatever was touched
            self.heard.append(message)

    def tapped(self, x: float, y: float) -> TouchAnswer | None:
        """Tap once and return the answer; what else has happened is in ``heard``."""
        self.heard, self.answers = [], []
        gestures = Gestures(self, self._take)
        gestures.resize(*WAY.size, shown.DIAGONAL_MM)
        gestures.apply(self.snapshot)
        gestures.down("finger", x, y, self.snapshot.now)
        gestures.up("finger", x, y, self.snapshot.now + SECOND // 20)
        assert len(self.answers) <= 1
        return self.answers[0] if self.answers else None

    def person(self, **wanted: object) -> SeatNumber:
        """Return the first person with these fields."""
        return next(
            view.seat
            for view in self.snapshot.seats
            if view.state in ("playing", "taken")
            and (not view.bot or self.snapshot.state == "attract")
            and all(getattr(view, name) == value for name, value in wanted.items())
        )

    def point(self, what: str, seat: SeatNumber, *, empty: bool = False) -> tuple[float, float]:
        """Return the middle of an item of this seat, or of a part of its panel; of ``centre`` a point on bare felt."""
        if what == "centre":
            place = self.layout.centre
            bare = ((place.left + share * place.w, place.y) for share in (0.5, 0.01, 0.05, 0.1))
            return next(point for point in bare if not any(item.contains(*point) for item in self.things))
        found = (item for item in self.things if item.what == what and item.seat in (seat, None))
        found = (item for item in found if not empty or item.card is None)
        item = next(found, None) if what not in PARTS else None
        place = self.layout.panels[seat].window_place(what) if item is None else item
        return place.x, place.y


def _new_scene(name: str, seats: int = 4) -> Scene:
    made = shown.picture(shown.states(seats)[name](), seats, WAY)
    assert made is not None
    return Scene(made)


_scene: Final = lru_cache(maxsize=4)(_new_scene)
"""The same for tests that change nothing in it."""


def test_a_lit_stop_sign_points_to_the_button_that_works() -> None:
    scene = _scene("may-stop")
    answer = scene.tapped(*scene.point("stop", scene.person(may_stop=True)))
    assert answer is not None
    assert (answer.told, answer.button, answer.target) == (BUTTON, True, None)
    assert scene.heard == []


def test_a_stop_sign_without_a_button_is_a_control_and_answers_nothing() -> None:
    scene = _new_scene("may-stop")
    seat = scene.person(may_stop=True)
    stop = scene.layout.panels[seat].window_place("stop")
    scene.things.append(Item("stop", seat, *stop, rotation=scene.layout.panels[seat].frame.rotation))
    assert scene.tapped(stop.x, stop.y) is None
    assert scene.heard == ["stop"]


SAID: Final = {
    ("play-full", "stop"): "stop",
    ("play-full", "count"): "count",
    ("play-full", "end"): "end",
    ("play-full", "sign"): "sign",
    ("dice-full", "stop"): "stop",
    ("dice-full", "count"): "count",
    ("dice-full", "end"): "end",
    ("dice-full", "sign"): "sign",
    ("countdown", "stop"): "stop",
    ("countdown", "row"): "start",
    ("countdown", "stack"): "start",
    ("countdown", "count"): "count",
    ("countdown", "sign"): "sign",
}


@pytest.mark.parametrize(("name", "what"), SAID, ids=str)
def test_what_is_seen_in_a_tray_says_what_it_is(name: str, what: str) -> None:
    scene = _scene(name)
    seat = scene.person(may_stop=False)
    answer = scene.tapped(*scene.point(what, seat))
    assert answer is not None
    assert (answer.seat, answer.told, answer.target) == (seat, SAID[name, what], None)
    assert scene.heard == []
    view = next(view for view in scene.snapshot.seats if view.seat == seat)
    number = {"count": view.stack_count or len(view.dice), "end": view.centered}.get(what)
    text = answer_text(answer.told, texts_of_game(scene.snapshot.game).words, speaker("en"), number or 0)
    assert number is None or str(number) in text


def test_the_smallest_tray_has_its_door_in_the_sign() -> None:
    scene = _scene("play-full", 12)
    assert scene.tapped(*scene.point("sign", scene.person())) is None
    assert scene.heard == ["leave"]


@pytest.mark.parametrize(
    ("what", "changes", "told"),
    [
        ("row", {"stack_count": 0, "stack_card": None}, "row"),
        ("row", {"stack_count": 3}, ""),
        ("discard", {"discard_card": None, "discard_count": 0}, "discard"),
    ],
    ids=str,
)
def test_an_empty_place_says_why(what: str, changes: dict[str, Any], told: str) -> None:
    scene = _new_scene("play-early")
    seat = scene.person()
    views = [
        replace(view, **changes, row=(msg.Slot(None, 0), *view.row[1:])) if view.seat == seat else view
        for view in scene.snapshot.seats
    ]
    scene.snapshot = replace(scene.snapshot, seats=tuple(views))
    scene.things = [
        Item(item.what, item.seat, item.x, item.y, item.w, item.h, item.rotation, item.slot, None, enabled=False)
        if item.seat == seat and (item.what, item.slot) in (("row", 0), ("discard", None))
        else item
        for item in scene.things
    ]
    answer = scene.tapped(*scene.point(what, seat, empty=True))
    assert answer is not None
    assert answer.told == told


POINTED: Final = {
    ("attract", "centre"): "seat",
    ("round-result", "centre"): "go_on",
    ("round-result", "head"): "go_on",
    ("match-result", "centre"): "again",
    ("match-result", "head"): "again",
    ("paused", "centre"): "go_on",
    ("paused", "head"): "go_on",
    ("recovery", "centre"): "go_on",
    ("recovery", "head"): "go_on",
    ("look-again", "centre"): "replay_close",
    ("look-again", "head"): "replay_close",
}


@pytest.mark.parametrize(("name", "what"), POINTED, ids=str)
def test_a_tap_beside_all_controls_points_to_the_nearest(name: str, what: str) -> None:
    scene = _scene(name)
    point = scene.point(what, scene.person())
    answer = scene.tapped(*point)
    assert answer is not None
    assert answer.told == ""
    wanted = [item for item in scene.things if item.what == POINTED[name, what] and item.enabled]
    if what == "centre":
        nearest = min(math.dist(point, (item.x, item.y)) for item in wanted)
        assert answer.seat is None
    else:
        own = [item for item in wanted if item.seat == scene.person()]
        nearest = min((math.dist(point, (item.x, item.y)) for item in own), default=math.inf)
    assert (math.inf if answer.target is None else math.dist(point, (answer.target.x, answer.target.y))) == nearest


def test_the_choices_in_the_middle_of_the_lobby_point_to_the_options_of_every_tray_that_may_choose() -> None:
    scene = _scene("lobby")
    answer = scene.tapped(*scene.point("centre", scene.person()))
    assert answer is not None
    assert (answer.seat, answer.target) == (None, None)
    choosing = {view.seat for view in scene.snapshot.seats if view.state == "taken"}
    assert {tray.seat for tray in answer.trays} == choosing
    assert all((tray.told, tray.around) == (OPTIONS, None) for tray in answer.trays)
    assert all(tray.target and (tray.target.what, tray.target.seat) == ("more", tray.seat) for tray in answer.trays)


def test_a_disc_that_proposes_nothing_any_more_says_why_in_every_tray() -> None:
    scene = _scene("lobby")
    disc = next(item for item in scene.things if item.what == "propose length")
    answer = scene.tapped(disc.x, disc.y)
    assert answer is not None
    seated = {view.seat for view in scene.snapshot.seats if view.state in ("taken", "ready")}
    assert {(tray.seat, tray.told, tray.target) for tray in answer.trays} == {(seat, SETTLED, None) for seat in seated}


def test_an_open_drawer_is_not_answered_for_its_way_back() -> None:
    scene = _new_scene("lobby")
    seat = scene.person()
    scene.things = [*scene.things, Item("close", seat, 0, 0, 1, 1)]
    answer = scene.tapped(*scene.point("centre", seat))
    assert answer is not None
    assert seat not in {tray.seat for tray in answer.trays}


def test_who_has_pressed_is_not_asked_again() -> None:
    scene = _new_scene("round-result")
    scene.snapshot = replace(
        scene.snapshot, seats=tuple(replace(view, confirmed=True) for view in scene.snapshot.seats)
    )
    for what in ("centre", "head"):
        answer = scene.tapped(*scene.point(what, scene.person()))
        assert answer is not None
        assert answer.target is None


def test_the_cards_of_a_bot_point_to_how_one_joins() -> None:
    scene = _scene("play-full")
    bot = next(view.seat for view in scene.snapshot.seats if view.bot)
    answer = scene.tapped(*scene.point("row", bot))
    assert answer is not None
    assert answer.target is not None
    assert (answer.target.what, answer.target.seat) == ("seat", bot)


@pytest.mark.parametrize("name", ["play-full", "dice-full"])
def test_a_pile_or_space_answers_with_light_around_it_and_tells_nobody_a_move(name: str) -> None:
    scene = _scene(name)
    places = [item for item in scene.things if item.what in ("pile", "space")]
    assert places
    for item in places:
        answer = scene.tapped(item.x, item.y)
        assert answer == TouchAnswer(None, answer.around if answer else None)
        assert (answer.around.x, answer.around.y) == (item.x, item.y)


def test_every_line_of_the_table_says_what_has_a_text() -> None:
    words = [texts_of_game(game).words for game in ("cards", "dice")]
    told = {reply.told for reply in ANSWERS.values()} - {""}
    assert {key for key in told if any(answer_text(key, one, speaker("en"), 2) for one in words)} == told
    assert all(answer_text(key, one, speaker("en"), 2) for one in words for key in ("stop", "count", "end", "sign"))


NAMES: Final = {seats: tuple(shown.states(seats)) for seats in shown.SEATS}


def _silent(seats: int, name: str) -> list[tuple[str, float, float]] | None:
    """Return where a stranger's tap is not answered; None if nobody would tap anything."""
    state = shown.states(seats)[name]()
    made = shown.picture(state, seats, WAY)
    if state.gone or state.snapshot.state == "service" or made is None:
        return None
    scene = Scene(made)
    points = [(item.what, item.x, item.y) for item in scene.things]
    for panel in scene.layout.panels.values():
        points += [(part, *panel.window_place(part)[:2]) for part in PARTS if part in panel.places]
    points.append(("centre", *scene.layout.centre[:2]))
    return [point for point in points if scene.tapped(*point[1:]) is None and not scene.heard]


@pytest.mark.parametrize(("seats", "name"), shown.in_turn()[::OFTEN])
def test_a_stranger_finds_nothing_that_stays_silent(seats: int, name: str) -> None:
    assert not _silent(seats, name)


@pytest.mark.long
@pytest.mark.parametrize("seats", NAMES)
def test_a_stranger_finds_nothing_that_stays_silent_in_any_state(seats: int) -> None:
    silent = {name: _silent(seats, name) for name in NAMES[seats]}
    assert sum(found is not None for found in silent.values()) > 80
    assert {name: found for name, found in silent.items() if found} == {}

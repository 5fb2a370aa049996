"""Every edition is played in the window to its match result: people's fingers on the real picture, bots, a real table.

A virtual clock drives session, gestures and picture. What is drawn is checked at every change of what is told, and a
few times a second of play. With KIOSK_PICTURES set to a directory a picture of play and of the result is kept there.
"""

from __future__ import annotations

import itertools
import json
import math
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from hardware.api import Button, ButtonEdge, Instant, milliseconds
from kiosk import messages as msg
from kiosk.display.art import FaceLook
from kiosk.display.control import scene_json
from kiosk.display.gestures import Gestures
from kiosk.display.layout import MIN_CARD_MM, MIN_CARD_PX
from kiosk.display.scene import Item
from kiosk.display.sketch import Picture, Sketch
from kiosk.display.text import LEGIBLE, TextLook
from kiosk.game.rules import PRESETS, MatchEndKind, ProStep, StackFace
from kiosk.seats import SeatNumber
from kiosk.table.inputs import DisplayJoined, FromDisplay, Input, TimePassed
from kiosk.table.session import Session
from kiosk.table.settings import TableSettings
from kiosk.table.view import snapshot, welcome
from kiosk.table.way import State
from tests.rig.scene import below
from tests.rig.watcher import check_cards

pytestmark = pytest.mark.ui

START: Final = Instant(1_000_000_000_000)
FRAME: Final = milliseconds(16)
SCREEN: Final = "display 1"
DIAGONAL: Final = 1092.0
LANGUAGES: Final = ("en", "de", "fr")
LONGEST: Final = milliseconds(60 * 60_000)
"""No match lasts longer."""

EDGES: Final = {
    2: (("south", 0.5), ("north", 0.5)),
    4: (("south", 0.5), ("west", 0.5), ("north", 0.5), ("east", 0.5)),
    12: (
        *((edge, (place + 0.5) / 4) for edge in ("south", "north") for place in range(4)),
        *((edge, (place + 0.5) / 2) for edge in ("west", "east") for place in range(2)),
    ),
}
SIZES: Final = {2: (1280, 720), 4: (1280, 720), 12: (1920, 1080)}
PEOPLE: Final = {2: (1,), 4: (1, 3), 12: (1, 5, 9)}
"""Who is no bot: at one, at two and at three edges."""


SHORT: Final = {MatchEndKind.FIXED_ROUNDS: "rounds 3", MatchEndKind.TARGET: "points 50"}


class Edition(NamedTuple):
    """What is played: a preset, and the step of the pro variant, if it is on."""

    preset: str
    pro: ProStep | None = None

    def __str__(self) -> str:
        return f"{self.preset}-{self.pro}" if self.pro else self.preset

    def short(self, seats: int) -> str | None:
        """A length that takes seconds; None where the edition's own is a single round."""
        length = SHORT.get(PRESETS[self.preset].rules.match_end.kind)
        return "rounds 3" if length and seats == 12 else length  # to points it may never end (RULES.md E19)


EDITIONS: Final = (*map(Edition, PRESETS), *(Edition("table_default", step) for step in ProStep))


class Evening:
    """A table, its window, and the only clock that both know."""

    def __init__(self, seats: int, seed: int) -> None:
        from kiosk.display.table_view import TableView  # noqa: PLC0415  # Kivy only where such a test really runs

        plans = tuple(msg.SeatPlan(SeatNumber(number), *place) for number, place in enumerate(EDGES[seats], 1))
        self.now = START
        settings = TableSettings(plans, languages=LANGUAGES, simulated=True)
        self.session = Session(settings, itertools.count(seed), START)
        self.size = SIZES[seats]
        self.view = TableView(welcome(self.session), clock=lambda: self.now, size=self.size)
        self.gestures = Gestures(self.view, lambda message: self.put(FromDisplay(SCREEN, message)))
        self.gestures.resize(*self.size, DIAGONAL)
        self.check = Check(self)
        self._numbers = itertools.count(1)
        self.put(DisplayJoined(SCREEN))

    @property
    def state(self) -> State:
        return self.session.state

    def seat(self, number: int) -> msg.SeatView:
        return next(view for view in self.shown.seats if view.seat == number)

    def items(self, what: str, seat: int | None = None) -> list[Item]:
        return [item for item in self.view.items() if item.what == what and seat in (None, item.seat)]

    # ------------------------------------------------------------ time and input

    def put(self, input_: Input) -> None:
        self.session.handle(input_, self.now)
        if self.session.changed:
            self.session.changed = False
            self._show()

    def _show(self) -> None:
        self.shown = snapshot(self.session, next(self._numbers))
        self.gestures.apply(self.shown)
        if self.check.is_due(self.shown):
            self.look()

    def look(self) -> None:
        """Bring the picture up to date, and check it."""
        self.view.show(self.shown)
        self.check(self.shown)

    def pass_time(self, ms: float) -> None:
        """Let time pass, stopping at every deadline."""
        end = Instant(self.now + milliseconds(ms))
        while self.now < end:
            due = self.session.next_deadline()
            self.now = min(end, max(self.now + 1, due if due is not None else end, self.now + FRAME // 4))
            if self.state is State.PLAY:
                self.put(FromDisplay(SCREEN, msg.Mark(self.now)))
            self.put(TimePassed())

    # ------------------------------------------------------------ fingers and buttons

    def tap(self, item: Item, ms: float = 60) -> None:
        """A finger comes down on the item, and lifts after so long."""
        self.gestures.down(item.seat, item.x, item.y, self.now)
        self.pass_time(ms)
        self.gestures.up(item.seat, item.x, item.y, self.now)

    def drag(self, item: Item, to: Item) -> None:
        """A finger carries the card of ``item`` to the middle of ``to``."""
        self.gestures.down(item.seat, item.x, item.y, self.now)
        for part in (0.5, 1.0):
            self.pass_time(30)
            x, y = item.x + (to.x - item.x) * part, item.y + (to.y - item.y) * part
            self.gestures.move(item.seat, x, y, self.now)
        self.pass_time(90)  # laid down, not thrown
        self.gestures.up(item.seat, to.x, to.y, self.now)

    def press(self, seat: int) -> None:
        for pressed in (True, False):
            self.put(ButtonEdge(seat, Button.STOP, pressed, self.now))

    def choose(self, seat: int, key: str, value: str) -> None:
        """Under "More", with a finger: open the choice, touch the value."""
        assert self.shown.lobby is not None
        choice = next(choice for choice in self.shown.lobby.choices if choice.key == key)
        self._open("more", seat)
        self._open(f"choose {key}", seat)
        self._open(key, seat, choice.values.index(value))
        self._open("close", seat)

    def speak(self, seat: int, language: str) -> None:
        assert self.shown.lobby is not None
        self._open("language", seat)
        self._open("language", seat, self.shown.lobby.languages.index(language))

    def _open(self, what: str, seat: int, slot: int | None = None) -> None:
        (item,) = (item for item in self.items(what, seat) if item.slot == slot)
        self.tap(item)
        self.look()


class Person:
    """Plays what the picture shows. What was refused is not tried again before something else has changed."""

    PATIENCE: Final = 30
    """Flips: more than two passes through the fullest hand."""

    def __init__(self, evening: Evening, seat: int) -> None:
        self.evening = evening
        self.seat = seat
        self._tried: set[object] = set()
        self._flips = 0
        self._lay: object = None

    def act(self) -> None:
        evening = self.evening
        evening.view.show(evening.shown)
        view = evening.seat(self.seat)
        if evening.state is not State.PLAY:
            if not view.confirmed:
                evening.press(self.seat)
        elif view.may_stop:
            evening.press(self.seat)
        elif move := next((move for move in self._moves(view) if self._key(*move) not in self._tried), None):
            self._tried.add(self._key(*move))
            evening.drag(*move)
        elif gap := self._gap(view):
            evening.tap(gap)
        elif (evening.shown.dead or self._despairs(view)) and not view.voted:
            evening.tap(*evening.items("hand", self.seat), 1200)
        else:
            self._flips += 1
            self._tried.clear()
            evening.tap(*evening.items("hand", self.seat))

    def _despairs(self, view: msg.SeatView) -> bool:
        """Flipped and flipped, and nothing has come of it at the whole table."""
        lay = self.evening.shown.piles, view.row, view.stack_count
        if lay != self._lay:
            self._lay, self._flips = lay, 0
        return self._flips > self.PATIENCE

    @staticmethod
    def _key(card: Item, to: Item) -> object:
        return card.what, card.slot, card.card, to.what, to.slot, to.card

    def _gap(self, view: msg.SeatView) -> Item | None:
        """A slot that waits for the stack's top (manual refill)."""
        gaps = (item for item in self.evening.items("row", self.seat) if item.card is None)
        return next(gaps, None) if view.stack_count else None

    def _moves(self, view: msg.SeatView) -> Iterator[tuple[Item, Item]]:
        """Cards to the piles that they fit; in the pro variant stack and discard onto the row, too."""
        evening = self.evening
        sources = [item for what in ("stack", "row", "discard") for item in evening.items(what, self.seat)]
        for card in (item for item in sources if item.card and item.enabled):
            yield from ((card, pile) for pile in evening.items("pile") if pile.card == below(card.card or ""))
        if not evening.shown.pro:
            return
        for card in (item for item in sources if item.what != "row" and item.card and item.enabled):
            for slot in evening.items("row", self.seat):
                if slot.card and card.card and slot.card[0] != card.card[0] and _number(card.card) < _number(slot.card):
                    yield card, slot


def _number(card: str) -> int:
    return int(card[1:])


# ---------------------------------------------------------------- what is checked of every picture


class Check:
    """Looks at the picture as a stranger would, as far as a machine can."""

    EVERY: Final = 40
    """Of the changes of play, one in so many is looked at in any case."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.seen: set[str] = set()
        """States of the way, and what only some editions have."""
        self._told: set[object] = set()
        self._changes = 0

    def is_due(self, shown: msg.Snapshot) -> bool:
        """Whether something is told that was not told in this match before, or long nothing was looked at."""
        told = {("state", shown.state, shown.dead, shown.ended_by, shown.caller, shown.round_no)}
        told |= {("reason", view.seat, verdict.reason) for view in shown.seats for verdict in view.ticker}
        told |= {(view.seat, view.voted, view.may_stop, view.locked_until > 0, view.confirmed) for view in shown.seats}
        new = not told <= self._told
        self._told |= told
        self._changes += 1
        return new or self._changes % self.EVERY == 0

    def __call__(self, shown: msg.Snapshot) -> None:
        self.seen.add(shown.state)
        self.seen |= {"tucked" for view in shown.seats for slot in view.row if slot.count > 1}
        self.seen |= {"gap" for view in shown.seats for slot in view.row if slot.card is None and view.stack_count}
        self.seen |= {"hidden stack" for view in shown.seats if view.stack_count and view.stack_card is None}
        view = self.evening.view
        scene = json.loads(scene_json(self.evening.size, shown.state, view.items()))
        assert scene["state"] == shown.state
        check_cards(shown)
        sketches = {name: sketch for name, (_, sketch) in view._sketches.items()}
        self._items_fit()
        self._texts_can_be_read(sketches)
        if shown.state in ("countdown", "play", "stopped"):
            self._shows_the_cards(shown, sketches)

    def _items_fit(self) -> None:
        width, height = self.evening.size
        smallest = max(MIN_CARD_PX, MIN_CARD_MM * math.hypot(width, height) / DIAGONAL)
        for item in self.evening.view.items():
            turned = round(item.rotation) % 180 != 0
            w, h = (item.h, item.w) if turned else (item.w, item.h)
            assert w / 2 - 1 <= item.x <= width - w / 2 + 1, f"runs out of the window: {item}"
            assert h / 2 - 1 <= item.y <= height - h / 2 + 1, f"runs out of the window: {item}"
            if item.enabled and item.what in ("row", "stack", "discard", "hand"):
                assert min(item.w, item.h) >= smallest - 1, f"too small for a finger: {item}"

    def _texts_can_be_read(self, sketches: dict[Any, Sketch]) -> None:
        layout = self.evening.view._layout
        for name, sketch in sketches.items():
            panel = layout.panels.get(name) or layout.tabs.get(name)
            room = (panel.bounds if panel else layout.area).inset(-1)
            for mark in sketch.marks:
                if not isinstance(mark, Picture) or not isinstance(mark.look, TextLook):
                    continue
                assert mark.look.size >= LEGIBLE, f"too small to be read at {name}: {mark.look}"
                x, y = sketch.frame.to_window(mark.x, mark.y)
                w, h = mark.look.extent
                if round(sketch.frame.rotation + mark.turn) % 180:
                    w, h = h, w
                beyond = max(
                    room.left - x + w / 2, x + w / 2 - room.right, room.bottom - y + h / 2, y + h / 2 - room.top
                )
                assert beyond <= 0, f"cut off at {name}: {mark.look.text}"

    def _shows_the_cards(self, shown: msg.Snapshot, sketches: dict[Any, Sketch]) -> None:
        """Every card that lies face up is drawn once, in its place, and no other."""
        assert _faces(sketches["centre"]) == Counter(card for _, card in shown.piles)
        for seat in shown.seats:
            if seat.state != "playing" or not seat.row:
                continue
            tops = [*(slot.card for slot in seat.row), seat.stack_card, seat.discard_card]
            assert _faces(sketches[seat.seat]) == Counter(card for card in tops if card is not None)
            items = self.evening.items
            assert [item.card for item in items("row", seat.seat)] == [slot.card for slot in seat.row]
            assert [item.card for item in items("discard", seat.seat)] == [seat.discard_card]
            assert [(item.card, item.text) for item in items("stack", seat.seat)] == [
                (seat.stack_card, str(seat.stack_count))
            ]
            assert [item.text for item in items("hand", seat.seat)] == [str(seat.hand_count)]


def _faces(sketch: Sketch) -> Counter[str]:
    return Counter(
        mark.look.card for mark in sketch.marks if isinstance(mark, Picture) and isinstance(mark.look, FaceLook)
    )


# ---------------------------------------------------------------- pictures


def _keep(evening: Evening, name: str) -> None:
    """A picture, where somebody wants to look at it."""
    folder = os.environ.get("KIOSK_PICTURES")
    if not folder:
        return
    from kivy.core.window import Window  # noqa: PLC0415  # opens a window: only where this is really drawn
    from kivy.graphics import ClearBuffers, ClearColor, Fbo  # noqa: PLC0415
    from PIL import Image  # noqa: PLC0415

    assert Window is not None
    evening.look()
    fbo = Fbo(size=evening.size)
    fbo.add(ClearColor(0, 0, 0, 1))
    fbo.add(ClearBuffers())
    fbo.add(evening.view.canvas)
    fbo.draw()
    upside_down = Image.frombytes("RGBA", evening.size, fbo.texture.pixels)
    Path(folder).mkdir(parents=True, exist_ok=True)
    upside_down.transpose(Image.Transpose.FLIP_TOP_BOTTOM).convert("RGB").save(Path(folder) / f"{name}.png")
    fbo.remove(evening.view.canvas)


# ---------------------------------------------------------------- the matches


def _open(evening: Evening, edition: Edition, people: tuple[int, ...], length: str | None) -> None:
    """Sit down, choose in the lobby, be ready."""
    for seat in people:
        evening.look()
        evening.tap(evening.items("seat", seat)[-1])
    first = people[0]
    evening.choose(first, "preset", edition.preset)
    evening.choose(first, "bots", "true")
    evening.choose(first, "pro", edition.pro or "off")
    if length:
        evening.choose(first, "length", length)
    for place, seat in enumerate(people):
        evening.speak(seat, LANGUAGES[place % len(LANGUAGES)])
        evening.tap(*evening.items("ready", seat))
    while evening.state is State.READY:
        evening.pass_time(500)


def _play(evening: Evening, people: tuple[int, ...], name: str) -> None:
    """From the countdown to the match result."""
    persons = itertools.cycle([Person(evening, seat) for seat in people])
    end = evening.now + LONGEST
    kept = False
    while evening.state is not State.MATCH_RESULT:
        assert evening.now < end, f"no result after an hour: {evening.shown}"
        if evening.state in (State.PLAY, State.ROUND_RESULT):
            next(persons).act()
        evening.pass_time(300 / len(people) if evening.state is State.PLAY else 700)
        if not kept and evening.state is State.PLAY and len(evening.shown.piles) > 3:
            kept = True
            _keep(evening, f"{name}-play")
    evening.pass_time(200)
    evening.look()
    _keep(evening, f"{name}-result")


def _match(edition: Edition, seats: int, length: str | None = None) -> Evening:
    evening = Evening(seats, seed=seats)
    try:
        _open(evening, edition, PEOPLE[seats], length)
        _play(evening, PEOPLE[seats], f"{edition}-{seats}")
    finally:
        evening.view._movement.stop()
    return evening


def _check_result(evening: Evening, edition: Edition) -> None:
    """What was chosen was played, and the winners that are shown are those of the match."""
    assert evening.session.match is not None
    match, result = evening.session.match, evening.shown.result
    assert result is not None
    assert evening.shown.preset == edition.preset
    assert match.match.ended
    assert result.winners == tuple(match.roster.number(index) for index in match.match.winners)
    assert tuple(line.seat for line in result.lines if line.won) == result.winners
    assert [line.total for line in result.lines] == match.match.totals
    assert match.game.rules.pro.enabled is bool(edition.pro)
    seen, rules = evening.check.seen, match.game.rules
    assert seen >= {"ready", "countdown", "play", "stopped", "round_result", "match_result"}
    assert ("tucked" in seen) is rules.pro.enabled
    assert ("gap" in seen) is not rules.fills_by_itself
    assert ("hidden stack" in seen) is (rules.stack_face is StackFace.DOWN)


SEATS_OF: Final = dict(zip(EDITIONS, itertools.cycle((2, 4, 12)), strict=False))
"""In the short run every edition at one number of seats, each number with several editions."""


@pytest.mark.parametrize(("edition", "seats"), SEATS_OF.items(), ids=str)
def test_an_edition_is_played_in_the_window_to_its_match_result(edition: Edition, seats: int) -> None:
    _check_result(_match(edition, seats, edition.short(seats)), edition)


@pytest.mark.slow
@pytest.mark.parametrize("seats", sorted(EDGES))
@pytest.mark.parametrize("pro", [None, *ProStep], ids=str)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_edition_with_and_without_the_pro_variant_is_played_at_every_size(
    preset: str, pro: ProStep | None, seats: int
) -> None:
    edition = Edition(preset, pro)
    _check_result(_match(edition, seats, edition.short(seats) if seats == 12 else None), edition)

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
    evening.choose(first, "bots", "steady")
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

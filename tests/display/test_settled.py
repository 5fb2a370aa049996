"""Whatever a table has shown before, its picture at rest is the one that a display that has just started would draw."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.paint.painted import PAINTING
from kiosk.display.paint.turns import PAINT_S, LateWork
from kiosk.drawings.gallery.states import STATES, scene
from kiosk.protocol import Fault, Snapshot
from tests.display.table import Table

pytestmark = pytest.mark.ui
SHOWN = ("ready", "countdown", "play", "stopped", "round_result", "match_result", "paused", "attract", "closed")


class Slow:
    """The time that work takes on a slow machine, which has room for about a tray a frame."""

    def __init__(self) -> None:
        self.now, self.stands, self._draw = 0.0, False, Random(1)  # noqa: S311

    def __call__(self) -> float:
        """Return the time, after some work."""
        self.now += 0.0 if self.stands else self._draw.uniform(0, 1.2) * PAINT_S
        return self.now


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    """A slow machine; nothing is painted, only the marks count."""
    from kiosk.display import table_view  # noqa: PLC0415

    machine = Slow()
    monkeypatch.setenv(PAINTING, "none")
    monkeypatch.setattr(table_view, "LateWork", lambda now, late: LateWork(now, machine, late=late))
    return machine


def _drawn(table: Table) -> dict[object, object]:
    return {name: (sketch.marks, sketch.items) for name, sketch in table.view.sketches.items() if name != "rings"}


def _settle(table: Table, last: Snapshot, slow: Slow) -> None:
    """Let all frames pass that late work and a piece that was beaten take, and bring the clocks to this instant."""
    for _ in range(45):
        table.pass_ms(17)
    slow.stands = True
    table.pass_ms(17)
    table.show(last)
    slow.stands = False


def _changed(snapshot: Snapshot, draw: Random) -> Snapshot:
    """Return the snapshot with a few other values, of which some are read by one part of the picture only."""
    views = []
    for view in snapshot.seats:
        some = {
            "name": draw.choice(("", "Ada")),
            "centered": draw.randrange(3),
            "language": draw.choice(("en", "de")),
            "may_stop": draw.random() < 0.2,
            "bot": draw.random() < 0.2,
            "contrast": draw.random() < 0.1,
            "penalty": draw.choice((0, 2)),
            "locked_until": snapshot.now + draw.choice((0, 3_000_000_000)),
        }
        chosen = {name: value for name, value in some.items() if draw.random() < 0.25}
        views.append(replace(view, **chosen) if view.state != "free" else view)
    notice = draw.choice((None, None, Fault("disk_full")))
    return replace(snapshot, seats=tuple(views), saving=draw.choice(("", "", "waiting")), notice=notice)


def _random(canned: Any, draw: Random) -> Iterator[Snapshot]:
    shown = canned.snapshot("play", 4)
    for _ in range(40):
        if draw.random() < 0.3:
            shown = canned.snapshot(draw.choice(SHOWN), 4)
        shown = _changed(shown, draw)
        yield shown


def test_after_any_snapshots_the_picture_is_that_of_a_display_that_has_just_started(
    table_of: Callable[..., Table], canned: Any, slow: Slow
) -> None:
    draw, table = Random(3), table_of(4, in_turn=True)  # noqa: S311
    for number, snapshot in enumerate(_random(canned, draw), 1):
        table.show(snapshot)
        table.pass_ms(draw.choice((1, 17, 120)))
        if number % 8 == 0:
            _settle(table, snapshot, slow)
            fresh = table_of(4)
            fresh.show(snapshot)
            assert _drawn(table) == _drawn(fresh)


def test_after_a_recorded_round_the_picture_is_that_of_a_display_that_has_just_started(
    table_of: Callable[..., Table], slow: Slow
) -> None:
    recorded = scene(next(one for one in STATES if one.name == "counting"), 4, "en", (1920, 1080))
    table, shown = table_of(4, in_turn=True), recorded.film.shown[::5]
    for number, snapshot in enumerate(shown, 1):
        table.jump(snapshot.now)
        table.show(snapshot)
        table.pass_ms(17)
        if number % (len(shown) // 5) == 0:
            _settle(table, snapshot, slow)
            fresh = table_of(4)
            fresh.show(snapshot)
            assert _drawn(table) == _drawn(fresh)

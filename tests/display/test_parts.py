"""Parts of a picture are drawn again only if what they have read differs."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk.display.context import PanelContext, TableContext
from kiosk.display.paint.marks import Picture, Sketch
from kiosk.display.paint.theme import WHITE
from kiosk.display.parts import Part, is_noted, part, whole
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Frame, Panel
from kiosk.protocol import SeatView, Snapshot

NOW = 5_000_000_000
drawn: list[str] = []


@pytest.fixture(autouse=True)
def _nothing_drawn() -> None:
    drawn.clear()


def _context(**changes: Any) -> PanelContext:
    table = TableContext.of(Snapshot(1, 0, "play", (), **{"deadline": NOW, **changes.pop("table", {})}))
    view = SeatView(SeatNumber(1), "playing", **changes.pop("view", {}))
    return PanelContext(table, view, Panel(SeatNumber(1), "south", Frame(), 80, (600, 200), {}), **changes)


@part
def _name(sketch: Sketch, context: PanelContext, size: int = 1) -> int:
    drawn.append("name")
    sketch.sign("disc", len(context.view.name), 0, 10 * size, WHITE)
    return len(context.view.name)


@part
def _clock(sketch: Sketch, context: PanelContext) -> None:
    drawn.append("clock")
    sketch.sign("disc", context.left(context.table.deadline), 0, 20, WHITE)


@part
def _both(sketch: Sketch, context: PanelContext) -> None:
    drawn.append("both")
    _name(sketch, context)
    _clock(sketch, context)


def _panel(sketch: Sketch, context: PanelContext) -> None:
    drawn.append("panel")
    if context.view.bot:
        sketch.sign("icon robot", 0, 0, 9, WHITE)
    _both(sketch, context)


def _drawn_again(before: PanelContext, after: PanelContext, draw: Any = _panel) -> list[str]:
    """Return what is drawn when this context follows that one; it must be what a new picture shows."""
    kept = Part()
    kept.draw(draw, Sketch(Frame()), before, ((), {}))
    drawn.clear()
    if not kept.is_same(draw, after):
        kept.draw(draw, Sketch(Frame()), after, ((), {}))
    again, fresh = [*drawn], Sketch(Frame())
    draw(fresh, after)
    assert kept.sketch.marks == fresh.marks
    return again


def test_what_nothing_has_read_draws_nothing_again() -> None:
    after = _context(view={"centered": 7}, table={"round_no": 3, "deadline": NOW}, heard=True, now=0)
    assert _drawn_again(_context(), after) == []


def test_only_the_part_that_read_a_field_is_drawn_again_with_what_it_is_a_part_of() -> None:
    assert _drawn_again(_context(), _context(view={"name": "Ada"})) == ["panel", "both", "name"]
    assert _drawn_again(_context(), _context(now=1_000_000_000)) == ["panel", "both", "clock"]
    assert _drawn_again(_context(), _context(view={"bot": True})) == ["panel"]


def test_a_tick_after_the_time_is_over_draws_nothing_again() -> None:
    assert _drawn_again(_context(now=NOW), _context(now=NOW + 1)) == []


def test_other_arguments_draw_a_part_again() -> None:
    def panel(sketch: Sketch, context: PanelContext) -> None:
        for size in context.table.tiebreak:
            _name(sketch, context, size=size)

    assert _drawn_again(_context(table={"tiebreak": (1, 2)}), _context(table={"tiebreak": (1, 3)}), panel) == ["name"]
    assert _drawn_again(_context(table={"tiebreak": (1, 2)}), _context(table={"tiebreak": (1,)}), panel) == []


def test_a_part_that_is_dropped_and_comes_back_is_as_it_has_to_be() -> None:
    def panel(sketch: Sketch, context: PanelContext) -> None:
        if not context.view.bot:
            _name(sketch, context)

    kept = Part()
    for context in (_context(), _context(view={"bot": True}), _context(view={"name": "Ada"})):
        kept.draw(panel, Sketch(Frame()), context, ((), {}))
    assert [mark.x for mark in kept.sketch.marks if isinstance(mark, Picture)] == [3]


def test_a_changed_view_is_read_as_it_was_changed() -> None:
    def panel(sketch: Sketch, context: PanelContext) -> None:
        seen = whole(context.view)
        _name(sketch, context._replace(view=SeatView(seen.seat, seen.state, name=seen.name * 2)))

    assert _drawn_again(_context(view={"name": "a"}), _context(view={"name": "bb"}), panel) == ["name"]


def test_of_games_of_other_packages_everything_counts() -> None:
    assert is_noted(_context(table={"game": "dice"}))
    assert not is_noted(_context(table={"game": "dominoes"}))
    kept = Part()
    kept.draw(_panel, Sketch(Frame()), _context(), ((), {}), noted=False)
    assert kept.is_same(_panel, _context())
    assert not kept.is_same(_panel, _context(heard=True))

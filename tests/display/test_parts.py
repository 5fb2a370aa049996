"""Parts of a picture are drawn again only if what they have read differs."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.context import CentreContext, PanelContext, TableContext
from kiosk.display.paint.art import SignLook
from kiosk.display.paint.card_art import BackLook, FaceLook
from kiosk.display.paint.crown_art import CrownLook
from kiosk.display.paint.dice_art import DieLook
from kiosk.display.paint.marks import Mark, Picture, Sketch
from kiosk.display.paint.theme import WHITE
from kiosk.display.parts import Part, is_noted, part, whole
from kiosk.display.screens.chooser import draw_above, draw_panel, new_sketch
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Frame, Panel
from kiosk.protocol import SeatView, Snapshot
from tests.display.panels import ONE, ShownPanels, layout_of

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


def _kept_pictures(canned: Any, before: Snapshot, after: Snapshot, *kinds: type) -> int:
    """Return how many pictures of these kinds all trays show before and after: they must be the same objects.

    Of signs only the faces of bots count.
    """

    def counts(mark: Mark) -> bool:
        look = mark.look if isinstance(mark, Picture) else None
        return isinstance(look, kinds) and (not isinstance(look, SignLook) or look.sign.startswith("bot "))

    count, layout = 0, layout_of(before, canned.welcome(4), (1920, 1080))
    for seat in layout.panels:
        kept, found = Part(), []
        for snapshot in (before, after):
            context = ShownPanels(snapshot, layout).context(seat)
            context = context._replace(kept=tuple(context.view.dice))
            kept.draw(draw_panel, new_sketch(context), context, ((), {}))
            found.append([*filter(counts, kept.sketch.marks)])
        assert [*map(id, found[0])] == [*map(id, found[1])], f"drawn again at seat {seat}"
        count += len(found[0])
    return count


def test_the_end_of_a_round_draws_no_card_anew_in_any_tray(canned: Any) -> None:
    before = canned.quiet(4)
    after = replace(before, state="stopped", caller=None, ended_by="nobody_can_play")
    assert _kept_pictures(canned, before, after, FaceLook, BackLook) > 4 * 5


def test_the_end_of_a_round_draws_no_die_anew_in_any_tray(canned: Any) -> None:
    before = canned.dice("play", 4)
    after = replace(before, state="stopped", caller=None, ended_by="nobody_can_play")
    assert _kept_pictures(canned, before, after, DieLook) > 4


def test_a_tick_of_the_count_draws_neither_crown_nor_face_anew(canned: Any) -> None:
    before = canned.snapshot("round_result", 4, since=canned.now)
    leading = replace(before, leaders=(ONE,), result=replace(before.result, leaders=(ONE,)))
    later = replace(leading, now=leading.now + 300_000_000)
    assert _kept_pictures(canned, leading, later, CrownLook) == 1
    assert _kept_pictures(canned, leading, later, SignLook) > 0


def test_a_call_that_has_faded_draws_nothing_above_the_count_anew(canned: Any) -> None:
    counted = canned.snapshot("round_result", 4, since=canned.now)
    layout = layout_of(counted, canned.welcome(4), (1920, 1080))
    drawn_again = []
    for first, then in ((100, 200), (100, 300), (300, 400)):
        kept, contexts = Part(), []
        for ms in (first, then):
            table, languages = TableContext.of(counted), tuple((view.seat, view.language) for view in counted.seats)
            contexts.append(CentreContext(table, layout, languages, counted.piles, canned.now + ms * 1_000_000))
        args: Any = ((layout, False, 0), {})
        kept.draw(draw_above, new_sketch(contexts[0]), contexts[0], args)
        drawn_again.append(not kept.is_same(draw_above, contexts[1], args))
    assert drawn_again == [True, True, False]

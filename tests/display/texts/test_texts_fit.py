"""No text leaves its box: each is made smaller to fit, and none becomes too small to read."""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from msgspec.structs import replace

from kiosk.display.context import CentreContext, PanelContext, TableContext
from kiosk.display.input.drawer import LETTERS, Drawer
from kiosk.display.paint.marks import Picture, Sketch
from kiosk.display.paint.text import LEGIBLE, TextLook, fit, width, wrap
from kiosk.display.screens.chooser import sketch_centre, sketch_overlay, sketch_panel, sketch_tab
from kiosk.game.refusals import Reason
from kiosk.game.seats import SeatNumber
from kiosk.layout.card_layout import CardParts
from kiosk.layout.dice_layout import DiceParts
from kiosk.layout.inviting import inviting
from kiosk.layout.table_layout import Layout, Parts, Place, arrange
from kiosk.locale.languages import installed
from kiosk.protocol import Fault, SeatPlan, SeatView, Slot, Snapshot, Verdict
from tests.rig.moments import MOMENTS, SECOND, moment

STATES = ("attract", "ready", "countdown", "play", "stopped", "round_result", "match_result", "paused", "closed")
PUNISHED = (("does_not_fit", "g10"), ("stack_not_empty", None))
NOW = 1000 * SECOND
LOCK = NOW + 2 * SECOND
"""As in the canned tables, and the end of a lock of a usual length."""
TALKATIVE: tuple[dict[str, Any], ...] = (
    {"may_stop": True},
    {"locked_until": LOCK},
    {"asked": True},
    {"voted": True},
    {"wants_pause": True},
    {"joining": True, "state": "left"},
    {"fault": "x"},
    {"fault": "x", "screen_stop": True},
    {"hand_count": 0, "stack_count": 0},
    *({"ticker": (Verdict(1, reason, "g10"),)} for reason in Reason),
    {"ticker": (Verdict(1, "stop_barred"),)},
    {"ticker": (Verdict(1, "beaten_to_it", "g10", SeatNumber(12), 480),)},
    {"ticker": (Verdict(1, "beaten_to_it", "g10", SeatNumber(12)),)},
    *({"ticker": (Verdict(1, reason, card, points=10),), "penalty": 110} for reason, card in PUNISHED),
    *(
        {"ticker": (Verdict(1, reason, card, at=NOW, locked_until=LOCK),), "locked_until": LOCK}
        for reason, card in PUNISHED
    ),
    {"ticker": (Verdict(1, "table_card_first", allowed=True),)},
    *({"tray": tray, "real": True} for tray in ("again", "missing g", "unread 12", "take_out rrggbbyy")),
    {"row": (Slot(None, 0), Slot("g8", 12), Slot("g8", 1)), "stack_to": (0, 1), "held": "stack"},
)


DICE_MOMENTS = ("attract", "ready", "countdown", "unrolled", "play", "rolling", "stopped", "round_result",
    "match_result", "tied", "tiebreak", "paused", "real_ready", "real", "real_play", "real_round_result",
    "real_match_result")  # fmt: skip


def _layouts(parts: Parts) -> Iterator[tuple[str, Layout]]:
    """Yield the usual table, and the smallest legible panel (a card of 40 pixels)."""
    south = (SeatPlan(SeatNumber(1), "south", 0.5), SeatPlan(SeatNumber(2), "west", 0.5))
    usual = arrange(Place(640, 360, 1280, 720), south, (1, 2), 1092.0, parts)
    yield "usual", usual

    def high(height: int) -> Layout:
        return arrange(Place(640, height / 2, 1280, height), south[:1], (1,), 1e6, parts)

    heights = range(700, 300, -4)
    yield (
        "smallest",
        high(heights[bisect_left(heights, -42, key=lambda height: -high(height).panels[SeatNumber(1)].card)]),
    )


LAYOUTS = dict(_layouts(CardParts(2, 3)))
DICE_LAYOUTS = dict(_layouts(DiceParts(6)))
SIZES = [pytest.param(size, marks=pytest.mark.slow if size == "usual" else ()) for size in sorted(LAYOUTS)]
"""The layouts, of which a text that can be read in the smallest one has room in the usual one too."""


def _different(snapshot: Snapshot) -> list[SeatView]:
    """Return the seats without those that have other pieces only: each of them is shown in the one panel."""
    found: dict[str, SeatView] = {}
    for view in snapshot.seats:
        pieces = {
            "state": "taken" if snapshot.state == "ready" else view.state,  # shown in all states (``_views``)
            "row": view.row[:1] and (Slot(None, 0),),
            "dice": view.dice[:1] and ("r1",),
            "stack_card": view.stack_card and "r1",
            "stack_count": min(1, view.stack_count),
            "discard_card": view.discard_card and "r1",
            "discard_count": min(1, view.discard_count),
            "hand_count": min(1, view.hand_count),
            "centered": min(1, view.centered),
        }
        found.setdefault(repr(replace(view, seat=SeatNumber(1), language="", **pieces)), view)
    return [*found.values()]


def _views(snapshot: Snapshot) -> Iterator[tuple[Snapshot, SeatView]]:
    view = snapshot.seats[0]
    yield snapshot, view
    for state in ("free", "taken", "ready") if snapshot.state == "ready" else ():
        yield snapshot, replace(view, state=state)
    if snapshot.state != "play":
        return
    for words in TALKATIVE:
        yield snapshot, replace(view, **{"ticker": (), **words})
    for table in ({"dead": "dead_by_order"}, {"dead": "dead_by_cards"}, {"pause": True}, {"vote": True}):
        kind = table.get("dead")
        other = replace(snapshot.seats[1], voted="vote" in table, wants_pause="pause" in table)
        for due in (0, snapshot.now + 11_000_000_000):
            yield replace(snapshot, dead=kind, dead_due=due, seats=(view, other)), replace(view, ticker=())


def _drawers(table: TableContext) -> Iterator[tuple[TableContext, Drawer | None]]:
    """Yield every drawer, with every value that can be chosen in it."""
    yield table, None
    if table.lobby is None:
        return
    for control in ("more", "language", "handicaps", "handicap", "cooldown", "name", LETTERS):
        yield table, Drawer.of(control)
    yield table, Drawer(LETTERS, 0, written="Wilhelmin")
    yield table, Drawer(LETTERS, 1, written="zoé")
    for choice in table.lobby.choices:
        for value in choice.values:
            for warning in (None, "may_never_end") if choice.key == "length" else (None,):
                chosen = replace(choice, value=value, warning=warning)
                choices = tuple(chosen if other is choice else other for other in table.lobby.choices)
                lobby = replace(table.lobby, choices=choices)
                yield table._replace(lobby=lobby), Drawer.for_choice(choice.key)
                yield table._replace(lobby=lobby), Drawer("more")


def _sketches(snapshot: Snapshot, language: str, layout: Layout) -> Iterator[Sketch]:
    if snapshot.state == "attract":
        layout = inviting(layout)
    panel = layout.panels[SeatNumber(1)]
    for told, view in _views(snapshot):
        table = TableContext.of(told)
        seat = replace(view, language=language, seat=SeatNumber(1))
        for opened, drawer in _drawers(table):
            yield sketch_panel(PanelContext(opened, seat, panel, told.now, drawer, kept=view.dice, invitation=language))
        lost = table._replace(touch_fault=Fault("touch.none"))
        yield sketch_panel(
            PanelContext(lost, seat, panel, told.now, kept=view.dice, invitation=language, answer="hold")
        )
        yield sketch_tab(PanelContext(table, seat, next(iter(layout.tabs.values()), panel), invitation=language))
        centre = CentreContext(
            table, layout, ((seat.seat, language),), told.piles, told.now, cry="shuffle", board=told.board
        )
        yield sketch_centre(centre)
        yield sketch_overlay(centre, layout, table_gone=True)


def _in_turn(moments: Iterable[str]) -> list[ParameterSet]:
    """Return each moment in two languages, from moment to moment in others, and every language with all moments.

    What is not looked at in every run is slow.
    """
    every, languages = tuple(moments), installed()
    half = len(languages) // 2
    return [
        *(
            pytest.param(languages[(number + turn) % len(languages)], (moment,), id=f"{moment}-{turn}")
            for number, moment in enumerate(every)
            for turn in (0, half)
        ),
        *(pytest.param(language, every, marks=pytest.mark.slow, id=language) for language in languages),
    ]


@pytest.mark.parametrize(("language", "states"), _in_turn(STATES))
@pytest.mark.parametrize("size", SIZES)
def test_every_text_can_be_read_in_every_state_and_language(
    canned: Any, size: str, language: str, states: tuple[str, ...]
) -> None:
    for state in states:
        assert _too_small(_sketches(canned.snapshot(state, 4), language, LAYOUTS[size])) == {}


@pytest.mark.parametrize(("language", "moments"), _in_turn(DICE_MOMENTS))
@pytest.mark.parametrize("size", SIZES)
def test_every_text_of_the_dice_game_can_be_read(
    canned: Any, size: str, language: str, moments: tuple[str, ...]
) -> None:
    for name in moments:
        _check_dice(canned.dice(name, 4), language, size)


def _check_dice(snapshot: Snapshot, language: str, size: str) -> None:
    sketches = [
        sketch
        for seat in _different(snapshot)
        for sketch in _sketches(replace(snapshot, seats=(seat, *snapshot.seats[1:])), language, DICE_LAYOUTS[size])
    ]
    assert _too_small(sketches) == {}


@pytest.mark.parametrize(("language", "moments"), _in_turn(MOMENTS))
@pytest.mark.parametrize("size", SIZES)
def test_every_text_of_what_is_kept_can_be_read(
    canned: Any, size: str, language: str, moments: tuple[str, ...]
) -> None:
    for name, (game, layouts) in itertools.product(moments, {"cards": LAYOUTS, "dice": DICE_LAYOUTS}.items()):
        snapshot = moment(canned, name, game, 4)
        sketches = [
            sketch
            for seat in _different(snapshot)
            for sketch in _sketches(replace(snapshot, seats=(seat, *snapshot.seats[1:])), language, layouts[size])
        ]
        assert sketches
        assert _too_small(sketches) == {}


def _too_small(sketches: Iterable[Sketch]) -> dict[str, int]:
    marks = (mark for sketch in sketches for mark in sketch.marks)
    looks = [mark.look for mark in marks if isinstance(mark, Picture) and isinstance(mark.look, TextLook)]
    assert looks
    return {look.text: look.size for look in looks if look.size < LEGIBLE}


@pytest.mark.parametrize("text", ["STOP", "Donaudampfschifffahrtsgesellschaft", "Touch here to play"])
@pytest.mark.parametrize("room", [30.0, 100.0, 400.0])
def test_a_text_never_runs_out_of_its_box(text: str, room: float) -> None:
    look = fit(text, 40, room, bold=True)
    assert look.size <= 40
    assert look.size == 5 or width(look.text, look.size, bold=True) <= room


def test_a_text_that_fits_keeps_its_size() -> None:
    assert fit("STOP", 20, 400).size == 20


def test_a_paragraph_fits_its_width_and_its_height() -> None:
    lines = wrap("Nobody can play: the round ends in 11 s", 30, (120, 60))
    assert len(lines) > 1
    assert sum(1.25 * line.size for line in lines) <= 60
    assert all(width(line.text, line.size, line.bold) <= 120 for line in lines)
    assert " ".join(line.text for line in lines) == "Nobody can play: the round ends in 11 s"


def test_a_path_too_long_for_a_line_goes_on_in_the_next_one() -> None:
    lines = wrap("/var/lib/ligretto-kiosk/journal/journal-000001.sqlite: it cannot be written", 14, (150, 200))
    assert [line.size for line in lines] == [14] * len(lines)
    assert all(width(line.text, line.size, line.bold) <= 150 for line in lines)
    assert "".join(line.text for line in lines).startswith("/var/lib/ligretto-kiosk/journal/journal-000001.sqlite:")

"""A cooldown of the seat's own: an arc on its hand while it waits, and words in the results."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.context import PanelContext, TableContext
from kiosk.display.games.ranks import scores_of
from kiosk.display.paint.marks import Curve, Sketch
from kiosk.display.paint.text import TextLook
from kiosk.display.passing_time import is_locked
from kiosk.display.screens.chooser import sketch_panel
from kiosk.display.texts.games import longer
from kiosk.layout.card_layout import CardParts
from kiosk.layout.place import Place
from kiosk.layout.table_layout import Panel, arrange
from kiosk.locale.speaker import speaker
from kiosk.protocol import SeatView, Snapshot

SECOND = 1_000_000_000


def panel_of(canned: Any, snapshot: Snapshot, view: SeatView) -> Panel:
    plans = canned.welcome(4).seats
    parts = CardParts.of(tuple(snapshot.seats), 4)
    return arrange(Place(960, 540, 1920, 1080), plans, [plan.seat for plan in plans], 1092.0, parts).panels[view.seat]


def drawn(canned: Any, snapshot: Snapshot, view: SeatView, now: int) -> tuple[Sketch, Panel]:
    panel = panel_of(canned, snapshot, view)
    return sketch_panel(PanelContext(TableContext.of(snapshot), view, panel, now=now)), panel


def arcs_on_the_hand(sketch: Sketch, panel: Panel) -> list[Curve]:
    """Return the curves that lie on the hand alone."""
    hand = panel.places["hand"]
    return [
        mark
        for mark in sketch.marks
        if isinstance(mark, Curve)
        and all(abs(x - hand.x) < hand.w / 2 for x in mark.points[::2])
        and all(abs(y - hand.y) < hand.h / 2 for y in mark.points[1::2])
    ]


def test_the_hand_shows_an_arc_that_empties_until_it_can_be_turned_over(canned: Any) -> None:
    play = canned.snapshot("play", 4)
    found = []
    for left in (2.0, 1.0, 0.1, 0.0, -0.5):
        view = replace(play.seats[0], cooldown=2000, flip_locked_until=play.now + int(left * SECOND))
        found.append([len(arc.points) for arc in arcs_on_the_hand(*drawn(canned, play, view, play.now))])
    assert [len(arcs) for arcs in found] == [1, 1, 1, 0, 0]
    whole, half, end = (arcs[0] for arcs in found[:3])
    assert whole > half > end


def test_a_panel_follows_the_time_of_a_wait_until_it_is_over(canned: Any) -> None:
    view = replace(canned.snapshot("play", 4).seats[0], locked_until=0, flip_locked_until=5 * SECOND)
    assert is_locked(view, 4 * SECOND)
    assert is_locked(view, 5 * SECOND), "one step longer, to draw its end"
    assert not is_locked(view, 6 * SECOND)


def test_half_and_whole_seconds_are_told_alike_in_every_language() -> None:
    assert [longer(ms, speaker("en")) for ms in (-500, 0, 500, 1000, 1500, 3000)] == [
        *("\N{MINUS SIGN}½ s", "+0 s", "+½ s", "+1 s", "+1½ s", "+3 s"),
    ]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("he", "\u2068+1½\u2069 שנ\N{HEBREW PUNCTUATION GERESH}"),
        ("ar", "\u2068+1½\u2069 ث"),
        ("ru", "+1½ \N{CYRILLIC SMALL LETTER ES}"),
    ],
)
def test_the_unit_is_that_of_the_language_and_the_sign_stays_before_its_number(language: str, told: str) -> None:
    assert longer(1500, speaker(language)) == told


@pytest.mark.parametrize(
    ("handicap", "cooldown", "told", "short"),
    [
        (None, 0, None, ""),
        (8, 0, "Handicap: stack of 8", "8"),
        (None, 2000, "Handicap: wait +2 s", "+2 s"),
        (8, 2000, "Handicap: stack of 8, +2 s", "8 +2 s"),
    ],
)
def test_the_results_tell_every_handicap(
    canned: Any, handicap: int | None, cooldown: int, told: str | None, short: str
) -> None:
    shown = canned.snapshot("match_result", 4)
    first, *others = shown.result.lines
    line = replace(first, handicap=handicap, cooldown=cooldown)
    result = replace(shown.result, lines=(line, *others))
    view = shown.seats[0]
    sketch, _ = drawn(canned, replace(shown, result=result), view, shown.now)
    words = " ".join(mark.look.text for mark in sketch.marks if isinstance(getattr(mark, "look", None), TextLook))
    assert told is None or told in words
    assert (told is not None) is ("Handicap" in words)
    scores = scores_of(result, (), 0)
    assert scores is not None
    assert next(scorer.handicap for scorer in scores.scorers if scorer.seat == line.seat) == short

"""The texts of a match: the round, its end, the players of a tie-break, why a round ended; for every side."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.context import CentreContext, PanelContext, TableContext
from kiosk.display.paint.art import PatchLook
from kiosk.display.paint.brass_art import PlaqueLook
from kiosk.display.paint.lettering import CallLook, ShoutLook
from kiosk.display.paint.marks import Mark, Picture, Sketch, Stretch
from kiosk.display.paint.text import TextLook
from kiosk.display.screens.chooser import sketch_centre, sketch_overlay, sketch_panel
from kiosk.display.texts.rounds import round_text
from kiosk.display.widgets.progress import ENDS
from kiosk.game.refusals import RoundEnd
from kiosk.game.seats import SeatNumber
from kiosk.layout.card_layout import CardParts
from kiosk.layout.place import box
from kiosk.layout.table_layout import Place, arrange
from kiosk.locale.languages import installed
from kiosk.locale.speaker import speaker
from kiosk.protocol import RoundResult, SeatScore, SeatView, Snapshot
from kiosk.protocol.results import ranks
from tests.rig.moments import moment

ALL = (1, 2, 3, 4)


def said(sketch: Sketch) -> str:
    """Return all texts of a picture, in the order in which they are drawn."""
    looks = [mark.look for mark in sketch.marks if isinstance(mark, Picture)]
    return " ".join(look.text for look in looks if isinstance(look, TextLook))


def panel(canned: Any, snapshot: Snapshot, seat: int, language: str = "en") -> Sketch:
    layout = arrange(Place(640, 360, 1280, 720), canned.welcome(4).seats, ALL, 1092.0, CardParts.of((), 4))
    view = replace(next(view for view in snapshot.seats if view.seat == seat), language=language)
    return sketch_panel(PanelContext(TableContext.of(snapshot), view, layout.panels[SeatNumber(seat)], snapshot.now))


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({"rounds": 3}, "Round 2 of 3"),
        ({"rounds": 1}, ""),
        ({}, ""),
        ({"target": 99}, "Round 2, first to 99"),
        ({"minutes_left": 12}, "Round 2, 12 min left"),
        ({"minutes_left": 0}, "Round 2, time is up"),
        ({"rounds": 3, "extra_round": True}, "Extra round"),
    ],
)
def test_the_name_line_tells_what_ends_the_match(canned: Any, values: dict[str, Any], text: str) -> None:
    snapshot = canned.snapshot("play", 4, **{"rounds": 0, **values})
    assert round_text(TableContext.of(snapshot), speaker("en")) == text
    assert text in said(panel(canned, snapshot, 1))


def test_a_draw_is_told_to_those_who_play_it_off_and_to_those_who_look_on(canned: Any) -> None:
    (result,) = canned.turn("drawn")
    assert "Tie! You play an extra round" in said(panel(canned, result, 1))
    assert "Tie! Extra round: Quick Moon, Momo" in said(panel(canned, result, 2))
    (play,) = canned.turn("extra_play")
    assert "Tie! Extra round: Quick Moon, Momo" in said(panel(canned, play, 4))
    assert "You watch" in said(panel(canned, play, 4))
    assert "Tie!" not in said(panel(canned, play, 1))


def test_who_looks_on_is_asked_to_go_on_after_a_round_but_not_in_a_pause(canned: Any) -> None:
    (paused,), (result,) = canned.turn("extra_paused"), canned.turn("extra_result")
    assert "Continue" in said(panel(canned, paused, 1))
    assert "Continue" not in said(panel(canned, paused, 4))
    assert "Continue" in said(panel(canned, result, 4))


def test_who_looked_on_reads_its_total_and_no_sum(canned: Any) -> None:
    (result,) = canned.turn("extra_result")
    assert "this round" in said(panel(canned, result, 1))
    assert "this round" not in said(panel(canned, result, 4))
    assert "match" in said(panel(canned, result, 4))


def test_a_latecomer_reads_what_it_waits_for(canned: Any) -> None:
    (play,) = canned.turn("extra_play")
    waiting = SeatView(SeatNumber(4), "free", joining=True)
    extra = replace(play, seats=(*play.seats[:3], waiting))
    assert "You join after the extra round" in said(panel(canned, extra, 4))
    assert "You join in the next round" in said(panel(canned, replace(extra, tiebreak=()), 4))


def test_every_end_of_a_round_has_words() -> None:
    assert set(ENDS) == {end.value for end in RoundEnd} - {
        "stop",
        "auto_stop",
    }  # the calls of each game


@pytest.mark.parametrize("end", [end for end in RoundEnd if end not in (RoundEnd.STOP, RoundEnd.AUTO_STOP)])
@pytest.mark.parametrize("language", installed())
def test_a_round_that_nobody_called_tells_why_it_ended(canned: Any, end: RoundEnd, language: str) -> None:
    result = canned.snapshot("round_result", 4, caller=None, ended_by=end.value)
    assert speaker(language)(ENDS[end]) in said(panel(canned, result, 2, language))


@pytest.mark.parametrize("end", [end for end in RoundEnd if end not in (RoundEnd.STOP, RoundEnd.AUTO_STOP)])
def test_trays_tell_at_once_why_a_round_ended_without_a_call(canned: Any, end: RoundEnd) -> None:
    stopped = canned.snapshot("stopped", 4, caller=None, ended_by=end.value)
    assert ENDS[end] in said(panel(canned, stopped, 2))


@pytest.mark.parametrize(("shuffles", "words"), [(True, "shuffling in 5 s"), (False, "the round ends in 5 s")])
def test_what_comes_of_a_dead_order_is_told_as_the_edition_has_it(canned: Any, shuffles: bool, words: str) -> None:
    due = canned.now + 5_000_000_000
    play = replace(canned.quiet(4), dead="dead_by_order", dead_due=due, dead_shuffles=shuffles)
    assert words in said(panel(canned, play, 1))


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=str)
@pytest.mark.parametrize("language", installed())
@pytest.mark.parametrize("told", [*RoundEnd, "shuffle"])
def test_what_one_side_is_told_never_lies_on_what_another_is_told(
    canned: Any, told: str, language: str, size: tuple[int, int]
) -> None:
    layout = arrange(Place(size[0] / 2, size[1] / 2, *size), canned.welcome(4).seats, ALL, 1092.0, CardParts.of((), 4))
    state = {"shuffle": "play"}.get(told, "stopped")
    caller = SeatNumber(2) if told == RoundEnd.STOP else None
    snapshot = canned.snapshot(state, 4, caller=caller, ended_by=told)
    languages = tuple((SeatNumber(seat), language) for seat in ALL)
    context = CentreContext(TableContext.of(snapshot), layout, languages, (), snapshot.now, cry=told)
    marks = sketch_overlay(context, layout, table_gone=False).marks
    grounds = [*(ground for ground in map(_ground, marks) if ground is not None), *_calls(marks)]
    in_trays = isinstance(told, RoundEnd) and caller is None
    assert len(grounds) == (0 if in_trays else 4)
    assert not any(one.overlaps(other) for number, one in enumerate(grounds) for other in grounds[:number])


@pytest.mark.parametrize("name", ["recovery", "paused_by_journal"])
def test_while_the_round_is_halted_only_trays_have_texts(canned: Any, name: str) -> None:
    snapshot = moment(canned, name, "cards", 4)
    layout = arrange(Place(640, 360, 1280, 720), canned.welcome(4).seats, ALL, 1092.0, CardParts.of((), 4))
    context = CentreContext(TableContext.of(snapshot), layout, (), snapshot.piles, snapshot.now)
    overlay, centre = sketch_overlay(context, layout, table_gone=False), sketch_centre(context)
    assert not [mark for mark in (*overlay.marks, *centre.marks) if isinstance(getattr(mark, "look", None), TextLook)]


def _ground(mark: Mark) -> Place | None:
    """Return the box of a plate, or of a call in letters that need none."""
    if isinstance(mark, Picture) and isinstance(mark.look, ShoutLook):
        w, h = mark.look.extent if mark.turn % 180 == 0 else mark.look.extent[::-1]
        return Place(mark.x, mark.y, w, h).inset(0.1 * mark.look.size)  # its shadow
    if isinstance(mark, Stretch) and isinstance(mark.look, PlaqueLook):
        return Place(mark.x, mark.y, mark.w, mark.h).inset(mark.look.margin)
    if isinstance(mark, Stretch) and isinstance(mark.look, PatchLook) and mark.look.kind == "fill":
        return Place(mark.x, mark.y, mark.w, mark.h)
    return None


def _calls(marks: list[Mark]) -> list[Place]:
    """Return the box of the call at each side, whose letters need no ground."""
    sides: dict[float, list[Place]] = {}
    for mark in marks:
        if isinstance(mark, Picture) and isinstance(mark.look, CallLook):
            w, h = mark.look.extent if mark.turn % 180 == 0 else mark.look.extent[::-1]
            sides.setdefault(mark.turn % 360, []).append(Place(mark.x, mark.y, w, h))
    return [
        box(
            min(line.left for line in lines),
            min(line.bottom for line in lines),
            max(line.right for line in lines),
            max(line.top for line in lines),
        )
        for lines in sides.values()
    ]


def scores(*lines: tuple[int, bool, bool]) -> RoundResult:
    """Return lines of total, won and left."""
    made = (SeatScore(SeatNumber(n + 1), 0, 0, 0, 0, *line[:2], left=line[2]) for n, line in enumerate(lines))
    return RoundResult("stop", None, 1, tuple(made), ())


def seats_by_rank(result: RoundResult, *, final: bool) -> list[tuple[int | None, int]]:
    return [(rank, line.seat) for rank, line in ranks(result, final=final)]


def test_equal_totals_share_a_rank_and_the_next_one_is_left_out() -> None:
    result = scores((7, False, False), (9, True, False), (9, True, False))
    assert seats_by_rank(result, final=True) == [(1, 2), (1, 3), (3, 1)]


def test_who_left_has_no_rank_and_takes_none_from_the_others() -> None:
    result = scores((99, False, True), (5, False, False), (9, True, False))
    assert seats_by_rank(result, final=True) == [(1, 3), (2, 2), (None, 1)]


def test_who_won_by_an_extra_round_is_first_even_with_fewer_points_than_who_looked_on() -> None:
    result = scores((46, True, False), (49, False, False), (44, False, False))
    assert seats_by_rank(result, final=True) == [(1, 1), (2, 2), (3, 3)]
    assert seats_by_rank(result, final=False) == [(1, 2), (2, 1), (3, 3)]


def test_who_shares_the_win_reads_it_and_who_left_reads_that(canned: Any) -> None:
    (shared,), (left,) = canned.turn("shared"), canned.turn("left_out")
    assert "You share the win!" in said(panel(canned, shared, 1))
    assert "Place 3" in said(panel(canned, shared, 4))
    assert "Left the match" in said(panel(canned, left, 3))

"""The texts of the dice game: its own words, who gets the points, and no face before a roll has ended."""

from __future__ import annotations

import math
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.context import CentreContext, PanelContext, TableContext
from kiosk.display.games.dice.board_art import SpaceLook
from kiosk.display.paint.dice_art import DieLook
from kiosk.display.paint.lettering import CallLook
from kiosk.display.paint.marks import Curve, Picture, Sketch
from kiosk.display.paint.text import TextLook
from kiosk.display.paint.turntable_art import TurntableLook
from kiosk.display.screens.chooser import sketch_centre, sketch_overlay, sketch_panel
from kiosk.display.widgets.score_tray import FIGURES
from kiosk.game.seats import SeatNumber
from kiosk.layout.dice_layout import DiceParts
from kiosk.layout.table_layout import Place, arrange
from kiosk.locale.languages import installed
from kiosk.locale.speaker import speaker
from kiosk.protocol import Snapshot

ALL = tuple(map(SeatNumber, (1, 2, 3, 4)))


def _panel(canned: Any, snapshot: Snapshot, number: int, language: str = "en") -> Sketch:
    layout = arrange(Place(640, 360, 1280, 720), canned.welcome(4).seats, ALL, 1092.0, DiceParts(6))
    view = replace(snapshot.seats[number - 1], language=language, mirrored=False)
    context = PanelContext(
        TableContext.of(snapshot),
        view,
        layout.panels[view.seat],
        snapshot.now,
        kept=view.dice,
        rolling=snapshot.now < view.rolling_until,
    )
    return sketch_panel(context)


def _centre(canned: Any, snapshot: Snapshot, cry: str = "") -> tuple[Sketch, Sketch]:
    layout = arrange(Place(640, 360, 1280, 720), canned.welcome(4).seats, ALL, 1092.0, DiceParts(6))
    languages = tuple((seat, "en") for seat in ALL)
    context = CentreContext(TableContext.of(snapshot), layout, languages, (), snapshot.now, cry, snapshot.board)
    return sketch_centre(context), sketch_overlay(context, layout, table_gone=False)


def _looks(sketch: Sketch, kind: type) -> list[Any]:
    return [mark.look for mark in sketch.marks if isinstance(mark, Picture) and isinstance(mark.look, kind)]


def _said(sketch: Sketch) -> str:
    """Return all texts; figures, which are drawn digit by digit, in one piece."""
    said = ""
    for look in _looks(sketch, TextLook):
        said += look.text if look.heavy and look.text.isdigit() and said[-1:] in FIGURES else f" {look.text}"
    return said.strip()


def test_no_face_is_shown_or_told_before_the_roll_ends(canned: Any) -> None:
    rolling = _panel(canned, canned.dice("rolling", 4), 1)
    assert _looks(rolling, DieLook) == []
    dice = [item for item in rolling.items if item.what == "die"]
    assert len(dice) == 4
    assert {(item.card, item.enabled) for item in dice} == {(None, False)}
    assert [item.enabled for item in rolling.items if item.what == "tray"] == [False]


def test_a_roll_is_no_lock_to_be_complained_of(canned: Any) -> None:
    rolling = canned.dice("rolling", 4)
    locked = replace(rolling.seats[0], locked_until=rolling.now + 1_000_000_000, rolling_until=0)
    views = (rolling.seats[0], locked)
    rolls, waits = (_panel(canned, replace(rolling, seats=(view, *rolling.seats[1:])), 1) for view in views)
    arcs = [[mark for mark in sketch.marks if isinstance(mark, Curve)] for sketch in (rolls, waits)]
    assert [bool(found) for found in arcs] == [False, True]


def test_the_dice_are_items_with_their_places_and_the_roll_control_is_one(canned: Any) -> None:
    play = canned.dice("play", 4)
    items = _panel(canned, play, 1).items
    assert [(item.slot, item.card) for item in items if item.what == "die"] == list(enumerate(play.seats[0].dice))
    assert [item.enabled for item in items if item.what == "tray"] == [True]
    assert not {item.what for item in items} & {"row", "stack", "discard", "hand"}


def test_the_next_free_space_of_every_colour_is_marked(canned: Any) -> None:
    centre, _ = _centre(canned, canned.dice("play", 4))
    assert {look.die for look in _looks(centre, SpaceLook)} == {"r4", "g2", "b6", "y1"}
    spaces = [item for item in centre.items if item.what == "space"]
    assert [item.slot for item in spaces] == list(range(24))
    assert [item.card for item in spaces][:4] == ["r1", "r2", "r3", None]


def test_after_the_stop_no_space_is_marked(canned: Any) -> None:
    centre, _ = _centre(canned, canned.dice("stopped", 4))
    assert _looks(centre, SpaceLook) == []


@pytest.mark.parametrize("language", installed())
def test_a_seat_without_dice_is_told_to_stop_in_dice_words(canned: Any, language: str) -> None:
    assert speaker(language)("All dice placed: hit STOP!") in _said(_panel(canned, canned.dice("play", 4), 3, language))


def test_the_winner_sees_from_whom_each_point_comes_and_the_others_where_theirs_go(canned: Any) -> None:
    result = canned.dice("round_result", 4)
    said = _said(_panel(canned, result, 2))
    assert "3 Quick Moon +1 Feuille Rapide +4 Quick Raindrop +8 this round 107 match" in said
    for number, lost in ((1, 3), (3, 1), (4, 4)):
        assert f"Flinker Blitz gets {lost} from you" in _said(_panel(canned, result, number))


def test_the_dice_game_has_calls_of_its_own(canned: Any) -> None:
    _, stopped = _centre(canned, canned.dice("stopped", 4))
    assert {look.text for look in _looks(stopped, CallLook)} == {"STOP!"}
    assert "Ligretto" not in _said(stopped)


def test_a_tie_break_is_announced_to_those_who_play_it_and_to_those_who_look_on(canned: Any) -> None:
    tied = canned.dice("tied", 4)
    assert "Tie! You play an extra round" in _said(_panel(canned, tied, 1))
    assert "Tie! Extra round: Quick Moon, Flinker Blitz" in _said(_panel(canned, tied, 3))
    looks_on = _panel(canned, canned.dice("tiebreak", 4), 3)
    assert "You watch" in _said(looks_on)
    assert not [item for item in looks_on.items if item.what in ("die", "tray")]


# ---------------------------------------------------------------- real dice


TRAYS = {
    "throw": "Throw your dice into the tray",
    "again": "That throw doesn't count: throw again",
    "take_out y": "Take the yellow die out of the tray",
    "take_out ryy": "Take out of the tray: 1 \N{MULTIPLICATION SIGN} red, 2 \N{MULTIPLICATION SIGN} yellow",
    "missing b": "Your blue die is missing from the tray",
    "missing rr": "Missing from the tray: 2 \N{MULTIPLICATION SIGN} red",
    "unread 1": "1 die can't be read: throw it again",
    "unread 2": "2 dice can't be read: throw them again",
    "fault": "Something in the tray isn't a die: take it out",
    "lost": "The dice reader does not answer: roll on the screen",
}


@pytest.mark.parametrize("tray", TRAYS)
def test_what_is_wrong_with_a_tray_stands_in_its_seats_panel_in_words(canned: Any, tray: str) -> None:
    told = _with_tray(canned, tray)
    assert TRAYS[tray] in _said(_panel(canned, told, 1))
    assert TRAYS[tray] not in _said(_panel(canned, told, 2))


def test_a_tray_means_nothing_where_no_real_dice_are_played(canned: Any) -> None:
    told = replace(_with_tray(canned, "lost"), real_dice=False)
    assert TRAYS["lost"] not in _said(_panel(canned, told, 1))


def test_every_problem_with_real_dice_has_a_picture_of_its_own(canned: Any) -> None:
    pictures = {}
    for tray in ("again", "take_out y", "take_out ryy", "missing y", "unread 1", "unread 2", "fault", ""):
        sketch = _panel(canned, _with_tray(canned, tray), 1)
        control = sketch.frame.to_window(*_control(canned))
        pictures[tray] = frozenset(
            (type(mark.look), mark.look, mark.tint)
            for mark in sketch.marks
            if not isinstance(mark, Curve) and math.dist(sketch.frame.to_window(mark.x, mark.y), control) < 40
        )
    assert len(set(pictures.values())) == len(pictures)


def _control(canned: Any) -> tuple[float, float]:
    """Return the middle of the first seat's roll control in its panel."""
    layout = arrange(Place(640, 360, 1280, 720), canned.welcome(4).seats, ALL, 1092.0, DiceParts(6))
    place = layout.panels[SeatNumber(1)].places["tray"]
    return place.x, place.y


def test_nothing_is_said_while_real_dice_roll(canned: Any) -> None:
    play = canned.dice("real_play", 4)
    quiet, rolling = _panel(canned, play, 1), _panel(canned, _with_tray(canned, "rolling"), 1)
    assert _said(quiet) == _said(rolling)


def _with_tray(canned: Any, tray: str) -> Snapshot:
    play = canned.dice("real_play", 4)
    return replace(play, seats=(replace(play.seats[0], tray=tray), *play.seats[1:]))


def test_who_rolls_on_the_screen_beside_real_dice_is_told_in_every_state(canned: Any) -> None:
    play = canned.dice("real_play", 4)
    play = replace(play, seats=tuple(replace(seat, bot=False) for seat in play.seats))  # a bot's is told by its sign
    assert ["on screen" in _said(_panel(canned, play, number)) for number in ALL] == [
        seat.seat == 3 for seat in play.seats
    ]
    for moment in ("real_round_result", "real_match_result"):
        result = canned.dice(moment, 4)
        assert ["on screen" in _said(_panel(canned, result, number)) for number in ALL] == [
            line.on_screen for line in result.result.lines
        ]
    (turntable,) = _looks(_centre(canned, canned.dice("real_round_result", 4))[0], TurntableLook)
    assert {scorer.seat: scorer.on_screen for scorer in turntable.scores.scorers} == {
        1: True,
        2: False,
        3: True,
        4: False,
    }
    (plain,) = _looks(_centre(canned, canned.dice("round_result", 4))[0], TurntableLook)
    assert not any(scorer.on_screen for scorer in plain.scores.scorers)


def test_the_lobby_tells_each_seat_how_it_will_roll(canned: Any) -> None:
    ready = canned.dice("real_ready", 4)
    assert "Throw all your dice into the tray" in _said(_panel(canned, ready, 1))
    assert "Your dice reader does not answer: tap Roll" in _said(_panel(canned, ready, 3))
    none = replace(ready, seats=(replace(ready.seats[0], real=False), *ready.seats[1:]))
    assert "No dice reader here: tap Roll. Everyone will see it" in _said(_panel(canned, none, 1))
    assert "Tap Roll: all your dice" in _said(_panel(canned, canned.dice("ready", 4), 1))


def test_where_dice_are_thrown_the_control_rolls_nothing_but_can_still_be_held(canned: Any) -> None:
    real, virtual = canned.dice("real_play", 4), canned.dice("play", 4)
    controls = [next(item for item in _panel(canned, play, 1).items if item.what == "tray") for play in (real, virtual)]
    assert [(item.text, item.enabled) for item in controls] == [("Throw", True), ("Roll", True)]

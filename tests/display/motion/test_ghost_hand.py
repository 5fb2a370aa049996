"""The ghost hand of a lesson: when it comes, where it goes, and what it takes along."""

from __future__ import annotations

import math
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.games.game import picture_of_game
from kiosk.display.motion.effects import Flash, Fly
from kiosk.display.motion.ghost_hand import GhostHands
from kiosk.display.paint.card_art import FaceLook
from kiosk.display.paint.hand_art import TIP, HandLook
from kiosk.game.seats import SeatNumber
from kiosk.layout.lobby_parts import practice_places
from kiosk.layout.table_layout import Frame, Place
from kiosk.layout.table_shape import TableShape
from kiosk.protocol import LessonView, SeatView, Slot

SECOND = 1_000_000_000
SEAT = SeatNumber(1)
ROW = tuple(Slot(card, 1) for card in ("b7", "g4", "r10"))
PLAY = LessonView(0, 4, act="play", source="row 1", piece="g4", onto="g3", piles=((0, "g3"),))


class _Player:
    def __init__(self) -> None:
        self.played: list[Fly] = []
        self.dropped: list[Fly] = []

    def play(self, effect: Fly) -> Fly:
        self.played.append(effect)
        return effect

    def drop(self, effect: Fly) -> None:
        self.dropped.append(effect)


class _Taught:
    """A seat in its lesson, at a table for four."""

    def __init__(self, layout: Any) -> None:
        self.layout, self.player = layout, _Player()
        self.hands = GhostHands(self.player)  # type: ignore[arg-type]
        self.picture = picture_of_game("cards")
        self.memory = self.picture.memory()
        self.places = practice_places(layout)

    def pass_to(self, now: float, lesson: LessonView | None, **fields: Any) -> list[Fly]:
        """Return the effects that come at this instant, in seconds."""
        view = replace(SeatView(SEAT, "taken", row=ROW, stack_card="g6", stack_count=2, lesson=lesson), **fields)
        before = len(self.player.played)
        motion = self.picture.motion
        self.hands.follow([view], self.layout.panels, self.places, motion, self.memory, round(now * SECOND))
        return self.player.played[before:]


@pytest.fixture
def taught(canned: Any) -> _Taught:
    welcome, snapshot = canned.welcome(4), canned.snapshot("ready", 4)
    return _Taught(TableShape.of(Place(960, 540, 1920, 1080), welcome, snapshot, "cards").layout(welcome))


def _tip(hand: Fly, pose: int) -> tuple[float, float]:
    """Return where the finger is."""
    at, size = hand.poses[pose], hand.looks[0].extent[0]
    return Frame(at.x, at.y, at.turn).to_window(TIP[0] * at.scale * size / 2, TIP[1] * at.scale * size / 2)


def test_it_comes_soon_and_again_until_the_move_is_made(taught: _Taught) -> None:
    assert taught.pass_to(10.0, PLAY) == []
    assert taught.pass_to(10.5, PLAY) == []
    assert taught.pass_to(10.6, PLAY)
    assert taught.pass_to(12.7, PLAY) == []
    assert taught.pass_to(13.0, PLAY)
    assert taught.pass_to(20.0, replace(PLAY, act="flip", source="", piece="")) == []


def test_it_goes_when_the_move_is_made_or_the_seat_is_ready(taught: _Taught) -> None:
    taught.pass_to(10.0, PLAY)
    shown = taught.pass_to(11.0, PLAY)
    assert taught.player.dropped == []
    assert [seat for seat, *_ in taught.hands.fingers(11 * SECOND)] == [SEAT]
    taught.pass_to(11.5, replace(PLAY, step=1, act="flip", source="", piece=""))
    assert taught.player.dropped == shown
    assert [*taught.hands.fingers(round(11.5 * SECOND))] == []
    shown = taught.pass_to(12.5, replace(PLAY, step=1, act="flip", source="", piece=""))
    taught.pass_to(12.7, None)
    assert taught.player.dropped[-1:] == shown


def test_the_hand_pushes_the_card_and_it_lies_on_the_pile(taught: _Taught) -> None:
    taught.pass_to(10.0, PLAY)
    *dots, card, hand = taught.pass_to(11.0, PLAY)
    panel = taught.layout.panels[SEAT]
    assert isinstance(card, Fly)
    assert card.looks == (FaceLook("g4", *(round(part) for part in panel.places["row 1"][2:])),)
    assert isinstance(hand.looks[0], HandLook)
    start, end = panel.window_place("row 1"), panel.in_window(taught.places[SEAT])
    assert all(start.holds(*_tip(hand, number)) for number in range(len(hand.poses)))
    assert {(pose.x, pose.y) for pose in card.poses} == {end[:2]}
    assert card.poses[-1].scale * card.looks[0].w == pytest.approx(end.w), "it covers what lies there, and no more"
    assert len(dots) > 2
    assert all(isinstance(dot, Flash) and dot.low for dot in dots), "below all that is read"
    far = [math.dist(dot.poses[0][1:3], end[:2]) for dot in dots]
    assert far == sorted(far, reverse=True)
    assert [dot.poses[0].at for dot in dots] == sorted(dot.poses[0].at for dot in dots)


@pytest.mark.parametrize("rtl", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4, 6, 8, 12])
def test_hand_and_piece_cover_no_words_and_no_controls(canned: Any, seats: int, rtl: bool) -> None:
    welcome, snapshot = canned.welcome(seats), canned.snapshot("ready", seats)
    people = tuple(
        replace(view, state="taken", row=ROW, lesson=PLAY, language="he" if rtl else "en") for view in snapshot.seats
    )
    shape = TableShape.of(Place(960, 540, 1920, 1080), welcome, replace(snapshot, seats=people), "cards")
    layout, player, picture = shape.layout(welcome), _Player(), picture_of_game("cards")
    hands, practised = GhostHands(player), practice_places(layout)  # type: ignore[arg-type]
    for now in (10, 11):
        hands.follow(people, layout.panels, practised, picture.motion, picture.memory(), now * SECOND)
    assert len([one for one in player.played if isinstance(one, Fly)]) == 2 * seats
    for one in (one for one in player.played if isinstance(one, Fly)):
        wide, high = one.looks[0].extent
        for seat, panel in layout.panels.items():
            head = panel.covers(panel.places["head"])
            for pose in one.poses[1:-1]:
                w, h = (wide, high) if pose.turn % 180 == 0 else (high, wide)
                lies = Place(pose.x, pose.y, 0.9 * pose.scale * w, 0.9 * pose.scale * h)
                assert not head.overlaps(lies), (seat, one.looks)


def test_it_waits_while_a_finger_carries_a_card(taught: _Taught) -> None:
    taught.pass_to(10.0, PLAY)
    assert taught.pass_to(12.0, PLAY, held="row 1") == []
    assert taught.pass_to(12.5, PLAY) == []
    assert taught.pass_to(12.7, PLAY)


def test_it_taps_the_hand_and_points_at_the_button(taught: _Taught) -> None:
    panel = taught.layout.panels[SEAT]
    flip, stop = LessonView(1, 4, act="flip"), LessonView(3, 4, act="stop")
    taught.pass_to(10.0, flip)
    (hand,) = taught.pass_to(11.0, flip)
    assert _tip(hand, 1) == pytest.approx(panel.window_place("hand")[:2])
    taught.pass_to(20.0, stop)
    (hand,) = taught.pass_to(21.0, stop)
    x, y = _tip(hand, 1)
    sign = panel.in_window(panel.lit_stop)
    assert sign.x + 0.3 * sign.w < x < hand.poses[1].x, "beside the sign, not on its word"
    assert 0 < y < taught.layout.rim
    taught.pass_to(30.0, stop, screen_stop=True)
    (hand,) = taught.pass_to(33.0, stop, screen_stop=True)
    assert _tip(hand, 1) == pytest.approx(panel.in_window(panel.lit_stop)[:2])


def test_without_a_lesson_or_at_its_end_no_hand_comes(taught: _Taught) -> None:
    for now in (10.0, 12.0):
        assert taught.pass_to(now, None) == []
    for now in (20.0, 22.0):
        assert taught.pass_to(now, LessonView(4, 4)) == []

"""The course of a round of a game from another package, with reasons of its own."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import pytest

from kiosk.game.commands import SeatCommand, Stop
from kiosk.game.course import Course, RoundSeat
from kiosk.game.events import Penalized, Rejected, SeatLocked
from kiosk.game.options import FalseStop, Misplay, MisplayKind
from kiosk.game.refusals import Reason


class Why(StrEnum):
    """Reasons of a game with dominoes."""

    ENDS_DIFFER = "ends_differ"
    TILES_LEFT = "tiles_left"


@dataclass
class Rules:
    """The options that every game has."""

    stop_delay_ms: int | None = None
    unanimous_abort: bool = True
    false_stop: FalseStop = FalseStop(ms=700)  # noqa: RUF009  it is frozen
    misplay: Misplay = Misplay(MisplayKind.PENALTY, points=3)  # noqa: RUF009


class Lay(SeatCommand, frozen=True, gc=False):
    """A domino to an end of the chain."""

    word = "lay"


@pytest.fixture
def course() -> Course:
    return Course(Rules(), [RoundSeat(), RoundSeat()], misplays=(Why.ENDS_DIFFER,))


def test_a_refusal_that_the_game_calls_a_misplay_costs_what_the_rules_say(course: Course) -> None:
    course.refuse(Lay(5, 1), Why.ENDS_DIFFER, "3-5", None)
    assert course.events == [Rejected(5, 1, "lay", Why.ENDS_DIFFER, "3-5"), Penalized(0, 1, 3)]
    assert course.penalties == [0, 3]


@pytest.mark.parametrize("reason", [Why.TILES_LEFT, Reason.STACK_NOT_EMPTY, Reason.DICE_LEFT])
def test_a_call_of_a_seat_that_has_pieces_left_is_a_false_stop_by_whatever_reason(
    course: Course, reason: StrEnum
) -> None:
    course.refuse(Stop(5, 0), reason, None, None)
    assert course.events[1:] == [SeatLocked(0, 0, 700, flips_only=False)]


@pytest.mark.parametrize("reason", [Reason.ROUND_OVER, Reason.NOT_SEATED, Reason.LOCKED])
def test_a_call_of_a_seat_that_may_do_nothing_is_none(course: Course, reason: Reason) -> None:
    course.refuse(Stop(5, 0), reason, None, None)
    assert len(course.events) == 1

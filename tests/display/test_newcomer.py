"""A newcomer who knows only what the screen shows learns the game in the lobby and plays a round."""

from __future__ import annotations

import itertools
from typing import Final

import pytest

from kiosk.protocol.state import State
from tests.rig.evening import EDGES, LANGUAGES, Evening
from tests.rig.newcomer import Newcomer

pytestmark = [pytest.mark.ui, pytest.mark.usefixtures("unpainted")]

SEAT: Final = 1
LEARNS_S: Final = 30
"""Seconds from the first touch to the first own card of a round at most."""
LASTS_S: Final = 600
"""Seconds in which a round must have ended."""
OWN: Final = 10
"""The cards that it plays in its first round at least."""
_PLAYED: Final = tuple(itertools.product(LANGUAGES, sorted(EDGES), ("cards", "dice")))
_QUICK: Final = frozenset({("en", 12, "cards"), ("en", 4, "dice"), ("he", 4, "cards")})


def _until(evening: Evening, state: State) -> None:
    for _ in range(4000):
        if evening.state is state:
            return
        evening.pass_time(20)
    raise AssertionError(f"{evening.state} instead of {state}")


@pytest.mark.parametrize(
    ("language", "seats", "game"),
    [pytest.param(*one, marks=() if one in _QUICK else pytest.mark.slow) for one in _PLAYED],
)
def test_a_newcomer_learns_the_game_and_plays_a_round(language: str, seats: int, game: str) -> None:
    evening = Evening(seats, 11, game=game, languages=(language,), language=language, bots="gentle")
    evening.look()
    newcomer = Newcomer(evening, SEAT)
    since = evening.now
    newcomer.sit_down()
    assert evening.seat(SEAT).state == "taken"
    for _ in range(12):
        if not newcomer.follow_hand():
            break
    lesson = evening.seat(SEAT).lesson
    assert lesson is not None
    assert lesson.step == lesson.steps
    learned = evening.now
    newcomer.say_ready()
    assert evening.seat(SEAT).state == "ready"
    _until(evening, State.PLAY)
    first = None
    while evening.state is State.PLAY:
        newcomer.play()
        if first is None and evening.seat(SEAT).centered:
            first = evening.now
        assert (evening.now - learned) / 1e9 < LASTS_S
    assert first is not None
    assert (first - since) / 1e9 <= LEARNS_S
    assert evening.seat(SEAT).centered >= (OWN if game == "cards" else 1)
    assert newcomer.flips
    _until(evening, State.ROUND_RESULT)
    assert evening.shown.result is not None

"""The turntable's title is in a language of somebody who sits there."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from kiosk.display.games.ranks import turntable_look
from kiosk.game.seats import SeatNumber
from kiosk.protocol import RoundResult, SeatScore


class _Progress(NamedTuple):
    round_no: int = 1
    rounds: int = 5
    target: int = 0
    minutes_left: int | None = None
    extra_round: bool = False


@pytest.mark.parametrize(("bots", "title"), [((1, 2, 3), "Runde 1 von 5"), ((1, 2, 3, 4), "Round 1 of 5")])
def test_its_title_is_in_a_person_s_language_if_one_plays(bots: tuple[int, ...], title: str) -> None:
    seats = [SeatNumber(number) for number in (1, 2, 3, 4)]
    lines = tuple(SeatScore(seat, 1, 0, 0, 1, 1, won=False, bot=seat in bots) for seat in seats)
    result = RoundResult("stop", None, 1, lines, ((1, 1, 1, 1),))
    languages = {seat: "de" if seat == 4 else "en" for seat in seats}
    look = turntable_look(result, (), _Progress(), languages, 400)
    assert look.scores is not None
    assert look.scores.title == title

"""Our own contestants play as documented: whole rounds of legal moves. The peers are not needed for it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kiosk.game.cards.round import CardRound
from kiosk.game.dice.round import DiceRound
from tests.benchmarks import engine_play
from tests.benchmarks.engine_play import measure


class _Watched:
    """Stands for a round's class: its rounds count the moves that are made and refuse to be refused."""

    made: list[Any]

    def __init__(self, round_: Any) -> None:
        self._round = round_

    def __getattr__(self, name: str) -> Any:
        return getattr(self._round, name)

    def make(self, *move: Any) -> None:
        assert self._round.make(*move) is None
        self.made.append(self._round)


@pytest.mark.parametrize("seats", [2, 4, 12])
@pytest.mark.parametrize(("game", "name", "begin"), [("ours", "CardRound", "deal"), ("ours_dice", "DiceRound", "draw")])
def test_our_contestants_play_whole_rounds_and_every_counted_move_is_accepted(
    monkeypatch: pytest.MonkeyPatch, game: str, name: str, begin: str, seats: int
) -> None:
    if (game, seats) == ("ours_dice", 12):
        seats = 3

    class Watched(_Watched):
        made: list[CardRound | DiceRound] = []  # noqa: RUF012

    real = getattr(engine_play, name)
    setattr(Watched, begin, staticmethod(lambda *dealt, **how: Watched(getattr(real, begin)(*dealt, **how))))
    monkeypatch.setattr(engine_play, name, Watched)
    tally = measure(getattr(engine_play, game)(seats, random.Random(seats)), seconds=0)  # noqa: S311
    assert (tally.rounds, tally.moves) == (1, len(Watched.made))
    assert tally.moves > 20
    assert Watched.made[-1].ended is not None

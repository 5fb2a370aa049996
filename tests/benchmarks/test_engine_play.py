"""Our own contestant plays as documented: whole rounds of legal commands. The peers are not needed for it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kiosk.game.card_round import CardRound
from kiosk.game.commands import Tick
from kiosk.game.events import Rejected
from tests.benchmarks.engine_play import measure, ours


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_our_contestant_plays_whole_rounds_and_every_counted_move_is_accepted(
    monkeypatch: pytest.MonkeyPatch, seats: int
) -> None:
    judged: list[tuple[CardRound, bool]] = []
    apply = CardRound.apply

    def spy(round_: CardRound, command: Any) -> Any:
        events = apply(round_, command)
        if not isinstance(command, Tick):
            judged.append((round_, not any(isinstance(event, Rejected) for event in events)))
        return events

    monkeypatch.setattr(CardRound, "apply", spy)
    tally = measure(ours(seats, random.Random(seats)), seconds=0)  # noqa: S311
    assert (tally.rounds, tally.moves) == (1, len(judged))
    assert tally.moves > 20
    assert all(accepted for _, accepted in judged)
    assert judged[-1][0].ended is not None

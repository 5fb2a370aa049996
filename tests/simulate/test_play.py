"""Simulated rounds end, keep the rules' promises and are repeated by their seed and index."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kiosk.game.card_round import CardRound
from kiosk.game.cards import parse_cards
from kiosk.game.commands import STACK, Flip, Place, Play, Source
from kiosk.game.position import Position, SeatPosition
from kiosk.game.reasons import RoundEnd
from kiosk.game.rules import PRESETS, CardRules, Pro, Recycle, rules_of
from kiosk.simulate.play import choose, play_round, without_waiting
from kiosk.simulate.run import CHUNK, simulate


@pytest.mark.parametrize("pro", [False, True])
@pytest.mark.parametrize("preset", PRESETS)
def test_a_round_of_every_edition_comes_to_its_end(preset: str, pro: bool) -> None:
    rules = without_waiting(replace(PRESETS[preset].rules, pro=Pro(enabled=pro)))
    for index in range(3):
        played = play_round(rules, 3, 1, index)
        assert played.by is not RoundEnd.LEFT
        assert (played.caller is None) == (played.by not in (RoundEnd.STOP, RoundEnd.AUTO_STOP))
        if played.caller is not None and not pro:
            assert played.scores[played.caller] >= 10, "RULES.md 5.5"


def test_a_round_is_repeated_by_its_seed_and_index_and_others_differ() -> None:
    rules = without_waiting(CardRules())
    assert play_round(rules, 4, 7, 3) == play_round(rules, 4, 7, 3)
    assert play_round(rules, 4, 7, 3) != play_round(rules, 4, 7, 4)
    assert play_round(rules, 4, 7, 3) != play_round(rules, 4, 8, 3)


def test_the_number_of_workers_changes_nothing() -> None:
    rounds = 2 * CHUNK + 3
    alone = list(simulate(CardRules(), 2, rounds, 5, workers=1))
    assert len(alone) == rounds
    assert list(simulate(CardRules(), 2, rounds, 5, workers=2)) == alone


def test_turned_over_hands_come_to_dead_orders_and_shuffled_ones_never_do() -> None:
    turned = list(simulate(rules_of("nordic_is"), 2, 40, 1, workers=1))
    shuffled = list(simulate(rules_of("nordic_is", recycle=Recycle.SHUFFLE), 2, 40, 1, workers=1))
    assert sum(played.dead_by_order for played in turned) > 10
    assert sum(played.dead_by_order for played in shuffled) == 0


def test_a_greedy_player_prefers_the_stack_to_the_row_and_the_row_to_a_flip() -> None:
    row = (tuple(parse_cards("r2")), tuple(parse_cards("b9")))
    seat = SeatPosition(row=row, stack=parse_cards("y7 g2"), hand=parse_cards("y3 y4 y5"))
    for center, wanted in (("r1 g1", STACK), ("r1", Source(Place.ROW, 0)), ("", None)):
        round_ = CardRound(CardRules(), Position(parse_cards(center), (seat, seat)))
        command = choose(round_, 0)
        assert command == (Flip(0, 0) if wanted is None else Play(0, 0, wanted))

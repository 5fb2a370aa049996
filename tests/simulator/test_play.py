"""Simulated rounds end, hold the invariants of the rules and are reproducible by seed and index."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from kiosk.game.cards.commands import DISCARD, STACK, CardCommand, CardPlace, Flip, Play, Refill, Source, Tuck
from kiosk.game.cards.editions import PRESETS, rules_of
from kiosk.game.cards.moves import command_of
from kiosk.game.cards.position import Position, SeatPosition, parse_cards
from kiosk.game.cards.round import CardRound
from kiosk.game.cards.rules import CardRules, Pro, Recycle
from kiosk.game.refusals import RoundEnd
from kiosk.simulator.bots import SimulatedBot, read_bots
from kiosk.simulator.cards import CARD_BOTS, PlayedCards, greedy, play_cards, without_waiting

GREEDY = SimulatedBot()
CHANCE = Random(1)  # noqa: S311  a test must be repeatable


def chosen(round_: CardRound) -> CardCommand | None:
    move = greedy(round_, 0, 0, CHANCE)
    return None if move is None else command_of(move, 0, 0)


def rounds_of(rules: CardRules, bots: tuple[SimulatedBot, ...], rounds: int) -> list[PlayedCards]:
    return [play_cards(without_waiting(rules), bots, 1, index) for index in range(rounds)]


@pytest.mark.parametrize("kind", CARD_BOTS)
@pytest.mark.parametrize("pro", [False, True])
@pytest.mark.parametrize("preset", PRESETS)
def test_a_round_of_every_edition_comes_to_its_end_whoever_plays(preset: str, pro: bool, kind: str) -> None:
    rules = replace(PRESETS[preset].rules, pro=Pro(enabled=pro))
    for played in rounds_of(rules, (SimulatedBot(kind),) * 3, 3):
        assert played.by is not RoundEnd.LEFT
        assert (played.caller is None) == (played.by not in (RoundEnd.STOP, RoundEnd.AUTO_STOP))
        if played.caller is not None and not pro:
            assert played.scores[played.caller] >= rules.stack_size_of(0), "RULES.md 5.5"


def test_a_round_is_repeated_by_its_seed_and_index_and_others_differ() -> None:
    rules, bots = without_waiting(CardRules()), (GREEDY,) * 4
    assert play_cards(rules, bots, 7, 3) == play_cards(rules, bots, 7, 3)
    assert play_cards(rules, bots, 7, 3) != play_cards(rules, bots, 7, 4)
    assert play_cards(rules, bots, 7, 3) != play_cards(rules, bots, 8, 3)


def test_turned_over_hands_come_to_dead_orders_and_shuffled_ones_never_do() -> None:
    turned = rounds_of(rules_of("nordic_is"), (GREEDY,) * 2, 40)
    shuffled = rounds_of(rules_of("nordic_is", recycle=Recycle.SHUFFLE), (GREEDY,) * 2, 40)
    assert sum(played.dead_by_order for played in turned) > 10
    assert sum(played.dead_by_order for played in shuffled) == 0


def test_a_seat_without_any_move_does_not_hang_the_round() -> None:
    """Seat 0 has only row cards that fit nowhere: no hand, no discard."""
    cards = [parse_cards(text) for text in ("r9 b9 y9", "r2 g2 b2 y2", "g1")]
    idle = SeatPosition(row=tuple((card,) for card in cards[0]), stack=parse_cards("g9"))
    other = SeatPosition(row=((), (), ()), stack=cards[1], hand=cards[2])
    round_ = CardRound(CardRules(), Position((), (idle, other)))
    assert all(choose(round_, 0, 0, CHANCE) is None for choose in CARD_BOTS.values())


def test_a_greedy_bot_fills_a_gap_then_prefers_the_stack_to_the_row_and_the_row_to_a_flip() -> None:
    row = (tuple(parse_cards("r2")), tuple(parse_cards("b9")))
    seat = SeatPosition(row=row, stack=parse_cards("y7 g2"), hand=parse_cards("y3 y4 y5"))
    for center, wanted in (("r1 g1", STACK), ("r1", Source(CardPlace.ROW, 0)), ("", None)):
        round_ = CardRound(CardRules(), Position(parse_cards(center), (seat, seat)))
        command = chosen(round_)
        assert command == (Flip(0, 0) if wanted is None else Play(0, 0, wanted))
    gap = replace(seat, row=(row[0], ()))
    round_ = CardRound(rules_of("schmidt_de_fr_it"), Position(parse_cards("r1 g1"), (gap, seat)))
    assert chosen(round_) == Refill(0, 0, 1)


def test_a_greedy_bot_tucks_a_stack_card_before_it_plays_from_the_discard_but_after_the_row() -> None:
    row = (tuple(parse_cards("r2")), tuple(parse_cards("b9")))
    seat = SeatPosition(row=row, stack=parse_cards("y7 g8"), discard=parse_cards("y1"))
    rules = CardRules(pro=Pro(enabled=True))
    wanted = {"": Tuck(0, 0, STACK, 1), "r1": Play(0, 0, Source(CardPlace.ROW, 0)), "g7": Play(0, 0, STACK)}
    for center, command in wanted.items():
        assert chosen(CardRound(rules, Position(parse_cards(center), (seat, seat)))) == command
    stuck = replace(seat, stack=parse_cards("y7 b8"))
    assert chosen(CardRound(rules, Position((), (stuck, seat)))) == Play(0, 0, DISCARD)


def test_a_greedy_bot_beats_a_random_one_and_a_fast_one_a_slow_one() -> None:
    for better, worse in ((GREEDY, SimulatedBot("random")), (GREEDY, SimulatedBot(speed=0.5))):
        played = rounds_of(CardRules(), (worse, better), 60)
        assert sum(one.scores[1] > one.scores[0] for one in played) > 45


def test_a_seat_that_waits_after_its_flips_wins_less_often() -> None:
    rules = replace(without_waiting(CardRules()), flip_cooldown_ms=(3350, 350))
    rounds = [play_cards(rules, (GREEDY, GREEDY), 1, index).scores for index in range(400)]
    won = sum((own > other) + 0.5 * (own == other) for own, other in rounds)
    assert won < 180, "four errors above a third of them"


def test_where_no_seat_waits_a_cooldown_of_each_seat_changes_nothing() -> None:
    def played(cooldowns: int | tuple[int, int]) -> list[PlayedCards]:
        rules = replace(without_waiting(CardRules()), flip_cooldown_ms=cooldowns)
        return [play_cards(rules, (GREEDY, GREEDY), 1, index) for index in range(40)]

    assert played((0, 0)) == played(0) != played((3350, 350))


def test_bots_are_read_as_one_for_all_or_one_a_seat() -> None:
    assert read_bots("greedy", 3, CARD_BOTS) == (GREEDY,) * 3
    mixed = read_bots("greedy, random*2,greedy*0.7", 3, CARD_BOTS)
    assert mixed == (GREEDY, SimulatedBot("random", 2), SimulatedBot("greedy", 0.7))
    assert [str(bot) for bot in mixed] == ["greedy", "random*2", "greedy*0.7"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("clever", "there are: greedy, random"),
        ("greedy,greedy", "2 bots for 3 players"),
        ("greedy*", "from 0.01 to 100"),
        ("greedy*0", "from 0.01 to 100"),
        ("greedy*nan", "from 0.01 to 100"),
        ("greedy*-1", "from 0.01 to 100"),
        ("", "there are: greedy, random"),
    ],
)
def test_bots_that_there_are_not_are_refused_in_words(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        read_bots(text, 3, CARD_BOTS)

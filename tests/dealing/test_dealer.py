from __future__ import annotations

from collections.abc import Sequence

import pytest

from kiosk.dealing.card_decks import decks
from kiosk.dealing.dealer import Dealer
from kiosk.dealing.dice_bag import bag
from kiosk.game.cards.cards import DECK
from kiosk.game.cards.commands import CardPlace, DeadArmed, Flip, Flipped, Play, Reshuffled, Source
from kiosk.game.cards.editions import rules_of
from kiosk.game.cards.position import parse_position
from kiosk.game.cards.round import CardRound
from kiosk.game.commands import Command, Tick, Vote
from kiosk.game.dice.commands import Roll, Rolled
from kiosk.game.dice.dice import BAG, FACES, DicePosition, DiceSeatPosition, parse_colors, parse_dice
from kiosk.game.dice.round import DiceRound
from kiosk.game.dice.rules import DiceRules
from kiosk.game.events import Event, Rejected, RoundEnded
from kiosk.game.game_round import Draw, Drawn, Number, Order
from kiosk.game.refusals import DeadState, Reason, RoundEnd


def test_every_deck_is_whole_and_shuffled_by_itself() -> None:
    dealt = decks(Dealer(seed=3), 12)
    assert all(sorted(deck) == list(DECK) for deck in dealt)
    assert len({tuple(deck) for deck in dealt}) == 12


def test_the_seed_decides_everything() -> None:
    assert decks(Dealer(seed=3), 4) == decks(Dealer(seed=3), 4)
    assert decks(Dealer(seed=3), 4) != decks(Dealer(seed=4), 4)


def test_a_flip_that_shuffles_gets_its_order() -> None:
    position = parse_position("- | row b9 stack b8 discard r1 r2 r3 r4 r5 r6 r7 r8 | row g9 stack g8")
    rounds = [CardRound(rules_of("table_default"), position) for _ in range(2)]
    first, second = (Dealer(seed).judge(round_, Flip(0, 0))[0] for seed, round_ in enumerate(rounds))
    assert isinstance(first, Flipped)
    assert isinstance(second, Flipped)
    assert first.recycled
    assert first.cards != second.cards
    seat = rounds[0].seats[0]
    assert sorted(seat.hand + seat.discard) == list(DECK[:8])


def test_what_is_due_happens_at_its_own_time_before_the_command() -> None:
    round_ = CardRound(rules_of("table_default"), parse_position("r1 | row b9 | row r2 stack b1"))
    ended, rejected = Dealer(1).judge(round_, Play(7000, 1, Source(CardPlace.ROW)))
    assert ended == RoundEnded(5000, RoundEnd.AUTO_STOP, 0)
    assert isinstance(rejected, Rejected)
    assert rejected.reason is Reason.ROUND_OVER


def test_time_alone_reshuffles_as_often_as_it_must() -> None:
    position = parse_position("r1 | row b5 stack y5 hand r2 y7 y8 b9 b8 b7 | row b6 stack b5 hand y9 y8")
    round_ = CardRound(rules_of("nordic_is"), position)
    assert round_.dead is DeadState.BY_ORDER
    events = Dealer(1).judge(round_, Tick(1_000_000))
    assert Reshuffled(12_000) in events
    reshuffled = [event for event in events if isinstance(event, Reshuffled)]
    armed = [event for event in events if isinstance(event, DeadArmed)]
    assert len(reshuffled) == len(armed)
    assert round_.dead is None
    assert round_.at == 1_000_000


def test_a_command_from_the_past_is_an_error() -> None:
    round_ = CardRound(rules_of("table_default"), parse_position("r1 | row r2 stack b1 | row b9 stack b1 hand r1"))
    dealer = Dealer(1)
    dealer.judge(round_, Tick(10))
    with pytest.raises(ValueError, match="after 10 ms was judged"):
        dealer.judge(round_, Flip(9, 1))


def cups(*dice: str) -> DiceRound:
    seats = tuple(DiceSeatPosition(parse_colors(of_seat)) for of_seat in dice)
    return DiceRound(DiceRules(roll_ms=0), DicePosition(seats))


def test_the_bag_is_mixed_and_whole() -> None:
    bags = [tuple(bag(Dealer(seed))) for seed in range(20)]
    assert all(sorted(mixed) == list(BAG) for mixed in bags)
    assert len(set(bags)) == 20
    assert len({mixed[0] for mixed in bags}) == 4


def test_a_roll_that_nobody_has_read_gets_its_faces() -> None:
    round_, dealer = cups("rrgby", "g"), Dealer(1)
    rolls = [dealer.judge(round_, Roll(at, 0))[0] for at in range(200)]
    values = [die.value for rolled in rolls if isinstance(rolled, Rolled) for die in rolled.faces]
    assert len(values) == 1000
    assert {value: values.count(value) > 120 for value in values} == dict.fromkeys(range(1, FACES + 1), True)


def test_a_roll_that_was_read_keeps_its_faces_even_none() -> None:
    round_ = cups("rg", "g")
    [rolled] = Dealer(1).judge(round_, Roll(0, 0, parse_dice("g2 r5")))
    assert rolled == Rolled(0, 0, parse_dice("r5 g2"))
    [refused] = Dealer(1).judge(round_, Roll(1, 0, ()))
    assert isinstance(refused, Rejected)
    assert refused.reason is Reason.READING_MISMATCH


def test_a_roll_of_a_seat_that_does_not_exist_is_refused_like_any_other() -> None:
    [refused] = Dealer(1).judge(cups("rg", "g"), Roll(0, 5))
    assert isinstance(refused, Rejected)
    assert refused.reason is Reason.NOT_SEATED


def test_the_stop_of_an_empty_cup_comes_before_a_roll_of_its_time() -> None:
    round_ = cups("", "g")
    ended, refused = Dealer(1).judge(round_, Roll(3000, 1))
    assert ended == RoundEnded(3000, RoundEnd.AUTO_STOP, 0)
    assert isinstance(refused, Rejected)
    assert refused.reason is Reason.ROUND_OVER


class Raffle:
    """A round of a game from another package, in which every ``Tick`` draws."""

    def __init__(self, *due: int) -> None:
        self.due = [*due]
        self.applied: list[Command] = []

    def next_deadline(self) -> int | None:
        return self.due[0] if self.due else None

    def draws(self, command: Command) -> tuple[Draw, ...]:
        return (Order(3), Number(4, 9)) if isinstance(command, Tick) else ()

    def with_drawn(self, command: Command, drawn: Sequence[Drawn]) -> Command:
        order, number = drawn
        assert isinstance(order, tuple)
        assert isinstance(number, int)
        return Tick(command.at, (order, (number,)))

    def apply(self, command: Command) -> list[Event]:
        self.due = [due for due in self.due if due > command.at]
        self.applied.append(command)
        return [Event(command.at)]


def test_any_game_is_dealt_what_it_says_that_it_needs_and_nothing_else() -> None:
    round_ = Raffle(3, 7, 20)
    events = Dealer(5).judge(round_, Vote(7, 1))
    assert [event.at for event in events] == [3, 7, 7]
    *ticks, vote = round_.applied
    assert vote == Vote(7, 1)
    like = Dealer(5)
    assert ticks == [Tick(at, (like.order(3), (like.number(4, 9),))) for at in (3, 7)]

from __future__ import annotations

import pytest

from kiosk.dealer import Dealer
from kiosk.game.card_round import CardRound
from kiosk.game.cards import DECK
from kiosk.game.commands import Flip, Place, Play, Source, Tick
from kiosk.game.events import DeadArmed, Flipped, Rejected, Reshuffled, RoundEnded
from kiosk.game.notation import parse_position
from kiosk.game.reasons import DeadState, Reason, RoundEnd
from kiosk.game.rules import rules_of


def test_every_deck_is_whole_and_shuffled_by_itself() -> None:
    decks = Dealer(seed=3).decks(12)
    assert all(sorted(deck) == list(DECK) for deck in decks)
    assert len({tuple(deck) for deck in decks}) == 12


def test_the_seed_decides_everything() -> None:
    assert Dealer(seed=3).decks(4) == Dealer(seed=3).decks(4)
    assert Dealer(seed=3).decks(4) != Dealer(seed=4).decks(4)


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
    ended, rejected = Dealer(1).judge(round_, Play(7000, 1, Source(Place.ROW)))
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

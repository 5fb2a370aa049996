"""Invariants after every command of random games, in any edition."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from msgspec.structs import replace

from kiosk.dealing.card_decks import decks
from kiosk.dealing.dealer import Dealer
from kiosk.game.cards.cards import DECK, NUMBERS, Card
from kiosk.game.cards.commands import (
    CardCommand,
    CardPlace,
    DeadDisarmed,
    Flip,
    Flipped,
    Play,
    Played,
    Refill,
    Reshuffled,
    Source,
    StackEmptied,
    Tuck,
)
from kiosk.game.cards.moves import FLIP, TUCK_ROW, command_of, move_of
from kiosk.game.cards.position import parse_position, position_text
from kiosk.game.cards.round import CardRound
from kiosk.game.cards.rules import (
    CardRules,
    DeadByOrder,
    DeadDetection,
    DealOrder,
    DetectionKind,
    DiscardChain,
    Enforcement,
    FalseStop,
    FalseStopKind,
    HandUse,
    Misplay,
    MisplayKind,
    OneFromStack,
    PlayAfterEmpty,
    Pro,
    ProEmptySlot,
    ProStep,
    Recycle,
    RefillActuation,
    Refilling,
    StackFace,
    StackToCenter,
    StopMode,
)
from kiosk.game.commands import Leave, Stop, Tick, Vote
from kiosk.game.events import Event, Penalized, Rejected, SeatLocked
from kiosk.game.refusals import Reason

SEATS = st.integers(2, 12)
SEEDS = st.integers(0, 2**32 - 1)
BASE = st.builds(
    CardRules,
    deal_order=st.sampled_from(DealOrder),
    stack_face=st.sampled_from(StackFace),
    stack_to_center=st.sampled_from(StackToCenter),
    one_from_stack=st.sampled_from(OneFromStack),
    hand_use=st.sampled_from(HandUse),
    hand_use_enforcement=st.sampled_from(Enforcement),
    discard_chain=st.sampled_from(DiscardChain),
    recycle=st.sampled_from(Recycle),
    refill=st.sampled_from(Refilling),
    refill_actuation=st.sampled_from(RefillActuation),
    stop_mode=st.sampled_from(StopMode),
    play_after_empty=st.sampled_from(PlayAfterEmpty),
    dead_by_order=st.sampled_from(DeadByOrder),
    dead_detection=st.builds(DeadDetection, st.sampled_from(DetectionKind), st.sampled_from([0, 3000])),
    unanimous_abort=st.booleans(),
)
FINES = st.fixed_dictionaries(
    {
        "false_stop": st.builds(FalseStop, st.sampled_from(FalseStopKind), points=st.integers(0, 3)),
        "misplay": st.builds(Misplay, st.sampled_from(MisplayKind), points=st.integers(0, 3)),
    }
)
PRO = st.builds(
    Pro,
    enabled=st.just(True),
    step=st.sampled_from(ProStep),
    sources=st.sampled_from([(CardPlace.STACK, CardPlace.DISCARD), (CardPlace.STACK,), (CardPlace.DISCARD,)]),
    empty_slot=st.sampled_from(ProEmptySlot),
)


class Recorded:
    """A round whose commands and their events are recorded, as a journal would."""

    def __init__(self, round_: CardRound) -> None:
        self._round = round_
        self.log: list[tuple[CardCommand, list[Event]]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._round, name)

    def apply(self, command: CardCommand) -> list[Event]:
        events = self._round.apply(command)
        self.log.append((command, events))
        return events


@dataclass
class Game:
    """A random game: mostly sensible moves, some illegal ones, and random ``near`` cells."""

    rules: CardRules
    seats: int
    seed: int
    steps: int = 1500
    round: Recorded = field(init=False)

    def __post_init__(self) -> None:
        self.dealer = Dealer(self.seed)
        self.random = random.Random(self.seed)  # noqa: S311  a game, not a secret
        self.decks = decks(self.dealer, self.seats)
        self.round = Recorded(CardRound.deal(self.rules, self.decks))
        self.at = 0

    def wish(self) -> CardCommand:
        seat = self.random.randrange(self.seats)
        legal = self.round.legal_commands(seat, self.at)
        if legal and self.random.random() < 0.85:
            # Greedy players end the round: they play the table's cards before the hand's.
            return legal[0] if self.random.random() < 0.7 else self.random.choice(legal)
        sources = [Source(place, self.random.randrange(6)) for place in CardPlace]
        foolish: Sequence[CardCommand] = [
            Play(self.at, seat, self.random.choice(sources)),
            Tuck(self.at, seat, self.random.choice(sources), self.random.randrange(6)),
            Refill(self.at, seat, self.random.randrange(6)),
            Stop(self.at, seat),
            Vote(self.at, seat),
            Leave(self.at, seat),
        ]
        return self.random.choices(foolish, weights=[20, 5, 5, 5, 2, 0.05])[0]

    def step(self) -> list[Event]:
        self.at += self.random.choice([0, 1, 40, 200, 400])
        return self.dealer.judge(self.round, self.wish())

    def play(self) -> list[Event]:
        events = []
        for _ in range(self.steps):
            events += self.step()
            if self.round.ended:
                break
        return events


@given(BASE, SEATS, st.lists(st.sampled_from([0, 350, 1350]), min_size=12, max_size=12), SEEDS)
@settings(max_examples=25)
def test_a_flip_is_locked_for_the_seat_s_own_cooldown_and_nothing_else_is(
    base: CardRules, seats: int, cooldowns: list[int], seed: int
) -> None:
    game = Game(replace(base, flip_cooldown_ms=tuple(cooldowns[:seats]), shuffle_lock_ms=0), seats, seed)
    flipped: dict[int, int] = {}
    locked: dict[int, int] = {}
    assert not game.round.ended
    for _ in range(300):
        if game.round.ended:
            break
        game.at += game.random.choice([0, 1, 40, 200, 400])
        seat = game.random.randrange(seats)
        wish = Flip(game.at, seat) if game.random.random() < 0.5 else game.wish()
        game.dealer.judge(game.round, wish)
        for command, events in game.round.log:
            refused = any(isinstance(event, Rejected) and event.reason is Reason.LOCKED for event in events)
            if isinstance(command, Vote | Leave | Tick):
                assert not refused
                continue
            barred = command.at < locked.get(command.seat, 0)
            cooling = isinstance(command, Flip) and command.at < flipped.get(command.seat, 0)
            assert refused is (not game_over_before(events) and (barred or cooling))
            for event in events:
                if isinstance(event, Flipped):
                    flipped[event.seat] = event.at + cooldowns[event.seat]
                elif isinstance(event, SeatLocked) and not event.flips_only:
                    locked[event.seat] = event.until
        game.round.log.clear()


def game_over_before(events: Sequence[Event]) -> bool:
    """Return whether the command was refused because the round was over or the seat had left."""
    early = (Reason.ROUND_OVER, Reason.NOT_SEATED)
    return any(isinstance(event, Rejected) and event.reason in early for event in events)


@given(BASE, st.none() | PRO, SEATS, SEEDS)
@settings(max_examples=25)
def test_every_seat_s_forty_cards_are_exactly_once_somewhere_after_every_command(
    base: CardRules, pro: Pro | None, seats: int, seed: int
) -> None:
    rules = base if pro is None else CardRules(pro=pro, recycle=base.recycle, refill=base.refill)
    game = Game(rules, seats, seed)
    centered: list[list[Card]] = [[] for _ in range(seats)]
    for _ in range(game.steps):
        for event in game.step():
            if isinstance(event, Played):
                centered[event.seat].append(event.card)
        for seat, mine in zip(game.round.seats, centered, strict=True):
            assert sorted((*seat.position().cards(), *mine)) == list(DECK)
            assert seat.centered == len(mine)
        if game.round.ended:
            break
    _assert_centre_holds(game.round, [card for mine in centered for card in mine])


def _assert_centre_holds(round_: CardRound, cards: list[Card]) -> None:
    """Assert that the piles hold the played cards, and each number at least as often as the next."""
    told = Counter(Card(top - below) for top in round_.position().center for below in range(top.number))
    assert told == Counter(cards)
    for card in DECK:
        if card.number < NUMBERS:
            assert told[card] >= told[Card(card + 1)]


@given(BASE, FINES, SEATS, SEEDS)
@settings(max_examples=25)
def test_scores_stay_in_their_range_and_who_empties_the_stack_has_ten_points(
    base: CardRules, fines: dict[str, Any], seats: int, seed: int
) -> None:
    game = Game(replace(base, **fines), seats, seed, steps=1500)
    fined = [0] * seats
    for event in game.play():
        if isinstance(event, Penalized):
            fined[event.seat] += event.points
        if isinstance(event, StackEmptied):
            assert game.round.seats[event.seat].centered >= 10, "RULES.md 5.5"
    assert game.round.penalties == fined
    before_fines = [score + fine for score, fine in zip(game.round.scores(), fined, strict=True)]
    assert all(-20 <= score <= 40 for score in before_fines)
    for seat, score in zip(game.round.seats, before_fines, strict=True):
        assert seat.stack or score >= 10


@given(st.none() | PRO, SEATS, SEEDS)
@settings(max_examples=25)
def test_equal_piles_are_interchangeable(pro: Pro | None, seats: int, seed: int) -> None:
    rules = CardRules(pro=pro or Pro())
    game = Game(rules, seats, seed)
    other = CardRound.deal(rules, game.decks)
    game.play()
    for command, events in game.round.log:
        near = tuple(game.random.sample(range(48), 48))
        elsewhere = structs.replace(command, near=near) if isinstance(command, Play) else command
        told = other.apply(elsewhere)
        assert [_without_cell(event) for event in told] == [_without_cell(event) for event in events]
    assert other.key() == game.round.key()


def _without_cell(event: Event) -> object:
    return (event.at, event.seat, event.source, event.card) if isinstance(event, Played) else event


@given(BASE, st.none() | PRO, SEATS, SEEDS, st.integers(0, 200))
@settings(max_examples=25)
def test_the_same_commands_give_the_same_events_in_a_fresh_round_and_in_a_copy(
    base: CardRules, pro: Pro | None, seats: int, seed: int, cut: int
) -> None:
    game = Game(base if pro is None else CardRules(pro=pro), seats, seed)
    copy: CardRound = game.round.copy()
    cut_at = 0
    for step in range(game.steps):
        if step == cut:
            copy, cut_at = game.round.copy(), len(game.round.log)
            key = copy.key()
        game.step()
        if game.round.ended:
            break
    log = list(game.round.log)
    fresh = CardRound.deal(game.rules, game.decks)
    for command, events in log:
        assert fresh.apply(command) == events
    assert fresh.key() == game.round.key()
    if cut_at:
        assert copy.key() == key, "playing on did not touch the copy"
        for command, events in log[cut_at:]:
            assert copy.apply(command) == events
        assert copy.key() == fresh.key()


@given(BASE, st.none() | PRO, SEATS, SEEDS)
@settings(max_examples=15)
def test_legal_commands_are_exactly_those_that_are_accepted(
    base: CardRules, pro: Pro | None, seats: int, seed: int
) -> None:
    game = Game(base if pro is None else CardRules(pro=pro, discard_chain=base.discard_chain), seats, seed, steps=60)
    dealer = Dealer(1)
    assert not game.round.ended
    for _ in range(game.steps):
        game.step()
        if game.round.ended:
            break
        seat = game.random.randrange(seats)
        legal = game.round.legal_commands(seat)
        trial = game.round.copy()
        for command in _every_command(game.round.at, seat):
            events = dealer.judge(trial, command)
            accepted = not any(isinstance(event, Rejected) for event in events)
            assert accepted == (command in legal)
            if accepted or len(events) > 1:  # a mere refusal changes nothing
                trial = game.round.copy()


@given(BASE, st.none() | PRO, SEATS, SEEDS)
@settings(max_examples=15)
def test_a_round_played_by_numbers_is_the_one_played_by_commands(
    base: CardRules, pro: Pro | None, seats: int, seed: int
) -> None:
    rules = base if pro is None else CardRules(pro=pro, discard_chain=base.discard_chain)
    game = Game(rules, seats, seed)
    quiet, heard = (CardRound.deal(rules, game.decks, listens=listens) for listens in (False, True))
    for at in range(0, 300 * 300, 300):
        seat = game.random.randrange(seats)
        game.dealer.judge(game.round, Tick(at))
        for command, events in game.round.log:
            assert heard.apply(command) == events
            assert quiet.apply(command) == []
        game.round.log.clear()
        if game.round.ended:
            break
        moves = quiet.legal_moves(seat, at)
        legal = game.round.legal_commands(seat, at)
        assert [command_of(move, at, seat) for move in moves] == legal
        assert [move_of(command) for command in legal] == moves
        before = quiet.key()
        for move in game.random.sample(sorted(set(range(TUCK_ROW + 1)) - set(moves)), 3):
            assert quiet.make(seat, move, at) is not None
            assert quiet.key()[:-1] == before[:-1], "a refused move changes nothing but the time"
        if not moves:
            continue
        move = game.random.choice(moves)
        order = game.dealer.order(game.round.flip_needs_order(seat)) if move == FLIP else ()
        command = command_of(move, at, seat)
        command = structs.replace(command, order=order) if order else command
        told = game.round.apply(command)
        assert quiet.make(seat, move, at, order) is None
        assert heard.make(seat, move, at, order) is None
        assert heard.course.take_events() == told
        game.round.log.clear()
        assert quiet.key() == heard.key() == game.round.key()


def _every_command(at: int, seat: int) -> list[CardCommand]:
    sources = [Source(CardPlace.STACK), Source(CardPlace.DISCARD), *(Source(CardPlace.ROW, slot) for slot in range(6))]
    plays = [Play(at, seat, source) for source in sources]
    tucks = [Tuck(at, seat, source, slot) for source in sources for slot in range(6)]
    return [*plays, *tucks, *(Refill(at, seat, slot) for slot in range(6)), Stop(at, seat)]


def test_only_a_reshuffle_ends_a_dead_state() -> None:
    ended = 0

    @given(BASE, st.integers(2, 4), SEEDS)
    @settings(max_examples=40)
    def check(base: CardRules, seats: int, seed: int) -> None:
        nonlocal ended
        again = replace(base, recycle=Recycle.TURN_OVER, dead_by_order=DeadByOrder.RESHUFFLE)  # comes to many
        game = Game(again if seed % 4 else base, seats, seed, steps=600)
        game.play()
        for _, events in game.round.log:
            if any(isinstance(event, DeadDisarmed) for event in events):
                assert any(isinstance(event, Reshuffled) for event in events)
                ended += 1

    check()
    assert ended > 0


@given(st.none() | PRO, SEATS, SEEDS)
@settings(max_examples=20)
def test_every_position_of_a_game_can_be_written_down_and_read(pro: Pro | None, seats: int, seed: int) -> None:
    game = Game(CardRules(pro=pro or Pro()), seats, seed, steps=120)
    game.play()
    position = game.round.position()
    assert parse_position(position_text(position)) == position
    assert CardRound(game.rules, position).position() == position

"""Invariants after every command of random rounds of dice (RULES.md 5.6, 10.10, 10.11)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from kiosk.dealing.dealer import Dealer
from kiosk.dealing.dice_bag import bag
from kiosk.game.colors import Color
from kiosk.game.commands import Leave, Stop, Tick, Vote
from kiosk.game.dice.commands import DiceCommand, DiceGone, DiceSeatCommand, DiePlaced, PlaceDie, Roll
from kiosk.game.dice.dice import BAG, SPACES, Die, die_of
from kiosk.game.dice.moves import MOVES, ROLL, command_of
from kiosk.game.dice.round import DiceRound
from kiosk.game.dice.rules import DICE_PRESETS, DiceRules, HandicapMode, dice_counts
from kiosk.game.events import Event, Penalized, Rejected
from kiosk.game.match import Match
from kiosk.game.options import FalseStop, FalseStopKind, Misplay, MisplayKind, StopMode
from kiosk.game.refusals import Reason, RoundEnd

SEEDS = st.integers(0, 2**32 - 1)
SEATS = st.integers(2, 4)
EXTRAS = st.lists(st.integers(0, 2), min_size=12, max_size=12)
RULES = st.builds(
    DiceRules,
    handicap_mode=st.sampled_from(HandicapMode),
    roll_ms=st.sampled_from([0, 900]),
    stop_mode=st.sampled_from(StopMode),
    stop_timeout_ms=st.sampled_from([0, 3000]),
    late_ms=st.sampled_from([0, 500]),
    unanimous_abort=st.booleans(),
    false_stop=st.builds(FalseStop, st.sampled_from(FalseStopKind), points=st.integers(0, 3)),
    misplay=st.builds(Misplay, st.sampled_from(MisplayKind), points=st.integers(0, 3)),
)


class Game:
    """A round with random players who mostly make legal moves."""

    def __init__(
        self, rules: DiceRules, seats: int, seed: int, tied: Collection[int] = (), foolish: float = 0.2
    ) -> None:
        self.random = random.Random(seed)  # noqa: S311  a game, not a secret
        self.dealer = Dealer(seed)
        self.foolish = foolish
        self.bag = bag(self.dealer)
        self.counts = dice_counts(rules, seats, tied)
        self.round = DiceRound.draw(rules, self.bag, self.counts, tied or None)
        self.log: list[tuple[DiceCommand, list[Event]]] = []
        self.at = 0

    def wish(self) -> DiceSeatCommand:
        seat = self.random.randrange(len(self.round.seats))
        legal = self.round.legal_commands(seat, self.at)
        if self.random.random() >= self.foolish:
            return legal[0] if legal else Roll(self.at, seat)
        tries: Sequence[DiceSeatCommand] = [
            PlaceDie(self.at, seat, self.random.choice(SPACES)),
            PlaceDie(self.at, seat, self.random.choice(self.round.seats[seat].rolled or SPACES)),
            Roll(self.at, seat),
            Roll(self.at, seat, tuple(self.random.choices(SPACES, k=2))),
            Stop(self.at, seat),
            Vote(self.at, seat),
            Leave(self.at, seat),
        ]
        return self.random.choices(tries, weights=[5, 5, 3, 1, 3, 1, 0.1])[0]

    def step(self) -> list[Event]:
        self.at += self.random.choice([0, 1, 100, 500, 900])
        command = self.wish()
        events = self.dealer.judge(self.round, command)
        self.log.append((command, events))
        return events

    def play(self) -> list[Event]:
        events: list[Event] = []
        while self.round.ended is None:
            events += self.step()
        return events


@given(RULES, SEATS, EXTRAS, SEEDS)
@settings(max_examples=70)
def test_every_die_is_in_a_cup_or_on_its_space_after_every_command(
    rules: DiceRules, seats: int, extras: list[int], seed: int
) -> None:
    rules = DiceRules(**{**vars(rules), "dice_extra": tuple(extras[:seats])})
    game = Game(rules, seats, seed)
    drawn = [Counter(seat.dice) for seat in game.round.seats]
    placed: list[Counter[Color]] = [Counter() for _ in range(seats)]
    board: list[Die] = []
    while game.round.ended is None:
        for event in game.step():
            if isinstance(event, DiePlaced):
                placed[event.seat][event.die.color] += 1
                board.append(event.die)
        for number, seat in enumerate(game.round.seats):
            assert Counter(seat.dice) + placed[number] == drawn[number]
            assert seat.rolled is None or Counter(die.color for die in seat.rolled) == Counter(seat.dice)
            assert seat.placed == placed[number].total()
        heights = zip(Color, game.round.board.heights, strict=True)
        assert sorted(board) == [die_of(color, value + 1) for color, height in heights for value in range(height)]
    assert game.log


@given(RULES, SEATS, st.lists(st.sampled_from([0, 400, 2900]), min_size=4, max_size=4), SEEDS)
@settings(max_examples=60)
def test_a_roll_locks_its_seat_for_as_long_as_that_seat_s_rolls_take(
    rules: DiceRules, seats: int, lasts: list[int], seed: int
) -> None:
    rules = replace(rules, roll_ms=tuple(lasts[:seats]), false_stop=FalseStop(FalseStopKind.IGNORE), misplay=Misplay())
    game = Game(rules, seats, seed)
    rolling: dict[int, int] = {}
    while game.round.ended is None:
        events = game.step()
        command = game.log[-1][0]
        refused = [event.reason for event in events if isinstance(event, Rejected)]
        if isinstance(command, Vote | Leave | Tick) or refused in ([Reason.ROUND_OVER], [Reason.NOT_SEATED]):
            continue
        assert (refused == [Reason.LOCKED]) is (command.at < rolling.get(command.seat, 0))
        if isinstance(command, Roll) and not refused:
            rolling[command.seat] = command.at + lasts[command.seat]
    assert game.log


@given(RULES, SEATS, SEEDS)
@settings(max_examples=80)
def test_the_scores_of_a_round_sum_to_nothing_but_the_fines(rules: DiceRules, seats: int, seed: int) -> None:
    game = Game(rules, seats, seed)
    events = game.play()
    fined = Counter({event.seat: 0 for event in events if isinstance(event, Penalized)})
    for event in events:
        if isinstance(event, Penalized):
            fined[event.seat] += event.points
    scores = [score + fined[seat] for seat, score in enumerate(game.round.scores())]
    assert sum(scores) == 0
    first = next((event.seat for event in events if isinstance(event, DiceGone)), None)
    assert game.round.winner == first
    left = [len(seat.dice) for seat in game.round.seats]
    assert scores == [0 if first is None else sum(left) if seat == first else -dice for seat, dice in enumerate(left)]


@given(st.sampled_from(sorted(DICE_PRESETS)), SEATS, SEEDS)
@settings(max_examples=50)
def test_the_totals_of_a_match_stay_at_their_sum_and_no_one_loses_more_than_72(
    preset: str, seats: int, seed: int
) -> None:
    rules = DICE_PRESETS[preset].rules
    match = Match(rules, seats)
    chance = random.Random(seed)  # noqa: S311  a game, not a secret
    while not match.ended:
        tied = match.tiebreak
        game = Game(rules.for_tiebreak() if tied else rules, seats, chance.getrandbits(32), tied, foolish=0)
        game.play()
        match.add_round(game.round.scores(), game.at)
        assert sum(match.totals) == rules.start_score * seats
        assert min(match.totals) >= rules.start_score - 72
    tiebreaks = 1 if len(match.history) > rules.rounds(seats) else 0
    assert len(match.history) == rules.rounds(seats) + tiebreaks


@given(st.lists(st.sampled_from(BAG), max_size=24), st.integers(2, 12), SEEDS)
@settings(max_examples=80)
def test_any_of_the_24_dice_are_placed_in_the_end(dice: list[Color], seats: int, seed: int) -> None:
    taken = Counter(dice)
    bag = [color for color in Color for _ in range(min(taken[color], 6))]
    chance = random.Random(seed)  # noqa: S311  a game, not a secret
    chance.shuffle(bag)
    counts = [len(bag) // seats + (seat < len(bag) % seats) for seat in range(seats)]
    game = Game(DiceRules(stop_mode=StopMode.PRESS), seats, seed, foolish=0)
    game.round = DiceRound.draw(game.round.rules, bag, counts)
    for _ in range(20_000):
        if not any(seat.dice for seat in game.round.seats):
            break
        game.at += 900
        for seat in range(seats):  # never a call
            legal = [move for move in game.round.legal_commands(seat, game.at) if not isinstance(move, Stop)]
            if legal:
                game.dealer.judge(game.round, legal[0])
    assert game.round.board.heights == [bag.count(color) for color in Color]


@given(SEATS, st.integers(2, 4), SEEDS)
@settings(max_examples=100)
def test_a_tie_break_has_one_winner_who_gains_and_all_others_of_it_lose(seats: int, tied: int, seed: int) -> None:
    chosen = random.Random(seed).sample(range(seats), min(tied, seats))  # noqa: S311  a game, not a secret
    game = Game(DiceRules().for_tiebreak(), seats, seed, chosen, foolish=0)
    game.play()
    assert game.round.ended is not None
    assert game.round.ended.by is RoundEnd.AUTO_STOP
    scores = game.round.scores()
    winner = game.round.winner
    assert [seat for seat, score in enumerate(scores) if score > 0] == [winner]
    assert sorted(seat for seat, score in enumerate(scores) if score < 0) == sorted(set(chosen) - {winner})


@given(RULES, SEATS, SEEDS, st.integers(0, 200))
@settings(max_examples=60)
def test_what_is_called_legal_is_accepted_and_nothing_else(rules: DiceRules, seats: int, seed: int, steps: int) -> None:
    game = Game(rules, seats, seed)
    for _ in range(steps):
        game.step()
        if game.round.ended:
            break
    due = game.round.next_deadline()
    assert due is None or due > game.at
    for seat in range(seats):
        legal = game.round.legal_commands(seat)
        rolls = tuple(die_of(color, 1) for color in game.round.dice_to_roll(seat))
        every: list[DiceSeatCommand] = [PlaceDie(game.at, seat, die) for die in SPACES]
        for command in [*every, Roll(game.at, seat), Stop(game.at, seat)]:
            trial = game.round.copy()
            asked = Roll(game.at, seat, rolls) if isinstance(command, Roll) else command
            refused = any(isinstance(event, Rejected) for event in trial.apply(asked))
            assert refused == (command not in legal), command


@given(RULES, SEATS, SEEDS)
@settings(max_examples=25)
def test_a_round_played_by_numbers_is_the_one_played_by_commands(rules: DiceRules, seats: int, seed: int) -> None:
    game = Game(rules, seats, seed)
    quiet, heard = (DiceRound.draw(rules, game.bag, game.counts, listens=listens) for listens in (False, True))
    for at in range(0, 400 * 300, 300):
        seat = game.random.randrange(seats)
        for round_ in (quiet, heard, game.round):
            round_.apply(Tick(at))
        if game.round.ended:
            break
        moves = quiet.legal_moves(seat, at)
        assert [command_of(move, at, seat) for move in moves] == game.round.legal_commands(seat, at)
        before = quiet.key()
        values = [game.random.randrange(6) for _ in quiet.dice_to_roll(seat)]
        faces = tuple(die_of(color, value + 1) for color, value in zip(quiet.dice_to_roll(seat), values, strict=True))
        rolled = sum(value * 6**place for place, value in enumerate(values))
        for move in game.random.sample(sorted(set(range(MOVES)) - set(moves)), 3):
            assert quiet.make(seat, move, at, rolled) is not None
            assert quiet.key() == before, "a refused move changes nothing"
        if not moves:
            continue
        move = game.random.choice(moves)
        command = Roll(at, seat, faces) if move == ROLL else command_of(move, at, seat)
        told = game.round.apply(command)
        assert quiet.make(seat, move, at, rolled) is None
        assert heard.make(seat, move, at, rolled) is None
        assert heard.course.take_events() == told
        assert quiet.key() == heard.key() == game.round.key() == quiet.copy().key()


@given(RULES, SEATS, SEEDS)
@settings(max_examples=40)
def test_the_same_commands_and_rolls_give_the_same_round(rules: DiceRules, seats: int, seed: int) -> None:
    first = Game(rules, seats, seed)
    first.play()
    second = DiceRound.draw(rules, first.bag, first.counts)
    dealer = Dealer(seed)
    bag(dealer)
    assert [dealer.judge(second, command) for command, _ in first.log] == [events for _, events in first.log]
    assert second.key() == first.round.key()
    assert second.apply(Tick(first.at)) == []

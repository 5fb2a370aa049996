"""The card game in the simulator: its bots' choice of a move, one simulated round, its measures, and its options.

Bots lose no time and act one after the other, in random order (RULES.md 9).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from msgspec.structs import replace

from kiosk.dealing.card_decks import decks
from kiosk.dealing.dealer import Dealer
from kiosk.game.cards.moves import CALL, FLIP, FROM_DISCARD, REFILL, TUCK, TUCK_DISCARD
from kiosk.game.cards.round import CardRound
from kiosk.game.cards.rules import CardRules, DeadDetection, MatchEndKind
from kiosk.game.commands import Tick, Vote
from kiosk.game.match import outcome
from kiosk.game.refusals import DeadState, RoundEnd
from kiosk.simulator.bots import SimulatedBot, turn_ms, turns
from kiosk.simulator.game_simulator import GameSimulator, Option, Simulation, TableHandicap, Wanted
from kiosk.simulator.measures import NamedMeasures, RunningMatch, Totals, Values
from kiosk.simulator.tally import Column, Row

ChooseCard: TypeAlias = Callable[[CardRound, int, int, random.Random], int | None]
"""A function that returns a seat's next move (``card_moves``) at that time, None if it has no legal one."""


def greedy(round_: CardRound, seat: int, at: int, _chance: random.Random) -> int | None:
    """Return the first legal of: call, refill, play (row, stack), stack tuck, play (discard), flip (RULES.md 9).

    A flip is returned even while the seat has to wait for it.
    """
    if round_.may_stop(seat):
        return CALL
    owner = round_.seats[seat]
    if owner.stack and owner.has_gap():
        return REFILL + owner.gaps()[0]
    plays = round_.checks.plays(owner, round_.center) if round_.course.may_act(seat, at) else []
    if plays and plays[0] != FROM_DISCARD:  # they are in the order of preference
        return plays[0]
    if round_.rules.pro.enabled and (tuck := _stack_tuck(round_, seat, at)) is not None:
        return tuck
    if plays:
        return FROM_DISCARD
    return FLIP if owner.hand or owner.discard else None


def _stack_tuck(round_: CardRound, seat: int, at: int) -> int | None:
    return next((move for move in round_.legal_moves(seat, at) if TUCK <= move < TUCK_DISCARD), None)


def at_random(round_: CardRound, seat: int, at: int, chance: random.Random) -> int | None:
    """Return any legal move, all equally likely."""
    legal = round_.legal_moves(seat, at)
    return chance.choice(legal) if legal else None


CARD_BOTS: Final[Mapping[str, ChooseCard]] = {"greedy": greedy, "random": at_random}
"""The kinds of bots that play cards, by name."""


IDLE_TURNS: Final = 600
"""Turns per seat with nothing but flips after which all seats vote: in the pro variant a state does not count as dead
while there are moves that nobody wants to make (RULES.md 5.4). In shuffled play a fitting card comes up long before."""


@dataclass(frozen=True)
class PlayedCards:
    """The result of a round of cards.

    ``caller``: the seat whose empty stack ended it, if any. ``dead_by_cards``, ``dead_by_order``: the number of such
    states. ``flips``: the turns of all seats together that went into flipping or into a new hand.
    """

    scores: tuple[int, ...]
    by: RoundEnd
    caller: int | None
    dead_by_cards: int
    dead_by_order: int
    flips: int


def without_waiting(rules: CardRules) -> CardRules:
    """Return the rules for bots that lose no time: no cooldown, no lock, and a dead state fires at once."""
    return replace(
        rules,
        flip_cooldown_ms=0,
        shuffle_lock_ms=0,
        dead_detection=DeadDetection(grace_ms=0),
        unanimous_abort=True,  # otherwise a round of the pro variant might never end
    )


def play_cards(rules: CardRules, bots: Sequence[SimulatedBot], seed: int, index: int) -> PlayedCards:
    """Play round ``index`` of a simulation; the same seed and index give the same round in any process.

    ``rules``: as returned by ``without_waiting``, with the seats' handicaps. ``bots``: one per seat.
    """
    chance = random.Random(f"{seed}/{index}")  # noqa: S311  the game must be repeatable
    dealer = Dealer(chance.getrandbits(64))
    table = _CardTable(CardRound.deal(rules, decks(dealer, len(bots)), listens=False), dealer, bots, chance)
    idle, longest = 0, IDLE_TURNS * len(bots)
    step = turn_ms(bots) if rules.flip_cooldown_ms else 0.0
    for number, seat in enumerate(turns(bots, chance)):
        if table.ended:
            break
        idle = 0 if table.turn(seat, int(number * step)) else idle + 1
        if idle == longest:
            table.vote()
            idle = 0
    return table.result()


class _CardTable:
    """A round that is being played. It makes moves without commands and events, and counts what it needs itself."""

    def __init__(self, round_: CardRound, dealer: Dealer, bots: Sequence[SimulatedBot], chance: random.Random) -> None:
        self._round = round_
        self._dealer = dealer
        self._choose = [CARD_BOTS[bot.kind] for bot in bots]
        self._chance = chance
        self._at = 0
        self._flips = 0
        self._dead: list[DeadState] = []
        self._new_hand = [False] * len(bots)
        self._fire()  # it may be dead as it is dealt

    @property
    def ended(self) -> bool:
        """True if the round is over."""
        return self._round.course.ended is not None

    def turn(self, seat: int, at: int) -> bool:
        """Play one turn of a seat, ``at`` ms after the start; return whether it changed more than its hand."""
        round_ = self._round
        self._at = at
        move = self._choose[seat](round_, seat, at, self._chance)
        if move is None:
            return False
        if move == FLIP:
            self._flip(seat)
            return False
        self._new_hand[seat] = False
        self._make(seat, move)
        if round_.may_stop(seat):
            self._make(seat, CALL)
        return True

    def _flip(self, seat: int) -> None:
        owner = self._round.seats[seat]
        if self._at < owner.flip_locked_until:
            return
        self._flips += 1
        if not owner.hand and not self._new_hand[seat]:
            self._new_hand[seat] = True  # the core makes the new hand with the flip of the next turn
            return
        self._new_hand[seat] = False
        size = self._round.flip_needs_order(seat)
        self._make(seat, FLIP, self._dealer.order(size) if size else ())

    def _make(self, seat: int, move: int, order: Sequence[int] = ()) -> None:
        self._round.make(seat, move, self._at, order)
        self._fire()

    def vote(self) -> None:
        """Let all seats vote that nobody can play."""
        for seat in range(len(self._choose)):
            self._round.apply(Vote(self._at, seat))
            self._fire()

    def _fire(self) -> None:
        """Let the dead state or the automatic Stop that is due happen, and whatever they make due."""
        round_ = self._round
        while (due := round_.next_deadline()) is not None and due <= self._at:
            if round_.dead is not None:
                self._dead.append(round_.dead)
            orders = [self._dealer.order(size) for size in round_.reshuffle_sizes() or ()]
            round_.apply(Tick(due, tuple(orders)))

    def result(self) -> PlayedCards:
        """Return the result of the round, which has ended."""
        ended = self._round.ended
        assert ended is not None  # noqa: S101  turns() goes on until then
        return PlayedCards(
            scores=tuple(self._round.scores()),
            by=ended.by,
            caller=ended.seat if ended.by in (RoundEnd.STOP, RoundEnd.AUTO_STOP) else None,
            dead_by_cards=self._dead.count(DeadState.BY_CARDS),
            dead_by_order=self._dead.count(DeadState.BY_ORDER),
            flips=self._flips,
        )


_ENDS = tuple(RoundEnd)


def card_columns(seats: int) -> tuple[Column, ...]:
    """Return the columns of ``read_cards``.

    ``dead_...``: the share of rounds with at least one such state. ``flips``: the mean per player and round.
    """
    ends = (Column(f"ended_by_{end.value}") for end in _ENDS)
    return (
        Column("mean_score", unit=seats),
        Column("negative_scores", unit=seats),
        Column("called"),
        Column("beaten"),
        Column("dead_by_cards"),
        Column("dead_by_order"),
        Column("dead_by_order_a_round"),
        Column("flips", unit=seats),
        *ends,
    )


def read_cards(played: PlayedCards) -> Row:
    """Return the values of a round."""
    scores, caller = played.scores, played.caller
    return (
        sum(scores),
        sum([score < 0 for score in scores]),
        int(caller is not None),
        int(caller is not None and scores[caller] < max(scores)),
        int(played.dead_by_cards > 0),
        int(played.dead_by_order > 0),
        played.dead_by_order,
        played.flips,
        *[int(played.by is end) for end in _ENDS],
    )


def counts_matches(rules: CardRules) -> bool:
    """Return whether a match ends by its rounds: simulated ones take no time."""
    return rules.match_end.kind is not MatchEndKind.TIME


def read_match(rules: CardRules, running: RunningMatch) -> Row | None:
    """Return the number of rounds of a match that has ended."""
    now = outcome(rules, running.totals, running.round_no, 0, tiebreak=running.tiebreak)
    running.tiebreak = now.tiebreak
    return (running.round_no,) if now.ended else None


def measure_cards(rules: CardRules, bots: Sequence[SimulatedBot], totals: Totals) -> NamedMeasures:
    """Return the measures. Those of a seat include its bot and the size of its stack."""
    table: Values = {
        "rounds": totals.tally.rounds,
        **totals.mean("mean_score"),
        **totals.mean("negative_scores"),
        **totals.share("caller_beaten", "beaten", "called"),
        **totals.mean("dead_by_cards"),
        **totals.mean("dead_by_order"),
        **totals.mean("dead_by_order_a_round"),
        **totals.mean("flips"),
        **totals.seat_advantage(),
    }
    for end in _ENDS:
        table |= totals.mean(f"ended_by_{end.value}")
    if totals.matches is not None:
        table |= {"matches": totals.matches.count, **totals.match_mean("rounds_to_match_end", 0)}
    sizes = [rules.stack_size_of(seat) for seat in range(len(bots))]
    return NamedMeasures(table, totals.seats(bots, "stack", sizes))


class CardSimulator:
    """The card game's part ``simulator`` (``kiosk.simulator.game_simulator.GameSimulator``)."""

    options = (
        Option(
            "stacks",
            "a handicap: each player's stack, 1 to 35",
            each=(1, 35),
            sets="stack_size",
            handicap=TableHandicap("a stack of {} cards"),
        ),
        Option(
            "flip_cooldowns",
            "a handicap: each player's wait after a flip, ms",
            each=(0, 60_000),
            sets="flip_cooldown_ms",
            handicap=TableHandicap("{:+g} s after each flip", time=True),
        ),
        Option("pro", "with the pro variant", sets="pro.enabled"),
    )
    bots = tuple(CARD_BOTS)
    unused = (
        *("flip_cooldown_ms", "shuffle_lock_ms", "dead_detection", "unanimous_abort"),  # see without_waiting
        *("deal_order", "stop_timeout_ms", "false_stop", "misplay", "late_ms"),
    )

    def simulation(self, wanted: Wanted) -> Simulation:
        """Return a simulation by turns."""
        rules: CardRules = wanted.rules
        if wanted.options["pro"]:
            rules = replace(rules, pro=replace(rules.pro, enabled=True))
        if wanted.options["stacks"] is not None:
            rules = replace(rules, stack_size=wanted.options["stacks"])
        played = without_waiting(rules)
        if wanted.options["flip_cooldowns"] is not None:
            played = replace(played, flip_cooldown_ms=wanted.options["flip_cooldowns"])
        play = partial(play_cards, played, wanted.bots, wanted.seed)
        return Simulation(
            play,
            card_columns(len(wanted.bots)),
            read_cards,
            partial(measure_cards, rules, wanted.bots),
            partial(read_match, rules) if counts_matches(rules) else None,
            match_values=1,
        )


SIMULATOR: Final[GameSimulator] = CardSimulator()

"""Random legal play of one engine, measured: a contestant of ``tests.benchmarks.engine``, in a process of its own.

All choose evenly from their list of legal moves, with the same generator, and play whole rounds from the deal on. Only
actions of players count as moves; dealing and chance cost time and are no moves.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Final, TypeAlias

from kiosk.dealing.dealer import Dealer
from kiosk.game.cards.cards import DECK
from kiosk.game.cards.editions import rules_of
from kiosk.game.cards.moves import FLIP
from kiosk.game.cards.round import CardRound
from kiosk.game.commands import Tick
from kiosk.game.dice.dice import BAG, FACES
from kiosk.game.dice.moves import ROLL
from kiosk.game.dice.round import DiceRound
from kiosk.game.dice.rules import DiceRules, dice_counts

MOVE_MS: Final = 600
"""Between two commands of a round of ours: as long as the longest wait of ``table_default``, so that the seat drawn may
always do something.
"""
DICE_MOVE_MS: Final = 1000
"""The same for dice: longer than a roll takes."""
WARM_UP_S: Final = 0.5

PlayRound: TypeAlias = Callable[[], int]
"""Plays a round to its end; returns its number of moves."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The moves played, and their CPU time in seconds."""

    rounds: int
    moves: int
    seconds: float


def ours(seats: int, chance: random.Random) -> PlayRound:
    """Return rounds of our core by the table's rules; any seat may be next.

    The core takes decks and orders as data. They are drawn here in the quickest way; deadlines are judged by the
    dealer.
    """
    draw = chance.random
    rules = rules_of("table_default")
    dealer = Dealer(chance.getrandbits(64))

    def order(size: int) -> list[int]:
        return sorted(range(size), key=[draw() for _ in range(size)].__getitem__)

    def play_round() -> int:
        decks = [[DECK[place] for place in order(len(DECK))] for _ in range(seats)]
        round_ = CardRound.deal(rules, decks, listens=False)
        moves = at = 0
        while True:
            at += MOVE_MS
            due = round_.next_deadline()
            if due is not None and due <= at:
                dealer.judge(round_, Tick(at))
            if round_.ended is not None:
                return moves
            seat = int(draw() * seats)
            legal = round_.legal_moves(seat, at)
            move = legal[int(draw() * len(legal))]
            size = round_.flip_needs_order(seat) if move == FLIP else 0
            round_.make(seat, move, at, order(size) if size else ())
            moves += 1

    return play_round


def ours_dice(seats: int, chance: random.Random) -> PlayRound:
    """Return rounds of dice of our core by the table's rules; any seat may be next."""
    draw = chance.random
    rules = DiceRules()
    results = [FACES**dice for dice in range(len(BAG) + 1)]
    dealer = Dealer(chance.getrandbits(64))
    counts = dice_counts(rules, seats)

    def play_round() -> int:
        bag = sorted(BAG, key=lambda _: draw())
        round_ = DiceRound.draw(rules, bag, counts, listens=False)
        moves = at = 0
        while True:
            at += DICE_MOVE_MS
            due = round_.next_deadline()
            if due is not None and due <= at:
                dealer.judge(round_, Tick(at))
            if round_.ended is not None:
                return moves
            seat = int(draw() * seats)
            legal = round_.legal_moves(seat, at)
            move = legal[int(draw() * len(legal))]
            round_.make(seat, move, at, int(draw() * results[len(round_.seats[seat].dice)]) if move == ROLL else 0)
            moves += 1

    return play_round


def rlcard_env(seats: int, chance: random.Random) -> PlayRound:
    """Return games of rlcard's UNO through ``Env.step``, as its agents play, with raw actions: they save a look-up."""
    import rlcard  # noqa: PLC0415  present in its own process only

    env = rlcard.make("uno", config={"seed": chance.getrandbits(31)})
    env.game.configure({"game_num_players": seats})  # Env hands on no configuration for this game
    draw = chance.random

    def play_round() -> int:
        moves = 0
        state, _ = env.reset()
        while not env.is_over():
            legal = state["raw_legal_actions"]
            state, _ = env.step(legal[int(draw() * len(legal))], raw_action=True)
            moves += 1
        return moves

    return play_round


def rlcard_game(seats: int, chance: random.Random) -> PlayRound:
    """Return the same games below rlcard's environment, without its arrays for learners."""
    import rlcard  # noqa: PLC0415

    game = rlcard.make("uno", config={"seed": chance.getrandbits(31)}).game
    game.configure({"game_num_players": seats})
    draw = chance.random

    def play_round() -> int:
        moves = 0
        state, _ = game.init_game()
        while not game.is_over():
            legal = state["legal_actions"]
            state, _ = game.step(legal[int(draw() * len(legal))])
            moves += 1
        return moves

    return play_round


def openspiel(seats: int, chance: random.Random) -> PlayRound:
    """Return games of OpenSpiel's crazy_eights (C++) through pyspiel; dealing is chance actions, no moves here."""
    return _openspiel("crazy_eights", seats, chance)


def openspiel_dice(seats: int, chance: random.Random) -> PlayRound:
    """Return games of OpenSpiel's pig (C++) through pyspiel; the die's values are chance actions, no moves here."""
    return _openspiel("pig", seats, chance)


def _openspiel(name: str, seats: int, chance: random.Random) -> PlayRound:
    import pyspiel  # noqa: PLC0415

    game = pyspiel.load_game(name, {"players": seats})
    draw = chance.random

    def play_round() -> int:
        moves = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                legal = [action for action, _ in state.chance_outcomes()]  # with one deck all are equally likely
            else:
                legal = state.legal_actions()
                moves += 1
            state.apply_action(legal[int(draw() * len(legal))])
        return moves

    return play_round


CONTESTANTS: Final[dict[str, Callable[[int, random.Random], PlayRound]]] = {
    contestant.__name__: contestant
    for contestant in (ours, rlcard_env, rlcard_game, openspiel, ours_dice, openspiel_dice)
}


def measure(play_round: PlayRound, seconds: float) -> Tally:
    """Play whole rounds for at least this number of seconds of CPU time."""
    began = time.process_time()
    rounds = moves = 0
    while (spent := time.process_time() - began) < seconds or not rounds:
        moves += play_round()
        rounds += 1
    return Tally(rounds, moves, spent)


def main() -> None:
    """Print the tally as JSON."""
    parser = argparse.ArgumentParser(description="Random legal play of one engine, measured.")
    parser.add_argument("contestant", choices=CONTESTANTS)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    play_round = CONTESTANTS[args.contestant](args.seats, random.Random(args.seed))  # noqa: S311  a game, not a secret
    measure(play_round, WARM_UP_S)
    json.dump(asdict(measure(play_round, args.seconds)), sys.stdout)


if __name__ == "__main__":
    main()

"""Records as a table of twelve writes them: rounds of cards with simple players, judged by the core."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from kiosk.dealing.card_decks import decks
from kiosk.dealing.dealer import Dealer
from kiosk.game.cards.editions import rules_of
from kiosk.game.cards.moves import command_of
from kiosk.game.cards.round import CardRound
from kiosk.game.game_rules import rules_plain
from kiosk.game.seats import SeatNumber
from kiosk.journal.codec import codec_of
from kiosk.journal.records import (
    AnyRecord,
    Judged,
    MatchEnded,
    Origin,
    Paused,
    Resumed,
    RoundEnded,
    RoundLine,
    RoundStarted,
    Sitting,
    TurnedAway,
)
from kiosk.simulator.bots import SimulatedBot, turns
from kiosk.simulator.cards import CARD_BOTS, without_waiting
from tests.rig.records import begun

_MS: Final = 1_000_000
_SIGN: Final = "0123456789abcdef"


def match_records(seed: int, rounds: int = 1, moves: int | None = None, seats: int = 12) -> list[AnyRecord]:
    """Return the records of a match of ``rounds`` rounds, with a pause and refused inputs in it.

    ``moves``: the maximum number of commands in a round, which its players then break off; None: up to its end.
    """
    chance = random.Random(seed)  # noqa: S311  a repeatable match is the aim
    match = f"match-{seed}"
    numbers = tuple(SeatNumber(number) for number in range(1, seats + 1))
    records: list[AnyRecord] = []
    for number in range(1, rounds + 1):
        records += _round(chance, match, number, numbers, moves)
    return [*records, MatchEnded(winners=numbers[:1], totals=tuple(range(seats)))]


def _round(
    chance: random.Random, match: str, number: int, numbers: tuple[SeatNumber, ...], moves: int | None
) -> Iterator[AnyRecord]:
    rules = replace(without_waiting(rules_of("table_default")), flip_cooldown_ms=60)
    seed = chance.getrandbits(64)
    yield _started(chance, match, number, numbers, rules_plain(rules), seed)
    dealer, codec = Dealer(seed), codec_of("cards")
    table = CardRound.deal(rules, decks(dealer, len(numbers)))
    at = 0
    for count, index in enumerate(itertools.islice(turns([SimulatedBot()] * len(numbers), chance), moves)):
        at += chance.randrange(200 * _MS)
        move = CARD_BOTS["greedy"](table, index, table.at, chance)
        if move is None:
            yield TurnedAway(at, numbers[index], "FlipHand", "locked", source="display 1")
            continue
        command = command_of(move, max(table.at, at // _MS), index)
        events = tuple(codec.event_plain(event) for event in dealer.judge(table, command))
        stamp, lot = at - chance.randrange(_MS), chance.random() < 0.02
        yield Judged(at, codec.command_plain(command), events, stamp, "display 1", numbers[index], "PlayCard", lot)
        if count % 97 == 50:
            yield Paused(at, "asked", numbers[index])
            yield Resumed(at)
        if table.ended:
            break
    lines = tuple(RoundLine(seat, points=5 - seat, total=5 * number, name=f"Guest {seat}") for seat in numbers)
    yield RoundEnded(at, "stop", lines, caller=numbers[0])


def _started(
    chance: random.Random, match: str, number: int, numbers: tuple[SeatNumber, ...], rules: dict[str, Any], seed: int
) -> RoundStarted:
    return begun(
        "".join(chance.choices(_SIGN, k=32)),
        match=match,
        number=number,
        origin=Origin(table="Window", version="0.1.0", python="3.11.2", boot=f"boot of {match}"),
        chosen={"preset": "table_default", "length": "99", "bots": "steady"},
        rules=rules,
        seats=tuple(Sitting(seat, name=f"Guest {seat}", language="de") for seat in numbers),
        seed=seed,
        lot=chance.getrandbits(64),
        history=tuple(tuple(range(number - 1)) for _ in numbers),
    )

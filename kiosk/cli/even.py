"""``kiosk scores even``: the handicap that makes two players even, from their rounds in the store."""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Any, Final

from rich.table import Column
from sqlalchemy.orm import Session

from kiosk.cli.common import CommandError, say_text, separator
from kiosk.cli.progress import tracked
from kiosk.game.game_rules import rules_of_game
from kiosk.game.options import of_seat
from kiosk.game_registry import registry
from kiosk.locale.direction import isolated
from kiosk.results import players
from kiosk.results.model import PlayerRow
from kiosk.results.pairs import PairGroup, PairRounds, pair_rounds
from kiosk.results.ranked import ResultFilter
from kiosk.results.text_table import text_table
from kiosk.simulator import run
from kiosk.simulator.comparison import CONFIDENCE
from kiosk.simulator.evening import (
    LEAST_ROUNDS,
    REACH,
    Bots,
    Evened,
    Handicap,
    OutOfReachError,
    Tried,
    make_even,
)
from kiosk.simulator.game_simulator import GameSimulator, simulator_of_game
from kiosk.system.ending import sigterm_as_ctrl_c
from kiosk.system.printable import printable
from kiosk.system.spreadsheet import csv_lines
from kiosk.table.games.game import Game, table_game
from kiosk.table.settings import TableSettings

FEW_ROUNDS: Final = 30
"""With fewer rounds of the two, people are told that the answer is uncertain."""
_PRO: Final = "pro"
_OFF: Final = "off"
_LEFT_OUT: Final = {
    "extra": "extra rounds",
    "gone": "left by one of them",
    "handicaps": "with a handicap",
    "house_rules": "with house rules",
    "on_screen": "rolled on the screen among real dice",
    "undecided": "that nobody has won",
    "voided": "voided",
}
"""Reasons why rounds of the two are not used."""


@dataclass(frozen=True)
class Pair:
    """Two players, and their rounds by group, the group with most rounds first."""

    names: tuple[str, str]
    groups: Sequence[PairRounds]


def common_rounds(session: Session, wanted: ResultFilter, names: Sequence[str]) -> Pair:
    """Return the players of these names with their rounds."""
    one, other = (_player(session, name) for name in names)
    if one.id == other.id:
        raise CommandError(f"{names[0]!r} and {names[1]!r} are the same player: name two")
    return Pair((one.name, other.name), pair_rounds(session, wanted, one, other))


def _player(session: Session, name: str) -> PlayerRow:
    known = players.find(session, name)
    if known is None:
        raise CommandError(f"{name!r} is not a player: kiosk scores players lists them")
    return known


def tell(options: argparse.Namespace, pair: Pair) -> int:
    """Work the handicap out, and print it."""
    more = separator(options)
    most = next(iter(pair.groups), None)
    if most is None or len(most.margins) < LEAST_ROUNDS:
        raise CommandError(_too_few(pair, most))
    margins = [margin.points for margin in most.margins]
    try:
        with sigterm_as_ctrl_c():
            evened = make_even(
                _bots(options, most),
                margins,
                run.players(options.workers or os.cpu_count() or 1),
                partial(tracked, done=attrgetter("done")),
            )
    except OutOfReachError as error:
        raise CommandError(_beyond(pair.names, margins, error)) from None
    except run.WorkersLostError as error:
        raise CommandError(str(error)) from None
    told = _FORMS[options.form](EvenAnswer(pair, most, evened, options.rounds), **more)
    say_text(told, directed=options.form == "table")
    return 0


def _too_few(pair: Pair, most: PairRounds | None) -> str:
    both = " and ".join(pair.names)
    fix = f"at least {LEAST_ROUNDS} are needed, of one game and edition"
    if most is None:
        return f"{both} have played no rounds at the same table that match: {fix}"
    left_out = "".join(f"; left out: {words}" for words in [_left_out(most.left_out)] if words)
    return f"{both} have {len(most.margins)} rounds of {_group(most.group)}: {fix}{left_out}"


def _beyond(names: tuple[str, str], margins: Sequence[int], error: OutOfReachError) -> str:
    mean = sum(margins) / len(margins)
    faster = names[0] if mean >= 0 else names[1]
    return (
        f"{faster} is {abs(mean):.1f} points a round ahead, and bots at {REACH:g} times the speed only "
        f"{error.reached:.1f}: no handicap can be worked out for these two"
    )


def _bots(options: argparse.Namespace, pair: PairRounds) -> Bots:
    """Return the two as bots, by the rules of their rounds and with the handicaps of the table."""
    registry.drop_broken(simulator_of_game, table_game)
    try:
        simulator, table = simulator_of_game(pair.group.game), table_game(pair.group.game)
    except registry.UnknownGame as error:
        raise CommandError(str(error)) from None
    presets = rules_of_game(pair.group.game).presets
    if pair.group.edition not in presets:
        raise CommandError(
            f"most rounds of the two are of {pair.group.edition}, which is not installed: choose an --edition"
        )
    rules = presets[pair.group.edition].rules
    for offer in table.offers(TableSettings(seats=())):
        if offer.key == _PRO:
            rules = offer.apply(rules, pair.group.pro or _OFF)
    handicaps = [*_handicaps(simulator, table.with_rules(rules), timed=not pair.group.real_dice)]
    if not handicaps:
        raise CommandError(f"{pair.group.game}: the table offers no handicap that the simulator knows")
    tables = Counter(margin.seats for margin in pair.margins)
    return Bots(simulator, rules, tables, handicaps, options.rounds, options.seed)


def _handicaps(simulator: GameSimulator, game: Game[Any], *, timed: bool) -> Iterator[Handicap]:
    """Yield the handicaps of the table. ``timed``: with those of time, which real dice do not have (RULES.md Q16)."""
    for option in simulator.options:
        if option.handicap is None:
            continue
        words = option.handicap.words
        if not option.handicap.time:
            usual = game.usual_handicap
            yield from (Handicap(option.name, one, usual, one, words.format(one)) for one in game.handicaps)
        elif timed:
            usual = of_seat(getattr(game.rules, option.sets), 0)
            for more in game.cooldowns:
                yield Handicap(option.name, max(0, usual + more), usual, more, words.format(more / 1000))


@dataclass(frozen=True)
class EvenAnswer:
    """All that is printed. ``used``: one of the pair's groups. ``simulated``: the rounds for each handicap."""

    pair: Pair
    used: PairRounds
    evened: Evened
    simulated: int


def as_table(answer: EvenAnswer) -> str:
    """Return the handicaps as a table for people, with what it is based on and what it says."""
    names = [isolated(printable(name), rtl=False) for name in answer.pair.names]
    heads = ("margin", f"{CONFIDENCE:.0%} interval", *(f"{name} ahead" for name in names), "level")
    columns = [Column("handicap"), *(Column(head, justify="right") for head in heads)]
    table = text_table(columns, [_cells(names, one) for one in answer.evened.tried])
    return "\n".join((*_basis(answer, names), table, *_conclusion(answer, names)))


def _cells(names: Sequence[str], one: Tried) -> tuple[str, ...]:
    margin = one.margin
    between = f"{margin.low:+.1f} to {margin.high:+.1f}"
    shares = (f"{share:.0%}" for share in (*one.ahead, _level(one)))
    return (_who(names, one), f"{margin.value:+.1f}", between, *shares)


def _basis(answer: EvenAnswer, names: Sequence[str]) -> Iterator[str]:
    """Yield the rounds that the answer is based on, and the estimate."""
    used, evened = answer.used, answer.evened
    seats = sorted(Counter(margin.seats for margin in used.margins).items())
    tables = ", ".join(f"{count} at {number} seats" for number, count in seats)
    yield printable(f"{len(used.margins)} rounds of {_group(used.group)}: {tables}.")
    if used.left_out:
        yield f"Left out: {_left_out(used.left_out)}."
    for other in answer.pair.groups:
        if other is not used:
            yield printable(f"Not used: {len(other.margins)} rounds of {_group(other.group)}.")
    margin, ratio = evened.margin, evened.ratio
    yield (
        f"{names[0]}'s points minus {names[1]}'s: {margin.value:+.1f} a round, "
        f"{CONFIDENCE:.0%} interval {margin.low:+.1f} to {margin.high:+.1f}."
    )
    yield (
        f"Bots end like this if {names[evened.faster]}'s acts {ratio.value:.2f} times as often "
        f"as {names[1 - evened.faster]}'s ({_reached(ratio.low)} to {_reached(ratio.high)})."
    )


def _conclusion(answer: EvenAnswer, names: Sequence[str]) -> Iterator[str]:
    """Yield what the table says, and how far to trust it."""
    evened, best = answer.evened, answer.evened.tried[0]
    within = best.margin.low <= 0 <= best.margin.high
    if best.handicap is None:
        verdict = "No handicap needed" if within else "No handicap makes them more even"
    else:
        verdict = f"{'Even' if within else 'Most even'} with: {_who(names, best)}"
    yield f"{verdict}; zero lies {'within' if within else 'outside'} the interval."
    if best.handicap is not None and evened.ratio.low <= 1:
        yield "Perhaps no handicap is needed: the rounds do not show that one of the two is faster."
    if len(answer.used.margins) < FEW_ROUNDS:
        yield f"That is uncertain: with {FEW_ROUNDS} rounds or more the intervals become narrower."
    if not 1 / REACH < evened.ratio.low <= evened.ratio.high < REACH:
        yield "The intervals are too narrow: bots reach no larger margin than that at an end of them."


def _who(names: Sequence[str], tried: Tried) -> str:
    if tried.player is None or tried.handicap is None:
        return "no handicap"
    return f"{names[tried.player]}, {tried.handicap.words}"


def _level(tried: Tried) -> float:
    return max(0.0, 1 - sum(tried.ahead))


def _reached(ratio: float) -> str:
    if ratio >= REACH:
        return f"more than {REACH:g}"
    return f"less than {1 / REACH:g}" if ratio <= 1 / REACH else f"{ratio:.2f}"


def _group(group: PairGroup) -> str:
    pro = f"pro ({group.pro})" if group.pro else ""
    return ", ".join(filter(None, (group.game, group.edition, pro, "real dice" if group.real_dice else "")))


def _left_out(left_out: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {_LEFT_OUT[why]}" for why, count in sorted(left_out.items()))


_ROW: Final = (
    "player", "handicap", "option", "value", "margin", "margin_low", "margin_high", "ahead", "behind", "level",
)  # fmt: skip


def _rows(answer: EvenAnswer) -> Iterator[dict[str, Any]]:
    """Yield the predictions, the most even first. Programs rely on the field names: do not change them."""
    for one in answer.evened.tried:
        handicap = one.handicap
        option = ("", "", None) if handicap is None else (handicap.words, handicap.option, handicap.value)
        player = "" if one.player is None else answer.pair.names[one.player]
        yield dict(zip(_ROW, (player, *option, *one.margin, *one.ahead, _level(one)), strict=True))


def as_csv(answer: EvenAnswer, separator: str = ",") -> str:
    """Return one line for each handicap, the most even first; empty: none at all."""
    return "\n".join(csv_lines(_ROW, _rows(answer), separator))


def as_json(answer: EvenAnswer) -> str:
    """Return one object: the rounds, the estimate, and ``handicaps`` with an object for each."""
    used, evened = answer.used, answer.evened
    report = {
        "players": answer.pair.names,
        **used.group._asdict(),
        "rounds": len(used.margins),
        "seats": Counter(margin.seats for margin in used.margins),
        "left_out": used.left_out,
        "not_used": [
            {**other.group._asdict(), "rounds": len(other.margins)} for other in answer.pair.groups if other is not used
        ],
        "margin": evened.margin._asdict(),
        "faster": answer.pair.names[evened.faster],
        "speed_ratio": evened.ratio._asdict(),
        "most_speed_ratio": REACH,
        "simulated": answer.simulated,
        "confidence": CONFIDENCE,
        "handicaps": [*_rows(answer)],
    }
    return json.dumps(report, indent=2)


_FORMS: Final[dict[str, Callable[..., str]]] = {"table": as_table, "json": as_json, "csv": as_csv}

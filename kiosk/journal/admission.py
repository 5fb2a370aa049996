"""Which rounds are admitted to a results store: those within the bounds (``kiosk.journal.bounds``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from kiosk.journal import bounds
from kiosk.journal.names import name_key
from kiosk.journal.reader import RoundLog
from kiosk.journal.records import BrokenOff, MatchEnded, RoundEnded, RoundLine

_NUMBERS: Final = (
    "seat", "points", "total", "centered", "left_over", "penalty", "handicap", "cooldown", "stops", "false_stops",
    "reaction_ms", "lost_races",
)  # fmt: skip
"""The numbers of a seat's result."""


def why_not(log: RoundLog) -> str:
    """Return what of a round is beyond the bounds of every store, in words; empty: nothing is."""
    return next(_problems(log), "")


def _problems(log: RoundLog) -> Iterator[str]:
    begin, ended, over = log.started, log.ended, log.over
    if not bounds.is_time(wall := log.entries[0].wall):
        yield f"its time, {bounds.shown(wall)} s since 1970, is none from 1970 to 9998"
    words = {"round": begin.round, "match": begin.match, "version": begin.origin.version, "game": begin.game}
    words |= {"edition": begin.chosen.get("preset", ""), "touch mode": begin.touch}
    words |= {"pro": begin.chosen.get("pro", ""), "bots": begin.bots, "boot": begin.origin.boot}
    yield from _texts(words, bounds.WORD)
    yield from _texts({"table": begin.origin.table}, bounds.TITLE)
    yield from _texts({"choices": "".join(part for choice in begin.chosen.items() for part in choice)}, 0)
    yield from _numbers({"number": begin.number})
    if isinstance(over, BrokenOff):
        yield from _texts({"end": over.why}, bounds.WORD)
    elif isinstance(over, MatchEnded):
        yield from _numbers({f"winner {place}": seat for place, seat in enumerate(over.winners, 1)})
    if ended is not None:
        yield from _of_end(ended)


def _of_end(ended: RoundEnded) -> Iterator[str]:
    yield from _texts({"cause": ended.by}, bounds.WORD)
    yield from _numbers({"length in ms": ended.at // 10**6, "near_ties": ended.near_ties})
    if ended.story is not None:
        yield from _texts({"story": ended.story.kind}, bounds.WORD)
        yield from _numbers({"story's value": ended.story.value, "story's other value": ended.story.of})
        yield from _numbers({f"story's seat {place}": seat for place, seat in enumerate(ended.story.seats, 1)})
    for race in ended.races:
        yield from _texts({"race's piece": race.card}, bounds.WORD)
        numbers = {"first": race.first, "second": race.second, "time in ms": race.at_ms, "margin": race.margin_ms}
        yield from _numbers({f"race's {what}": number for what, number in numbers.items()})
    seats = [line.seat for line in ended.lines]
    if len(set(seats)) != len(seats):
        yield "a seat has two results"
    for line in ended.lines:
        yield from (f"seat {bounds.shown(line.seat)}: {problem}" for problem in _of_line(line))


def _of_line(line: RoundLine) -> Iterator[str]:
    for what, name in (("name", line.name), ("name without capitals", name_key(line.name))):  # which may be longer
        if problem := bounds.secret_problem(name, bounds.TITLE):  # the list of these rounds outlives deleted names
            yield f"its {what} {problem}"
    yield from _numbers({name: getattr(line, name) for name in _NUMBERS})


def _texts(texts: dict[str, str], most: int) -> Iterator[str]:
    for what, text in texts.items():
        if problem := bounds.text_problem(text, most):
            yield f"its {what} {problem}"


def _numbers(numbers: dict[str, Any]) -> Iterator[str]:
    for what, number in numbers.items():
        if number is not None and not -bounds.NUMBER <= number <= bounds.NUMBER:
            yield f"its {what}, {bounds.shown(number)}, is beyond {bounds.NUMBER:,}"

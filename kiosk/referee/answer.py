"""The result of a scenario, as JSON values (kiosk/referee/README.md, "The result")."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any

from msgspec import structs

from kiosk.game.commands import SeatCommand
from kiosk.game.events import Event
from kiosk.game.game_round import GameRound
from kiosk.game.match import outcome
from kiosk.referee.game_referee import referee_of_game
from kiosk.referee.scenario import Scenario


def answer(
    scenario: Scenario, round_: GameRound, outcomes: Sequence[dict[str, Any]], events: Iterable[Event]
) -> dict[str, Any]:
    """Return the whole result."""
    return {
        "outcomes": list(outcomes),
        "events": [event_json(event) for event in events],
        "position": referee_of_game(scenario.game).position_json(round_.position()),
        "round": _round_json(round_),
        "match": _match_json(scenario, round_),
    }


def outcome_json(command: SeatCommand, refusal: StrEnum | None) -> dict[str, Any]:
    """Return the outcome of a command."""
    outcome: dict[str, Any] = {"at": command.at, "seat": command.seat, "do": command.word}
    if refusal is None:
        return outcome | {"result": "accepted"}
    return outcome | {"result": "rejected", "reason": refusal.value}


def event_json(event: Event) -> dict[str, Any]:
    """Return an event of the core: its name, and its own keys."""
    name = re.sub(r"(?<!^)(?=[A-Z])", "_", type(event).__name__).lower()
    return {"event": name} | {key: as_json(value) for key, value in structs.asdict(event).items()}


def as_json(value: Any) -> Any:
    """Return a field of an event or position as JSON; a piece or source as its text."""
    if type(value) is tuple:
        return [as_json(item) for item in value]
    return value if value is None or type(value) in (int, bool) or isinstance(value, str) else str(value)


def _round_json(round_: GameRound) -> dict[str, Any]:
    ended = round_.ended
    if ended is None:
        return {"ended": False, "by": None, "seat": None, "at": None, "scores": None, "winners": []}
    scores = round_.scores()
    staying = [seat for seat, stays in enumerate(_staying(round_)) if stays]
    best = max((scores[number] for number in staying), default=0)
    winners = [number for number in staying if scores[number] == best]
    return {
        "ended": True,
        "by": ended.by.value,
        "seat": ended.seat,
        "at": ended.at,
        "scores": scores,
        "winners": winners,
    }


def _staying(round_: GameRound) -> list[bool]:
    """Return for each seat whether it still plays."""
    return [seat.active for seat in round_.seats]


def _match_json(scenario: Scenario, round_: GameRound) -> dict[str, Any]:
    ended, script = round_.ended, scenario.script
    if ended is None:
        return {"totals": list(script.totals), "ended": False, "winners": [], "tiebreak": []}
    totals = [total + score for total, score in zip(script.totals, round_.scores(), strict=True)]
    departed = [seat for seat, stays in enumerate(_staying(round_)) if not stays]
    match = outcome(scenario.rules, totals, script.round_no, scenario.match_ms + ended.at, departed)
    return {
        "totals": totals,
        "ended": match.ended,
        "winners": list(match.winners),
        "tiebreak": list(match.tiebreak),
    }

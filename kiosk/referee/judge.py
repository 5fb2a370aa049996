"""The judge: plays a scenario, which it reads from JSON, through the core that the table runs, and tells its result.

Errors are ``Malformed``, with their place; the result is made of JSON values (kiosk/referee/README.md).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any, Final

from msgspec import structs

from kiosk.dealing.dealer import Dealer
from kiosk.game.commands import SeatCommand, Tick
from kiosk.game.events import Event, Rejected
from kiosk.game.game_round import GameRound
from kiosk.game.match import outcome
from kiosk.game_registry import registry
from kiosk.referee.game_referee import referee_of_game
from kiosk.referee.node import Malformed, Node
from kiosk.referee.scenario import Scenario
from kiosk.system.written_text import fix_of, is_unseen, named


def judge(scenario: Scenario) -> dict[str, Any]:
    """Play a scenario; return its result as JSON values (kiosk/referee/README.md, "The result")."""
    dealer = Dealer(scenario.seed)
    round_ = scenario.begin(dealer)
    events: list[Event] = []
    outcomes = []
    for command in scenario.script.commands:
        came = dealer.judge(round_, command)
        refusal = next((event.reason for event in came if isinstance(event, Rejected)), None)
        outcomes.append(outcome_json(command, refusal))
        events += came
    events += dealer.judge(round_, Tick(scenario.script.until))
    return answer(scenario, round_, outcomes, events)


_DIGITS: Final = 1000
"""The longest integer in digits; longer ones are refused, so that every result can be written."""


def parse_scenario(text: bytes | str) -> Scenario:
    """Return the scenario of a JSON text; ``Malformed`` if it is invalid."""
    try:
        node = Node(_json(text))
        return referee_of_game(_game(node)).read(node)
    except RecursionError:  # while reading it, or quoting it in an error
        raise Malformed("$", "nested too deeply") from None


def _json(text: bytes | str) -> Any:
    try:
        return json.loads(text, parse_constant=_no_number, parse_int=_integer)
    except json.JSONDecodeError as error:
        there = error.doc[error.pos : error.pos + 1]
        if there and is_unseen(there):
            where = f"line {error.lineno}, column {error.colno}"
            raise Malformed("$", f"not JSON: {where}: there is a {named(there)}: {fix_of(there)}") from None
        raise Malformed("$", f"not JSON: {error}") from None
    except ValueError as error:
        raise Malformed("$", f"not JSON: {error}") from None


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is not a number")


def _integer(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise ValueError(f"an integer of more than {_DIGITS} digits")
    return int(digits)


def _game(node: Node) -> str:
    """Return the game's name, which is read first because the valid keys depend on it."""
    if not isinstance(node.value, dict):
        node.refuse(f"{node.shown()} is not an object")
    given = {key: Node(node.value[key], "$.game") for key in ("game",) if key in node.value}
    return node.need(given, "game").choice(registry.names())


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

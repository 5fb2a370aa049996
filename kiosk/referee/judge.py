"""The judge: plays a scenario, which it reads from JSON, through the core that the table runs.

Errors are ``Malformed``, with their place (kiosk/referee/README.md).
"""

from __future__ import annotations

import json
from typing import Any, Final

from kiosk.dealing.dealer import Dealer
from kiosk.game.commands import Tick
from kiosk.game.events import Event, Rejected
from kiosk.game_registry import registry
from kiosk.referee.answer import answer, outcome_json
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

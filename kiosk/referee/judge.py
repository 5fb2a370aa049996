"""The judge: plays a scenario through the core that the table runs."""

from __future__ import annotations

from typing import Any

from kiosk.dealing.dealer import Dealer
from kiosk.game.commands import Tick
from kiosk.game.events import Event, Rejected
from kiosk.referee.answer import answer, outcome_json
from kiosk.referee.scenario import Scenario


def judge(scenario: Scenario) -> dict[str, Any]:
    """Play a scenario; return its result as JSON values (kiosk/referee/README.md, "The result")."""
    dealer = Dealer(scenario.seed)
    round_ = scenario.begin(dealer)
    events: list[Event] = []
    outcomes = []
    for command in scenario.script.commands:
        told = dealer.judge(round_, command)
        refusal = next((event.reason for event in told if isinstance(event, Rejected)), None)
        outcomes.append(outcome_json(command, refusal))
        events += told
    events += dealer.judge(round_, Tick(scenario.script.until))
    return answer(scenario, round_, outcomes, events)

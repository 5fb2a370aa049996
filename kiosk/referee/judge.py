"""A scenario played through the core that the table runs."""

from __future__ import annotations

from typing import Any

from kiosk.dealer import Dealer
from kiosk.game.card_round import CardRound
from kiosk.game.commands import Tick
from kiosk.game.events import Event, Rejected
from kiosk.referee.answer import answer, outcome_json
from kiosk.referee.reader import Deal, Scenario


def judge(scenario: Scenario) -> dict[str, Any]:
    """What the rules make of it, as JSON values (REFEREE.md, "The result")."""
    start = scenario.start
    dealer = Dealer(start.seed if isinstance(start, Deal) else 0)
    round_ = (
        CardRound.deal(scenario.rules, dealer.decks(start.players))
        if isinstance(start, Deal)
        else CardRound(scenario.rules, start)
    )
    events: list[Event] = []
    outcomes = []
    for word, command in scenario.commands:
        told = dealer.judge(round_, command)
        refusal = next((event.reason for event in told if isinstance(event, Rejected)), None)
        outcomes.append(outcome_json(word, command, refusal))
        events += told
    events += dealer.judge(round_, Tick(scenario.until))
    return answer(scenario, round_, outcomes, events)

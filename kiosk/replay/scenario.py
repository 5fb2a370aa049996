"""A recorded round as a scenario that the referee judges: the same commands lead to the same scores.

The deal uses the round's own seed, so decks, shuffles and rolls are the same; the faces of real dice are in the
commands. Facts that a scenario cannot express are left out: the cell of the centre on which a card was laid, the choice
among equal piles, and the rule that only the seats of an extra round decide the match.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from kiosk.game.commands import Command, SeatCommand
from kiosk.game.events import Event
from kiosk.game.game_rules import rules_of_game
from kiosk.journal.records import RoundStarted
from kiosk.referee.game_referee import referee_of_game
from kiosk.referee.options import options_json
from kiosk.replay.game_replay import Judgement, replay_of_game


def scenario_of(started: RoundStarted, rules: Any, judged: Sequence[Judgement]) -> dict[str, Any]:
    """Return the scenario as JSON values. ``rules``: those that the round was dealt with, handicaps included."""
    seats, game = started.seats, replay_of_game(started.game)
    rules, judged = game.as_told(rules, judged, len(seats))
    totals = started.history[-1] if started.history else (rules.start_score,) * len(seats)
    scenario: dict[str, Any] = {
        "game": started.game,
        **_edition(started, rules),
        "deal": deal_json(started, [index for index, seat in enumerate(seats) if seat.away]),
        "totals": [*totals],
        "round_no": started.number,
    }
    scenario |= game.scenario_keys(started)
    scenario["commands"] = [
        {"at": command.at, "seat": command.seat, "do": command.word} | game.command_json(command)
        for command, _ in judged
        if isinstance(command, SeatCommand)
    ]
    scenario["until"] = max((_last(command, events) for command, events in judged), default=0)
    return scenario


def deal_json(started: RoundStarted, away: Collection[int] = ()) -> dict[str, Any]:
    """Return the round's deal. ``away``: the core's indices of seats that are dealt nothing."""
    return {"players": len(started.seats), "seed": started.seed} | ({"away": [*away]} if away else {})


def _edition(started: RoundStarted, rules: Any) -> dict[str, Any]:
    """Return the preset and its overrides; for a preset that no longer exists, the default one with overrides."""
    presets = rules_of_game(started.game).presets
    chosen = started.chosen.get("preset", "")
    preset = chosen if chosen in presets else next(iter(presets))
    options = options_json(rules, presets[preset].rules, referee_of_game(started.game).options)
    return {"preset": preset} | ({"options": options} if options else {})


def _last(command: Command, events: Iterable[Event]) -> int:
    return max([command.at, *(event.at for event in events)])

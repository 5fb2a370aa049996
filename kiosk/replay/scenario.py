"""A recorded round as a scenario that the referee judges: the same commands come to the same scores.

The deal is that of the round's own seed, so decks, shuffles and rolls are the same; what real dice showed stands in the
commands. What a scenario cannot tell is left out: in which cell of the centre a card was laid, which of equal piles it
went to, and that the match's outcome after an extra round is the affair of those who play it.
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
    """The scenario as JSON values. ``rules``: those that the round was dealt by, handicaps included."""
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
    """The round's deal. ``away``: seats that get nothing in it, in the core's count."""
    return {"players": len(started.seats), "seed": started.seed} | ({"away": [*away]} if away else {})


def _edition(started: RoundStarted, rules: Any) -> dict[str, Any]:
    """The preset and what is played otherwise; one that there is no more is told option by option."""
    presets = rules_of_game(started.game).presets
    chosen = started.chosen.get("preset", "")
    preset = chosen if chosen in presets else next(iter(presets))
    options = options_json(rules, presets[preset].rules, referee_of_game(started.game).options)
    return {"preset": preset} | ({"options": options} if options else {})


def _last(command: Command, events: Iterable[Event]) -> int:
    return max([command.at, *(event.at for event in events)])

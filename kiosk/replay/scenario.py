"""A recorded round as a scenario that the referee judges: the same commands come to the same scores.

The deal is that of the round's own seed, so decks, shuffles and rolls are the same; what real dice showed stands in the
commands. What a scenario cannot tell is left out: in which cell of the centre a card was laid, which of equal piles it
went to, and that the match's outcome after an extra round is the affair of those who play it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from kiosk.game import commands as cmd
from kiosk.game.card_commands import Play, Refill, Tuck
from kiosk.game.card_rules import PRESETS, CardRules
from kiosk.game.commands import SeatCommand
from kiosk.game.dice import dice_text
from kiosk.game.dice_commands import PlaceDie, Roll
from kiosk.game.dice_rules import DICE_PRESETS, MOST_SEATS, DiceRules
from kiosk.game.events import Event, Rejected
from kiosk.game.refusals import Reason
from kiosk.journal.records import RoundStarted
from kiosk.referee.options import options_json
from kiosk.table.games.game import AnyCommand

Judgement = tuple[AnyCommand, Sequence[Event]]
"""A command and all that came of it."""

_FIRST_CARD_PRESET: Final = next(iter(PRESETS))
_FIRST_DICE_PRESET: Final = next(iter(DICE_PRESETS))


def scenario_of(started: RoundStarted, rules: CardRules | DiceRules, judged: Sequence[Judgement]) -> dict[str, Any]:
    """The scenario as JSON values. ``rules``: those that the round was dealt by, handicaps included."""
    if any(isinstance(command, Roll) and command.lasts == 0 for command, _ in judged):
        rules, judged = _without_rolling(rules, judged)
    seats = started.seats
    tied = [index for index, seat in enumerate(seats) if seat.seat in started.tied]
    away = [] if tied and started.game == "dice" else [index for index, seat in enumerate(seats) if seat.away]
    totals = started.history[-1] if started.history else (rules.start_score,) * len(seats)
    scenario: dict[str, Any] = {
        "game": started.game,
        **_edition(started.chosen.get("preset", ""), rules, len(seats)),
        "deal": {"players": len(seats), "seed": started.seed} | ({"away": away} if away else {}),
        "totals": [*totals],
        "round_no": started.number,
    }
    if started.game == "cards":
        scenario["match_ms"] = started.lasted_ms
    elif tied:
        scenario["tiebreak"] = tied
    scenario["commands"] = [command_json(command) for command, _ in judged if not isinstance(command, cmd.Tick)]
    scenario["until"] = max((_last(command, events) for command, events in judged), default=0)
    return scenario


def command_json(command: SeatCommand) -> dict[str, Any]:
    """A command as a scenario writes it."""
    told = {"at": command.at, "seat": command.seat, "do": command.word}
    match command:
        case Play(source=source):
            return told | {"from": str(source)}
        case Tuck(source=source, slot=slot):
            return told | {"from": str(source), "slot": slot}
        case Refill(slot=slot):
            return told | {"slot": slot}
        case Roll(faces=tuple() as faces):
            return told | {"faces": dice_text(faces)}
        case PlaceDie(die=die):
            return told | {"die": str(die)}
        case _:
            return told


def _edition(preset: str, rules: CardRules | DiceRules, seats: int) -> dict[str, Any]:
    """The preset and what is played otherwise; one that there is no more is told option by option."""
    if isinstance(rules, CardRules):
        preset = preset if preset in PRESETS else _FIRST_CARD_PRESET
        options = options_json(rules, PRESETS[preset].rules)
    else:
        preset = preset if preset in DICE_PRESETS else _FIRST_DICE_PRESET
        rules = replace(rules, house_seats=rules.house_seats or seats > MOST_SEATS)
        options = options_json(rules, DICE_PRESETS[preset].rules)
    return {"preset": preset} | ({"options": options} if options else {})


def _without_rolling(
    rules: CardRules | DiceRules, judged: Iterable[Judgement]
) -> tuple[CardRules | DiceRules, list[Judgement]]:
    """Real dice lie when they are read, and lock nobody; a scenario can only say so of all rolls.

    Of a seat that rolled on the screen beside them, what its lock refused is left out: it had no other effect.
    """
    kept = [(command, events) for command, events in judged if not any(_is_locked(event) for event in events)]
    return (replace(rules, roll_ms=0) if isinstance(rules, DiceRules) else rules), kept


def _is_locked(event: Event) -> bool:
    return isinstance(event, Rejected) and event.reason is Reason.LOCKED


def _last(command: AnyCommand, events: Iterable[Event]) -> int:
    return max([command.at, *(event.at for event in events)])

"""What came of a scenario, as JSON values (kiosk/referee/README.md, "The result")."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any

from msgspec import structs

from kiosk.game.card_commands import Source
from kiosk.game.card_round import CardRound
from kiosk.game.cards import Card, Color
from kiosk.game.course import RoundSeat
from kiosk.game.dice import Die, colors_text, dice_text
from kiosk.game.dice_round import DicePosition, DiceRound, DiceSeatPosition
from kiosk.game.events import Event
from kiosk.game.match import outcome
from kiosk.game.position import Position, SeatPosition
from kiosk.referee.scenario import AnyCommand, Scenario


def answer(
    scenario: Scenario, round_: CardRound | DiceRound, outcomes: Sequence[dict[str, Any]], events: Iterable[Event]
) -> dict[str, Any]:
    """The whole result."""
    return {
        "outcomes": list(outcomes),
        "events": [event_json(event) for event in events],
        "position": position_json(round_.position()),
        "round": _round_json(round_),
        "match": _match_json(scenario, round_),
    }


def outcome_json(word: str, command: AnyCommand, refusal: StrEnum | None) -> dict[str, Any]:
    """What became of a command."""
    told: dict[str, Any] = {"at": command.at, "seat": command.seat, "do": word}
    if refusal is None:
        return told | {"result": "accepted"}
    return told | {"result": "rejected", "reason": refusal.value}


def event_json(event: Event) -> dict[str, Any]:
    """An event of the core: its name, and its own keys."""
    name = re.sub(r"(?<!^)(?=[A-Z])", "_", type(event).__name__).lower()
    return {"event": name} | {key: _plain(value) for key, value in structs.asdict(event).items()}


def position_json(position: Position | DicePosition) -> dict[str, Any]:
    """A position in the form in which scenarios give it."""
    if isinstance(position, DicePosition):
        return {
            "board": {color.letter: height for color, height in zip(Color, position.board, strict=True)},
            "seats": [_dice_seat_json(seat) for seat in position.seats],
        }
    return {
        "center": [str(card) for card in sorted(position.center)],
        "seats": [_seat_json(seat) for seat in position.seats],
    }


def _plain(value: Any) -> Any:
    if isinstance(value, Card | Die | Source):
        return str(value)
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _seat_json(seat: SeatPosition) -> dict[str, Any]:
    told: dict[str, Any] = {
        "row": [_slot_json(pile) for pile in seat.row],
        "stack": _plain(seat.stack),
        "hand": _plain(seat.hand),
        "discard": _plain(seat.discard),
        "centered": seat.centered,
    }
    return told | {"left": True} if seat.left else told


def _dice_seat_json(seat: DiceSeatPosition) -> dict[str, Any]:
    told: dict[str, Any] = {
        "dice": colors_text(seat.dice),
        "rolled": None if seat.rolled is None else dice_text(seat.rolled),
    }
    return told | {"left": True} if seat.left else told


def _slot_json(pile: tuple[Card, ...]) -> Any:
    if len(pile) < 2:
        return str(pile[0]) if pile else None
    return _plain(pile)


def _round_json(round_: CardRound | DiceRound) -> dict[str, Any]:
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


def _staying(round_: CardRound | DiceRound) -> list[bool]:
    """Of each seat whether it still plays."""
    seats: Sequence[RoundSeat] = round_.seats
    return [seat.active for seat in seats]


def _match_json(scenario: Scenario, round_: CardRound | DiceRound) -> dict[str, Any]:
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

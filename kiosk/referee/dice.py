"""Scenarios of the dice game, from JSON (kiosk/referee/README.md, "Dice")."""

from __future__ import annotations

from typing import Final

from kiosk.game.cards import Color
from kiosk.game.dice import FACES, Die, parse_colors, parse_dice, parse_die
from kiosk.game.dice_commands import PlaceDie, Roll
from kiosk.game.dice_round import DicePosition, DiceSeatPosition
from kiosk.game.dice_rules import DICE_PRESETS, MOST_SEATS, DiceRules
from kiosk.referee.node import Node
from kiosk.referee.parts import (
    COMMON_FORMS,
    COMMON_KEYS,
    Form,
    parsed,
    read_deal,
    read_rules,
    read_script,
    read_seats,
    read_some_seats,
)
from kiosk.referee.scenario import Deal, DiceScenario

_PRESETS: Final = {name: preset.rules for name, preset in DICE_PRESETS.items()}


def read_dice(node: Node) -> DiceScenario:
    """The scenario; ``Malformed`` if it is none."""
    fields = node.fields((*COMMON_KEYS, "board", "tiebreak"))
    start = read_deal(fields, ("seats", "board")) or _position(node, fields)
    seats = start.players if isinstance(start, Deal) else len(start.seats)
    rules = read_rules(fields, _PRESETS, seats)
    _check_seats(fields, rules, seats)
    return DiceScenario(
        rules=rules,
        start=start,
        script=read_script(fields, _FORMS, seats, rules.start_score),
        tiebreak=_tiebreak(fields["tiebreak"], seats) if "tiebreak" in fields else (),
    )


def _check_seats(fields: dict[str, Node], rules: DiceRules, seats: int) -> None:
    if seats > MOST_SEATS and not rules.house_seats:
        place = fields["seats"] if "seats" in fields else fields["deal"].fields(("players", "seed", "away"))["players"]
        place.refuse(f"{seats} seats: 2 to {MOST_SEATS} can play dice, more with the option house_seats")


def _position(node: Node, fields: dict[str, Node]) -> DicePosition:
    seats = read_seats(node, fields, _seat)
    board = node.need(fields, "board")
    heights = board.fields([color.letter for color in Color])
    return DicePosition(seats, tuple(board.need(heights, color.letter).integer(0, FACES) for color in Color))


def _seat(node: Node) -> DiceSeatPosition:
    fields = node.fields(("dice", "rolled", "left"))
    dice = parsed(parse_colors, node.need(fields, "dice"), "row of dice (the letters r, g, b and y)")
    rolled = _faces(fields["rolled"]) if "rolled" in fields and fields["rolled"].value is not None else None
    left = fields["left"].flag() if "left" in fields else False
    try:
        return DiceSeatPosition(dice, rolled, left)
    except ValueError as error:
        fields["rolled"].refuse(str(error))


def _tiebreak(node: Node, seats: int) -> tuple[int, ...]:
    tied = read_some_seats(node, seats)
    if len(tied) < 2:
        node.refuse(f"{node.shown()} names fewer than two seats")
    return tied


def _faces(node: Node) -> tuple[Die, ...]:
    return parsed(parse_dice, node, "list of dice (as in r1 y3)")


def _die(node: Node) -> Die:
    return parsed(parse_die, node, "die (a colour r, g, b or y and a value 1 to 6, as in y3)")


_FORMS: Final = {
    "roll": Form(Roll, optional={"faces": _faces}),
    "place": Form(PlaceDie, {"die": _die}),
    **COMMON_FORMS,
}

"""Scenarios of the dice game, from JSON (kiosk/referee/README.md, "Dice")."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from kiosk.dealing.dealer import Dealer
from kiosk.dealing.dice_bag import bag
from kiosk.game.colors import Color
from kiosk.game.dice.commands import PlaceDie, Roll
from kiosk.game.dice.dice import (
    FACES,
    DicePosition,
    DiceSeatPosition,
    Die,
    colors_text,
    dice_text,
    parse_colors,
    parse_dice,
    parse_die,
)
from kiosk.game.dice.round import DiceRound
from kiosk.game.dice.rules import MOST_EXTRA, MOST_SEATS, DiceRules, dice_counts
from kiosk.referee.game_referee import GameReferee
from kiosk.referee.node import Node
from kiosk.referee.options import OptionForm, at_least, each_seat, number_of_seats
from kiosk.referee.parts import (
    COMMON_FORMS,
    COMMON_KEYS,
    PICKED_UP,
    Form,
    parsed,
    read_deal,
    read_rules,
    read_script,
    read_seats,
    read_some_seats,
)
from kiosk.referee.scenario import Deal, Scenario


class DiceReferee:
    """The dice game's part ``referee`` (``kiosk.referee.game_referee.GameReferee``)."""

    @property
    def options(self) -> Mapping[str, OptionForm]:
        """The handicaps, and the number of rounds."""
        return _OPTIONS

    def read(self, node: Node) -> Scenario:
        """Return the scenario; ``Malformed`` if it is invalid."""
        fields = node.fields((*COMMON_KEYS, "board", "tiebreak"))
        start = read_deal(fields, ("seats", "board")) or _position(node, fields)
        seats = start.players if isinstance(start, Deal) else len(start.seats)
        rules: DiceRules = read_rules(fields, "dice", seats, _OPTIONS)
        _check_seats(fields, rules, seats)
        script = read_script(fields, _FORMS, seats, rules.start_score)
        tiebreak = _tiebreak(fields["tiebreak"], seats) if "tiebreak" in fields else ()
        return Scenario(
            game="dice",
            rules=rules,
            begin=partial(_begin, rules.for_tiebreak() if tiebreak else rules, start, tiebreak),
            script=script,
            seed=start.seed if isinstance(start, Deal) else 0,
        )

    def position_json(self, position: DicePosition) -> dict[str, Any]:
        """Return the board by the highest value of each colour, and the dice of each seat."""
        return {
            "board": {color.letter: height for color, height in zip(Color, position.board, strict=True)},
            "seats": [_seat_json(seat) for seat in position.seats],
        }


def _begin(rules: DiceRules, start: DicePosition | Deal, tiebreak: tuple[int, ...], dealer: Dealer) -> DiceRound:
    """Return a round from the given position, or from a fresh draw; a tie-break stops by itself (RULES.md Q6)."""
    if isinstance(start, Deal):
        counts = dice_counts(rules, start.players, tiebreak, start.away)
        return DiceRound.draw(rules, bag(dealer), counts, tiebreak or start.playing)
    return DiceRound(rules, start, tiebreak or None)


def _seat_json(seat: DiceSeatPosition) -> dict[str, Any]:
    position: dict[str, Any] = {
        "dice": colors_text(seat.dice),
        "rolled": None if seat.rolled is None else dice_text(seat.rolled),
    }
    return position | {"left": True} if seat.left else position


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


_FORMS: Final = (
    Form(Roll, optional={"faces": _faces}),
    Form(PlaceDie, {"die": _die}, {PICKED_UP: Node.integer}),
    *COMMON_FORMS,
)
_OPTIONS: Final[Mapping[str, OptionForm]] = {
    "dice_extra": OptionForm(lambda node, _old, seats: each_seat(node, seats, 0, MOST_EXTRA)),
    "roll_ms": number_of_seats(0),
    "rounds_per_player": at_least(1),
}

REFEREE: Final[GameReferee] = DiceReferee()

"""JSON to a scenario that can be judged; what cannot is ``Malformed``, with its place (REFEREE.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from kiosk.game.cards import Card, parse_card
from kiosk.game.commands import Flip, Leave, Play, Refill, Source, Stop, Tuck, Vote, parse_source
from kiosk.game.position import Position, SeatPosition
from kiosk.game.round_state import SeatCommand
from kiosk.game.rules import PRESETS, CardRules
from kiosk.referee.node import Malformed, Node
from kiosk.referee.options import read_options

_KEYS: Final = (
    "game", "preset", "options", "center", "seats", "deal", "totals", "round_no", "match_ms", "commands", "until",
)  # fmt: skip
_COMMANDS: Final[dict[str, tuple[type[SeatCommand], tuple[str, ...]]]] = {
    "play": (Play, ("from",)),
    "flip": (Flip, ()),
    "refill": (Refill, ("slot",)),
    "tuck": (Tuck, ("from", "slot")),
    "stop": (Stop, ()),
    "vote": (Vote, ()),
    "leave": (Leave, ()),
}
_DIGITS: Final = 1000
"""Longer integers are refused, so that every result can be written."""


@dataclass(frozen=True)
class Deal:
    """A fresh round for so many players, dealt from a seed."""

    players: int
    seed: int


@dataclass(frozen=True)
class Scenario:
    """A situation and what happens in it. ``commands``: each with its word. Times are milliseconds."""

    rules: CardRules
    start: Position | Deal
    totals: tuple[int, ...]
    round_no: int
    match_ms: int
    commands: tuple[tuple[str, SeatCommand], ...]
    until: int


def parse_scenario(text: bytes | str) -> Scenario:
    """The scenario that a JSON text tells; ``Malformed`` if it tells none."""
    try:
        value = json.loads(text, parse_constant=_no_number, parse_int=_integer)
    except (ValueError, RecursionError) as error:
        wrong = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise Malformed("$", f"not JSON: {wrong}") from None
    return _scenario(Node(value))


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number")


def _integer(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise ValueError(f"an integer of more than {_DIGITS} digits")
    return int(digits)


def _scenario(node: Node) -> Scenario:
    _game(node)  # first: another game has other keys
    fields = node.fields(_KEYS)
    start = _start(node, fields)
    seats = start.players if isinstance(start, Deal) else len(start.seats)
    preset = fields["preset"].choice(PRESETS) if "preset" in fields else "table_default"
    rules = PRESETS[preset].rules
    if "options" in fields:
        rules = read_options(fields["options"], rules, seats)
    commands = _commands(fields["commands"]) if "commands" in fields else ()
    last = commands[-1][1].at if commands else 0
    return Scenario(
        rules=rules,
        start=start,
        totals=_totals(fields["totals"], seats) if "totals" in fields else (0,) * seats,
        round_no=fields["round_no"].integer(1) if "round_no" in fields else 1,
        match_ms=fields["match_ms"].integer(0) if "match_ms" in fields else 0,
        commands=commands,
        until=fields["until"].integer(last) if "until" in fields else last,
    )


def _game(node: Node) -> None:
    if not isinstance(node.value, dict):
        node.refuse(f"{node.shown()} is no object")
    game = node.need({key: Node(node.value[key], "$.game") for key in ("game",) if key in node.value}, "game")
    if game.value == "dice":
        game.refuse("'dice' is not judged yet: cards are")
    game.choice(("cards",))


def _start(node: Node, fields: dict[str, Node]) -> Position | Deal:
    if "deal" in fields:
        for key in ("seats", "center"):
            if key in fields:
                fields[key].refuse("stands beside $.deal: give a position or a deal, not both")
        deal = fields["deal"]
        given = deal.fields(("players", "seed"))
        players = deal.need(given, "players").integer(2, 12)
        return Deal(players, given["seed"].integer() if "seed" in given else 0)
    seats_node = node.need(fields, "seats")
    seats = tuple(_seat(seat) for seat in seats_node.items())
    if not 2 <= len(seats) <= 12:
        seats_node.refuse(f"{len(seats)} seats: 2 to 12 can play")
    center = tuple(_card(card) for card in node.need(fields, "center").items())
    return Position(tuple(sorted(center)), seats)


def _seat(node: Node) -> SeatPosition:
    fields = node.fields(("row", "stack", "hand", "discard", "centered", "left"))
    slots = list(node.need(fields, "row").items())
    if not 1 <= len(slots) <= 5:
        fields["row"].refuse(f"{len(slots)} slots: a row has 1 to 5")
    seen: set[Card] = set()
    row = tuple(tuple(_own(_slot_cards(slot), seen)) for slot in slots)
    stack, hand, discard = (tuple(_own(node.need(fields, name).items(), seen)) for name in ("stack", "hand", "discard"))
    return SeatPosition(
        row=row,
        stack=stack,
        hand=hand,
        discard=discard,
        centered=fields["centered"].integer(0) if "centered" in fields else 0,
        left=fields["left"].flag() if "left" in fields else False,
    )


def _slot_cards(slot: Node) -> Iterator[Node]:
    if slot.value is None:
        return iter(())
    return slot.items() if isinstance(slot.value, list) else iter((slot,))


def _own(nodes: Iterator[Node], seen: set[Card]) -> Iterator[Card]:
    """A seat's cards, none of which it has twice."""
    for node in nodes:
        card = _card(node)
        if card in seen:
            node.refuse(f"{node.shown()} is twice in this seat")
        seen.add(card)
        yield card


def _card(node: Node) -> Card:
    try:
        return parse_card(node.text())
    except Malformed:
        raise
    except ValueError:
        node.refuse(f"{node.shown()} is no card")


def _totals(node: Node, seats: int) -> tuple[int, ...]:
    totals = tuple(total.integer() for total in node.items())
    if len(totals) != seats:
        node.refuse(f"{len(totals)} entries for {seats} seats")
    return totals


def _commands(node: Node) -> tuple[tuple[str, SeatCommand], ...]:
    commands: list[tuple[str, SeatCommand]] = []
    last = 0
    for item in node.items():
        commands.append(_command(item, last))
        last = commands[-1][1].at
    return tuple(commands)


def _command(node: Node, last: int) -> tuple[str, SeatCommand]:
    known = node.fields(("at", "seat", "do", "from", "slot"))
    word = node.need(known, "do").choice(_COMMANDS)
    kind, keys = _COMMANDS[word]
    fields = node.fields(("at", "seat", "do", *keys))
    values: list[Any] = [_source(node.need(fields, "from"))] if "from" in keys else []
    if "slot" in keys:
        values.append(node.need(fields, "slot").integer())
    at = node.need(fields, "at").integer(0)
    if at < last:
        fields["at"].refuse(f"{at} comes after {last}: times never decrease")
    return word, kind(at, node.need(fields, "seat").integer(), *values)


def _source(node: Node) -> Source:
    try:
        return parse_source(node.text())
    except Malformed:
        raise
    except ValueError:
        node.refuse(f"{node.shown()} is no source (stack, discard or row N)")

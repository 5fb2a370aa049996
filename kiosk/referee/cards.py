"""Scenarios of the card game, from JSON (kiosk/referee/README.md, "Cards")."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kiosk.game.card_commands import Flip, Play, Refill, Source, Tuck, parse_source
from kiosk.game.card_rules import PRESETS
from kiosk.game.cards import Card, parse_card
from kiosk.game.position import Position, SeatPosition
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
)
from kiosk.referee.scenario import CardScenario, Deal

_PRESETS: Final = {name: preset.rules for name, preset in PRESETS.items()}


def read_cards(node: Node) -> CardScenario:
    """The scenario; ``Malformed`` if it is none."""
    fields = node.fields((*COMMON_KEYS, "center", "match_ms"))
    start = read_deal(fields, ("seats", "center")) or _position(node, fields)
    seats = start.players if isinstance(start, Deal) else len(start.seats)
    rules = read_rules(fields, _PRESETS, seats)
    return CardScenario(
        rules=rules,
        start=start,
        script=read_script(fields, _FORMS, seats, rules.start_score),
        match_ms=fields["match_ms"].integer(0) if "match_ms" in fields else 0,
    )


def _position(node: Node, fields: dict[str, Node]) -> Position:
    seats = read_seats(node, fields, _seat)
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
    return parsed(parse_card, node, "card")


def _source(node: Node) -> Source:
    return parsed(parse_source, node, "source (stack, discard or row N)")


_FORMS: Final = {
    "play": Form(Play, {"from": _source}),
    "flip": Form(Flip),
    "refill": Form(Refill, {"slot": Node.integer}),
    "tuck": Form(Tuck, {"from": _source, "slot": Node.integer}),
    **COMMON_FORMS,
}

"""Scenarios of dominoes: conversion from and to JSON."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from kiosk.dealing.dealer import Dealer
from kiosk.referee.node import Node
from kiosk.referee.options import OptionForm
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
from kiosk.referee.scenario import Deal, Scenario
from ligretto_dominoes.round import DominoPosition, DominoRound, DominoSeatPosition, DrawTile, Lay
from ligretto_dominoes.rules import DominoRules
from ligretto_dominoes.tiles import SET, End, Link, Tile, parse_tile


class _Referee:
    """The ``referee`` part of the registry's entry."""

    options: Mapping[str, OptionForm] = {}

    def read(self, node: Node) -> Scenario:
        """Return the scenario: a ``chain`` (tiles from left to right) with the tiles of each seat, or a deal."""
        fields = node.fields((*COMMON_KEYS, "chain"))
        start = read_deal(fields, ("seats", "chain")) or _position(node, fields)
        seats = start.players if isinstance(start, Deal) else len(start.seats)
        rules: DominoRules = read_rules(fields, "dominoes", seats, self.options)
        return Scenario(
            game="dominoes",
            rules=rules,
            begin=partial(_begin, rules, start),
            script=read_script(fields, _FORMS, seats, rules.start_score),
            seed=start.seed if isinstance(start, Deal) else 0,
        )

    def position_json(self, position: DominoPosition) -> dict[str, Any]:
        """Return the chain from left to right, and the tiles of each seat."""
        return {
            "chain": [f"{link.left}-{link.right}" for link in position.chain],
            "seats": [
                {"hand": list(map(str, seat.hand)), "stock": list(map(str, seat.stock)), "laid": seat.laid}
                | ({"left": True} if seat.left else {})
                for seat in position.seats
            ],
        }


def _begin(rules: DominoRules, start: DominoPosition | Deal, dealer: Dealer) -> DominoRound:
    if isinstance(start, Deal):
        return DominoRound.deal(rules, [dealer.order(len(SET)) for _ in range(start.players)], start.away)
    return DominoRound(rules, start)


def _position(node: Node, fields: dict[str, Node]) -> DominoPosition:
    seats = read_seats(node, fields, _seat)
    chain = tuple(map(_link, fields["chain"].items())) if "chain" in fields else ()
    return DominoPosition(seats, chain)


def _seat(node: Node) -> DominoSeatPosition:
    fields = node.fields(("hand", "stock", "laid", "left"))
    hand, stock = (tuple(map(_tile, node.need(fields, name).items())) for name in ("hand", "stock"))
    laid = fields["laid"].integer(0) if "laid" in fields else 0
    return DominoSeatPosition(hand, stock, laid, left=fields["left"].flag() if "left" in fields else False)


def _link(node: Node) -> Link:
    """Return a tile of the chain, with its numbers in either order; its owner does not matter."""
    numbers = node.text().split("-")
    tile = parsed(lambda text: parse_tile("-".join(sorted(text.split("-")))), node, "domino")
    return Link(int(numbers[0]), int(numbers[1]), 0) if tile else Link(0, 0, 0)


def _tile(node: Node) -> Tile:
    return parsed(parse_tile, node, "domino (as in 2-5)")


def _end(node: Node) -> End:
    return End(node.choice([end.value for end in End]))


_FORMS: Final = (Form(Lay, {"tile": _tile, "end": _end}), Form(DrawTile), *COMMON_FORMS)
REFEREE: Final = _Referee()

"""Scenarios of the card game, from JSON (kiosk/referee/README.md, "Cards")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from kiosk.dealing.card_decks import decks
from kiosk.dealing.dealer import Dealer
from kiosk.game.cards.cards import Card, parse_card
from kiosk.game.cards.commands import CardPlace, Flip, Play, Refill, Source, Tuck, parse_source
from kiosk.game.cards.position import Position, SeatPosition
from kiosk.game.cards.round import CardRound
from kiosk.game.cards.rules import CardRules, RowSize
from kiosk.referee.game_referee import GameReferee
from kiosk.referee.judge import as_json
from kiosk.referee.node import Node
from kiosk.referee.options import OptionForm, number_of_seats, plain, with_kind
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
)
from kiosk.referee.scenario import Deal, Scenario


class CardReferee:
    """The card game's part ``referee`` (``kiosk.referee.game_referee.GameReferee``)."""

    @property
    def options(self) -> Mapping[str, OptionForm]:
        """The options with several parts, and the handicaps."""
        return _OPTIONS

    def read(self, node: Node) -> Scenario:
        """Return the scenario; ``Malformed`` if it is invalid."""
        fields = node.fields((*COMMON_KEYS, "center", "match_ms"))
        start = read_deal(fields, ("seats", "center")) or _position(node, fields)
        seats = start.players if isinstance(start, Deal) else len(start.seats)
        rules: CardRules = read_rules(fields, "cards", seats, _OPTIONS)
        return Scenario(
            game="cards",
            rules=rules,
            begin=partial(_begin, rules, start),
            script=read_script(fields, _FORMS, seats, rules.start_score),
            seed=start.seed if isinstance(start, Deal) else 0,
            match_ms=fields["match_ms"].integer(0) if "match_ms" in fields else 0,
        )

    def position_json(self, position: Position) -> dict[str, Any]:
        """Return the centre by its top cards, and the cards of each seat."""
        return {
            "center": [str(card) for card in sorted(position.center)],
            "seats": [_seat_json(seat) for seat in position.seats],
        }


def _begin(rules: CardRules, start: Position | Deal, dealer: Dealer) -> CardRound:
    """Return a round from the given position, or from a fresh deal."""
    if isinstance(start, Deal):
        return CardRound.deal(rules, decks(dealer, start.players), start.away)
    return CardRound(rules, start)


def _seat_json(seat: SeatPosition) -> dict[str, Any]:
    position: dict[str, Any] = {
        "row": [_slot_json(pile) for pile in seat.row],
        "stack": as_json(seat.stack),
        "hand": as_json(seat.hand),
        "discard": as_json(seat.discard),
        "centered": seat.centered,
    }
    return position | {"left": True} if seat.left else position


def _slot_json(pile: tuple[Card, ...]) -> Any:
    if len(pile) < 2:
        return str(pile[0]) if pile else None
    return as_json(pile)


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
    """Yield a seat's cards, and refuse duplicates."""
    for node in nodes:
        card = _card(node)
        if card in seen:
            node.refuse(f"{node.shown()} occurs twice in this seat")
        seen.add(card)
        yield card


def _card(node: Node) -> Card:
    return parsed(parse_card, node, "card")


def _source(node: Node) -> Source:
    return parsed(parse_source, node, "source (stack, discard or row N)")


_FORMS: Final = (
    Form(Play, {"from": _source}, {PICKED_UP: Node.integer}),
    Form(Flip),
    Form(Refill, {"slot": Node.integer}),
    Form(Tuck, {"from": _source, "slot": Node.integer}),
    *COMMON_FORMS,
)


def _row_size(node: Node, old: RowSize, _: int) -> RowSize:
    fields = {key: size.integer(1, 5) for key, size in node.fields((*_PLAYERS, "default")).items()}
    default = fields.pop("default", old.default)
    sizes = dict(old.by_players) | {int(players): size for players, size in fields.items()}
    return RowSize(tuple(sorted(sizes.items())), default)


def _row_size_json(value: RowSize, old: RowSize) -> dict[str, int]:
    players = sorted(dict((*old.by_players, *value.by_players)))
    return {str(number): value.slots(number) for number in players} | {"default": value.default}


def _score(node: Node, old: Any, _: int) -> Any:
    return replace(old, **{key: points.integer() for key, points in node.fields(("center", "stack")).items()})


def _pro(node: Node, old: Any, _: int) -> Any:
    given = node.fields(("enabled", "step", "sources", "empty_slot"))
    values = {key: plain(value, getattr(old, key)) for key, value in given.items() if key != "sources"}
    if "sources" in given:
        values["sources"] = tuple(CardPlace(source.choice(_SOURCES)) for source in given["sources"].items())
    return replace(old, **values)


_PLAYERS: Final = tuple(str(players) for players in range(2, 13))
_SOURCES: Final = (CardPlace.STACK.value, CardPlace.DISCARD.value)
_OPTIONS: Final[Mapping[str, OptionForm]] = {
    "row_size": OptionForm(_row_size, _row_size_json),
    "stack_size": number_of_seats(1, 35),
    "flip_cooldown_ms": number_of_seats(0),
    "dead_detection": with_kind({"grace": ("grace_ms",), "vote": ("grace_ms",)}),
    "score": OptionForm(_score),
    "pro": OptionForm(_pro),
}

REFEREE: Final[GameReferee] = CardReferee()

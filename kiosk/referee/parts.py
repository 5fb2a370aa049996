"""The parts common to scenarios of all games, from JSON (kiosk/referee/README.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from kiosk.game.commands import Leave, SeatCommand, Stop, Vote
from kiosk.game.game_rules import rules_of_game
from kiosk.referee.node import Node
from kiosk.referee.options import OptionForm, read_options
from kiosk.referee.scenario import Deal, Script

MOST_SEATS: Final = 12
COMMON_KEYS: Final = ("game", "preset", "options", "seats", "deal", "totals", "round_no", "commands", "until")

PICKED_UP: Final = "picked_up"
"""The key of the time at which a command's piece was picked up."""

T = TypeVar("T")


class Form(NamedTuple):
    """The JSON form of a command: its type, and readers of its own keys; optional ones are named as its fields."""

    kind: type[SeatCommand]
    keys: Mapping[str, Callable[[Node], Any]] = {}
    optional: Mapping[str, Callable[[Node], Any]] = {}


COMMON_FORMS: Final[tuple[Form, ...]] = (Form(Stop), Form(Vote), Form(Leave))


def read_rules(fields: Mapping[str, Node], game: str, seats: int, own: Mapping[str, OptionForm]) -> Any:
    """Return the rules of the preset (the first if none is named) with the scenario's overrides.

    ``own``: ``GameReferee.options``.
    """
    presets = rules_of_game(game).presets
    rules = presets[fields["preset"].choice(presets) if "preset" in fields else next(iter(presets))].rules
    return read_options(fields["options"], rules, seats, own) if "options" in fields else rules


def read_deal(fields: Mapping[str, Node], beside: tuple[str, ...]) -> Deal | None:
    """Return the deal, if there is one; ``beside``: the keys of a position, which a deal must not be combined with."""
    if "deal" not in fields:
        return None
    for key in beside:
        if key in fields:
            fields[key].refuse("cannot be combined with $.deal: give a position or a deal, not both")
    deal = fields["deal"]
    given = deal.fields(("players", "seed", "away"))
    players = deal.need(given, "players").integer(2, MOST_SEATS)
    away = read_some_seats(given["away"], players) if "away" in given else ()
    if players - len(away) < 2:
        given["away"].refuse(f"{players - len(away)} of {players} play: fewer than two seats")
    return Deal(players, given["seed"].integer() if "seed" in given else 0, away)


def read_some_seats(node: Node, seats: int) -> tuple[int, ...]:
    """Return a list of seats below ``seats``, without duplicates."""
    named: list[int] = []
    for item in node.items():
        if item.integer(0, seats - 1) in named:
            item.refuse(f"{item.shown()} is named twice")
        named.append(item.integer())
    return tuple(named)


def read_seats(node: Node, fields: dict[str, Node], seat: Callable[[Node], T]) -> tuple[T, ...]:
    """Return the position of each seat, as read by ``seat``."""
    seats = tuple(seat(item) for item in node.need(fields, "seats").items())
    if not 2 <= len(seats) <= MOST_SEATS:
        fields["seats"].refuse(f"{len(seats)} seats: 2 to {MOST_SEATS} can play")
    return seats


def read_script(fields: Mapping[str, Node], forms: Sequence[Form], seats: int, start_score: int) -> Script:
    """Return totals, the round's number and the commands."""
    by_word = {form.kind.word: form for form in forms}
    commands = _commands(fields["commands"], by_word) if "commands" in fields else ()
    last = commands[-1].at if commands else 0
    return Script(
        totals=_totals(fields["totals"], seats) if "totals" in fields else (start_score,) * seats,
        round_no=fields["round_no"].integer(1) if "round_no" in fields else 1,
        commands=commands,
        until=fields["until"].integer(last) if "until" in fields else last,
    )


def parsed(parse: Callable[[str], T], node: Node, wanted: str) -> T:
    """Return the node's text parsed by ``parse``; a ``ValueError`` of that is reported as "not a ``wanted``"."""
    text = node.text()
    try:
        return parse(text)
    except ValueError:
        node.refuse(f"{node.shown()} is not a {wanted}")


def _totals(node: Node, seats: int) -> tuple[int, ...]:
    totals = tuple(total.integer() for total in node.items())
    if len(totals) != seats:
        node.refuse(f"{len(totals)} entries for {seats} seats")
    return totals


def _commands(node: Node, forms: Mapping[str, Form]) -> tuple[SeatCommand, ...]:
    commands: list[SeatCommand] = []
    last = 0
    for item in node.items():
        commands.append(_command(item, forms, last))
        last = commands[-1].at
    return tuple(commands)


def _command(node: Node, forms: Mapping[str, Form], last: int) -> SeatCommand:
    every = dict.fromkeys(key for form in forms.values() for key in (*form.keys, *form.optional))
    form = forms[node.need(node.fields(("at", "seat", "do", *every)), "do").choice(forms)]
    fields = node.fields(("at", "seat", "do", *form.keys, *form.optional))
    values = [read(node.need(fields, key)) for key, read in form.keys.items()]
    optional = {key: read(fields[key]) for key, read in form.optional.items() if key in fields}
    at = node.need(fields, "at").integer(0)
    if at < last:
        fields["at"].refuse(f"{at} comes after {last}: times never decrease")
    if optional.get(PICKED_UP, at) > at:
        fields[PICKED_UP].refuse(f"{optional[PICKED_UP]} comes after {at}: a piece is picked up before it is let go")
    return form.kind(at, node.need(fields, "seat").integer(), *values, **optional)

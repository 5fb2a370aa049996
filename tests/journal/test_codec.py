"""Commands, events and rules go into a record and come back as they were."""

from __future__ import annotations

from collections.abc import Hashable
from enum import StrEnum
from typing import get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.game.cards.cards import DECK, Card, parse_card
from kiosk.game.cards.commands import DISCARD as DISCARD_SOURCE
from kiosk.game.cards.commands import ROW, Play, Source
from kiosk.game.cards.commands import STACK as STACK_SOURCE
from kiosk.game.cards.rules import CardRules
from kiosk.game.commands import Command, SeatCommand, picked_up_of
from kiosk.game.dice.commands import PlaceDie
from kiosk.game.dice.dice import SPACES, Die, parse_die
from kiosk.game.dice.rules import DiceRules
from kiosk.game.events import Event, Rejected
from kiosk.game.game_rules import rules_of, rules_of_game, rules_plain
from kiosk.game.refusals import DeadState, Reason, RoundEnd
from kiosk.game_registry.registry import UnknownGame
from kiosk.journal.codec import Codec, codec_of

GAMES = ("cards", "dice")
ints = st.integers(0, 2**40)
cards, dice = st.sampled_from(DECK), st.sampled_from(SPACES)
FIELDS = {
    int: ints,
    bool: st.booleans(),
    str: st.sampled_from(["play", "flip", "stop"]),
    int | None: st.none() | ints,
    Source: st.sampled_from([*ROW, STACK_SOURCE, DISCARD_SOURCE]),
    Card: cards,
    Die: dice,
    StrEnum: st.sampled_from(Reason),
    RoundEnd: st.sampled_from(RoundEnd),
    DeadState: st.sampled_from(DeadState),
    tuple[int, ...]: st.lists(ints, max_size=5).map(tuple),
    tuple[tuple[int, ...], ...]: st.lists(st.lists(ints, max_size=3).map(tuple), max_size=3).map(tuple),
    tuple[Card, ...]: st.lists(cards, max_size=3).map(tuple),
    tuple[Die, ...]: st.lists(dice, max_size=6).map(tuple),
    tuple[Die, ...] | None: st.none() | st.lists(dice, max_size=6).map(tuple),
}
PIECES = {"cards": st.none() | cards, "dice": st.none() | dice}
"""What a refusal is about."""


def any_of(game, part):
    """Any value of any of the structs that are ``part`` of a game's rules, with the game."""
    fields = {**FIELDS, Hashable | None: PIECES[game]}
    kinds = []
    for kind in getattr(rules_of_game(game), part):
        hints = get_type_hints(kind)
        kinds.append(st.builds(kind, *[fields[hints[name]] for name in kind.__struct_fields__]))
    return st.tuples(st.just(game), st.one_of(kinds))


def through_a_file(plain):
    """What a file gives back of plain values."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(plain), type=tuple)


@given(st.one_of([any_of(game, "commands") for game in GAMES]))
def test_a_command_comes_back_equal_and_of_its_kind(made):
    game, command = made
    plain = codec_of(game).command_plain(command)
    back = codec_of(game).command_of(through_a_file(plain), picked_up_of(command))
    assert (type(back), back) == (type(command), command)
    assert through_a_file(plain) == plain


@given(st.one_of([any_of(game, "events") for game in GAMES]))
def test_an_event_comes_back_equal_and_of_its_kind(made):
    game, event = made
    plain = codec_of(game).event_plain(event)
    back = codec_of(game).event_of(through_a_file(plain))
    assert (type(back), back) == (type(event), event)
    assert through_a_file(plain) == plain


@pytest.mark.parametrize(("game", "piece"), [("cards", Card(3)), ("dice", Die(3))])
def test_a_card_and_a_die_that_are_written_alike_are_told_apart(game, piece):
    codec = codec_of(game)
    back = codec.event_of(codec.event_plain(Rejected(1, 0, "play", Reason.DOES_NOT_FIT, piece)))
    assert type(back.card) is type(piece)


@pytest.mark.parametrize(
    ("game", "event", "plain"),
    [
        (
            "cards",
            Rejected(9, 1, "play", Reason.BEATEN_TO_IT, parse_card("r4"), 0, 7),
            ("Rejected", 9, 1, "play", "beaten_to_it", "r4", 0, 7),
        ),
        (
            "dice",
            Rejected(9, 1, "place", Reason.DOES_NOT_FIT, parse_die("r4")),
            ("Rejected", 9, 1, "place", "does_not_fit", "die r4", None, None),
        ),
        ("dice", Rejected(9, 1, "stop", Reason.DICE_LEFT), ("Rejected", 9, 1, "stop", "dice_left", None, None, None)),
    ],
)
def test_refusals_are_written_as_they_always_were(game, event, plain):
    assert codec_of(game).event_plain(event) == plain
    assert codec_of(game).event_of(plain) == event


@pytest.mark.parametrize(
    ("game", "command", "plain"),
    [
        ("cards", Play(5, 0, ROW[2], (7, 8)), ("Play", 5, 0, "row 2", [7, 8])),
        ("cards", Play(5, 0, ROW[2], (7, 8), 3), ("Play", 5, 0, "row 2", [7, 8])),
        ("dice", PlaceDie(5, 0, parse_die("y6"), -9), ("PlaceDie", 5, 0, "y6")),
    ],
)
def test_commands_are_written_as_they_always_were(game, command, plain):
    """A program of before refuses a command with more fields: the record has the time of the pick-up beside it."""
    codec = codec_of(game)
    assert codec.command_plain(command) == plain
    assert codec.command_of(plain, command.picked_up) == command


def test_every_command_and_event_of_a_game_is_known_by_its_name():
    for game in GAMES:
        rules = rules_of_game(game)
        for kinds, base in ((rules.commands, Command), (rules.events, Event)):
            assert kinds
            assert all(issubclass(kind, base) for kind in kinds)
            assert len({kind.__name__ for kind in kinds}) == len(kinds)


class Tile(str):
    """A piece of a game from elsewhere."""

    __slots__ = ()


class Why(StrEnum):
    """Its reasons."""

    ENDS_DIFFER = "ends_differ"


class Lay(SeatCommand, frozen=True, gc=False):
    """Its command."""

    tiles: tuple[Tile, ...]
    last: Tile | None = None
    why: Why | None = None


class Laid(Event, frozen=True, gc=False):
    """Its event."""

    tile: Tile


class Dominoes:
    """As much of its rules as a codec needs."""

    commands = (Lay,)
    events = (Laid, Rejected)
    forms = {Tile: (str, Tile), Hashable: (str, Tile), StrEnum: (str, Why)}  # noqa: RUF012


@given(st.lists(st.sampled_from(["3-5", "0-0"]).map(Tile)).map(tuple), st.none() | st.just(Tile("6-6")))
def test_a_game_from_elsewhere_names_the_forms_of_its_own_types_alone(tiles, last):
    codec = Codec(Dominoes())
    command = Lay(3, 1, tiles, last, Why.ENDS_DIFFER)
    assert codec.command_of(through_a_file(codec.command_plain(command))) == command
    refused = Rejected(3, 1, "lay", Why.ENDS_DIFFER, Tile("3-5"))
    for event in (refused, Laid(3, Tile("3-5"))):
        assert codec.event_of(through_a_file(codec.event_plain(event))) == event


def test_a_type_that_nobody_can_write_is_found_at_once():
    class Formless(Dominoes):
        forms = {StrEnum: (str, Why)}  # noqa: RUF012

    with pytest.raises(TypeError, match=r"no format for .*Tile"):
        Codec(Formless())


def test_a_game_that_is_not_installed_has_no_codec():
    with pytest.raises(UnknownGame, match="'chess' is not an installed game"):
        codec_of("chess")


def each_seat(least, most):
    """Return numbers for all seats, or for each of them."""
    return st.integers(least, most) | st.lists(st.integers(least, most), min_size=1).map(tuple)


@given(
    st.builds(
        CardRules,
        stack_size=each_seat(1, 35),
        flip_cooldown_ms=each_seat(0, 9000),
        late_ms=ints,
    )
    | st.builds(
        DiceRules,
        start_score=st.integers(-5, 200),
        dice_extra=st.lists(st.integers(0, 2)).map(tuple),
        roll_ms=each_seat(0, 9000),
    )
)
def test_rules_with_options_of_their_own_come_back_equal(rules):
    game = "cards" if isinstance(rules, CardRules) else "dice"
    plain = rules_plain(rules)
    assert rules_of(game, through_a_file((plain,))[0]) == rules
    assert through_a_file((plain,)) == (plain,)


@pytest.mark.parametrize(
    "plain",
    [
        *[(), ("Nothing",), ("Play", 1, 0, "row", []), ("Flip", 1, 0, [], 7), ("Play",), ("Stop", 1, 2, 3)],
        *[
            (["Stop"], 1, 0),
            ({"Stop": 1}, 1, 0),
            ("Stop", 1, "0"),
            ("Stop", 1.5, 0),
            ("Stop", 1, [0]),
            ("Stop", None, 0),
        ],
    ],
)
def test_what_was_never_written_is_refused(plain):
    with pytest.raises(ValueError, match=r".+"):
        codec_of("cards").command_of(plain)


@pytest.mark.parametrize(
    ("game", "options"), [("chess", {}), ("cards", {"refill": "sometimes"}), ("dice", {"rounds_per_player": 0})]
)
def test_rules_that_there_are_not_are_refused(game, options):
    with pytest.raises(ValueError, match=r".+"):
        rules_of(game, options)

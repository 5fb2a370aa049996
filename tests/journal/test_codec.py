"""Commands, events and rules survive the conversion to a record and back."""

from __future__ import annotations

from typing import get_args, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.game.card_commands import DISCARD as DISCARD_SOURCE
from kiosk.game.card_commands import ROW, Source
from kiosk.game.card_commands import STACK as STACK_SOURCE
from kiosk.game.card_rules import PRESETS, CardRules
from kiosk.game.cards import DECK, Card
from kiosk.game.dice import SPACES, Die
from kiosk.game.dice_rules import DICE_PRESETS, DiceRules
from kiosk.game.events import Event, Rejected
from kiosk.game.refusals import DeadState, Reason, RoundEnd
from kiosk.journal.codec import (
    AnyCommand,
    command_of,
    command_plain,
    event_of,
    event_plain,
    rules_of,
    rules_plain,
)

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
    Card | Die | None: st.none() | cards | dice,
    Reason: st.sampled_from(Reason),
    RoundEnd: st.sampled_from(RoundEnd),
    DeadState: st.sampled_from(DeadState),
    tuple[int, ...]: st.lists(ints, max_size=5).map(tuple),
    tuple[tuple[int, ...], ...]: st.lists(st.lists(ints, max_size=3).map(tuple), max_size=3).map(tuple),
    tuple[Card, ...]: st.lists(cards, max_size=3).map(tuple),
    tuple[Die, ...]: st.lists(dice, max_size=6).map(tuple),
    tuple[Die, ...] | None: st.none() | st.lists(dice, max_size=6).map(tuple),
}


def any_of(union):
    """Return a strategy for any value of any of these structs."""
    kinds = []
    for kind in get_args(union):
        hints = get_type_hints(kind)
        kinds.append(st.builds(kind, *[FIELDS[hints[name]] for name in kind.__struct_fields__]))
    return st.one_of(kinds)


def through_a_file(plain):
    """Return plain values as read back from a file."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(plain), type=tuple)


@given(any_of(AnyCommand))
def test_a_command_comes_back_equal_and_of_its_kind(command):
    back = command_of(through_a_file(command_plain(command)))
    assert (type(back), back) == (type(command), command)


@given(any_of(Event))
def test_an_event_comes_back_equal_and_of_its_kind(event):
    plain = event_plain(event)
    back = event_of(through_a_file(plain))
    assert (type(back), back) == (type(event), event)
    assert through_a_file(plain) == plain


@pytest.mark.parametrize("piece", [Card(3), Die(3)])
def test_a_card_and_a_die_that_are_written_alike_are_told_apart(piece):
    back = event_of(event_plain(Rejected(1, 0, "play", Reason.DOES_NOT_FIT, piece)))
    assert type(back.card) is type(piece)


@pytest.mark.parametrize("preset", [*PRESETS.values(), *DICE_PRESETS.values()], ids=lambda preset: preset.name)
def test_the_rules_of_every_edition_come_back_equal(preset):
    game = "cards" if isinstance(preset.rules, CardRules) else "dice"
    assert rules_of(game, rules_plain(preset.rules)) == preset.rules


@given(
    st.builds(
        CardRules, stack_size=st.integers(1, 35) | st.lists(st.integers(1, 35), min_size=1).map(tuple), late_ms=ints
    )
    | st.builds(DiceRules, start_score=st.integers(-5, 200), dice_extra=st.lists(st.integers(0, 2)).map(tuple))
)
def test_rules_with_options_of_their_own_come_back_equal(rules):
    game = "cards" if isinstance(rules, CardRules) else "dice"
    plain = rules_plain(rules)
    assert rules_of(game, through_a_file((plain,))[0]) == rules
    assert through_a_file((plain,)) == (plain,)


def test_an_option_that_an_older_program_did_not_know_has_its_default():
    plain = rules_plain(CardRules())
    del plain["pro"]
    assert rules_of("cards", plain) == CardRules()


@pytest.mark.parametrize(
    "plain", [(), ("Nothing",), ("Play", 1, 0, "row", []), ("Flip", 1, 0, [], 7), ("Play",), ("Stop", 1, 2, 3)]
)
def test_what_was_never_written_is_refused(plain):
    with pytest.raises(ValueError, match=r".+"):
        command_of(plain)


@pytest.mark.parametrize(
    ("game", "options"), [("chess", {}), ("cards", {"refill": "sometimes"}), ("dice", {"rounds_per_player": 0})]
)
def test_rules_that_there_are_not_are_refused(game, options):
    with pytest.raises(ValueError, match=r".+"):
        rules_of(game, options)

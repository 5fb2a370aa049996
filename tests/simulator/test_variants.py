"""The variants of a simulation: every value of an option, and what cannot be compared is refused in words."""

from __future__ import annotations

import pytest

from kiosk.game.cards.editions import PRESETS, rules_of
from kiosk.game.cards.rules import Recycle
from kiosk.simulator.variants import read_sweep, variants_of

NORDIC = {"nordic_is": rules_of("nordic_is")}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("stack_size=8..10", ("8", "9", "10")),
        ("recycle=shuffle, turn_over", ("shuffle", "turn_over")),
        ("pro.enabled=true,false", ("true", "false")),
    ],
)
def test_a_sweep_is_read_as_a_range_or_a_list(text: str, values: tuple[str, ...]) -> None:
    sweep = read_sweep(text)
    assert (sweep.option, sweep.values) == (text.partition("=")[0], values)


@pytest.mark.parametrize("text", ["stack_size", "stack_size=", "=1,2", "stack_size=8", "stack_size=8,8", "a=9..8"])
def test_a_sweep_of_fewer_than_two_values_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="at least two values"):
        read_sweep(text)


def test_a_long_sweep_is_refused_without_a_list_of_its_values() -> None:
    with pytest.raises(ValueError, match="more than 50 values"):
        read_sweep("stack_size=1..1000000000000")


def test_each_value_is_a_variant_of_the_edition() -> None:
    eight, nine = variants_of("cards", NORDIC, read_sweep("stack_size=8..9"))
    assert (eight.name, eight.rules) == ("stack_size=8", rules_of("nordic_is", stack_size=8))
    assert (nine.name, nine.value, nine.rules.stack_size) == ("stack_size=9", "9", 9)
    shuffled, _ = variants_of("cards", NORDIC, read_sweep("recycle=shuffle,turn_over"))
    assert shuffled.rules.recycle is Recycle.SHUFFLE
    on, off = variants_of("cards", NORDIC, read_sweep("pro.enabled=true,false"))
    assert (on.rules.pro.enabled, off.rules.pro.enabled) == (True, False)


def test_editions_are_variants_and_each_has_every_value_of_a_sweep() -> None:
    editions = {name: PRESETS[name].rules for name in ("nordic_is", "junior")}
    assert [one.name for one in variants_of("cards", editions, None)] == ["nordic_is", "junior"]
    names = [one.name for one in variants_of("cards", editions, read_sweep("stack_size=8..9"))]
    assert names == [f"{name} stack_size={size}" for name in editions for size in (8, 9)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("stack=8..9", "there are: row_size.by_players"),
        ("late_ms=8..9", "is no option that simulated rounds depend on"),
        ("stack_size=35..36", "stack_size=36: .* must be 1 to 35"),
        ("recycle=shuffle,burn", "recycle=burn: "),
    ],
)
def test_what_cannot_be_varied_is_refused(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        variants_of("cards", NORDIC, read_sweep(text), unused=("late_ms",))

"""The four strengths: each is better than the one before it in everything, and less courteous."""

from __future__ import annotations

import itertools
from typing import get_args, get_type_hints

import pytest

from kiosk.bots.strength import STEADY, STRENGTHS
from kiosk.config.schema import GameConfig
from kiosk.table.choices import Choices
from kiosk.table.settings import TableSettings

RISING = list(itertools.pairwise(STRENGTHS.values()))


@pytest.mark.parametrize(("weaker", "stronger"), RISING)
def test_who_is_stronger_is_so_in_everything(weaker, stronger):
    for part in ("look", "travel", "turn", "miss", "fumble"):
        assert getattr(stronger, part) < getattr(weaker, part)
    assert stronger.wait > weaker.wait
    assert stronger.courtesy < weaker.courtesy


@pytest.mark.parametrize("strength", STRENGTHS.values(), ids=STRENGTHS)
def test_nobody_is_faster_than_hands_can_be_or_gives_way_for_ever(strength):
    for mean, spread in (strength.look, strength.travel, strength.turn):
        assert mean - 2 * spread > 100
    assert strength.courtesy < 1, "a resting palm would bar a pile"


def test_a_table_plays_steadily_unless_told_otherwise_and_can_be_told_every_strength():
    assert TableSettings(()).bots is GameConfig().bots is None
    assert Choices(TableSettings(())).chosen["bots"] == "steady"
    assert STRENGTHS["steady"] is STEADY
    strengths, none = get_args(get_type_hints(GameConfig)["bots"])
    assert none is type(None)
    assert get_args(strengths) == ("off", *STRENGTHS)

"""The words of rules, refusals and ends, which journals, configurations and messages hold."""

from __future__ import annotations

from enum import StrEnum

import pytest

import kiosk.game
from kiosk.game.refusals import DeadState
from tests.rig.words import words_of


@pytest.mark.parametrize("kind", words_of(kiosk.game), ids=lambda kind: kind.__name__)
def test_a_word_is_its_name_and_stays_as_old_journals_have_it(kind: type[StrEnum]) -> None:
    before = "dead_" if kind is DeadState else ""
    assert [word.value for word in kind] == [before + word.name.lower() for word in kind]

"""The words of states and problems, which messages to the display hold."""

from __future__ import annotations

from enum import StrEnum

import pytest

import kiosk.table
from tests.rig.words import words_of


@pytest.mark.parametrize("kind", words_of(kiosk.table), ids=lambda kind: kind.__name__)
def test_a_word_is_its_name(kind: type[StrEnum]) -> None:
    assert [word.value for word in kind] == [word.name.lower() for word in kind]

"""Deeds at dice-reader boards in words."""

from __future__ import annotations

import pytest

from kiosk.protocol import DriveBoard
from kiosk.testing.presses import read_deed


@pytest.mark.parametrize(
    ("words", "wish"),
    [
        ("throw 4 r1 g2", DriveBoard(4, "throw", ("r1", "g2"))),
        ("throw 4", DriveBoard(4, "throw")),
        ("unplug 1", DriveBoard(1, "unplug")),
        ("fault 2 garbage", DriveBoard(2, "fault", ("garbage",))),
        ("repair 2", DriveBoard(2, "repair")),
    ],
)
def test_words_are_a_message(words: str, wish: DriveBoard) -> None:
    assert read_deed(words.split()) == wish


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("burn 1", "write throw, plug, unplug, fault, repair and a seat"),
        ("throw", "write throw, plug"),
        ("throw four", "'four' is no seat"),
        ("plug 1 r1", "plug takes no words after the seat, not 1"),
        ("fault 1", "fault takes 1 to 24 words of fault after the seat, not 0"),
        ("throw 1 " + "r1 " * 500, "throw takes 0 to 24 words of die"),
    ],
)
def test_what_is_wrong_is_told(words: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        read_deed(words.split())

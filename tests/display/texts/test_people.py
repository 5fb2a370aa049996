"""What guests and bots are called: in every language, in the seat's, and by a typed name instead."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.paint.shapes import SEAT_SYMBOLS
from kiosk.display.texts.people import BOTS, GUESTS, LONGEST, bot_name, guest_name, names_of
from kiosk.game.seats import SeatNumber
from kiosk.locale.languages import installed
from kiosk.protocol import SeatView
from kiosk.table.match import CHARACTERS
from kiosk.table.people import WORDS

_LONGEST_WORD = 11
"""The maximum length of a word: each has a line of its own where trays are small."""


def test_every_sign_has_a_name_with_every_word_and_every_character_one() -> None:
    assert [len(names) for names in GUESTS] == [WORDS] * len(SEAT_SYMBOLS)
    assert len(BOTS) == CHARACTERS


@pytest.mark.parametrize("language", installed())
def test_names_differ_and_are_short_in_every_language(language: str) -> None:
    guests = [guest_name(SeatNumber(seat), word, language) for seat in range(1, 13) for word in range(WORDS)]
    bots = [bot_name(character, language) for character in range(CHARACTERS)]
    names = [*guests, *bots]
    assert len({name.casefold() for name in names}) == len(names)
    assert max(map(len, names)) <= LONGEST
    assert max(len(word) for name in names for word in name.split()) <= _LONGEST_WORD
    assert all(name == name.strip() and name[0].upper() == name[0] for name in names)


def _view(number: int, state: str = "playing", **fields: Any) -> SeatView:
    return SeatView(SeatNumber(number), state, **fields)


def test_a_seat_is_named_in_its_own_language_and_a_typed_name_wins() -> None:
    seats = (
        _view(1),
        _view(2, language="de", guest=7),
        _view(3, name="Zoé"),
        _view(4, bot=True, character=2, language="ru"),
    )
    assert names_of(seats) == ((1, "Quick Moon"), (2, "Zauberblitz"), (3, "Zoé"), (4, "Луми"))


def test_nobody_has_a_name_at_an_empty_seat_until_somebody_waits_there() -> None:
    empty = (_view(1, "free"), _view(2, "left"))
    assert names_of(empty) == ()
    assert names_of(replace(view, joining=True) for view in empty) == ((1, "Quick Moon"), (2, "Quick Bolt"))

"""Names on a screen in a hall: none of a guest is cut, none is narrower than it must be."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import product
from typing import Final

import pytest

from kiosk.display.paint.text import font
from kiosk.display.texts.people import guest_name
from kiosk.locale.languages import installed
from kiosk.testing.presses import SEATS
from kiosk.web.venue import fitting

CSS: Final = files("kiosk.web.venue") / "static/venue.css"


@pytest.mark.parametrize("language", sorted(installed()))
def test_no_guest_s_name_is_cut_on_a_screen(language: str) -> None:
    """Its letters by the style, beside a total of three digits, in the 336 of 1920 pixels that Chromium leaves."""
    style = CSS.read_text(encoding="utf-8")
    (closer,) = re.findall(r"^\.tv \.closer { letter-spacing: -(.*)em; }", style, re.MULTILINE)
    narrow = dict(re.findall(r"^\.tv \.(n\d+) { --narrow: (.*); }", style, re.MULTILINE))
    for seat, word, won in product(SEATS, range(8), (False, True)):
        name = guest_name(seat, word, language)
        looks = fitting.of_seat(name, "128", won=won).split()
        wide = font(100, 700 if won else 500).getlength(name) / 100 - float(closer) * len(name) * ("closer" in looks)
        part = next((float(narrow[look]) for look in looks if look in narrow), 1.0)
        size = 4.1 if "long" in looks else 4.3
        assert size * 10.8 * wide * part <= (336 if "longest" in looks else 312), name


def test_letters_of_a_name_on_a_screen_are_not_narrower_than_its_place_needs() -> None:
    assert fitting.of_seat("Kai", "128", won=True) == fitting.of_rank("Kai") == ""
    assert fitting.of_seat("Magische Sanduhr", "128", won=True).split()[-1] == "n85"
    assert fitting.of_seat("Magische Sanduhr", "28", won=True).split()[-1] == "n95"
    assert fitting.of_seat("Magische Sanduhr", "8", won=True).split()[-1] == "closer"
    assert fitting.of_rank("Magische Sanduhr") == "long"
    assert "narrow" not in fitting.of_seat("W" * 16, "128", won=True), "too long even so: it ends in dots"
    assert fitting.of_seat("שמש מהירה " * 2, "8", won=True).split()[-1] == "from-right"

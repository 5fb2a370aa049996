"""Calls and names: their pictures hold all of their letters."""

from __future__ import annotations

import pytest

from kiosk.display.paint.art import Look
from kiosk.display.paint.lettering import CallLook, ShoutLook
from kiosk.display.paint.text import TextLook

NAMES = ("ÉLOÏSE", "ÅSA", "ÇAĞLA", "ЁЖ Й", "ЩУЦЬ", "JÖRG", "محمد", "לֹאה")


@pytest.mark.parametrize("name", NAMES)
def test_nothing_of_a_letter_is_cut_off_neither_accents_nor_tails(name: str) -> None:
    looks: list[Look] = [CallLook(name, 60, shine=True), CallLook(name, 60), ShoutLook(name, 60)]
    looks += [TextLook(name, 60), TextLook(name, 60, bold=True), TextLook(name, 60, heavy=True)]
    for look in looks:
        inked = look.paint().getchannel("A")
        edges = [(0, 0, inked.width, 1), (0, inked.height - 1, inked.width, inked.height)]
        assert max(inked.crop(edge).getextrema()[1] for edge in edges) < 40, look

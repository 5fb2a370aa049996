"""What is made printable: nothing is left that a terminal obeys, and nothing else changes."""

from __future__ import annotations

import json
import tomllib
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from kiosk.system.printable import printable, printable_text

TEXTS = st.text(st.characters(exclude_categories=[]))  # surrogates too


def obeyed(sign: str) -> bool:
    """Return whether a terminal obeys the character, or cannot be sent it."""
    return (
        unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp")
        or unicodedata.bidirectional(sign) in BIDI
        or sign in MARKS
    )


BIDI = ("LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI")
MARKS = "\u061c\u200e\u200f"


@given(text=TEXTS)
def test_nothing_is_left_that_a_terminal_obeys(text: str) -> None:
    assert not any(map(obeyed, printable(text)))
    assert not {*filter(obeyed, printable_text(text))} - {"\n", "\t"}
    assert printable(printable_text(text)) == printable(text)


def test_every_such_character_is_found() -> None:
    for code in range(0x110000):
        assert (printable(chr(code)) != chr(code)) == obeyed(chr(code)), hex(code)


def test_what_people_write_stays() -> None:
    for text in ("Zoë Müller-Łęcka", "שלום", "👩‍👩‍👧 €5 ½", "C:\\kiosk", ""):
        assert printable(text) == printable_text(text) == text


def test_an_escape_is_seen() -> None:
    assert printable("a\x1b[2J\x9b\u202e\n\udcff") == r"a\u001b[2J\u009b\u202e\u000a\udcff"
    assert printable_text("a\n\tb\r") == "a\n\tb\\u000d"


@given(text=st.text())
def test_json_and_toml_keep_their_meaning(text: str) -> None:
    written = json.dumps({"a": text}, ensure_ascii=False)
    assert json.loads(printable_text(written)) == {"a": text}
    line = f"a = {json.dumps(text, ensure_ascii=False)}".replace("\x7f", r"\u007f")
    assert tomllib.loads(printable_text(line)) == {"a": text}

"""What a speaker says: plural forms, numbers and times of its language, and values in their own direction."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime, time
from pathlib import Path

import pytest
from babel.numbers import format_decimal
from hypothesis import given
from hypothesis import strategies as st

from kiosk.locale import formats, languages
from kiosk.locale.direction import ISOLATE, ISOLATE_ENDS
from kiosk.locale.speaker import Say, catalogue, speaker

ARABIC = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);\\n"

msgid "{n} point"
msgid_plural "{n} points"
msgstr[0] "لا نقاط"
msgstr[1] "نقطة واحدة"
msgstr[2] "نقطتان"
msgstr[3] "{n} نقاط"
msgstr[4] "{n} نقطة"
msgstr[5] "{n} نقطة!"
"""


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (0, "لا نقاط"),
        (1, "نقطة واحدة"),
        (2, "نقطتان"),
        (7, "7 نقاط"),
        (11, "11 نقطة"),
        (100, "100 نقطة!"),
        (1103, "1,103 نقاط"),
    ],
)
def test_a_language_has_as_many_plural_forms_as_its_catalogue_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, told: str
) -> None:
    file = tmp_path / "ar/LC_MESSAGES/kiosk.po"
    file.parent.mkdir(parents=True)
    file.write_text(ARABIC, encoding="utf-8")
    monkeypatch.setattr(languages, "_CATALOGUES", tmp_path)
    catalogue.cache_clear()
    try:
        assert Say("ar").count("{n} point", "{n} points", number) == told
    finally:
        catalogue.cache_clear()


HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: {}\\n"\n\n'
DANISH = (
    HEADER.format("nplurals=2; plural=(n != 1);")
    + """msgid "Seat {seat}"
msgstr "Plads {seat}"

msgid "{n} point"
msgid_plural "{n} points"
msgstr[0] "et point"
msgstr[1] "{n} point"
"""
)
BROKEN = {
    "cut": DANISH.encode()[:-70],
    "not UTF-8": DANISH.replace("Plads", "Plåds").encode("latin-1"),
    "UTF-16": DANISH.encode("utf-16"),
    "an unknown character set": DANISH.replace("UTF-8", "rot13").encode(),
    "a rule that divides by zero": DANISH.replace("n != 1", "n % 0").encode(),
    "a rule that is no rule": DANISH.replace("n != 1", "import os").encode(),
    "plural forms without end": DANISH.replace("nplurals=2", "nplurals=99999999").encode(),
    "no PO file": b"\0" * 5000,
    "too large": DANISH.encode() + b"#" * (5 << 20),
}


@pytest.fixture
def danish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The place of a catalogue in Danish."""
    file = tmp_path / "da/LC_MESSAGES/kiosk.po"
    file.parent.mkdir(parents=True)
    monkeypatch.setattr(languages, "_CATALOGUES", tmp_path)
    catalogue.cache_clear()
    yield file
    catalogue.cache_clear()


@pytest.mark.parametrize("broken", [pytest.param(text, id=name) for name, text in BROKEN.items()])
def test_a_broken_catalogue_is_told_and_its_language_speaks_english(
    danish: Path, caplog: pytest.LogCaptureFixture, broken: bytes
) -> None:
    danish.write_bytes(broken)
    say = Say("da")
    assert (say("Seat {seat}", seat=3), say.count("{n} point", "{n} points", 1)) == ("Seat 3", "1 point")
    assert caplog.messages[0].startswith(f"{danish}: cannot be used (")


def test_a_catalogue_that_is_mended_is_read(danish: Path) -> None:
    danish.write_text(DANISH, encoding="utf-8")
    say = Say("da")
    assert (say("Seat {seat}", seat=3), say.count("{n} point", "{n} points", 1)) == ("Plads 3", "et point")


@pytest.mark.parametrize(
    "wrong", ["{chair}", "{seat", "seat}", "{}", "{0}", "{seat.__class__}", "{seat:>99999999}", "{seat!r}"]
)
def test_a_translation_with_wrong_placeholders_is_told_once_and_english_is_shown(
    danish: Path, caplog: pytest.LogCaptureFixture, wrong: str
) -> None:
    danish.write_text(DANISH.replace('{seat}"\n\n', f'{wrong}"\n\n'), encoding="utf-8")
    say = Say("da")
    assert {say("Seat {seat}", seat=3) for _ in range(3)} == {"Seat 3"}
    assert [message for message in caplog.messages if "has other placeholders than" in message] == caplog.messages
    assert len(caplog.messages) == 1


def test_a_plural_form_may_leave_the_number_out_but_name_nothing_else(danish: Path) -> None:
    danish.write_text(DANISH.replace('[1] "{n} point"', '[1] "{count} point"'), encoding="utf-8")
    say = Say("da")
    assert [say.count("{n} point", "{n} points", number) for number in (1, 2)] == ["et point", "2 points"]


def test_zero_is_singular_in_french_and_plural_in_german() -> None:
    assert [speaker(one).count("\N{MINUS SIGN}{n} point", "\N{MINUS SIGN}{n} points", 0) for one in ("fr", "de")] == [
        "\N{MINUS SIGN}0 point",
        "\N{MINUS SIGN}0 Punkte",
    ]


@pytest.mark.parametrize(
    ("language", "tenths", "thousands"),
    [
        ("en", "19.7", "12,345"),
        ("de", "19,7", "12.345"),
        ("fr", "19,7", "12\u202f345"),
        ("it", "19,7", "12.345"),
        ("ru", "19,7", "12\u00a0345"),
        ("he", "19.7", "12,345"),
        ("ar", "19.7", "12,345"),
        ("is", "19,7", "12.345"),
    ],
)
def test_a_number_has_the_signs_of_its_language(language: str, tenths: str, thousands: str) -> None:
    say = Say(language)
    assert say.number(19.68, 1) == tenths
    assert say.number(12_345) == say("{n}", n=12_345).strip("\u200f") == thousands


@given(st.sampled_from(languages.installed()), st.floats(0, 1e7), st.integers(0, 3))
def test_numbers_are_written_as_cldr_has_them(language: str, value: float, decimals: int) -> None:
    pattern = "#,##0." + "0" * decimals if decimals else "#,##0"
    cldr = format_decimal(value, format=pattern, locale=language, numbering_system="latn")
    assert formats.number(value, decimals, catalogue(language).gettext(formats.EXAMPLE)) == cldr


@pytest.mark.parametrize(("language", "told"), [("en", "50%"), ("de", "50\u00a0%"), ("he", "50%"), ("ar", "50%")])
def test_a_share_is_told_in_hundredths(language: str, told: str) -> None:
    assert Say(language).percent(50) == told


@pytest.mark.parametrize(
    ("language", "clock", "day"),
    [
        ("en", "17:05", "05/03/2026, 17:05"),
        ("de", "17:05", "05.03.26, 17:05"),
        ("ru", "17:05", "05.03.2026, 17:05"),
        ("ar", "5:05 م", "5\u200f/3\u200f/2026\u060c 5:05 م"),
    ],
)
def test_a_time_is_told_as_usual(language: str, clock: str, day: str) -> None:
    assert Say(language).time(time(17, 5)) == clock
    assert Say(language).date_time(datetime(2026, 3, 5, 17, 5)) == day  # noqa: DTZ001


def test_a_name_in_another_direction_is_isolated_in_a_sentence() -> None:
    assert speaker("en")("{name} called Stop", name="שרה") == f"{ISOLATE}שרה{ISOLATE_ENDS} called Stop"
    assert speaker("en")("{name} called Stop", name="Anna") == "Anna called Stop"


def test_a_table_process_never_loads_babel() -> None:
    program = (
        "import sys, kiosk.table_process.assemble, kiosk.locale.languages; "
        "sys.exit(any(name.split('.')[0] == 'babel' for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_display_never_loads_babel_for_catalogues_like_ours() -> None:
    program = (
        "import sys; from kiosk.locale.speaker import speaker; speaker('de')('Seat {seat}', seat=3); "
        "sys.exit('babel' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_text_without_a_translation_loads_no_picture_of_a_game() -> None:
    program = (
        "import sys; from kiosk.locale.speaker import speaker; assert speaker('de')('No such text') == 'No such text'; "
        "sys.exit(any(name.startswith('kiosk.display') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0

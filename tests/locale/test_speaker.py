"""What a speaker says: plural forms, numbers and times of its language, and values in their own direction."""

from __future__ import annotations

import subprocess
import sys
from datetime import datetime, time
from pathlib import Path

import pytest

from kiosk.locale import languages
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


def test_zero_is_singular_in_french_and_plural_in_german() -> None:
    assert [speaker(one).count("-{n} point", "-{n} points", 0) for one in ("fr", "de")] == ["-0 point", "-0 Punkte"]


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


def test_a_display_in_english_alone_never_loads_babel() -> None:
    program = (
        "import sys; from kiosk.locale.speaker import speaker; speaker('en')('Seat {seat}', seat=3); "
        "sys.exit('babel' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_text_without_a_translation_loads_no_picture_of_a_game() -> None:
    program = (
        "import sys; from kiosk.locale.speaker import speaker; assert speaker('de')('No such text') == 'No such text'; "
        "sys.exit(any(name.startswith('kiosk.display') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0

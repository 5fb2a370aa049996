"""All texts of the code are found, put into template and catalogues, and their translations are checked."""

from __future__ import annotations

import pytest

from kiosk.locale.extraction import TEMPLATE, mistakes, template, template_file, texts, updated


@pytest.mark.parametrize(
    ("forms", "file"),
    [
        (("READY",), "kiosk/display/screens/lobby.py"),
        (("Doesn't fit anywhere",), "kiosk/display/texts/refusals.py"),
        (("{n} try is left", "{n} tries are left"), "kiosk/display/screens/staff_keypad.py"),
        (("{n} card in your stack", "{n} cards in your stack"), "kiosk/display/games/cards/texts.py"),
        (("Getting ready",), "kiosk/first_boot/pictures.py"),
        (("make room on the disk, or keep less (keep_mb in [records])",), "kiosk/faults/fault.py"),
        (("English",), "kiosk/locale/speaker.py"),
    ],
)
def test_a_text_is_found(forms: tuple[str, ...], file: str) -> None:
    assert (forms, file) in {(text.forms, text.file) for text in texts()}


def test_the_template_is_up_to_date() -> None:
    """Otherwise: ``python -m kiosk.locale.extraction``."""
    assert TEMPLATE.read_text(encoding="utf-8") == template_file()


def test_a_comment_above_a_text_is_for_its_translators() -> None:
    assert template()["English"].auto_comments == ["the name of this language, in this language"]


HEADER = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""


def catalogue(entries: str) -> bytes:
    return f"{HEADER}\n{entries}".encode()


def test_an_update_keeps_translations_adds_new_texts_and_removes_old_ones() -> None:
    told = updated(catalogue('msgid "READY"\nmsgstr "BEREIT"\n\nmsgid "Long gone"\nmsgstr "Lange weg"\n'), "de")
    assert 'msgid "READY"\nmsgstr "BEREIT"\n' in told
    assert 'msgid "Continue"\nmsgstr ""\n' in told
    assert "Long gone" not in told
    assert told.count("Plural-Forms") == 1
    assert updated(told.encode(), "de") == told


@pytest.mark.parametrize(
    ("entry", "mistake"),
    [
        ('msgid "READY"\nmsgstr ""\n', "not translated: READY"),
        ('#, fuzzy\nmsgid "READY"\nmsgstr "BEREIT"\n', "fuzzy: READY"),
        ('msgid "Seat {seat}"\nmsgstr "Platz {place}"\n', "other placeholders in 'Platz {place}': Seat {seat}"),
        ('msgid "READY"\nmsgstr "BEREIT "\n', "other spaces or lines in 'BEREIT ': READY"),
        (
            'msgid "{n} try is left"\nmsgid_plural "{n} tries are left"\nmsgstr[0] "Ein Versuch"\nmsgstr[1] ""\n',
            "not translated: {n} try is left",
        ),
        (
            'msgid "{n} try is left"\nmsgid_plural "{n} tries are left"\nmsgstr[0] "{n}"\nmsgstr[1] "{m}"\n',
            "other placeholders in '{m}': {n} try is left",
        ),
        ('msgid "READY"\nmsgstr "A"\n\nmsgid "READY"\nmsgstr "B"\n', "1 entries occur twice"),
        ('msgid "Long gone"\nmsgstr "Lange weg"\n', "not used in the code: Long gone"),
        ('#~ msgid "Long gone"\n#~ msgstr "Lange weg"\n', "obsolete: Long gone"),
    ],
)
def test_a_mistake_in_a_catalogue_is_told(entry: str, mistake: str) -> None:
    told = [one for one in mistakes(catalogue(entry), "de") if not one.startswith("missing: ")]
    assert told == [mistake]


def test_a_missing_text_is_told() -> None:
    assert "missing: READY" in set(mistakes(catalogue(""), "de"))
    assert "missing: {n} try is left" in set(mistakes(catalogue(""), "de"))

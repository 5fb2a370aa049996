"""Translations: every text in the code is in every catalogue, and keeps its placeholders."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import polib
import pytest

import kiosk.display
import kiosk.first_boot
import kiosk.locale
from kiosk.display.texts.games import texts_of_game
from kiosk.display.texts.refusals import REASON_TEXTS, verdict_text
from kiosk.faults.texts import TEXTS, UNKNOWN
from kiosk.game.refusals import Reason
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.locale.languages import SOURCE, installed
from kiosk.locale.speaker import speaker
from kiosk.protocol import Verdict

SPEAKING = (kiosk.display, kiosk.first_boot, kiosk.locale)
LANGUAGES = installed()[1:]


def _called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=ast.Name(id="speaker")):
            return "say"
    return ""


def _used() -> Iterator[str]:
    """Yield every text of the display: the first argument of ``say`` and ``mark``, the first two of ``count``."""
    for file in (file for package in SPEAKING for file in Path(str(resources.files(package))).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and (name := _called(node)) in ("say", "mark", "count"):
                texts = node.args[: 2 if name == "count" else 1]
                yield from (arg.value for arg in texts if isinstance(arg, ast.Constant) and isinstance(arg.value, str))


USED = frozenset((*_used(), UNKNOWN, *TEXTS.values()))


def _catalogue(language: str) -> polib.POFile:
    file = resources.files("kiosk") / "locale" / language / "LC_MESSAGES" / "kiosk.po"
    return polib.pofile(file.read_text(encoding="utf-8"), check_for_duplicates=True)


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_the_search_for_texts_finds_them() -> None:
    assert {"Touch here to play", "READY", "{n} card played", "{n} cards played", "Doesn't fit anywhere"} <= USED


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language: str) -> None:
    entries = _catalogue(language)
    known = {text for entry in entries for text in (entry.msgid, entry.msgid_plural) if text and entry.translated()}
    assert known == USED


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_are_the_same_in_every_language(language: str) -> None:
    for entry in _catalogue(language):
        for told in (entry.msgstr_plural or {0: entry.msgstr}).values():
            assert _places(told) == _places(entry.msgid), entry.msgid


@pytest.mark.parametrize("language", [SOURCE, *LANGUAGES])
def test_every_reason_has_a_text_of_its_own(language: str) -> None:
    texts = dict(REASON_TEXTS)
    for game in registry.names():
        texts |= {reason: text for reason, text in texts_of_game(game).reasons.items() if reason in set(Reason)}
    assert set(texts) == set(Reason)
    told = {speaker(language)(text) for text in texts.values()}
    assert len(told) == len(Reason)


def test_french_is_polite_and_keeps_its_signs_on_the_line() -> None:
    familiar, loose = re.compile(r"\b(tu|toi|ton|ta|tes|te)\b", re.IGNORECASE), re.compile(r"\w [:;!?](\s|$)")
    for entry in _catalogue("fr"):
        for told in (entry.msgstr_plural or {0: entry.msgstr}).values():
            assert not familiar.search(told)
            assert not loose.search(told)


def test_seats_read_different_languages_at_the_same_time() -> None:
    assert [speaker(language)("READY") for language in ("en", "de", "fr")] == ["READY", "BEREIT", "PRÊT"]


def test_an_unknown_language_reads_english() -> None:
    assert speaker("xx")("READY") == "READY"


def test_plurals_follow_the_language() -> None:
    french, german = speaker("fr"), speaker("de")
    assert french.count("{n} card played", "{n} cards played", 0) == "0 posée"
    assert german.count("{n} card played", "{n} cards played", 0) == "0 abgelegt"


def test_a_margin_is_told_only_where_the_table_tells_one() -> None:
    say = speaker("en")
    known = Verdict(1, "beaten_to_it", "b6", SeatNumber(2), 14)
    unknown = Verdict(1, "beaten_to_it", "b6", SeatNumber(2))
    assert verdict_text(known, "cards", say) == "Blue 6: Too late: Seat 2 was 14 ms faster"
    assert verdict_text(unknown, "cards", say) == "Blue 6: Too late: Seat 2 was faster"


def test_who_was_faster_is_told_by_name_where_there_is_one() -> None:
    late = Verdict(1, "beaten_to_it", "b6", SeatNumber(2), 14)
    assert (
        verdict_text(late, "cards", speaker("de"), names=((SeatNumber(2), "Zoé"),))
        == "Blau 6: Zu spät: Zoé, 14 ms schneller"
    )


def test_a_dead_heat_names_nobody() -> None:
    heat = Verdict(1, "beaten_to_it", "g10", SeatNumber(3), 5, lot=True)
    assert verdict_text(heat, "cards", speaker("en")) == "Green 10: Dead heat, decided by lot"


def test_a_wrong_card_is_told_apart_from_a_late_one() -> None:
    assert verdict_text(Verdict(1, "does_not_fit", "r8"), "cards", speaker("de")) == "Rot 8: Passt nirgends"


@pytest.mark.parametrize(
    ("pro", "told"),
    [
        ("exactly_one", "Blue 7: Must be one lower than the card there"),
        ("any_lower", "Blue 7: Must be lower than the card there"),
    ],
)
def test_a_refused_tuck_is_told_how_the_row_goes_down_here(pro: str, told: str) -> None:
    assert verdict_text(Verdict(1, "not_descending", "b7"), "cards", speaker("en"), pro) == told


@pytest.mark.parametrize(
    ("verdict", "told"),
    [
        (Verdict(1, "does_not_fit", "r8", points=1), "Red 8: Doesn't fit anywhere (-1 point)"),
        (Verdict(1, "stack_not_empty", points=5), "False Stop: your stack isn't empty (-5 points)"),
        (Verdict(1, "table_card_first"), "Play a row or stack card first"),
        (Verdict(1, "table_card_first", allowed=True), "Better: row and stack cards first"),
    ],
)
def test_a_penalty_and_a_warning_are_told_apart_from_a_mere_refusal(verdict: Verdict, told: str) -> None:
    assert verdict_text(verdict, "cards", speaker("en")) == told


@pytest.mark.parametrize(("language", "told"), [("en", "19.7"), ("de", "19,7"), ("fr", "19,7")])
def test_a_decimal_has_the_sign_of_its_language(language: str, told: str) -> None:
    assert speaker(language).tenths(19.68) == told

"""Translations: every text in the code is in every catalogue, and says what is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from kiosk.display.texts.games import texts_of_game
from kiosk.display.texts.refusals import REASON_TEXTS, verdict_text
from kiosk.game.refusals import Reason
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.locale.catalogues import read_catalogue, read_plain
from kiosk.locale.extraction import mistakes
from kiosk.locale.languages import SOURCE, catalogue_file, installed
from kiosk.locale.speaker import speaker
from kiosk.protocol import Verdict

LANGUAGES = installed()[1:]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_every_text_of_the_code_and_no_mistake(language: str) -> None:
    assert sorted(mistakes(catalogue_file(language).read_bytes(), language)) == []


def _told(language: str) -> Iterator[str]:
    """Yield every translation of a language."""
    for message in read_catalogue(language):
        if message.id:
            yield from [message.string] if isinstance(message.string, str) else message.string


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_read_quickly_and_as_babel_reads_it(language: str) -> None:
    plain = read_plain(catalogue_file(language).read_bytes())
    assert plain is not None
    for message in read_catalogue(language):
        if isinstance(message.id, str):
            assert not message.id or plain.gettext(message.id) == message.string
        else:
            assert {plain.ngettext(*message.id, number) for number in range(200)} <= {*message.string}


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ('msgid "READY"', 'msgctxt "a"\nmsgid "READY"'),
        ('msgid "READY"', '#, fuzzy\nmsgid "READY"'),
        ('msgid "READY"', 'msgid "Continue"'),  # twice
        ('"BEREIT"', '"BE\\x52EIT"'),
        ('"BEREIT"', '"BEREIT'),
        ('"BEREIT"', '"BEREIT\\"'),
        ("nplurals=2", "nplurals=3"),
        ("plural=(n != 1)", "plural=(5 % n != 1)"),
        ("charset=", "charset=x-"),
    ],
)
def test_a_catalogue_of_another_form_is_left_to_babel(ours: str, theirs: str) -> None:
    text = catalogue_file("de").read_text(encoding="utf-8")
    assert ours in text
    assert read_plain(text.replace(ours, theirs).encode()) is None


def test_a_plural_rule_that_divides_by_a_number_is_read_quickly() -> None:
    text = catalogue_file("de").read_text(encoding="utf-8").replace("plural=(n != 1)", "plural=(n % 10 / 2 != 1)")
    assert read_plain(text.encode()) is not None


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
    every = list(_told("fr"))
    assert sum("vous" in told for told in every) > 50
    for told in every:
        assert not familiar.search(told)
        assert not loose.search(told)


def test_seats_read_different_languages_at_the_same_time() -> None:
    assert [speaker(language)("READY") for language in ("en", "de", "fr")] == ["READY", "BEREIT", "PRÊT"]


def test_an_unknown_language_reads_english() -> None:
    assert speaker("xx")("READY") == "READY"


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
        == "Blau 6: Zu spät: Zoé war 14 ms schneller"
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
        (Verdict(1, "does_not_fit", "r8", points=1), "Red 8: Doesn't fit anywhere (\N{MINUS SIGN}1 point)"),
        (Verdict(1, "stack_not_empty", points=5), "False Stop: your stack isn't empty (\N{MINUS SIGN}5 points)"),
        (
            Verdict(1, "stack_not_empty", at=5 * 10**9, locked_until=7 * 10**9),
            "False Stop: your stack isn't empty (locked 2 s)",
        ),
        (
            Verdict(1, "does_not_fit", "r8", at=5 * 10**9, locked_until=5_600_000_000),
            "Red 8: Doesn't fit anywhere",  # the lock is over when this is read
        ),
        (Verdict(1, "table_card_first"), "Play a card that fits first"),
        (Verdict(1, "table_card_first", allowed=True), "It is better to play a card that fits first"),
    ],
)
def test_a_penalty_and_a_warning_are_told_apart_from_a_mere_refusal(verdict: Verdict, told: str) -> None:
    assert verdict_text(verdict, "cards", speaker("en")) == told

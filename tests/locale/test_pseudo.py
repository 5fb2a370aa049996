"""The pseudo-languages of tests: longer texts, and texts from right to left."""

from __future__ import annotations

import unicodedata

import pytest

from kiosk.config.loader import CONFIGS, ConfigError, parse
from kiosk.locale.languages import installed
from kiosk.locale.pseudo import PSEUDO
from kiosk.locale.speaker import speaker


@pytest.mark.parametrize("text", ["Touch here to play", "READY", "Your stack is empty: call Stop"])
def test_a_text_is_longer(text: str) -> None:
    assert 1.3 <= len(speaker("xl")(text)) / len(text) <= 1.5


@pytest.mark.parametrize("language", PSEUDO)
def test_a_text_keeps_its_placeholders_and_its_digits(language: str) -> None:
    say = speaker(language)
    told = say("Round {round} of {rounds}", round=12, rounds=30)
    assert told.index("12") < told.index("30")
    assert "Round" not in told
    assert [say.count("{n} card played", "{n} cards played", number)[0] for number in (1, 2)] == ["1", "2"]


def test_a_text_runs_from_right_to_left() -> None:
    directions = {unicodedata.bidirectional(letter) for letter in speaker("xr")("Touch here to play")}
    assert directions == {"R", "WS"}


@pytest.mark.parametrize("language", PSEUDO)
def test_no_table_offers_a_pseudo_language(language: str) -> None:
    assert language not in installed()
    text = (CONFIGS / "two_seats.toml").read_text(encoding="utf-8")
    with pytest.raises(ConfigError, match="is not an installed language"):
        parse(f'{text}\n[language]\noffered = ["en", "{language}"]\n', "table.toml")

"""The installed languages are English and those with a catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel import Locale
from PIL import _imagingft, features

from kiosk.locale import languages
from kiosk.locale.direction import RIGHT_TO_LEFT
from kiosk.locale.speaker import own_name


@pytest.fixture
def italian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installation with Italian, and with a folder that has no catalogue."""
    (tmp_path / "it/LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "it/LC_MESSAGES/kiosk.po").touch()
    (tmp_path / "__pycache__").mkdir()
    monkeypatch.setattr(languages, "_CATALOGUES", tmp_path)
    languages.installed.cache_clear()
    yield
    languages.installed.cache_clear()


def test_english_comes_first_and_the_others_follow_by_their_codes() -> None:
    first, *others = languages.installed()
    assert first == "en"
    assert others == sorted(others)


@pytest.mark.usefixtures("italian")
def test_a_language_is_installed_by_its_catalogue() -> None:
    assert languages.installed() == ("en", "it")


def test_text_is_ordered_if_pillow_says_so() -> None:
    assert languages.orders_text() is features.check("raqm")


def test_languages_from_right_to_left_are_left_out_where_pillow_cannot_order_their_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    languages.orders_text.cache_clear()
    languages.installed.cache_clear()
    try:
        with monkeypatch.context() as patch:
            patch.setattr(_imagingft, "HAVE_RAQM", False)
            assert not RIGHT_TO_LEFT & set(languages.installed())
            assert "ru" in languages.installed()
    finally:
        languages.orders_text.cache_clear()
        languages.installed.cache_clear()


def test_languages_have_their_direction() -> None:
    known = {*languages.installed(), *RIGHT_TO_LEFT} - {"xr"}
    assert {code for code in known if Locale.parse(code).text_direction == "rtl"} == RIGHT_TO_LEFT - {"xr"}


def test_each_language_is_shown_by_its_own_name() -> None:
    names = {code: own_name(code) for code in languages.installed()}
    assert len(names) > 1
    wanted = {code: Locale.parse(code).get_display_name(code) for code in names}
    assert names == {code: name[0].upper() + name[1:] for code, name in wanted.items()}

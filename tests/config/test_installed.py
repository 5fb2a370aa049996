"""Values that name something installed: languages, games, editions. The rest is used without those that are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.config.loader import CONFIGS, ConfigError, load, load_installed, parse
from kiosk.locale.languages import installed

LANGUAGES = ", ".join(f'"{code}"' for code in installed())
TWO = (CONFIGS / "two_seats.toml").read_text()


def written(folder: Path, text: str) -> Path:
    file = folder / "t.toml"
    file.write_text(f"{TWO}\n{text}\n")
    return file


def errors(text: str) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        parse(f"{TWO}\n{text}\n", "t.toml")
    return caught.value.lines


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            '[language]\noffered = ["en", "xx"]',
            f't.toml: language.offered[1]: "xx" is not an installed language: write one of {LANGUAGES}',
        ),
        (
            '[language]\ndefault = "english"',
            f't.toml: language.default: "english" is not an installed language: write one of {LANGUAGES}',
        ),
        (
            '[game]\nkind = "poker"',
            't.toml: game.kind: "poker" is not an installed game: write one of "cards", "dice"',
        ),
        (
            '[game]\npreset = "uno"',
            't.toml: game.preset: "uno" is not an installed edition of cards: write one of "table_default", ',
        ),
        (
            '[game]\ndice_preset = "uno"',
            't.toml: game.dice_preset: "uno" is not an installed edition of dice: write one of "university_games_2013"',
        ),
        (
            '[game.presets]\npoker = "usual"',
            't.toml: game.presets.poker: "poker" is not an installed game of another package: remove it (there are',
        ),
    ],
)
def test_what_is_not_installed_is_told_with_file_key_value_and_the_installed_ones(text: str, line: str) -> None:
    (told,) = errors(text)
    assert told.startswith(line)


def test_an_edition_of_a_game_with_a_key_of_its_own_is_told_with_that_key() -> None:
    assert errors('[game.presets]\ndice = "wuerfel_schmidt"') == [
        "t.toml: game.presets.dice: this game has a key of its own: write dice_preset = instead, in [game]"
    ]


def test_what_is_installed_is_used_without_the_rest(tmp_path: Path) -> None:
    text = """
[language]
offered = ["xx", "de", "yy", "fr"]
default = "xx"
[game]
kind = "poker"
preset = "uno"
rounds = 7
[game.presets]
poker = "usual"
[sound]
volume = 20
"""
    settings, left_out = load_installed(written(tmp_path, text))
    assert (settings.language.offered, settings.language.default) == (("de", "fr"), "de")
    assert (settings.game.kind, settings.game.preset, settings.game.presets) == ("cards", "table_default", {})
    assert (settings.game.rounds, settings.sound.volume) == (7, 20)
    assert [str(one).split()[0] for one in left_out] == [
        "language.offered[0]:",
        "language.offered[2]:",
        "language.default:",
        "game.kind:",
        "game.preset:",
        "game.presets.poker:",
    ]
    assert str(left_out[3]) == 'game.kind: "poker" is not an installed game: write one of "cards", "dice"'


def test_if_no_offered_language_is_installed_all_that_are_installed_are_offered(tmp_path: Path) -> None:
    language = load_installed(written(tmp_path, '[language]\noffered = ["xx"]\ndefault = "xx"')).settings.language
    assert (language.offered, language.default) == (installed(), "en")


def test_a_complete_configuration_is_as_ever(tmp_path: Path) -> None:
    file = written(tmp_path, "[game]\nrounds = 7")
    assert load_installed(file) == (load(file), ())


def test_other_errors_make_it_unusable_all_the_same(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"^t\.toml: game\.rounds: 0 is invalid"):
        load_installed(written(tmp_path, '[game]\nkind = "poker"\nrounds = 0'))

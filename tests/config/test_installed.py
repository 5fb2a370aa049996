"""Values that name something installed: languages, games, editions. The rest is used without those that are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.installed_drivers import DriverRole
from kiosk.config.dump import effective
from kiosk.config.loader import CONFIGS, ConfigError, load, load_installed, parse
from kiosk.locale.languages import installed
from tests.hardware.drivers import Point, provide

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
            f't.toml: language.offered, entry 2: "xx" is not an installed language: write one of {LANGUAGES}',
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
    assert [str(one).partition(":")[0] for one in left_out] == [
        "language.offered, entry 1",
        "language.offered, entry 3",
        "language.default",
        "game.kind",
        "game.preset",
        "game.presets.poker",
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


def test_a_driver_that_is_not_installed_is_told_with_the_installed_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    fix = "; or install the package that has it, with pip, in the environment of the kiosk"
    text = '[hardware]\nbuttons = "matrix"\ndice_readers = "camera"'
    provide(monkeypatch, Point(DriverRole.BUTTONS, "own", dict), Point(DriverRole.BUTTONS, "other", dict))
    buttons, readers = errors(text)
    assert buttons == (
        f't.toml: hardware.buttons: "matrix" is not an installed driver of buttons: write one of "other", "own"{fix}'
    )
    assert readers == (
        't.toml: hardware.dice_readers: "camera" is not an installed driver of dice readers: '
        f"remove it (there are none){fix}"
    )


def test_without_a_driver_ours_drives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    provide(monkeypatch, Point(DriverRole.LAMPS, "strip", dict))
    text = (
        '[hardware]\nbuttons = "matrix"\nlamps = "strip"\n[hardware.options.strip]\nat = [1.5, {a = 2024-05-01}, inf]'
    )
    settings, left_out = load_installed(written(tmp_path, text))
    assert [str(one).partition(":")[0] for one in left_out] == ["hardware.buttons"]
    assert (settings.hardware.buttons, settings.hardware.lamps) == (None, "strip")
    wiring = settings.wiring()
    assert all(wires.stop_pin and wires.play_pin and wires.lamp_pin is None for wires in wiring)
    assert all(wires.lamp_pin for wires in settings.all_wiring())
    assert parse(effective(settings)) == settings


def test_a_driver_of_buttons_has_them_at_every_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    provide(monkeypatch, Point(DriverRole.BUTTONS, "own", dict))
    settings = parse(f'{(CONFIGS / "two_seats.toml").read_text()}\n[hardware]\nbuttons = "own"\nkind = "gpio"\n')
    assert (settings.screen_stop(), settings.hardware.simulated, settings.hardware.header) == (frozenset(), False, True)

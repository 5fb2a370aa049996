"""House rules that are kept under a name: every mistake is told with its place and its fix, and none stops a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.config.dump import effective
from kiosk.config.loader import CONFIGS, ConfigError, load_installed, parse
from kiosk.faults.fault import english
from kiosk.game.house_options import HouseOption

TWO = (CONFIGS / "two_seats.toml").read_text()
FRIDAY = 'game = "cards"\npreset = "nordic_is"\n'
GOOD = f'[game.house_rules.Friday]\n{FRIDAY}"house recycle" = "shuffle"\npro = "any_lower"\nlength = "minutes 45"\n'
LENGTHS = 'one of "single_round", "rounds {n}", "points {n}", "minutes {n}" ({n}: 2 to 999)'
RECYCLE = 'write one of "shuffle", "turn_over"'


def errors(text: str) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        parse(f"{TWO}\n{text}\n", "t.toml")
    return caught.value.lines


def test_house_rules_of_every_game_are_kept_as_they_are_written() -> None:
    dice = '[game.house_rules."Été d\'or"]\ngame = "dice"\npreset = "wuerfel_schmidt"\nhandicap_mode = "transfer"\n'
    settings = parse(f"{TWO}\n{GOOD}{dice}")
    assert settings.game.house_rules["Friday"]["length"] == "minutes 45"
    assert [*settings.game.house_rules] == ["Friday", "Été d'or"]
    assert parse(effective(settings)) == settings


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('game = "poker"', '.game: "poker" is not an installed game: write one of "cards", "dice"'),
        ('preset = "nordic_is"', '.game: is missing: write one of "cards", "dice"'),
        ('game = "cards"', '.preset: is missing: write one of "table_default", "schmidt_de_fr_it", '),
        ('game = "dice"\npreset = "nordic_is"', '.preset: "nordic_is" is not an installed edition of dice: write '),
        (f'{FRIDAY}"house recicle" = "shuffle"', ".house recicle: there is no such key: did you mean house recycle?"),
        (f'{FRIDAY}handicap_mode = "transfer"', ".handicap_mode: there is no such key: remove it (there are: length, "),
        (f'{FRIDAY}"house recycle" = "burn"', f'.house recycle: "burn" is invalid: {RECYCLE}'),
        (f'{FRIDAY}pro = "on"', '.pro: "on" is invalid: write one of "off", "exactly_one", "any_lower"'),
        (
            f'{FRIDAY}length = "rounds 1"',
            f'.length: "rounds 1" is invalid: write {LENGTHS}',
        ),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_place_and_its_fix(text: str, line: str) -> None:
    (told,) = errors(f"[game.house_rules.Friday]\n{text}")
    assert told.startswith(f"t.toml: game.house_rules.Friday{line}")


@pytest.mark.parametrize("name", ["Foo_bar", "-", "x" * 13, "", "a\\nb"])
def test_a_name_that_nobody_could_type_is_refused(name: str) -> None:
    (told,) = errors(f'[game.house_rules."{name}"]\n{FRIDAY}')
    assert ": is no name: write 1 to 12 letters, digits, spaces, - and ', a letter or digit first" in told


@pytest.mark.parametrize("name", ["junior", "Junior", "junior 8", "wikipedia"])
def test_a_name_of_an_edition_is_refused(name: str) -> None:
    (told,) = errors(f'[game.house_rules."{name}"]\n{FRIDAY}')
    word = name.removesuffix(" 8")
    assert told == f't.toml: game.house_rules.{name}: "{word}" is an edition\'s name: choose another one'


def test_all_mistakes_are_told() -> None:
    assert len(errors('[game.house_rules.Foo_bar]\ngame = "cards"\npreset = "x"\nrow = "5"\npro = "on"\n')) == 4


def test_options_that_do_not_go_together_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise ValueError("stack_size must be odd")

    monkeypatch.setattr(HouseOption, "set_in", refuse)
    (told,) = errors(GOOD)
    assert told == (
        "t.toml: game.house_rules.Friday: these options do not go together (stack_size must be odd): change one of them"
    )


def test_a_table_runs_without_those_that_cannot_be_used_and_tells_it(tmp_path: Path) -> None:
    bad = f'[game.house_rules."junior"]\n{FRIDAY}"house recycle" = "burn"\nrow = "5"\n'
    file = tmp_path / "t.toml"
    file.write_text(f"{TWO}\n{bad}{GOOD}[sound]\nvolume = 20\n")
    settings, left_out = load_installed(file)
    assert ([*settings.game.house_rules], settings.sound.volume) == (["Friday"], 20)
    assert len(left_out) == 3
    assert english(left_out[0].fault("t.toml")) == (
        "t.toml: game.house_rules.junior cannot be used; the table runs without it. For the staff: kiosk doctor"
    )

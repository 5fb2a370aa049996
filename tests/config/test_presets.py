"""The default editions of games, including those of other packages."""

from __future__ import annotations

import tomllib
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Final

import pytest
from msgspec import Struct

from kiosk.config.dump import effective
from kiosk.config.last_good import changes
from kiosk.config.loader import ConfigError, parse
from kiosk.faults.fault import Fault
from kiosk.game.preset import Preset
from kiosk.game_registry import registry
from kiosk.game_registry.entry import PARTS, GameEntry
from kiosk.service.staff_settings import overlaid, save, setting_keys, value_at, with_changes

SEATS: Final = '[[seat]]\nnumber = 1\nedge = "south"\n[[seat]]\nnumber = 2\nedge = "north"\n'


class Rules(Struct, frozen=True):
    points: int = 50


PRESETS: Final = {name: Preset(name, "", frozenset(), Rules()) for name in ("usual", "short")}


@pytest.fixture(autouse=True)
def dominoes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game from another package: only its rules are used here."""
    known = registry.entries()
    foreign = GameEntry(name="dominoes", **dict.fromkeys(PARTS, "nowhere:NOTHING"))
    rules = SimpleNamespace(presets=PRESETS, rules_type=Rules)
    part = registry.part
    monkeypatch.setattr(registry, "entries", lambda: MappingProxyType({**known, "dominoes": foreign}))
    monkeypatch.setattr(
        registry, "part", lambda name, which: rules if (name, which) == ("dominoes", "rules") else part(name, which)
    )


def errors(text: str) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        parse(SEATS + text, "t.toml")
    return caught.value.lines


def test_every_part_of_an_entry_has_to_be_named() -> None:
    assert {*GameEntry._fields} == {*PARTS, "name", "preset_key"}


def test_an_installed_game_can_be_the_usual_one() -> None:
    assert parse(f'{SEATS}[game]\nkind = "dominoes"\n').game.kind == "dominoes"
    (line,) = errors('[game]\nkind = "chess"\n')
    assert line == 't.toml: game.kind: "chess" is not an installed game: write one of "cards", "dice", "dominoes"'


@pytest.mark.parametrize("text", ['presets = { dominoes = "short" }', '[game.presets]\ndominoes = "short"'])
def test_its_edition_is_told_and_shown_as_it_was_given(text: str) -> None:
    settings = parse(f"{SEATS}[game]\n{text}\n")
    assert settings.game.presets_by_game() == {
        "cards": "table_default",
        "dice": "university_games_2013",
        "dominoes": "short",
    }
    shown = effective(settings)
    assert tomllib.loads(shown)["game"]["presets"] == {"dominoes": "short"}
    assert parse(shown) == settings
    assert changes(effective(parse(SEATS)), shown) == ('game.presets: {} -> {"dominoes": "short"}',)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            'dominoes = "long"',
            'game.presets.dominoes: "long" is not an installed edition of dominoes: write one of "usual", "short"',
        ),
        ("dominoes = 5", "game.presets.dominoes: 5 is invalid: write the editions of games"),
        (
            'chess = "x"',
            'game.presets.chess: "chess" is not an installed game of another package: write one of "dominoes"',
        ),
        ('cards = "x"', "game.presets.cards: this game has a key of its own: write preset = instead, in [game]"),
    ],
)
def test_an_edition_that_is_none_is_told_with_its_key(text: str, told: str) -> None:
    (line,) = errors(f"[game.presets]\n{text}\n")
    assert line.startswith(f"t.toml: {told}")


def test_the_staff_sets_it_as_it_sets_the_others(tmp_path) -> None:
    editions = ("game.preset", "game.dice_preset", "game.presets.dominoes")
    assert setting_keys()[-5:] == ("game.kind", *editions, "game.house_rules")
    configured = parse(SEATS)
    assert value_at(configured, "game.presets.dominoes") == "usual"
    assert value_at(configured, "game.dice_preset") == "university_games_2013"
    set_by_staff = {"game": {"presets": {"dominoes": "short"}, "kind": "dominoes"}}
    assert value_at(with_changes(configured, set_by_staff), "game.presets.dominoes") == "short"
    save(tmp_path / "service.toml", set_by_staff)
    told = overlaid(configured, tmp_path / "service.toml")
    assert (told.fault, told.changes) == (None, set_by_staff)


def test_what_the_staff_has_set_is_used_without_a_game_that_was_uninstalled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "service.toml"
    set_by_staff = {"game": {"kind": "dominoes", "presets": {"dominoes": "short"}}, "sound": {"volume": 20}}
    save(file, set_by_staff)
    assert overlaid(parse(SEATS), file).settings.game.kind == "dominoes"
    monkeypatch.undo()
    told = overlaid(parse(SEATS), file)
    assert (told.settings.game.kind, told.settings.sound.volume) == ("cards", 20)
    assert told.changes == {"sound": {"volume": 20}}
    values = {"file": "service.toml", "key": "game.kind", "value": "dominoes"}
    assert told.fault == Fault("configuration.not_installed", values)

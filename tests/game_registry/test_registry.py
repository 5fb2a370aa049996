"""The registry finds games by their entries: our own, and those of installed packages."""

from __future__ import annotations

import logging
from types import SimpleNamespace

import pytest

from kiosk.game_registry import registry
from kiosk.game_registry.entry import PARTS, GameEntry


class Point:
    """An entry point of an installed package."""

    def __init__(self, name, found):
        self.name, self.value, self._found = name, f"somewhere:{name}", found

    def load(self):
        if isinstance(self._found, Exception):
            raise self._found
        return self._found


@pytest.fixture
def installed(monkeypatch):
    """Install entry points."""

    def install(*points):
        monkeypatch.setattr(registry, "entry_points", lambda *, group: points if group == registry.GROUP else ())
        registry.entries.cache_clear()

    yield install
    monkeypatch.undo()
    registry._BROKEN.clear()
    registry.entries.cache_clear()
    registry.part.cache_clear()


NO_EDITIONS = SimpleNamespace(presets={})
DOMINOES = registry.entry("cards")._replace(name="dominoes", preset_key="", table="kiosk.table.games.cards:OTHER")


def test_our_own_games_come_first(installed):
    installed(Point("a", DOMINOES))
    assert registry.names() == ("cards", "dice", "dominoes")
    assert registry.entry("dominoes") is DOMINOES


def test_a_game_that_there_is_not_is_told_with_those_that_there_are():
    with pytest.raises(registry.UnknownGame, match=r"'chess' is not an installed game .*: cards, dice"):
        registry.entry("chess")
    with pytest.raises(registry.UnknownGame):
        registry.part("chess", "rules")


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (ImportError("no module named dominoes"), "cannot be loaded: ImportError"),
        ("dominoes", "not a GameEntry"),
        (DOMINOES._replace(name="cards"), "the name 'cards' is taken"),
        (DOMINOES._replace(preset_key="rounds"), "the preset_key 'rounds'"),
        (DOMINOES._replace(rules=f"{__name__}:NO_EDITIONS"), "it has no editions"),
        (DOMINOES._replace(rules="somewhere.rules:RULES"), "cannot be loaded: ModuleNotFoundError"),
        (DOMINOES._replace(rules="kiosk.game.cards.game:NO_RULES"), "cannot be loaded: AttributeError"),
        (DOMINOES._replace(display="kiosk.nothing:PICTURE", bots="kiosk.no_bots:BOTS"), "no module for bots, display"),
    ],
    ids=[
        "broken",
        "no entry",
        "a name twice",
        "a key of the configuration",
        "no editions",
        "rules that are not there",
        "rules by another name",
        "no picture",
    ],
)
def test_a_game_that_is_unusable_is_left_out_and_told(installed, caplog, found, why):
    with caplog.at_level(logging.WARNING):
        installed(Point("dominoes", found))
        assert registry.names() == ("cards", "dice")
    assert why in caplog.text
    (told,) = registry.left_out()
    assert told[:2] == ("dominoes", "somewhere:dominoes")
    assert told.why in caplog.text


def test_a_part_is_loaded_when_it_is_asked_for(installed, monkeypatch):
    installed(Point("dominoes", DOMINOES))
    assert registry.entry("dominoes").table
    asked = []
    monkeypatch.setattr(registry, "import_module", lambda name: asked.append(name) or _Module)
    assert registry.part("dominoes", "table") == "the game"
    assert registry.part("dominoes", "table") == "the game"
    assert asked == ["kiosk.table.games.cards"]


def test_a_game_that_fails_where_it_is_tried_is_left_out(installed, caplog):
    installed(Point("dominoes", DOMINOES))
    tried = []
    with caplog.at_level(logging.WARNING):
        registry.drop_broken(tried.append, lambda name: registry.part(name, "rules"))
        assert registry.names() == ("cards", "dice", "dominoes")
        registry.drop_broken(lambda name: registry.part(name, "table"))
        assert registry.names() == ("cards", "dice")
    assert tried == ["dominoes"], "ours are not tried"
    assert "the game 'dominoes' is left out: AttributeError" in caplog.text
    assert [one.game for one in registry.left_out()] == ["dominoes"]


@pytest.mark.parametrize("which", PARTS)
@pytest.mark.parametrize("game", ["cards", "dice"])
def test_our_own_games_have_every_part(game, which):
    assert registry.part(game, which) is not None


def test_only_parts_are_parts():
    with pytest.raises(ValueError, match="'preset_key' is not a part of a game"):
        registry.part("cards", "preset_key")
    assert isinstance(registry.entry("cards"), GameEntry)


class _Module:
    OTHER = "the game"

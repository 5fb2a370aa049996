"""Games of other packages: what cannot be loaded, or whose names no store takes, is left out before anybody plays."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.table.games import game, usable
from kiosk.table.games.game import table_game, understood
from kiosk.table.games.usable import drop_broken_games

PARTS = ["table", "bots", "layout"]


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is tried with every game of another package."""
    tries: list[Any] = []
    monkeypatch.setattr(registry, "drop_broken", lambda *some: tries.extend(some))
    drop_broken_games(print)
    return tries


def test_our_own_games_pass_all_that_others_are_tried_with(tried: list[Any]) -> None:
    assert tried[0] is print, "it is told each name before"
    for name in registry.names():
        for attempt in tried[1:]:
            attempt(name)


@pytest.mark.parametrize("part", PARTS)
def test_a_game_without_a_part_that_the_table_needs_is_broken(
    tried: list[Any], monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    def missing(_: str, which: str) -> object:
        if which == part:
            raise ImportError(which)
        return object()

    monkeypatch.setattr(registry, "part", missing)
    loads = tried[1 + PARTS.index(part)]
    with pytest.raises(ImportError, match=part):
        loads("odd")


@pytest.mark.parametrize(("name", "edition"), [("x" * 1000, "usual"), ("odd", "x" * 1000), ("odd", "a\0b")])
def test_a_game_whose_name_or_edition_no_store_takes_is_broken(
    tried: list[Any], monkeypatch: pytest.MonkeyPatch, name: str, edition: str
) -> None:
    monkeypatch.setattr(usable, "rules_of_game", lambda _: SimpleNamespace(presets={edition: None}))
    with pytest.raises(ValueError, match=r"^the name .+"):
        tried[-1](name)


MOVE = msg.GameMove(SeatNumber(1), "odd", "odd", 5)


def test_a_message_is_understood_if_any_game_understands_it() -> None:
    assert understood(msg.PlayCard(SeatNumber(1), "row 0", (), 0))
    assert understood(msg.PlaceDie(SeatNumber(1), "r3", 0))
    assert not understood(MOVE)


def test_what_a_game_of_another_package_raises_is_no_understanding_and_an_error_of_ours_is_an_error(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def raises(_: object) -> bool:
        raise ZeroDivisionError

    def odd(name: str) -> Any:
        return SimpleNamespace(understands=raises) if name == "odd" else table_game(name)

    monkeypatch.setattr(game, "table_game", odd)
    monkeypatch.setattr(registry, "names", lambda: ("odd", "cards"))
    assert not understood(MOVE)
    assert "the game odd cannot say whether it understands GameMove" in caplog.text
    monkeypatch.setattr(registry, "is_ours", lambda _: True)
    with pytest.raises(ZeroDivisionError):
        understood(MOVE)

"""The games that this table can play: a broken game from another package must not stop the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from kiosk.game.game_rules import rules_of_game
from kiosk.game_registry import registry
from kiosk.journal import bounds
from kiosk.journal.codec import codec_of
from kiosk.table.games.game import table_game

_PARTS: Final = ("table", "bots", "layout")
"""The parts that the table's process uses, beside the rules."""


def drop_broken_games(called: Callable[[str], object]) -> None:
    """Load all that the table needs of every installed game, and leave out those that cannot be loaded.

    ``called``: is told the name of each before it is called.
    """
    registry.drop_broken(called, *(partial(_load, which) for which in _PARTS), codec_of, _begun, _within_bounds)


def _load(which: str, name: str) -> object:
    return registry.part(name, which)


def _begun(name: str) -> None:
    """Do what the table does with every game before anybody plays."""
    table_game(name).with_rules(next(iter(rules_of_game(name).presets.values())).rules)


def _within_bounds(name: str) -> None:
    """Raise ValueError for the name of a game or an edition with which no store would take a round."""
    for text in (name, *rules_of_game(name).presets):
        if problem := bounds.text_problem(text, bounds.WORD):
            raise ValueError(f"the name {problem}")

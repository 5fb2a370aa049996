"""The games that this table can play: a broken game from another package must not stop the table."""

from __future__ import annotations

from functools import partial
from typing import Final

from kiosk.game_registry import registry
from kiosk.journal.codec import codec_of

_PARTS: Final = ("table", "bots", "layout")
"""The parts that the table's process uses, beside the rules."""


def drop_broken_games() -> None:
    """Load all that the table needs of every installed game, and leave out those that cannot be loaded."""
    registry.drop_broken(*(partial(_load, which) for which in _PARTS), codec_of)


def _load(which: str, name: str) -> object:
    return registry.part(name, which)


def playable(name: str) -> str:
    """Return the name of this game, or of the default one if it has been left out."""
    return name if name in registry.names() else registry.usual()

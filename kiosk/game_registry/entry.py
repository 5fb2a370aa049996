"""An entry of the registry: a game's name, and the location of its part for each layer."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple


class GameEntry(NamedTuple):
    """A game by its parts, each as ``package.module:name``. A part implements the protocol of its layer.

    ``name``: a short word that is written into configurations, journals and results, and never changes.
    ``preset_key``: the key of the configuration's section ``game`` that holds the default edition; empty: the key is
    the game's name in ``game.presets``. A game from another package leaves it empty.
    """

    name: str
    rules: str
    """``kiosk.game.game_rules.GameRules``: editions, commands, events."""
    bots: str
    """``kiosk.bots.game_bots.GameBots``: players for empty seats."""
    table: str
    """``kiosk.table.games.game.TableGame``: the game at the table."""
    layout: str
    """``kiosk.layout.game_layout.GameLayout``: the positions of its pieces."""
    display: str
    """``kiosk.display.games.game.GamePicture``: pictures, words, touches."""
    referee: str
    """``kiosk.referee.game_referee.GameReferee``: scripted situations."""
    simulator: str
    """``kiosk.simulator.game_simulator.GameSimulator``: many rounds, measured."""
    rulebook: str
    """``kiosk.rulebook.game_rulebook.GameRulebook``: the rules in plain words."""
    replay: str
    """``kiosk.replay.game_replay.GameReplay``: a recorded round in words, and as a scenario."""
    translations: str = "kiosk.game_registry.entry:NO_TRANSLATIONS"
    """``kiosk.locale.game_translations.GameTranslations``: its texts in other languages."""
    preset_key: str = ""

    @property
    def edition_key(self) -> str:
        """The key of the section ``game`` that holds the default edition: ``preset_key`` or one within ``presets``."""
        return self.preset_key or f"presets.{self.name}"


PARTS = tuple(name for name in GameEntry._fields if name not in ("name", "preset_key"))
"""The names of an entry's parts."""

NO_TRANSLATIONS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType({})
"""The translations of a game whose texts the catalogues of ``kiosk/locale`` have, or that speaks English alone."""

"""The service menu's page of house rules: those kept under a name, and the latest ones, which may be kept too. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Final

from kiosk.game.game_rules import names_preset
from kiosk.protocol import ServiceTile
from kiosk.table.people import tidy_name
from kiosk.table.service_requests import Known

HOUSE_RULES: Final = "house_rules"
"""The page of house rules."""
HOUSE_NAME: Final = "house_name"
"""The page on which a name for them is typed."""
HOUSE_KEY: Final = "game.house_rules"
"""The setting, by section and key. Its value is JSON: name of the house rules -> their choices."""


class HouseRulesPage:
    """The state of the page. ``played``: the choices of the latest match or lobby with house rules, if any."""

    def __init__(self) -> None:
        self.played: Mapping[str, str] = {}
        self.asked = ""
        """The kept ones that were touched once: the second touch deletes them."""

    def tiles(self, known: Known) -> Iterator[ServiceTile]:
        """Yield a tile for the latest house rules, if they are not kept yet, and for all that are kept."""
        kept = _kept(known)
        if self.played and self.played not in kept.values():
            yield ServiceTile("keep", self.played["game"], json.dumps(self.played))
        for name in kept:
            sure = name == self.asked
            touchable = name not in known.fixed_rules
            yield ServiceTile("kept", name, state="sure" if sure else "", lit=sure, touchable=touchable)

    def tap(self, known: Known, key: str, value: str) -> tuple[str | None, str]:
        """Return the new setting, None if nothing is to be changed; and a note (``protocol.ServiceView``)."""
        kept, asked = _kept(known), self.asked
        self.asked = ""
        if key == "kept" and value in kept and value not in known.fixed_rules:
            if value != asked:
                self.asked = value
                return None, ""
            return json.dumps({name: chosen for name, chosen in kept.items() if name != value}), ""
        if key != "name" or not self.played:
            return None, ""
        name = tidy_name(value)
        if not name:
            return None, "bad_name"
        if names_preset(name) or name.casefold() in map(str.casefold, (*kept, *known.edition_names)):
            return None, "name_taken"
        return json.dumps({**kept, name: dict(self.played)}), ""


def _kept(known: Known) -> dict[str, dict[str, str]]:
    kept: dict[str, dict[str, str]] = json.loads(known.values.get(HOUSE_KEY) or "{}")
    return kept

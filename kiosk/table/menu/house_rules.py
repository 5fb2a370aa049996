"""The pages of house rules: those kept under a name, the latest ones, which may be kept too, and a name's. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterator

from msgspec.structs import replace

from kiosk.game.game_rules import names_preset
from kiosk.protocol import ServiceTile
from kiosk.protocol.staff_settings import HOUSE_RULES
from kiosk.table.menu.page import NOTHING, AskingPage, Effect, MenuData, Page
from kiosk.table.people import tidy_name
from kiosk.table.service_requests import ChangeSettings


class HouseRulesPage(AskingPage):
    """House rules kept under a name, which are deleted by two touches, and the latest ones."""

    name = "house_rules"

    def tiles(self) -> Iterator[ServiceTile]:
        """Return what is on the page: the latest house rules if they are not kept yet, and all that are kept."""
        kept, latest = _kept(self.menu), self.menu.latest_rules
        if latest and latest not in kept.values():
            yield ServiceTile("keep", latest["game"], json.dumps(latest))
        for name in kept:
            yield replace(self.tile("kept", name), touchable=name not in self.menu.facts.fixed_rules)

    def touch(self, key: str, value: str) -> Effect:
        """Ask for a name, or delete house rules."""
        kept = _kept(self.menu)
        if key == "keep" and self.menu.latest_rules:
            return Effect(opens=HouseNamePage(self.menu))
        if key == "kept" and value in kept and value not in self.menu.facts.fixed_rules and self.sure(value):
            return Effect(_keep({name: chosen for name, chosen in kept.items() if name != value}))
        return NOTHING


class HouseNamePage(Page):
    """A name for the latest house rules is typed."""

    name = "house_name"

    def touch(self, key: str, value: str) -> Effect:
        """Keep them under this name."""
        kept, latest = _kept(self.menu), self.menu.latest_rules
        if key != "name" or not latest:
            return NOTHING
        name = tidy_name(value)
        if not name:
            return Effect(note="bad_name")
        taken = map(str.casefold, (*kept, *self.menu.facts.edition_names))
        if names_preset(name) or name.casefold() in taken:
            return Effect(note="name_taken")
        return Effect(_keep({**kept, name: dict(latest)}), back=True)


def _kept(menu: MenuData) -> dict[str, dict[str, str]]:
    kept: dict[str, dict[str, str]] = json.loads(menu.facts.values.get(HOUSE_RULES) or "{}")
    return kept


def _keep(rules: dict[str, dict[str, str]]) -> ChangeSettings:
    return ChangeSettings({HOUSE_RULES: json.dumps(rules)})

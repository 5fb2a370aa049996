"""The page of names that the staff do not want at the table: how many there are, another list, or none. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from kiosk.protocol import ServiceTile
from kiosk.table.menu.page import NOTHING, AskingPage, Effect
from kiosk.table.service_requests import RemoveUnwantedNames, TakeUnwantedNames


class UnwantedPage(AskingPage):
    """The number of unwanted names; a list is taken from the stick, and forgotten by two touches."""

    name = "unwanted"

    def tiles(self) -> Iterator[ServiceTile]:
        """Return what is on the page."""
        yield ServiceTile("unwanted", text=str(self.menu.facts.unwanted), touchable=False)
        yield self.tile("names", "take_names")
        if self.menu.facts.unwanted:
            yield self.tile("names", "remove_names")

    def touch(self, key: str, value: str) -> Effect:
        """Take a list, or forget the one that there is."""
        if (key, value) == ("names", "take_names"):
            self.asked = ""
            return Effect(TakeUnwantedNames())
        if (key, value) == ("names", "remove_names") and self.menu.facts.unwanted:
            return Effect(RemoveUnwantedNames()) if self.sure(value) else NOTHING
        return NOTHING

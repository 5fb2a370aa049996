"""The page of the service menu with which a configuration comes from a stick. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kiosk.protocol import ServiceTile
from kiosk.table.menu.page import NOTHING, AskingPage, Effect
from kiosk.table.service_requests import CheckConfiguration, JobAnswer, JobDone, UseConfiguration


class ConfigurationPage(AskingPage):
    """The stick's configuration, which is checked first and used at a second touch; and what became of the last one."""

    name = "configuration"
    _USE: Final = ("configure", "use_configuration")

    def tiles(self) -> Iterator[ServiceTile]:
        """Return what is on the page."""
        yield self.tile(*self._USE)
        word, why = self.menu.facts.configured
        if word:
            yield ServiceTile("configured", word, why, touchable=False)

    def touch(self, key: str, value: str) -> Effect:
        """Check it; use it at the second touch."""
        if (key, value) != self._USE:
            return NOTHING
        again, self.asked = self.asked == value, ""
        return Effect(UseConfiguration() if again else CheckConfiguration())

    def answered(self, answer: JobAnswer) -> None:
        """Ask for a second touch once there is one that can be used."""
        if answer == JobDone("configuration_good"):
            self.asked = self._USE[1]

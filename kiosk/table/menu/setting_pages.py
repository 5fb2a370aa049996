"""The pages of the service menu on which settings are changed, and those of house rules that are kept. Pure.

Which settings there are, and the values that each offers: ``kiosk.protocol.staff_settings``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from kiosk.game.game_rules import names_preset
from kiosk.protocol import ServiceTile
from kiosk.protocol.staff_settings import HOUSE_RULES, SettingForm, StaffSetting, staff_setting, staff_settings
from kiosk.table.menu.days import WeekPage, hours_tile
from kiosk.table.menu.page import NOTHING, AskingPage, Effect, MenuData, Page
from kiosk.table.people import tidy_name
from kiosk.table.service_requests import ChangeSettings


def setting_tile(menu: MenuData, setting: StaffSetting) -> ServiceTile:
    """Return the tile that leads to the page of a setting; it has its value, and the file's if that is another one."""
    if setting.form is SettingForm.HOURS:
        return hours_tile(menu.facts)
    theirs = menu.facts.file_values.get(setting.key)
    state = "" if theirs is None else theirs or setting.values[0]
    return ServiceTile("page", setting.key, _value(menu, setting), state)


def _value(menu: MenuData, setting: StaffSetting) -> str:
    """Return the value in force; of a span that is not set its first value, which says so."""
    return menu.facts.values.get(setting.key, "") or (setting.values[0] if setting.other_end else "")


class SettingsPage(Page):
    """All settings."""

    name = "settings"

    def tiles(self) -> Iterator[ServiceTile]:
        """Return what is on the page."""
        yield from (setting_tile(self.menu, setting) for setting in staff_settings().values())
        yield ServiceTile("clock", text=self.menu.facts.clock, touchable=False)
        if all(self.menu.facts.settable):
            yield ServiceTile("page", "clock")


class SettingPage(Page):
    """The values of one setting."""

    def __init__(self, menu: MenuData, setting: StaffSetting) -> None:
        super().__init__(menu)
        self.setting = setting

    @property
    def shown(self) -> str:
        """The key of the setting."""
        return self.setting.key

    def tiles(self) -> Iterator[ServiceTile]:
        """Return what is on the page."""
        for value in self.setting.values:
            yield ServiceTile("value", value, lit=self.is_set(value), touchable=self.may_be(value))
        theirs = self.menu.facts.file_values.get(self.setting.key)
        if theirs is not None:
            yield ServiceTile("file", self.setting.key, theirs or self.setting.values[0])

    def touch(self, key: str, value: str) -> Effect:
        """Set a value, or go back to that of the file."""
        theirs = self.menu.facts.file_values
        if key == "file" and value == self.setting.key in theirs:
            return self.go_back(theirs)
        offered = key == "value" and value in self.setting.values and self.may_be(value)
        return self.choose(value) if offered else NOTHING

    def is_set(self, value: str) -> bool:
        """Return whether this is the value in force."""
        return value == _value(self.menu, self.setting)

    def may_be(self, value: str) -> bool:
        """Return whether it can be set now."""
        return True

    def choose(self, value: str) -> Effect:
        """Set the value."""
        return Effect(ChangeSettings({self.setting.key: value}))

    def go_back(self, theirs: Mapping[str, str]) -> Effect:
        """Set what the file says."""
        return Effect(ChangeSettings({self.setting.key: theirs[self.setting.key]}))


class EndPage(SettingPage):
    """One end of a span of time. ``other``: the other end, chosen just now and not set yet."""

    def __init__(self, menu: MenuData, setting: StaffSetting, other: str = "") -> None:
        super().__init__(menu, setting)
        self._chosen = other

    @property
    def _other(self) -> str:
        return self._chosen or self.menu.facts.values.get(self.setting.other_end, "")

    def may_be(self, value: str) -> bool:
        """Return whether it differs from the other end."""
        return value != self._other

    def choose(self, value: str) -> Effect:
        """Set both ends, or none; if the other end is not chosen yet, ask for it first."""
        setting = self.setting
        if value == setting.values[0]:
            return Effect(ChangeSettings({setting.key: "", setting.other_end: ""}))
        if not self._other:
            asks = EndPage(self.menu, staff_settings()[setting.other_end], value)
            return Effect(note="other_end", opens=asks)
        return Effect(ChangeSettings({setting.key: value, setting.other_end: self._other}))

    def go_back(self, theirs: Mapping[str, str]) -> Effect:
        """Set both ends as in the file: one alone may end as it begins."""
        values, other = self.menu.facts.values, self.setting.other_end
        return Effect(
            ChangeSettings({self.setting.key: theirs[self.setting.key], other: theirs.get(other, values[other])})
        )


_DEFAULT_STAYS: Final = Effect(note="default_language")


class LanguagesPage(SettingPage):
    """The languages that seats can choose from: a touch offers one, or withdraws it. The default one stays."""

    def is_set(self, value: str) -> bool:
        """Return whether it is offered."""
        return value in self._offered()

    def choose(self, value: str) -> Effect:
        """Offer a language, or withdraw it."""
        if value == self.menu.facts.values.get("language.default"):
            return _DEFAULT_STAYS
        offered = self._offered()
        wanted = [one for one in self.setting.values if (one in offered) is not (one == value)]
        return Effect(ChangeSettings({self.setting.key: ",".join(wanted)}))

    def go_back(self, theirs: Mapping[str, str]) -> Effect:
        """Offer what the file says, if the default language is among it."""
        default = self.menu.facts.values.get("language.default")
        return super().go_back(theirs) if default in theirs[self.setting.key].split(",") else _DEFAULT_STAYS

    def _offered(self) -> list[str]:
        return self.menu.facts.values.get(self.setting.key, "").split(",")


class DefaultLanguagePage(SettingPage):
    """The default language: one of those that are offered."""

    def may_be(self, value: str) -> bool:
        """Return whether it is offered."""
        return value in self.menu.facts.values.get("language.offered", "").split(",")

    def go_back(self, theirs: Mapping[str, str]) -> Effect:
        """Set what the file says, if that language is offered."""
        return super().go_back(theirs) if self.may_be(theirs[self.setting.key]) else Effect(note="not_offered")


def setting_page(menu: MenuData, key: str) -> Page | None:
    """Return the page of a setting; None if there is no such setting."""
    setting = staff_setting(key)
    if setting is None:
        return None
    match setting.form:
        case SettingForm.HOURS:
            return WeekPage(menu)
        case SettingForm.END:
            return EndPage(menu, setting)
        case SettingForm.LANGUAGES:
            return LanguagesPage(menu, setting)
        case SettingForm.LANGUAGE:
            return DefaultLanguagePage(menu, setting)
        case SettingForm.PERCENT | SettingForm.SWITCH | SettingForm.GAME | SettingForm.EDITION | SettingForm.OUTPUT:
            return SettingPage(menu, setting)


class HouseRulesPage(AskingPage):
    """House rules kept under a name, which are deleted by two touches, and the latest ones."""

    name = "house_rules"

    def tiles(self) -> Iterator[ServiceTile]:
        """Return what is on the page: the latest house rules if they are not kept yet, and all that are kept."""
        kept, latest = kept_rules(self.menu), self.menu.latest_rules
        if latest and latest not in kept.values():
            yield ServiceTile("keep", latest["game"], json.dumps(latest))
        for name in kept:
            yield replace(self.tile("kept", name), touchable=name not in self.menu.facts.fixed_rules)

    def touch(self, key: str, value: str) -> Effect:
        """Ask for a name, or delete house rules."""
        kept = kept_rules(self.menu)
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
        kept, latest = kept_rules(self.menu), self.menu.latest_rules
        if key != "name" or not latest:
            return NOTHING
        name = tidy_name(value)
        if not name:
            return Effect(note="bad_name")
        taken = map(str.casefold, (*kept, *self.menu.facts.edition_names))
        if names_preset(name) or name.casefold() in taken:
            return Effect(note="name_taken")
        return Effect(_keep({**kept, name: dict(latest)}), back=True)


def kept_rules(menu: MenuData) -> dict[str, dict[str, str]]:
    """Return the house rules that are kept, by their names: for each the choices made."""
    kept: dict[str, dict[str, str]] = json.loads(menu.facts.values.get(HOUSE_RULES) or "{}")
    return kept


def _keep(rules: dict[str, dict[str, str]]) -> ChangeSettings:
    return ChangeSettings({HOUSE_RULES: json.dumps(rules)})

"""The page of the service menu for a stick's configuration."""

from __future__ import annotations

from hardware.api import Instant
from kiosk.protocol import ServiceTile
from kiosk.table.menu.page import NOTHING, MenuData
from kiosk.table.menu.upkeep import ConfigurationPage, StickPage
from kiosk.table.service_requests import CheckConfiguration, JobDone, JobFailed, TableFacts, UseConfiguration

USE = ("configure", "use_configuration")


def page(facts: TableFacts) -> ConfigurationPage:
    menu = MenuData((), {}, {}, Instant(0))
    menu.facts = facts
    return ConfigurationPage(menu)


def test_it_is_checked_first_and_used_at_a_second_touch_only_if_it_is_good() -> None:
    opened = page(TableFacts({}))
    for answer in (JobFailed("no_stick"), JobFailed(why="table.toml: x: ...")):
        assert opened.touch(*USE).job == CheckConfiguration()
        opened.answered(answer)
    assert opened.touch(*USE).job == CheckConfiguration()
    opened.answered(JobDone("configuration_good"))
    (tile,) = opened.tiles()
    assert (tile.state, tile.touchable) == ("sure", True)
    assert opened.touch(*USE).job == UseConfiguration()
    assert opened.touch(*USE).job == CheckConfiguration()
    assert opened.touch("stick", "backup") == NOTHING


def test_the_outcome_of_the_latest_one_is_shown() -> None:
    shown = list(page(TableFacts({}, configured=("refused", "table.toml: x"))).tiles())
    assert shown[1] == ServiceTile("configured", "refused", "table.toml: x", touchable=False)


def test_only_where_root_can_install_it_there_is_a_door() -> None:
    for granted in ((), ("restart-table",)):
        menu = MenuData((), {}, {}, Instant(0))
        menu.facts = TableFacts({}, root_requests=granted)
        doors = [tile.value for tile in StickPage(menu).tiles() if tile.key == "page"]
        assert ("configuration" in doors) is bool(granted)

"""The service menu with real fingers: the held corner, the keypad, its pages, and accidents."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.service.pin import set_pin
from kiosk.system.typed_secret import Cost
from tests.rig.kiosk_process import KioskProcess
from tests.rig.robot import Robot
from tests.rig.scene import Point, Thing
from tests.rig.touchtable import TouchTable
from tests.rig.visit import CORNER_S, RESTING, Visit
from tests.rig.watcher import Watcher

pytestmark = [pytest.mark.touch, pytest.mark.process, pytest.mark.slow]

PIN = "4719"
TAPPING = 51


@pytest.fixture
def visit(touch_table: TouchTable, tmp_path: Path) -> Iterator[Visit]:
    (tmp_path / "state").mkdir()
    set_pin(tmp_path / "state" / "service-pin", PIN, Cost(n=2, r=1))
    size = f"{touch_table.width}x{touch_table.height}"
    with (
        KioskProcess(tmp_path, "--size", size, screen=touch_table.display_name) as kiosk,
        Watcher(kiosk.socket("table")) as watcher,
    ):
        yield Visit(Robot(touch_table, kiosk, watcher), PIN)


def test_from_the_corner_through_the_keypad_to_the_last_finding_of_the_doctor(visit: Visit) -> None:
    visit.come_in()
    visit.tap("tile", text="What is wrong")
    found = visit.shows("findings", lambda view: view.page == "doctor" and view.tiles).tiles
    seen = [0]
    while turns := [one.slot for one in visit.kiosk.scene().of("turn") if (one.slot or 0) > seen[-1]]:
        visit.tap("turn", slot=turns[0])
        seen.append(visit.shows("the next page", lambda view: view.first == turns[0]).first)
        visit.kiosk.wait_for("its picture", lambda scene: all(one.slot != seen[-1] for one in scene.of("turn")))
    assert seen[-1] < len(found)
    visit.tap("back")
    visit.page("menu")
    visit.tap("close")
    visit.watcher.wait_for("the bots", lambda told: told.state == "attract" and told.service is None)


def test_a_wrong_and_a_short_pin_open_nothing_and_only_the_wrong_one_is_a_try(visit: Visit) -> None:
    visit.held(visit.kiosk.scene().of("service")[0], CORNER_S)
    visit.page("pin")
    visit.type("471")
    assert not any(one.enabled for one in visit.kiosk.scene().of("enter"))
    visit.type("1")
    visit.tap("enter")
    view = visit.shows("the verdict", lambda view: view.note == "wrong")
    assert (view.page, view.tries) == ("pin", 4)


def test_a_resting_hand_touches_nothing_on_the_page_that_comes(visit: Visit) -> None:
    visit.come_in()
    pages: dict[str, list[Thing]] = {}
    for page, tile in (("menu", "Settings"), ("settings", "")):
        visit.page(page)
        scene = visit.kiosk.wait_for(page, lambda scene: scene if scene.of("back") or not pages else None)
        pages[page] = scene.of("tile")
        if tile:
            visit.tap("tile", text=tile)
    visit.tap("back")
    visit.page("menu")
    meeting = [_overlap(*pair) for pair in itertools.product(*pages.values())]
    visit.table.down(RESTING, *next(point for point in meeting if point is not None))
    visit.tap("tile", text="Settings")
    visit.page("settings")
    visit.kiosk.wait_for("its tiles", lambda scene: scene.of("back"))
    visit.table.up(RESTING)
    visit.table.sync()
    visit.kiosk.scene()
    visit.tap("back")
    visit.page("menu")


def _overlap(one: Thing, other: Thing) -> Point | None:
    """Return a point of both tiles, if there is one."""
    (left, right), (top, bottom) = (
        (max(low for low, _ in ends), min(high for _, high in ends))
        for ends in zip(_sides(one), _sides(other), strict=True)
    )
    return Point((left + right) / 2, (top + bottom) / 2) if left + 4 < right and top + 4 < bottom else None


def _sides(thing: Thing) -> tuple[tuple[float, float], tuple[float, float]]:
    w, h = (thing.w, thing.h) if thing.rotation % 180 == 0 else (thing.h, thing.w)
    return (thing.x - w / 2, thing.x + w / 2), (thing.y - h / 2, thing.y + h / 2)


def test_whoever_loses_the_display_finds_the_page_again_and_whoever_loses_the_table_is_out(visit: Visit) -> None:
    visit.come_in()
    visit.tap("tile", text="Lamps")
    visit.page("lamps")
    visit.kiosk.kill("display")
    visit.tap("tile", text="Seat 3")
    visit.shows("its lamp", lambda view: [tile.value for tile in view.tiles if tile.lit] == ["3"])
    visit.kiosk.kill("table")
    visit.kiosk.wait_for("the bots", lambda scene: scene.state == "attract")

"""The service menu of a real table: from the held corner to a changed setting, through socket and worker."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from kiosk import protocol as msg
from kiosk.config.loader import load
from kiosk.service.pin import is_pin, set_pin
from kiosk.service.staff_settings import overlaid
from kiosk.system.typed_secret import Cost
from tests.benchmarks.processes import running, until
from tests.rig.staff import Staff

PIN = "4711"
NEW_PIN = "258013970846"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Staff]:
    for name in ("KIOSK_STATE_DIR", "KIOSK_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path))
    os.mkfifo(tmp_path / "wishes")
    set_pin(tmp_path / "service-pin", PIN, Cost(n=2, r=1))
    with running(tmp_path / "table/sock", "-m", "kiosk", "table"):
        until((tmp_path / "table/sock").exists)
        with Staff(tmp_path / "table/sock") as staff:
            yield staff


@pytest.mark.process
def test_the_staff_opens_the_menu_sets_something_asks_the_doctor_and_restarts_the_display(
    table: Staff, tmp_path: Path
) -> None:
    assert table.hold(3).seat == 3
    table.enter("0001")
    table.menu(lambda shown: shown.tries == 4)
    assert json.loads((tmp_path / "service-pin-tries").read_bytes())["wrong"] == 1
    table.enter(PIN)
    table.page("menu")
    table.turn_to("settings")
    table.turn_to("sound.volume")
    table.tap("value", "20")
    assert table.until(lambda told: told.house.volume == 20).state == "service"
    assert overlaid(load(), tmp_path / "service.toml").changes == {"sound": {"volume": 20}}
    table.back("settings")
    table.back("menu")
    table.turn_to("hours")
    for do, note, shut in (("close_now", "closed_now", True), ("open_again", "opened_again", False)):
        table.tap("doors", do)
        table.menu(partial(_tells, note))  # done so soon that nobody may have seen it busy
        assert (tmp_path / "closed-until").exists() is shut
    table.back("menu")
    table.tap("page", "today")
    assert {tile.key for tile in table.menu(lambda shown: shown.page == "today" and shown.tiles).tiles} == {"number"}
    table.back("menu")
    table.tap("page", "doctor")
    found = table.found()
    assert found.page == "doctor"
    assert {tile.key for tile in found.tiles} <= {"finding"}
    table.back("menu")
    table.turn_to("system")
    table.turn_to("new_pin")
    table.enter(NEW_PIN)
    table.enter(NEW_PIN)
    assert table.found().note == "pin_set"
    assert is_pin(tmp_path / "service-pin", NEW_PIN)
    table.back("system")
    wishes = os.open(tmp_path / "wishes", os.O_RDWR)  # as systemd's socket unit does
    table.tap("power", "restart-display")
    table.tap("power", "restart-display")
    assert os.read(wishes, 100) == b"restart-display\n"
    os.close(wishes)
    table.tap("close")
    table.until(lambda told: told.state == "attract")
    assert not any(pin.encode() in data for data in table.seen for pin in (PIN, NEW_PIN))


def _tells(note: str, shown: msg.ServiceView) -> bool:
    return shown.note == note and not shown.busy

"""The service menu of a real table: from the held corner to what is set, through the socket and the clerk."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Client, Connection
from pathlib import Path

import pytest

from kiosk import messages as msg
from kiosk.config import load
from kiosk.seats import SeatNumber
from kiosk.service.pin import Cost, set_pin
from kiosk.service.settings import overlaid
from tests.benchmarks.processes import running, until

LIMIT_S = 30.0
PIN = "4711"


class Display:
    """Somebody of the staff at a display of that table."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.say(msg.Hello(msg.PROTOCOL))
        self.seen: list[bytes] = []

    def say(self, message: msg.ToTable) -> None:
        self._connection.send_bytes(msg.encode(message))

    def tap(self, key: str, value: str = "") -> None:
        self.say(msg.ServiceTap(key, time.monotonic_ns(), value))

    def until(self, what: Callable[[msg.Snapshot], object]) -> msg.Snapshot:
        end = time.monotonic() + LIMIT_S
        while self._connection.poll(max(0.0, end - time.monotonic())):
            data = self._connection.recv_bytes()
            self.seen.append(data)
            told = msg.decode_from_table(data)
            if isinstance(told, msg.Snapshot) and what(told):
                return told
        raise AssertionError("it did not come")

    def page(self, name: str) -> msg.ServiceView:
        shown = self.until(lambda told: told.service is not None and told.service.page == name).service
        assert shown is not None
        return shown

    def found(self) -> msg.ServiceView:
        """When the doctor has answered."""
        shown = self.until(lambda told: told.service is not None and not told.service.busy).service
        assert shown is not None
        return shown


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Display]:
    for name in ("KIOSK_STATE_DIR", "KIOSK_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path))
    (tmp_path / "wishes").mkdir()
    set_pin(tmp_path / "service-pin", PIN, Cost(n=2, r=1))
    with running(tmp_path / "table.sock", "-m", "kiosk", "table"):
        until((tmp_path / "table.sock").exists)
        with Client(str(tmp_path / "table.sock"), family="AF_UNIX") as connection:
            yield Display(connection)


@pytest.mark.process
def test_the_staff_opens_the_menu_sets_something_asks_the_doctor_and_restarts_the_display(
    table: Display, tmp_path: Path
) -> None:
    table.until(lambda told: told.state == "attract")
    table.say(msg.OpenService(SeatNumber(3), time.monotonic_ns()))
    assert table.page("pin").seat == 3
    table.say(msg.ServicePin("0001", time.monotonic_ns()))
    table.until(lambda told: told.service is not None and told.service.tries == 4)
    assert json.loads((tmp_path / "service-pin-tries").read_bytes())["wrong"] == 1
    table.say(msg.ServicePin(PIN, time.monotonic_ns()))
    table.page("menu")
    table.tap("page", "settings")
    table.tap("page", "sound.volume")
    table.tap("value", "20")
    assert table.until(lambda told: told.house.volume == 20).state == "service"
    assert overlaid(load(), tmp_path / "service.toml").changes == {"sound": {"volume": 20}}
    table.tap("back")
    table.tap("back")
    table.tap("page", "doctor")
    table.until(lambda told: told.service is not None and told.service.page == "doctor" and told.service.busy)
    assert {tile.key for tile in table.found().tiles} <= {"finding"}
    table.tap("back")
    table.tap("page", "system")
    table.tap("wish", "restart-display")
    table.tap("wish", "restart-display")
    until((tmp_path / "wishes" / "restart-display").exists)
    table.tap("close")
    table.until(lambda told: told.state == "attract")
    assert not any(PIN.encode() in data for data in table.seen)

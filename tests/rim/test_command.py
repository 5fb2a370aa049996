"""``kiosk rim``: the address that it prints, and a real kiosk behind it."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from kiosk.cli.main import main
from kiosk.rim.server import RimServer
from kiosk.system.ending import USAGE
from kiosk.testing.live_table import LiveTable
from tests.rim.conftest import Visitor

PAGE = "0123456789abcdef"


@contextmanager
def kiosk_rim(table: LiveTable) -> Iterator[tuple[subprocess.Popen[str], Visitor]]:
    """Yield the running command and a visitor who has opened the address that it has printed."""
    command = [sys.executable, "-m", "kiosk", "rim", "--port", "0"]
    with subprocess.Popen(command, env=table.environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        visitor = Visitor(process.stdout.readline().removeprefix("The rim is at ").strip())
        try:
            visitor.enter()
            yield process, visitor
        finally:
            process.kill()


@pytest.mark.process
def test_a_real_table_is_pressed_and_told(live_table: LiveTable) -> None:
    with kiosk_rim(live_table) as (process, visitor):
        assert visitor.host.startswith("127.0.0.1:")
        visitor.wait_for(lambda view: view["table"] and view["table"]["seats"][0]["lamp"] == "chase")
        assert visitor.post("/hold", {"page": PAGE, "number": 1, "held": [[1, "play"]]}).error == ""
        visitor.wait_for(lambda view: view["table"]["seats"][0]["state"] == "taken")
        refused = visitor.post("/board", {"seat": 1, "do": "plug"})
        assert refused.error.startswith("this table has no dice-reader boards")
        refused = visitor.post("/hold", {"page": PAGE, "number": 2, "held": [[9, "stop"]]})
        assert refused.error.startswith("seat 9 has no button stop")
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0


@pytest.mark.process
def test_without_the_extra_the_fix_is_told() -> None:
    program = "import sys; sys.modules['uvicorn'] = None; from kiosk.cli.main import main; sys.exit(main(['rim']))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == USAGE
    assert done.stderr == "kiosk rim needs the package uvicorn: pip install 'ligretto-kiosk[web]'\n"


def test_an_address_of_others_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rim", "--host", "192.0.2.1"]) == USAGE
    assert "192.0.2.1:7460: cannot be listened on" in capsys.readouterr().err


def test_another_interface_is_warned_of(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """``127.0.0.2`` stands for the address of an interface: every machine with Linux has it."""
    monkeypatch.setattr("ipaddress.IPv4Address.is_loopback", False)
    monkeypatch.setattr("kiosk.rim.server.RimServer.run", RimServer.close)
    assert main(["rim", "--host", "127.0.0.2", "--port", "0"]) == 0
    address, warning, *_ = capsys.readouterr().out.splitlines()
    assert address.startswith("The rim is at http://127.0.0.2:")
    assert warning.startswith("Warning: whoever in this network")

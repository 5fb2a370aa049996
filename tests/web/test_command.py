"""``kiosk venue serve``: the command itself, with a store beside the journal."""

from __future__ import annotations

import io
import os
import shutil
import signal
import stat
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import pytest

from kiosk.cli.main import main
from kiosk.results.store import open_store
from kiosk.system.ending import USAGE
from kiosk.system.sd_notify import SystemdNotifier
from kiosk.system.typed_secret import Cost, slow_hash
from kiosk.web.server import PageServer

SEATS = '[[seat]]\nnumber = 1\nedge = "south"\n\n[[seat]]\nnumber = 2\nedge = "north"\n'


@pytest.mark.process
def test_the_command_shows_the_store_beside_the_journal(store_file: Path, tmp_path: Path) -> None:
    shutil.copy(store_file, tmp_path / "results.sqlite")
    environment = {**os.environ, "KIOSK_STATE_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "kiosk", "venue", "serve", "--port", "0"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as ran:
        assert ran.stdout is not None
        assert ran.stderr is not None
        try:
            address = ran.stdout.readline().removeprefix("The results are at ").strip()
            assert address.startswith("http://127.0.0.1:")
            with urllib.request.urlopen(address, timeout=20) as answer:  # noqa: S310  our own
                page = answer.read().decode()
            assert "Played last" in page
            assert "Lena" not in page
            ran.send_signal(signal.SIGINT)
            assert ran.wait(20) == 0
            assert ran.stderr.read() == ""
        finally:
            ran.kill()


def test_names_for_a_hall_are_told_with_the_place_of_its_keys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    monkeypatch.setattr(PageServer, "run", PageServer.close)
    config = tmp_path / "table.toml"
    config.write_text(f'{SEATS}[venue]\nnames = "hall"\n', encoding="utf-8")
    assert main(["venue", "serve", "--config", str(config), "--port", "0"]) == 0
    told = capsys.readouterr().out
    assert "whose keys are made at /staff" in told
    assert "kiosk venue staff NAME --role house" in told


def test_the_host_of_an_encrypting_proxy_is_served_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    served: list[set[str]] = []
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    monkeypatch.setattr(PageServer, "run", PageServer.close)
    monkeypatch.setattr("kiosk.web.venue.app.Guard", lambda _, **how: served.append(how["authorities"]))
    assert main(["venue", "serve", "--port", "0", "--tls-host", "Results.Example"]) == 0
    assert "https://results.example/" in capsys.readouterr().out
    assert "results.example" in served[0]
    for wrong in ("https://results.example", "a b", "results.example/", "\u0661"):
        with pytest.raises(SystemExit):
            main(["venue", "serve", "--tls-host", wrong])


def test_the_staff_are_added_listed_changed_and_removed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    monkeypatch.setattr("kiosk.web.venue.credentials.slow_hash", lambda password, _: slow_hash(password, Cost(2, 1)))

    def run(*options: str, typed: str = "") -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert main(["venue", "staff", *options]) == 0
        return capsys.readouterr().out

    assert "Nobody yet" in run()
    assert "anna (house)" in run("Anna", "--role", "house", "--stdin", typed="correct horse\n")
    first = (tmp_path / "venue-credentials.json").read_bytes()
    assert stat.S_IMODE((tmp_path / "venue-credentials.json").stat().st_mode) == 0o600
    assert "anna (house)" in run("anna", "--stdin", typed="another horse")  # the role stays
    assert (tmp_path / "venue-credentials.json").read_bytes() != first
    run("ben", "--stdin", typed="a third horse")
    assert run() == "anna  house\nben  desk\n"
    run("BEN", "--remove")
    assert run() == "anna  house\n"
    for options in (["ben", "--remove"], ["--remove"], ["a b", "--stdin"], ["anna", "--stdin"]):
        monkeypatch.setattr("sys.stdin", io.StringIO("short\n"))
        assert main(["venue", "staff", *options]) == USAGE
    assert run() == "anna  house\n"


def test_only_a_named_address_is_open_to_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """``127.0.0.2`` stands for the address of an interface: every machine with Linux has it."""
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    monkeypatch.setattr("ipaddress.IPv4Address.is_loopback", False)
    monkeypatch.setattr(PageServer, "run", PageServer.close)
    assert main(["venue", "serve", "--host", "127.0.0.2", "--port", "0"]) == 0
    assert "it is not encrypted" in capsys.readouterr().out
    assert main(["venue", "serve", "--host", "0.0.0.0"]) == USAGE  # noqa: S104
    assert "write the one address to listen on" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("https://Scores.Example", ["http://127.0.0.1:", "https://scores.example/"]),
        ("http://127.0.0.2:7284", ["http://127.0.0.2:7284/"]),
        ("", ["http://127.0.0.1:"]),
    ],
)
def test_the_service_listens_where_the_configuration_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, address: str, told: list[str]
) -> None:
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    monkeypatch.setattr(PageServer, "run", PageServer.close)
    config = tmp_path / "table.toml"
    config.write_text(f'{SEATS}[venue]\naddress = "{address}"\n', encoding="utf-8")
    assert main(["venue", "serve", "--at-address", "--port", "0", "--config", str(config)]) == 0
    printed = capsys.readouterr().out
    assert [word for word in told if word not in printed] == []


def test_an_appliance_shows_the_halls_file_that_two_users_share(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = tmp_path / "hall"
    hall.mkdir()
    hall.chmod(0o2770)
    opened: list[str] = []
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    monkeypatch.setenv("KIOSK_HALL_DIR", str(hall))
    monkeypatch.setattr(PageServer, "run", PageServer.close)
    monkeypatch.setattr("kiosk.web.venue.app.VenuePages.__init__", lambda *it, **_: opened.append(it[1].name))
    monkeypatch.setattr("kiosk.web.venue.app.VenuePages.application", lambda *_: None)
    assert main(["venue", "serve", "--port", "0"]) == 0
    assert opened == [str(hall / "hall.sqlite")]
    open_store("", hall / "hall.sqlite").close()
    assert stat.S_IMODE((hall / "hall.sqlite").stat().st_mode) == 0o660


def test_the_service_tells_that_it_serves_and_that_it_lives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    service = SystemdNotifier({"NOTIFY_SOCKET": "@nobody", "WATCHDOG_USEC": "200000"})
    monkeypatch.setattr(service, "_tell", told.append)
    server = PageServer("127.0.0.1", 0, lambda _: _nothing, service=service)
    threading.Timer(0.3, server.stop).start()
    server.run()
    assert told[:3] == ["READY=1", "WATCHDOG=1", "WATCHDOG=1"]


async def _nothing(scope: object, receive: object, send: object) -> None:
    """Answer nobody."""

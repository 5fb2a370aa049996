"""The doctor's facts: from a running table, or from the parts if none runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from multiprocessing.connection import Connection, Listener
from pathlib import Path

import pytest

from hardware.gpio import factory
from kiosk import protocol as msg
from kiosk.cli.main import main
from kiosk.config.last_good import keep
from kiosk.config.loader import CONFIGS, load, parse
from kiosk.doctor import devices, gather, machine
from kiosk.doctor.facts import LastGood, Right, RunningTable, Scheduling, Seen
from kiosk.doctor.look import Task, lamps_of, look
from kiosk.doctor.services import ServiceFacts
from kiosk.locale import catalogues
from kiosk.protocol import client
from tests.rig.gpiochip import Chip, EmulatedChips
from tests.rig.kiosk_process import KIOSK, KioskProcess, environment_of

Talk = Callable[[Connection], None]
Table = Callable[[Talk], Path]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Start a table that talks like this to the first connection; return its socket."""
    listeners: list[tuple[Listener, threading.Thread]] = []

    def start(talk: Talk) -> Path:
        listener = Listener(str(tmp_path / "table.sock"))

        def serve() -> None:
            with listener.accept() as connection:
                talk(connection)

        thread = threading.Thread(target=serve)
        thread.start()
        listeners.append((listener, thread))
        return tmp_path / "table.sock"

    yield start
    for listener, thread in listeners:
        thread.join()
        listener.close()


def _hear(connection: Connection) -> list[object]:
    return [msg.decode_to_table(connection.recv_bytes()) for _ in range(2)]


def test_the_table_is_asked_as_a_display_that_only_looks(table: Table, health: msg.Health) -> None:
    heard: list[object] = []

    def talk(connection: Connection) -> None:
        heard.extend(_hear(connection))
        connection.send_bytes(msg.encode(msg.Welcome(msg.PROTOCOL, (), 1092.0, simulated=False)))
        connection.send_bytes(msg.encode(health))

    assert gather.running_table(table(talk)) == RunningTable(health)
    assert heard == [msg.Hello(msg.PROTOCOL, read_only=True), msg.AskHealth()]


def test_a_table_that_does_not_answer_is_no_table_that_is_not_there(table: Table) -> None:
    def talk(connection: Connection) -> None:
        _hear(connection)
        assert connection.poll(30)  # until the other side gives up

    with pytest.raises(client.Silent, match="does not answer within 0 s: it hangs"):
        client.ask_health(table(talk), limit_s=0.05)


def test_a_table_that_stops_in_the_middle_of_its_answer_does_not_keep_the_doctor_waiting(table: Table) -> None:
    def talk(connection: Connection) -> None:
        _hear(connection)
        os.write(connection.fileno(), bytes(2))  # half of the length that comes before a message
        assert connection.poll(30)

    with pytest.raises(client.Silent, match="does not answer within 0 s: it hangs"):
        client.ask_health(table(talk), limit_s=0.05)


def test_a_table_of_another_version_says_so(table: Table) -> None:
    def talk(connection: Connection) -> None:
        _hear(connection)
        connection.send_bytes(msg.encode(msg.Refused("update both")))

    found = gather.running_table(table(talk))
    assert found.silence is not None
    assert "update both" in found.silence


@pytest.mark.parametrize("nonsense", [b"", b"\xc1\xff", b"\x93\xa6Health"])
def test_a_table_that_talks_nonsense_is_of_another_version(table: Table, nonsense: bytes) -> None:
    def talk(connection: Connection) -> None:
        _hear(connection)
        connection.send_bytes(nonsense)

    found = gather.running_table(table(talk))
    assert found.silence is not None
    assert "another version" in found.silence


def test_a_table_that_ends_meanwhile_is_none(table: Table) -> None:
    assert gather.running_table(table(lambda connection: None)) == RunningTable()


def test_a_table_that_ends_in_the_middle_of_its_answer_is_none(table: Table) -> None:
    def talk(connection: Connection) -> None:
        _hear(connection)
        os.write(connection.fileno(), bytes(2))

    assert gather.running_table(table(talk)) == RunningTable()


def test_without_a_table_there_is_none(tmp_path: Path) -> None:
    assert gather.running_table(tmp_path / "table.sock") == RunningTable()
    (tmp_path / "table.sock").touch()  # nobody listens there
    assert gather.running_table(tmp_path / "table.sock") == RunningTable()


def test_a_table_of_another_user_is_not_taken_for_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_self: object, _address: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("socket.socket.connect", refuse)
    found = gather.running_table(tmp_path / "table.sock")
    assert found.silence is not None
    assert "another user" in found.silence


def test_a_wrong_configuration_is_told_as_config_check_does(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text((CONFIGS / "two_seats.toml").read_text() + "\n[game]\nrounds = 0\n")
    found = gather.configuration(file)
    assert found.settings is None
    assert found.errors[0].startswith("table.toml: game.rounds: 0 is invalid")
    assert gather.configuration(None).settings is not None
    assert "there is no such file" in gather.configuration(tmp_path / "absent.toml").errors[0]


def test_what_is_not_installed_is_an_error_of_a_configuration_whose_rest_is_examined(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(f'{(CONFIGS / "four_seats.toml").read_text()}\n[game]\nkind = "dominoes"\n')
    found = gather.configuration(file)
    assert found.settings is not None
    assert found.settings.game.kind == "cards"
    (line,) = found.errors
    assert line.startswith('table.toml: game.kind: "dominoes" is not an installed game')


def test_a_table_that_is_too_small_is_told_as_config_check_does(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    text = (CONFIGS / "twelve_seats.toml").read_text()
    file.write_text(text.replace("width = 1920", "width = 1280").replace("height = 1080", "height = 720"))
    found = gather.configuration(file)
    assert found.settings is not None
    assert found.warnings[0].startswith("table.toml: window.width")


@pytest.mark.ui
@pytest.mark.process
def test_a_window_is_opened_to_see_who_draws_it(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = gather.configuration(None).settings
    assert settings is not None
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    seen = devices.screen(settings.window)
    assert (seen.driver, seen.size, seen.error) == ("offscreen", (1280, 720), None)
    assert seen.gl


@pytest.mark.ui
@pytest.mark.process
def test_a_window_that_cannot_be_opened_is_told_in_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = gather.configuration(None).settings
    assert settings is not None
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    monkeypatch.setenv("DISPLAY", ":4711")
    error = devices.screen(settings.window).error
    assert error is not None
    assert error.startswith("no window can be opened: is DISPLAY")


def test_graphics_that_hang_end_with_the_doctors_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = gather.configuration(None).settings
    assert settings is not None
    monkeypatch.setattr(devices, "_WINDOW_S", 0.01)
    error = devices.screen(settings.window).error
    assert error is not None
    assert "the graphics hang" in error


def _doctor(
    folder: Path, config: Path | None = None, **environment: str
) -> tuple[int, dict[str, list[tuple[str, str]]]]:
    """Return the exit status of ``kiosk doctor --json``, and its findings by check: grade and text."""
    command = [str(KIOSK), "doctor", "--json", *(["--config", str(config)] if config else [])]
    done = subprocess.run(
        command,
        env={**environment_of(folder, None), **environment},
        cwd=folder,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == b""
    found: dict[str, list[tuple[str, str]]] = {}
    for finding in json.loads(done.stdout)["findings"]:
        found.setdefault(finding["check"], []).append((finding["grade"], finding["what"]))
    return done.returncode, found


@pytest.mark.ui
@pytest.mark.process
def test_a_running_kiosk_is_asked_and_its_devices_are_left_alone(tmp_path: Path) -> None:
    with KioskProcess(tmp_path, "--config", str(CONFIGS / "two_seats.toml")) as kiosk:
        kiosk.wait_for("a game", lambda scene: scene.state)
        # A table that has started leaves its configuration as the last good one.
        assert load(tmp_path / "state" / "config-last-good.toml") == load(CONFIGS / "two_seats.toml")
        status, found = _doctor(tmp_path)
        assert status == 0
        assert found["kiosk"] == [("good", "runs, with simulated hardware")]
        assert found["display"] == [("good", "shows the table")]
        assert found["chip"][0][0] == "good"
        ((grade, touch),) = found["touch"]
        assert (grade, "window (SDL)" in touch) == ("note", True)
        with kiosk.frozen("display"):
            assert _doctor(tmp_path)[1]["kiosk"] == found["kiosk"]  # the table answers by itself


@pytest.mark.gpiochip
@pytest.mark.process
def test_on_a_real_library_a_short_a_busy_pin_and_a_missing_expander_are_found(tmp_path: Path) -> None:
    text = (CONFIGS / "four_seats.toml").read_text()
    config = tmp_path / "table.toml"
    gpio = text.replace('kind = "simulated"', 'kind = "gpio"')
    config.write_text(gpio.replace("lamp_pin = 21", 'lamp_pin = "mcp23017:3"'))
    (tmp_path / "chips").mkdir()
    with EmulatedChips(tmp_path / "chips", [Chip(4, "pinctrl-rp1", 54)]) as chips:
        chips.press(17, chip=4)
        chips.hold(24, chip=4)
        status, found = _doctor(tmp_path, config, **chips.environment)
        assert chips.output(22, chip=4) is None  # no output was driven
    assert status == 1
    assert found["chip"] == [("good", "pinctrl-rp1 (/dev/gpiochip4)")]
    shorted, busy, lamp, fine = found["pins"]
    assert (shorted[0], shorted[1].startswith("seat 1 Stop (GPIO 17, pin 11")) == ("fault", True)
    assert (busy[0], busy[1].startswith("seat 2 Play (GPIO 24"), "busy" in busy[1]) == ("fault", True, True)
    assert (lamp[0], lamp[1].startswith("seat 4 lamp (line 3 of mcp23017)")) == ("fault", True)
    assert fine == ("good", "6 buttons read released, 3 lamps are available")


@pytest.mark.parametrize("installed", [True, False])
@pytest.mark.parametrize("choice", ["auto", "lgpio", "libgpiod"])
def test_what_dims_the_lamps_is_found_by_what_is_configured_and_installed(
    choice: str, installed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only lgpio needs a folder for its pipe."""
    monkeypatch.setattr(factory, "find_spec", lambda name: name if installed else None)
    two = (CONFIGS / "two_seats.toml").read_text()
    text = f'{two}\n[hardware]\nkind = "gpio"\npin_factory = "{choice}"\n'
    lamps = lamps_of(parse(text))
    assert lamps is not None
    assert lamps.dimmed is (installed and choice != "libgpiod")
    assert (lamps.error is not None) is (choice == "lgpio" and not installed)
    assert (lamps.note is not None) is (choice == "auto" and not installed)
    assert ("lgpio's pipe" in [place.purpose for place in look(Task(configuration=text)).places]) is lamps.dimmed


@pytest.mark.gpiochip
@pytest.mark.process
@pytest.mark.parametrize(
    ("chips", "told"),
    [
        ((), "there is none at all"),
        ((Chip(denied=True),), "cannot be opened (Permission denied): `kiosk doctor` tells under permissions"),
    ],
    ids=["no chip", "no rights"],
)
def test_without_a_chip_or_the_rights_the_mend_is_told(tmp_path: Path, chips: tuple[Chip, ...], told: str) -> None:
    config = tmp_path / "table.toml"
    config.write_text((CONFIGS / "two_seats.toml").read_text() + '\n[hardware]\nkind = "gpio"\n')
    (tmp_path / "chips").mkdir()
    with EmulatedChips(tmp_path / "chips", chips) as emulated:
        status, found = _doctor(tmp_path, config, **emulated.environment)
    assert status == 1
    ((grade, what),) = found["chip"]
    assert (grade, told in what) == ("fault", True)


def test_the_doctor_loads_no_graphics() -> None:
    script = (
        "import sys, kiosk.doctor.gather, kiosk.doctor.checks, kiosk.doctor.printout; sys.exit('kivy' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], env=dict(os.environ), timeout=60, check=True)


def test_what_was_changed_is_found_key_by_key_with_and_without_errors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    file, text = tmp_path / "table.toml", (CONFIGS / "two_seats.toml").read_text()
    file.write_text(text)
    assert gather.configuration(file).last_good is None
    keep(load(file))
    kept = str(tmp_path / "config-last-good.toml")
    assert gather.configuration(file).last_good == LastGood(kept)
    file.write_text(text.replace("stop_pin = 17", "stop_pin = 5"))
    assert gather.configuration(file).last_good == LastGood(kept, ("seat 1 stop_pin: 17 -> 5",))
    file.write_text(text.replace("stop_pin = 17", "stop_pin = 99"))
    assert gather.configuration(file).last_good == LastGood(kept, ("seat 1 stop_pin: 17 -> 99",))
    file.unlink()
    last = gather.configuration(file).last_good
    assert last is not None
    assert last.problem == f"{file}: No such file or directory"


def test_a_state_folder_of_another_user_keeps_nothing_else_from_being_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on an appliance without sudo: only the table's user may read it."""
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    kept, look = tmp_path / "config-last-good.toml", Path.stat

    def refused(path: Path, **how: bool) -> os.stat_result:
        if path == kept:
            raise PermissionError(13, "Permission denied", str(path))
        return look(path, **how)

    monkeypatch.setattr(Path, "stat", refused)
    last = gather.configuration(None).last_good
    assert last == LastGood(str(kept), problem=f"{kept}: Permission denied", usable=False)


def test_a_last_good_configuration_with_a_wrong_byte_is_compared_or_said_to_be_unreadable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    keep(load())
    kept = tmp_path / "config-last-good.toml"
    data, told = kept.read_bytes(), set()
    for place in range(0, len(data), 23):
        kept.write_bytes(data[:place] + bytes([data[place] ^ 1 << place % 8]) + data[place + 1 :])
        last = gather.configuration(None).last_good
        assert last is not None
        assert not (last.changes and last.problem)
        told.add((bool(last.changes), last.problem is not None, last.usable))
    assert {(True, False, True), (True, False, False), (False, True, False)} <= told


@pytest.fixture
def appliance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[ServiceFacts, ServiceFacts]:
    """The services of this machine, as systemd would report them."""
    monkeypatch.setenv("KIOSK_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    table = ServiceFacts(
        "ligretto-table", "table", machine.user(), tmp_path, {}, active=False, rtprio=50, devices=("char-1",)
    )
    display = replace(table, name="ligretto-display", part="display", user="ligretto-display", rtprio=0, devices=None)
    monkeypatch.setattr(gather, "services", lambda runtime: (table, display) if runtime == tmp_path else ())
    return table, display


def test_root_asks_the_user_of_each_service_and_believes_the_units(
    appliance: tuple[ServiceFacts, ServiceFacts], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def look_as(service: ServiceFacts, idle: bool, settings: object) -> Seen:
        asked.append((service.name, idle, settings is not None))
        paths = ("/dev/null", "/dev/tty")
        return Seen(rights=(Right("devices", "x", "y", paths, user=service.user, service=service.name),))

    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr(gather, "look_as", look_as)
    facts = gather.gather(None)
    assert asked == [("ligretto-table", True, True), ("ligretto-display", True, True)]
    assert [right.barred for right in facts.rights] == [("/dev/tty",), ()]
    assert (facts.user, facts.appliance) == (appliance[0].user, True)
    assert facts.scheduling == Scheduling(50, capable=False)


def test_a_services_user_looks_for_itself_alone(
    appliance: tuple[ServiceFacts, ServiceFacts], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in the service menu, whose doctor runs inside the table's service."""
    monkeypatch.setattr("os.geteuid", lambda: 4711)
    monkeypatch.setattr(machine, "user", lambda: appliance[0].user)
    facts = gather.gather(None)
    assert {right.service for right in facts.rights} == {place.service for place in facts.places} == {"ligretto-table"}
    assert (facts.screen, facts.panels) == (None, ())


def test_what_the_staff_have_set_is_told_beside_the_files_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    file = tmp_path / "table.toml"
    file.write_text((CONFIGS / "two_seats.toml").read_text() + "\n[sound]\nvolume = 90\n")
    assert gather.configuration(file).at_table == ()
    (tmp_path / "service.toml").write_text("[sound]\nvolume = 40\nnight_volume = 20\n")
    assert gather.configuration(file).at_table == (("sound.volume", "40", "90"),)
    assert main(["config", "show", str(file)]) == 0
    assert "volume = 90  # at this table 40 (service menu)" in capsys.readouterr().out.splitlines()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else: run as root")
def test_root_is_led_nowhere_by_a_link_in_the_tables_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path / "state"))
    secret = tmp_path / "secret"
    secret.write_text("[table]\nname = 'root alone may read this'\n")
    secret.chmod(0o600)
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "config-last-good.toml").symlink_to(secret)
    told = gather.configuration(None).last_good
    assert told is not None
    assert any("root alone" in change for change in told.changes)
    os.chown(tmp_path / "state", 1, 1)  # daemon, on every Linux
    told = gather.configuration(None).last_good
    assert told is not None
    assert (told.changes, "Permission denied" in str(told.problem)) == ((), True)


def test_a_translation_that_cannot_be_read_is_told_with_its_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "kiosk.po"
    file.write_text("nonsense")
    monkeypatch.setattr(catalogues, "catalogue_file", lambda _: file)
    config = tmp_path / "table.toml"
    config.write_text((CONFIGS / "four_seats.toml").read_text() + '\n[language]\noffered = ["en", "de"]\n')
    catalogues._problem.cache_clear()
    try:
        main(["doctor", "--json", "--config", str(config)])
    finally:
        catalogues._problem.cache_clear()
    told = json.loads(capsys.readouterr().out)
    (found,) = (one for one in told["findings"] if str(file) in one["what"])
    assert found["grade"] == "warning"
    assert "its texts are shown in English" in found["what"]

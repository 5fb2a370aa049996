"""A report contains everything useful, but neither names of players nor the place of the table."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import time
import zipfile
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from kiosk.cli.main import main
from kiosk.config.loader import CONFIGS, parse
from kiosk.doctor import devices, machine_checks
from kiosk.doctor.facts import SoundFacts, WindowFacts
from kiosk.doctor.support_bundle import bundle, machine
from kiosk.doctor.support_bundle.bundle import PARTS, ReportFile, Subject
from kiosk.game.seats import SeatNumber
from kiosk.journal.file import JournalFile, JournalRow
from kiosk.journal.records import Origin, RoundEnded, RoundLine, RoundStarted, Sitting, encode
from kiosk.system import paths
from kiosk.system.files import WRITTEN_BYTES
from tests.rig.addresses import FORMS, leaks, notations

PLANTED = (
    *(
        "Zoë Quist",
        "Xaver",
        "Corner Cafe",
        "Old Harbour",
        "First Inn",
        "cafe-nord",
        "annika",
        "db.cafe.example",
        "barista",
    ),
    *("s3cret", "192.168.178.21", "b8:27:eb:12:34:56"),
)

_JOURNALCTL = """#!/bin/sh
echo "2026-11-21T19:53:14+0100 kiosk[7]: table: Zoë Quist has left, says cafe-nord at 192.168.178.21 ($*)"
echo "2026-11-21T19:53:15+0100 dhcpcd[8]: annika: b8:27:eb:12:34:56, Xaver" >&2
echo '2026-11-21T19:53:16+0100 kiosk[9]: could not translate host name "db.cafe.example" for user "barista"'
"""


def _round(name: str) -> list[object]:
    seats = (Sitting(SeatNumber(1), name="Zoë Quist"), Sitting(SeatNumber(2), name="Xaver"))
    origin = Origin("First Inn", "0.1.0", "3.11")
    start = RoundStarted(name, "match", 1, origin, "cards", {"preset": "table_default"}, {}, seats, seed=1, lot=2)
    lines = tuple(RoundLine(seat.seat, 5, 5, name=seat.name) for seat in seats)
    return [start, RoundEnded(5, "STOP", lines)]


def plant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put private data everywhere on a machine; return its configuration."""
    state, tools = tmp_path / "state", tmp_path / "tools"
    for folder in (state / "journal", tools):
        folder.mkdir(parents=True)
    file = JournalFile(state / "journal" / "journal-000001.sqlite")
    for name in ("one", "two"):
        file.append([JournalRow(name, number, 1.0, encode(record)) for number, record in enumerate(_round(name))])
    file.close()
    (tools / "journalctl").write_text(_JOURNALCTL)
    (tools / "journalctl").chmod(0o755)
    # Opening a window takes longer than all the rest of a report; tests/doctor/test_gather.py does it.
    monkeypatch.setattr(devices, "screen", lambda _: WindowFacts("offscreen", (1280, 720), "a renderer"))
    config = tmp_path / "annika" / "table.toml"
    config.parent.mkdir()
    four = (CONFIGS / "four_seats.toml").read_text()
    config.write_text(
        f'# of Xaver\n{four}\n[table]\nname = "Corner Cafe"\n[records]\n'
        'store = "postgresql+psycopg://barista:s3cret@db.cafe.example:5432/ligretto"\n'
    )
    (state / "service.toml").write_text('# Xaver\n[game]\nkind = "dice"\nnote = "Xaver, annika"\n')
    before = config.read_text().replace("Corner Cafe", "Old Harbour").replace("s3cret", "annika")
    before = before.replace("= 17", "= 26")
    (state / "config-last-good.toml").write_text(before)
    firmware = tmp_path / "config.txt"
    firmware.write_text("# of Xaver\n[0x1234abcd]\ndtparam=spi=on\n")
    monkeypatch.setattr(machine_checks, "CONFIG_TXT", firmware)
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    monkeypatch.setenv("KIOSK_STATE_DIR", str(state))
    monkeypatch.setenv("KIOSK_RUNTIME_DIR", str(tmp_path / "run"))
    monkeypatch.setenv("SUDO_USER", "annika")
    monkeypatch.setattr(socket, "gethostname", lambda: "cafe-nord")
    return config


@pytest.fixture
def planted(tmp_path, monkeypatch) -> Path:
    """A machine with private data everywhere; its configuration. No output for sounds is opened for each report."""
    monkeypatch.setattr(devices, "sound", lambda _: SoundFacts(error="not opened here"))
    return plant(tmp_path, monkeypatch)


@pytest.fixture(scope="module")
def told(tmp_path_factory) -> dict[str, str]:
    """The report's files."""
    folder = tmp_path_factory.mktemp("reported")
    file = folder / "report.zip"
    with pytest.MonkeyPatch.context() as patch:
        assert main(["--config", str(plant(folder, patch)), "report", str(file)]) == 0
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_nobody_can_be_found_in_it(told):
    found = [(name, word) for name, text in told.items() for word in PLANTED if word.casefold() in text.casefold()]
    assert not found


def test_all_parts_are_there_and_none_has_failed(told):
    assert set(told) == {"contents.txt", *(part.file for part in PARTS)}
    assert not [name for name, text in told.items() if "could not be told" in text]
    assert all(part.file in told["contents.txt"] for part in PARTS)


def test_what_helps_is_in_it(told):
    assert json.loads(told["versions.json"])["packages"]["msgspec"] == version("msgspec")
    assert "<" not in told["versions.json"], "a version of four numbers is no address"
    assert json.loads(told["machine.json"])["memory_mb"]["MemTotal"] > 0
    assert {finding["check"] for finding in json.loads(told["doctor.json"])["findings"]} >= {"configuration", "disk"}
    assert "configuration" in told["doctor.txt"]
    assert "stop_pin = 17\n" in told["configuration.toml"]
    assert 'store = "postgresql+psycopg://<address>/ligretto"' in told["configuration.toml"]
    assert "seat 1 stop_pin: 26 -> 17" in told["changes.txt"]
    assert 'kind = "dice"' in told["service.toml"]
    assert told["config.txt"].startswith("# of <name>\n[0x<serial>]\ndtparam=spi=on\n")
    assert "2026-11-21T19:53:14+0100 kiosk[7]: table: <name> has left, says <host>" in told["log.txt"]
    assert "--unit=ligretto-*" in told["log.txt"]
    assert "--no-hostname" in told["log.txt"]


def test_what_config_txt_should_have_set_up_and_did_not_is_told(planted, tmp_path):
    twelve = (CONFIGS / "twelve_seats.toml").read_text()
    settings = parse(f'{twelve}\n[hardware]\nkind = "gpio"\n')
    subject = Subject(tmp_path / "state", planted)
    part = next(part for part in PARTS if part.file == "config.txt")
    subject.__dict__["facts"] = SimpleNamespace(firmware=machine_checks.examined(settings, tmp_path / "config.txt"))
    assert "\n# it lacks dtparam=i2c_arm=on (I2C on)\n" in part.text(subject)
    assert "\n# I2C at the header is not on" in part.text(subject)
    with (tmp_path / "config.txt").open("w") as file:
        file.truncate(WRITTEN_BYTES + 1)
    assert part.text(subject).startswith(f"{tmp_path / 'config.txt'}: "), "bounded"


def test_the_hardware_is_in_it_without_addresses(told):
    hardware = json.loads(told["hardware.json"])
    assert hardware["kernel_command_line"]
    assert {"gl", "inputs", "gpio", "serial", "sd_cards", "boot", "firmware", "frames"} <= set(hardware)
    assert told["notes.txt"] == "nothing was noted\n"


def test_what_somebody_has_noted_is_in_it_without_names(planted, tmp_path, capsys):
    notes = tmp_path / "checklist.txt"
    notes.write_text("picture: steady, says Xaver\nsound: good\n")
    file = tmp_path / "report.zip"
    assert main(["--config", str(planted), "report", str(file), "--notes", str(notes)]) == 0
    with zipfile.ZipFile(file) as archive:
        assert archive.read("notes.txt").decode() == "picture: steady, says <name>\nsound: good\n"
    assert main(["--config", str(planted), "report", str(file), "--notes", str(tmp_path / "absent.txt")]) == 2
    assert "absent.txt: cannot be read (No such file or directory)" in capsys.readouterr().err


def test_the_last_rounds_are_told_and_verified(told):
    lines = [json.loads(line) for line in told["rounds.jsonl"].splitlines()]
    assert [(line["round"], line["record"]["type"]) for line in lines] == [
        ("one", "RoundStarted"),
        ("one", "RoundEnded"),
        ("two", "RoundStarted"),
        ("two", "RoundEnded"),
    ]
    assert [seat["seat"] for seat in lines[0]["record"]["seats"]] == [1, 2]
    journal = json.loads(told["journal.json"])
    (file,) = journal["files"]
    assert (file["file"], file["rounds"], file["problems"]) == ("journal-000001.sqlite", 2, [])
    assert list(journal["verified"]) == ["one", "two"]
    assert journal["verified"]["one"], "these rounds were never dealt"


def test_a_damaged_file_of_the_journal_is_told(planted, tmp_path):
    broken = tmp_path / "state" / "journal" / "journal-000002.sqlite"
    broken.write_bytes(b"nothing")
    written = bundle.write(tmp_path, Subject(tmp_path / "state", planted))
    with zipfile.ZipFile(written.file) as archive:
        files = json.loads(archive.read("journal.json"))["files"]
    assert "is no journal of a kiosk" in files[1]["problems"][0]


def test_a_part_that_fails_does_not_keep_the_others_from_being_told(planted, tmp_path):
    def fail(_: Subject) -> str:
        raise RuntimeError("Zoë Quist, cafe-nord")

    parts = (ReportFile("bad.txt", "bad", fail), ReportFile("good.txt", "good", lambda _: "well"))
    written = bundle.write(tmp_path, Subject(tmp_path / "state", planted), parts)
    with zipfile.ZipFile(written.file) as archive:
        told = archive.read("bad.txt").decode()
        assert archive.read("good.txt") == b"well"
    assert "RuntimeError: <name>, <host>" in told


def test_a_report_goes_into_a_folder_under_its_own_name(planted, tmp_path, capsys):
    stick = tmp_path / "stick"
    stick.mkdir()
    assert main(["report", str(stick), "--config", str(planted)]) == 0
    (file,) = stick.iterdir()
    assert file.name.startswith("ligretto-report-2")
    out = capsys.readouterr().out
    assert str(file) in out
    assert all(part.file in out for part in PARTS)


def test_where_it_cannot_be_written_the_mend_is_told(planted, capsys):
    assert main(["report", "/proc/none/report.zip"]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_folder_that_is_not_there_is_not_made(planted, tmp_path, monkeypatch, capsys):
    """Regression test: `kiosk report /nope/x.zip` left a folder behind. It is refused before the report is gathered."""
    monkeypatch.setattr(bundle, "_text", lambda *_: pytest.fail("gathered although it cannot be written"))
    assert main(["report", str(tmp_path / "nope" / "deeper" / "x.zip")]) == 2
    assert f"(there is no folder {tmp_path / 'nope' / 'deeper'})" in capsys.readouterr().err
    assert not (tmp_path / "nope").exists()


def test_a_device_is_not_replaced_by_a_report(planted, tmp_path, capsys):
    os.mkfifo(tmp_path / "pipe")
    assert main(["report", str(tmp_path / "pipe")]) == 2
    assert "it is a pipe, not a file" in capsys.readouterr().err
    assert (tmp_path / "pipe").is_fifo()


def test_without_a_log_of_the_system_that_is_told(planted, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", "")
    (part,) = (part for part in PARTS if part.file == "log.txt")
    written = bundle.write(tmp_path, Subject(paths.state_dir(), planted), [part])
    with zipfile.ZipFile(written.file) as archive:
        assert "this system keeps no log (no journalctl)" in archive.read("log.txt").decode()


def test_a_bad_configuration_is_told_and_the_rest_as_well(planted, tmp_path):
    planted.write_text("[table]\nname = 7\n")
    written = bundle.write(tmp_path, Subject(tmp_path / "state", planted))
    with zipfile.ZipFile(written.file) as archive:
        assert "see doctor.txt" in archive.read("configuration.toml").decode()
        assert "table" in archive.read("changes.txt").decode()


def test_the_name_in_a_bad_configuration_is_not_told_either(planted, tmp_path):
    planted.write_text(planted.read_text().replace("Corner Cafe", f"Corner Cafe {'x' * 40}"))
    written = bundle.write(tmp_path, Subject(tmp_path / "state", planted))
    with zipfile.ZipFile(written.file) as archive:
        texts = [archive.read(name).decode() for name in archive.namelist()]
    assert any("table.name" in text for text in texts)
    assert not any("Corner Cafe" in text or "Old Harbour" in text for text in texts)


def test_a_name_with_signs_is_not_told_either(planted, tmp_path):
    planted.write_text(planted.read_text().replace("Corner Cafe", r"The \"Blue\" \\o/ Inn"))
    written = bundle.write(tmp_path, Subject(tmp_path / "state", planted))
    with zipfile.ZipFile(written.file) as archive:
        assert 'name = "<name>"' in archive.read("configuration.toml").decode()
        assert not any("Blue" in archive.read(name).decode() for name in archive.namelist())


def test_a_state_folder_that_is_broken_keeps_nothing_else_from_being_told(planted, tmp_path):
    shutil.rmtree(tmp_path / "state" / "journal")
    (tmp_path / "state" / "journal").write_text("a disk that is dying says anything")
    written = bundle.write(tmp_path, Subject(tmp_path / "state", planted))
    with zipfile.ZipFile(written.file) as archive:
        assert "NotADirectoryError" in archive.read("journal.json").decode()
        assert "stop_pin" in archive.read("configuration.toml").decode()


@pytest.mark.parametrize("password", ["q7Zk/ge'heim q7Zk", "q7Zk%q7Zk&@q7Zk?"])
def test_no_part_shows_a_password_in_any_form_of_an_address(planted, tmp_path, monkeypatch, password):
    """Of the configuration, of the last good one, and of what a log quotes of them; also where one is no TOML."""
    addresses = [form(password) for form in FORMS.values()]
    lines = "".join(f"{address}\n{json.dumps(notation)}\n" for address in addresses for notation in notations(password))
    monkeypatch.setattr(machine, "logs", lambda: lines)
    plain, before = planted.read_text(), tmp_path / "state" / "config-last-good.toml"
    for address in addresses:
        text = re.sub("^store = .*$", lambda _: f"store = {json.dumps(address)}", plain, flags=re.MULTILINE)  # noqa: B023
        planted.write_text(text)
        before.write_text(f"[[[ no TOML\n{text}")
        parts = [part for part in PARTS if part.file in {"configuration.toml", "changes.txt", "log.txt"}]
        written = bundle.write(tmp_path, Subject(tmp_path / "state", planted, password), parts)
        with zipfile.ZipFile(written.file) as archive:
            told = {name: archive.read(name).decode() for name in archive.namelist()}
        assert not {name: found for name, text in told.items() if (found := leaks(password, text))}, address


def test_the_passwords_of_files_and_of_the_environment_are_redacted(planted, tmp_path, monkeypatch):
    (tmp_path / "password").write_text("q7Zk-of-a-file\n")
    (tmp_path / "passfile").write_text("db:5432:*:venue:q7Zk\\:passfile\n")
    monkeypatch.setenv("PGPASSWORD", "q7Zk-of-the-environment")
    store = f'store = "postgresql+psycopg://db/l?passfile={tmp_path}/passfile"\npassword_file = "{tmp_path}/password"'
    (tmp_path / "token").write_text("q7Zk-of-a-driver\n")
    driver = f'[hardware.options.net]\ntokens = [{{ password_file = "{tmp_path}/token" }}, 471108]\n'
    written = re.sub("^store = .*$", lambda _: store, planted.read_text(), flags=re.MULTILINE)
    planted.write_text(f"{written}\n{driver}")
    private = Subject(tmp_path / "state", planted).private
    told = private.text("q7Zk-of-a-file, 'q7Zk:passfile', q7Zk-of-the-environment%q7Zk%3Apassfile")
    assert told == "<secret>, '<secret>', <secret>%<secret>"
    assert private.text("q7Zk-of-a-driver, 471108") == "<secret>, <secret>"


def test_whoever_may_not_know_the_names_writes_no_report(planted, tmp_path, monkeypatch, capsys):
    """They could not be redacted."""

    def refused(folder: Path) -> None:
        raise PermissionError(13, "Permission denied", str(folder))

    monkeypatch.setattr("kiosk.doctor.support_bundle.redaction.files", refused)
    assert main(["--config", str(planted), "report", str(tmp_path / "report.zip")]) == 2
    assert "state/journal: cannot be read: ask with sudo" in capsys.readouterr().err
    assert not (tmp_path / "report.zip").exists()


def test_a_report_asks_no_clock_and_no_letters_to_make_sense(planted, tmp_path, monkeypatch):
    monkeypatch.setattr(time, "time", lambda: 0.0)
    odd = ReportFile("odd.txt", "odd", lambda _: "a name on the disk: \udcff")
    written = bundle.write(tmp_path, Subject(tmp_path / "state", planted), (odd,))
    with zipfile.ZipFile(written.file) as archive:
        assert archive.read("odd.txt") == rb"a name on the disk: \udcff"
        assert {entry.external_attr >> 16 for entry in archive.infolist()} == {0o600}


def test_every_field_that_people_fill_in_is_known(planted):
    """A new field with people's own text must be added in ``kiosk.doctor.support_bundle.rounds``."""
    texts = {
        (struct.__name__, field.name)
        for struct in (Sitting, RoundLine, Origin, RoundStarted, RoundEnded)
        for field in msgspec.structs.fields(struct)
        if field.type is str
    }
    assert texts == {
        ("Sitting", "name"),
        ("Sitting", "language"),
        ("RoundLine", "name"),
        ("Origin", "table"),
        ("Origin", "version"),
        ("Origin", "python"),
        ("Origin", "boot"),
        ("RoundStarted", "round"),
        ("RoundStarted", "match"),
        ("RoundStarted", "game"),
        ("RoundStarted", "touch"),
        ("RoundStarted", "strength"),
        ("RoundEnded", "by"),
    }

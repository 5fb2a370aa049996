"""The service worker of the service menu: it does jobs beside the game, and answers them."""

from __future__ import annotations

import itertools
import json
import os
import queue
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from msgspec import structs

from kiosk.backup.manifest import Manifest
from kiosk.config.last_good import keep
from kiosk.config.loader import CONFIGS, load
from kiosk.config.schema import HoursConfig, Settings
from kiosk.journal.clock_set import was_set_today
from kiosk.journal.lately import DayNumbers
from kiosk.locale.languages import installed
from kiosk.protocol.staff_menu import Advice
from kiosk.service.closing import read_closed
from kiosk.service.pin import PinLockout, set_pin
from kiosk.service.staff_settings import Changes, current, overlaid, save, set_at_table, setting_keys
from kiosk.service.worker import ROOT_REQUESTS, Desk, ServiceWorker
from kiosk.system.typed_secret import Cost
from kiosk.table.service_requests import (
    AskGate,
    AskRoot,
    BackupFound,
    CancelRestore,
    ChangeSettings,
    CheckPin,
    ClearLeaderboard,
    CloseNow,
    CountToday,
    DoctorFailed,
    DoctorFindings,
    FindBackup,
    GateAnswer,
    JobDone,
    JobFailed,
    OpenAgain,
    RemoveUnwantedNames,
    RestoreLeaderboard,
    RunDoctor,
    SetClock,
    SetPin,
    SettingsChanged,
    TakeUnwantedNames,
    TodayCounted,
    UseStick,
)
from kiosk.table_process.opening_hours import OpeningHours
from kiosk.table_process.table_settings import table_settings
from tests.benchmarks.processes import until

LIMIT_S = 30.0
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    set_pin(tmp_path / "service-pin", "4711", Cost(n=2, r=1))
    os.mkfifo(tmp_path / "wishes")
    return Desk(
        configured=load(),
        file=None,
        changes={"sound": {"volume": 30}},
        kept=tmp_path / "service.toml",
        wishes=tmp_path / "wishes",
        stick=tmp_path / "usb",
        gate=PinLockout(tmp_path / "service-pin"),
        follow=table_settings,
        doorkeeper=OpeningHours(HoursConfig(opens="10:00", closes="22:00"), lambda _: None, lambda: NOON),
        closed=tmp_path / "closed-until",
        count_today=lambda settings: DayNumbers(settings.sound.volume, 2, 3),
    )


@pytest.fixture
def service_worker(desk: Desk) -> ServiceWorker:
    return ServiceWorker(desk, lambda _: None)


def _note(answer: object) -> str:
    assert isinstance(answer, JobDone)
    return answer.note


def test_only_the_right_pin_tells_what_is_set(service_worker: ServiceWorker) -> None:
    assert service_worker.do(AskGate()) == GateAnswer("ask", 5)
    assert service_worker.do(CheckPin("0001")) == GateAnswer("wrong", 4)
    opened = service_worker.do(CheckPin("4711"))
    assert isinstance(opened, GateAnswer)
    assert opened.facts is not None
    assert opened.facts.values["sound.volume"] == "30"
    assert opened.facts.root_requests == ROOT_REQUESTS
    assert opened.facts.version
    assert re.fullmatch(r"\d\d:\d\d", opened.facts.clock)


def test_a_new_pin_opens_the_menu_and_the_old_one_no_longer(service_worker: ServiceWorker) -> None:
    assert _note(service_worker.do(SetPin("2580"))) == "pin_set"
    assert service_worker.do(CheckPin("4711")) == GateAnswer("wrong", 4)
    opened = service_worker.do(CheckPin("2580"))
    assert isinstance(opened, GateAnswer)
    assert opened.verdict == "open"


def test_a_new_pin_that_cannot_be_used_or_saved_changes_nothing(
    service_worker: ServiceWorker, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before = (tmp_path / "service-pin").read_bytes()
    assert service_worker.do(SetPin("1234")) == JobFailed("easy_pin")
    (tmp_path / "service-pin.new").mkdir()
    assert service_worker.do(SetPin("2580")) == JobFailed(why="the PIN cannot be saved (Is a directory)")
    assert (tmp_path / "service-pin").read_bytes() == before
    assert "2580" not in caplog.text


def test_what_is_set_is_kept_and_lies_over_what_was_set_before(service_worker: ServiceWorker, desk: Desk) -> None:
    changed = service_worker.do(ChangeSettings({"screen.brightness": "70"}))
    assert isinstance(changed, SettingsChanged)
    assert changed.kept
    assert (changed.settings.house.brightness, changed.settings.house.volume) == (70, 30)
    switched = service_worker.do(ChangeSettings({"screen.contrast": "true", "screen.calm": "true"}))
    assert isinstance(switched, SettingsChanged)
    assert (switched.settings.house.contrast, switched.settings.house.calm) == (True, True)
    assert switched.facts.values["screen.contrast"] == "true"
    service_worker.do(ChangeSettings({"screen.calm": "false"}))
    service_worker.do(ChangeSettings({"language.offered": "de,fr", "language.default": "de"}))
    service_worker.do(ChangeSettings({"hours.opens": "10:00", "hours.closes": "22:00"}))
    kept = overlaid(desk.configured, desk.kept)
    assert kept.fault is None
    assert kept.settings.screen.brightness == 70
    assert (kept.settings.screen.contrast, kept.settings.screen.calm) == (True, False)
    assert kept.settings.sound.volume == 30
    assert kept.settings.language.offered == ("de", "fr")
    assert kept.settings.hours.closes == "22:00"


def test_what_a_finger_pulls_is_in_force_at_once_and_written_once(
    service_worker: ServiceWorker, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Path] = []

    def count(file: Path, changes: Changes) -> None:
        written.append(file)
        save(file, changes)

    monkeypatch.setattr("kiosk.service.worker.save", count)
    volumes = []
    for value, stored in (("40", False), ("50", False), ("60", False), ("60", True)):
        changed = service_worker.do(ChangeSettings({"sound.volume": value}, stored))
        assert isinstance(changed, SettingsChanged)
        volumes.append(changed.settings.house.volume)
    assert volumes == [40, 50, 60, 60]
    assert written == [desk.kept]
    assert overlaid(desk.configured, desk.kept).settings.sound.volume == 60


def test_a_setting_that_goes_back_to_the_files_follows_it_again(desk: Desk) -> None:
    louder = structs.replace(desk.configured, sound=structs.replace(desk.configured.sound, volume=90))
    worker = ServiceWorker(structs.replace(desk, configured=louder, changes={}), lambda _: None)
    changed = worker.do(ChangeSettings({"sound.volume": "40"}))
    assert isinstance(changed, SettingsChanged)
    assert changed.facts.file_values == {"sound.volume": "90"}
    assert set_at_table(louder, desk.kept) == (("sound.volume", "40", "90"),)
    worker.do(ChangeSettings({"game.preset": "wikipedia"}))
    changed = worker.do(ChangeSettings({"sound.volume": "90"}))
    assert isinstance(changed, SettingsChanged)
    assert (changed.settings.house.volume, {*changed.facts.file_values}) == (90, {"game.preset"})
    assert overlaid(desk.configured, desk.kept).changes == {"game": {"preset": "wikipedia"}}


def test_house_rules_are_kept_and_deleted_as_a_whole(service_worker: ServiceWorker, desk: Desk) -> None:
    friday = {"game": "cards", "preset": "nordic_is", "house false_stop": "ignore"}
    for kept in ({"Friday": friday, "Été d'or": friday}, {"Friday": friday}, {}):
        told = service_worker.do(ChangeSettings({"game.house_rules": json.dumps(kept)}))
        assert isinstance(told, SettingsChanged)
        assert (told.kept, told.settings.house_rules) == (True, kept)
        assert json.loads(told.facts.values["game.house_rules"]) == kept
        assert overlaid(desk.configured, desk.kept).settings.game.house_rules == kept  # as after a restart


@pytest.mark.parametrize("name", ["", "x" * 13, "a\nb", "-", "a_b", "junior"])
def test_a_bad_name_of_house_rules_is_not_set(service_worker: ServiceWorker, name: str) -> None:
    friday = {"game": "cards", "preset": "nordic_is"}
    told = service_worker.do(ChangeSettings({"game.house_rules": json.dumps({name: friday})}))
    assert told == JobFailed()


def test_the_administrators_house_rules_stay_theirs(desk: Desk) -> None:
    recycle = {"game": "cards", "preset": "nordic_is", "house recycle": "shuffle"}
    ignore = {"game": "cards", "preset": "nordic_is", "house false_stop": "ignore"}
    theirs = structs.replace(desk, configured=_with_house_rules(desk.configured, {"Club": recycle}))
    worker = ServiceWorker(theirs, lambda _: None)
    told = worker.do(ChangeSettings({"game.house_rules": json.dumps({"Club": recycle, "Friday": ignore})}))
    assert isinstance(told, SettingsChanged)
    assert told.settings.house_rules == {"Club": recycle, "Friday": ignore}
    assert told.facts.fixed_rules == {"Club"}
    changed = _with_house_rules(desk.configured, {"Club": ignore})
    assert overlaid(changed, desk.kept).settings.game.house_rules == {"Club": ignore, "Friday": ignore}


def test_house_rules_in_place_of_the_administrators_can_be_deleted(desk: Desk) -> None:
    recycle = {"game": "cards", "preset": "nordic_is", "house recycle": "shuffle"}
    ignore = {"game": "cards", "preset": "nordic_is", "house false_stop": "ignore"}
    theirs = structs.replace(
        desk,
        configured=_with_house_rules(desk.configured, {"Club": recycle}),
        changes={"game": {"house_rules": {"Club": ignore}}},
    )
    worker = ServiceWorker(theirs, lambda _: None)
    opened = worker.do(CheckPin("4711"))
    assert isinstance(opened, GateAnswer)
    assert opened.facts is not None
    assert opened.facts.fixed_rules == frozenset()
    told = worker.do(ChangeSettings({"game.house_rules": "{}"}))
    assert isinstance(told, SettingsChanged)
    assert told.settings.house_rules == {"Club": recycle}


def _with_house_rules(settings: Settings, kept: dict[str, dict[str, str]]) -> Settings:
    return structs.replace(settings, game=structs.replace(settings.game, house_rules=kept))


def test_a_table_closed_by_the_staff_is_closed_until_its_next_opening_also_after_a_restart(
    service_worker: ServiceWorker, desk: Desk
) -> None:
    told = service_worker.do(CloseNow())
    assert isinstance(told, JobDone)
    assert told.facts is not None
    assert (told.note, told.facts.closed_now, told.facts.is_open) == ("closed_now", True, False)
    assert read_closed(desk.closed) == "2026-11-22T10:00:00+00:00"
    told = service_worker.do(OpenAgain())
    assert isinstance(told, JobDone)
    assert told.facts is not None
    assert (told.note, told.facts.closed_now, told.facts.is_open) == ("opened_again", False, True)
    assert read_closed(desk.closed) == ""


@pytest.mark.parametrize("text", ["", "tomorrow", "2026-13-01", "x" * 200])
def test_a_bad_file_closes_no_table(tmp_path: Path, text: str) -> None:
    (tmp_path / "closed-until").write_text(text)
    assert read_closed(tmp_path / "closed-until") == ""


def test_the_names_of_editions_are_told_in_every_language_that_is_offered(service_worker: ServiceWorker) -> None:
    told = service_worker.do(ChangeSettings({"language.offered": "de,fr", "language.default": "de"}))
    assert isinstance(told, SettingsChanged)
    assert {"Nordic", "Nordisch", "Nordique", "For children", "With 100 points"} <= told.facts.edition_names
    assert "Nordica" not in told.facts.edition_names


def test_what_makes_no_sense_is_not_set(service_worker: ServiceWorker, desk: Desk) -> None:
    for values in (
        {"sound.volume": "loud"},
        {"sound.volume": "101"},
        {"records.names": "false"},
        {"hours.opens": "9:00"},
    ):
        assert service_worker.do(ChangeSettings(values)) == JobFailed()
    assert not desk.kept.exists()
    assert isinstance(service_worker.do(ChangeSettings({"sound.volume": "10"})), SettingsChanged)


def test_a_disk_that_keeps_nothing_is_told_and_the_setting_holds(
    service_worker: ServiceWorker, monkeypatch: Any
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    changed = service_worker.do(ChangeSettings({"sound.volume": "10"}))
    assert isinstance(changed, SettingsChanged)
    assert not changed.kept
    assert changed.settings.house.volume == 10


def test_every_key_of_the_staff_is_told_as_text() -> None:
    told = current(load())
    assert set(told) == set(setting_keys())
    assert told["language.offered"] == ",".join(installed())
    assert told["hours.opens"] == ""


@pytest.fixture
def root(desk: Desk) -> Iterator[int]:
    """The pipe's end of whoever grants wishes."""
    reading = os.open(desk.wishes, os.O_RDWR | os.O_NONBLOCK)
    yield reading
    os.close(reading)


def test_a_wish_is_a_line_and_only_those_that_are_known_are_made(service_worker: ServiceWorker, root: int) -> None:
    assert service_worker.do(AskRoot("../4711")) == JobFailed()
    assert service_worker.do(AskRoot("poweroff")) is None
    assert os.read(root, 100) == b"poweroff\n"


def test_the_clock_is_set_by_root_alone_and_for_a_day_forgets_nobody(
    service_worker: ServiceWorker, desk: Desk, root: int, monkeypatch: Any, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("kiosk.service.table_clock.set_by_network", lambda: False)
    monkeypatch.setattr("kiosk.service.table_clock._SET_S", 0.0)
    failed = service_worker.do(SetClock("2031-05-06T20:00"))
    assert isinstance(failed, JobFailed)
    assert failed.why.startswith("root has not set the clock")
    assert os.read(root, 100) == b"clock 2031-05-06T20:00\n"
    wanted = datetime.fromisoformat("2031-05-06T20:00").astimezone()
    assert was_set_today(desk.kept.parent / "journal", wanted)
    for module in ("worker", "table_clock"):
        monkeypatch.setattr(f"kiosk.service.{module}.local_time", lambda: wanted)
    done = service_worker.do(SetClock("2031-05-06T20:00"))
    assert isinstance(done, JobDone)
    assert done.facts is not None
    assert (done.note, done.facts.moment) == ("clock_set", "2031-05-06T20:00")
    assert "the clock was set in the service menu" in caplog.text


def test_a_clock_that_the_network_sets_is_left_alone(
    service_worker: ServiceWorker, root: int, monkeypatch: Any
) -> None:
    monkeypatch.setattr("kiosk.service.table_clock.set_by_network", lambda: True)
    opened = service_worker.do(CheckPin("4711"))
    assert isinstance(opened, GateAnswer)
    assert opened.facts is not None
    assert opened.facts.settable == ("", "")
    assert service_worker.do(SetClock("2031-05-06T20:00")) == JobFailed("clock_by_network")
    with pytest.raises(BlockingIOError):
        os.read(root, 100)


def test_who_sets_the_clock_is_asked_once_for_many_settings(
    service_worker: ServiceWorker, root: int, monkeypatch: Any
) -> None:
    asked: list[bool] = []
    monkeypatch.setattr("kiosk.service.table_clock.set_by_network", lambda: bool(asked.append(True)))
    for volume in ("10", "20", "30"):
        changed = service_worker.do(ChangeSettings({"sound.volume": volume}))
        assert isinstance(changed, SettingsChanged)
        assert all(changed.facts.settable)
    assert asked == [True]


def test_a_full_pipe_blocks_no_table(service_worker: ServiceWorker, desk: Desk, root: int) -> None:
    writing = os.open(desk.wishes, os.O_WRONLY | os.O_NONBLOCK)
    with pytest.raises(BlockingIOError):
        all(os.write(writing, bytes(4096)) for _ in itertools.count())
    os.close(writing)
    assert service_worker.do(AskRoot("poweroff")) == JobFailed()


def test_a_pipe_that_nobody_reads_blocks_no_table(service_worker: ServiceWorker) -> None:
    assert service_worker.do(AskRoot("poweroff")) == JobFailed()


def test_where_nobody_grants_wishes_none_are_offered(desk: Desk) -> None:
    desk.wishes.unlink()
    service_worker = ServiceWorker(desk, lambda _: None)
    opened = service_worker.do(CheckPin("4711"))
    assert isinstance(opened, GateAnswer)
    assert opened.facts is not None
    assert opened.facts.root_requests == ()
    assert service_worker.do(AskRoot("poweroff")) == JobFailed()


@pytest.mark.process
def test_the_doctor_is_asked_in_a_process_of_its_own(desk: Desk, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    monkeypatch.setenv("KIOSK_RUNTIME_DIR", str(tmp_path))
    bad = tmp_path / "table.toml"
    bad.write_text((CONFIGS / "two_seats.toml").read_text() + "\n[sound]\nvolume = 700\n")
    service_worker = ServiceWorker(structs.replace(desk, file=bad, changes={}), lambda _: None)
    found = service_worker.do(RunDoctor())
    assert isinstance(found, DoctorFindings)
    grades = [grade for grade, *_ in found.findings]
    assert grades == sorted(grades, key=("fault", "warning", "note").index)
    (fault,) = (finding for finding in found.findings if "sound.volume" in finding.what)
    assert (fault.grade, fault.advice) == ("fault", Advice.ADMINISTRATOR)


def test_without_a_stick_nothing_is_carried_and_that_is_said(service_worker: ServiceWorker) -> None:
    for what in ("scores", "report", "backup", "restore"):
        assert service_worker.do(UseStick(what)) == JobFailed("no_stick")
    assert service_worker.do(FindBackup()) == JobFailed("no_stick")


@pytest.mark.process
def test_scores_report_and_backup_go_onto_the_stick_and_the_backup_comes_back(
    service_worker: ServiceWorker, desk: Desk, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setenv("KIOSK_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(Path, "is_mount", lambda path: path == desk.stick)
    monkeypatch.chdir(Path(__file__).parents[2])
    desk.stick.mkdir()
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "service.toml").write_text("[sound]\nvolume = 7\n")
    nothing = service_worker.do(UseStick("restore"))
    assert isinstance(nothing, JobFailed)
    assert "there is no backup of a kiosk" in nothing.why, "as it is said on the command line"
    nothing = service_worker.do(FindBackup())
    assert isinstance(nothing, JobFailed)
    assert "there is no backup of a kiosk" in nothing.why
    for what in ("scores", "report", "backup"):
        assert _note(service_worker.do(UseStick(what))) == "saved"
    assert service_worker.do(UseStick("restore")).note == "restored", "nobody reads the pipe"
    assert list((tmp_path / "state").glob("restore-*/this-boot")), "a power cut cancels it"
    clear_the_leaderboard_and_undo_it(service_worker)
    assert service_worker.do(CountToday()) == TodayCounted(30, 2, 3)
    found = service_worker.do(FindBackup())
    assert isinstance(found, BackupFound)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", found.made)
    (scores,) = desk.stick.glob("ligretto-scores-*.csv")
    assert "name,several,rounds" in scores.read_text()
    assert list(desk.stick.glob("ligretto-backup-*/service.toml"))
    assert list(desk.stick.glob("*.zip"))
    assert len(list(desk.stick.iterdir())) == 3


def test_a_restore_restarts_the_table_or_waits_until_it_is_cancelled(
    service_worker: ServiceWorker, desk: Desk, monkeypatch: Any
) -> None:
    desk.stick.mkdir()
    monkeypatch.setattr(Path, "is_mount", lambda path: path == desk.stick)
    monkeypatch.setattr(service_worker, "_kiosk", lambda *_, within: CompletedProcess([], 0, b"", b""))
    ready = desk.kept.parent / "restore-2026-11-20-220100"
    ready.mkdir()
    manifest = Manifest(1, "1.2.3", "2026-11-20T22:01:44", ())
    (ready / "manifest.json").write_bytes(manifest.text())
    waits = service_worker.do(UseStick("restore"))
    assert isinstance(waits, JobDone)
    assert waits.facts is not None
    assert (waits.note, waits.facts.restore) == ("restored", "2026-11-20 22:01")
    reading = os.open(desk.wishes, os.O_RDWR | os.O_NONBLOCK)
    restarts = service_worker.do(UseStick("restore"))
    assert isinstance(restarts, JobDone)
    assert (restarts.note, os.read(reading, 100)) == ("restoring", b"restart-table\n")
    os.close(reading)
    cancelled = service_worker.do(CancelRestore())
    assert isinstance(cancelled, JobDone)
    assert cancelled.facts is not None
    assert (cancelled.note, cancelled.facts.restore, ready.exists()) == ("restore_cancelled", "", False)


def test_unwanted_names_come_from_the_stick_and_are_counted(
    service_worker: ServiceWorker, desk: Desk, monkeypatch: Any
) -> None:
    assert service_worker.do(TakeUnwantedNames()) == JobFailed("no_stick")
    desk.stick.mkdir()
    monkeypatch.setattr(Path, "is_mount", lambda path: path == desk.stick)
    failed = service_worker.do(TakeUnwantedNames())
    assert isinstance(failed, JobFailed)
    assert "there is no unwanted.txt" in failed.why
    (desk.stick / "unwanted.txt").write_text("one\ntwo\n")
    for job, count in ((TakeUnwantedNames(), 2), (RemoveUnwantedNames(), 0)):
        changed = service_worker.do(job)
        assert isinstance(changed, SettingsChanged)
        assert changed.facts.unwanted == count


def test_a_stick_that_is_pulled_while_something_is_written_has_taken_nothing(
    service_worker: ServiceWorker, desk: Desk, monkeypatch: Any
) -> None:
    """Files written to the empty mount point are only in memory: they must not count as saved on the stick."""
    there = [True, False]
    desk.stick.mkdir()
    monkeypatch.setattr(Path, "is_mount", lambda _: there.pop(0))
    monkeypatch.setattr(service_worker, "_kiosk", lambda *_, within: CompletedProcess([], 0, b"name,rounds", b""))
    assert service_worker.do(UseStick("scores")) == JobFailed("no_stick")
    assert not there


@pytest.mark.process
def test_on_the_last_good_configuration_scores_are_carried_and_reset(
    desk: Desk, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    monkeypatch.setattr(Path, "is_mount", lambda path: path == desk.stick)
    desk.stick.mkdir()
    keep(desk.configured)
    (tmp_path / "table.toml").write_text("bad")
    service_worker = ServiceWorker(structs.replace(desk, file=tmp_path / "table.toml"), lambda _: None)
    clear_the_leaderboard_and_undo_it(service_worker)
    assert service_worker.do(CountToday()) == TodayCounted(30, 2, 3)
    assert _note(service_worker.do(UseStick("scores"))) == "saved"


@pytest.mark.process
def test_a_table_that_ends_waits_for_no_stick(desk: Desk, tmp_path: Path, monkeypatch: Any) -> None:
    began, slow = tmp_path / "began", tmp_path / "slow"
    slow.write_text(f"#!/bin/sh\necho > {began}\nexec sleep 600\n")
    slow.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(slow))
    answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
    service_worker = ServiceWorker(desk, answers.put)
    service_worker.start()
    service_worker.ask(RunDoctor())
    service_worker.ask(RunDoctor())
    until(began.exists)
    service_worker.close()
    assert [answers.get(timeout=LIMIT_S) for _ in range(2)] == [DoctorFailed(), DoctorFailed()], (
        "and nothing begins any more"
    )


@pytest.mark.usefixtures("root")
def test_the_thread_answers_one_after_the_other_and_ends(desk: Desk) -> None:
    answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
    service_worker = ServiceWorker(desk, answers.put)
    service_worker.start()
    for job in (AskGate(), CheckPin("0001"), AskRoot("poweroff"), CheckPin("4711")):
        service_worker.ask(job)
    assert [answers.get(timeout=LIMIT_S).verdict for _ in range(3)] == ["ask", "wrong", "open"]
    service_worker.close()
    assert answers.empty()


@pytest.mark.process
def test_scores_on_the_stick_open_in_the_spreadsheet_of_the_house(desk: Desk, tmp_path: Path, monkeypatch: Any) -> None:
    """In English: with commas, as above."""
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setattr(Path, "is_mount", lambda path: path == desk.stick)
    monkeypatch.chdir(Path(__file__).parents[2])
    desk.stick.mkdir()
    house = structs.replace(desk.configured.language, default="de")
    there = structs.replace(desk, configured=structs.replace(desk.configured, language=house))
    assert _note(ServiceWorker(there, lambda _: None).do(UseStick("scores"))) == "saved"
    (scores,) = desk.stick.glob("ligretto-scores-*.csv")
    assert scores.read_bytes().startswith(b"\xef\xbb\xbfgame;")


def test_a_backup_without_the_damaged_results_is_told_to_the_staff(
    service_worker: ServiceWorker, desk: Desk, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setattr(Path, "is_mount", lambda path: path == desk.stick)
    monkeypatch.chdir(Path(__file__).parents[2])
    desk.stick.mkdir()
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "results.sqlite").write_bytes(b"no database at all " * 300)
    failed = service_worker.do(UseStick("backup"))
    assert isinstance(failed, JobFailed)
    assert failed.why.startswith("The backup is there, but not whole: ")


def clear_the_leaderboard_and_undo_it(service_worker: ServiceWorker) -> None:
    for job, note in ((ClearLeaderboard(), "leaderboard_cleared"), (RestoreLeaderboard(), "leaderboard_restored")):
        done = service_worker.do(job)
        assert isinstance(done, JobDone)
        assert done.facts is not None
        assert (done.note, done.facts.cleared) == (note, isinstance(job, ClearLeaderboard))


@pytest.mark.process
def test_settings_do_not_wait_for_an_examination(desk: Desk, tmp_path: Path, monkeypatch: Any) -> None:
    began, slow = tmp_path / "began", tmp_path / "slow"
    slow.write_text(f"#!/bin/sh\necho > {began}\nexec sleep 600\n")
    slow.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(slow))
    answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
    service_worker = ServiceWorker(desk, answers.put)
    service_worker.start()
    service_worker.ask(RunDoctor())
    until(began.exists)
    service_worker.ask(ChangeSettings({"sound.volume": "30"}))
    assert isinstance(answers.get(timeout=LIMIT_S), SettingsChanged)
    service_worker.close()
    assert answers.get(timeout=LIMIT_S) == DoctorFailed()

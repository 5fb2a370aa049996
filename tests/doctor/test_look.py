"""The view of table and display with their own privileges: in this process, or as the user of a service."""

from __future__ import annotations

import os
import pwd
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kiosk.config.loader import CONFIGS, parse
from kiosk.doctor.facts import BoardFacts, FolderFacts, PinFacts, Right, Seen, TouchPanelFacts, WindowFacts
from kiosk.doctor.look import Task, look, look_as, task_of, together
from kiosk.doctor.services import ServiceFacts

GPIO = (CONFIGS / "two_seats.toml").read_text() + '\n[hardware]\nkind = "gpio"\npin_factory = "lgpio"\n'


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folders of this test's kiosk."""
    for name, variable in (("run", "KIOSK_RUNTIME_DIR"), ("state", "KIOSK_STATE_DIR"), ("kivy", "KIVY_HOME")):
        (tmp_path / name).mkdir()
        monkeypatch.setenv(variable, str(tmp_path / name))
    for part in ("table", "display"):
        (tmp_path / "run" / part).mkdir()
    monkeypatch.delenv("LG_WD", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    return tmp_path


def purposes(seen: Seen) -> list[str]:
    return [place.purpose for place in seen.places]


def test_a_person_runs_both_parts(folders: Path) -> None:
    seen = look(Task(configuration=GPIO))
    assert purposes(seen) == ["sockets", "results", "folder of Kivy (the picture)", "lgpio's pipe"]
    assert [right.group for right in seen.rights] == ["gpio", "dialout", "input", "video", "render"]
    assert {right.group for right in seen.rights if right.needed} == {"gpio", "video", "render"}
    assert seen.places[-1].path == str(Path.cwd())
    assert seen.places[0].movable
    assert {place.error for place in seen.places} == {None}


@pytest.mark.parametrize(
    ("part", "groups", "places"),
    [
        ("table", ["gpio", "dialout"], ["sockets", "results", "lgpio's pipe"]),
        (
            "display",
            ["input", "video", "render", "audio", "video"],
            ["sockets", "folder of Kivy (the picture)"],
        ),
    ],
)
def test_a_service_uses_the_devices_and_folders_of_its_part(
    folders: Path, part: str, groups: list[str], places: list[str]
) -> None:
    seen = look(Task((part,), service=f"ligretto-{part}", folder=str(folders), configuration=GPIO))
    assert [right.group for right in seen.rights] == groups
    assert purposes(seen) == places
    assert seen.places[0].path == str(folders / "run" / part)
    assert {right.service for right in seen.rights} | {place.service for place in seen.places} == {f"ligretto-{part}"}
    assert not any(place.movable for place in seen.places)


def test_what_systemd_makes_when_the_service_starts_is_not_missed_before(folders: Path) -> None:
    (folders / "state").rmdir()
    (folders / "run/table").rmdir()
    seen = look(Task(("table",), service="ligretto-table", folder=str(folders / "absent"), configuration=GPIO))
    assert purposes(seen) == []
    assert purposes(look(Task(("table",), configuration=GPIO))) == ["sockets", "results", "lgpio's pipe"]


def test_a_pipe_lies_where_lgpio_is_told_to_put_it(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LG_WD", str(folders / "kivy"))
    assert look(Task(("table",), configuration=GPIO)).places[-1].path == str(folders / "kivy")


def test_sockets_need_next_to_no_room(folders: Path) -> None:
    rooms = {place.purpose: place.room for place in look(Task(configuration=GPIO)).places}
    assert rooms["sockets"] == rooms["lgpio's pipe"]
    assert rooms["sockets"].scarce < rooms["folder of Kivy (the picture)"].scarce < rooms["results"].scarce
    assert rooms["sockets"].scarce < 10 << 20


def test_without_a_configuration_the_machine_is_looked_at_all_the_same(folders: Path) -> None:
    seen = look(Task(idle=True))
    assert (seen.screen, seen.pins, seen.boards) == (None, None, None)
    assert purposes(seen) == ["sockets", "results", "folder of Kivy (the picture)"]


def test_what_is_in_use_is_opened_by_nobody(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []
    monkeypatch.setattr("kiosk.doctor.devices.screen", lambda _: opened.append("screen"))
    monkeypatch.setattr("kiosk.doctor.devices.sound", lambda _: opened.append("sound"))
    monkeypatch.setattr("kiosk.doctor.look.read_pins", lambda *_: opened.append("pins"))
    monkeypatch.setattr("kiosk.doctor.look.find_boards", lambda _: opened.append("boards"))
    look(Task(configuration=GPIO))
    assert opened == []
    look(Task(idle=True, configuration=GPIO))
    assert sorted(opened) == ["boards", "pins", "screen", "sound"]


def service(folders: Path, user: str) -> ServiceFacts:
    environment = {"KIOSK_RUNTIME_DIR": str(folders / "run"), "KIVY_HOME": str(folders / "kivy")}
    return ServiceFacts("ligretto-display", "display", user, folders, environment, active=True, rtprio=0, devices=None)


@pytest.fixture
def became(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """The requested user of a started process, which really runs as this user: only root may change it."""
    became: dict[str, object] = {}
    run = subprocess.run

    def run_as_oneself(command: list[str], **how: Any) -> object:
        became.update({name: how.pop(name) for name in ("user", "group", "extra_groups", "start_new_session")})
        became["env"] = how["env"]
        return run(command, check=how.pop("check"), **how)

    monkeypatch.setattr(subprocess, "run", run_as_oneself)
    return became


@pytest.mark.process
def test_root_has_the_services_user_look(folders: Path, became: dict[str, object]) -> None:
    daemon = pwd.getpwnam("daemon")
    seen = look_as(service(folders, "daemon"), idle=True, settings=parse(GPIO))
    assert (became["user"], became["group"], became["start_new_session"]) == (daemon.pw_uid, daemon.pw_gid, True)
    assert became["extra_groups"] == os.getgrouplist("daemon", daemon.pw_gid)
    environment = became["env"]
    assert isinstance(environment, dict)
    assert set(environment) == {"PATH", "LANG", "HOME", "KIOSK_RUNTIME_DIR", "KIVY_HOME", "KIOSK_STATE_DIR"}
    assert seen.unknown == ()
    assert purposes(seen) == ["sockets", "folder of Kivy (the picture)"]
    assert seen.screen is None, "the service may have it"
    assert list((folders / "kivy").iterdir()) == []


@pytest.mark.process
@pytest.mark.parametrize("program", ["/bin/echo", "/bin/false", "/bin/absent"])
@pytest.mark.usefixtures("became")
def test_an_answer_that_is_none_is_told_and_not_believed(
    folders: Path, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    monkeypatch.setattr(sys, "executable", program)
    (told,) = look_as(service(folders, "daemon"), idle=False, settings=None).unknown
    assert told.startswith("the devices of ligretto-display: ")


def test_a_user_that_is_not_there_is_told(folders: Path) -> None:
    (told,) = look_as(service(folders, "nobody-of-this-name"), idle=False, settings=None).unknown
    assert "nobody-of-this-name" in told


def test_what_several_users_see_is_one_picture() -> None:
    right, place = Right("GPIO chips", "gpio", "gpio"), FolderFacts("/run", "sockets")
    table = Seen(pins=PinFacts("chip"), boards=BoardFacts(), rights=(right,), places=(place,), unknown=("a",))
    screen = WindowFacts("KMSDRM")
    display = Seen(
        screen=screen, panels=(TouchPanelFacts("/dev/x", "x", readable=True),), rights=(right,), places=(place,)
    )
    seen = together([table, display])
    assert seen == Seen(screen, display.panels, table.pins, table.boards, (right,) * 2, (place,) * 2, ("a",))
    assert together([]) == Seen()


def test_a_service_that_may_have_its_devices_leaves_them_alone(folders: Path) -> None:
    settings, active = parse(GPIO), service(folders, "daemon")
    task = task_of(replace(active, active=False), idle=True, settings=settings)
    assert (task.idle, task.parts, task.folder) == (True, ("display",), str(folders))
    assert parse(task.configuration) == settings
    assert not task_of(active, idle=True, settings=settings).idle
    assert not task_of(replace(active, active=False), idle=False, settings=None).idle

"""The appliance's units and scripts in the source tree, checked by systemd's own tools without booting."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.appliance

ROOT = Path(__file__).parents[2]
FILES = ROOT / "systemd/files"
UNITS = FILES / "etc/systemd/system"
SYSTEMD = Path("/lib/systemd/system")
SERVICES = sorted(path.name for path in UNITS.glob("*.service"))
SET_UPS = {"trial-of-ligretto.service", "configuration-of-ligretto.service"}
"""Not services of the kiosk: the administrator's own set-up, after a power cut, or with a stick's configuration."""
PLAYING = ("ligretto-table.service", "ligretto-display.service")
SCRIPTS = ["setup", "appliance", "first-boot", "take-configuration", "files/usr/local/bin/kiosk"]
PROGRAMS = ["show-picture", "grant-wishes", "mount-stick"]
"""Python programs; ruff checks them."""
EXPOSURE = 15
"""The largest permitted exposure level in tenths: 1.5 of 10."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A system with these units and systemd's own, and a placeholder for each program that is started."""
    shutil.copytree(FILES, tmp_path, symlinks=True, dirs_exist_ok=True)
    shutil.copytree(SYSTEMD, tmp_path / "usr/lib/systemd/system", symlinks=True)
    (tmp_path / "lib").symlink_to("usr/lib")
    for program in programs():
        stand_in = tmp_path / program.lstrip("/")
        stand_in.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy("/bin/true", stand_in)
    return tmp_path


def programs() -> Iterator[str]:
    for unit in (path for path in UNITS.iterdir() if path.is_file()):
        yield from re.findall(r"^Exec\w+=(/\S+)", unit.read_text(), re.MULTILINE)


def units() -> list[str]:
    names = [path.name for path in UNITS.iterdir() if path.is_file() and path.stat().st_size]  # an empty one masks
    return [name.replace("@.", "@ligretto-table.") for name in names]


def analyze(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, check=False, timeout=60)


def judgement(root: Path, name: str) -> dict[str, str]:
    """Return ✓ or ✗ for each of the service's restrictions."""
    ended = analyze("security", "--offline=yes", f"--root={root}", "--no-pager", name)
    return {line.split()[1]: line[0] for line in ended.stdout.splitlines() if line[:1] in "✓✗" and line.split()}


def verified(root: Path) -> "subprocess.CompletedProcess[str]":
    return analyze("verify", f"--root={root}", "--recursive-errors=no", *units())


def test_systemd_finds_nothing_to_say_about_the_units(root: Path) -> None:
    ended = verified(root)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_systemd_finds_nothing_to_say_about_the_unit_of_the_first_start(root: Path) -> None:
    name = "first-boot-of-ligretto.service"  # ligretto-*.service are locked down, and uninstalled
    unit = (ROOT / "systemd/first-boot.service").read_text()
    (root / "etc/systemd/system" / name).write_text(unit)
    for program in re.findall(r"^ExecStart=(\S+)", unit, re.MULTILINE):
        (root / program.lstrip("/")).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy("/bin/true", root / program.lstrip("/"))
    ended = analyze("verify", f"--root={root}", "--recursive-errors=no", name)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("before", "after"),
    [("WatchdogSec=10", "WatchDogSec=10"), ("-X faulthandler", '"'), ("/venv/bin/python", "/venv/bin/nothing")],
)
def test_a_mistake_in_a_unit_is_found(root: Path, before: str, after: str) -> None:
    unit = root / "etc/systemd/system/ligretto-table.service"
    unit.write_text(unit.read_text().replace(before, after))
    ended = verified(root)
    assert ended.returncode != 0
    assert "ligretto-table.service" in ended.stderr


@pytest.mark.parametrize("name", [name for name in SERVICES if name not in SET_UPS])
def test_no_service_is_exposed_by_more_than_one_and_a_half_of_ten(root: Path, name: str) -> None:
    ended = analyze("security", "--offline=yes", f"--threshold={EXPOSURE}", f"--root={root}", "--no-pager", name)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "Overall exposure level" in ended.stdout


def test_a_service_with_all_rights_would_be_told(root: Path) -> None:
    shutil.rmtree(root / "etc/systemd/system/ligretto-.service.d")
    ended = analyze("security", "--offline=yes", f"--threshold={EXPOSURE}", f"--root={root}", "--no-pager", PLAYING[0])
    assert ended.returncode != 0


@pytest.mark.parametrize("name", [*PLAYING, "ligretto-venue.service"])
def test_who_knows_a_card_is_in_no_network_and_has_no_sockets_but_of_this_machine(root: Path, name: str) -> None:
    judged = judgement(root, name)
    for right in ("PrivateNetwork=", "IPAddressDeny=", "RestrictAddressFamilies=~AF_(INET|INET6)"):
        assert judged[right] == "✓", judged


@pytest.mark.parametrize(("name", "may"), [("ligretto-table.service", False), ("ligretto-display.service", True)])
def test_the_display_alone_may_listen_to_udev(root: Path, name: str, may: bool) -> None:
    """Without netlink, SDL crashes on a screen without a desktop."""
    assert (judgement(root, name)["RestrictAddressFamilies=~AF_NETLINK"] == "✗") == may


def test_the_picture_at_the_start_may_switch_the_text_console_off(root: Path) -> None:
    judged = judgement(root, "ligretto-boot-picture.service")
    assert judged["CapabilityBoundingSet=~CAP_SYS_TTY_CONFIG"] == "✗"


@pytest.mark.parametrize("name", [name for name in SERVICES if name.startswith("ligretto-")])
def test_no_unit_sets_what_the_drop_in_of_all_services_sets_again(name: str) -> None:
    """It would have no effect: that drop-in is read later. RestrictAddressFamilies is additive."""
    common = keys("ligretto-.service.d/locked-down.conf") - {"RestrictAddressFamilies"}
    assert keys(name) & common == set()


def keys(file: str) -> set[str]:
    """Return the names of the settings in a file."""
    return set(re.findall(r"^(\w+)=", (UNITS / file).read_text(), re.MULTILINE))


def settings(unit: str, setting: str) -> list[str]:
    """Return the unit's values of the setting, line by line."""
    return re.findall(rf"^{setting}=(.*)", (UNITS / unit).read_text(), re.MULTILINE)


@pytest.mark.parametrize(
    ("unit", "devices"),
    [
        ("ligretto-table.service", {"char-gpiochip", "char-166", "char-188"}),
        ("ligretto-display.service", {"char-226", "char-13", "char-116"}),
    ],
)
def test_a_service_has_its_devices_also_where_their_driver_is_loaded_after_it_has_started(
    unit: str, devices: set[str]
) -> None:
    """A group's name is resolved when the service starts; only gpiochip certainly exists by then."""
    assert settings(unit, "DevicePolicy") == ["closed"]
    assert set(settings(unit, "DeviceAllow")) == {f"{device} rw" for device in devices}


@pytest.mark.parametrize("name", SCRIPTS)
def test_shellcheck_finds_nothing_to_say_about_the_scripts(name: str) -> None:
    command = ["shellcheck", "--external-sources", "--check-sourced", f"systemd/{name}"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert (ended.returncode, ended.stdout) == (0, "")


def test_every_script_can_be_run_and_is_looked_at() -> None:
    folder = ROOT / "systemd"
    scripts = [path for path in folder.rglob("*") if path.is_file() and path.read_bytes()[:2] == b"#!"]
    assert sorted(str(path.relative_to(folder)) for path in scripts) == sorted([*SCRIPTS, *PROGRAMS])
    assert all(path.stat().st_mode & 0o111 for path in scripts)

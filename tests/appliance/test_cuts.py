"""An upgrade is cut before each of its steps, or each of its steps fails: afterwards one complete release runs.

The script itself, in Debian's own file tree, where systemd, Python's installer and the clock are fakes.
"""

import itertools
import logging
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rig.appliance import debian, source

pytestmark = [pytest.mark.appliance, pytest.mark.slow, pytest.mark.timeout(1800)]

log = logging.getLogger(__name__)

HOME = "opt/ligretto-kiosk"
STEPS = ("cp", "install", "ln", "mkdir", "mktemp", "mv", "rm", "sync", "systemctl")
"""Commands that change something."""

_STEP = """#!/bin/sh
step=$(($(cat /root/step) + 1))
echo $step >/root/step
if [ "$step" = "$(cat /root/trouble)" ]; then
    if [ -e /root/cut ]; then kill -KILL 0; else echo "{name}: No space left on device" >&2; exit 1; fi
fi
exec {program} "$@"
"""
_STAND_INS = {
    "usr/sbin/apt-cache": "",
    "usr/sbin/apt-get": "",
    "usr/sbin/dpkg": "",
    "usr/sbin/dpkg-query": "printf installed",
    "usr/sbin/journalctl": "",
    "usr/sbin/sleep": "",
    "usr/sbin/udevadm": "exit 1",
    "usr/sbin/python3": """
        case "$*" in "-m venv"*)
            for folder; do :; done
            mkdir -p "$folder/bin"
            printf '#!/bin/sh\\n' | tee "$folder/bin/python" >"$folder/bin/kiosk"
            chmod +x "$folder/bin"/*
            exit ;;
        esac
        exec /usr/bin/python3 "$@"
        """,
    # A release with a file ``bad`` never becomes ready.
    "root/systemctl": """
        bad=$(cat /opt/ligretto-kiosk/current/kiosk/bad 2>/dev/null)
        case "$*" in
        *NRestarts*) echo "${bad:-0}" ;;
        *is-active*) test -z "$bad" ;;
        *is-enabled*) exit 1 ;;
        esac
        """,
}


class Disk:
    """A disk with Debian, and on it the source of two versions. ``over``: earlier layers, newest first."""

    def __init__(self, folder: Path, over: tuple[Path, ...] = ()) -> None:
        self.root, self.written = folder / "root", folder / "written"
        for made in (self.root, self.written, folder / "work"):
            made.mkdir(parents=True)
        lower = ":".join(map(str, (*over, debian())))
        layers = f"lowerdir={lower},upperdir={self.written},workdir={folder / 'work'}"
        subprocess.run(["mount", "-t", "overlay", "overlay", "-o", layers, str(self.root)], check=True)

    def close(self) -> None:
        """Unmount the disk."""
        subprocess.run(["umount", "--lazy", str(self.root)], check=True)

    def write(self, path: str, text: str, mode: int = 0o644) -> None:
        """Write a file with that text."""
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)
        (self.root / path).chmod(mode)

    def switch_on(self) -> None:
        """Simulate a boot: the content of memory is gone, and the start-up jobs run."""
        shutil.rmtree(self.root / "run", ignore_errors=True)
        (self.root / "run/systemd/system").mkdir(parents=True)
        if (self.root / HOME / "trial/release").is_symlink():
            self.script("/opt/ligretto-kiosk/current/systemd/appliance", "--settle")

    def script(self, *command: str, trouble: int = 0) -> "subprocess.CompletedProcess[str]":
        """Run a command on that disk. ``trouble``: the step to fail or cut at."""
        self.write("root/step", "0")
        self.write("root/trouble", str(trouble))
        here = f"mount -t proc proc {self.root}/proc && mount --bind /dev {self.root}/dev && exec chroot {self.root}"
        inside = ["unshare", "--mount", "sh", "-c", f'{here} "$@"', "sh", *command]
        return subprocess.run(inside, capture_output=True, text=True, check=False, timeout=120, start_new_session=True)

    def runs(self) -> str:
        """Return the current release. ``AssertionError``: it is incomplete, or the system has files of another one."""
        release = Path((self.root / HOME / "current").readlink())
        folder = self.root / release.relative_to("/")
        assert (folder / "fingerprint").exists()
        files = folder / "systemd/files"
        names = sorted(str(path.relative_to(files)) for path in files.rglob("*") if path.is_symlink() or path.is_file())
        assert [name for name in names if not same(files / name, self.root / name)] == []
        assert (self.root / HOME / "installed-files").read_text().split() == [f"/{name}" for name in names]
        return release.name.rpartition("-")[2]

    def left_over(self) -> list[Path]:
        """Return files that should have been deleted."""
        home = self.root / HOME
        fresh = [path for top in ("etc", "usr/local") for path in (self.root / top).rglob("*.new")]
        linked = {home / name for name in ("current", "previous") if (home / name).is_symlink()}
        kept = {self.root / link.readlink().relative_to("/") for link in linked}
        return [*fresh, *(path for path in (home / "releases").iterdir() if path not in kept), *home.glob("trial")]


def same(one: Path, other: Path) -> bool:
    if one.is_symlink():
        return other.is_symlink() and other.readlink() == one.readlink()
    return not other.is_symlink() and other.is_file() and one.read_bytes() == other.read_bytes()


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, ...]]:
    """A disk on which the first version is installed, with another one to upgrade to at ``/newer``."""
    folder = tmp_path_factory.mktemp("disk")
    disk = Disk(folder)
    for path, text in _STAND_INS.items():
        disk.write(path, f"#!/bin/sh\n{text}", 0o755)
    for name in STEPS:
        program = "/root/systemctl" if name == "systemctl" else f"/usr/bin/{name}"
        disk.write(f"usr/sbin/{name}", _STEP.format(name=name, program=program), 0o755)
    source(disk.root / "older", "0.1.0")
    newer = source(disk.root / "newer", "0.1.1")
    with (newer / "systemd/files/etc/udev/rules.d/70-ligretto-kiosk.rules").open("a") as rules:
        rules.write("# newer\n")
    (newer / "systemd/files/etc/newer.conf").write_text("newer\n")
    (newer / "systemd/files/etc/sysctl.d/60-ligretto-kiosk.conf").unlink()
    disk.switch_on()
    ended = disk.script("/older/systemd/setup", "appliance")
    assert ended.returncode == 0, ended.stderr
    assert disk.runs() == "0.1.0"
    disk.close()
    yield (disk.written,)
    shutil.rmtree(folder)


def test_a_clock_that_stands_or_is_set_back_in_mid_upgrade_changes_no_upgrade(
    tmp_path: Path, installed: tuple[Path, ...]
) -> None:
    disk = Disk(tmp_path / "disk", installed)
    try:
        disk.write("usr/sbin/date", "#!/bin/sh\ncat /root/date\n", 0o755)
        source(disk.root / "other", "0.1.0")
        disk.write("other/kiosk/other", "")
        upgrades = [("other", "20761231-235959"), ("older", "20761231-235959"), ("newer", "19700101-000000")]
        for name, date in [*upgrades, ("other", "20761231-235959"), ("older", "20761231-235959")]:
            disk.write("root/date", date)
            for file in (disk.root / name).rglob("*"):
                os.utime(file, (4e9, 4e9))  # from the future, as all files are if the clock is behind
            ended = disk.script(f"/{name}/systemd/setup", "appliance")
            assert (ended.returncode, ended.stderr) == (0, ""), ended.stderr
            disk.switch_on()
            assert disk.runs() == ("0.1.1" if name == "newer" else "0.1.0")
            current = Path((disk.root / HOME / "current").readlink())
            assert (disk.root / current.relative_to("/") / "kiosk/other").exists() == (name == "other")
            assert disk.left_over() == []
    finally:
        disk.close()
    shutil.rmtree(tmp_path / "disk")


@pytest.mark.parametrize("is_cut", [True, False], ids=["cut", "fails"])
@pytest.mark.parametrize("is_good", [True, False], ids=["good", "bad"])
def test_whatever_step_of_an_upgrade_is_cut_or_fails_one_whole_release_runs_and_the_next_upgrade_is_as_any(
    tmp_path: Path, installed: tuple[Path, ...], is_good: bool, is_cut: bool
) -> None:
    for step in itertools.count(1):
        disk = Disk(tmp_path / str(step), installed)
        try:
            if is_cut:
                disk.write("root/cut", "")
            if not is_good:
                disk.write("newer/kiosk/bad", "9")
            ended = disk.script("/newer/systemd/setup", "appliance", trouble=step)
            reached = int((disk.root / "root/step").read_text()) >= step
            if ended.returncode == 0:
                assert disk.runs() == "0.1.1", ended.stderr
            disk.switch_on()
            assert disk.runs() in ({"0.1.0", "0.1.1"} if is_good else {"0.1.0"}), (step, ended.stderr)
            again = disk.script("/older/systemd/setup", "appliance")
            assert (again.returncode, disk.runs(), disk.left_over()) == (0, "0.1.0", []), (step, ended.stderr)
        finally:
            disk.close()
        shutil.rmtree(tmp_path / str(step))
        if not reached:
            log.info("%d steps", step - 1)
            assert step > 50
            return

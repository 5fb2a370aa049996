"""The command ``kiosk`` of an appliance, where the table is a service; a fake ``id`` chooses the user."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "systemd/files/usr/local/bin/kiosk"
COMPLETION = SCRIPT.parents[1] / "share/bash-completion/completions/kiosk"
RELEASE = "/opt/ligretto-kiosk/current/venv/bin/kiosk"


def ask(folder: Path, user: int, *words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run the command; the release and the user it would run as are printed instead of run."""
    stand_ins = {"id": f"echo {user}", "release": 'echo "itself: $*"', "setpriv": 'echo "$1: $*"'}
    stand_ins["install"] = 'for word; do echo "$word" >>$0.words; done; touch "$word"'
    for name, script in stand_ins.items():
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
    script = re.sub(re.escape(RELEASE), str(folder / "release"), SCRIPT.read_text())
    script = script.replace("/etc/credstore", str(folder / "credstore"))
    script = script.replace("/run/ligretto-credentials", str(folder / "credentials"))
    environment |= {"PATH": f"{folder}:/usr/bin:/bin"}
    return subprocess.run(
        ["sh", "-c", script, "kiosk", *words], env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("words", [("scores", "rounds"), ("pin", "set"), ("venue",), ("doctor",), ("backup", "/mnt")])
def test_what_is_the_tables_is_answered_with_the_command_to_say(tmp_path: Path, words: tuple[str, ...]) -> None:
    told = ask(tmp_path, 1000, *words)
    assert (told.returncode, told.stdout, len(told.stderr.splitlines())) == (2, "", 1)
    assert told.stderr.endswith(f": sudo kiosk {' '.join(words)}\n")


@pytest.mark.parametrize(
    "words",
    [
        ("config", "check", "table.toml"),
        ("first-boot", "--to", "/mnt"),
        ("rules",),
        ("--help",),
        ("scores", "--version"),
        ("pin", "set", "--help"),
    ],
)
def test_what_asks_nothing_of_the_table_needs_no_administrator(tmp_path: Path, words: tuple[str, ...]) -> None:
    assert ask(tmp_path, 1000, *words).stdout.startswith("itself: ")


def test_an_administrator_asks_as_the_tables_user_and_writes_as_root(tmp_path: Path) -> None:
    assert ask(tmp_path, 0, "scores").stdout.startswith("--reuid=ligretto-table: ")
    assert ask(tmp_path, 0, "backup").stdout.startswith("itself: ")
    assert ask(tmp_path, 0, "backup", "/mnt").stdout.startswith("itself: ")


@pytest.mark.parametrize("words", [("doctor",), ("doctor", "--json"), ("doctor", "--calibrate"), ("report",)])
def test_what_looks_at_the_devices_of_both_services_takes_root(tmp_path: Path, words: tuple[str, ...]) -> None:
    assert ask(tmp_path, 0, *words).stdout.startswith("itself: ")


@pytest.mark.parametrize("user", [0, 1000])
def test_without_a_command_it_is_told_that_the_table_runs_already(tmp_path: Path, user: int) -> None:
    told = ask(tmp_path, user)
    assert (told.returncode, told.stdout) == (2, "")
    assert "systemctl status 'ligretto-*'" in told.stderr


def test_a_shell_gets_its_completions_with_the_rights_to_know_the_rounds(tmp_path: Path) -> None:
    assert ask(tmp_path, 1000, _ARGCOMPLETE="1").stdout == "itself: \n"
    assert ask(tmp_path, 0, _ARGCOMPLETE="1").stdout.startswith("--reuid=ligretto-table: ")


def test_bash_completes_the_command_of_an_appliance(tmp_path: Path) -> None:
    script = COMPLETION.read_text().replace(str(Path(RELEASE).parent), str(Path(sys.executable).parent))
    done = subprocess.run(
        ["bash", "-c", f"{script}\ncomplete -p kiosk"], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.endswith(" kiosk\n")
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("words", "user", "password"),
    [
        (("scores",), "ligretto-table", "ligretto-store-password"),
        (("venue", "--once"), "ligretto-table", "ligretto-store-password"),
        (("scores", "rounds", "--hall", "--csv"), "ligretto-scoreboard", "ligretto-hall-password"),
        (("venue", "staff", "anna"), "ligretto-scoreboard", "ligretto-hall-password"),
        (("uplink", "--check"), "ligretto-uplink", "ligretto-hall-password"),
    ],
)
def test_each_user_gets_a_copy_of_its_stores_password_that_nobody_else_may_read(
    tmp_path: Path, words: tuple[str, ...], user: str, password: str
) -> None:
    (tmp_path / "credstore").mkdir()
    (tmp_path / "credentials" / user).mkdir(parents=True)
    for name in ("ligretto-store-password", "ligretto-hall-password"):
        (tmp_path / "credstore" / name).touch()
    done = ask(tmp_path, 0, *words)
    assert done.stdout.startswith(f"--reuid={user}: ")
    assert (done.returncode, done.stderr) == (0, "")
    told, folder = (tmp_path / "install.words").read_text().split(), tmp_path / "credentials"
    assert told[:5] == ["-d", "-m", "0711", str(folder), str(folder / user)]  # entered by all, listed by root
    assert told[5:9] == ["-o", user, "-m", "0400"]
    assert [path.name for path in (folder / user).iterdir()] == [password]


@pytest.mark.parametrize("act", ["backup", "restore"])
def test_a_halls_backup_is_the_administrators_file_and_of_the_pages_store(tmp_path: Path, act: str) -> None:
    (tmp_path / "credstore").mkdir()
    (tmp_path / "credentials" / "ligretto-scoreboard").mkdir(parents=True)
    (tmp_path / "credstore" / "ligretto-hall-password").touch()
    assert ask(tmp_path, 0, "venue", act, "/mnt/hall.zip").stdout.startswith("itself: ")
    assert "ligretto-scoreboard" in (tmp_path / "install.words").read_text()


def test_without_a_password_nothing_is_copied(tmp_path: Path) -> None:
    assert ask(tmp_path, 0, "scores").returncode == 0
    assert not (tmp_path / "install.words").exists()

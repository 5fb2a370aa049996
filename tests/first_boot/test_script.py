"""systemd/first-boot in a sandbox: stand-ins for the network, apt, systemd, the screen, and for time."""

from __future__ import annotations

import fcntl
import io
import os
import re
import subprocess
import tarfile
import threading
from pathlib import Path

import pytest

from kiosk.first_boot.bundle import network_config
from kiosk.first_boot.options import Wifi

SCRIPT = Path(__file__).parents[2] / "systemd/first-boot"
CONFIGURATION = SCRIPT.with_name("configuration.sh")
SERVICE = "etc/systemd/system/first-boot-of-ligretto.service"
PROGRAM = "usr/local/sbin/first-boot-of-ligretto"

STEPS = ["internet", "packages", "release", "python", "compiling", "starting"]
SAID = (
    "Installing system packages: python3-venv",
    "Making release 20260101-0.1.0: this takes some minutes",
    "Installing the Python packages",
    "Compiling",
    "Starting the table",
)

STAND_INS = {
    "hostname": 'cat "$NOTES/address" 2>/dev/null',
    "nmcli": 'case "$*" in *list*) cat "$NOTES/seen-wifi" ;; *) echo "nmcli $*" >>"$NOTES/asked" ;; esac',
    "rfkill": 'echo "rfkill $*" >>"$NOTES/asked"',
    "apt-get": 'cat "$NOTES/apt-says" 2>/dev/null && exit 100 || exit 0',
    "systemctl": """
        echo "systemctl $*" >>"$NOTES/asked"
        case "$*" in *is-active*timesyncd*) test -e "$NOTES/has-timesyncd" ;; esac
        """,
    # The picture shown, and the note under it.
    "python3": """
        if [ "$1" = -m ]; then cat "$NOTES/missing" 2>/dev/null && exit 1 || exit 0; fi
        picture=${3##*/}
        echo "${picture%-1280.pgm.gz}" >>"$NOTES/shown"
        while [ $# -gt 0 ]; do
            if [ "$1" = --note ]; then cp "$2" "$NOTES/note"; fi
            shift
        done
        """,
    "setpriv": 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
    # Time passes at once. The test defines the events at the n-th pause.
    "sleep": """
        echo "$1" >>"$NOTES/pauses"
        event=$NOTES/at-$(wc -l <"$NOTES/pauses")
        if [ -e "$event" ]; then . "$event"; fi
        if [ "$(wc -l <"$NOTES/pauses")" -gt 200 ]; then kill $PPID; fi
        """,
}


class Pi:
    """A Raspberry Pi with a prepared card, and its events."""

    def __init__(self, folder: Path) -> None:
        self.root, self.notes, self._bin = folder / "root", folder / "notes", folder / "bin"
        self.boot = self.root / "boot/firmware"
        self.card = self.boot / "ligretto"
        for made in (
            "boot/firmware/ligretto/pictures",
            "var/lib",
            "etc/systemd/system",
            "usr/local/sbin",
            "etc/netplan",
        ):
            (self.root / made).mkdir(parents=True)
        for made in (self.notes, self._bin):
            made.mkdir()
        for name, script in STAND_INS.items():
            (self._bin / name).write_text(f"#!/bin/sh\n{script}\n")
            (self._bin / name).chmod(0o755)
        self.script = self._here(SCRIPT.read_text())
        (self.card / "first-boot").write_text(self.script)
        (self.card / "first-boot.service").write_text("[Unit]\n")
        (self.card / "service-pin").write_text("scrypt 1\n")
        (self.card / "table.toml").write_text("# table\n")
        (self.boot / "network-config").write_bytes(network_config(Wifi("Café", "0" * 64), "DE"))
        for name in ("letters", "preparing", "network", "no-network", "no-such-wifi", "wifi-refuses", "clock", *STEPS):
            self.draw(name)
        for name in ("no-internet", "failed", "damaged", "missing"):
            self.draw(name)
        self.set_up_that("\n".join([*(f'echo "{line}"' for line in SAID), 'cp "$3" "$NOTES/configured"']))
        self.note("address", "192.0.2.7 ")

    def _here(self, text: str) -> str:
        """Return the script with this root in place of the real one."""
        for path in ("/boot/firmware", "/var/lib", "/usr/local/sbin", "/etc/", "/run/", "/opt"):
            text = text.replace(f"={path}", f"={self.root}{path}").replace(f" {path}", f" {self.root}{path}")
        return text.replace("PATH=/usr/sbin", f"PATH={self._bin}:/usr/sbin")

    def draw(self, name: str) -> None:
        (self.card / "pictures" / f"{name}-1280.pgm.gz").touch()

    def note(self, name: str, text: str = "") -> None:
        (self.notes / name).write_text(f"{text}\n")

    def noted(self, name: str) -> list[str]:
        file = self.notes / name
        return file.read_text().splitlines() if file.exists() else []

    def after(self, pauses: int, happens: str) -> None:
        """Add an event at the end of this number of pauses."""
        self.note(f"at-{pauses}", happens)

    def install(self, release: str) -> None:
        """Make it a table that runs ``release``, which reports what it is configured with."""
        setup = self.root / "opt/ligretto-kiosk/current/systemd/setup"
        setup.parent.mkdir(parents=True)
        setup.write_text(f'#!/bin/sh\necho "{release} $*"; cat "$3" >>"$NOTES/reconfigured"; exit 1\n')
        setup.chmod(0o755)

    def set_up_that(self, does: str) -> None:
        script = f"#!/bin/sh\n{does}\n".encode()
        with tarfile.open(self.card / "source.tar.gz", "w:gz") as tar:
            entry = tarfile.TarInfo("systemd/setup")
            entry.size, entry.mode = len(script), 0o755
            tar.addfile(entry, io.BytesIO(script))

    def start(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {"NOTES": str(self.notes)}
        command = ["sh", "-c", self.script, "first-boot", *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)

    def shown(self) -> list[str]:
        """Return the pictures in turn, repetitions in a row once."""
        told = self.noted("shown")
        return [name for name, before in zip(told, ["", *told], strict=False) if name != before]


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path)


def is_a_table(pi: Pi) -> bool:
    return pi.noted("configured") == ["# table"] and not pi.card.exists()


def test_every_step_is_shown_and_nothing_is_left_on_the_card(pi: Pi) -> None:
    (pi.root / "etc/netplan/50-cloud-init.yaml").touch()
    (pi.root / SERVICE).touch()
    (pi.root / PROGRAM).touch()
    ended = pi.start()
    assert (ended.returncode, ended.stderr) == (0, "")
    assert pi.shown() == ["preparing", *STEPS]
    assert is_a_table(pi)
    assert [path.name for path in pi.boot.iterdir()] == ["network-config"]
    assert "0" * 64 not in (pi.boot / "network-config").read_text()
    pin = pi.root / "var/lib/ligretto-kiosk/service-pin"
    assert (pin.read_text(), pin.stat().st_mode & 0o777, pin.parent.stat().st_mode & 0o777) == (
        "scrypt 1\n",
        0o600,
        0o700,
    )
    assert not any((pi.root / path).exists() for path in (SERVICE, PROGRAM, "var/lib/ligretto-first-boot"))
    assert pi.noted("pauses") == []


def test_a_table_of_a_hall_gets_the_hall_s_password_and_tells_it_from_then_on(pi: Pi) -> None:
    (pi.card / "hall").write_text("from the fair\n")
    ended = pi.start()
    assert (ended.returncode, ended.stderr) == (0, "")
    assert is_a_table(pi)
    password = pi.root / "etc/credstore/ligretto-hall-password"
    assert (password.read_text(), password.stat().st_mode & 0o777) == ("from the fair\n", 0o600)
    assert password.parent.stat().st_mode & 0o777 == 0o700
    asked = [line for line in pi.noted("asked") if "ligretto-uplink" in line]
    assert asked == [
        "systemctl --quiet enable ligretto-venue.service ligretto-uplink.service",
        "systemctl --no-block restart ligretto-venue.service ligretto-uplink.service",
    ]


def test_a_card_that_brings_no_password_of_the_hall_leaves_the_one_that_is_there(pi: Pi) -> None:
    password = pi.root / "etc/credstore/ligretto-hall-password"
    password.parent.mkdir()
    password.write_text("typed there\n")
    (pi.card / "hall").touch()
    pi.start()
    assert is_a_table(pi)
    assert password.read_text() == "typed there\n"
    assert any("restart ligretto-venue" in line for line in pi.noted("asked"))


def test_a_hall_is_joined_once_its_driver_is_there_and_nothing_is_brought_twice(pi: Pi) -> None:
    """A table that is set up already is not kept from playing until there is a network."""
    pi.install("this release")
    (pi.card / "hall").write_text("from the fair\n")
    lacking = re.search(r'echo "(systemd/setup: they are missing.*)" >&2', CONFIGURATION.read_text())
    assert lacking is not None
    pi.note("lacking", lacking[1])
    told = 'echo "$*" >>"$NOTES/set-up"; cat "$NOTES/lacking" >&2 || true'
    pi.set_up_that(f'if [ "$2" != --is-installed ]; then {told}; fi')
    pin = pi.root / "var/lib/ligretto-kiosk/service-pin"
    pi.after(1, f'rm "$NOTES/lacking"; cp "$NOTES/asked" "$NOTES/asked-before"; echo "of the staff" >"{pin}"')
    pi.start()
    assert pi.noted("set-up") == [f"appliance --config {pi.card}/table.toml", "appliance"]
    assert pin.read_text() == "of the staff\n"
    assert not any("ligretto-uplink" in line for line in pi.noted("asked-before"))
    assert any("restart ligretto-venue.service ligretto-uplink" in line for line in pi.noted("asked"))
    assert (pi.noted("pauses"), pi.card.exists()) == (["30"], False)


def test_the_radio_is_switched_on_for_a_wifi_only(pi: Pi) -> None:
    (pi.boot / "network-config").write_bytes(network_config(None, "DE"))
    pi.start()
    assert not [line for line in pi.noted("asked") if not line.startswith("systemctl")]


def test_with_a_wifi_the_radio_is_on(pi: Pi) -> None:
    pi.start()
    assert [line for line in pi.noted("asked") if not line.startswith("systemctl")] == [
        "rfkill unblock wifi",
        "nmcli radio wifi on",
    ]


def test_a_table_whose_release_is_installed_gets_pin_and_configuration_without_a_network(pi: Pi) -> None:
    pi.install("this release")
    state = pi.root / "var/lib/ligretto-kiosk"
    state.mkdir()
    for name in ("service-pin-tries", "results.sqlite", "service.toml"):
        (state / name).touch()
    (pi.notes / "address").unlink()
    pi.set_up_that('if [ "$2" != --is-installed ]; then echo "Starting the table"; cp "$3" "$NOTES/configured"; fi')
    pi.start()
    assert is_a_table(pi)
    assert pi.shown() == ["preparing", "starting"]
    assert {path.name for path in state.iterdir()} == {"service-pin", "results.sqlite", "service.toml"}
    assert (state / "service-pin").read_text() == "scrypt 1\n"


def test_a_table_of_another_release_gets_pin_and_configuration_before_there_is_a_network(pi: Pi) -> None:
    pi.install("an older release")
    (pi.notes / "address").unlink()
    pi.after(1, f'cp "$NOTES/reconfigured" "$NOTES/early"; cp "{pi.root}/var/lib/ligretto-kiosk/service-pin" "$NOTES"')
    pi.after(2, 'echo 192.0.2.7 >"$NOTES/address"; echo E: nothing >"$NOTES/apt-says"')
    pi.after(3, 'rm "$NOTES/apt-says"')
    pi.start()
    assert (pi.noted("early"), pi.noted("service-pin")) == (["# table"], ["scrypt 1"])
    assert pi.shown() == ["preparing", "network", "internet", "no-internet", *STEPS]
    assert is_a_table(pi)
    assert pi.noted("reconfigured") == ["# table"], "once, not at every try"


def test_it_waits_for_a_broken_off_set_up_that_the_start_settles(pi: Pi) -> None:
    pi.install("release one")
    opt = pi.root / "opt"
    pi.set_up_that(f'flock --nonblock {opt} true || exit 1; cp "${{4:-$3}}" "$NOTES/configured" 2>/dev/null; exit 0')
    settling = os.open(opt, os.O_RDONLY)
    fcntl.flock(settling, fcntl.LOCK_EX)
    settled = threading.Timer(0.5, os.close, [settling])
    settled.start()
    ended = pi.start()
    settled.join()
    assert (ended.returncode, ended.stderr) == (0, "")
    assert not {"failed", "internet"}.intersection(pi.shown())


def test_what_nobody_has_taken_over_stays(pi: Pi) -> None:
    before = (pi.boot / "network-config").read_text()
    pi.start()
    assert is_a_table(pi)
    assert (pi.boot / "network-config").read_text() == before


@pytest.mark.parametrize(
    ("wifi", "seen", "told"),
    [
        (None, "Café", "no-network"),
        ("Café", "Pub\n\nCafé 5G", "no-such-wifi"),
        ("Café", "Pub\nCafé\n", "wifi-refuses"),
        (".*", "Pub", "no-such-wifi"),
    ],
)
def test_what_is_missing_for_a_network_is_shown_until_it_is_there(
    pi: Pi, wifi: str | None, seen: str, told: str
) -> None:
    (pi.notes / "address").unlink()
    pi.note("seen-wifi", seen)
    if wifi is not None:
        (pi.card / "wifi-name").write_text(f"{wifi}\n")
    pi.after(20, 'echo 192.0.2.7 >"$NOTES/address"')
    pi.start()
    assert pi.shown() == ["preparing", "network", told, *STEPS]
    assert pi.noted("pauses") == ["2"] * 20
    assert pi.noted("shown").index(told) == 16  # after half a minute
    assert is_a_table(pi)


def test_without_networkmanager_a_wifi_is_asked_for_as_a_cable_is(pi: Pi, tmp_path: Path) -> None:
    (tmp_path / "bin/nmcli").unlink()
    (pi.notes / "address").unlink()
    (pi.card / "wifi-name").write_text("Café\n")
    pi.after(20, 'echo 192.0.2.7 >"$NOTES/address"')
    pi.start()
    assert pi.shown()[:3] == ["preparing", "network", "no-network"]


def test_where_nothing_can_be_fetched_it_says_what_apt_says_and_tries_again(pi: Pi) -> None:
    pi.note("apt-says", "E: Could not resolve 'mirror.example.org'")
    pi.after(1, 'rm "$NOTES/apt-says"')
    pi.start()
    assert pi.shown() == ["preparing", "internet", "no-internet", *STEPS]
    assert pi.noted("note") == ["E: Could not resolve 'mirror.example.org'"]
    assert is_a_table(pi)


def test_a_set_up_that_fails_is_shown_with_the_end_of_its_log_and_tried_again_ever_more_seldom(pi: Pi) -> None:
    pi.set_up_that(
        f"""
        seq 100; echo "{"long " * 20}"
        if [ -e "$NOTES/may-succeed" ]; then cp "$3" "$NOTES/configured"; else echo "no room" >&2; exit 1; fi
        """
    )
    pi.after(7, 'touch "$NOTES/may-succeed"')
    pi.start()
    assert pi.noted("pauses") == ["30", "60", "120", "240", "480", "600", "600"]
    assert pi.shown() == ["preparing", *["internet", "failed"] * 7, "internet"]
    note = pi.noted("note")
    assert (note[-1], len(note)) == ("no room", 9)
    assert max(map(len, note)) <= 64
    assert is_a_table(pi)


def test_a_damaged_card_is_told(pi: Pi) -> None:
    whole = (pi.card / "source.tar.gz").read_bytes()
    (pi.card / "source.tar.gz").write_bytes(whole[: len(whole) // 2])
    (pi.notes / "whole").write_bytes(whole)
    pi.after(1, f'cp "$NOTES/whole" "{pi.card}/source.tar.gz"')
    pi.start()
    assert pi.shown() == ["preparing", "damaged", *STEPS]
    assert is_a_table(pi)


def test_what_is_not_connected_is_told_once_for_a_minute_and_the_set_up_goes_on(pi: Pi) -> None:
    (pi.card / "signs").touch()
    pi.note("missing", "no mcp23017 at I2C address 0x20")
    pi.after(1, 'cp "$NOTES/note" "$NOTES/told"')
    pi.note("apt-says", "E: nothing")
    pi.after(3, 'rm "$NOTES/apt-says"')
    pi.start()
    assert pi.shown() == ["preparing", "missing", *["internet", "no-internet"] * 2, *STEPS]
    assert pi.noted("pauses") == ["60", "30", "60"]
    assert pi.noted("told") == ["no mcp23017 at I2C address 0x20"]
    assert is_a_table(pi)


def test_while_all_is_connected_nothing_is_told(pi: Pi) -> None:
    (pi.card / "signs").touch()
    pi.start()
    assert pi.shown() == ["preparing", *STEPS]
    assert is_a_table(pi)


def test_the_clock_is_waited_for_but_not_for_ever(pi: Pi) -> None:
    pi.note("has-timesyncd")
    pi.start()
    assert pi.shown() == ["preparing", "clock", *STEPS]
    assert pi.noted("pauses") == ["2"] * 30
    assert is_a_table(pi)


def test_a_cut_while_it_cleans_up_is_gone_on_with(pi: Pi) -> None:
    pi.card.rename(pi.boot / "ligretto.done")
    (pi.root / "etc/netplan/50-cloud-init.yaml").touch()
    ended = pi.start()
    assert ended.returncode == 0
    assert (pi.noted("shown"), pi.noted("configured")) == ([], [])
    assert [path.name for path in pi.boot.iterdir()] == ["network-config"]
    assert "0" * 64 not in (pi.boot / "network-config").read_text()


def test_the_service_is_installed_once_and_started_at_every_start(pi: Pi) -> None:
    for _ in range(2):
        assert pi.start("--install").returncode == 0
    assert (pi.root / PROGRAM).read_text() == pi.script
    assert (pi.root / PROGRAM).stat().st_mode & 0o777 == 0o755
    assert (pi.root / SERVICE).stat().st_mode & 0o777 == 0o644
    unit = SERVICE.rpartition("/")[2]
    assert (
        pi.noted("asked")
        == [
            "systemctl daemon-reload",
            f"systemctl --quiet enable {unit}",
            f"systemctl --no-block start {unit}",
        ]
        * 2
    )


def test_anything_else_is_answered_with_how_it_is_used(pi: Pi) -> None:
    ended = subprocess.run([SCRIPT, "--help"], capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert ended.stderr.startswith("first-boot --install ")

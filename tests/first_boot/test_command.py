"""``kiosk first-boot`` as a whole: all checks come before any write, and the PIN is shown once."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from kiosk.cli.main import main
from kiosk.config.loader import CONFIGS, DEFAULT, parse
from kiosk.first_boot.bundle import OURS, kernel_command_line, user_data
from kiosk.first_boot.card import has_another_card
from kiosk.first_boot.options import wifi
from kiosk.service.pin import is_pin
from tests.rig.firmware import started
from tests.rig.raspberry_pi_os import BOOT

SEATS = ((1, "south"), (2, "north"))
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA me@home"
WIFI = ("--wifi", "Café", "--wifi-password", "secret word", "--country", "de")


def unchanged(bootfs: Path) -> bool:
    return {path.name: path.read_text() for path in bootfs.iterdir()} == BOOT


def keys(file: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads(file.read_text().partition(f"{OURS}\n")[2])
    return found


def test_a_card_is_prepared_and_the_pin_told_once(bootfs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("first-boot", "--config", str(DEFAULT), "--to", str(bootfs), "--timezone", "Europe/Berlin", *WIFI)
    assert main(arguments) == 0
    told = capsys.readouterr().out
    pin = re.search(r"PIN of the service menu on the table: (\d{6})", told)
    assert pin is not None
    assert is_pin(bootfs / "ligretto/service-pin", pin[1])
    assert (bootfs / "ligretto/table.toml").read_bytes() == DEFAULT.read_bytes()
    for desktop in ('hardware: kind = "simulated"', 'touch: provider = "window"', "window: fullscreen = false"):
        assert f"{DEFAULT.name}: warning: {desktop}" in told
    assert keys(bootfs / "user-data")["timezone"] == "Europe/Berlin"
    assert wifi("Café", "secret word").key in (bootfs / "network-config").read_text()
    everything = b"".join(path.read_bytes() for path in bootfs.rglob("*") if path.is_file())
    assert b"secret word" not in everything
    assert pin[1].encode() not in everything
    instance = str(keys(bootfs / "meta-data")["instance-id"])
    assert f"ds=nocloud;i={instance} cfg80211.ieee80211_regdom=DE" in (bootfs / "cmdline.txt").read_text()

    assert main(arguments) == 0  # once more, with another PIN and as another instance
    assert keys(bootfs / "meta-data")["instance-id"] != instance
    assert not is_pin(bootfs / "ligretto/service-pin", pin[1])


def test_a_name_that_another_card_has_is_told_and_the_same_card_again_is_not(
    bootfs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def only_the_kernel_line(*arguments: Any) -> dict[str, bytes]:
        return {"cmdline.txt": kernel_command_line(arguments[4], arguments[5], None)}

    monkeypatch.setattr("kiosk.cli.first_boot.bundle", only_the_kernel_line)
    monkeypatch.setattr("kiosk.cli.first_boot.warnings", lambda _: [])
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path / "state"))
    table = tmp_path / "my_table.toml"
    arguments = ("first-boot", "--config", str(table), "--to", str(bootfs), "--timezone", "UTC")

    table.write_text((CONFIGS / "two_seats.toml").read_text() + '\n[table]\nname = "Window"\n')

    def told() -> bool:
        assert main(arguments) == 0
        return 'table.name: "Window": a card was prepared here' in capsys.readouterr().out

    assert not told()
    assert not told()
    (bootfs / "cmdline.txt").write_text(BOOT["cmdline.txt"])  # another card
    assert told()
    assert not has_another_card("Door", BOOT["cmdline.txt"], tmp_path / "state")
    (tmp_path / "state/prepared-cards.json").write_text("[")
    assert not has_another_card("Window", BOOT["cmdline.txt"], tmp_path / "state")


HALL = """
[venue]
store = "postgresql+psycopg://ligretto_uplink@server/hall"
password_file = "$CREDENTIALS_DIRECTORY/ligretto-hall-password"
"""


def test_one_configuration_is_for_many_cards_of_a_hall(
    bootfs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def what_is_the_table_s_own(*arguments: Any) -> dict[str, bytes]:
        return {"table.toml": arguments[2], "hall": arguments[7].encode(), "user-data": user_data(arguments[0])}

    monkeypatch.setattr("kiosk.cli.first_boot.bundle", what_is_the_table_s_own)
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path / "state"))
    fair, secret = tmp_path / "fair.toml", tmp_path / "secret"
    fair.write_text((CONFIGS / "two_seats.toml").read_text() + HALL)
    secret.write_text("from the fair\n")
    (tmp_path / "key.pub").write_text(f"{KEY}\n")
    here = ("first-boot", "--config", str(fair), "--to", str(bootfs), "--timezone", "UTC")
    here = (*here, "--ssh-key", str(tmp_path / "key.pub"))
    assert main((*here, "--name", "Table 17", "--hall-password-file", str(secret))) == 0
    assert parse((bootfs / "table.toml").read_text()) == parse(fair.read_text() + '[table]\nname = "Table 17"\n')
    assert (bootfs / "hall").read_text() == "from the fair"
    assert keys(bootfs / "user-data")["hostname"] == "table-17"
    told = capsys.readouterr().out
    assert "from the fair" not in told
    assert "table.name" not in told
    assert "log in with: ssh table@table-17.local\n" in told
    assert main(here) == 0
    assert (bootfs / "hall").read_text() == ""
    told = capsys.readouterr().out
    assert "fair.toml: warning: table.name: none" in told
    assert "fair.toml: warning: venue: the card brings no password" in told
    assert "log in with: ssh table@raspberrypi.local\n" in told


@pytest.mark.parametrize(
    ("venue", "more", "told"),
    [
        ("", ("--hall-password-file", "secret"), "needs a server as store under [venue]"),
        (HALL.replace("$CREDENTIALS_DIRECTORY", "~"), ("--hall-password-file", "secret"), "needs password_file = "),
        (HALL, ("--name", "x" * 300), "--name: table.name"),
        (None, ("--name", "Table 17"), "--config is needed"),
    ],
)
def test_what_cannot_be_a_hall_s_card_is_refused(
    bootfs: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    venue: str | None,
    more: tuple[str, ...],
    told: str,
) -> None:
    fair = tmp_path / "fair.toml"
    fair.write_text((CONFIGS / "two_seats.toml").read_text() + (venue or ""))
    config = () if venue is None else ("--config", str(fair))
    assert main(("first-boot", *config, "--to", str(bootfs), "--timezone", "UTC", *more)) == 2
    assert told in capsys.readouterr().err
    assert unchanged(bootfs)


def test_a_card_for_twelve_seats_is_enough(bootfs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (CONFIGS / "twelve_seats.toml").read_text() + '\n[hardware]\nkind = "gpio"\n'
    (tmp_path / "my_table.toml").write_text(text)
    (tmp_path / "clock.txt").write_text("dtoverlay=i2c-rtc,ds3231\n")
    assert started(BOOT["config.txt"]).missing(parse(text))
    arguments = ("first-boot", "--config", str(tmp_path / "my_table.toml"), "--to", str(bootfs), "--timezone", "UTC")
    assert main((*arguments, "--config-txt", str(tmp_path / "clock.txt"))) == 0
    written = (bootfs / "config.txt").read_text()
    assert started(written).missing(parse(text)) == []
    told = capsys.readouterr().out
    assert "config.txt: dtoverlay=mcp23017,addr=0x20,noints (mcp23017 for 12 lamps)" in told
    assert main(arguments) == 0
    assert (bootfs / "config.txt").read_text() == written, "the lines that were added stay"
    assert "i2c-rtc" in written


def test_what_no_line_can_be_derived_for_is_refused(
    bootfs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = "".join(
        f'[[seat]]\nnumber = {seat}\nedge = "{edge}"\nlamp_pin = "pca9555:{seat}"\n' for seat, edge in SEATS
    )
    (tmp_path / "my_table.toml").write_text(f'[hardware]\nkind = "gpio"\n{seats}')
    arguments = ("first-boot", "--config", str(tmp_path / "my_table.toml"), "--to", str(bootfs), "--timezone", "UTC")
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert (told.out, len(told.err.splitlines())) == ("", 1)
    assert told.err.startswith('config.txt: [[seat]] 1, lamp_pin: "pca9555:1": no line of config.txt can be derived')
    assert unchanged(bootfs)
    (tmp_path / "lines").write_text("dtoverlay=pca953x,pca9555\n")
    assert main((*arguments, "--config-txt", str(tmp_path / "lines"))) == 0


def test_without_a_configuration_the_set_up_chooses(bootfs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("first-boot", "--to", str(bootfs), "--timezone", "UTC")) == 0
    assert not (bootfs / "ligretto/table.toml").exists()
    assert (bootfs / "config.txt").read_text() == BOOT["config.txt"]
    assert "warning:" not in capsys.readouterr().out


def test_a_pin_of_ones_own_is_taken_from_a_file_and_not_told(
    bootfs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pin").write_text("271828\n")
    arguments = ("first-boot", "--to", str(bootfs), "--timezone", "UTC", "--pin-file", str(tmp_path / "pin"))
    assert main(arguments) == 0
    assert is_pin(bootfs / "ligretto/service-pin", "271828")
    assert "PIN" not in capsys.readouterr().out


def test_a_password_can_be_typed_in(bootfs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(" secret \nmore\n"))
    arguments = ("--wifi", "x", "--wifi-password-file", "-", "--country", "DE", "--timezone", "UTC")
    assert main(("first-boot", "--to", str(bootfs), *arguments)) == 0
    assert str(wifi("x", " secret ").key) in (bootfs / "network-config").read_text()


def test_a_password_that_somebody_types_is_asked_for_and_not_seen(
    bootfs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("getpass.getpass", lambda prompt: asked.append(prompt) or "secret word")
    arguments = ("--wifi", "x", "--wifi-password-file", "-", "--country", "DE", "--timezone", "UTC")
    assert main(("first-boot", "--to", str(bootfs), *arguments)) == 0
    assert asked == ["The Wi-Fi's password: "]
    assert str(wifi("x", "secret word").key) in (bootfs / "network-config").read_text()


def test_a_password_that_is_not_typed_is_told_in_one_line(
    bootfs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Regression test: Ctrl-D at the question was a traceback."""

    def ended(_: str) -> str:
        raise EOFError

    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("getpass.getpass", ended)
    arguments = ("--wifi", "x", "--wifi-password-file", "-", "--country", "DE", "--timezone", "UTC")
    assert main(("first-boot", "--to", str(bootfs), *arguments)) == 2
    assert capsys.readouterr().err == "Nothing was typed: nothing was changed\n"


def test_what_imager_was_told_is_replaced_by_force_and_kept(bootfs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    theirs = "#cloud-config\nhostname: pub\n"
    (bootfs / "user-data").write_text(theirs)
    arguments = ("first-boot", "--to", str(bootfs), "--timezone", "UTC")
    assert main(arguments) == 2
    assert "would be lost: user-data (hostname). With --force" in capsys.readouterr().err
    assert (bootfs / "user-data").read_text() == theirs
    assert main((*arguments, "--force")) == 0
    assert "user-data.before-first-boot" in capsys.readouterr().out
    assert (bootfs / "user-data.before-first-boot").read_text() == theirs
    assert OURS in (bootfs / "user-data").read_text()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--wifi", "x", "--country", "DE"), "the password of 'x' is needed: --wifi-password-file"),
        (("--wifi", "x", "--wifi-open"), "--country is needed"),
        (("--wifi-open",), "--wifi is needed"),
        (("--wifi-hidden",), "--wifi is needed"),
        (("--wifi-password", "secret word"), "--wifi is needed"),
        (("--wifi", "x", "--wifi-password", "short", "--country", "DE"), "8 to 63"),
        (("--wifi", "x", "--wifi-password-file", "/none", "--country", "DE"), "/none: cannot be read (No such file"),
        (("--wifi", "x", "--wifi-password-file", "/dev/null", "--country", "DE"), "the first line is empty"),
        (("--country", "UK"), "'UK' is not a country"),
        (("--timezone", "Mars/Base"), "'Mars/Base' is not a time zone"),
        (("--ssh-key", "/none"), "--ssh-key: /none: cannot be read"),
        (("--pin-file", "/none"), "--pin-file: /none: cannot be read"),
        (("--config", "/none.toml"), "/none.toml: there is no such file"),
        (("--config-txt", "/none"), "--config is needed: --config-txt adds lines"),
        (("--config", str(DEFAULT), "--config-txt", "/none"), "--config-txt: /none: cannot be read"),
    ],
)
def test_what_is_wrong_is_told_before_anything_is_written(
    bootfs: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], complaint: str
) -> None:
    assert main(("first-boot", "--to", str(bootfs), "--timezone", "UTC", *arguments)) == 2
    told = capsys.readouterr()
    assert complaint in told.err
    assert (told.out, len(told.err.splitlines())) == ("", 1)
    assert unchanged(bootfs)


def test_a_pin_that_everybody_tries_is_refused(
    bootfs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pin").write_text("1234\n")
    arguments = ("first-boot", "--to", str(bootfs), "--timezone", "UTC", "--pin-file", str(tmp_path / "pin"))
    assert main(arguments) == 2
    assert "--pin-file: that is what everybody tries first" in capsys.readouterr().err
    assert unchanged(bootfs)


def test_a_folder_that_is_no_card_is_refused(bootfs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("first-boot", "--to", str(bootfs.parent), "--timezone", "UTC")) == 2
    assert "name where the card's bootfs is" in capsys.readouterr().err

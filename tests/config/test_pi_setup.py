"""The set-up's questions as commands, and the signs on a running machine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kiosk.config import pi_presence, pi_setup
from kiosk.config.config_txt import without_block
from kiosk.config.loader import CONFIGS
from kiosk.config.pi_presence import Sign, missing, packed, unpacked

ROOT = Path(__file__).parents[2]
CARDS = """ 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
 1 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                      bcm2835 Headphones
 2 [Device         ]: USB-Audio - USB Audio Device
                      C-Media at usb-xhci
"""
SIGNS = (
    Sign("chip", "mcp23017", "no mcp23017"),
    Sign("path", "/sys/bus/i2c/devices/i2c-1", "no bus"),
    Sign("sound", "i2s", "no sound card"),
)


@pytest.fixture
def no_chips(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pi_presence, "present_chips", lambda: frozenset({"pinctrl-bcm2711", "gpiochip0"}))


def table(folder: Path) -> Path:
    file = folder / "table.toml"
    file.write_text((CONFIGS / "twelve_seats.toml").read_text() + '\n[hardware]\nkind = "gpio"\n')
    return file


@pytest.mark.usefixtures("no_chips")
def test_what_is_not_there_is_told_and_what_is_there_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cards = tmp_path / "cards"
    assert missing(SIGNS, tmp_path, cards) == list(SIGNS)
    cards.write_text(CARDS)
    assert missing(SIGNS, tmp_path, cards) == list(SIGNS)
    cards.write_text(f"{CARDS} 3 [sndrpihifiberry]: RPi-simple - snd_rpi_hifiberry_dac\n")
    (tmp_path / "sys/bus/i2c/devices/i2c-1").mkdir(parents=True)
    assert missing(SIGNS, tmp_path, cards) == [SIGNS[0]]
    monkeypatch.setattr(pi_presence, "present_chips", lambda: frozenset({"mcp23017"}))
    assert missing(SIGNS, tmp_path, cards) == []


def test_signs_arrive_as_they_were_packed() -> None:
    assert unpacked(packed(SIGNS)) == SIGNS
    assert packed(SIGNS).isascii()
    assert unpacked(b"damaged\n") == ()


def test_a_new_system_tells_with_plain_python_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "signs").write_bytes(packed([Sign("path", "/none", "no bus: check it"), Sign("path", "/", "")]))
    command = [sys.executable, "-S", "-m", "kiosk.config.pi_presence", str(tmp_path / "signs")]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout, told.stderr) == (1, "no bus: check it\n", "")


@pytest.mark.usefixtures("no_chips")
def test_a_set_up_gets_the_new_text_and_people_the_reasons(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    before, added = tmp_path / "config.txt", tmp_path / "lines"
    before.write_bytes(b"# \xe4\r\ndtparam=audio=on\n")
    arguments = [str(table(tmp_path)), str(before)]
    assert pi_setup.main(["derive", *arguments]) == 0
    assert b"\ndtoverlay=mcp23017,addr=0x20,noints\n" in capfdbinary.readouterr().out
    assert pi_setup.main(["missing", *arguments]) == 1
    assert len(capfdbinary.readouterr().out.splitlines()) == 2  # bus and chip

    added.write_text("dtparam=spi=on\n")
    assert pi_setup.main(["derive", *arguments, f"--config-txt={added}", "--new"]) == 1
    told = capfdbinary.readouterr()
    assert told.out == b""
    assert told.err.startswith(b"dtparam=spi=off is needed")
    assert pi_setup.main(["derive", *arguments, f"--config-txt={added}"]) == 0, "what runs already is only told"
    before.write_bytes(capfdbinary.readouterr().out)
    assert pi_setup.main(["derive", *arguments]) == 0
    kept = capfdbinary.readouterr().out
    assert kept == before.read_bytes(), "the lines stay until others are given"
    assert without_block(kept.decode("latin-1")) == "# \xe4\r\ndtparam=audio=on\n"


def test_what_cannot_be_read_is_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert pi_setup.main(["derive", str(table(tmp_path)), str(tmp_path / "none")]) == 1
    assert "No such file" in capfd.readouterr().err
    assert pi_setup.main(["derive", str(tmp_path / "none.toml"), str(tmp_path / "none")]) == 1
    assert "none.toml: there is no such file" in capfd.readouterr().err

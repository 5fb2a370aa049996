"""The files for the card: everything that the Pi needs, in an order in which an early pull of it starts nothing."""

from __future__ import annotations

import gzip
import io
import re
import subprocess
import tarfile
from pathlib import Path

import pytest
from PIL import Image

from kiosk.config.loader import parse
from kiosk.config.pi_presence import unpacked
from kiosk.config.pi_setup import derive
from kiosk.drawings.boot_pictures import SIDES
from kiosk.first_boot import pictures as drawing
from kiosk.first_boot.bundle import CONTENTS, bundle, new_instance, packed_source
from kiosk.first_boot.options import Options, Unusable, Wifi
from kiosk.first_boot.pictures import STATUSES, pictures
from kiosk.locale.languages import installed
from tests.rig.firmware import started

ROOT = Path(__file__).parents[2]
SCRIPT = (ROOT / "systemd/first-boot").read_text()
LAMPS = """
hardware.kind = "gpio"
seat = [
    { number = 1, edge = "south", lamp_pin = "mcp23017:0" },
    { number = 2, edge = "north", lamp_pin = "mcp23017:1" },
]
"""
CAFE = Wifi("Café", "0" * 64)


def names_in(pattern: str) -> set[str]:
    return {name for found in re.findall(pattern, SCRIPT, re.MULTILINE) for name in found.split()}


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    firmware = derive(parse(LAMPS), "dtparam=audio=on\n")
    return bundle(Options("UTC", "DE", CAFE), "en", b"# table\n", b"scrypt\n", "root=x", "one", firmware, "secret")


def test_the_programs_come_last_of_ours_and_the_new_instance_last_of_all(files: dict[str, bytes]) -> None:
    names = list(files)
    last = ["ligretto/first-boot", "config.txt", "network-config", "user-data", "meta-data", "cmdline.txt"]
    assert names[-6:] == last
    assert {name.partition("/")[0] for name in names[:-5]} == {"ligretto"}
    assert files["ligretto/first-boot"].decode() == SCRIPT


def test_everything_that_the_script_looks_for_is_there(files: dict[str, bytes]) -> None:
    wanted = names_in(r"\$card/([a-z.-]+)")
    assert wanted == {"pictures", "show-picture", "wifi-name", "source.tar.gz", "service-pin", "table.toml"} | {
        "first-boot",
        "first-boot.service",
        "signs",
        "hall",
    }
    assert wanted <= {name.split("/")[1] for name in files if "/" in name}
    assert files["ligretto/wifi-name"] == "Café\n".encode()


def test_what_the_configuration_needs_of_the_firmware_is_on_the_card_with_its_signs(files: dict[str, bytes]) -> None:
    text = files["config.txt"].decode()
    assert text.startswith("dtparam=audio=on\n")
    assert started(text).missing(parse(LAMPS)) == []
    assert [sign.name for sign in unpacked(files["ligretto/signs"])] == ["/sys/bus/i2c/devices/i2c-1", "mcp23017"]
    without = bundle(Options("UTC"), "en", None, b"", "root=x", "one")
    assert not {"config.txt", "ligretto/signs"} & set(without), "the set-up finds out"


def test_a_hidden_wifi_is_not_looked_for_by_name() -> None:
    hidden = Options("UTC", "DE", Wifi("Café", None, hidden=True))
    assert "ligretto/wifi-name" not in bundle(hidden, "en", None, b"", "root=x", "one")


def test_every_picture_that_the_script_shows_is_drawn_and_no_other() -> None:
    shown = names_in(r"show(?:_log)? ([a-z-]+)") | names_in(r"echo ([a-z-]+)$")
    assert shown == {status.name for status in STATUSES}


@pytest.mark.parametrize("language", installed())
def test_a_log_has_room_below_the_picture_that_it_belongs_to(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    logs = names_in(r"^    show_log ([a-z-]+)")
    assert logs
    monkeypatch.setattr(drawing, "STATUSES", [status for status in STATUSES if status.name in logs])
    drawn = dict(pictures(language, None))
    lines = max(map(int, re.findall(r"tail -n (\d)\b", SCRIPT)))
    for name in logs:
        for screen, side in SIDES.items():
            picture = opened(drawn[f"{name}-{screen}.pgm.gz"])
            height = opened(drawn[f"letters-{screen}.pgm.gz"]).height
            assert picture.crop((0, side - lines * height, side, side)).getbbox() is None


def opened(packed: bytes) -> Image.Image:
    return Image.open(io.BytesIO(gzip.decompress(packed)))


def test_with_a_wifi_it_is_called_by_its_name(files: dict[str, bytes]) -> None:
    cafe = {name.rpartition("/")[2]: drawn for name, drawn in files.items() if name.startswith("ligretto/pictures/")}
    cable, pub = (dict(pictures("en", name)) for name in (None, "Pub"))
    by_name = {name for name in cafe if cafe[name] != pub[name]}
    assert {name.rpartition("-")[0] for name in by_name} == {"no-network", "no-such-wifi", "wifi-refuses"}
    assert set(cable) == set(cafe)


def test_the_source_is_what_a_release_is_made_of_and_packed_alike_every_time(tmp_path: Path) -> None:
    listed = re.search(r'^contents="(.*)"$', (ROOT / "systemd/appliance").read_text(), re.MULTILINE)
    assert listed is not None
    assert tuple(listed[1].split()) == CONTENTS
    packed = packed_source(ROOT)
    assert packed == packed_source(ROOT)
    with tarfile.open(fileobj=io.BytesIO(packed)) as tar:
        tar.extractall(tmp_path, filter="fully_trusted")  # noqa: S202  it is our own
        entries = tar.getmembers()
    assert {(entry.uid, entry.gid, entry.mtime) for entry in entries} == {(0, 0, 0)}
    assert not [entry.name for entry in entries if "__pycache__" in entry.name or entry.name.endswith(".pyc")]
    tracked = subprocess.run(["git", "ls-files", *CONTENTS], cwd=ROOT, check=True, capture_output=True, text=True)
    for name in tracked.stdout.splitlines():
        assert (tmp_path / name).read_bytes() == (ROOT / name).read_bytes()
        assert (tmp_path / name).stat().st_mode & 0o111 == (ROOT / name).stat().st_mode & 0o111
    assert (tmp_path / "systemd/setup").stat().st_mode & 0o777 == 0o755


def test_what_a_developer_has_compiled_is_neither_packed_nor_in_a_release(tmp_path: Path) -> None:
    """An extension module without what it shares with others, which only that environment has, ends the display."""
    for name in ("LICENSE", "README.md", "pyproject.toml", "hardware/pins.py", "kiosk/game/deal.py", "systemd/setup"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    being_written = "__pycache__/deal.cpython-311.pyc.140737"
    compiled = ("deal.cpython-311-aarch64-linux-gnu.so", "deal.pyc", "__pycache__/deal.cpython-311.pyc", being_written)
    for name in compiled:
        (tmp_path / "kiosk/game" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "kiosk/game" / name).touch()
    with tarfile.open(fileobj=io.BytesIO(packed_source(tmp_path))) as tar:
        assert [entry.name for entry in tar if "deal" in entry.name] == ["kiosk/game/deal.py"]
    script = (ROOT / "systemd/appliance").read_text()
    parts = re.search(r'^contents=".*"$', script, re.MULTILINE), re.search(r"^sources\(\).*?^}$", script, re.M | re.S)
    begin = "\n".join(part[0] for part in parts if part is not None)
    listed = subprocess.run(
        ["sh", "-c", f"{begin}\nsources"], cwd=tmp_path, check=True, capture_output=True, text=True, timeout=60
    )
    assert [name for name in listed.stdout.split("\0") if "deal" in name] == ["kiosk/game/deal.py"]
    assert "sources | tar -c --null --files-from=-" in script


def test_a_source_that_is_not_whole_is_told(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match=r"is incomplete, no LICENSE, README\.md"):
        packed_source(tmp_path)


def test_every_card_is_another_instance() -> None:
    assert len({new_instance() for _ in range(100)}) == 100


def test_the_set_up_says_the_steps_that_the_screen_shows() -> None:
    steps = re.findall(r'^ {8}"([^"]+)"\*\) show', SCRIPT, re.MULTILINE)
    said = "".join((ROOT / "systemd" / name).read_text() for name in ("appliance", "common.sh"))
    assert len(steps) == 5
    assert [step for step in steps if f'echo "{step}' not in said] == []

"""The firmware behaves in a real MicroPython exactly as here, to the byte."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from hardware.api import TrayLamp
from hardware.dice.protocol import DropCause, ReportNow, SetTrayLamp, WhoAreYou, decode, encode
from hardware.firmware import ldr_core
from tests.rig import micropython

pytestmark = pytest.mark.micropython

FIRMWARE = Path(ldr_core.__file__).parent
CONVERSATION = Path(__file__).with_name("conversation.py")
WRAP_MS = 2**32
"""The wrap-around of the board's 32-bit milliseconds."""

Step = tuple[int, str, str, list[object]]


def _frames(random: Random) -> bytes:
    """Return a host's input at one moment: good frames, damaged ones, rubbish, in pieces."""
    seq = random.randrange(65536)
    good = encode(random.choice([WhoAreYou(seq), ReportNow(seq), SetTrayLamp(seq, random.choice(list(TrayLamp)))]))
    damaged = bytearray(good)
    damaged[random.randrange(len(damaged))] = random.randrange(256)
    other = [
        ldr_core.frame(f"{kind} {seq} {words}".rstrip())
        for kind, words in (("HQ", "v=2"), ("HQ", "v"), ("GS", "now"), ("LD", "m=DARK"), ("UP", ""), ("LD", ""))
    ]
    return random.choice(
        [
            good,
            good[: random.randrange(len(good))],
            random.randbytes(random.randrange(40)) + good,
            bytes(damaged),
            random.randbytes(random.randrange(400)),
            *other,
        ]
    )


def _conversation(random: Random, begin: int) -> list[Step]:
    steps: list[Step] = []
    at = begin
    for _ in range(600):
        at += random.choice([0, 1, 7, 20, 20, 20, 333, 900])
        dice = [random.choice("RGBYX") + random.choice("123456?") for _ in range(random.choice([0, 1, 4, 24, 25]))]
        happens, arguments = random.choice(
            [("throw", [dice, random.choice([0, 300, 1500])]), ("put", [random.choice([*dice, "R3", "Q7"])])]
            + [("take", ["R3"]), ("take", ["Q7"]), ("hold", ["R3"])]
            + [("", [])] * 12
        )
        received = _frames(random) if random.random() < 0.4 else b""
        steps.append((at, received.hex(), happens, list(arguments)))
    return steps


@pytest.fixture(params=[0, WRAP_MS - 30_000], ids=["from the start", "over the end of the clock"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The board's files with a conversation."""
    for file in (FIRMWARE / "ldr_core.py", FIRMWARE / "simulated_sensor.py", CONVERSATION):
        shutil.copy(file, tmp_path)
    steps = _conversation(Random(request.param), request.param)  # noqa: S311  repeatable
    (tmp_path / "conversation.json").write_text(json.dumps(steps))
    return tmp_path


def test_a_board_says_in_micropython_to_the_byte_what_it_says_here(folder: Path) -> None:
    command = [sys.executable, CONVERSATION.name]
    here = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout
    there = micropython.run(folder, CONVERSATION.name)
    assert there == here
    said = bytes.fromhex("".join(line.split(" ")[3] for line in here.splitlines()))
    frames = [decode(line) for line in said.splitlines(keepends=True)]
    assert len({type(frame) for frame in frames}) == 5, "HI, ST, OK, NO and ER were all said"
    assert not any(isinstance(frame, DropCause) for frame in frames)


@pytest.mark.parametrize("name", sorted(path.name for path in FIRMWARE.glob("*.py")))
def test_micropython_compiles_every_file_of_the_board(name: str, tmp_path: Path) -> None:
    shutil.copy(FIRMWARE / name, tmp_path / "file.txt")
    (tmp_path / "script.py").write_text("compile(open('file.txt').read(), 'file', 'exec')\nprint('good')\n")
    assert micropython.run(tmp_path, "script.py") == "good\n"


def test_what_fails_in_micropython_is_told(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text("import kiosk\n")
    with pytest.raises(RuntimeError, match="no module named 'kiosk'"):
        micropython.run(tmp_path, "script.py")

"""Records of real panels, where a folder with them lies beside the repository: nothing of what fingers do is lost.

They are other people's and not part of this repository; what they taught is in the tests beside this one.
"""

from __future__ import annotations

import json
import lzma
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from tests.rig.evdev import EmulatedInputs

RECORDS: Final = Path(__file__).parents[4] / "shared/recordings"
REPLAY: Final = """
import json, sys
from pathlib import Path
from kiosk.display.input import evdev_device
from kiosk.display.input.panel_input import PanelInput
from kiosk.display.input.panel_search import PanelOptions
from tests.rig.evdev import EmulatedInputs

inputs = EmulatedInputs.__new__(EmulatedInputs)
inputs.folder, inputs._plugged = Path(sys.argv[1]), 0
evdev_device.INPUTS = inputs.folder
panel = inputs.replay("event0", Path(sys.argv[2]).read_text(errors="replace"))
clock, begun, ended, sizes = [10**9], 0, 0, set()

class Around:
    def diagonal_mm(self): return 1092.0
    def carries(self, contact): return True
    def is_idle(self, contact, x, y): return True
    def may_mask(self, x, y): return False

class Sink:
    def down(self, contact, x, y, at, size=None):
        global begun
        begun += 1
        sizes.add(size)
    def move(self, contact, x, y, at, size=None): sizes.add(size)
    def up(self, contact, x, y, at):
        global ended
        ended += 1
    def cancel(self, contact, at): self.up(contact, 0, 0, at)

reader = PanelInput(PanelOptions(), lambda: (1920, 1080), Sink(), Around(), lambda: clock[0])
reader.poll()
for at, report in panel.reports(2 * 10**9):
    panel.say(report)
    clock[0] = at + 2_000_000
    reader.poll()
clock[0] += 10**9
reader.poll()
health = reader.health(clock[0])
print(json.dumps({
    "begun": begun, "ended": ended, "largest": max((size for size in sizes if size is not None), default=None),
    "contacts": health and health.contacts, "cuts": health and health.cuts, "joined": health and health.joined,
    "palms": health and health.palms, "sizes": health and health.sizes,
}))
"""


def replayed(record: Path, folder: Path) -> dict[str, Any]:
    inputs = EmulatedInputs(folder)
    text = folder / "record"
    text.write_bytes(lzma.decompress(record.read_bytes()))
    done = subprocess.run(
        [sys.executable, "-c", REPLAY, inputs.folder, text],
        env={**os.environ, **inputs.environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


if RECORDS.exists():
    pytestmark = [pytest.mark.process, pytest.mark.evdev, pytest.mark.long]

    @pytest.mark.parametrize("record", sorted(RECORDS.glob("*.ev.xz")), ids=lambda path: path.name)
    def test_no_finger_is_dropped_and_every_contact_ends(record: Path, tmp_path: Path) -> None:
        told = replayed(record, tmp_path)
        assert told["contacts"] > 0
        assert told["palms"] == 0
        assert told["largest"] is None or told["largest"] <= 25
        assert told["begun"] == told["contacts"] - told["joined"]
        assert told["begun"] - told["ended"] <= 2  # who was on the glass when the record ended

    def test_the_strokes_of_a_frame_that_cuts_are_joined(tmp_path: Path) -> None:
        told = replayed(RECORDS / "pqlabs_1ef1_0001_0.ev.xz", tmp_path)
        assert told["cuts"] == 20
        assert told["joined"] >= told["cuts"] - 4  # it has to be seen to cut before lifts wait

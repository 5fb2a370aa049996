"""The rig itself: input on the test screen reaches a Kivy window."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rig.touchtable import TouchTable

pytestmark = [pytest.mark.touch, pytest.mark.timeout(40)]

FINGERS = 24
PROBE = Path(__file__).parents[1] / "rig/finger_probe.py"


def test_twenty_four_fingers_at_once_reach_kivy(touch_table: TouchTable, tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "DISPLAY": touch_table.display_name,
        "SDL_VIDEODRIVER": "x11",
        "KIVY_HOME": str(tmp_path),
    }
    begun = [(60 * finger + 30, 200) for finger in range(FINGERS)]
    ended = [(x + 7, y + 300) for x, y in begun]
    with subprocess.Popen([sys.executable, PROBE], env=environment, stdout=subprocess.PIPE, text=True) as probe:
        assert probe.stdout
        try:
            assert json.loads(probe.stdout.readline()) == "ready"
            for finger, point in enumerate(begun):
                touch_table.down(finger, *point)
            for finger, point in enumerate(ended):
                touch_table.move(finger, *point)
            for finger in range(FINGERS):
                touch_table.up(finger)
            heard = [json.loads(probe.stdout.readline()) for _ in range(3 * FINGERS)]
        finally:
            probe.kill()
    points = {
        kind: [(x, y) for name, x, y in heard if name == kind] for kind in ("fingerdown", "fingermotion", "fingerup")
    }
    assert points == {"fingerdown": begun, "fingermotion": ended, "fingerup": ended}

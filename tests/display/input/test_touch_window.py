"""A real window on a real X server with a real multi-touch device: what reaches the gestures, and nothing twice."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.rig.touchtable import TouchTable
from tests.rig.xwindow import resize

pytestmark = [pytest.mark.touch, pytest.mark.process, pytest.mark.ui]

PROBE = """
import json
from kiosk.display.window import open_window
from kiosk.display.input.window_input import WindowInput

window = open_window((1920, 1080), fullscreen=False)

class Tell:
    def __init__(self, what): self.what = what
    def __getattr__(self, name):
        return lambda *args: print(json.dumps([self.what, name, *args]), flush=True)

from kivy.base import EventLoop, runTouchApp
WindowInput(window, Tell("touch"), Tell("key"), lambda now: None).attach(EventLoop)
window.bind(size=lambda _, size: print(json.dumps(["size", *size]), flush=True))
window.bind(on_key_down=lambda *_: print(json.dumps(["Kivy has got a key"]), flush=True))
window.bind(on_touch_down=lambda *_: print(json.dumps(["Kivy has got a touch"]), flush=True))
from kivy.clock import Clock
Clock.schedule_once(lambda _: print(json.dumps(["ready", len(EventLoop.input_providers)]), flush=True))
runTouchApp()
"""


class _Probe:
    """A bare window with the display's input."""

    def __init__(self, table: TouchTable) -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("KIVY_", "SDL_"))}
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROBE],
            env={**kept, "DISPLAY": table.display_name, "KIVY_GL_BACKEND": "mock", "SDL_AUDIODRIVER": "dummy"},
            stdout=subprocess.PIPE,
            text=True,
        )

    def tells(self) -> list[Any]:
        assert self.process.stdout is not None
        told: list[Any] = json.loads(self.process.stdout.readline())
        return told


@pytest.fixture
def probe(touch_table: TouchTable) -> Iterator[_Probe]:
    probe = _Probe(touch_table)
    assert probe.tells() == ["ready", 1], "exactly one input provider"
    yield probe
    probe.process.kill()
    probe.process.communicate()


def _where(told: list[Any]) -> tuple[str, int, int]:
    """Return the event and its place in pixels from the top left (on a window of 1080 lines)."""
    _, name, _, x, y, _ = told
    return name, round(x), round(1079 - y)


def test_every_finger_comes_once_and_none_is_a_mouse_too(touch_table: TouchTable, probe: _Probe) -> None:
    for finger in range(24):
        touch_table.down(finger, 100 + 50 * finger, 500)
    touch_table.move(0, 120, 400)
    touch_table.up(0)
    touch_table.key(10, press=True)  # marks the end of the earlier events
    told = []
    while (what := probe.tells())[0] == "touch":
        told.append(what)
    assert what == ["key", "down", 30]
    assert len({contact for _, _, contact, *_ in told}) == 24
    assert "mouse" not in {contact for _, _, contact, *_ in told}
    downs = sorted(_where(what) for what in told if what[1] == "down")
    assert downs == [("down", 100 + 50 * finger, 500) for finger in range(24)]
    assert [_where(what) for what in told if what[1] != "down"] == [("move", 120, 400), ("up", 120, 400)]
    stamps = [what[5] for what in told]
    assert stamps == sorted(stamps)


def test_keys_come_by_their_place_and_kivy_gets_none(touch_table: TouchTable, probe: _Probe) -> None:
    for keycode in (9, 24, 67):  # Escape, Q, F1
        touch_table.key(keycode, press=True)
        touch_table.key(keycode, press=False)
    assert [probe.tells() for _ in range(6)] == [
        ["key", name, scancode] for scancode in (41, 20, 58) for name in ("down", "up")
    ]


def test_a_finger_is_where_it_is_seen_after_the_window_was_resized(touch_table: TouchTable, probe: _Probe) -> None:
    resize(touch_table.display_name, 1280, 720)
    while probe.tells() != ["size", 1280, 720]:
        pass
    touch_table.down(1, 640, 180)
    _, name, _, x, y, _ = probe.tells()
    assert (name, round(x), round(719 - y)) == ("down", 640, 180)

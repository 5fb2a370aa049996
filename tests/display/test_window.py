"""The window that a display draws into."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytestmark = [pytest.mark.ui, pytest.mark.process]

CODE = """
from kiosk.display.window import open_window
window = open_window((640, 360), fullscreen=False)
from kivy.graphics import opengl
finished = []
opengl.glFinish = lambda: finished.append(True)
window.dispatch("on_flip")
from kivy.lang import Builder
print(len(finished), Builder.files)
"""


def test_off_screen_a_picture_is_drawn_before_the_next_is_begun_and_kivy_reads_no_looks_of_its_own() -> None:
    environment = {**os.environ, "SDL_VIDEODRIVER": "offscreen"}
    told = subprocess.run([sys.executable, "-c", CODE], env=environment, capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["1", "[]"]

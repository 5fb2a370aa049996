"""SDL's audio as the mixer uses it, in a process of its own: what is open plays on, however long the table is on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.process

PLAYS_ON = """
import os, sys, threading
from kiosk.display.sound.mixer import OutputOpenError
from kiosk.display.sound.mixer_process import SdlOutputs
from kiosk.display.sound.outputs import DEFAULT
made = SdlOutputs()
os.environ["SDL_AUDIODRIVER"] = "dummy"
asked = threading.Event()
made.open(DEFAULT, lambda output, memory: asked.set())
for _ in range(300):  # SDL counts in a byte
    if sys.argv[1] == "looks":
        made.there()
        continue
    try:
        made.open(DEFAULT, lambda output, memory: None)
    except OutputOpenError:
        pass  # SDL opens sixteen
asked.clear()
print(asked.wait(5))
sys.stdout.flush()
os._exit(0)
"""


@pytest.mark.parametrize("does", ["looks", "opens"])
def test_what_is_open_plays_on_however_often_the_mixer_looks_and_opens(does: str) -> None:
    own = {name: value for name, value in os.environ.items() if name != "SDL_AUDIODRIVER"}
    own |= {"SDL_VIDEODRIVER": "dummy", "PULSE_SERVER": "a", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    run = subprocess.run(
        [sys.executable, "-c", PLAYS_ON, does], env=own, capture_output=True, text=True, check=True, timeout=60
    )
    assert run.stdout == "True\n"


FULL = """
pcm.plughw {
  @args [ CARD DEV ]
  @args.CARD { type string }
  @args.DEV { type integer }
  type plug
  slave.pcm {
    type file
    slave.pcm { type null }
    file "/dev/full"
    format "raw"
  }
}
"""
"""ALSA's configuration of a card that opens, and cannot be written to."""

GIVES_UP = """
import os, sys, time
from kiosk.display.sound.mixer_process import SdlOutputs
from kiosk.display.sound.outputs import Output, Socket
made, asked = SdlOutputs(), []
made.open(Output("USB Audio", Socket.USB, "Device"), lambda output, memory: asked.append(time.monotonic()))
until, lost = time.monotonic() + 30, None
while time.monotonic() < until and (lost is None or asked[-1] < lost + 0.2):
    time.sleep(0.05)
    if made.lost():
        lost = time.monotonic()
print(lost is not None, asked[-1] > lost)
sys.stdout.flush()
os._exit(0)
"""


def test_an_output_that_sdl_has_given_up_is_noticed_although_it_asks_for_sound(tmp_path: Path) -> None:
    (tmp_path / "asound.conf").write_text(FULL)
    own = {name: value for name, value in os.environ.items() if name not in ("SDL_AUDIODRIVER", "PULSE_SERVER")}
    own |= {"ALSA_CONFIG_PATH": str(tmp_path / "asound.conf"), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    run = subprocess.run(
        [sys.executable, "-c", GIVES_UP], env=own, capture_output=True, text=True, check=True, timeout=60
    )
    assert run.stdout == "True True\n"


COMPLAINS = """
import logging, os, sys
from kiosk.display.sound.mixer_process import keep_libraries_silent
keep_libraries_silent()
os.write(2, b"ALSA lib pcm.c:8570:(snd_pcm_recover) underrun occurred\\n")
logging.basicConfig(format="kiosk mixer: %(message)s")
logging.warning("a file is broken")
"""


def test_of_a_mixer_only_python_writes_to_the_log() -> None:
    run = subprocess.run([sys.executable, "-c", COMPLAINS], capture_output=True, text=True, check=True, timeout=60)
    assert run.stderr == "kiosk mixer: a file is broken\n"

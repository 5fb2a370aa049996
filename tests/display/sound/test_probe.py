"""The doctor's look at the output: the mixer's own way to open it, through ALSA's library and without a card."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from kiosk.config.schema import SoundConfig
from kiosk.display.sound.outputs import Output, Socket
from kiosk.doctor import devices
from kiosk.doctor.facts import SoundFacts
from kiosk.protocol import SoundHealth

pytestmark = pytest.mark.process

CONFIGURATION = """
pcm.plughw {
  @args [ CARD DEV ]
  @args.CARD { type string }
  @args.DEV { type integer }
  type plug
  slave.pcm { type null }
}
pcm.sysdefault {
  @args [ CARD ]
  @args.CARD { type string }
  type hw
  card 31
}
"""
"""ALSA's: every ``plughw`` opens, and goes nowhere; every ``sysdefault`` is a card that is not there."""

OPENS = """
import os, sys
import msgspec
from kiosk.display.sound.mixer_process import SdlOutputs
from kiosk.display.sound.outputs import Output
from kiosk.display.sound.probe import probe
there = msgspec.json.decode(sys.argv[1], type=tuple[Output, ...])
class Made(SdlOutputs):
    def there(self):
        return there
made = Made()
sys.stdout.buffer.write(msgspec.json.encode(probe(sys.argv[2], made)))
sys.stdout.buffer.flush()
os._exit(0)
"""

USB = Output("USB Audio Device", Socket.USB, "Device")
HDMI = Output("vc4-hdmi-0", Socket.HDMI, "vc4hdmi0")


def probed(folder: Path, wanted: str, *there: Output) -> SoundHealth:
    """What comes of opening one of these outputs by SDL and ALSA."""
    (folder / "asound.conf").write_text(CONFIGURATION)
    own = {"ALSA_CONFIG_PATH": str(folder / "asound.conf"), "SDL_VIDEODRIVER": "dummy"}
    done = subprocess.run(
        [sys.executable, "-c", OPENS, msgspec.json.encode(there).decode(), wanted],
        env={**os.environ, **own, "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
        stdout=subprocess.PIPE,
        check=True,
        timeout=60,
    )
    return msgspec.json.decode(done.stdout, type=SoundHealth)


def test_sdl_opens_by_alsas_name_what_its_own_list_does_not_have(tmp_path: Path) -> None:
    told = probed(tmp_path, "auto", HDMI, USB)
    assert (told.device, told.driver, told.chunk) == (USB.words, "alsa", 512)
    assert told.fault is None
    assert told.devices == (HDMI.words, USB.words)


def test_one_that_does_not_open_leaves_it_to_the_next_and_is_told(tmp_path: Path) -> None:
    told = probed(tmp_path, "hdmi", HDMI, USB)
    assert told.device == USB.words
    assert told.fault is not None
    assert (told.fault.code, told.fault.values["output"]) == ("sound.failed", HDMI.words)
    assert "No such" in str(told.fault.values["error"])


@pytest.mark.parametrize("driver", ["dummy", "nonsense"])
def test_the_doctors_look_is_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch, driver: str) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", driver)
    seen = devices.sound(SoundConfig())
    assert seen.error is None
    assert (seen.health.driver, seen.health.fault is None) == (("dummy", True) if driver == "dummy" else ("", False))


@pytest.mark.parametrize("program", ["/bin/false", "/bin/echo"])
def test_a_look_without_an_answer_is_told(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    monkeypatch.setattr(sys, "executable", program)
    seen = devices.sound(SoundConfig())
    assert seen == SoundFacts(error=f"no mixer of sounds can be started: status {int(program == '/bin/false')}")

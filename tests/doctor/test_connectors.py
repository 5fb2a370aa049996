"""The connected screens, by the kernel's files."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.doctor.devices import connectors
from kiosk.doctor.facts import ConnectorFacts

STATE = """plane[31]: plane-0
\tcrtc=pixelvalve-2
\tfb=0
crtc[51]: pixelvalve-2
\tenable=1
\tactive=1
\tconnector_mask=1
\tmode: "1920x1080": 60 148500 1920 2008 2052 2200 1080 1084 1089 1125 0x48 0x5
crtc[52]: pixelvalve-4
\tenable=0
\tactive=0
\tmode: "": 0 0 0 0 0 0 0 0 0 0 0x0 0x0
connector[33]: HDMI-A-1
\tcrtc=pixelvalve-2
\tself_refresh_aware=0
connector[42]: HDMI-A-2
\tcrtc=(null)
"""


@pytest.fixture
def kernel(tmp_path: Path) -> Path:
    """The files of a Raspberry Pi with a screen at the first of its two connectors."""
    for name, status, modes in (
        ("card1-HDMI-A-1", "connected", "1920x1080\n1920x1080\n1280x720\n"),
        ("card1-HDMI-A-2", "disconnected", ""),
        ("card1-Writeback-1", "unknown", ""),
    ):
        folder = tmp_path / "drm" / name
        folder.mkdir(parents=True)
        (folder / "status").write_text(f"{status}\n")
        (folder / "modes").write_text(modes)
    for name in ("card0", "renderD128", "version"):  # without connectors of their own
        (tmp_path / "drm" / name).mkdir()
    (tmp_path / "dri" / "1").mkdir(parents=True)
    (tmp_path / "dri" / "1" / "state").write_text(STATE)
    return tmp_path


def test_a_screen_is_told_with_its_mode_and_an_empty_connector_without(kernel: Path) -> None:
    first, *others = connectors(kernel / "drm", kernel / "dri")
    assert first == ConnectorFacts("HDMI-A-1", connected=True, mode="1920x1080, 60 Hz", modes=("1920x1080", "1280x720"))
    assert others == [ConnectorFacts("HDMI-A-2", connected=False), ConnectorFacts("Writeback-1", connected=False)]


def test_who_may_not_know_the_mode_knows_the_screen(kernel: Path) -> None:
    found = connectors(kernel / "drm", kernel / "absent")
    assert found[0] == ConnectorFacts("HDMI-A-1", connected=True, modes=("1920x1080", "1280x720"))


def test_a_machine_without_graphics_has_none(tmp_path: Path) -> None:
    assert connectors(tmp_path, tmp_path) == ()

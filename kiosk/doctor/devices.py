"""Facts about the screen, while no kiosk runs, and about touch panels."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from kiosk.config.schema import Window
from kiosk.doctor.facts import Screen, TouchPanel
from kiosk.doctor.machine import user

_WINDOW_S: Final = 20.0
"""Timeout in seconds for loading the graphics from a slow card and opening a window."""

_ABS_MT_POSITION_X, _INPUT_PROP_POINTER = 0x35, 0x00
"""The axis of multi-touch devices, and the property of touchpads (linux/input-event-codes.h)."""


def screen(window: Window) -> Screen:
    """Open a window of the configured size in a process of its own, and return its properties."""
    size = [] if window.fullscreen else [str(window.width), str(window.height)]
    command = [sys.executable, "-m", "kiosk.display.gl_probe", *size]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_WINDOW_S, check=False)  # noqa: S603
    except subprocess.TimeoutExpired:
        return Screen(
            error=f"no window within {_WINDOW_S:.0f} s: the graphics hang: restart, and try `kmscube` or `glxgears`"
        )
    if done.returncode == 0:
        with contextlib.suppress(ValueError, KeyError, TypeError):
            told = json.loads(done.stdout.splitlines()[-1])
            width, height = told["size"]
            return Screen(told["driver"], (width, height), told["gl"])
    last = (done.stderr.strip().splitlines() or [f"it ended with status {done.returncode}"])[-1]
    return Screen(error=f"no window can be opened: {last.removeprefix('kiosk: no window can be opened: ')}")


def panels(
    wanted: str, sys_input: Path = Path("/sys/class/input"), dev: Path = Path("/dev/input")
) -> tuple[TouchPanel, ...]:
    """Return the multi-touch panels, including those that this user may not read. ``wanted``: ``touch.device``."""
    found = list(_panels(sys_input, dev))
    chosen = found[0].path if found and wanted == "auto" else str(Path(wanted).resolve())
    return tuple(replace(panel, chosen=panel.path == chosen) for panel in found)


def _panels(sys_input: Path, dev: Path) -> Iterator[TouchPanel]:
    for event in sorted(sys_input.glob("event*"), key=lambda path: int(path.name.removeprefix("event"))):
        about = event / "device"
        with contextlib.suppress(OSError, ValueError):
            several = _bit((about / "capabilities/abs").read_text(), _ABS_MT_POSITION_X)
            if several and not _bit((about / "properties").read_text(), _INPUT_PROP_POINTER):
                path = dev / event.name
                yield TouchPanel(str(path), (about / "name").read_text().strip(), os.access(path, os.R_OK), user=user())


def _bit(words: str, number: int) -> bool:
    """Return whether a bit of a sysfs bitmap is set: hexadecimal words of the machine's width, the highest first."""
    value = 0
    for word in words.split():
        value = value << _WORD_BITS | int(word, 16)
    return bool(value >> number & 1)


_WORD_BITS: Final = 64 if sys.maxsize > 1 << 32 else 32

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
from kiosk.display.input.evdev_device import slots_of
from kiosk.display.input.panel_choice import Claims
from kiosk.doctor.facts import Screen, TouchPanel
from kiosk.doctor.machine import user

_WINDOW_S: Final = 20.0
"""Timeout in seconds for loading the graphics from a slow card and opening a window."""


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
    found = [(claims, panel) for claims, panel in _panels(sys_input, dev) if claims.is_panel]
    best = max(found, key=lambda one: one[0].rank(), default=None)
    chosen = best[1].path if best is not None and wanted == "auto" else str(Path(wanted).resolve())
    return tuple(replace(panel, chosen=panel.path == chosen) for _, panel in found)


def _panels(sys_input: Path, dev: Path) -> Iterator[tuple[Claims, TouchPanel]]:
    """Yield every input device that can be described, and what it claims to be."""
    for event in sorted(sys_input.glob("event*"), key=lambda path: int(path.name.removeprefix("event"))):
        about = event / "device"
        with contextlib.suppress(OSError, ValueError):
            name = (about / "name").read_text().strip()
            axes, keys, relative, properties = (
                _bits(about / file)
                for file in ("capabilities/abs", "capabilities/key", "capabilities/rel", "properties")
            )
            path, claims = dev / event.name, Claims(name, axes, keys, relative, properties)
            fingers = slots_of(path) if claims.is_panel else None
            yield claims, TouchPanel(str(path), name, os.access(path, os.R_OK), user=user(), fingers=fingers)


def _bits(file: Path) -> int:
    """Return a bitmap of sysfs: hexadecimal words of the machine's width, the highest first. OSError, ValueError."""
    value = 0
    for word in file.read_text().split():
        value = value << _WORD_BITS | int(word, 16)
    return value


_WORD_BITS: Final = 64 if sys.maxsize > 1 << 32 else 32

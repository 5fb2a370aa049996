"""A virtual machine's screen before the table runs, and its screens."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from PIL import Image

from kiosk.drawings.boot_pictures import SIDES, start_picture
from tests.rig.vm.machine import VirtualMachine
from tests.rig.vm.pictures import ALIKE, correlation

_LOOK_S: Final = 0.5
_LIT_UP_S: Final = 240.0


def pictures(machine: VirtualMachine, seconds: float) -> Iterator[Image.Image]:
    """Yield the pictures of the screen for ``seconds``: each that differs from the one before."""
    last = None
    ends = time.monotonic() + seconds
    while time.monotonic() < ends and machine.is_on:
        picture = machine.screen()
        if last is None or picture.tobytes() != last.tobytes():
            last = picture
            yield picture
        time.sleep(_LOOK_S)


def until_emblem(machine: VirtualMachine) -> list[Image.Image]:
    """Return the pictures since power-on, up to the first of the kiosk's; ``AssertionError``: there was none."""
    seen = []
    for picture in pictures(machine, _LIT_UP_S):
        if picture.size == machine.size:  # before, there is only QEMU's own notice
            seen.append(picture)
            if is_emblem(picture):
                return seen
    raise AssertionError(f"no picture of ours on the screen within {_LIT_UP_S:.0f} s")


def is_emblem(picture: Image.Image) -> bool:
    """Return whether it is the calm picture shown while no program draws."""
    return correlation(picture.convert("L"), _emblem(picture.size)) >= ALIKE


def is_plain(picture: Image.Image) -> bool:
    """Return whether it has one colour only."""
    return len(picture.getcolors(1) or ()) == 1


@lru_cache(maxsize=4)
def _emblem(size: tuple[int, int]) -> Image.Image:
    """Return the picture in grey, for a screen of this size."""
    side = max(side for side in SIDES.values() if side <= min(size))
    drawn = start_picture(side)
    screen = Image.new("L", size, 0)
    screen.paste(drawn, ((size[0] - side) // 2, (size[1] - side) // 2))
    return screen


def plug(machine: VirtualMachine, connector: str, state: str) -> None:
    """Set a connector to ``on`` or ``off``, or have it probed again (``detect``), as if a cable were moved."""
    done = machine.run("sh", "-c", f"echo {state} > /sys/class/drm/card0-{connector}/status")
    assert done.returncode == 0, done.stderr

"""Discovery of GPIO chips, by label or name and never by number."""

from __future__ import annotations

import errno
import os
import re
import struct
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from hardware.api import Fault, HardwareError

HEADER: Final = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""The kernel's labels of the chip behind the 40-pin header: Pi 5, Pi 4, older models."""

_DEV: Final = Path("/dev")
ELSEWHERE: Final = Fault("chip.elsewhere")
"""The fix for a machine without any GPIO pins."""

_NAME: Final = re.compile(r"gpiochip([0-9]+)")
_CHIP_INFO: Final = struct.Struct("=32s32sI")  # struct gpiochip_info of linux/gpio.h: name, label, lines
_GET_CHIP_INFO: Final = 0x8044B401  # GPIO_GET_CHIPINFO_IOCTL


class Chip(NamedTuple):
    """The chip ``/dev/gpiochip<number>``. ``name``: its name in /dev; ``label``: its driver's; ``lines``: a count."""

    number: int
    name: str
    label: str
    lines: int

    @property
    def path(self) -> str:
        """The path of its device file."""
        return f"{_DEV}/{self.name}"

    def check(self, line: int) -> None:
        """Raise HardwareError if the chip is the header's, whose pins go by BCM numbers, or has no such line."""
        if self.label in HEADER:
            raise HardwareError(Fault("chip.header", {"name": self.name}))
        if line >= self.lines:
            raise HardwareError(Fault("chip.lines", {"label": self.label, "last": self.lines - 1}))


def chips() -> Iterator[Chip | OSError]:
    """Yield all chips by number, or the error for a chip that cannot be opened (PermissionError: access denied).

    The chips are those in /dev: kernels have numbered the Pi 5's 0, 4 and 11 to 15, and expanders come behind.
    """
    import fcntl  # noqa: PLC0415  Linux has it; configurations are checked on every computer

    found = (_NAME.fullmatch(device.name) for device in _DEV.iterdir())
    for number in sorted(int(name[1]) for name in found if name):
        try:
            descriptor = os.open(_DEV / f"gpiochip{number}", os.O_RDWR | os.O_CLOEXEC)
            try:
                info = fcntl.ioctl(descriptor, _GET_CHIP_INFO, bytes(_CHIP_INFO.size))
            finally:
                os.close(descriptor)
        except OSError as error:
            if error.errno not in (errno.ENOENT, errno.ENXIO, errno.ENODEV):
                yield error
            continue
        name, label, lines = _CHIP_INFO.unpack(info)
        yield Chip(number, _text(name), _text(label), lines)


def find_chip(wanted: Collection[str] = HEADER) -> Chip:
    """Return the chip with one of the ``wanted`` labels or names in /dev; by default the header's.

    Raises HardwareError if there is none, access is denied, or several chips with different names match.
    """
    fitting: dict[str, Chip] = {}  # by name: the Pi 5's chip may appear under a second number that is only a link
    seen: list[str] = []
    refused: list[OSError] = []
    for chip in chips():
        if isinstance(chip, OSError):
            refused.append(chip)
        elif chip.label in wanted or chip.name in wanted:
            fitting.setdefault(chip.name, chip)
        else:
            seen.append(f"{chip.label} ({chip.name})")
    if len(fitting) == 1:
        return next(iter(fitting.values()))
    if fitting:
        names = " or ".join(fitting)
        raise HardwareError(
            Fault("chip.ambiguous", {"count": len(fitting), "wanted": " or ".join(wanted), "names": names})
        )
    if refused:
        path, error = str(refused[0].filename), str(refused[0].strerror)
        raise HardwareError(Fault("chip.forbidden", {"path": path, "error": error}))
    found = Fault("chip.others", {"chips": ", ".join(seen)}) if seen else Fault("chip.none")
    fix = ELSEWHERE if wanted is HEADER else Fault("chip.check_expander")
    raise HardwareError(Fault("chip.missing", {"wanted": " or ".join(wanted), "found": found, "fix": fix}))


def _text(field: bytes) -> str:
    return field.rstrip(b"\0").decode(errors="replace")

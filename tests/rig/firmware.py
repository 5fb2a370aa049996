"""A Raspberry Pi's firmware: what it sets up for the kernel by a card's config.txt, if this is wired to the header.

It knows what the kiosk may write and what the image of Raspberry Pi OS has; names and parameters are those of
boot/overlays/README of github.com/raspberrypi/firmware. It is stricter than the real one in one thing: there an
expander's overlay switches its bus on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from hardware.api import ChipLine
from hardware.gpio.pin_uses import ALWAYS, EXPANDERS, FUNCTIONS
from kiosk.config.schema import Settings

READ: Final = 98
"""Characters of a line that are read."""

BASE: Final = frozenset(
    {"audio", "i2c", "i2c_arm", "i2c_arm_baudrate", "i2s", "spi", "uart0", "uart0_console", "watchdog"}
)
"""Parameters of the Pi itself."""
OVERLAYS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "disable-bt": frozenset(),
        "dwc2": frozenset({"dr_mode", "g-np-tx-fifo-size", "g-rx-fifo-size"}),
        "hifiberry-dac": frozenset(),
        "i2c-rtc": frozenset({"ds1307", "ds3231", "pcf8523", "addr", "wakeup-source"}),
        "mcp23017": frozenset({"addr", "gpiopin", "i2c-bus", "mcp23008", "noints"}),
        "pca953x": frozenset({"addr", "i2c-bus", "pca9535", "pca9555"}),
        "vc4-kms-v3d": frozenset({"audio", "cma-256", "cma-512", "noaudio"}),
    }
)
"""Parameters of each overlay."""
SETTINGS: Final = frozenset(
    {
        "arm_64bit", "arm_boost", "auto_initramfs", "camera_auto_detect", "disable_fw_kms_setup", "disable_overscan",
        "disable_splash", "display_auto_detect", "enable_uart", "hdmi_enable_4kp60", "max_framebuffers", "otg_mode",
    }
)  # fmt: skip
"""Settings besides them."""

EXPANDER: Final[Mapping[int, str]] = MappingProxyType({0x20: "mcp23017"})
"""The chips of a table as hardware/README.md wires it, by their I2C addresses."""


@dataclass
class Board:
    """What the kernel finds. ``taken``: pins that a driver has; ``unknown``: what the firmware could not read."""

    functions: set[str] = field(default_factory=lambda: {ALWAYS})
    chips: set[str] = field(default_factory=set)
    taken: set[int] = field(default_factory=set)
    settings: dict[str, str] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)

    def missing(self, settings: Settings) -> list[str]:
        """Return the pins of a table that it cannot have."""
        used = self.taken.union(*(FUNCTIONS[name].pins for name in self.functions))
        return [
            f"seat {wires.seat}: {pin}"
            for wires in settings.wiring()
            for pin in (wires.stop_pin, wires.play_pin, wires.lamp_pin)
            if pin is not None and not self._has(pin, used)
        ]

    def _has(self, pin: int | ChipLine, used: set[int]) -> bool:
        if isinstance(pin, ChipLine):
            return pin.chip in self.chips and pin.line < EXPANDERS[pin.chip].lines
        return pin not in used


def started(config_txt: str, model: str = "pi4", wired: Mapping[int, str] = EXPANDER) -> Board:
    """Return what there is after a start with this config.txt."""
    board, base = Board(), dict.fromkeys(BASE, "off")
    overlays: list[tuple[str, dict[str, str]]] = []
    reads = True
    for line in (whole.strip()[:READ] for whole in config_txt.splitlines()):
        name, _, value = line.partition("=")
        if line.startswith("["):
            reads = line[1:-1] in ("all", model)
        elif not reads or not line or line.startswith("#"):
            continue
        elif name == "dtoverlay":
            overlay, *words = value.split(",")
            overlays.append((overlay, {}))
            if overlay and overlay not in OVERLAYS:
                board.unknown.append(line)
            _set(board, base, overlays, words)
        elif name == "dtparam":
            _set(board, base, overlays, value.split(","))
        elif name in SETTINGS:
            board.settings[name] = value
        else:
            board.unknown.append(line)
    _switch_on(board, base, model)
    for overlay, parameters in overlays:
        if overlay == "mcp23017":
            _expander(board, parameters, wired)
    return board


def _set(board: Board, base: dict[str, str], overlays: list[tuple[str, dict[str, str]]], words: list[str]) -> None:
    """Set parameters, each in the last overlay if it has that one, otherwise in the Pi itself."""
    overlay, parameters = overlays[-1] if overlays else ("", {})
    for name, _, value in (word.partition("=") for word in words):
        if name in OVERLAYS.get(overlay, ()):
            parameters[name] = value or "on"
        elif name in base:
            base["i2c_arm" if name == "i2c" else name] = value or "on"
        else:
            board.unknown.append(name)


def _switch_on(board: Board, base: Mapping[str, str], model: str) -> None:
    uart = base["uart0"] == "on" if model == "pi5" else board.settings.get("enable_uart") == "1"
    on = {"i2c": base["i2c_arm"] == "on", "spi": base["spi"] == "on", "i2s": base["i2s"] == "on", "serial": uart}
    board.functions |= {name for name, is_on in on.items() if is_on}


def _expander(board: Board, parameters: Mapping[str, str], wired: Mapping[int, str]) -> None:
    """Probe a chip: its driver finds it if it is there, and is of this kind."""
    if "noints" not in parameters:
        board.taken.add(int(parameters.get("gpiopin", "4")))
    kind = "mcp23008" if "mcp23008" in parameters else "mcp23017"
    if "i2c" in board.functions and wired.get(int(parameters.get("addr", "0x20"), 0)) == kind:
        board.chips.add(kind)

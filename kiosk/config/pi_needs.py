"""What a configuration needs of a Raspberry Pi's firmware: lines of config.txt, each with its reason and its sign.

Overlays and their parameters are named as in boot/overlays/README of github.com/raspberrypi/firmware, other settings as
at raspberrypi.com/documentation/computers/config_txt.html, and in legacy_config_txt.html beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from hardware.api import ChipLine, Wiring
from hardware.gpio.pin_uses import FUNCTIONS
from kiosk.config.config_txt import ConfigTxtLine, Overlay, read
from kiosk.config.notation import seat_section
from kiosk.config.pi_presence import Sign
from kiosk.config.schema import Settings

OPTION: Final = "--config-txt FILE"
"""The option of ``kiosk first-boot`` and ``systemd/setup appliance`` that adds lines."""

_MANY_PIXELS: Final = 5_000_000
"""From here on, 60 pictures a second need a pixel clock that a Pi 4 has by a setting only (4K has 8.3 million)."""

_INTERRUPT: Final = 4
"""The BCM number that the overlay mcp23017 takes for the chip's interrupt, unless it says ``noints``."""

_CHECK: Final = "check its wires and its supply, then switch the Pi off and on"


class Need(NamedTuple):
    """Lines of config.txt. ``why``: what they are for; ``sign``: what a running system shows if they work.

    ``vital``: False if a table does without.
    """

    why: str
    lines: tuple[ConfigTxtLine, ...]
    sign: Sign | None = None
    vital: bool = True


class Unknown(NamedTuple):
    """A chip of our own wiring that no line can be derived for. ``words``: where it is, the reason, and the fix."""

    chip: str
    words: str


class Needs(NamedTuple):
    """All needs of a table. ``remarks``: what devices of other makers may need, which nobody here can know."""

    known: tuple[Need, ...]
    unknown: tuple[Unknown, ...] = ()
    remarks: tuple[str, ...] = ()

    def lines(self) -> list[ConfigTxtLine]:
        """Return the lines of all needs."""
        return [line for need in self.known for line in need.lines]

    def summary(self) -> list[str]:
        """Return the lines that a table cannot do without, with their reasons, for people."""
        vital = (need for need in self.known if need.vital and need.lines)
        return [f"{', '.join(line.text for line in need.lines)} ({need.why})" for need in vital]

    def signs(self) -> list[Sign]:
        """Return the signs of all needs."""
        return [need.sign for need in self.known if need.sign is not None]


class _Switch(NamedTuple):
    """The lines that switch a function of the header on and off. ``sign``: a path that is there while it is on."""

    on: tuple[ConfigTxtLine, ...]
    off: tuple[ConfigTxtLine, ...]
    sign: str = ""


_SWITCHES: Final[Mapping[str, _Switch]] = MappingProxyType(
    {
        "i2c": _Switch(
            (ConfigTxtLine("dtparam=i2c_arm=on"),),
            (ConfigTxtLine("dtparam=i2c_arm=off"),),
            "/sys/bus/i2c/devices/i2c-1",
        ),
        "serial": _Switch(
            (ConfigTxtLine("enable_uart=1"), ConfigTxtLine("dtparam=uart0=on", "pi5")),
            (ConfigTxtLine("enable_uart=0"), ConfigTxtLine("dtparam=uart0=off", "pi5")),
            "/dev/serial0",
        ),
        "spi": _Switch(
            (ConfigTxtLine("dtparam=spi=on"),), (ConfigTxtLine("dtparam=spi=off"),), "/sys/class/spi_master/spi0"
        ),
        "i2s": _Switch((ConfigTxtLine("dtparam=i2s=on"),), (ConfigTxtLine("dtparam=i2s=off"),)),
    }
)
"""By the name of the function (``hardware.gpio.pin_uses.FUNCTIONS``). The EEPROM of a HAT needs none."""

_OVERLAYS: Final[Mapping[str, Overlay]] = MappingProxyType(
    {
        "mcp23017": Overlay("mcp23017", frozenset({"addr=0x20", "noints"})),
        "mcp23008": Overlay("mcp23017", frozenset({"addr=0x20", "mcp23008", "noints"})),
    }
)
"""The overlay of each expander that the firmware has one for, with the chip's address pins at ground."""


_Lamps: TypeAlias = dict[str, list[tuple[int, Wiring]]]
"""The seats with a lamp on a chip, with their places in the file, by the chip's name there."""


def needs(settings: Settings, others: str = "", added: str = "") -> Needs:
    """Return the needs of a table with these settings.

    ``others``: the lines of config.txt that are not ours; ``added``: those that an administrator adds (``OPTION``). An
    expander that one of them sets up is not set up again.
    """
    known = [Need("no picture of the firmware before the table's", (ConfigTxtLine("disable_splash=1"),), vital=False)]
    if "i2s" not in settings.hardware.uses:
        why = "sound from the Pi's own socket, where it has one"
        known.append(Need(why, (ConfigTxtLine("dtparam=audio=on"),), vital=False))
    width, height = settings.window.width, settings.window.height
    if width * height > _MANY_PIXELS:
        why = f"{width} x {height} at 60 Hz, at the first HDMI socket of a Pi 4"
        known.append(Need(why, (ConfigTxtLine("hdmi_enable_4kp60=1", "pi4"),)))
    if settings.hardware.kind != "gpio":
        return Needs(tuple(known))
    lamps = _lamps_of(settings)
    known += _functions(settings)
    overlays = read(f"{others}\n{added}").overlays
    known += _expanders(lamps, overlays)
    unknown = () if read(added).overlays else tuple(_unknown(lamps, overlays))
    return Needs(tuple(known), unknown, tuple(_told(settings, read(others).overlays, added)))


def contradictions(settings: Settings, added: str) -> list[str]:
    """Return what the lines that are added would take away from the table, each with the line of ours."""
    content = read(added)
    opposed = [
        f"{line.text} is needed ({need.why}), and the lines say otherwise: remove them, or change the configuration"
        for need in needs(settings, "", added).known
        for line in need.lines
        if content.denies(line)
    ]
    return [*opposed, *_interrupts(settings.wiring(), content.overlays)]


def _functions(settings: Settings) -> Iterator[Need]:
    """Yield the functions of the header that are on, and those that are off because something is at their pins."""
    wired = {pin for wires in settings.wiring() for pin in (wires.stop_pin, wires.play_pin, wires.lamp_pin)}
    for key, switch in _SWITCHES.items():
        name, pins = FUNCTIONS[key]
        taken = [str(pin) for pin in sorted(pins) if pin in wired]
        if key in settings.functions():
            sign = Sign(
                "path", switch.sign, f"{name} at the header is not on: restart; if that does not help, set up again"
            )
            if key == "i2s":
                sign = Sign("sound", key, f"no sound card at I2S: check its wires, and its dtoverlay= line ({OPTION})")
            yield Need(f"{name} on", switch.on, sign)
        elif taken:
            yield Need(f"{name} off: buttons or lamps are at GPIO {', '.join(taken)}", switch.off)


def _lamps_of(settings: Settings) -> _Lamps:
    """Return the seats with a lamp on a chip, by the chip's name in the file."""
    lamps: _Lamps = {}
    for index, wires in enumerate(settings.wiring()):
        if isinstance(wires.lamp_pin, ChipLine):
            lamps.setdefault(wires.lamp_pin.chip, []).append((index, wires))
    return lamps


def _expanders(lamps: _Lamps, overlays: Sequence[Overlay]) -> Iterator[Need]:
    """Yield the expanders that somebody's overlay sets up, and the one that ours does."""
    ours = _ours(lamps, overlays)
    for chip, wired in lamps.items():
        used = f"{len(wired)} lamps"
        if chip == ours:
            sign = Sign("chip", chip, f"no {chip} at I2C address 0x20, which {used} need: {_CHECK}")
            yield Need(f"{chip} for {used}", (ConfigTxtLine(_text(_OVERLAYS[chip])),), sign)
        elif _sets_up(chip, overlays):
            yield Need(f"{chip} for {used}", (), Sign("chip", chip, f"no {chip}, which {used} need: {_CHECK}"))


def _ours(lamps: _Lamps, overlays: Sequence[Overlay]) -> str | None:
    """Return the expander that our line sets up, at its usual address; None: there is none."""
    return next((chip for chip in lamps if chip in _OVERLAYS and not _sets_up(chip, overlays)), None)


def _unknown(lamps: _Lamps, overlays: Sequence[Overlay]) -> Iterator[Unknown]:
    """Yield the chips that no line can be derived for."""
    ours = _ours(lamps, overlays)
    for chip, ((index, wires), *_) in lamps.items():
        if chip != ours and not _sets_up(chip, overlays):
            why = "which I2C address a second expander has is not known" if chip in _OVERLAYS else "it is not known"
            yield Unknown(
                chip,
                f'{seat_section(index)}, lamp_pin: "{wires.lamp_pin}": no line of config.txt can be derived for {chip} '
                f"({why}): put the lamps on one mcp23017, or give its dtoverlay= line by {OPTION}",
            )


def _sets_up(chip: str, overlays: Iterable[Overlay]) -> bool:
    """Return whether one of the overlays makes this chip."""
    for overlay in overlays:
        if overlay.name == "mcp23017" and chip in _OVERLAYS:
            if (chip in overlay.parameters) == (chip != overlay.name):
                return True
        elif chip == overlay.name or chip in overlay.parameters:
            return True
    return False


def _text(overlay: Overlay) -> str:
    return f"dtoverlay={','.join((overlay.name, *sorted(overlay.parameters)))}"


def _told(settings: Settings, overlays: Sequence[Overlay], added: str) -> Iterator[str]:
    """Yield what may be needed besides, and what ``overlays``, which nobody has checked, take away."""
    if not added:
        for role, name in settings.hardware.drivers().items():
            words = role.value.replace("_", " ")
            yield f"{words} by {name}: if its device needs lines in config.txt, add them by {OPTION}"
        if "i2s" in settings.hardware.uses:
            yield f"hardware.uses: a sound card (I2S) needs the dtoverlay= line of its type: add it by {OPTION}"
    yield from _interrupts(settings.wiring(), overlays)


def _interrupts(wiring: Iterable[Wiring], overlays: Iterable[Overlay]) -> Iterator[str]:
    """Yield the overlays of an expander that take the pin of a button or a lamp for its interrupt."""
    wired = {pin for wires in wiring for pin in (wires.stop_pin, wires.play_pin, wires.lamp_pin)}
    for overlay in overlays:
        chosen = (word.partition("=")[2] for word in overlay.parameters if word.startswith("gpiopin="))
        pin = next((int(word) for word in chosen if word.isdigit()), _INTERRUPT)
        if overlay.name == "mcp23017" and "noints" not in overlay.parameters and pin in wired:
            yield f"{_text(overlay)} takes GPIO {pin}, where a button or a lamp is: write noints there"

"""The check of a Raspberry Pi's config.txt against the configuration: the lines, and what has come of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from kiosk.config.config_txt import added_in, read, without_block
from kiosk.config.pi_needs import needs
from kiosk.config.pi_presence import missing
from kiosk.config.schema import Settings
from kiosk.doctor.facts import Facts, Firmware
from kiosk.doctor.finding import Finding, fault, good, note, warning
from kiosk.doctor.machine_checks import SET_UP
from kiosk.system.regular_file import WRITTEN_BYTES, read_regular

CONFIG_TXT: Final = Path("/boot/firmware/config.txt")


def examined(settings: Settings | None, file: Path = CONFIG_TXT) -> Firmware | None:
    """Return what the pins of a table need of ``file``; None: it has none, or this is no Raspberry Pi."""
    if settings is None or settings.hardware.kind != "gpio" or not file.is_file():
        return None
    try:
        text = read_regular(file, WRITTEN_BYTES).decode("latin-1")
    except OSError as error:
        return Firmware(str(file), error=error.strerror or "")
    found, content = needs(settings, without_block(text), added_in(text)), read(text)
    lacking = [
        f"{line.text} ({need.why})"
        for need in found.known
        if need.vital
        for line in need.lines
        if not content.has(line)
    ]
    unknown = (one.words for one in found.unknown)
    return Firmware(
        str(file), tuple(lacking), tuple(sign.words for sign in missing(found.signs())), (*unknown, *found.told)
    )


def firmware(facts: Facts) -> Iterator[Finding]:
    """Check that config.txt has the lines that the configuration needs, and that they have worked."""
    seen = facts.firmware
    if seen is None:
        return
    if seen.error is not None:
        yield note(f"{seen.file} cannot be read ({seen.error})")
        return
    for line in seen.lacking:
        mend = f"{SET_UP}; then restart" if facts.appliance else f"write it into {seen.file}, below [all]; then restart"
        yield warning(f"{seen.file} lacks {line}", mend)
    yield from map(fault, seen.missing)
    yield from map(note, seen.told)
    if not seen.lacking and not seen.missing:
        yield good(f"{seen.file} has what the configuration needs")

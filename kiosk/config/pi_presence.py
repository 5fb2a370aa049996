"""Signs on a running Raspberry Pi that the firmware has set up what its config.txt asks for.

``python3 -m kiosk.config.pi_presence FILE`` prints what is missing of the signs in FILE, with status 1 if anything is.
Python's standard library only: a new card's first start runs it before anything is installed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, NamedTuple

from hardware.gpio.chips import chips

_CARDS: Final = Path("/proc/asound/cards")
_OTHER_CARDS: Final = re.compile(r"vc4.?hdmi|bcm2835|USB-Audio")
"""Sound cards that are not at the header."""


class Sign(NamedTuple):
    """What is there if a need is met. ``words``: what is missing otherwise, and the fix, in plain ASCII.

    ``kind``, ``name``: a GPIO ``chip`` by its label, a ``path``, or a ``sound`` card at the header.
    """

    kind: str
    name: str
    words: str


def packed(signs: Iterable[Sign]) -> bytes:
    """Return the signs as a file, a line each."""
    return "".join(f"{chr(9).join(sign)}\n" for sign in signs).encode()


def unpacked(data: bytes) -> tuple[Sign, ...]:
    """Return the signs in a file."""
    lines = data.decode(errors="replace").splitlines()
    return tuple(Sign(*fields) for line in lines if len(fields := line.split("\t")) == len(Sign._fields))


def missing(signs: Iterable[Sign], root: Path = Path("/"), cards: Path = _CARDS) -> list[Sign]:
    """Return the signs that are not there."""
    wanted = tuple(signs)
    labels = present_chips() if any(sign.kind == "chip" for sign in wanted) else frozenset()
    there: dict[str, Callable[[str], bool]] = {
        "chip": lambda name: name in labels,
        "path": lambda name: (root / name.lstrip("/")).exists(),
        "sound": lambda _: _sounds(cards),
    }
    return [sign for sign in wanted if not there[sign.kind](sign.name)]


def present_chips() -> frozenset[str]:
    """Return labels and names in /dev of the GPIO chips that can be opened."""
    found = [chip for chip in chips() if not isinstance(chip, OSError)]
    return frozenset(name for chip in found for name in (chip.label, chip.name))


def _sounds(cards: Path) -> bool:
    """Return whether there is a sound card at the header."""
    listed = cards.read_text(errors="replace") if cards.exists() else ""
    found = [line for line in listed.splitlines() if re.match(r"\s*\d+ \[", line)]
    return any(not _OTHER_CARDS.search(line) for line in found)


def main(file: str) -> int:
    """Print what is missing, a line each."""
    lines = [sign.words for sign in missing(unpacked(Path(file).read_bytes()))]
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return 1 if lines else 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))

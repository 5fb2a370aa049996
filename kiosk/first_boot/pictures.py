"""The pictures that the Pi shows while it sets itself up, drawn in advance because it has no Pillow yet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from kiosk.drawings.boot_pictures import SIDES, letters, packed, status_picture
from kiosk.locale.marks import mark
from kiosk.locale.speaker import speaker

LETTERS: Final = "letters"
"""The name of the strips of letters (``systemd/show-picture --letters``)."""


class BootStatus(NamedTuple):
    """The texts of a picture. ``name``: as in systemd/first-boot; ``progress``: 0 to 1, None for a problem.

    ``{wifi}`` is the Wi-Fi's name. If a Wi-Fi is configured, ``with_wifi`` replaces ``lines``.
    """

    name: str
    headline: str
    lines: str
    progress: float | None
    with_wifi: str = ""


_ONCE: Final = mark("This table sets itself up. It takes about ten minutes, and happens only once.")
_BY_ITSELF: Final = mark("The set-up goes on by itself.")

STATUSES: Final = (
    BootStatus("preparing", mark("Getting ready"), _ONCE, 0.03),
    BootStatus("network", mark("Looking for the network"), _ONCE, 0.08),
    BootStatus("clock", mark("Setting the clock"), _ONCE, 0.12),
    BootStatus("internet", mark("Checking the package lists"), _ONCE, 0.16),
    BootStatus("packages", mark("Fetching what the system needs"), _ONCE, 0.25),
    BootStatus("release", mark("Preparing the table's program"), _ONCE, 0.45),
    BootStatus("python", mark("Fetching the table's program"), _ONCE, 0.55),
    BootStatus("compiling", mark("Installing the table's program"), _ONCE, 0.75),
    BootStatus("starting", mark("Starting the table"), mark("Here you can play in a moment."), 0.92),
    BootStatus(
        "no-network",
        mark("No network yet"),
        mark("Plug in a network cable."),
        None,
        mark('Plug in a network cable, or check the Wi-Fi "{wifi}".'),
    ),
    BootStatus(
        "no-such-wifi",
        mark("Wi-Fi not found"),
        "",
        None,
        mark('"{wifi}" is out of range. Is it switched on, and is its name right? A network cable works too.'),
    ),
    BootStatus(
        "wifi-refuses",
        mark("Cannot join the Wi-Fi"),
        "",
        None,
        mark('"{wifi}" is there, but does not let the table in. Is the password right? A network cable works too.'),
    ),
    BootStatus(
        "missing",
        mark("Something is not connected"),
        mark("Switch the table off, check it, and switch it on again. The set-up goes on without it."),
        None,
    ),
    BootStatus(
        "no-internet",
        mark("No internet connection"),
        mark("There is a network, but the set-up cannot fetch anything.\nIt says:"),
        None,
    ),
    BootStatus(
        "damaged",
        mark("The card is damaged"),
        mark("Prepare it once more with kiosk first-boot, or take another one."),
        None,
    ),
    BootStatus(
        "failed", mark("The set-up has failed"), mark("It tries again by itself.\nThe last thing that it said:"), None
    ),
)

_WAITING: Final = frozenset({"no-network", "no-such-wifi", "wifi-refuses"})
"""The pictures that request an action, and disappear as soon as it is done."""


def pictures(language: str, wifi: str | None) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of every file: for each class of screens all status pictures, and the letters."""
    say = speaker(language)
    for screen, side in SIDES.items():
        for status in STATUSES:
            text = status.with_wifi if wifi is not None and status.with_wifi else status.lines
            lines = say(text, wifi=wifi) if text else ""
            if status.name in _WAITING:
                lines = f"{lines}\n{say(_BY_ITSELF)}"
            picture = status_picture(side, say(status.headline), lines, status.progress)
            yield f"{status.name}-{screen}.pgm.gz", packed(picture)
        yield f"{LETTERS}-{screen}.pgm.gz", packed(letters(round(0.031 * side)))

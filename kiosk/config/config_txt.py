"""A Raspberry Pi's config.txt: what its lines say, our block of lines in it, and lines that an administrator adds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Final, NamedTuple

from kiosk.system.files import read_regular

BEGIN: Final = "# ligretto-kiosk begins: what this table needs. Its set-up writes these lines anew, and no others."
END: Final = "# ligretto-kiosk ends"
_ADDED: Final = "# From --config-txt:"

LONGEST: Final = 98
"""Characters of a line that the firmware reads; it ignores the rest."""
_BYTES: Final = 4096
"""Limit of a file with lines to add: a device needs a few."""

_NO_SCOPE: Final = ("[all]", "dtoverlay=")
"""The ends of all filters and of the last overlay's parameters: what follows is for the Pi itself, of every model."""

_FORMS: Final = re.compile(r"#.*|\[[A-Za-z0-9:=+*_-]+\]|[a-z0-9_]+(:[01])?=\S.*|dtoverlay=")
"""Comments, filters, settings."""
_ON: Final = "on"
_OFF: Final = "off"
_WORDS: Final = {**dict.fromkeys(("1", "yes", "true", ""), _ON), **dict.fromkeys(("0", "no", "false"), _OFF)}
"""Other words for a switch's state."""
_ALIASES: Final = {"i2c": "i2c_arm", "i2c1": "i2c_arm"}
"""Other names of parameters, all of the bus at the header."""

_OLD_ENDING: Final = "\n[all]\n# No rainbow before the table starts.\ndisable_splash=1\n"
"""The lines that a set-up added before there was a block."""


class ConfigTxtLine(NamedTuple):
    """A line of ours. ``only``: the filter of the models that read it, such as ``pi4``; empty: all."""

    text: str
    only: str = ""


class Overlay(NamedTuple):
    """A ``dtoverlay`` with its parameters, their values included."""

    name: str
    parameters: frozenset[str]


class Content(NamedTuple):
    """The meaning of a text: the last value of each setting by filter and name (``dtparam=spi``), and all overlays."""

    values: dict[tuple[str, str], str]
    overlays: tuple[Overlay, ...]

    def has(self, line: ConfigTxtLine) -> bool:
        """Return whether the text does what ``line`` says. What it does not mention is off."""
        wanted = read(line.text)
        if wanted.overlays:
            return wanted.overlays[0] in self.overlays
        return all(
            self.values.get((line.only, name), self.values.get(("", name), _OFF)) == value
            for (_, name), value in wanted.values.items()
        )

    def denies(self, line: ConfigTxtLine) -> bool:
        """Return whether the text says otherwise than ``line``, on whatever model."""
        wanted = {name: value for (_, name), value in read(line.text).values.items()}
        return any(value != wanted.get(name, value) for (_, name), value in self.values.items())


class Unfit(ValueError):  # noqa: N818  it describes the lines
    """Lines cannot be added. The message to the user: each mistake with its line and the fix."""


def read(text: str) -> Content:
    """Return what the lines of config.txt say; those after ``[none]`` are not read."""
    values: dict[tuple[str, str], str] = {}
    overlays: list[Overlay] = []
    only = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            only = line.strip("[]").replace("all", "", 1)
            continue
        name, equals, value = line.partition("=")
        if not equals or line.startswith("#") or only == "none":
            continue
        if name == "dtoverlay":
            overlay, *parameters = value.split(",")
            overlays.append(Overlay(overlay, frozenset(parameters)))
        elif name == "dtparam":
            for parameter, _, word in (part.partition("=") for part in value.split(",")):
                values[only, f"dtparam={_ALIASES.get(parameter, parameter)}"] = _WORDS.get(word, word)
            if overlays:  # perhaps the overlay's: the firmware looks there first
                overlays[-1] = Overlay(overlays[-1].name, overlays[-1].parameters | set(value.split(",")))
        else:
            values[only, name] = _WORDS.get(value, value)
    return Content(values, tuple(overlay for overlay in overlays if overlay.name))


def without_block(text: str) -> str:
    """Return the text without our lines."""
    lines = iter(text.splitlines(keepends=True))
    kept = []
    for line in lines:
        if line.rstrip() == BEGIN:
            list(takewhile(lambda ours: ours.rstrip() != END, lines))
        else:
            kept.append(line)
    return "".join(kept).removesuffix(_OLD_ENDING)


def with_block(text: str, ours: Sequence[ConfigTxtLine], added: str = "") -> str:
    """Return the text with ``ours`` and the lines of ``added`` in a block at its end, in place of an earlier one."""
    others = without_block(text)
    if others and not others.endswith("\n"):
        others += "\n"
    return "".join((others, *(f"{line}\n" for line in (BEGIN, *_block(ours, added), END))))


def _block(ours: Sequence[ConfigTxtLine], added: str) -> Iterator[str]:
    overlays = [line.text for line in ours if line.text.startswith("dtoverlay=")]
    settings = [line for line in ours if line.text not in overlays]
    yield from _NO_SCOPE
    for only in dict.fromkeys(("", *(line.only for line in settings))):
        if only:
            yield f"[{only}]"
        yield from (line.text for line in settings if line.only == only)
    yield _NO_SCOPE[0]
    yield from overlays
    if added:
        yield from (*_NO_SCOPE, _ADDED, *added.splitlines())
    yield from _NO_SCOPE


def added_in(text: str) -> str:
    """Return the lines that an administrator has added by our block, as they were written."""
    _, _, rest = text.partition(f"\n{_ADDED}\n")
    lines = list(takewhile(lambda line: line != END, rest.splitlines()))
    return "".join(f"{line}\n" for line in lines[: -len(_NO_SCOPE)])


def lines_of(file: Path) -> str:
    """Return the checked text of a file with lines to add. Raises Unfit."""
    try:
        data = read_regular(file, _BYTES)
    except OSError as error:
        raise Unfit(f"{file}: cannot be read ({error.strerror})") from None
    text = data.decode("ascii", errors="replace").replace("\r\n", "\n")
    mistakes = [f"{file}: line {number}: {wrong}" for number, wrong in _mistakes(text.splitlines())]
    if mistakes:
        raise Unfit("\n".join(mistakes))
    return text if text.endswith("\n") or not text else f"{text}\n"


def _mistakes(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(lines, 1):
        if not (line.isascii() and line.isprintable()):
            yield number, "there is a character that is not plain ASCII: remove it (write spaces, no tabs)"
        elif len(line) > LONGEST:
            yield number, f"is {len(line)} characters long: the firmware reads {LONGEST} of them: write several lines"
        elif re.match(r"include\b", line):
            yield number, "include: write the lines themselves: the other file may change, or be missing"
        elif line in (BEGIN, END, _ADDED):
            yield number, "this line marks the lines of a set-up: leave it out"
        elif line and not _FORMS.fullmatch(line):
            yield number, f"{line!r} is no line of config.txt: write name=value, [filter] or # comment"

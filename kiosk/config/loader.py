"""Loader of the table's configuration: TOML to validated settings. Reports all errors at once, each with its fix."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from kiosk.config.installed import LeftOut, absent, without_absent
from kiosk.config.schema import Settings
from kiosk.config.validation import conflicts, validate
from kiosk.system.files import WRITTEN_BYTES, read_regular
from kiosk.system.written_text import NotText, decoded, fix_of, is_unseen, named, unseen

CONFIGS: Final = Path(__file__).parent
"""The configurations that come with the program."""

DEFAULT: Final = CONFIGS / "four_seats.toml"

_MOST_UNSEEN: Final = 5
"""The number of characters that are not seen and told: a text from a web page may be full of them."""


class ConfigError(Exception):
    """The configuration cannot be used. ``lines``: every error, each with file, key, problem and fix."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


def in_a_line(error: Exception) -> str:
    """Return the first problem, and how many there are besides."""
    first, *others = str(error).splitlines()
    return f"{first} (and {len(others)} more)" if others else first


def load(path: Path | None = None) -> Settings:
    """Load the settings from the file ``path``, by default the packaged four-seat table.

    Raises ConfigError with every error of the file.
    """
    return parse(*_text(path or DEFAULT))


class Partial(NamedTuple):
    """The settings of a configuration without the values that name something that is not installed."""

    settings: Settings
    left_out: tuple[LeftOut, ...]


def load_installed(path: Path | None = None) -> Partial:
    """Load what is installed of the settings in ``path``; defaults replace the rest. Raises ConfigError as ``load``."""
    text, name = _text(path or DEFAULT)
    kept, left_out = without_absent(keys(text, name))
    with _unseen_told(text, name):
        return Partial(validated(kept, name), left_out)


def _text(path: Path) -> tuple[str, str]:
    try:
        return decoded(read_regular(path, WRITTEN_BYTES)), path.name
    except FileNotFoundError:
        raise ConfigError([f"{path}: there is no such file: check the name, or copy {DEFAULT} there"]) from None
    except NotText as error:
        raise ConfigError([f"{path}: {error}"]) from None
    except OSError as error:
        raise ConfigError([f"{path}: cannot be read ({error.strerror}): check the file and its permissions"]) from None


def parse(text: str, name: str = "configuration") -> Settings:
    """Return the settings in the TOML ``text``; ``name`` is the prefix of every line of a ConfigError."""
    data = keys(text, name)
    with _unseen_told(text, name):
        return validated(data, name)


@contextmanager
def _unseen_told(text: str, name: str) -> Iterator[None]:
    """Add to a ConfigError what is not seen in ``text``: it may be why a value looks right and is not."""
    try:
        yield
    except ConfigError as error:
        lines = (f"{name}: {line}" for line in islice(unseen(text), _MOST_UNSEEN))
        raise ConfigError([*error.lines, *lines]) from None


def keys(text: str, name: str = "configuration") -> dict[str, Any]:
    """Return the data of the TOML ``text``, not validated yet. Raises ConfigError as ``parse`` does."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # no TOML; or thousands of digits or nested lists
        raise ConfigError([f"{name}: {_syntax(text, str(error))}"]) from None


def validated(data: dict[str, Any], name: str = "configuration") -> Settings:
    """Validate the data of ``keys``. Raises ConfigError as ``parse`` does."""
    settings, mistakes = validate(data)
    lines = [*mistakes, *map(str, absent(data)), *conflicts(data)]
    if settings is None or lines:
        raise ConfigError([f"{name}: {line}" for line in lines])
    return settings


_NAMES: Final = re.compile(r"\((?:'[^']*',? ?)+\)")
"""A section's name as tomllib tells it: a tuple."""


def _syntax(text: str, message: str) -> str:
    """Return tomllib's message with the position first (tomllib puts it last), and a fix.

    What is not seen there, and quotes and dashes of a word processor, are told by their names.
    """
    found = re.fullmatch(r"(.*) \(at (line (\d+), column (\d+)|end of document)\)", message)
    what, place = (found[1], found[2]) if found else (message, "somewhere")
    what = _NAMES.sub(lambda names: ".".join(re.findall(r"'([^']*)'", names[0])), what)
    if found and found[3]:
        character = text.replace("\r\n", "\n").split("\n")[int(found[3]) - 1][int(found[4]) - 1 :][:1]
        if character and is_unseen(character):
            return f"{place}: there is a {named(character)}: {fix_of(character)}"
        if not character.isascii():
            what = f"{what}, but a {named(character)}"
    if re.search(r"\btwice\b|overwrite", what):
        return f"{place}: {what}: write each [section] once, and each key once in it"
    return f"{place}: {what}: write key = value lines under [section] headers, texts in quotes"

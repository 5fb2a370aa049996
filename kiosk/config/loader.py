"""Loader of the table's configuration: TOML to validated settings. Reports all errors at once, each with its fix."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Final, NamedTuple

from kiosk.config.conflicts import conflicts
from kiosk.config.installed import LeftOut, absent, without_absent
from kiosk.config.schema import Settings
from kiosk.config.validation import validate
from kiosk.system.regular_file import WRITTEN_BYTES, read_regular

CONFIGS: Final = Path(__file__).parent
"""The configurations that come with the program."""

DEFAULT: Final = CONFIGS / "four_seats.toml"


class ConfigError(Exception):
    """The configuration cannot be used. ``lines``: every error, each with file, key, problem and fix."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


def load(path: Path | None = None) -> Settings:
    """Load the settings from the file ``path``, by default the packaged four-seat table.

    Raises ConfigError with every error of the file.
    """
    return validated(*_data(path or DEFAULT))


class Partial(NamedTuple):
    """The settings of a configuration without the values that name something that is not installed."""

    settings: Settings
    left_out: tuple[LeftOut, ...]


def load_installed(path: Path | None = None) -> Partial:
    """Load what is installed of the settings in ``path``; defaults replace the rest. Raises ConfigError as ``load``."""
    data, name = _data(path or DEFAULT)
    kept, left_out = without_absent(data)
    return Partial(validated(kept, name), left_out)


def _data(path: Path) -> tuple[dict[str, Any], str]:
    """Return the data of a file, not validated yet, and its name. Raises ConfigError."""
    try:
        text = read_regular(path, WRITTEN_BYTES).decode()
    except FileNotFoundError:
        raise ConfigError([f"{path}: there is no such file: check the name, or copy {DEFAULT} there"]) from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ConfigError([f"{path}: line {line}: a byte there is not UTF-8: save the file as UTF-8 text"]) from None
    except OSError as error:
        raise ConfigError([f"{path}: cannot be read ({error.strerror}): check the file and its permissions"]) from None
    return keys(text, path.name), path.name


def parse(text: str, name: str = "configuration") -> Settings:
    """Return the settings in the TOML ``text``; ``name`` is the prefix of every line of a ConfigError."""
    return validated(keys(text, name), name)


def keys(text: str, name: str = "configuration") -> dict[str, Any]:
    """Return the data of the TOML ``text``, not validated yet. Raises ConfigError as ``parse`` does."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # no TOML; or thousands of digits or nested lists
        raise ConfigError([f"{name}: {_syntax(str(error))}"]) from None


def validated(data: dict[str, Any], name: str = "configuration") -> Settings:
    """Validate the data of ``keys``. Raises ConfigError as ``parse`` does."""
    settings, mistakes = validate(data)
    lines = [*mistakes, *map(str, absent(data)), *conflicts(data)]
    if settings is None or lines:
        raise ConfigError([f"{name}: {line}" for line in lines])
    return settings


def _syntax(message: str) -> str:
    """Return tomllib's message with the position first (tomllib puts it last), and a fix."""
    found = re.fullmatch(r"(.*) \(at (line \d+, column \d+|end of document)\)", message)
    what, place = found.groups() if found else (message, "somewhere")
    if re.search(r"\btwice\b|overwrite", what):
        return f"{place}: {what}: write each [section] once, and each key once in it"
    return f"{place}: {what}: write key = value lines under [section] headers, texts in quotes"

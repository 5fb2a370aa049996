"""A configuration that staff bring to their table on a stick: what of it is taken, and whether the table runs with it.

What sends data away, or runs programs of others, stays as the administrator has configured it: ``[records]``,
``[venue]``, and the drivers of other packages. A set-up asks two questions (``systemd/take-configuration``):
``python -m kiosk.config.proposal take FILE TABLE`` prints the configuration for the table that now has ``TABLE``,
``python -m kiosk.config.proposal started TABLE`` ends with 1 if a table has not started with it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from hardware.installed_drivers import DriverRole
from kiosk.config.dump import effective, toml
from kiosk.config.loader import ConfigError, in_a_line, keys, load, parse
from kiosk.config.pi_presence import present_chips
from kiosk.config.pi_setup import derive
from kiosk.config.schema import Settings
from kiosk.config.secrecy import passwords
from kiosk.config.sections import section_of
from kiosk.system import paths
from kiosk.system.files import WRITTEN_BYTES, read_regular
from kiosk.system.printable import printable
from kiosk.system.written_text import NotText, decoded

NAME: Final = "table.toml"
"""The file's name on a stick."""
MOST: Final = 1 << 16
"""Its most bytes."""
CONFIG_TXT: Final = Path("/boot/firmware/config.txt")

_KEPT: Final = ("records", "venue")
"""The sections that say where data goes: the table keeps its own."""
_DRIVERS: Final = (*(role.value for role in DriverRole), "options")
"""The keys under ``[hardware]`` of which it does, too."""
_CARD_AGAIN: Final = "prepare the card again with kiosk first-boot"
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")


def brought(file: Path) -> str:
    """Return the text of a file of somebody else. Raises ConfigError."""
    try:
        return decoded(read_regular(file, MOST))
    except FileNotFoundError:
        raise ConfigError([f"there is no {file.name} on the stick"]) from None
    except NotText as error:
        raise ConfigError([f"{file.name}: {error}"]) from None
    except OSError as error:
        raise ConfigError([f"{file.name}: cannot be read ({error.strerror})"]) from None


def taken(text: str, table: Path) -> str:
    """Return the configuration ``text`` with what the one in ``table`` keeps. Raises ConfigError if it is no TOML.

    If nothing has to be replaced, it is the text itself, with its comments.
    """
    data = keys(text, NAME)
    try:
        own = keys(decoded(read_regular(table, WRITTEN_BYTES)), table.name)
    except (ConfigError, NotText, OSError) as error:
        raise ConfigError([f"the table's own {table.name} cannot be read ({error}): {_CARD_AGAIN}"]) from None
    merged = _with_own(data, own, _KEPT)
    if isinstance(data.get("hardware", {}), dict):
        merged["hardware"] = _with_own(section_of(data, "hardware"), section_of(own, "hardware"), _DRIVERS)
        if not merged["hardware"]:
            del merged["hardware"]
    return text if merged == data else _written(merged)


def _with_own(data: Mapping[str, Any], own: Mapping[str, Any], kept: Sequence[str]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in kept} | {
        key: own[key] for key in kept if key in own
    }


def _written(data: Mapping[str, Any]) -> str:
    """Return data as TOML: values, then a section for each table of theirs, or several for a list of tables."""
    plain = {name: value for name, value in data.items() if not _sections(value)}
    parts = ["".join(_lines(plain))]
    for name in (name for name in data if name not in plain):
        heading = f"[{_key(name)}]" if isinstance(data[name], dict) else f"[[{_key(name)}]]"
        parts += ["".join([f"{heading}\n", *_lines(section)]) for section in _sections(data[name])]
    return "\n".join(filter(None, parts))


def _sections(value: object) -> list[dict[str, Any]]:
    """Return the tables that are a section each; empty for any other value."""
    listed: list[Any] = value if isinstance(value, list) else [value]
    return listed if all(isinstance(one, dict) for one in listed) else []


def _lines(section: Mapping[str, Any]) -> Iterator[str]:
    return (f"{_key(key)} = {toml(value)}\n" for key, value in section.items())


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else toml(name)


def checked(text: str, config_txt: Path = CONFIG_TXT) -> Settings:
    """Return the settings in a configuration that was taken. Raises ConfigError with why they cannot be used here.

    ``config_txt``: of a Raspberry Pi; only a set-up from a card changes it, as it takes effect at the next start.
    """
    settings = parse(text, NAME)
    problems = [f"{NAME}: {line}" for line in passwords(settings)]
    if config_txt.exists():
        before = read_regular(config_txt, WRITTEN_BYTES).decode("latin-1")
        derived = derive(settings, before, present=present_chips())
        problems += [f"{NAME}: {line}" for line in derived.refused]
        if not derived.refused and derived.text != before:
            problems.append(f"{NAME}: its wiring needs other lines in the firmware's config.txt: {_CARD_AGAIN}")
    if problems:
        raise ConfigError(problems)
    return settings


def has_started(table: Path) -> bool:
    """Return whether a table has last started with this configuration, and not with another one instead."""
    try:
        kept = read_regular(paths.last_good_file(), WRITTEN_BYTES)
        return kept == f"{effective(load(table))}\n".encode()
    except (ConfigError, OSError):
        return False


def main(arguments: Sequence[str]) -> int:
    """Answer a set-up's question."""
    question, *files = arguments
    if question == "started":
        return 0 if has_started(Path(files[0])) else 1
    try:
        text = taken(brought(Path(files[0])), Path(files[1]))
        checked(text)
    except (ConfigError, OSError) as error:
        sys.stderr.write(f"{printable(in_a_line(error))}\n")
        return 1
    sys.stdout.buffer.write(text.encode())
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

"""The last good configuration: the one with which a table has last started, kept beside its journal.

It is stored with every default spelled out (``kiosk.config.dump``). So a default that another version of the program
changes is reported as a change too, and the stored file can be used by itself: ``kiosk --config FILE``.
"""

from __future__ import annotations

import json
import logging
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from kiosk.config.dump import effective
from kiosk.config.notation import seat_section
from kiosk.config.schema import SECTIONS, Settings
from kiosk.config.secrecy import public_value
from kiosk.config.sections import filled
from kiosk.config.values import Section
from kiosk.system import paths
from kiosk.system.files import WRITTEN_BYTES, read_regular, write_file

log = logging.getLogger(__name__)


class Unreadable(Exception):  # noqa: N818  it carries what the user is told
    """The error for a text that cannot be compared because it is not valid TOML; the message says why."""


def keep(settings: Settings) -> None:
    """Store the settings that a table has started with as the last good ones. A disk error is only logged."""
    file, data = paths.last_good_file(), f"{effective(settings)}\n".encode()
    try:
        if not file.exists() or read_regular(file, WRITTEN_BYTES) != data:
            write_file(file, data)
    except OSError as error:
        log.warning("%s: the configuration cannot be saved there (%s): see kiosk doctor", file, error.strerror)


def changes(before: str, now: str) -> tuple[str, ...]:
    """Return the differences of the TOML text ``now`` from ``before``, key by key: ``seat 3 stop_pin: 17 -> 27``.

    A key that a text leaves out has its default. Raises Unreadable.
    """
    changed: list[str] = []
    old, new = _places(before, "the last good one"), _places(now, "this one")
    for place in {**old, **new}:
        if place not in new:
            changed.append(f"{place.strip(' .')}: removed")
        elif place not in old:
            changed.append(f"{place.strip(' .')}: added")
        else:
            changed += _keys(place, old[place], new[place])
    return tuple(changed)


def _keys(place: str, old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[str]:
    for key in {**old, **new}:
        before, after = old.get(key), new.get(key)
        if before != after or isinstance(before, bool) is not isinstance(after, bool):
            yield f"{place}{key}: {_told(key, before)} -> {_told(key, after)}"


def _told(key: str, value: object) -> str:
    """Return a value in TOML notation, without secrets: the doctor's output is shown to others."""
    return "left out" if value is None else json.dumps(public_value(key, value), ensure_ascii=False, default=str)


def _places(text: str, whose: str) -> dict[str, dict[str, object]]:
    """Return the keys of a configuration with their values or defaults, by prefix: ``game.`` or ``seat 3 ``."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{whose} is no TOML: {error}") from None
    places: dict[str, dict[str, object]] = {}
    for name, value in ({name: {} for name in SECTIONS if name != "seat"} | data).items():
        if name == "seat" and isinstance(value, list):
            for index, seat in enumerate(value):
                places[_seat(index, seat, places)] = _filled(SECTIONS[name], seat)
        else:
            places[f"{name}."] = _filled(SECTIONS.get(name), value)
    return places


def _seat(index: int, seat: object, taken: Mapping[str, object]) -> str:
    """Return ``seat 3 `` by the seat's number; if that is missing or taken, by its place in the file."""
    number = seat.get("number") if isinstance(seat, dict) else None
    name = f"seat {number} "
    return name if isinstance(number, int) and name not in taken else f"{seat_section(index)} "


def _filled(section: type[Section] | None, value: Any) -> dict[str, object]:
    """Return a section's keys, completed with defaults; a value that is not a section is returned under the key ""."""
    if not isinstance(value, dict):
        return {"": value}
    whole = value if section is None else filled(section, value)
    return {key: list(one) if isinstance(one, tuple) else one for key, one in whole.items()}

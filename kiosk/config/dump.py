"""A configuration with every default spelled out, as TOML that can be copied and changed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date, time
from typing import Final

from msgspec.structs import asdict

from kiosk.config.schema import SECTIONS, Settings
from kiosk.config.sections import defaults_of
from kiosk.config.values import Section

_DEFAULT: Final = "default"


def effective(settings: Settings, remarks: Mapping[str, str] | None = None) -> str:
    """Return ``settings`` as TOML text that loads to equal ones. Values that are the defaults are marked so.

    ``remarks``: comments on keys, by section and key (``sound.volume``).
    """
    remark_of = remarks or {}
    lines: list[str] = []
    for name in SECTIONS:
        value = getattr(settings, name)
        several = isinstance(value, tuple)
        for section in value if several else (value,):
            lines += [f"[[{name}]]" if several else f"[{name}]", *_keys(name, section, remark_of), ""]
    return "\n".join(lines[:-1])


def _keys(name: str, section: Section, remarks: Mapping[str, str]) -> Iterator[str]:
    defaults = defaults_of(type(section))
    for key, value in asdict(section).items():
        if value is None:  # TOML has no null
            yield f"# {key} is left out"
            continue
        comments = [_DEFAULT] if key in defaults and value == defaults[key] else []
        comments += [remark for place, remark in remarks.items() if place == f"{name}.{key}"]
        line = f"{key} = {toml(value)}"
        yield f"{line}  # {'; '.join(comments)}" if comments else line


def toml(value: object) -> str:
    """Return a value in TOML notation: JSON's, except for one character, tables, times and what is no number."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{toml(key)} = {toml(part)}' for key, part in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value, ensure_ascii=False).replace("\x7f", r"\u007f")

"""A configuration with every default spelled out, as TOML that can be copied and changed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date, time
from typing import Final

from kiosk.config.schema import SECTIONS, Section, Settings, default_of, keys_of

_DEFAULT: Final = "# default"


def effective(settings: Settings) -> str:
    """Return ``settings`` as TOML text that loads to equal ones. Values that are the defaults are marked so."""
    lines: list[str] = []
    for name in SECTIONS:
        value = getattr(settings, name)
        several = isinstance(value, tuple)
        for section in value if several else (value,):
            lines += [f"[[{name}]]" if several else f"[{name}]", *_keys(section), ""]
    return "\n".join(lines[:-1])


def _keys(section: Section) -> Iterator[str]:
    for key in keys_of(type(section)):
        value = getattr(section, key.name)
        if value is None:  # TOML has no null
            yield f"# {key.name} is left out"
            continue
        line = f"{key.name} = {toml(value)}"
        yield f"{line}  {_DEFAULT}" if not key.required and value == default_of(key) else line


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

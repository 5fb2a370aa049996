"""A configuration with every default spelled out, as TOML that can be copied and changed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Final

from pydantic import BaseModel

from kiosk.config.schema import Settings

_DEFAULT: Final = "# default"


def effective(settings: Settings) -> str:
    """Return ``settings`` as TOML text that loads to equal ones. Defaults are marked with a comment."""
    lines: list[str] = []
    for name in Settings.model_fields:
        value = getattr(settings, name)
        several = isinstance(value, tuple)
        for section in value if several else (value,):
            lines += [f"[[{name}]]" if several else f"[{name}]", *_keys(section), ""]
    return "\n".join(lines[:-1])


def _keys(section: BaseModel) -> Iterator[str]:
    for key in type(section).model_fields:
        value = getattr(section, key)
        if value is None:  # TOML has no null
            yield f"# {key} is left out"
            continue
        line = f"{key} = {toml(value)}"
        yield line if key in section.model_fields_set else f"{line}  {_DEFAULT}"


def toml(value: object) -> str:
    """Return a value in TOML notation: JSON's, except for one character and for tables."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{toml(key)} = {toml(part)}' for key, part in value.items())}}}"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", r"\u007f")

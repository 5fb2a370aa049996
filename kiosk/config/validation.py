"""Validation of a configuration's data: all of its mistakes, each with its key, problem and fix."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from itertools import repeat
from typing import Annotated, Any, Final, TypeAlias, cast, get_args, get_origin, get_type_hints

from msgspec import Meta, ValidationError, convert

from kiosk.config.notation import did_you_mean, key_of, shown
from kiosk.config.schema import SECTIONS, Section, Settings, keys_of

Location: TypeAlias = tuple[int | str, ...]
"""``("touch", "matrix", 1)``: section, key and element; seats with their places in the file."""

_OF_PART: Final = " - at `"
"""What msgspec's message contains if it is about a part of a list or table, not about its size."""


def validate(data: Mapping[str, Any]) -> tuple[Settings | None, list[str]]:
    """Return the settings, None if there are mistakes; and the mistakes."""
    mistakes: list[str] = []
    values: dict[str, Any] = {}
    for name in SECTIONS:
        value = data.get(name)
        if name != "seat":
            if name in data:
                values[name] = _section(name, value, (name,), mistakes)
        elif isinstance(value, list):
            values[name] = tuple(_section(name, seat, (name, place), mistakes) for place, seat in enumerate(value))
        elif name in data:
            mistakes.append(_invalid((name,), value, description(Settings, name)))
        else:
            mistakes.append(_missing((name,), description(Settings, name)))
    mistakes += [_unknown((name,), SECTIONS) for name in data if name not in SECTIONS]
    return (None if mistakes else Settings(**values)), mistakes


@cache
def _types(section: type[Section]) -> dict[str, Any]:
    return get_type_hints(section, include_extras=True)


def description(section: type[Section], key: str) -> str:
    """Return what to write for a key."""
    metas: tuple[Meta, ...] = _types(section)[key].__metadata__
    return cast("str", metas[-1].description)


def _section(name: str, value: object, location: Location, mistakes: list[str]) -> Section | None:
    """Return the section in ``value``, None if it has mistakes, which are added to ``mistakes``."""
    if not isinstance(value, dict):
        mistakes.append(_invalid(location, value, description(Settings, name)))
        return None
    section = SECTIONS[name]
    types = _types(section)
    found = [_unknown((*location, key), types) for key in value if key not in types]
    values = {}
    for one in keys_of(section):
        here, what = (*location, one.name), description(section, one.name)
        if one.name in value:
            try:
                values[one.name] = convert(value[one.name], types[one.name])
            except ValidationError as error:
                wrong = _wrong(value[one.name], types[one.name], str(error))
                found += [_invalid((*here, *place), part, what) for place, part in wrong]
        elif one.required:
            found.append(_missing(here, what))
    mistakes += found
    return None if found else section(**values)


def _wrong(value: object, kind: Any, message: str) -> list[tuple[Location, object]]:
    """Return the wrong parts of a value with their places in it, and the value itself if it is wrong as a whole.

    ``message``: msgspec's, which is about the first mistake only.
    """
    parts: list[tuple[Location, object]] = []
    for place, part, alone, of, inner in _parts(value, kind):
        try:
            convert(alone, of)
        except ValidationError as error:
            parts += [((place, *further), found) for further, found in _wrong(part, inner, str(error))]
    return parts if parts and _OF_PART in message else [((), value), *parts]


def _parts(value: object, kind: Any) -> Iterator[tuple[int | str, object, object, Any, Any]]:
    """Yield the place and the value of each part of a list or table; what to validate alone, as which type; its type.

    There are none if the value's type is another one.
    """
    bare = _bare(kind)
    if isinstance(value, dict) and get_origin(bare) is dict:
        for key, part in value.items():
            yield key, part, {key: part}, kind, get_args(bare)[1]
    elif isinstance(value, list) and get_origin(bare) is tuple:
        first, *others = get_args(bare)
        kinds = repeat(first) if Ellipsis in others else (first, *others)
        for place, (part, one) in enumerate(zip(value, kinds, strict=False)):
            yield place, part, part, one, one


def _bare(kind: Any) -> Any:
    """Return a type without its limits and description."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _unknown(location: Location, known: Collection[str]) -> str:
    return f"{key_of(location)}: there is no such key: {did_you_mean(str(location[-1]), known)}"


def _missing(location: Location, what: str) -> str:
    return f"{key_of(location)}: is missing: write {what}"


def _invalid(location: Location, value: object, what: str) -> str:
    key = location[-1]
    is_private = isinstance(value, str) and isinstance(key, str) and "password" in key  # perhaps the password itself
    return f"{key_of(location)}: {'what is there' if is_private else shown(value)} is invalid: write {what}"

"""Validation of a configuration's data: the mistakes of single keys, and conflicts between keys.

Both are found in the raw data, and reported together: each mistake with its key, problem and fix.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise, repeat
from operator import itemgetter
from typing import Annotated, Any, Final, TypeAlias, TypeGuard, cast, get_args, get_origin

from msgspec import Meta, ValidationError, convert

from hardware.api import ChipLine
from hardware.gpio.chips import HEADER
from hardware.gpio.pin_uses import ALWAYS, EXPANDERS, FUNCTIONS
from kiosk.config.notation import did_you_mean, key_of, one_of, seat_section, shown
from kiosk.config.schema import SECTIONS, SeatConfig, Settings, TouchConfig
from kiosk.config.sections import filled, keys_of, section_of
from kiosk.config.values import Section, line_of
from kiosk.game_registry import registry
from kiosk.locale.languages import installed
from kiosk.protocol import accent
from kiosk.protocol.opening_hours import DAYS, ends
from kiosk.system.nearest import nearest

Location: TypeAlias = tuple[int | str, ...]
"""``("touch", "matrix", 1)``: section, key and element; seats with their places in the file."""

_COLOR: Final = re.compile("#[0-9A-Fa-f]{6}")
_PIN_KEYS: Final = ("stop_pin", "play_pin", "lamp_pin")
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
    return {key.name: key.type for key in keys_of(section)}


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


NEIGHBOUR_GAP: Final = 0.15
"""Smallest distance between two seats on an edge, as a fraction of its length; any closer, arms would cross."""


def conflicts(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield every conflict, with its key and the fix."""
    listed = data.get("seat")
    seats = [seat if isinstance(seat, dict) else {} for seat in listed] if isinstance(listed, list) else []
    if isinstance(listed, list) and not 2 <= len(seats) <= 12:
        many = "one seat is too few" if len(seats) == 1 else f"{len(seats)} seats are too {'many' if seats else 'few'}"
        yield f"seat: {many}: write {description(Settings, 'seat')}"
    yield from _used_twice(seats, "number", "seat number", line_of)
    yield from _used_twice(seats, "dice_board", "board", _board_of)
    pins = list(_pins(seats))
    yield from used_twice(pins)
    yield from wrong_lines(pins)
    yield from _reserved(pins, section_of(data, "hardware").get("uses"))
    yield from _too_close(seats)
    yield from _no_area(section_of(data, "touch").get("matrix"))
    yield from _games_with_a_key(section_of(data, "game").get("presets"))
    language, idle, sound, hours = (
        filled(SECTIONS[name], section_of(data, name)) for name in ("language", "idle", "sound", "hours")
    )
    yield from _language_not_offered(language["default"], language["offered"])
    yield from _no_time_to_answer(idle["ask_s"], idle["leave_s"])
    yield from _mismatched(hours, "hours.opens", "hours.closes", "it is always open")
    yield from _no_hours(hours)
    yield from _no_time_zone(section_of(data, "records").get("time_zone"))
    yield from _mismatched(sound, "sound.night_begins", "sound.night_ends", "there is no night")
    yield from _unseen(section_of(data, "brand").get("accent"))


def _unseen(color: object) -> Iterator[str]:
    """Report an accent colour that is not seen on felt or paper."""
    if isinstance(color, str) and _COLOR.fullmatch(color) and (flaw := accent.flaw_of(color)):
        yield f"brand.accent: {shown(color)} {flaw}: did you mean {shown(accent.nearest(color))}?"


def _no_time_zone(name: object) -> Iterator[str]:
    if isinstance(name, str) and name:
        from kiosk.system import time_zones  # noqa: PLC0415  few tables name one

        if time_zones.zone(name) is None:
            near = nearest(name, time_zones.known())
            fix = "write Area/City" if near is None else f"did you mean {near}?"
            yield f"records.time_zone: {shown(name)} is no time zone: {fix}"


def _no_hours(hours: Mapping[str, Any]) -> Iterator[str]:
    for day in DAYS:
        span = ends(hours[day])
        if span is not None and span[0] == span[1]:
            yield f'hours.{day}: ends as it begins: write other times, "always" or "closed"'


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _board_of(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _used_twice(
    seats: list[dict[str, Any]], key: str, what: str, known: Callable[[object], Hashable | None]
) -> Iterator[str]:
    first: dict[Hashable, str] = {}
    for index, seat in enumerate(seats):
        value = known(seat.get(key))
        if value is None:
            continue
        here = key_of(("seat", index, key))
        if value in first:
            yield f"{here}: {value} is used twice (also {first[value]}): choose another {what}"
        else:
            first[value] = here


def _pins(seats: list[dict[str, Any]]) -> Iterator[NamedPin]:
    for index, seat in enumerate(seats):
        for key in _PIN_KEYS:
            pin = line_of(seat.get(key))
            if pin is not None:
                yield key_of(("seat", index, key)), pin


def _reserved(pins: list[NamedPin], uses: object) -> Iterator[str]:
    """Report pins reserved for other functions of the header; ``uses``: the value of ``hardware.uses``."""
    functions = _functions_in_use(pins, uses)
    for key, pin in pins:
        for name, why in functions.items():
            if pin in FUNCTIONS[name].pins:
                yield f"{key}: {pin} is reserved for {FUNCTIONS[name].name}{why}: choose another pin"


def _functions_in_use(pins: list[NamedPin], uses: object) -> dict[str, str]:
    """Return the names of the functions in use, each with the configuration key that says so."""
    functions = {ALWAYS: ""}
    for index, name in enumerate(uses if isinstance(uses, list) else []):
        if isinstance(name, str) and name in FUNCTIONS:
            functions[name] = f" (hardware.uses, entry {index + 1})"
    for key, pin in pins:
        if isinstance(pin, ChipLine) and pin.chip in EXPANDERS:
            functions.setdefault(EXPANDERS[pin.chip].bus, f" ({key} lies on an expander there)")
    return functions


def _too_close(seats: list[dict[str, Any]]) -> Iterator[str]:
    filled_in = [filled(SeatConfig, seat) for seat in seats]
    placed = [(seat.get("edge"), seat["position"], index) for index, seat in enumerate(filled_in)]
    edges: dict[str, list[tuple[float, int]]] = {}
    for edge, position, index in placed:
        if isinstance(edge, str) and _is_number(position):
            edges.setdefault(edge, []).append((position, index))
    for edge, there in edges.items():
        near = sorted(there)
        pairs = pairwise(near)
        close = [(one, other) for one, other in pairs if other[0] - one[0] < NEIGHBOUR_GAP - 1e-9]
        if close:
            (other, other_index), (position, index) = sorted(close[0], key=itemgetter(1))
            fit = ", ".join(f"{(place + 0.5) / len(near):g}"[:5] for place in range(len(near)))
            would = f"{fit} would do" if len(near) * NEIGHBOUR_GAP <= 1 else "put some on another edge"
            yield (
                f"{key_of(('seat', index, 'position'))}: {position} is too close to that of "
                f"{seat_section(other_index)} ({other}) on the {edge} edge: keep {NEIGHBOUR_GAP} between two seats; "
                f"for {len(near)} seats {would}"
            )


def _no_area(matrix: object) -> Iterator[str]:
    """Report a matrix under which points of the panel coincide, or are nowhere."""
    if not isinstance(matrix, list) or len(matrix) != 6 or not all(map(_is_number, matrix)):
        return
    a, b, _, c, d, _ = matrix
    if a * d == b * c or not all(map(math.isfinite, matrix)):
        yield f"touch.matrix: {shown(matrix)} is invalid: write {description(TouchConfig, 'matrix')}"


def _games_with_a_key(presets: object) -> Iterator[str]:
    """Report the editions of games in ``presets`` that have a key of their own."""
    for name in presets if isinstance(presets, dict) else ():
        if name in registry.names() and (key := registry.entry(name).preset_key):
            yield f"game.presets.{name}: this game has a key of its own: write {key} = instead, in [game]"


def _language_not_offered(default: object, offered: object) -> Iterator[str]:
    if isinstance(offered, list | tuple) and default in installed() and default not in offered:
        known = [one for one in offered if one in installed()]
        fix = f"write {one_of(known)}, or add it to language.offered" if known else "add it to language.offered"
        yield f"language.default: {shown(default)} is not offered: {fix}"


def _no_time_to_answer(ask: object, leave: object) -> Iterator[str]:
    if _is_number(ask) and _is_number(leave) and leave <= ask:
        yield f"idle.leave_s: {leave} is not above idle.ask_s ({ask}): leave time to answer, 15 s or so"


def _mismatched(values: Mapping[str, object], first: str, last: str, without: str) -> Iterator[str]:
    """Report a span of which one end is missing, or both are the same; ``without``: the meaning of no span."""
    begins, ends = (values[key.partition(".")[2]] for key in (first, last))
    if bool(begins) is not bool(ends) or (begins and begins == ends):
        yield (
            f"{last}: {shown(ends)} does not go with {first} ({shown(begins)}): write two "
            f"different times of day, or leave both out: {without}"
        )


NamedPin: TypeAlias = tuple[str, int | ChipLine]
"""A pin's key in the configuration, and the pin in the hardware's form."""

_BY_BCM: Final = frozenset({*HEADER, "gpiochip0", "gpio", "bcm"})
"""What stands before a BCM number: labels and name in /dev of the header's chip, and what other programs write."""

_BY_PLACE: Final = frozenset({"j8", "p1", "board"})
"""What other programs write before the number of a place on the header, 1 to 40."""

_DEVICE: Final = re.compile(r"gpiochip[0-9]+")

_ALSO_HEADERS: Final = frozenset({"gpiochip4", *(f"gpiochip{number}" for number in range(10, 17))})
"""Names in /dev that kernels of a Raspberry Pi 5 have given to the header's chip; on others they may be expanders'."""


def wrong_lines(pins: Iterable[NamedPin]) -> Iterator[str]:
    """Yield an error, with the key, for every line of the header and every line that an expander does not have."""
    for key, pin in pins:
        if isinstance(pin, ChipLine) and (mistake := _mistake(pin)):
            yield f'{key}: "{pin}" {mistake}'


def used_twice(pins: Iterable[NamedPin]) -> Iterator[str]:
    """Yield an error, with both keys, for every pin that is, or may be, the line of an earlier one."""
    earlier: list[NamedPin] = []
    for key, pin in pins:
        found = ((other_key, why) for other_key, other in earlier if (why := _same(pin, other)) is not None)
        first = next(found, None)
        if first is None:
            earlier.append((key, pin))
        else:
            yield f"{key}: {pin} is used twice{first[1]} (also {first[0]}): choose another pin"


def _mistake(pin: ChipLine) -> str | None:
    chip = pin.chip.lower()
    if chip in _BY_BCM:
        return f"lies on the header: write its BCM number alone: {pin.line}"
    if chip in _BY_PLACE:
        from hardware.gpio.header import HEADER as PLACES  # noqa: PLC0415  it loads gpiozero, for a mistake alone

        place = next((place for place in PLACES if place.number == pin.line), None)
        if place is None or place.gpio is None:
            return f"is {place.name if place else 'no pin'} on the header: write the BCM number of another pin"
        return f"lies on the header: write its BCM number alone: {place.gpio}"
    expander = EXPANDERS.get(pin.chip)
    if expander is not None and pin.line >= expander.lines:
        return f"does not exist: the lines of {pin.chip} are 0 to {expander.lines - 1}"
    return None


def _same(pin: int | ChipLine, other: int | ChipLine) -> str | None:
    """Return on what condition two pins are the same line: an empty text if they are; None: they are not."""
    if pin == other:
        return ""
    if isinstance(pin, int):
        pin, other = other, pin
    if isinstance(pin, int) or pin.line != (other.line if isinstance(other, ChipLine) else other):
        return None
    if isinstance(other, int):
        return f" if {pin.chip} is the header's chip" if pin.chip in _ALSO_HEADERS else None
    named = [one.chip for one in (pin, other) if _DEVICE.fullmatch(one.chip)]
    labelled = [one.chip for one in (pin, other) if not _DEVICE.fullmatch(one.chip)]
    return f" if {named[0]} is {labelled[0]}" if named and labelled else None

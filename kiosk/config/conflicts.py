"""Conflicts between keys, found in the raw data: they are reported together with the errors of single keys."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, Final, TypeGuard

from hardware.api import ChipLine
from hardware.gpio.pin_uses import ALWAYS, EXPANDERS, FUNCTIONS
from kiosk.config.notation import key_of, seat_section, shown
from kiosk.config.pins import NamedPin, used_twice, wrong_lines
from kiosk.config.schema import PIN_KEYS, SECTIONS, Seat, Settings, Touch, filled, line_of, section_of
from kiosk.config.validation import description
from kiosk.game_registry import registry
from kiosk.locale.languages import installed
from kiosk.protocol.opening_hours import DAYS, ends

NEIGHBOUR_GAP: Final = 0.15
"""Smallest distance between two seats on an edge, as a fraction of its length; any closer, arms would cross."""


def conflicts(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield every conflict, with its key and the fix."""
    listed = data.get("seat")
    seats = [seat if isinstance(seat, dict) else {} for seat in listed] if isinstance(listed, list) else []
    if isinstance(listed, list) and not 2 <= len(seats) <= 12:
        yield f"seat: {len(seats)} cannot play Ligretto: write {description(Settings, 'seat')}"
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
    yield from _mismatched(sound, "sound.night_begins", "sound.night_ends", "there is no night")


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
        for key in PIN_KEYS:
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
            functions[name] = f" (hardware.uses[{index}])"
    for key, pin in pins:
        if isinstance(pin, ChipLine) and pin.chip in EXPANDERS:
            functions.setdefault(EXPANDERS[pin.chip].bus, f" ({key} lies on an expander there)")
    return functions


def _too_close(seats: list[dict[str, Any]]) -> Iterator[str]:
    filled_in = [filled(Seat, seat) for seat in seats]
    placed = [(seat.get("edge"), seat["position"], index) for index, seat in enumerate(filled_in)]
    for later, (edge, position, index) in enumerate(placed):
        if not isinstance(edge, str) or not _is_number(position):
            continue
        for other_edge, other, other_index in placed[:later]:
            if edge == other_edge and _is_number(other) and abs(position - other) < NEIGHBOUR_GAP - 1e-9:
                yield (
                    f"{key_of(('seat', index, 'position'))}: {position} is too close to that of "
                    f"{seat_section(other_index)} ({other}), {edge} too: keep {NEIGHBOUR_GAP} between two seats "
                    "of an edge"
                )


def _no_area(matrix: object) -> Iterator[str]:
    """Report a matrix under which points of the panel coincide, or are nowhere."""
    if not isinstance(matrix, list) or len(matrix) != 6 or not all(map(_is_number, matrix)):
        return
    a, b, _, c, d, _ = matrix
    if a * d == b * c or not all(map(math.isfinite, matrix)):
        yield f"touch.matrix: {shown(matrix)} is invalid: write {description(Touch, 'matrix')}"


def _games_with_a_key(presets: object) -> Iterator[str]:
    """Report the editions of games in ``presets`` that have a key of their own."""
    for name in presets if isinstance(presets, dict) else ():
        if name in registry.names() and (key := registry.entry(name).preset_key):
            yield f"game.presets.{name}: this game has a key of its own: write {key} = instead, in [game]"


def _language_not_offered(default: object, offered: object) -> Iterator[str]:
    if isinstance(offered, list | tuple) and default in installed() and default not in offered:
        yield f"language.default: {shown(default)} is not offered: write one of {', '.join(map(shown, offered))}"


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

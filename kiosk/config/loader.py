"""Loader of the table's configuration: TOML to validated settings. Reports all errors at once, each with its fix."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from hardware.api import ChipLine
from hardware.gpio.chips import HEADER
from hardware.gpio.pin_uses import ALWAYS, EXPANDERS, FUNCTIONS
from kiosk.config.schema import PIN_KEYS, SECTIONS, Hours, Idle, Language, Seat, Settings, line_of
from kiosk.game.game_rules import rules_of_game
from kiosk.game_registry import registry

CONFIGS: Final = Path(__file__).parent
"""The configurations that come with the program."""

DEFAULT: Final = CONFIGS / "four_seats.toml"

_LISTED: Final[Mapping[tuple[str, ...], Callable[[], tuple[str, ...]]]] = {("game", "kind"): registry.names}
"""Keys whose valid values are only known at run time, each with a function that returns these values."""

_Pin: TypeAlias = tuple[str, int | ChipLine | None]
"""A pin's key in the configuration, and the pin in the hardware's form; None: no pin, or an invalid one."""

NEIGHBOUR_GAP: Final = 0.15
"""Smallest distance between two seats on an edge, as a fraction of its length; any closer, arms would cross."""


class ConfigError(Exception):
    """The configuration cannot be used. ``lines``: every error, each with file, key, problem and fix."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


def load(path: Path | None = None) -> Settings:
    """Load the settings from the file ``path``, by default the packaged four-seat table.

    Raises ConfigError with every error of the file.
    """
    path = path or DEFAULT
    try:
        text = path.read_bytes().decode()
    except FileNotFoundError:
        raise ConfigError([f"{path}: there is no such file: check the name, or copy {DEFAULT} there"]) from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ConfigError([f"{path}: line {line}: a byte there is not UTF-8: save the file as UTF-8 text"]) from None
    except OSError as error:
        raise ConfigError([f"{path}: cannot be read ({error.strerror}): check the file and its permissions"]) from None
    return parse(text, path.name)


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
    lines: list[str] = []
    settings = None
    try:
        settings = Settings.model_validate(data)
    except ValidationError as error:
        lines = [_line(details) for details in error.errors()]
    lines += _conflicts(data)
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


def _line(details: ErrorDetails) -> str:
    """Return one error of pydantic as key, problem and fix."""
    loc = details["loc"]
    key = _key(loc)
    names = [part for part in loc if isinstance(part, str)]
    section = SECTIONS.get(names[0]) if len(names) > 1 else Settings
    fields, name = (section or Settings).model_fields, names[min(1, len(names) - 1)]
    if details["type"] == "extra_forbidden":
        close = difflib.get_close_matches(name, fields, 1)
        mend = f"did you mean {close[0]}?" if close else f"remove it (there are: {', '.join(fields)})"
        return f"{key}: there is no such key: {mend}"
    listed = _LISTED.get(tuple(names))
    description = " or ".join(f'"{one}"' for one in listed()) if listed else fields[name].description
    if details["type"] == "missing":
        return f"{key}: is missing: write {description}"
    return f"{key}: {_shown(details['input'])} is invalid: write {description}"


def _key(loc: tuple[int | str, ...]) -> str:
    """Return ``("touch", "matrix", 1)`` as ``touch.matrix[1]``; seats by their order in the file, from 1."""
    if len(loc) > 1 and loc[0] == "seat" and isinstance(loc[1], int):
        return ", ".join((seat_section(loc[1]), *map(str, loc[2:])))
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in loc).removeprefix(".")


def seat_section(index: int) -> str:
    """Return the name of the seat at ``index`` (from 0) for error messages: its number may be wrong."""
    return f"[[seat]] {index + 1}"


def _shown(value: object) -> str:
    """Return a value of the file in TOML notation; of sections and lists only the size."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict | list):
        return f"a {'section' if isinstance(value, dict) else 'list'} of {len(value)}"
    return f'"{value}"' if isinstance(value, str) else str(value)


# ---------------------------------------------------------------- conflicts between keys
# These check the raw data, so that they are reported together with the errors of single keys.


def _conflicts(data: dict[str, Any]) -> Iterator[str]:
    listed = data.get("seat")
    seats = [seat if isinstance(seat, dict) else {} for seat in listed] if isinstance(listed, list) else []
    if isinstance(listed, list) and not 2 <= len(seats) <= 12:
        yield f"seat: {len(seats)} cannot play Ligretto: write {Settings.model_fields['seat'].description}"
    yield from _used_twice(seats, ("number",), "seat number")
    yield from _used_twice(seats, PIN_KEYS, "pin")
    yield from _used_twice(seats, ("dice_board",), "board", _board_of)
    pins = [(_key(("seat", n, key)), line_of(seat.get(key))) for n, seat in enumerate(seats) for key in PIN_KEYS]
    yield from _wrong_lines(pins)
    yield from _reserved(pins, _section(data, "hardware").get("uses"))
    yield from _too_close(seats)
    yield from _unknown_presets(_section(data, "game"))
    yield from _language_not_offered(Language.model_construct(**_section(data, "language")))
    yield from _no_time_to_answer(Idle.model_construct(**_section(data, "idle")))
    yield from _mismatched_hours(Hours.model_construct(**_section(data, "hours")))


def _section(data: dict[str, Any], name: str) -> dict[str, Any]:
    section = data.get(name)
    return section if isinstance(section, dict) else {}


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _board_of(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _used_twice(
    seats: list[dict[str, Any]],
    keys: tuple[str, ...],
    what: str,
    known: Callable[[object], Hashable | None] = line_of,
) -> Iterator[str]:
    first: dict[Hashable, str] = {}
    for index, seat in enumerate(seats):
        for key in keys:
            value = known(seat.get(key))
            if value is None:
                continue
            here = _key(("seat", index, key))
            if value in first:
                yield f"{here}: {value} is used twice (also {first[value]}): choose another {what}"
            else:
                first[value] = here


def _wrong_lines(pins: list[_Pin]) -> Iterator[str]:
    """Report lines of the header's own chip, and lines that an expander does not have."""
    for key, pin in pins:
        if not isinstance(pin, ChipLine):
            continue
        if pin.chip in HEADER:
            yield f'{key}: "{pin}" lies on the header: write its BCM number alone: {pin.line}'
        expander = EXPANDERS.get(pin.chip)
        if expander is not None and pin.line >= expander.lines:
            yield f'{key}: "{pin}" does not exist: the lines of {pin.chip} are 0 to {expander.lines - 1}'


def _reserved(pins: list[_Pin], uses: object) -> Iterator[str]:
    """Report pins reserved for other functions of the header; ``uses``: the value of ``hardware.uses``."""
    functions = _functions_in_use(pins, uses)
    for key, pin in pins:
        for name, why in functions.items():
            if pin in FUNCTIONS[name].pins:
                yield f"{key}: {pin} is reserved for {FUNCTIONS[name].name}{why}: choose another pin"


def _functions_in_use(pins: list[_Pin], uses: object) -> dict[str, str]:
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
    default = Seat.model_fields["position"].default
    placed = [(seat.get("edge"), seat.get("position", default), index) for index, seat in enumerate(seats)]
    for later, (edge, position, index) in enumerate(placed):
        if not isinstance(edge, str) or not _number(position):
            continue
        for other_edge, other, other_index in placed[:later]:
            if edge == other_edge and _number(other) and abs(position - other) < NEIGHBOUR_GAP - 1e-9:
                yield (
                    f"{_key(('seat', index, 'position'))}: {position} is too close to that of "
                    f"{seat_section(other_index)} ({other}), {edge} too: keep {NEIGHBOUR_GAP} between two seats "
                    "of an edge"
                )


def _unknown_presets(section: dict[str, Any]) -> Iterator[str]:
    """Yield the unknown editions in the keys of games and in ``presets``, and the unknown games in ``presets``."""
    given = section.get("presets")
    presets = given if isinstance(given, dict) else {}
    for game in registry.names():
        entry = registry.entry(game)
        name = section.get(entry.preset_key) if entry.preset_key else presets.get(game)
        yield from _unknown_preset(entry.edition_key, name, rules_of_game(game).presets)
    others = [game for game in registry.names() if not registry.entry(game).preset_key]
    for name in presets:
        if name not in others:
            mend = f"write one of {', '.join(others)}" if others else "remove it"
            yield f"game.presets.{name}: no such game without a key of its own: {mend}"


def _language_not_offered(language: Language) -> Iterator[str]:
    if isinstance(language.offered, list | tuple) and language.default not in language.offered:
        yield f"language.default: {_shown(language.default)} is not offered: write one of language.offered"


def _no_time_to_answer(idle: Idle) -> Iterator[str]:
    if _number(idle.ask_s) and _number(idle.leave_s) and idle.leave_s <= idle.ask_s:
        yield f"idle.leave_s: {idle.leave_s} is not above idle.ask_s ({idle.ask_s}): leave time to answer, 15 s or so"


def _mismatched_hours(hours: Hours) -> Iterator[str]:
    """Report opening hours of which one is missing, or which are the same."""
    if bool(hours.opens) is not bool(hours.closes) or (hours.opens and hours.opens == hours.closes):
        yield (
            f"hours.closes: {_shown(hours.closes)} does not go with hours.opens ({_shown(hours.opens)}): write two "
            "different times of day, or leave both out: it is always open"
        )


def _unknown_preset(key: str, name: object, editions: Collection[str]) -> Iterator[str]:
    if isinstance(name, str) and name not in editions:
        yield f"game.{key}: {_shown(name)} is not an edition: write one of {', '.join(editions)}"

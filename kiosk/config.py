"""The table's configuration: TOML to validated settings. All errors at once, each with its key and the mend."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Collection, Hashable, Iterator
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainValidator, ValidationError
from pydantic_core import ErrorDetails

from hardware.api import ChipLine, Duration, Wiring, milliseconds
from hardware.chip import HEADER
from hardware.dice.protocol import BOARD_ID
from hardware.pin_uses import ALWAYS, EXPANDERS, FUNCTIONS
from kiosk.game.dice_rules import DICE_PRESETS
from kiosk.game.rules import PRESETS
from kiosk.messages import SeatPlan
from kiosk.seats import SeatNumber

CONFIGS: Final = Path(__file__).parent / "configs"
"""The configurations that come with the program."""

DEFAULT: Final = CONFIGS / "four_seats.toml"

NEIGHBOUR_GAP: Final = 0.15
"""Two seats of one edge are at least this part of the edge apart, or their players' arms would cross."""

LAST_PIN: Final = 27
"""The highest BCM number on the 40-pin header; the lowest are 0 and 1, which no button can have (``FUNCTIONS``)."""

PIN_KEYS: Final = ("stop_pin", "play_pin", "lamp_pin")

_CHIP_LINE: Final = re.compile(r"([A-Za-z][A-Za-z0-9._-]*):(0|[1-9][0-9]{0,2})")


def _lamp_pin(value: object) -> int | str:
    """A BCM number, or "chip:line" as text, which stays as it was written."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LAST_PIN:
        return value
    if isinstance(value, str) and _CHIP_LINE.fullmatch(value):
        return value
    raise ValueError("no pin")


def _line_of(pin: object) -> int | ChipLine | None:
    """A pin as the hardware knows it; None: there is none, or it is none."""
    if isinstance(pin, str):
        found = _CHIP_LINE.fullmatch(pin)
        return ChipLine(found[1], int(found[2])) if found else None
    return pin if isinstance(pin, int) and not isinstance(pin, bool) else None


Matrix = tuple[float, float, float, float, float, float]


def _invertible(matrix: Matrix) -> Matrix:
    """A matrix under which no two places of the panel become one."""
    a, b, _, c, d, _ = matrix
    if a * d == b * c:
        raise ValueError("not invertible")
    return matrix


Pin = Annotated[int, Field(ge=0, le=LAST_PIN)]
LampPin = Annotated[int | str, PlainValidator(_lamp_pin)]
Milliseconds = Annotated[float, Field(ge=0, le=30)]  # later ones would not come within the arbiter's hold-back


class ConfigError(Exception):
    """The configuration cannot be used. ``lines``: every error, each with file, key, what is wrong and the mend."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


class _Section(BaseModel):
    """Base of all sections. Each field's description ends an error line: it says what belongs there."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


class Seat(_Section):
    """A physical seat: where it is and how its buttons are wired (pins are BCM numbers)."""

    number: int = Field(ge=1, le=12, description="a whole number from 1 to 12, as people count the seats")
    edge: Literal["south", "north", "west", "east"] = Field(description='"south", "north", "west" or "east"')
    position: float = Field(
        default=0.5,
        ge=0,
        le=1,
        description="where along the edge, 0 to 1: from the left (south, north) or the top (west, east)",
    )
    stop_pin: Pin | None = Field(
        default=None, description="a BCM number from 2 to 27, or leave it out: the screen shows Stop"
    )
    play_pin: Pin | None = Field(
        default=None, description="a BCM number from 2 to 27, or leave it out: the hand is tapped"
    )
    lamp_pin: LampPin | None = Field(
        default=None,
        description='a BCM number from 2 to 27, a line of an expander such as "mcp23017:3" (the label or the name '
        "that gpiodetect shows, then the line), or leave it out: no lamp",
    )
    dice_board: str | None = Field(
        default=None,
        pattern=f"^{BOARD_ID}$",
        description='the identity that the dice-reader board under this seat\'s tray tells, such as "LDR-E6614C31", '
        "or leave it out: no board",
    )


class Table(_Section):
    """The screen as a thing in the room."""

    diagonal_mm: float = Field(
        default=1092.0,
        ge=200,
        le=3000,
        description="the screen's diagonal in millimetres, 200 to 3000 (43 inches are 1092)",
    )


class Language(_Section):
    """The languages that seats can choose from, and the one they begin with."""

    offered: tuple[Annotated[str, Field(pattern=r"^[a-z]{2}$")], ...] = Field(
        default=("en", "de", "fr"),
        min_length=1,
        strict=False,
        description='a list of two-letter codes, such as ["en", "de"]',
    )
    default: str = Field(default="en", description="one of the offered languages")


class Game(_Section):
    """What a match is when nobody chooses otherwise."""

    kind: Literal["cards", "dice"] = Field(default="cards", description='"cards" or "dice"')
    preset: str = Field(default="table_default", description="the name of an edition")
    dice_preset: str = Field(default="university_games_2013", description="the name of an edition of the dice game")
    rounds: int = Field(default=5, ge=1, le=99, description="the rounds of a match of cards, 1 to 99")
    touch_mode: Literal["drag", "tap"] = Field(default="drag", description='"drag" or "tap", one for the whole match')
    bots: Literal["off", "gentle", "steady", "quick", "master"] = Field(
        default="steady",
        description='"off", or how well bots play on the empty seats: "gentle", "steady", "quick" or "master"',
    )


class Hardware(_Section):
    """Which hardware, and how late each class of devices stamps what happened (subtracted from its stamps)."""

    kind: Literal["simulated", "gpio"] = Field(
        default="simulated", description='"simulated" (no wires, any computer) or "gpio" (a Raspberry Pi\'s pins)'
    )
    pin_factory: Literal["lgpio", "libgpiod"] = Field(
        default="lgpio",
        description='"lgpio" (dims lamps) or "libgpiod" (tells a press 0.5 ms sooner; lamps are full or dark)',
    )
    uses: tuple[Literal["i2c", "serial", "spi", "i2s"], ...] = Field(
        default=(),
        strict=False,
        description='a list of what else is connected to the header: "i2c" (GPIO 2, 3; an expander says so by itself), '
        '"serial" (14, 15), "spi" (7 to 11), "i2s" (18 to 21)',
    )
    buttons_late_ms: Milliseconds = Field(default=0.0, description="milliseconds, 0 to 30; buttons stamp at once: 0")
    touch_late_ms: Milliseconds = Field(
        default=0.0, description="milliseconds, 0 to 30; touch panels: 10 to 30, a mouse: 0"
    )

    @property
    def buttons_late(self) -> Duration:
        """``buttons_late_ms`` as a Duration."""
        return milliseconds(self.buttons_late_ms)

    @property
    def touch_late(self) -> Duration:
        """``touch_late_ms`` as a Duration."""
        return milliseconds(self.touch_late_ms)


class Touch(_Section):
    """Where touches come from, and how a touch panel lies over the picture."""

    provider: Literal["window", "evdev"] = Field(
        default="window",
        description='"window" (mouse and fingers of a desktop) or "evdev" (a table: the panel itself, stamped by the '
        "kernel; the window fills the screen)",
    )
    device: str = Field(
        default="auto",
        pattern=r"^(auto|/dev/input/.+)$",
        description='"auto" (the first multi-touch panel) or a path such as "/dev/input/by-id/..."',
    )
    rotation: Literal[0, 90, 180, 270] = Field(
        default=0, description="0, 90, 180 or 270: degrees by which the panel is turned clockwise against the picture"
    )
    matrix: Annotated[Matrix, AfterValidator(_invertible)] = Field(
        default=(1.0, 0.0, 0.0, 0.0, 1.0, 0.0),
        strict=False,
        description="six numbers, such as [1, 0, 0, 0, 1, 0]: libinput's calibration matrix, applied before the "
        "rotation; the panel must stay an area under it",
    )
    grab: bool = Field(default=True, description="true: no other program sees the panel's touches; false: all do")


class Window(_Section):
    """The display's window, in pixels."""

    width: int = Field(default=1280, ge=640, le=7680, description="pixels, 640 to 7680")
    height: int = Field(default=720, ge=360, le=4320, description="pixels, 360 to 4320")
    fullscreen: bool = Field(default=False, description="true on a table, false on a desktop")


class Idle(_Section):
    """How long a seat may do nothing during a round, in seconds."""

    ask_s: float = Field(default=45.0, ge=5, le=3600, description='seconds until "still there?" is asked, 5 to 3600')
    leave_s: float = Field(
        default=60.0, ge=5, le=3600, description="seconds until the seat leaves, 5 to 3600, above ask_s"
    )
    to_bot: bool = Field(default=False, description="true if a bot plays on for who has gone, false if the seat leaves")


class Settings(_Section):
    """A whole configuration. Every key but the seats may be left out."""

    seat: tuple[Seat, ...] = Field(strict=False, description="2 to 12 [[seat]] sections")
    table: Table = Field(default=Table(), description="a [table] section")
    language: Language = Field(default=Language(), description="a [language] section")
    game: Game = Field(default=Game(), description="a [game] section")
    hardware: Hardware = Field(default=Hardware(), description="a [hardware] section")
    touch: Touch = Field(default=Touch(), description="a [touch] section")
    window: Window = Field(default=Window(), description="a [window] section")
    idle: Idle = Field(default=Idle(), description="an [idle] section")

    def wiring(self) -> tuple[Wiring, ...]:
        """The pins of every seat, for the hardware."""
        return tuple(Wiring(seat.number, seat.stop_pin, seat.play_pin, _line_of(seat.lamp_pin)) for seat in self.seat)

    def dice_boards(self) -> dict[int, str]:
        """The identities of the dice-reader boards, by the seats under whose trays they lie."""
        return {seat.number: seat.dice_board for seat in self.seat if seat.dice_board is not None}

    def functions(self) -> frozenset[str]:
        """What the header's pins do besides (``hardware.pin_uses.FUNCTIONS``): as configured, and for expanders."""
        chips = (pin.chip for wires in self.wiring() if isinstance(pin := wires.lamp_pin, ChipLine))
        buses = (EXPANDERS[chip].bus for chip in chips if chip in EXPANDERS)
        return frozenset({ALWAYS, *self.hardware.uses, *buses})

    def plan(self) -> tuple[SeatPlan, ...]:
        """Where every seat is, for the displays."""
        return tuple(SeatPlan(SeatNumber(seat.number), seat.edge, seat.position) for seat in self.seat)


_SECTIONS: Final[dict[str, type[_Section]]] = {
    "seat": Seat,
    "table": Table,
    "language": Language,
    "game": Game,
    "hardware": Hardware,
    "touch": Touch,
    "window": Window,
    "idle": Idle,
}


def load(path: Path | None = None) -> Settings:
    """The settings in the file ``path``, by default the packaged four-seat table.

    Raises ConfigError with every error of the file.
    """
    path = path or DEFAULT
    try:
        text = path.read_bytes().decode()
    except FileNotFoundError:
        raise ConfigError([f"{path}: there is no such file: check the name, or copy {DEFAULT} there"]) from None
    except UnicodeDecodeError as error:
        raise ConfigError([f"{path}: byte {error.start + 1} is not UTF-8: save the file as UTF-8 text"]) from None
    except OSError as error:
        raise ConfigError([f"{path}: cannot be read ({error.strerror}): check the file and its rights"]) from None
    return parse(text, path.name)


def parse(text: str, name: str = "configuration") -> Settings:
    """The settings in the TOML ``text``; ``name`` stands in front of every line of a ConfigError."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError([f"{name}: {_syntax(str(error))}"]) from None
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
    """A parser's message with the place first; tomllib writes it last, in words."""
    found = re.fullmatch(r"(.*) \(at (line \d+, column \d+|end of document)\)", message)
    what, place = found.groups() if found else (message, "somewhere")
    return f"{place}: {what}: write key = value lines under [section] headers, texts in quotes"


def _line(details: ErrorDetails) -> str:
    """One error of pydantic as key, what is wrong, and the mend."""
    loc = details["loc"]
    key = _key(loc)
    names = [part for part in loc if isinstance(part, str)]
    section = _SECTIONS.get(names[0]) if len(names) > 1 else Settings
    fields = (section or Settings).model_fields
    if details["type"] == "extra_forbidden":
        close = difflib.get_close_matches(names[-1], fields, 1)
        mend = f"did you mean {close[0]}?" if close else f"remove it (there are: {', '.join(fields)})"
        return f"{key}: there is no such key: {mend}"
    description = fields[names[-1]].description
    if details["type"] == "missing":
        return f"{key}: is missing: write {description}"
    return f"{key}: {_shown(details['input'])} does not do: write {description}"


def _key(loc: tuple[int | str, ...]) -> str:
    """``("touch", "matrix", 1)`` as ``touch.matrix[1]``; seats are counted as people find them in the file."""
    if len(loc) > 1 and loc[0] == "seat" and isinstance(loc[1], int):
        return ", ".join((seat_section(loc[1]), *map(str, loc[2:])))
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in loc).removeprefix(".")


def seat_section(index: int) -> str:
    """What the seat at ``index`` (from 0) is called where the file is at fault: its number may be what is wrong."""
    return f"[[seat]] {index + 1}"


def _shown(value: object) -> str:
    """A value of the file, as TOML writes it where that is short."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict | list):
        return f"a {'section' if isinstance(value, dict) else 'list'} of {len(value)}"
    return f'"{value}"' if isinstance(value, str) else str(value)


# ---------------------------------------------------------------- what one key alone cannot tell
# These look at the raw data, so that they are told together with the errors of single keys.


def _conflicts(data: dict[str, Any]) -> Iterator[str]:
    listed = data.get("seat")
    seats = [seat if isinstance(seat, dict) else {} for seat in listed] if isinstance(listed, list) else []
    if isinstance(listed, list) and not 2 <= len(seats) <= 12:
        yield f"seat: {len(seats)} cannot play Ligretto: write {Settings.model_fields['seat'].description}"
    yield from _used_twice(seats, ("number",), "seat number")
    yield from _used_twice(seats, PIN_KEYS, "pin")
    yield from _used_twice(seats, ("dice_board",), "board", _board_of)
    yield from _reserved(data, seats)
    yield from _too_close(seats)
    yield from _unknown_preset(data, "preset", PRESETS)
    yield from _unknown_preset(data, "dice_preset", DICE_PRESETS)
    language = Language.model_construct(**_section(data, "language"))
    if isinstance(language.offered, list | tuple) and language.default not in language.offered:
        yield f"language.default: {_shown(language.default)} is not offered: write one of language.offered"
    idle = Idle.model_construct(**_section(data, "idle"))
    if _number(idle.ask_s) and _number(idle.leave_s) and idle.leave_s <= idle.ask_s:
        yield f"idle.leave_s: {idle.leave_s} is not above idle.ask_s ({idle.ask_s}): leave time to answer, 15 s or so"


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
    known: Callable[[object], Hashable | None] = _line_of,
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


def _reserved(data: dict[str, Any], seats: list[dict[str, Any]]) -> Iterator[str]:
    """Pins that something else of the header needs, and lines that an expander does not have."""
    why = {ALWAYS: ""}  # the functions of the header that are in use, and where the configuration says so
    listed = _section(data, "hardware").get("uses")
    for index, name in enumerate(listed if isinstance(listed, list) else []):
        if isinstance(name, str) and name in FUNCTIONS:
            why[name] = f" (hardware.uses[{index}])"
    pins = [(_key(("seat", n, key)), _line_of(seat.get(key))) for n, seat in enumerate(seats) for key in PIN_KEYS]
    for key, pin in pins:
        if isinstance(pin, ChipLine) and pin.chip in HEADER:
            yield f'{key}: "{pin}" lies on the header: write its BCM number alone: {pin.line}'
        if isinstance(pin, ChipLine) and (expander := EXPANDERS.get(pin.chip)) is not None:
            why.setdefault(expander.bus, f" ({key} lies on an expander there)")
            if pin.line >= expander.lines:
                yield f'{key}: "{pin}" does not exist: the lines of {pin.chip} are 0 to {expander.lines - 1}'
    for key, pin in pins:
        for name, told in why.items():
            if pin in FUNCTIONS[name].pins:
                yield f"{key}: {pin} is reserved for {FUNCTIONS[name].name}{told}: choose another pin"


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


def _unknown_preset(data: dict[str, Any], key: str, editions: Collection[str]) -> Iterator[str]:
    name = _section(data, "game").get(key)
    if isinstance(name, str) and name not in editions:
        yield f"game.{key}: {_shown(name)} is no edition: write one of {', '.join(editions)}"

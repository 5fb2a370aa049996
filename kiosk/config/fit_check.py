"""Checks of a configured table's size for its seats, which the loader cannot judge from the keys alone.

The panels are laid out as on the display, with every seat taken, for every game. How much of the table's edge each
person has decides how large a screen to buy.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import fields

from hardware.gpio.pin_uses import PULLED_UP
from kiosk.config.notation import seat_section
from kiosk.config.schema import Settings, TouchConfig
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.layout.card_size import MIN_CARD_MM, MIN_CARD_PX, is_legible
from kiosk.layout.game_layout import layout_of_game
from kiosk.layout.table_layout import Layout, Panel, Parts, arrange, box
from kiosk.protocol import SeatPlan

_REMEMBERED: Final = 1 << 14
"""The number of cached answers: enough for all subsets of twelve seats, two games, and two wishes in one window."""
_ASIDE: Final = 0.25
"""A panel whose middle is further from its buttons than this fraction of its width seems to be another seat's."""
_GROWTH: Final = 1.05
_LARGEST: Final = 4.0  # times the configured screen; beyond that only fewer seats help


def parts_of(game: str, players: int) -> Parts:
    """Return the parts of a game's panels with ``players``, all with their pieces."""
    return layout_of_game(game).parts((), players)


def laid_out(settings: Settings, game: str, plans: Sequence[SeatPlan] | None = None) -> Layout | None:
    """Return the layout of ``game`` with all of ``plans`` (by default every seat) taken; None if no panels fit."""
    return _scaled(settings, game, settings.plan() if plans is None else plans)


def judge(settings: Settings) -> Callable[[frozenset[SeatNumber], int, str, tuple[int, int], frozenset[str]], bool]:
    """Return a function that tells whether panels are legible. It caches its answers.

    Its arguments: the seats, the number of them that play, the game, the size in pixels of the table's area, and
    what people want that takes up room: ``large`` type, ``near`` controls.
    """
    plans = settings.plan()

    @lru_cache(maxsize=_REMEMBERED)
    def legible(
        seats: frozenset[SeatNumber],
        players: int,
        game: str,
        window: tuple[int, int],
        wanted: frozenset[str] = frozenset(),
    ) -> bool:
        parts, diagonal = parts_of(game, players), settings.table.diagonal_mm
        return is_legible(
            box(0, 0, *window), plans, seats, diagonal, parts, large="large" in wanted, near="near" in wanted
        )

    return legible


def pixels_per_mm(settings: Settings) -> float:
    """Return the resolution of the screen."""
    return math.hypot(settings.window.width, settings.window.height) / settings.table.diagonal_mm


def warnings(settings: Settings) -> list[str]:
    """Return the table's usability problems, each with its key, the seats, the reason, and the fix."""
    layouts = {game: laid_out(settings, game) for game in registry.names()}
    lines = [_too_small(settings, game, layout) for game, layout in layouts.items() if not _legible(layout)]
    layout = layouts[registry.playable(settings.game.kind)]
    if layout is not None and not lines:
        lines += _aside(settings, layout)
    if settings.touch.provider == "evdev" and not settings.window.fullscreen:
        lines.append(
            "window.fullscreen: a panel of its own (touch.provider) covers the screen: unless the window does too, "
            "fingers are beside what they touch: set it to true"
        )
    return [*lines, *edge_warnings(settings), *_useless(settings), *_glowing(settings)]


def _useless(settings: Settings) -> Iterator[str]:
    """Yield a warning if ``[touch]`` describes a touch panel although none is read."""
    touch = settings.touch
    changed = [key.name for key in fields(TouchConfig) if getattr(touch, key.name) != key.default]
    if touch.provider == "window" and changed:
        yield f'touch.{changed[0]}: means nothing as long as touch.provider is "window": write provider = "evdev"'


def _glowing(settings: Settings) -> Iterator[str]:
    """Yield a warning for each lamp at a pin that the Pi pulls up until the kiosk sets it."""
    for index, wires in enumerate(settings.wiring()):
        if wires.lamp_pin in PULLED_UP:
            yield (
                f"{seat_section(index)}, lamp_pin: {wires.lamp_pin} is pulled up while the Pi starts: the lamp would "
                f"glow until the kiosk runs: choose one from {max(PULLED_UP) + 1} on"
            )


def _scaled(
    settings: Settings, game: str, plans: Sequence[SeatPlan], pixels: float = 1.0, size: float = 1.0
) -> Layout | None:
    """Return ``laid_out`` on a screen with ``pixels`` times the pixels along each side, and ``size`` times the size."""
    area = box(0, 0, round(settings.window.width * pixels), round(settings.window.height * pixels))
    try:
        return arrange(
            area, plans, [plan.seat for plan in plans], settings.table.diagonal_mm * size, parts_of(game, len(plans))
        )
    except ValueError:
        return None


def _legible(layout: Layout | None) -> bool:
    return layout is not None and layout.legible


def card_width(layout: Layout | None) -> float:
    """Return the width of a panel's cards, or dice, in pixels; 0 if there are no panels."""
    return next(iter(layout.panels.values())).card if layout else 0.0


def card_widths(settings: Settings) -> dict[str, float]:
    """Return the width of the cards, or dice, of each game in mm, with every seat taken."""
    fine = pixels_per_mm(settings)
    return {game: card_width(laid_out(settings, game)) / fine for game in registry.names()}


def _too_small(settings: Settings, game: str, layout: Layout | None) -> str:
    width, fine = card_width(layout), pixels_per_mm(settings)
    key, grown = ("window.width", _finer) if fine * MIN_CARD_MM < MIN_CARD_PX else ("table.diagonal_mm", _larger)
    mends = (*grown(settings, game), f"leave out {_numbers(_too_many(settings, game))}")
    return (
        f"{key}: with all {len(settings.seat)} seats taken, {game} would be {width:.0f} px or "
        f"{width / fine:.0f} mm wide; below {MIN_CARD_PX} px or {MIN_CARD_MM:.0f} mm nobody can read or hit them: "
        + ", or ".join(mends)
    )


def _finer(settings: Settings, game: str) -> Iterator[str]:
    for factor in _factors():
        if _legible(_scaled(settings, game, settings.plan(), pixels=factor)):
            width, height = (round(side * factor) for side in (settings.window.width, settings.window.height))
            yield f"write a window from {width} x {height} pixels on"
            return


def _larger(settings: Settings, game: str) -> Iterator[str]:
    for factor in _factors():
        if _legible(_scaled(settings, game, settings.plan(), size=factor)):
            yield f"take a screen from {math.ceil(settings.table.diagonal_mm * factor)} mm on"
            return


def _factors() -> Iterator[float]:
    factor = _GROWTH
    while factor < _LARGEST:
        yield factor
        factor *= _GROWTH


def _too_many(settings: Settings, game: str) -> list[int]:
    """Return the seats to leave out so that the others are legible: one after the other, from the fullest edge."""
    plans = list(settings.plan())
    while len(plans) > 2 and not _legible(_scaled(settings, game, plans)):
        rests = [[plan for plan in plans if plan is not out] for out in plans]
        crowds = [_crowd(settings, rest) for rest in rests]
        evenest = (rest for rest, crowd in zip(rests, crowds, strict=True) if crowd == min(crowds))
        plans = max(evenest, key=lambda rest: card_width(_scaled(settings, game, rest)))
    return sorted({seat.number for seat in settings.seat} - {plan.seat for plan in plans})


def _crowd(settings: Settings, plans: Sequence[SeatPlan]) -> float:
    """Return a measure of how full the edges are: a sum of squares, which is lowest if seats are spread evenly."""
    length = {"south": settings.window.width, "north": settings.window.width}
    edges = Counter(plan.edge for plan in plans)
    return sum(count**2 / length.get(edge, settings.window.height) for edge, count in edges.items())


def _numbers(seats: Sequence[int]) -> str:
    """Return ``seats 1, 2 and 4`` as a list in words."""
    *first, last = (str(seat) for seat in seats)
    return f"seats {', '.join(first)} and {last}" if first else f"seat {last}"


def _aside(settings: Settings, layout: Layout) -> Iterator[str]:
    """Yield a warning for each panel that a neighbour or a corner has moved away from its buttons."""
    for index, seat in enumerate(settings.seat):
        panel = layout.panels[SeatNumber(seat.number)]
        where = position(layout, panel)
        length = layout.area.w if seat.edge in ("south", "north") else layout.area.h
        away = abs(where - seat.position) * length
        if away > _ASIDE * panel.size[0]:
            yield (
                f"{seat_section(index)}, position: {seat.position} is too close to a corner or a neighbour: the panel "
                f"of seat {seat.number} lies {away / pixels_per_mm(settings):.0f} mm beside its buttons: "
                f"move them towards {where:.2f}"
            )


def position(layout: Layout, panel: Panel) -> float:
    """Return the position of a panel's middle along its edge, as in ``Seat.position``."""
    area, frame = layout.area, panel.frame
    if panel.edge in ("south", "north"):
        return (frame.x - area.left) / area.w
    return (area.top - frame.y) / area.h


def summary(settings: Settings) -> list[str]:
    """Return a summary of the table in a few lines."""
    edges = Counter(seat.edge for seat in settings.seat)
    window, fine = settings.window, pixels_per_mm(settings)
    buttons = sum(pin is not None for wires in settings.wiring() for pin in (wires.stop_pin, wires.play_pin))
    lamps = sum(wires.lamp_pin is not None for wires in settings.wiring())
    sizes = (f"{game} {width:.0f} mm wide" for game, width in card_widths(settings).items())
    rooms = (f"{room:.0f} mm {edge}" for edge, room in edge_each(settings).items())
    return [
        f"{len(settings.seat)} seats: {', '.join(f'{count} {edge}' for edge, count in edges.items())}",
        f"edge for each person: {', '.join(rooms)}",
        f"screen: {window.width / fine:.0f} x {window.height / fine:.0f} mm, {window.width} x {window.height} px",
        f"with every seat taken: {', '.join(sizes)}",
        f"wired: {buttons} buttons, {lamps} lamps, {settings.hardware.kind} hardware",
        *(f"{role.value.replace('_', ' ')} by {name}" for role, name in settings.hardware.drivers().items()),
    ]


LEAST_MM: Final = 400.0
"""The edge for one person beside another below which there is a warning."""

ROOMS: Final = {"to stand crowded": LEAST_MM, "to stand at ease": 450.0, "to sit": 600.0}
"""What people do at a table, and the edge that each of them needs for it, in millimetres."""

SCREENS: Final = (24, 27, 32, 43, 50, 55, 65, 75, 86, 98)
"""The usual diagonals of screens in inches."""

INCH: Final = 25.4
"""Millimetres."""

_SIDES: Final = ({"south", "north"}, {"west", "east"})


def edge_each(settings: Settings) -> dict[str, float]:
    """Return the length in mm that each person has of every edge at which somebody sits, measured at the screen."""
    window = settings.window
    scale = settings.table.diagonal_mm / math.hypot(window.width, window.height)
    lengths = {edge: window.width if edge in _SIDES[0] else window.height for edge in (*_SIDES[0], *_SIDES[1])}
    return {edge: lengths[edge] * scale / count for edge, count in _counted(settings).items()}


def edge_warnings(settings: Settings) -> list[str]:
    """Return a warning if neighbours, also around a corner, have less than ``LEAST_MM`` each: with what would do."""
    counted = _counted(settings)
    if max(counted.values()) == 1 and any(counted.keys() <= opposite for opposite in _SIDES):
        return []  # face to face: nobody has a neighbour
    narrow = {edge: room for edge, room in edge_each(settings).items() if room < LEAST_MM}
    if not narrow:
        return []
    least = min(narrow.values())
    sizes = (f"{_screen(settings.table.diagonal_mm * room / least)} {what}" for what, room in ROOMS.items())
    rooms = ", ".join(f"{room:.0f} mm {edge}" for edge, room in narrow.items())
    line = (
        f"table.diagonal_mm: too little edge for each person ({rooms}); below {LEAST_MM:.0f} mm neighbours are in each "
        f"other's way: take a screen of {', '.join(sizes)}; or fewer seats there"
    )
    return [line]


def _counted(settings: Settings) -> Counter[str]:
    return Counter(seat.edge for seat in settings.seat)


def _screen(diagonal: float) -> str:
    """Return the smallest usual screen from this diagonal in mm on, in inches."""
    found = next((inches for inches in SCREENS if inches * INCH >= diagonal), None)
    return f"more than {SCREENS[-1]} inches" if found is None else f"{found} inches ({found * INCH:.0f} mm)"

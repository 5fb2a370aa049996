"""Every state of the table as the display sketches it, without a window: for checks of marks and items."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple, TypeVar

from msgspec.structs import replace

from kiosk.display.context import CentreContext, PanelContext, TableContext
from kiosk.display.games.game import picture_of_game
from kiosk.display.input.controls import Drawers
from kiosk.display.last_seconds import number_left
from kiosk.display.paint.base import BaseLook, base_look
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import width
from kiosk.display.passing_time import telling
from kiosk.display.screens.chooser import sketch_centre, sketch_ground, sketch_overlay, sketch_panel, sketch_tab
from kiosk.display.texts.games import texts_of_game
from kiosk.display.texts.people import guest_name
from kiosk.drawings.gallery import states as gallery
from kiosk.game.dice.rules import MOST_SEATS
from kiosk.game.seats import SeatNumber
from kiosk.layout.card_size import is_legible
from kiosk.layout.table_layout import Layout, Panel, Place
from kiosk.layout.table_shape import TableShape
from kiosk.locale.languages import installed
from kiosk.protocol import Fault, SeatView, Snapshot, Verdict, Welcome
from kiosk.table.people import WORDS
from tests.display.conftest import Canned
from tests.rig.moments import moment

SCREENS: Final = ((1280, 720), (1920, 1080), (2560, 1080), (3840, 2160))
LANGUAGES: Final = (*installed(), "xl", "xr")
DIAGONAL_MM: Final = 1092.0
_BASE: Final = 1280
"""Width of the picture of the table in which the colours behind texts are looked up, in pixels."""

_RARE: Final = ("in_pro", "by_hand", "face_down", "punished")
_RARE_DICE: Final = ("unrolled", "tied", "tiebreak", "real_ready", "real", "real_play")
_TURNS: Final = ("extra_play", "extra_result", "time_up", "left_out", "stopped_dead", "ended_dead")
_KEPT: Final = ("paused_unsaved", "waiting", "unsaved", "unsaved_match", "races", "replay")
"""States that the gallery does not show, by their names in ``Canned`` and ``moments``."""
_WITH_RULES: Final = frozenset(
    {"lesson", "countdown", "refused", "may-stop", "paused", "recovery", "round-result", "match-result", "dice-full"}
)
"""States in which the rules are read besides."""


_T = TypeVar("_T")


class State(NamedTuple):
    """A state of the table: its name, the snapshot, and the controls that are tapped in every panel, if any."""

    name: str
    snapshot: Snapshot
    now: int
    opens: tuple[str, ...] = ()
    touch_fault: Fault | None = None
    gone: bool = False
    answer: str = ""
    cry: str = ""


class Part(NamedTuple):
    """A part of the picture that is sketched together.

    ``room``: the part of the window that is its own; ``inert``: parts of the window that it must leave free; ``reach``:
    the part of its room in which everything lies that is pressed.
    """

    where: str
    sketch: Sketch
    room: Place
    inert: tuple[Place, ...] = ()
    contrast: bool = False
    reach: Place | None = None


class Picture(NamedTuple):
    """All parts of a state on one screen, and the table below them."""

    name: str
    snapshot: Snapshot
    layout: Layout
    parts: tuple[Part, ...]
    base: BaseLook
    diagonal: float = DIAGONAL_MM

    @property
    def pixels_per_mm(self) -> float:
        """The resolution of the screen."""
        return float(self.layout.area.w**2 + self.layout.area.h**2) ** 0.5 / self.diagonal


class Way(NamedTuple):
    """How a state is shown: the screen, and what the seats have chosen, seat by seat in turn.

    ``diagonal``: of the screen, in mm.
    """

    size: tuple[int, int]
    languages: tuple[str, ...] = LANGUAGES
    mirrored: tuple[bool, ...] = (False,)
    contrast: tuple[bool, ...] = (False,)
    large: tuple[bool, ...] = (False,)
    near: tuple[bool, ...] = (False,)
    diagonal: float = DIAGONAL_MM


# ---------------------------------------------------------------- states


@lru_cache(maxsize=8)
def states(seats: int) -> dict[str, Callable[[], State]]:
    """Return a function for every state of a table with this number of seats, by the state's name.

    The gallery's states are rehearsed when they are asked for.
    """
    makers: dict[str, Callable[[], State]] = {
        one.name: partial(of_gallery, one, seats)
        for one in gallery.STATES
        if not (one.strip or (one.name.startswith("dice") and seats > MOST_SEATS))
    }
    for name, snapshot, told in _rare(Canned(), seats):
        makers[name] = partial(State, name, snapshot, snapshot.now, **told)
    for one in gallery.STATES:
        if one.name in ("lesson", "lesson-dice") and one.name in makers:
            makers[f"{one.name}, answered"] = partial(_answered, one, seats)
        if one.name in _WITH_RULES and one.name in makers:
            makers[f"{one.name}, with rules"] = partial(_with_rules, one, seats)
    return makers


def of_gallery(one: gallery.GalleryState, seats: int) -> State:
    """Return a state of the gallery."""
    fault = Fault("touch.none") if one.touch_dead else None
    scene = gallery.scene(one, seats)
    return State(one.name, scene.snapshot, scene.at, one.opens, fault, one.gone)


def _answered(one: gallery.GalleryState, seats: int) -> State:
    """Return a state of the gallery in which every seat has tapped its dim Stop sign."""
    return of_gallery(one, seats)._replace(answer="stop")


def _with_rules(one: gallery.GalleryState, seats: int) -> State:
    """Return a state of the gallery in which every seat reads the rules."""
    return of_gallery(one, seats)._replace(opens=("rules",))


def _rare(canned: Canned, seats: int) -> Iterator[tuple[str, Snapshot, dict[str, Any]]]:
    """Yield states that the gallery does not show."""
    for name in _RARE:
        yield name, getattr(canned, name)(seats), {}
    for name in _RARE_DICE if seats <= MOST_SEATS else ():
        yield f"dice {name}", canned.dice(name, seats), {}
    for name in _TURNS if seats > MOST_SEATS / 2 else ():
        yield name, canned.turn(name, seats)[-1], {}
    for name in _KEPT:
        yield name, moment(canned, name, "cards", seats), {}
    yield "list of races", moment(canned, "races", "cards", seats), {"opens": ("races",)}
    yield "dice handicap", moment(canned, "names", "dice", seats), {"opens": ("more", "handicaps", "handicap")}
    lobby, play = canned.snapshot("ready", seats), canned.quiet(seats)
    for name, opens in (("more options", ("more", "options")), ("my panel", ("more", "view"))):
        yield name, _seated(lobby), {"opens": opens}
    for name, opens in (("warned", ("more",)), ("warned length", ("more", "choose length"))):
        yield name, _seated(_warned(lobby)), {"opens": opens}
    yield "no room", replace(lobby, seats=tuple(replace(view, room="none") for view in lobby.seats)), {}
    yield "hold", play, {"answer": "hold"}
    yield "shuffle", play, {"cry": "shuffle"}
    for name, shown in (("asked", play), ("asked in the lobby", lobby)):
        yield name, replace(shown, seats=tuple(replace(view, asked=True) for view in shown.seats)), {}
    yield "dead", replace(play, dead="dead_by_order", dead_due=play.now + 11_000_000_000), {}
    for key in (*texts_of_game("cards").words.answers, "button", "start", "lapsed"):
        yield f"answer {key}", play, {"answer": key}
    for key in texts_of_game("dice").words.answers if seats <= MOST_SEATS else ():
        yield f"dice answer {key}", canned.dice("unrolled", seats), {"answer": key}
    shut = canned.snapshot("closed", seats)
    yield "closed by staff", replace(shut, house=replace(shut.house, closed_by_staff=True)), {}
    yield "beaten call", _beaten(canned.snapshot("stopped", seats)), {}


def _beaten(stopped: Snapshot) -> Snapshot:
    """Return a round's end at which everybody has called, in turn by the lot too late and by a margin."""
    beaten = Verdict(1, "round_over", by=stopped.caller, at=stopped.now)
    told = (replace(beaten, lot=True), replace(beaten, margin_ms=1200))
    views = (
        view if view.seat == stopped.caller else replace(view, bot=False, ticker=(told[place % 2],))
        for place, view in enumerate(stopped.seats)
    )
    return replace(stopped, seats=tuple(views))


def _seated(lobby: Snapshot) -> Snapshot:
    """Return a lobby in which everybody still chooses."""
    return replace(lobby, seats=tuple(replace(view, state="taken") for view in lobby.seats))


def _warned(lobby: Snapshot) -> Snapshot:
    """Return it with the longest warning about a choice."""
    assert lobby.lobby is not None
    choices = (
        replace(choice, warning="may_never_end") if choice.key == "length" else choice for choice in lobby.lobby.choices
    )
    return replace(lobby, lobby=replace(lobby.lobby, choices=tuple(choices)))


# ---------------------------------------------------------------- pictures


def picture(state: State, seats: int, way: Way) -> Picture | None:
    """Return the state as it is shown; None if so many seats would not be offered on this screen."""
    snapshot = _chosen(state.snapshot, way)
    area = Place(way.size[0] / 2, way.size[1] / 2, *way.size)
    welcome = _welcome(seats, way.diagonal)
    shape = TableShape.of(area, welcome, snapshot, snapshot.game)
    layout = _laid_out(shape, welcome)
    if layout is None:
        return None
    no_room_for = tuple(wish for wish in ("large", "near") if not _has_room(shape, welcome, wish))
    snapshot = replace(snapshot, seats=tuple(replace(view, no_room_for=no_room_for) for view in snapshot.seats))
    if not layout.legible:  # what needs room, or then so many seats, would not be offered here
        wished = (wish for wish in ("large", "near") if any(getattr(way, wish)))
        return next((picture(state, seats, way._replace(**{wish: (False,)})) for wish in wished), None)
    name = f"{state.name}, {seats} seats, {way.size[0]}x{way.size[1]}"
    return Picture(
        name, snapshot, layout, tuple(_parts(state, snapshot, layout)), base_look(layout, _BASE), way.diagonal
    )


@lru_cache(maxsize=8)
def _welcome(seats: int, diagonal: float) -> Welcome:
    return replace(Canned().welcome(seats), diagonal_mm=diagonal)


@lru_cache(maxsize=1024)
def _laid_out(shape: TableShape, welcome: Welcome) -> Layout | None:
    try:
        return shape.layout(welcome)
    except ValueError:
        return None


@lru_cache(maxsize=1024)
def _has_room(shape: TableShape, welcome: Welcome, wish: str) -> bool:
    """Return whether somebody may have that wish."""
    wishes = {name: name == wish or bool(getattr(shape.wishes, name)) for name in ("large", "near")}
    return is_legible(shape.area, welcome.seats, shape.shown, welcome.diagonal_mm, shape.parts, **wishes)


def _chosen(snapshot: Snapshot, way: Way) -> Snapshot:
    """Return the snapshot with the choices of the seats."""
    wishes = (way.languages, way.mirrored, way.contrast, way.large, way.near)
    choices = zip(*map(itertools.cycle, wishes), strict=True)
    seats = tuple(
        replace(
            view,
            language=language,
            mirrored=mirrored,
            contrast=contrast,
            large=large,
            near=near and not view.bot and view.state not in ("free", "left"),
            guest=_longest(view.seat, language),
            name=view.name or _typed(view, language),
        )
        for view, (language, mirrored, contrast, large, near) in zip(snapshot.seats, choices, strict=False)
    )
    return replace(snapshot, seats=seats, languages=tuple(dict.fromkeys(way.languages)))


@lru_cache(maxsize=256)
def _longest(seat: SeatNumber, language: str) -> int:
    """Return the word with which a guest's name is widest."""
    return max(range(WORDS), key=lambda word: width(guest_name(seat, word, language), 100, bold=True))


def _typed(view: SeatView, language: str) -> str:
    """Return a name for a guest in a language whose words are longer than those of a guest's name may be."""
    return "Anna" if language == "xl" and not view.bot and view.state not in ("free", "left") else ""


def _parts(state: State, snapshot: Snapshot, layout: Layout) -> Iterator[Part]:
    table = TableContext.of(snapshot, state.touch_fault)
    memory = picture_of_game(snapshot.game).memory()
    memory.follow(snapshot)
    for view in snapshot.seats:
        panel = layout.panels.get(view.seat) or layout.tabs.get(view.seat)
        if panel is not None:
            context = _context(state, table, view, panel, memory[view.seat])
            sketch = _opened(state, snapshot, context) if view.seat in layout.panels else sketch_tab(context)
            reach = panel.covers(_lower(panel)) if panel.near else None
            yield Part(f"seat {view.seat} ({_told(view)})", sketch, panel.bounds, contrast=view.contrast, reach=reach)
    languages = tuple((view.seat, view.language) for view in snapshot.seats)
    centre = CentreContext(
        *(table, layout, languages, snapshot.piles, state.now),
        board=snapshot.board,
        own=snapshot.own,
        owners=snapshot.owners,
        finished=snapshot.finished,
    )
    others = tuple(panel.bounds for panel in (*layout.panels.values(), *layout.tabs.values()))
    middle = sketch_ground(centre)
    middle.add(sketch_centre(centre))
    yield Part("centre", middle, layout.area, others, table.contrast)
    above = centre._replace(piles=(), board=(), own={}, owners=(), finished=(), cry=state.cry)
    yield Part("overlay", sketch_overlay(above, layout, table_gone=state.gone), layout.area, (), table.contrast)


def _lower(panel: Panel) -> Place:
    """Return the lower two thirds of a panel."""
    width, depth = panel.size
    return Place(0.0, -depth / 6, width, depth * 2 / 3)


def _told(view: SeatView) -> str:
    """Return a seat's language and wishes in words."""
    wishes = {"high contrast": view.contrast, "large type": view.large, "near": view.near, "mirrored": view.mirrored}
    return ", ".join([view.language, *(wish for wish, wished in wishes.items() if wished)])


def _opened(state: State, snapshot: Snapshot, context: PanelContext) -> Sketch:
    """Return a panel after the taps that open something in it; a control that it has not is not tapped."""
    drawers = Drawers()
    sketch = sketch_panel(context)
    for what in state.opens:
        item = next((item for item in sketch.items if item.what == what), None)
        if item is not None:
            drawers.tap(item, 0, snapshot)
            sketch = sketch_panel(context._replace(open_drawer=drawers.open_in(context.view.seat)))
    return sketch


def _context(state: State, table: TableContext, view: SeatView, panel: Panel, kept: tuple[object, ...]) -> PanelContext:
    invites = table.state == "attract" or (view.state == "free" and table.state != "service")
    return PanelContext(
        table=table,
        view=view,
        panel=panel,
        now=state.now,
        kept=kept,
        rolling=state.now < view.rolling_until,
        answer=state.answer,
        told=telling(view, state.now),
        invitation=view.language if invites else "",
        lesson=view.seat,
        due_s=number_left(state.snapshot, state.now),
    )


def rotated(values: Sequence[_T], by: int) -> tuple[_T, ...]:
    """Return the values, beginning with another one."""
    by %= len(values)
    return (*values[by:], *values[:by])


SEATS: Final = (2, 4, 12)


def in_turn() -> list[tuple[int, str]]:
    """Return every state at one number of seats, from state to state at another one."""
    names = dict.fromkeys(name for seats in SEATS for name in states(seats))
    tables = ([seats for seats in SEATS if name in states(seats)] for name in names)
    return [(some[number % len(some)], name) for number, (name, some) in enumerate(zip(names, tables, strict=True))]

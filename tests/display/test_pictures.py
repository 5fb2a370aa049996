"""Every state is drawn, off-screen. With KIOSK_PICTURES set to a directory the pictures are saved there, in full size.

Everything is drawn at one table before the next, and all of them share an atlas: equal looks are painted once.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.protocol import Fault
from tests.rig.drawers import way_to
from tests.rig.moments import LOST, MOMENTS, moment

pytestmark = pytest.mark.ui

SIZES = ((1280, 720), (1920, 1080))
TABLES = (
    *((seats, SIZES[0]) for seats in (2, 3, 4)),
    *((seats, SIZES[1]) for seats in (4, 6, 8, 12)),
    *((4, (1080, 1920)), (6, (1600, 1200)), (8, (2560, 1080))),
)
"""Numbers of seats and screens: the usual ones, portrait, 4:3 and 21:9."""
CROWDS = tuple(table for table in TABLES if table[0] > 4 and table[1] == SIZES[1])
SMALLEST_AND_LARGEST = ((4, SIZES[0]), CROWDS[-1])
DEEPER = map(way_to, ("view", "handicap", "cooldown", "game", "preset", "length", "pro", "touch_mode", "bots"))
PATHS = tuple((path,) for path in ((), ("more",), ("language",), *DEEPER))
SPECIAL = (
    "gone", "start", "full", "asked", "dead", "vote", "free", "left", "stops", "carried", "notice", "hold", "touch",
)  # fmt: skip
STATES = ("attract", "ready", "countdown", "play", "stopped", "round_result", "match_result", "paused", "closed")


def _in_turn(
    whats: Sequence[Any],
    tables: Iterable[Any],
    often: Sequence[Any],
    always: Any = None,
    every: int = 1,
) -> list[Any]:
    """Return what is drawn with tables as parameters, one table after the other.

    In every run each, or each ``every``-th one, is drawn at one of the tables drawn ``often``, in turn, and at the one
    drawn ``always``; at all others it is slow.
    """
    cases = []
    for table in tables:
        for index, what in enumerate(whats):
            usual = index % every == 0 and table in (often[index // every % len(often)], always)
            marks = () if usual else pytest.mark.slow
            parts = (*(what if isinstance(what, tuple) else (what,)), *table)
            cases.append(pytest.param(*parts, marks=marks, id="-".join(map(_told, parts))))
    return cases


def _told(part: Any) -> str:
    return "-".join(part) if part and isinstance(part, tuple) and isinstance(part[0], str) else str(part)


@pytest.fixture(scope="module")
def _one_atlas() -> Any:
    """Return the atlas of all tables of this module."""
    from kiosk.display.paint.atlas import Atlas  # noqa: PLC0415

    return Atlas()


@pytest.fixture(autouse=True)
def _pages(_one_atlas: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the tables share the atlas: clearing pages for a new one takes longer than most pictures."""
    monkeypatch.setattr("kiosk.display.table_view.Atlas", lambda **_: _one_atlas)


def _render(view: Any, size: tuple[int, int]) -> Any:
    """Return what is drawn; at a third of the size if nobody will look at it: without a GPU each pixel takes time."""
    from kivy.core.window import Window  # noqa: PLC0415  # opens a window: only when this test really runs
    from kivy.graphics import ClearBuffers, ClearColor, Fbo  # noqa: PLC0415
    from kivy.graphics.transformation import Matrix  # noqa: PLC0415

    assert Window is not None
    shrink = 1 if os.environ.get("KIOSK_PICTURES") else 3
    fbo = Fbo(size=(size[0] // shrink, size[1] // shrink))
    fbo["projection_mat"] = Matrix().view_clip(0, size[0], 0, size[1], -1, 1, 0)
    fbo.add(ClearColor(0, 0, 0, 1))
    fbo.add(ClearBuffers())
    fbo.add(view.canvas)
    fbo.draw()
    return fbo.texture


def _carry(view: Any, seat: int, source: str, x: float, y: float) -> None:
    """Carry something to this point, just before a frame is drawn."""
    from kivy.clock import Clock  # noqa: PLC0415

    view.carry(seat, source, x, y)
    Clock.tick_draw()


def _keep(texture: Any, name: str) -> Any:
    """Return the picture; save it as a file if KIOSK_PICTURES is set."""
    from PIL import Image  # noqa: PLC0415

    upside_down = Image.frombytes("RGBA", texture.size, texture.pixels)
    picture = upside_down.transpose(Image.Transpose.FLIP_TOP_BOTTOM).convert("RGB")
    if folder := os.environ.get("KIOSK_PICTURES"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        picture.save(Path(folder) / f"{name}.png")
    return picture


def _colors(picture: Any) -> int:
    return len(picture.resize((160, 90)).getcolors(160 * 90))


def _difference(one: Any, other: Any) -> float:
    """Return the part of the picture that differs."""
    from PIL import ImageChops  # noqa: PLC0415

    mask = ImageChops.difference(one, other).convert("L").point(lambda value: 255 if value > 16 else 0)
    return mask.histogram()[255] / (mask.width * mask.height)


@pytest.mark.parametrize(
    ("state", "seats", "size"),
    _in_turn(STATES, TABLES, ((4, SIZES[1]), (12, SIZES[1]), (2, SIZES[0]), (4, (1080, 1920)))),
)
def test_every_state_is_drawn(canned: Any, state: str, seats: int, size: tuple[int, int]) -> None:
    from kiosk.display.table_view import TableView  # noqa: PLC0415

    view = TableView(canned.welcome(seats), clock=lambda: canned.now, size=size)
    view.show(canned.snapshot(state, seats))
    assert _colors(_keep(_render(view, size), f"{state}-{seats}-{size[1]}")) > 200


@pytest.mark.parametrize(("path", "seats", "size"), _in_turn(PATHS, SMALLEST_AND_LARGEST, SMALLEST_AND_LARGEST))
def test_every_drawer_of_the_lobby_is_drawn(
    canned: Any, path: tuple[str, ...], seats: int, size: tuple[int, int]
) -> None:
    from kiosk.display.table_view import TableView  # noqa: PLC0415

    view = TableView(canned.welcome(seats), clock=lambda: canned.now, size=size)
    ready = canned.snapshot("ready", seats)
    many = tuple(
        replace(choice, value="points 99", warning="may_never_end") if choice.key == "length" and seats > 4 else choice
        for choice in ready.lobby.choices
    )
    view.show(replace(ready, lobby=replace(ready.lobby, choices=many)))
    for what in path:
        for item in [item for item in view.items() if item.what == what]:
            view.tap(item, 1)
    assert _colors(_keep(_render(view, size), f"lobby-{seats}-{'-'.join(path) or 'taken'}")) > 200


@pytest.mark.parametrize(("moment", "seats", "size"), _in_turn(SPECIAL, ((4, SIZES[0]), *CROWDS), SMALLEST_AND_LARGEST))
def test_every_special_moment_is_drawn(canned: Any, moment: str, seats: int, size: tuple[int, int]) -> None:
    from kiosk.display.table_view import TableView  # noqa: PLC0415

    view = TableView(canned.welcome(seats), clock=lambda: canned.now, size=size)
    play = canned.snapshot("play", seats)
    quiet = tuple(replace(seat, locked_until=0, may_stop=False, ticker=()) for seat in play.seats)
    absent = tuple(replace(seat, state="free", row=()) for seat in quiet[2:])
    plain = canned.snapshot("paused", seats) if moment == "notice" else replace(play, seats=quiet)
    piles = tuple((cell, f"{'rgby'[cell % 4]}{cell % 9 + 1}") for cell in range(4 * seats))
    stuck = Fault("button.stuck", {"seconds": 10})
    snapshots = {
        "start": replace(plain, piles=piles[:2]),
        "full": replace(plain, piles=piles),
        "asked": replace(play, seats=tuple(replace(seat, asked=True) for seat in quiet)),
        "stops": replace(play, seats=tuple(replace(seat, screen_stop=True, fault=stuck) for seat in quiet)),
        "dead": replace(
            play, seats=quiet, dead="dead_by_order", dead_due=canned.now + 5_000_000_000, dead_shuffles=True
        ),
        "vote": replace(play, seats=(replace(quiet[0], voted=True), *quiet[1:])),
        "free": replace(play, seats=(*quiet[:2], *absent)),
        "left": replace(play, seats=(replace(quiet[0], state="left", row=()), *quiet[1:])),
        "notice": replace(plain, notice=LOST),
    }
    view.show(plain)
    before = _keep(_render(view, size), f"quiet-{seats}")
    view.show(snapshots.get(moment, plain))
    if moment == "carried":
        _carry(view, 1, "row 1", size[0] / 2, size[1] / 2 - 30)
        _carry(view, 2, "stack", size[0] / 3, size[1] / 2 - 60)
    view.table_gone(moment == "gone")
    view.touch_lost(Fault("touch.none") if moment == "touch" else None)
    for item in view.items() if moment == "hold" else ():
        if item.what == "leave":
            view.tap(item, 1)
    picture = _keep(_render(view, size), f"{moment}-{seats}")
    assert _difference(picture, before) > 0.001


@pytest.mark.parametrize(
    ("edition", "seats", "size"),
    _in_turn(
        ("in_pro", "by_hand", "face_down", "punished"),
        *(((4, SIZES[0]), *CROWDS), ((4, SIZES[0]),)),
        always=CROWDS[-1],
    ),
)
def test_what_the_editions_bring_is_drawn(canned: Any, edition: str, seats: int, size: tuple[int, int]) -> None:
    from kiosk.display.table_view import TableView  # noqa: PLC0415

    view = TableView(canned.welcome(seats), clock=lambda: canned.now, size=size)
    view.show(canned.quiet(seats))
    plain = _keep(_render(view, size), f"quiet-{seats}")
    view.show(getattr(canned, edition)(seats))
    if edition in ("in_pro", "face_down"):
        stack = next(item for item in view.items() if item.what == "stack" and item.seat == 1)
        _carry(view, 1, "stack", stack.x + 200, stack.y + 60)
    picture = _keep(_render(view, size), f"{edition}-{seats}")
    assert _difference(picture, plain) > 0.003


MATCH_MOMENTS = (
    "drawn", "extra_countdown", "extra_play", "extra_result", "extra_paused", "target", "minutes", "time_up",
    "shared", "left_out", "shuffled", "stopped_dead", "stopped_abort", "stopped_left", "ended_dead",
)  # fmt: skip


@pytest.mark.parametrize(
    ("moment", "seats", "size"), _in_turn(MATCH_MOMENTS, SMALLEST_AND_LARGEST, SMALLEST_AND_LARGEST[:1])
)
def test_every_turn_of_a_match_is_drawn(canned: Any, moment: str, seats: int, size: tuple[int, int]) -> None:
    from kiosk.display.table_view import TableView  # noqa: PLC0415

    view = TableView(canned.welcome(seats), clock=lambda: canned.now, size=size)
    snapshots = canned.turn(moment, seats)
    for snapshot in snapshots:
        view.show(snapshot)
    picture = _keep(_render(view, size), f"match-{moment}-{seats}")
    view.show(canned.snapshot(snapshots[-1].state, seats))
    usual = _keep(_render(view, size), f"match-{snapshots[-1].state}-{seats}")
    assert _difference(picture, usual) > 0.001


DICE_MOMENTS = (
    "attract", "ready", "countdown", "unrolled", "play", "rolling", "stopped", "round_result", "match_result", "tied",
    "tiebreak", "paused", "real_ready", "real", "real_play", "real_round_result", "real_match_result",
)  # fmt: skip


@pytest.mark.parametrize(
    ("moment", "seats", "size"),
    _in_turn(
        *(DICE_MOMENTS, ((2, SIZES[0]), (3, SIZES[0]), (4, SIZES[1]), *CROWDS), ((4, SIZES[1]), CROWDS[-1])),
        every=2,
    ),
)
def test_every_moment_of_the_dice_game_is_drawn(canned: Any, moment: str, seats: int, size: tuple[int, int]) -> None:
    from kiosk.display.table_view import TableView  # noqa: PLC0415

    view = TableView(canned.welcome(seats), clock=lambda: canned.now, size=size)
    view.show(canned.dice(moment, seats))
    assert _colors(_keep(_render(view, size), f"dice-{moment}-{seats}-{size[1]}")) > 200


@pytest.mark.parametrize("room", ["mark", "none"])
@pytest.mark.parametrize("state", ["attract", "ready"])
def test_a_table_that_offers_fewer_seats_than_it_has_is_drawn(canned: Any, state: str, room: str) -> None:
    from kiosk.display.table_view import TableView  # noqa: PLC0415

    view = TableView(canned.welcome(12), clock=lambda: canned.now, size=SIZES[0])
    shown = canned.snapshot(state, 12)
    fewer = tuple(
        replace(seat, state="free", room=room) if seat.seat in (4, 6, 10, 12) else seat for seat in shown.seats
    )
    view.show(replace(shown, seats=fewer))
    assert _colors(_keep(_render(view, SIZES[0]), f"fewer-{state}-{room}")) > 200
    assert {item.enabled for item in view.items() if item.seat in (4, 6, 10, 12)} == {room == "mark"}


OPENED = {"names": (("name",), ("name", "new_name")), "races": (("races",),)}
"""The drawers that can be opened in a moment of ``tests.rig.moments``."""
KEPT = tuple((name, path) for name in MOMENTS for path in ((), *OPENED.get(name, ())))
KEPT_TABLES = (("cards", 4, SIZES[0]), ("dice", 12, SIZES[1]))


@pytest.mark.parametrize(
    ("name", "path", "game", "seats", "size"),
    _in_turn(
        KEPT,
        [(game, *table) for game in ("cards", "dice") for table in TABLES],
        KEPT_TABLES,
        every=2,
    ),
)
def test_what_is_kept_and_seen_again_is_drawn(
    canned: Any, name: str, path: tuple[str, ...], game: str, seats: int, size: tuple[int, int]
) -> None:
    from kiosk.display.table_view import TableView  # noqa: PLC0415

    view = TableView(canned.welcome(seats), clock=lambda: canned.now, size=size)
    view.show(moment(canned, name, game, seats))
    for what in path:
        opened = [item for item in view.items() if item.what == what]
        assert opened
        for item in opened:
            view.tap(item, 1)
    picture = _keep(_render(view, size), "-".join(("kept", name, *path, game, str(seats), str(size[1]))))
    assert _colors(picture) > 200

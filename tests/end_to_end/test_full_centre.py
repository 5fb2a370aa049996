"""The fullest possible centre: 48 piles of twelve seats, from a table played by the test."""

import contextlib
import subprocess
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection, Listener
from pathlib import Path

import pytest

from kiosk import protocol as msg
from kiosk.config.loader import CONFIGS, load
from kiosk.display.remote_control import ask_scene
from kiosk.game.seats import SeatNumber
from kiosk.protocol.client import NotRunning
from kiosk.protocol.state import State
from tests.rig import ENDS_WITH_US
from tests.rig.kiosk_process import KIOSK, environment_of
from tests.rig.robot import AIM
from tests.rig.scene import Scene, Thing
from tests.rig.touchtable import TouchTable

pytestmark = [pytest.mark.touch, pytest.mark.process]

TWELVE = load(CONFIGS / "twelve_seats.toml")
SEATS = tuple(SeatNumber(seat.number) for seat in TWELVE.seat)
PILES = tuple((cell, f"{'rgby'[cell % 4]}{cell // 4 % 9 + 1}") for cell in range(4 * len(SEATS)))
ROW = tuple(msg.Slot(card, 1) for card in ("r3", "b4", "g5"))
LIMIT = 30.0
"""Seconds for anything that should take a fraction of one."""


class _Table:
    """The table's end of the link to a display that has just started."""

    def __init__(self, listener: Listener) -> None:
        self._peer: Connection[bytes, bytes] = listener.accept()
        assert self._hear() == msg.Hello(msg.PROTOCOL)
        plans = tuple(msg.SeatPlan(SeatNumber(seat.number), seat.edge, seat.position) for seat in TWELVE.seat)
        views = tuple(
            msg.SeatView(seat, "playing", row=ROW, stack_card="y9", stack_count=7, hand_count=20) for seat in SEATS
        )
        self._say(msg.Welcome(msg.PROTOCOL, plans, 1092.0, simulated=False))
        self._say(msg.Snapshot(id=1, now=time.monotonic_ns(), state=State.PLAY, seats=views, piles=PILES))

    def _say(self, message: msg.FromTable) -> None:
        self._peer.send_bytes(msg.encode(message))

    def _hear(self) -> msg.ToTable:
        assert self._peer.poll(LIMIT), "the display says nothing"
        message: msg.ToTable = msg.decode_to_table(self._peer.recv_bytes())
        return message

    def hear_plays(self, count: int) -> dict[SeatNumber, msg.PlayCard]:
        """Return the next cards played, by their seats."""
        plays: dict[SeatNumber, msg.PlayCard] = {}
        while len(plays) < count:
            if isinstance(message := self._hear(), msg.PlayCard):
                plays[message.seat] = message
        return plays

    def close(self) -> None:
        self._peer.close()


@pytest.fixture
def table(touch_table: TouchTable, tmp_path: Path) -> Iterator[_Table]:
    """All twelve play, and 48 piles are open on the touch screen."""
    command = [*ENDS_WITH_US, str(KIOSK), "display", "--size", f"{touch_table.width}x{touch_table.height}"]
    environment = environment_of(tmp_path, touch_table.display_name)
    (tmp_path / "table").mkdir()
    with (
        Listener(str(tmp_path / "table/sock"), "AF_UNIX") as listener,
        (tmp_path / "display.log").open("wb") as log,
        subprocess.Popen(command, env=environment, stdout=log, stderr=log) as display,
    ):
        try:
            table = _Table(listener)
            yield table
            table.close()
        finally:
            display.kill()


def test_forty_eight_open_piles_are_shown_apart_and_each_is_hit_by_the_finger_that_lets_go_there(
    table: _Table, touch_table: TouchTable, tmp_path: Path
) -> None:
    scene = _shown(tmp_path)
    piles = sorted(scene.of("pile"), key=lambda pile: pile.slot or 0)
    assert [(pile.slot, pile.card) for pile in piles] == list(PILES)
    assert not [(one, other) for one in piles for other in piles if one is not other and _overlap(one, other)]

    for first in range(0, len(piles), len(SEATS)):
        aims = dict(zip(SEATS, piles[first:] + piles[:first], strict=False))
        for seat, pile in aims.items():
            touch_table.down(seat, *scene.one("stack", seat).at)
            touch_table.move(seat, *scene.one("stack", seat).at.towards(pile.at, 0.5))
        for seat, pile in aims.items():
            touch_table.move(seat, *pile.at)
        touch_table.sync()
        until = time.monotonic() + AIM
        while time.monotonic() < until:  # frames pass while the fingers stand still: lifting now is not a flick
            ask_scene(tmp_path / "display/sock")
        for seat in SEATS:
            touch_table.up(seat)
        touch_table.sync()
        heard = {seat: (play.source, play.near[0]) for seat, play in table.hear_plays(len(SEATS)).items()}
        assert heard == {seat: ("stack", pile.slot) for seat, pile in aims.items()}


def _shown(folder: Path) -> Scene:
    """Return the scene, as soon as there is one with piles."""
    deadline = time.monotonic() + LIMIT
    while time.monotonic() < deadline:
        with contextlib.suppress(NotRunning):
            scene = Scene.parse(ask_scene(folder / "display/sock"))
            if scene.of("pile"):
                return scene
        time.sleep(0.01)
    raise AssertionError((folder / "display.log").read_text())


def _overlap(one: Thing, other: Thing) -> bool:
    return abs(one.x - other.x) < (one.w + other.w) / 2 and abs(one.y - other.y) < (one.h + other.h) / 2

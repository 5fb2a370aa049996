"""Twelve people at a real kiosk that reads its touch panel itself: the panel is emulated, all above it is real."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from kiosk import protocol as msg
from kiosk.config.loader import CONFIGS
from kiosk.display.input.contact_size import LATELY
from kiosk.faults.fault import english
from kiosk.protocol.client import ask_health
from tests.rig.evdev import EmulatedInputs
from tests.rig.evdev.table import PanelTable
from tests.rig.game import Game
from tests.rig.kiosk_process import KioskProcess
from tests.rig.robot import Drag, Robot, choose
from tests.rig.watcher import Watcher

pytestmark = [pytest.mark.touch, pytest.mark.evdev, pytest.mark.process]

SEATS = tuple(range(1, 13))
SEED = "6"
PALM = 100
"""The first finger number that is used for palms."""
PANEL = "by-id/usb-panel"
TOUCH = f"""
[touch]
provider = "evdev"
device = "/dev/input/{PANEL}"
"""
UNITS = {"fine": 10, "resolution": 20}
"""By its own account the panel is as large as the table: units per pixel of 1920 x 1080, and per millimetre."""
FINGER, SLEEVE = 160, 1000
"""Sizes of contacts in those units: 8 mm and 50 mm."""


@dataclass(frozen=True, slots=True)
class _Table(Game):
    inputs: EmulatedInputs
    table: PanelTable

    def health(self) -> msg.DisplayHealth:
        """Return the display's latest health report to the table."""
        display = ask_health(self.kiosk.socket("table")).display
        assert display is not None
        return display

    def carry(self, drags: Sequence[Drag], parts: Sequence[float]) -> None:
        """Move all fingers to these fractions of their ways, each time in one report."""
        for part in parts:
            with self.table.panel.report():
                for drag in drags:
                    self.table.move(drag.touch, *drag.card.at.towards(drag.aim, part))
            self.kiosk.scene()  # a frame has passed

    def pick_up(self, drags: Sequence[Drag], *, palms: bool = True) -> None:
        """Touch with all fingers at once, beside a palm of each seat on its stack, until the table knows of all.

        ``palms``: False if they rest there already.
        """
        scene = self.kiosk.scene()
        with self.table.panel.report():
            for drag in drags:
                if palms:
                    self.table.panel.down(PALM + drag.seat, *scene.one("stack", drag.seat).at, major=SLEEVE)
                self.table.panel.down(drag.touch, *drag.card.at, major=FINGER)
        with self.table.panel.report():  # a finger that moved first, and this far, would have the seat's claim
            for drag in drags:
                x, y = scene.one("stack", drag.seat).at
                self.table.move(PALM + drag.seat, x + (40 if palms else -40), y)
        self.carry(drags, (0.2, 0.4))
        self.wait_for_held({drag.seat: drag.card.source for drag in drags})

    def show_fingers(self) -> None:
        """Touch the middle with as many fingers as make the panel's sizes count, whatever was there before."""
        x, y = self.kiosk.scene().middle
        for finger in range(LATELY):  # far enough apart to be no single stroke that is cut again and again
            self.table.panel.down(finger, x + 65 * (finger % 10 - 5), y + 45 * (finger // 10 - 2), major=FINGER)
            self.table.panel.up(finger)
        self.kiosk.wait_for("sizes that count", lambda _: self.panel().sizes == "used")

    def panel(self) -> msg.PanelHealth:
        """Return what the display has made of the panel's claims."""
        panel = self.health().panel
        assert panel is not None
        return panel

    def let_go(self, drags: Sequence[Drag], *, palms: bool = True) -> None:
        """Lift all fingers, and the palms, at once."""
        with self.table.panel.report():
            for drag in drags:
                self.table.up(drag.touch)
                if palms:
                    self.table.up(PALM + drag.seat)

    def anything(self) -> list[Drag]:
        """Return a drag of a card towards the middle for each seat."""
        scene = self.kiosk.scene()
        rows = {seat: next(thing for thing in scene.of("row", seat) if thing.card) for seat in SEATS}
        return [Drag(seat, card, scene.middle) for seat, card in rows.items()]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[_Table]:
    """Twelve people in a round, with a panel of 40 fingers that reports their sizes; one for all tests here."""
    folder = tmp_path_factory.mktemp("panel")
    inputs = EmulatedInputs(folder)
    config, home = folder / "table.toml", folder / "home"
    config.write_text((CONFIGS / "twelve_seats.toml").read_text() + TOUCH)
    home.mkdir()
    with PanelTable(inputs.plug(PANEL, **UNITS)) as table, pytest.MonkeyPatch.context() as patch:
        arguments = ["--config", str(config), "--seed", SEED, "--size", f"{table.width}x{table.height}"]
        for name, value in inputs.environment.items():  # of the kiosk alone
            patch.setenv(name, value)
        with (
            KioskProcess(home, *arguments, screen=table.display_name) as kiosk,
            Watcher(kiosk.socket("table")) as watcher,
        ):
            robot = Robot(table, kiosk, watcher)
            robot.sit_down(SEATS)
            watcher.wait_for("the round", lambda snapshot: snapshot.state == "play")
            yield _Table(table, kiosk, robot, watcher, inputs)


def test_twelve_fingers_and_twelve_palms_in_one_report_play_cards_and_nobody_elses_do(game: _Table) -> None:
    game.show_fingers()
    played = 0
    for turn in range(2):
        scene, told = game.kiosk.scene(), game.robot.told()
        fitting = choose(scene, SEATS)
        spare = [drag for drag in game.anything() if drag.seat not in {fits.seat for fits in fitting}]
        drags = [*fitting, *spare]
        game.pick_up(drags, palms=turn == 0)
        game.carry(fitting, (0.7, 1.0))
        game.carry(spare, (0.2, 0.0))
        game.robot.aim()
        game.let_go(drags, palms=turn == 1)
        game.robot.see_arrive(fitting, told)
        game.wait_for_held({})
        played += len(fitting)
    game.watcher.look()
    assert played > 0
    assert sum(view.centered for view in game.watcher.newest.seats) == played

    health = game.health()
    assert health.touch == f'evdev /dev/input/{PANEL} "Emulated Panel"'
    assert (health.fingers, health.fault) == (24, None)
    game.kiosk.wait_for("twelve palms", lambda _: game.panel().palms == 12)
    assert (game.panel().notes, game.panel().slots) == ((), 40)
    before = game.cards()
    game.table.down_on_screen(1, *game.kiosk.scene().one("hand", 1).at)
    game.table.sync()
    game.table.up_on_screen(1)
    game.robot.tap([game.kiosk.scene().one("hand", 2)])
    game.watcher.wait_for("seat 2 has flipped", lambda _: game.cards()[2] != before[2])
    assert game.cards()[1] == before[1], "the window's own touches must mean nothing"


def test_a_panel_unplugged_in_mid_drag_plays_nothing_and_goes_on_when_it_is_back(game: _Table) -> None:
    game.show_fingers()
    before = game.cards()
    drags = game.anything()
    game.pick_up(drags)
    game.carry(drags, (0.9, 1.0))  # over the middle: let go here, they would be played
    game.table.panel.unplug()
    game.wait_for_held({})
    assert game.cards() == before
    fault = game.health().fault
    assert fault is not None
    assert "plug it in" in english(fault)

    game.table.panel = game.inputs.plug(PANEL, **UNITS)
    game.kiosk.wait_for("the panel", lambda _: game.health().fault is None)
    game.show_fingers()
    game.pick_up(drags)
    game.carry(drags, (0.2, 0.0))
    game.let_go(drags)
    game.wait_for_held({})
    assert game.cards() == before


def test_fingers_that_lift_while_the_kernels_buffer_overflows_play_nothing_and_the_others_go_on(game: _Table) -> None:
    game.show_fingers()
    before = game.cards()
    drags = game.anything()
    game.pick_up(drags)
    lifting, staying = drags[:6], drags[6:]
    with game.table.panel.dropping():
        game.let_go(lifting)
    game.wait_for_held({drag.seat: drag.card.source for drag in staying})
    game.carry(staying, (0.2, 0.0))
    game.let_go(staying)
    game.wait_for_held({})
    assert game.cards() == before


@pytest.mark.long
def test_what_the_panel_says_is_recorded_shown_and_can_be_replayed(game: _Table, tmp_path: Path) -> None:
    file = tmp_path / "panel.ev"
    recording = subprocess.Popen(
        game.kiosk.command("doctor", "--record", str(file)),
        env=game.kiosk.environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    game.kiosk.wait_for("the notice", lambda _: file.exists())
    x, y = game.kiosk.scene().middle
    while recording.poll() is None:
        game.table.panel.down(1, x, y, major=FINGER)
        game.table.move(1, x + 9, y + 9)
        game.table.panel.up(1)
        game.kiosk.scene()  # a frame has passed
    told, _ = recording.communicate()
    assert recording.returncode == 0
    assert "events" in told
    replayed = EmulatedInputs(tmp_path).replay("event0", file.read_text())
    assert len(replayed.events) > 20
    assert {0x35, 0x36, 0x39} <= {code for _, kind, code, _ in replayed.events if kind == 3}
    replayed.close()

"""Fuzzing by hands that tap, hold, drag and press at random: the table and its picture must keep working.

Nobody here wants to play. A real session, its gestures and its picture, on a virtual clock; snapshots are skipped as on
a busy machine. The staff's menu is opened, and its worker gives any answer; doors open and close, dice boards read any
values. The picture must be legible and touchable.
"""

from __future__ import annotations

import random
from typing import Any, Final

import pytest
from msgspec.structs import replace

from hardware.api import Button, ButtonEdge, DeviceFault, DeviceHealthy, Fault, TrayDie, TrayReading, TrayState
from kiosk.display.scene import Item
from kiosk.game.seats import SeatNumber
from kiosk.protocol.staff_menu import Advice
from kiosk.table.inputs import Doors, Input
from kiosk.table.service_requests import (
    AskGate,
    BackupFound,
    ChangeSettings,
    CheckPin,
    ClearLeaderboard,
    DoctorFindings,
    FindBackup,
    GateAnswer,
    Job,
    JobAnswer,
    JobDone,
    JobFailed,
    RunDoctor,
    SettingsChanged,
    TableFacts,
    ToldFinding,
    UseStick,
)
from tests.rig.evening import SIZES, Evening

pytestmark = [pytest.mark.ui, pytest.mark.usefixtures("unpainted")]

STEPS: Final = 250
EVENINGS: Final = (
    0,
    *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 100)),
)
HELD_MS: Final = (60, 60, 60, 60, 1300, 2000)
CORNER_MS: Final = 3500
VALUES: Final = {
    "sound.volume": "60",
    "hours.opens": "",
    "hours.closes": "",
    "language.offered": "en,de,fr",
    "language.default": "en",
    "game.kind": "cards",
    "game.preset": "table_default",
    "game.dice_preset": "university_games_2013",
}
GRADES: Final = ("fault", "warning", "note")
ADVICE = (*Advice, "")


class Wild(Evening):
    """An evening of random actions."""

    def __init__(self, seed: int) -> None:
        self.lot = random.Random(seed)  # noqa: S311  reproducible
        self.passed_over = self.lot.choice((0.0, 0.7, 0.95))
        self.values = dict(VALUES)
        seats = self.lot.choice(tuple(SIZES))
        boards = frozenset(map(SeatNumber, range(1, seats + 1))) if self.lot.random() < 0.4 else frozenset()
        super().__init__(seats, 1000 * seed, game=self.lot.choice(("cards", "dice")), boards=boards)
        self.look()

    def _show(self) -> None:
        super()._show()
        if self.lot.random() >= self.passed_over:
            self.look()

    def look(self) -> None:
        """Update the picture, and check that it is legible and touchable."""
        self.view.show(self.shown)
        self.check.fits()

    # ------------------------------------------------------------ possible actions

    def step(self) -> None:
        """Do something at random."""
        corners = self.items("service")
        if corners and self.lot.random() < 0.1:
            self.tap(self.lot.choice(corners), CORNER_MS)
        elif self.items("digit") and self.lot.random() < 0.8:
            self._type()
        else:
            deeds = (
                self._touch,
                self._touch,
                self._touch,
                self._drag,
                self._press,
                self._many,
                self._world,
                self._wait,
            )
            self.lot.choice(deeds)()
        for job in (*self.session.table.jobs,):
            self.session.table.jobs.remove(job)
            self.pass_time(self.lot.choice((0, 5, 300)))
            if (answer := self._answer(job)) is not None:
                self.put(answer)
        if self.lot.random() < 0.3:
            self.look()

    def _things(self) -> list[Item]:
        return [item for item in self.view.items() if item.what not in ("pile", "space")]

    def _type(self) -> None:
        for _ in range(4):
            digits = [item for item in self.items("digit") if item.enabled]
            if digits:
                self.tap(self.lot.choice(digits))
        self.look()
        for enter in self.items("enter"):
            self.tap(enter)

    def _touch(self) -> None:
        if things := self._things():
            self.tap(self.lot.choice(things), self.lot.choice(HELD_MS))

    def _drag(self) -> None:
        if things := self._things():
            self.drag(self.lot.choice(things), self.lot.choice(things))

    def _press(self) -> None:
        seat, button = self.lot.randrange(1, len(self.shown.seats) + 1), self.lot.choice((*Button,))
        self.put(ButtonEdge(seat, button, True, self.now))
        self.pass_time(self.lot.choice((0, 50, 1200)))
        self.put(ButtonEdge(seat, button, False, self.now))

    def _many(self) -> None:
        """Several fingers come down and lift together."""
        touched = [self.lot.choice(things) for _ in range(6)] if (things := self._things()) else []
        for finger, item in enumerate(touched):
            self.gestures.down(f"one of many {finger}", item.x, item.y, self.now)
        self.pass_time(self.lot.choice((10, 200, 900)))
        for finger, item in enumerate(touched):
            self.gestures.up(f"one of many {finger}", item.x + self.lot.choice((0, 30)), item.y, self.now)

    def _wait(self) -> None:
        self.pass_time(self.lot.choice((16, 100, 500, 3000, 20_000)))

    def _world(self) -> None:
        """Do something that does not come from a hand."""
        seat = self.lot.randrange(1, len(self.shown.seats) + 1)
        told: list[Input] = [
            Doors(open=self.lot.random() < 0.7),
            DeviceFault("button", Fault("button.stuck", {"seconds": 10}), self.now, seat, Button.STOP),
            DeviceHealthy("button", self.now, seat, Button.STOP),
        ]
        if self.session.table.trays:
            dice = tuple(self._die() for _ in range(self.lot.randrange(14)))
            told.append(TrayReading(seat, self.lot.choice((*TrayState,)), dice, self.now, 1, self.now // 1_000_000))
        self.put(self.lot.choice(told))

    def _die(self) -> TrayDie:
        return TrayDie(self.lot.choice((*"rgby", None)), self.lot.choice((1, 2, 3, 4, 5, 6, None)))

    def _answer(self, job: Job) -> JobAnswer | None:
        """Return a possible answer of the service worker."""
        match job:
            case AskGate():
                return GateAnswer("ask", 5)
            case CheckPin():
                return GateAnswer("open", facts=self._facts())
            case ChangeSettings(values=values):
                self.values |= values
                return SettingsChanged(replace(self.session.table.settings, **self._settings()), self._facts())
            case RunDoctor():
                words = [(grade, "word " * self.lot.randrange(1, 30)) for grade in GRADES for _ in range(4)]
                return DoctorFindings(
                    tuple(
                        ToldFinding(grade, f"check: {what}", self.lot.choice(("", what)), self.lot.choice(ADVICE))
                        for grade, what in words
                    )
                )
            case UseStick() | FindBackup() | ClearLeaderboard():
                return self.lot.choice(
                    (
                        JobDone("saved"),
                        BackupFound("2026-11-20 22:01"),
                        JobFailed(),
                        JobFailed("no_stick"),
                        JobFailed(why="the stick is full"),
                    )
                )
            case _:
                return None

    def _facts(self) -> TableFacts:
        return TableFacts(dict(self.values), "0.1.0", ("restart-display", "restart-table", "poweroff"), ("eth0",))

    def _settings(self) -> dict[str, Any]:
        return {
            "game": self.values["game.kind"],
            "presets": {"cards": self.values["game.preset"], "dice": self.values["game.dice_preset"]},
            "languages": tuple(self.values["language.offered"].split(",")),
            "language": self.values["language.default"],
        }


@pytest.mark.parametrize("seed", EVENINGS)
def test_whatever_hands_do_the_table_and_its_picture_go_on(seed: int) -> None:
    evening = Wild(seed)
    for _ in range(STEPS):
        evening.step()
    evening.look()

"""Arbitrary messages to the staff's menu, and answers at any time: the table goes on, and the PIN comes first."""

from __future__ import annotations

from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from hardware.api import Button
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.protocol.state import State
from kiosk.table.inputs import Doors
from kiosk.table.service_requests import (
    AskGate,
    AskRoot,
    BackupFound,
    ChangeSettings,
    CheckPin,
    ClearLeaderboard,
    CloseNow,
    CountToday,
    DoctorFindings,
    FindBackup,
    GateAnswer,
    Job,
    JobDone,
    JobFailed,
    OpenAgain,
    RestoreLeaderboard,
    RunDoctor,
    SettingsChanged,
    TableFacts,
    TodayCounted,
    ToldFinding,
    UseStick,
)

PIN = "4711"
VALUES = {
    "sound.volume": "60",
    "hours.opens": "10:00",
    "hours.closes": "22:00",
    "language.offered": "en,de",
    "language.default": "en",
    "game.kind": "cards",
}
KNOWN = TableFacts(VALUES, "1.2.3", ("restart-table", "poweroff"))
CLEARED = replace(KNOWN, cleared=True)
SHUT = replace(KNOWN, closed_now=True, is_open=False)
KEYS = (
    *("day", "step", "set", "hours", "doors", "file", "reset", "cleaning", "keep", "name", "language"),
    "page",
    "value",
    "lamp",
    "turns",
    "power",
    "stick",
    "leaderboard",
    "turn",
    "back",
    "close",
    "seat",
    "finding",
    "version",
    "clock",
    "",
)
NAMES = (
    *("menu", "buttons", "lamps", "fingers", "loudspeakers", "settings", "stick", "doctor", "system", "pin", *VALUES),
    *("hours", "today", "cleaning", "house_rules", "every_day", "friday", "opens 60", "closes -15", "reset_table"),
    *("end_match", "start_cleaning", "open_again", "close_now"),
    *("60", "22:00", "always", "de", "dice", "1", "-1", "9", "\u0663", "restore", "clear", "poweroff", ""),
)

Said = tuple[str, Any]
said = st.one_of(
    st.tuples(st.just("hold"), st.integers(0, 5)),
    st.tuples(st.just("pin"), st.sampled_from([PIN, "0001", ""])),
    st.tuples(st.just("tap"), st.tuples(st.sampled_from(KEYS), st.sampled_from(NAMES))),
    st.tuples(st.just("here"), st.integers(0, 30)),
    st.tuples(st.just("answer"), st.booleans()),
    st.tuples(st.just("press"), st.integers(1, 4)),
    st.tuples(st.just("doors"), st.booleans()),
    st.tuples(st.just("pass"), st.sampled_from([100, 29_000, 130_000])),
)


class ServiceWorker:
    """A service_worker that answers requests one after the other; ``well``: correctly."""

    def __init__(self, table: Any) -> None:
        self.table = table
        self.asked: list[Job] = []
        self.opened = False

    def take(self) -> None:
        """Take the session's requests. Only after the right PIN is anything executed."""
        for job in self.table.session.table.jobs:
            assert self.opened or isinstance(job, AskGate | CheckPin), job
        self.asked += self.table.session.table.jobs
        self.table.session.table.jobs.clear()
        self.opened = self.opened and self.table.state is State.SERVICE

    def answer(self, *, well: bool) -> None:
        if self.asked:
            job = self.asked.pop(0)
            answers = {
                AskGate: GateAnswer("ask", 5) if well else GateAnswer("locked", seconds=20.0),
                ChangeSettings: SettingsChanged(self.table.session.table.settings, KNOWN, kept=well),
                RunDoctor: DoctorFindings((ToldFinding("fault", "it is broken"),) * 7) if well else JobFailed(),
                UseStick: JobDone("saved") if well else JobFailed("no_stick"),
                FindBackup: BackupFound("2026-11-20 22:01") if well else JobFailed("no_stick"),
                ClearLeaderboard: JobDone("leaderboard_cleared", CLEARED) if well else JobFailed(),
                RestoreLeaderboard: JobDone("leaderboard_restored", KNOWN) if well else JobFailed(),
                CountToday: TodayCounted(12, 3, 9) if well else JobFailed(),
                CloseNow: JobDone("closed_now", SHUT) if well else JobFailed(),
                OpenAgain: JobDone("opened_again", KNOWN) if well else JobFailed(),
                AskRoot: JobFailed(),
                CheckPin: GateAnswer("wrong", 4),
            }
            right = isinstance(job, CheckPin) and job.pin == PIN
            there = self.table.session.service.menu is not None
            self.table.put(GateAnswer("open", facts=KNOWN) if right else answers[type(job)])
            self.opened = self.opened or (right and there)


def do(table: Any, service_worker: ServiceWorker, what: str, how: Any) -> None:
    """Do one thing at the table."""
    match what:
        case "hold":
            table.say(msg.OpenService(SeatNumber(how), table.now))
        case "pin":
            table.say(msg.ServicePin(how, table.now))
        case "tap":
            table.say(msg.ServiceTap(how[0], table.now, how[1]))
        case "here" if table.snapshot().service is not None and table.snapshot().service.tiles:
            tiles = table.snapshot().service.tiles
            table.say(msg.ServiceTap(tiles[how % len(tiles)].key, table.now, tiles[how % len(tiles)].value))
        case "answer":
            service_worker.answer(well=how)
        case "press":
            table.tap_button(how, Button.PLAY)
        case "doors":
            table.put(Doors(open=how))
        case "pass":
            table.pass_time(how)


NO_PAGE = (("page", "settings"), ("page", "sound.volume"), ("page", "60"), ("back", ""))
IN = [("hold", 1), ("answer", True), ("pin", PIN), ("answer", True)]


@settings(max_examples=40)
@given(before=st.sampled_from([[], IN]), doings=st.lists(said, max_size=40))
@example(before=IN, doings=[("tap", tap) for tap in NO_PAGE])
def test_nothing_that_is_said_to_the_menu_breaks_the_table_or_goes_before_the_pin(
    session_table: Any, before: list[Said], doings: list[Said]
) -> None:
    table = session_table(4)
    service_worker = ServiceWorker(table)
    for what, how in [*before, *doings]:
        do(table, service_worker, what, how)
        service_worker.take()
        shown = table.snapshot()
        assert PIN.encode() not in msg.encode(shown)
        assert (
            shown.service is None or service_worker.opened or (shown.service.page, shown.service.tiles) == ("pin", ())
        )
    table.put(Doors(open=True))
    table.wait_for(lambda: table.state is State.ATTRACT, 3_600_000)

"""The state machine: every listed transition happens under its condition, and the README draws the list.

The sessions of this folder's tests are strict: they take no other one.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kiosk.table
from hardware.api import Button, ButtonEdge, Instant
from kiosk import protocol as msg
from kiosk.faults.fault import Fault
from kiosk.game.seats import SeatNumber
from kiosk.journal.health import JournalFault
from kiosk.protocol.state import State
from kiosk.table import transitions
from kiosk.table.inputs import Doors, FromDisplay
from kiosk.table.service_requests import GateAnswer
from kiosk.table.session import Session
from kiosk.table.settings import TableSettings
from kiosk.table.transitions import TRANSITIONS, UnlistedTransition, diagram, is_listed, steps
from tests.table.test_way_through import end_round, reach

README = Path(kiosk.table.__path__[0]) / "README.md"


def wait(table: Any) -> None:
    """Wait until a deadline changes the state."""
    here = table.state
    table.wait_for(lambda: table.state is not here, 400_000)


def press_all(table: Any) -> None:
    """Let everybody press to go on."""
    table.pass_time(2000)
    here = table.state
    for seat in (1, 2):
        if table.state is here:
            table.tap_button(seat)


def everybody_leaves(table: Any) -> None:
    for seat in (1, 2, 3, 4):
        table.leave(seat)


def one_leaves(table: Any) -> None:
    table.leave(1)


def journal_fails(table: Any) -> None:
    table.put(JournalFault(Fault("disk.full"), saving=True))


def doors_close(table: Any) -> None:
    table.put(Doors(open=False))


def doors_open(table: Any) -> None:
    table.put(Doors(open=True))


def menu_opens(table: Any) -> None:
    table.say(msg.OpenService(SeatNumber(1), table.now))
    table.put(GateAnswer("ask", 5))


def menu_closes(table: Any) -> None:
    table.say(msg.ServiceTap("close", table.now))


def race_is_touched(table: Any) -> None:
    races = table.snapshot().result.races
    table.say(msg.LookAgain(SeatNumber(1), races[0].id, table.now))


def sit_down(table: Any) -> None:
    table.tap_button(1)


def press_again(table: Any) -> None:
    table.pass_time(2000)
    table.tap_button(1)


def most_pause(table: Any) -> None:
    for seat in (1, 2):
        table.choose(seat, "pause", "")


def cut(table: Any) -> None:
    table.cut_power()


def decided_while_somebody_looks(table: Any) -> None:
    table.disk = True
    table.keep()
    table.wait_for(lambda: table.state is not State.REPLAY, 1000)


S = State
START = Instant(10**12)
SETTINGS = TableSettings((msg.SeatPlan(SeatNumber(1), "south", 0.5), msg.SeatPlan(SeatNumber(2), "north", 0.5)))
BELOW_MENU = [there for there in TRANSITIONS[S.SERVICE] if there not in {S.ATTRACT, S.CLOSED}]
BY: dict[tuple[State, State], Callable[[Any], object]] = {
    (S.ATTRACT, S.ATTRACT): lambda table: table.wait_for(lambda: table.snapshot().game == "dice", 400_000),
    (S.ATTRACT, S.CLOSED): doors_close,
    (S.ATTRACT, S.LOBBY): sit_down,
    (S.ATTRACT, S.SERVICE): menu_opens,
    (S.ATTRACT, S.RECOVERY): lambda table: None,  # taken on the way by ``reach``
    (S.CLOSED, S.ATTRACT): doors_open,
    (S.CLOSED, S.SERVICE): menu_opens,
    (S.CLOSED, S.CLOSED): everybody_leaves,
    (S.LOBBY, S.COUNTDOWN): wait,
    (S.COUNTDOWN, S.PLAY): wait,
    (S.COUNTDOWN, S.PAUSED): journal_fails,
    (S.COUNTDOWN, S.STOPPED): one_leaves,
    (S.PLAY, S.STOPPED): end_round,
    (S.PLAY, S.PAUSED): most_pause,
    (S.PAUSED, S.COUNTDOWN): press_all,
    (S.PAUSED, S.STOPPED): one_leaves,
    (S.PAUSED, S.ATTRACT): wait,
    (S.RECOVERY, S.COUNTDOWN): press_all,
    (S.RECOVERY, S.ROUND_RESULT): press_all,
    (S.RECOVERY, S.STOPPED): one_leaves,
    (S.RECOVERY, S.ATTRACT): wait,
    (S.STOPPED, S.ROUND_RESULT): wait,
    (S.ROUND_RESULT, S.COUNTDOWN): press_all,
    (S.ROUND_RESULT, S.MATCH_RESULT): press_all,
    (S.ROUND_RESULT, S.REPLAY): race_is_touched,
    (S.REPLAY, S.ROUND_RESULT): wait,
    (S.REPLAY, S.MATCH_RESULT): decided_while_somebody_looks,
    (S.MATCH_RESULT, S.LOBBY): press_again,
    (S.MATCH_RESULT, S.ATTRACT): wait,
    (S.SERVICE, S.ATTRACT): menu_closes,
    **dict.fromkeys(((S.SERVICE, there) for there in BELOW_MENU), menu_closes),
    **dict.fromkeys(((here, S.SERVICE) for here in BELOW_MENU), menu_opens),
}
"""The action that causes each transition. For those without an entry everybody leaves."""


def begin(table: Any, here: State, there: State) -> None:
    """Bring two people to the state from which the transition starts."""
    last = (here, there) in {(S.ROUND_RESULT, S.MATCH_RESULT), (S.REPLAY, S.MATCH_RESULT)}
    ended = (here, there) == (S.RECOVERY, S.ROUND_RESULT)
    if here is S.CLOSED:
        doors_close(table)
    elif last or ended or here is S.ROUND_RESULT:
        table.start(1, 2, game="cards", bots=True, length="single_round" if last else "rounds 3")
        table.play_on(1, 2, until=lambda: table.state is S.ROUND_RESULT)
        if ended:
            table.cut_power()
        elif here is S.REPLAY:
            race = table.snapshot().result.races[0].id
            table.disk = False
            press_all(table)
            table.say(msg.LookAgain(SeatNumber(1), race, table.now))
    elif here is S.SERVICE and there in BELOW_MENU:
        begin(table, there, S.SERVICE)
        menu_opens(table)
    elif here is S.RECOVERY and there in {S.STOPPED, S.COUNTDOWN, S.SERVICE}:
        table.start(1, 2, game="cards")
        table.cut_power()
    elif here in {S.COUNTDOWN, S.PLAY, S.PAUSED} and there in {S.ATTRACT, S.CLOSED}:  # bots play on without them
        table.start(1, game="cards", bots=True)
        if here is not S.PLAY:
            table.choose(1, "pause", "")
        if here is S.COUNTDOWN:
            press_all(table)
    else:
        reach(table, "cards", here)
    if there is S.CLOSED and here is not S.ATTRACT:
        doors_close(table)


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[tuple[State, State]]:
    """Record the transitions that sessions take in this test."""
    recorded: list[tuple[State, State]] = []

    def record(here: State, there: State) -> bool:
        recorded.append((here, there))
        return is_listed(here, there)

    monkeypatch.setattr(transitions, "is_listed", record)
    return recorded


@pytest.mark.parametrize(("here", "there"), [pytest.param(*step, id=f"{step[0]}-{step[1]}") for step in steps()])
def test_every_listed_transition_is_taken(session_table: Any, taken: list[Any], here: State, there: State) -> None:
    table = session_table(4, seed=2, journal=True)
    begin(table, here, there)
    if (here, there) != (S.ATTRACT, S.RECOVERY):
        assert table.state is here
        taken.clear()
    else:
        reach(table, "cards", there)
    BY.get((here, there), everybody_leaves)(table)
    assert (here, there) in taken


def test_every_state_has_its_transitions() -> None:
    assert set(TRANSITIONS) == set(State)
    assert {there for _, there in steps()} == set(State)


@pytest.fixture
def incomplete(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out that the lobby follows when somebody sits down."""
    left = {there: when for there, when in TRANSITIONS[S.ATTRACT].items() if there is not S.LOBBY}
    monkeypatch.setattr(transitions, "TRANSITIONS", {**TRANSITIONS, S.ATTRACT: left})


def sits_down_and_leaves(session: Session) -> None:
    session.handle(ButtonEdge(1, Button.PLAY, True, START), START)
    assert session.table.state is S.LOBBY
    session.handle(FromDisplay("display", msg.LeaveSeat(SeatNumber(1), START)), START)


@pytest.mark.usefixtures("incomplete")
def test_a_transition_that_is_not_listed_is_told_once_and_taken() -> None:
    session = Session(SETTINGS, itertools.count(), START)
    sits_down_and_leaves(session)
    fault = msg.Fault("states.unlisted", {"here": "attract", "there": "ready"})
    assert session.table.faults == (msg.NamedFault("states", fault),)
    sits_down_and_leaves(session)
    (report,) = session.table.reports
    assert report == "states: the step from attract to ready is not listed: report it, with the log"
    shown = session.snapshot(1)
    assert (shown.state, shown.notice) == ("attract", None)


@pytest.mark.usefixtures("incomplete")
def test_a_strict_session_raises_at_a_transition_that_is_not_listed() -> None:
    session = Session(SETTINGS, itertools.count(), START, strict=True)
    with pytest.raises(UnlistedTransition, match=r"attract to ready: list it in kiosk/table/transitions\.py"):
        sits_down_and_leaves(session)
    assert session.table.state is S.ATTRACT


def test_the_readme_draws_them() -> None:
    assert f"```mermaid\n{diagram()}\n```\n" in README.read_text()

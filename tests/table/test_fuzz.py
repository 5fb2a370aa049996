"""A display may send anything that can be decoded: no exception is raised, and no card is lost."""

from __future__ import annotations

import contextlib

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hardware.api import Instant
from kiosk import protocol as msg
from kiosk.journal.records import AnyRecord
from kiosk.protocol import GARBAGE
from kiosk.protocol.state import State
from kiosk.table.people import SWITCHES
from kiosk.table.service_requests import (
    AskGate,
    BackupFound,
    ChangeSettings,
    CheckPin,
    ClearLeaderboard,
    CloseNow,
    CountToday,
    DoctorFindings,
    FindBackup,
    GateAnswer,
    JobDone,
    JobFailed,
    RunDoctor,
    TableFacts,
    TodayCounted,
    ToldFinding,
    UseStick,
)
from kiosk.table_process.display_server import checked

ints = st.one_of(st.integers(-3, 14), st.integers(-(2**63), 2**64 - 1))
seats = st.one_of(st.integers(1, 4), ints)
sources = st.one_of(
    st.sampled_from(["stack", "discard", "row 0", "row 1", "row 2"]),
    st.sampled_from(["row 99999999999999999999", "row -1", "row", "", "row 1 ", "ROW 0", "row \u0661"]),
    st.sampled_from(["die r1", "die b6", "die", "die r7", "die ", "r1"]),
    st.text(max_size=6),
)
dice = st.one_of(st.sampled_from(["r1", "g1", "b1", "y1", "r2", "r7", "", "\u0661"]), st.text(max_size=3))
buttons = st.one_of(st.sampled_from(["stop", "play"]), st.text(max_size=5))
near = st.one_of(st.just(()), st.lists(ints, max_size=6).map(tuple))
keys = st.one_of(
    st.sampled_from(
        ["game", "preset", "length", "touch_mode", "bots", "language", "pause", "pro", "handicap", "cooldown", "name"]
    ),
    st.sampled_from(["guest", "house false_stop", "house recycle", "house dead_by_order", "object"]),
    st.sampled_from(SWITCHES),
    st.text(),
)
values = st.one_of(
    st.sampled_from(
        ["dice", "true", "false", "4", "13", "2", "tap", "wikipedia", "en", "any_lower", "rounds 3", "off", "master"]
    ),
    st.sampled_from(["-500", "2000", "ignore", "points 2", "turn_over", "end_round"]),
    st.text(),
)
pages = st.one_of(
    st.sampled_from(
        ["page", "back", "close", "value", "lamp", "turns", "turn", "stick", "leaderboard", "power", "felt"]
    ),
    st.sampled_from(["keep", "kept", "name", "day", "step", "set", "hours", "doors", "reset", "cleaning"]),
    st.text(max_size=8),
)
tiles = st.one_of(
    st.sampled_from(
        ["menu", "buttons", "lamps", "boards", "fingers", "settings", "stick", "doctor", "system", "sound.volume"]
    ),
    st.sampled_from(["hours.opens", "language.offered", "1", "40", "always", "09:00", "en", "restore", "clear"]),
    st.sampled_from(["house_rules", "house_name", "Friday", "hours", "cleaning", "today", "friday", "opens 15"]),
    st.sampled_from(["end_match", "start_cleaning"]),
    st.text(max_size=8),
)
stamps = st.one_of(st.integers(-(2**63), 2**64 - 1), st.integers(-200, 5).map(lambda ms: ("now", ms)))

messages = st.one_of(
    st.builds(msg.Hello, ints, st.booleans()),
    st.builds(msg.Mark, stamps),
    st.builds(msg.Hold, seats, sources, stamps),
    st.builds(msg.Drop, seats, stamps),
    st.builds(msg.PlayCard, seats, sources, near, stamps),
    st.builds(msg.FlipHand, seats, stamps),
    st.builds(msg.RefillSlot, seats, ints, stamps),
    st.builds(msg.TuckCard, seats, sources, ints, stamps),
    st.builds(msg.RollDice, seats, stamps),
    st.builds(msg.PlaceDie, seats, dice, stamps),
    st.builds(msg.CastVote, seats, stamps),
    st.builds(msg.LeaveSeat, seats, stamps),
    st.builds(msg.PressButton, seats, buttons, stamps, st.one_of(st.none(), st.text(max_size=3)), st.booleans()),
    st.builds(msg.ChooseOption, seats, keys, values, stamps),
    st.builds(msg.ProposeOption, keys, values, stamps),
    st.builds(msg.DrivePin, seats, buttons, st.booleans()),
    st.builds(msg.LookAgain, seats, ints, stamps),
    st.builds(msg.OpenService, seats, stamps),
    st.builds(msg.ServicePin, st.text(max_size=16), stamps),
    st.builds(msg.ServiceTap, pages, stamps, tiles),
    st.builds(msg.GameMove, seats, st.text(max_size=4), sources, stamps, st.none() | ints, near),
    st.builds(msg.DriveReplay, st.sampled_from(["play", "seek", "step", "close"]), st.floats(), st.none() | seats),
)


CLERK = {
    AskGate: GateAnswer("ask", 5),
    CheckPin: GateAnswer(
        "open", facts=TableFacts({"language.offered": "en,de", "language.default": "en"}, root_requests=("poweroff",))
    ),
    ChangeSettings: JobFailed(why="the disk is full"),
    RunDoctor: DoctorFindings(
        (ToldFinding("fault", "pins: it is held", "free it"), ToldFinding("note", "clock: not set"))
    ),
    UseStick: JobDone("saved"),
    FindBackup: BackupFound("2026-11-20 22:01"),
    ClearLeaderboard: JobDone("leaderboard_cleared"),
    CountToday: TodayCounted(12, 3, 9),
    CloseNow: JobDone("closed_now"),
}
"""The answers to the staff's requests."""


def arrive(table, message):
    """Return the message as the link passes it on; False if the link refuses it."""
    at = getattr(message, "at", None)
    if isinstance(at, tuple):
        message = msgspec.structs.replace(message, at=table.now + at[1] * 1_000_000)
    decoded = msg.decode_to_table(msg.encode(message))
    try:
        decoded = checked(decoded, Instant(table.now))
    except msgspec.ValidationError:
        return
    table.say(decoded)
    for job in (*table.session.table.jobs,):
        table.session.table.jobs.remove(job)
        if type(job) in CLERK:
            table.put(CLERK[type(job)])


@settings(max_examples=40)
@example(said=[(msg.Mark(("now", 0)), 4000), (msg.TuckCard(1, "stack", -5, 0), 0)], where="play", seed=1)
@given(
    said=st.lists(st.tuples(messages, st.sampled_from([0, 0, 3, 40, 200, 4000])), max_size=30),
    where=st.sampled_from(["attract", "lobby", "menu", "play", "schmidt", "dice", "dice"]),
    seed=st.integers(1, 1000),
)
def test_no_message_that_can_be_decoded_breaks_the_table(session_table, said, where, seed):
    table = session_table(3, seed=seed, journal=True)
    if where == "lobby":
        table.sit_down(1)
    elif where == "menu":
        arrive(table, msg.OpenService(1, ("now", 0)))
        arrive(table, msg.ServicePin("4711", ("now", 0)))
    elif where == "dice":
        table.start(1, 2, bots=True, game="dice")
    elif where != "attract":
        table.start(1, 2, bots=True, preset="schmidt_de_fr_it" if where == "schmidt" else "table_default")
    for message, ms in said:
        arrive(table, message)
        assert msg.encode(table.snapshot())
        table.pass_time(ms)
        assert table.whole()
        assert all(0 <= cell < msg.CELLS for cell, _ in table.snapshot().piles)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(table.written), type=list[AnyRecord]) == table.written
    if table.session.table.match is not None and table.match.log.on:
        stood = table.round.key()
        table.cut_power()
        assert (table.state, table.round.key()) == (State.RECOVERY, stood)
    table.wait_for(lambda: table.state is State.ATTRACT, 3_600_000)


@given(st.binary(max_size=60))
@example(b"\x91\xa2\x00\x80")
def test_garbage_is_a_decoding_error_and_nothing_else(data):
    try:
        message = msg.decode_to_table(data)
    except GARBAGE:
        return
    with contextlib.suppress(msgspec.ValidationError):
        checked(message, Instant(0))


@pytest.mark.parametrize(
    "message",
    [
        msg.Hold(1, "row x", 0),
        msg.Hold(1, "die r7", 0),
        msg.PlaceDie(1, "r7", 0),
        msg.PlaceDie(1, "die r1", 0),
        msg.PlayCard(1, "die r1", (), 0),
        msg.PlayCard(1, "hand", (), 0),
        msg.TuckCard(1, "", 0, 0),
        msg.PressButton(1, "reset", 0),
        msg.DrivePin(1, "lamp", True),
        msg.PlayCard(1, "row " + "9" * 5000, (), 0),
        msg.GameMove(1, "lay", "3-5", 0),
        msg.Hold(1, "3-5", 0),
    ],
)
def test_a_message_that_makes_no_sense_is_refused(message):
    with pytest.raises(msgspec.ValidationError):
        checked(message, Instant(0))


def test_a_stamp_from_the_future_becomes_now():
    assert checked(msg.FlipHand(1, 2**63), Instant(7)) == msg.FlipHand(1, 7)
    assert checked(msg.FlipHand(1, 6), Instant(7)) == msg.FlipHand(1, 6)


def test_what_only_another_game_understands_does_nothing(session_table, game):
    table = session_table(2)
    table.start(1, 2, game=game)
    before = table.round.key()
    for message in (msg.Hold(1, "3-5", table.now), msg.GameMove(1, "lay", "3-5", table.now, 0)):
        table.say(message)
    table.settle()
    table.pass_time(100)
    assert table.round.key() == before
    assert (table.view(1).held, table.view(1).ticker) == (None, ())


@pytest.mark.parametrize(
    "message",
    [
        msg.PlayCard(1, "tile 3-5", (), 0),
        msg.TuckCard(1, "tile 3-5", 0, 0),
        msg.PlaceDie(1, "q9", 0),
        msg.GameMove(1, "lay", "tile 3-5", 0),
    ],
)
def test_a_piece_of_another_game_does_not_reach_the_round(session_table, game, message):
    """A game from elsewhere may use our messages with sources of its own; the link lets them pass in every match."""
    table = session_table(2)
    table.start(1, 2, game=game)
    before = table.round.key()
    table.say(msgspec.structs.replace(message, at=table.now))
    table.pass_time(200)
    assert table.round.key() == before

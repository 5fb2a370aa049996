"""One connection in virtual time: with the reference firmware, or with lines that a board might write."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from hardware.api import Instant, TrayDie, TrayLamp, TrayState, milliseconds
from hardware.dice.conversation import Conversation, Event, Silence
from hardware.dice.protocol import (
    BoardError,
    BoardHello,
    Frame,
    FrameDone,
    FrameRefused,
    HostFrame,
    OtherVersion,
    Refusal,
    Report,
    ReportNow,
    SetTrayLamp,
    WhoAreYou,
    board_decoder,
    encode,
)
from hardware.firmware.ldr_core import Board
from tests.rig.ldr import host_decoder

START = Instant(7_000_000_000_000)
HELLO = BoardHello(0, "LDR-1", "1.0.0", 3, 24, 0xB007)
LYING = Report(0, 0xB007, 4, 1000, TrayState.SETTLED, (TrayDie("r", 4),))


class Host:
    """A conversation whose time the test moves, and its output."""

    def __init__(self) -> None:
        self.at = START
        self.decoder = board_decoder()
        self.conversation = Conversation(self.at, self.decoder)
        self.events: list[Event] = []
        self.asked: list[HostFrame] = []
        self._asked = host_decoder()

    def step(self, data: bytes = b"") -> bytes:
        sent, events = self.conversation.step(self.at, data)
        self.events += events
        self.asked += self._asked.feed(sent)
        return sent

    def hear(self, *frames: Frame) -> list[Event]:
        """Return the accepted events of ``frames``, which come at once."""
        before = len(self.events)
        self.step(b"".join(encode(frame) for frame in frames))
        return self.events[before:]

    def wait(self, ms: float) -> list[HostFrame]:
        """Let time pass, with a step at every deadline; return the requests in that time."""
        before, end = len(self.asked), Instant(self.at + milliseconds(ms))
        while (due := self.conversation.due) < end:
            assert due > self.at or self.step() or self.conversation.due > self.at, "it is due again and again"
            self.at = max(self.at, due)
            self.step()
        self.at = end
        self.step()
        return self.asked[before:]


@pytest.fixture
def host() -> Host:
    host = Host()
    host.step()
    return host


@pytest.fixture
def known(host: Host) -> Host:
    """A host that knows the board's identity."""
    host.hear(HELLO, HELLO)
    host.events.clear()
    host.asked.clear()
    return host


class Wire:
    """The reference firmware at the other end; ``way``: changes its lines on their way."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.seen: list[str] = []
        self.moving = False
        self.way: Callable[[bytes], bytes] = lambda out: out
        self.restart(1)

    def restart(self, boot: int) -> None:
        self.board = Board("LDR-1", lambda: (self.seen, self.moving), boot)
        self._ms = 0
        self._to_board = self._asked = b""

    def run(self, ms: int) -> list[Event]:
        """Run both for ``ms``, a millisecond at a time; return the accepted events."""
        before = len(self.host.events)
        for _ in range(ms):
            self._to_board = self.host.step(self.way(self.board.step(self._ms, self._to_board)))
            self._ms += 1
            self.host.at = Instant(self.host.at + milliseconds(1))
        return self.host.events[before:]


@pytest.fixture
def wire(host: Host) -> Wire:
    return Wire(host)


def reports(events: list[Event]) -> list[tuple[TrayState, tuple[TrayDie, ...]]]:
    return [(event.state, event.dice) for event in events if isinstance(event, Report)]


def test_it_begins_with_asking_who_the_board_is_every_second_until_it_is_told(host: Host) -> None:
    assert host.asked == [WhoAreYou(1)]
    assert host.wait(2_500) == [WhoAreYou(2), WhoAreYou(3)]


def test_who_the_board_is_counts_when_it_has_been_said_twice(host: Host) -> None:
    assert host.hear(HELLO) == []
    assert host.wait(20) == [WhoAreYou(2)]
    assert host.hear(replace(HELLO, seq=1)) == [HELLO]
    assert host.wait(1_000) == []


def test_two_different_answers_are_no_answer(host: Host) -> None:
    assert host.hear(HELLO, replace(HELLO, board="LDR-2"), HELLO, OtherVersion(1, 2)) == []
    assert host.hear(OtherVersion(2, 2)) == [OtherVersion(0, 2)]


def test_nothing_is_believed_of_a_board_that_has_not_said_who_it_is(host: Host) -> None:
    assert host.hear(LYING, LYING, LYING) == []
    assert host.hear(HELLO, HELLO, LYING, LYING) == [HELLO, LYING]


def test_another_version_is_refused_and_told(host: Host) -> None:
    assert host.hear(OtherVersion(0, 2), OtherVersion(1, 2)) == [OtherVersion(0, 2)]
    assert host.hear(LYING, LYING) == []
    assert host.conversation.board is None


def test_a_settled_tray_counts_when_it_has_been_said_twice_and_the_second_time_is_asked_for_at_once(
    known: Host,
) -> None:
    assert known.hear(LYING) == []
    assert known.asked == [ReportNow(2)]
    assert known.hear(replace(LYING, seq=1, up_ms=1004)) == [LYING]
    assert known.wait(400) == []


def test_a_lost_question_is_asked_again_and_a_heartbeat_answers_it_too(known: Host) -> None:
    known.hear(LYING)
    assert len(known.wait(350)) == 3
    assert known.hear(replace(LYING, up_ms=1500)) == [LYING]


@pytest.mark.parametrize(
    "other",
    [
        replace(LYING, dice=(TrayDie("r", 5),)),
        replace(LYING, rev=5),
        replace(LYING, boot=7),
        replace(LYING, up_ms=1001),
        replace(LYING, up_ms=(1000 - 1501) % 2**32),
        replace(LYING, state=TrayState.EMPTY, dice=()),
    ],
)
def test_a_report_that_does_not_agree_with_the_next_is_never_believed(known: Host, other: Report) -> None:
    assert known.hear(other, LYING) == []
    assert known.hear(replace(LYING, up_ms=1020)) == [LYING]


def test_each_boot_and_revision_is_applied_once(known: Host) -> None:
    assert known.hear(LYING, LYING, LYING, LYING) == [LYING]
    damaged = replace(LYING, dice=(TrayDie("r", 6),))
    assert known.hear(damaged, damaged, LYING, LYING) == []


def test_an_empty_tray_must_be_said_twice_too(known: Host) -> None:
    known.hear(LYING, LYING)
    empty = replace(LYING, state=TrayState.EMPTY, dice=(), rev=5)
    assert known.hear(empty, LYING, LYING) == []
    assert known.hear(empty, empty) == [empty]


def test_moving_dice_are_told_although_they_change_at_every_look(known: Host) -> None:
    moving = [Report(0, 0xB007, rev, 20 * rev, TrayState.ROLLING, (TrayDie("r", 1 + rev % 6),)) for rev in range(5)]
    assert known.hear(*moving) == moving[1:]


def test_the_boards_clock_may_wrap(known: Host) -> None:
    late = replace(LYING, up_ms=0xFFFF_FFFE)
    assert known.hear(late, replace(LYING, up_ms=2)) == [late]


def test_silence_is_told_after_a_second_and_a_half_and_ends_the_connection_after_three(known: Host) -> None:
    known.hear(LYING, LYING)
    known.events.clear()
    known.wait(1_499)
    assert known.events == []
    known.wait(1)
    assert known.events == [Silence.LOST]
    known.wait(1_499)
    assert known.events == [Silence.LOST]
    known.wait(1)
    assert known.events == [Silence.LOST, Silence.GONE]


def test_a_board_may_take_longer_for_its_first_answer_but_not_for_later_ones() -> None:
    host = Host()
    host.conversation = Conversation(host.at, host.decoder, milliseconds(12_000))
    host.wait(11_900)
    assert host.events == [Silence.LOST]
    host.hear(HELLO, HELLO)
    assert host.conversation.board == HELLO
    host.events.clear()
    host.wait(3_000)
    assert host.events == [Silence.LOST, Silence.GONE]


def test_after_a_silence_the_same_state_is_told_again(known: Host) -> None:
    known.hear(LYING, LYING)
    known.wait(1_600)
    again = replace(LYING, up_ms=2_700)
    assert known.hear(again, again) == [again]


@pytest.mark.parametrize("chatter", [BoardError(1, "SENS", 1), FrameDone(1, 1), HELLO, replace(LYING, boot=7)])
def test_frames_without_a_report_do_not_keep_a_tray_fresh(known: Host, chatter: Frame) -> None:
    for _ in range(15):
        known.wait(100)
        known.hear(chatter)
    assert Silence.LOST in known.events


def test_an_echo_is_no_board(host: Host) -> None:
    for _ in range(30):
        host.hear(*host.wait(100))
    assert host.events[-1] is Silence.GONE
    assert host.decoder.counters["frames"] == 0


def test_the_lamp_is_lit_when_the_board_is_known_and_again_until_the_board_agrees(host: Host) -> None:
    host.conversation.lamp = TrayLamp.LOCK
    assert not any(isinstance(asked, SetTrayLamp) for asked in host.wait(900))
    host.hear(HELLO, HELLO)
    first = host.asked[-1]
    assert first == SetTrayLamp(first.seq, TrayLamp.LOCK)
    host.hear(replace(LYING))
    host.wait(900)
    host.hear(LYING)
    again = [asked for asked in host.wait(200) if isinstance(asked, SetTrayLamp)]
    assert [light.lamp for light in again] == [TrayLamp.LOCK]
    host.hear(LYING, FrameDone(9, again[0].seq))
    assert not any(isinstance(asked, SetTrayLamp) for asked in host.wait(1_400))


def test_a_change_of_the_lamp_is_sent_at_once(known: Host) -> None:
    for lamp in (TrayLamp.READY, TrayLamp.OFF):
        known.conversation.lamp = lamp
        known.step()
    assert known.asked == [SetTrayLamp(2, TrayLamp.READY), SetTrayLamp(3, TrayLamp.OFF)]
    known.hear(FrameDone(1, 2))  # the first one's answer is not the second one's
    known.hear(LYING)
    assert TrayLamp.OFF in {asked.lamp for asked in known.wait(1_100) if isinstance(asked, SetTrayLamp)}


def test_a_busy_board_is_asked_again_and_one_that_refuses_is_not(known: Host) -> None:
    known.conversation.lamp = TrayLamp.FIND
    known.step()
    assert known.hear(FrameRefused(1, 2, Refusal.BUSY)) == []
    again = next(asked for asked in known.wait(1_000) if isinstance(asked, SetTrayLamp))
    refused = FrameRefused(2, again.seq, Refusal.ARGUMENT)
    assert known.hear(LYING, refused) == [refused]
    assert not any(isinstance(asked, SetTrayLamp) for asked in known.wait(1_400))


def test_numbers_of_the_hosts_frames_wrap(known: Host) -> None:
    known.conversation._seq = 0xFFFF
    known.hear(LYING)
    assert known.asked == [ReportNow(0)]


def test_the_reference_firmware_is_understood(wire: Wire) -> None:
    assert isinstance(wire.run(50)[0], BoardHello)
    assert reports(wire.run(500))[-1] == (TrayState.EMPTY, ())
    wire.seen, wire.moving = ["R?", "B?"], True
    assert reports(wire.run(300)) == [(TrayState.ROLLING, (TrayDie("b", None), TrayDie("r", None)))]
    wire.seen, wire.moving = ["R4", "B2"], False
    assert reports(wire.run(500))[-1] == (TrayState.SETTLED, (TrayDie("b", 2), TrayDie("r", 4)))
    assert wire.run(2_000) == []


def test_a_settled_tray_is_believed_within_thirty_milliseconds(wire: Wire) -> None:
    wire.run(1_000)
    wire.seen = ["R4"]
    events = wire.run(20 + 400 + 20 + 30)
    assert reports(events)[-1] == (TrayState.SETTLED, (TrayDie("r", 4),))


def test_a_board_that_starts_anew_is_asked_who_it_is_and_told_its_lamp_again(wire: Wire) -> None:
    wire.host.conversation.lamp = TrayLamp.READY
    wire.run(1_000)
    assert wire.board.lamp == "READY"
    wire.restart(2)
    events = wire.run(1_500)
    assert any(isinstance(event, BoardHello) and event.boot == 2 for event in events)
    assert reports(events)[-1] == (TrayState.EMPTY, ())
    assert wire.board.lamp == "READY"
    assert Silence.LOST not in events


def test_every_third_line_lost_delays_the_truth_and_never_changes_it(wire: Wire) -> None:
    turns = iter(range(10**9))
    wire.way = lambda out: b"".join(line for line in out.splitlines(keepends=True) if next(turns) % 3)
    wire.run(3_000)
    wire.seen = ["Y1"]
    assert reports(wire.run(3_000))[-1] == (TrayState.SETTLED, (TrayDie("y", 1),))

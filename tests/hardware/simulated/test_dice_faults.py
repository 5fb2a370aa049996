"""The effects of a simulated board's faults on its tray and its connection."""

from __future__ import annotations

from random import Random

import pytest

from hardware.dice.protocol import TAKEN, OtherVersion, Report, board_decoder
from hardware.firmware.ldr_core import frame
from hardware.simulated.board_in_memory import FAULTS

HELLO = frame("HI 0 v=1 id=LDR-ONE fw=1.0.0 seat=0 max=24 boot=7F3A90C1")
REPORT = frame("ST 1 boot=7F3A90C1 rev=0 up=20 s=E n=0 d=-")
DICE = ["B2", "R3", "Y6"]


def _sent(name: str, out: bytes, times: int = 200) -> tuple[list[object], dict[str, int], int]:
    """Return frames, drops and bytes that reach the host when ``out`` is sent ``times`` times."""
    random = Random(7)  # noqa: S311  repeatable
    decoder = board_decoder()
    sent = [FAULTS[name].wire(out, random) for _ in range(times)]
    frames = [frame for data in sent for frame in decoder.feed(data)]
    drops = {cause: count for cause, count in decoder.counters.items() if cause != TAKEN and count}
    return list(frames), drops, sum(map(len, sent))


def _seen(name: str, moving: bool = False) -> tuple[list[str], bool]:
    return FAULTS[name].tray(list(DICE), moving, Random(7))  # noqa: S311  repeatable


def test_half_of_the_frames_break_off_and_the_others_arrive() -> None:
    frames, drops, _ = _sent("half_frames", REPORT)
    assert 40 < len(frames) < 160
    assert sum(drops.values()) > 20


def test_rubbish_between_frames_costs_only_the_frame_that_it_stands_in() -> None:
    frames, drops, _ = _sent("garbage", REPORT)
    assert len(frames) == 200
    assert sum(drops.values()) >= 200


def test_a_flood_comes_even_when_there_is_nothing_to_say() -> None:
    frames, _, size = _sent("flood", b"", times=1000)
    assert size > 500_000
    assert len(frames) > 10_000
    assert FAULTS["flood"].restless
    assert [name for name, fault in FAULTS.items() if fault.restless] == ["flood"]


def test_another_version_is_told_in_a_frame_that_is_whole() -> None:
    frames, drops, _ = _sent("wrong_version", HELLO + REPORT, times=1)
    assert [type(frame) for frame in frames] == [OtherVersion, Report]
    assert not drops


def test_a_silent_board_sends_nothing() -> None:
    assert _sent("silent", HELLO + REPORT)[2] == 0


def test_dice_that_never_rest_are_unread_and_move() -> None:
    assert _seen("rolling") == (["B?", "R?", "Y?"], True)


@pytest.mark.parametrize("moving", [True, False])
def test_one_die_cannot_be_read(moving: bool) -> None:
    assert _seen("unreadable", moving) == (["B?", "R3", "Y6"], moving)


def test_values_that_flicker_keep_their_colours() -> None:
    dice, _ = _seen("flicker")
    assert dice != DICE
    assert [die[0] for die in dice] == ["B", "R", "Y"]


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_does_one_thing_alone_and_says_what(name: str) -> None:
    fault = FAULTS[name]
    tray = fault.tray(list(DICE), False, Random(7)) != (DICE, False)  # noqa: S311  repeatable
    wire = any(fault.wire(HELLO, Random(seed)) != HELLO for seed in range(9))  # noqa: S311  repeatable
    assert tray != wire
    assert fault.says

"""The contracts can fail: hardware that breaks a promise fails the test of it. Ours, unbroken, passes all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pytest

BROKEN: Final = {
    "EarlyStamps": "a_press_is_delivered_once_with_its_time",
    "SlowStamps": "presses_are_stamped_and_delivered_in_time",
    "Twice": "the_edges_of_every_button_alternate",
    "NeverReleased": "the_edges_of_every_button_alternate",
    "LateReleases": "a_release_has_the_time_at_which_it_began",
    "NeverStuck": "a_button_that_is_held_for_ten_seconds_is_a_fault_until_it_is_released",
    "SilentFailure": "a_button_that_does_not_work_is_a_fault_of_its_seat",
    "EndedBySink": "a_sink_that_raises_does_not_end_delivery",
    "PressedAtStart": "a_button_that_is_held_at_the_start_is_no_press",
    "Undebounced": "chatter_is_one_press",
    "ThreadLeft": "close_ends_its_threads_and_frees_what_it_used",
    "HeardAfterClose": "nothing_is_delivered_after_close",
    "Glowing": "lamps_are_dark_until_something_is_shown",
    "AlwaysSteady": "every_state_has_its_pattern[winner]",
    "Restarting": "the_same_state_again_does_not_restart_its_pattern",
    "BeginsAtOnce": "a_pattern_begins_when_it_is_told_to",
    "RaisesForStrangers": "a_seat_without_a_lamp_is_ignored",
    "Blocking": "show_returns_at_once",
    "LitAfterClose": "close_turns_all_off_and_ends_its_threads",
    "ToldAgain": "a_lamp_that_fails_is_a_fault_told_once",
    "Mute": "it_reports_at_least_every_half_second",
    "Chatty": "it_says_who_it_is",
    "Hasty": "dice_settle_after_400_ms",
    "NeverRefuses": "it_refuses_what_it_cannot_do[XY #-CMD]",
    "Stubborn": "it_sets_its_lamp[READY]",
    "Boundaries": "a_frame_may_come_in_pieces_or_with_others",
    "Constant": "a_change_has_a_new_revision",
    "Unnumbered": "its_frames_are_numbered",
    "Forgetful": "a_lamp_is_lit_again_after_a_reconnect",
    "NeverLost": "a_board_that_is_gone_is_lost_and_a_fault_of_its_seat",
    "Repeating": "a_tray_is_told_once_for_each_change",
    "Unread": "a_die_that_cannot_be_read_is_told[r?]",
}
"""Broken hardware, and the test that has to fail."""


UNBROKEN: Final = ("Buttons", "Lamps", "Board")


def run(pytester: pytest.Pytester, *nodes: str) -> pytest.RunResult:
    """Run these tests of ``broken_hardware`` in a process of its own, which waits for nothing that does not come."""
    pytester.makeconftest("from kiosk.testing.contracts import record\n\nrecord.LIMIT_S = 2.5\n")
    names = [*UNBROKEN, *BROKEN]
    imported = "\n".join(f"from tests.testing.broken_hardware import {name} as Test{name}" for name in names)
    file = pytester.makepyfile(imported)
    ids = (f"{file.name}::Test{node}" for node in nodes)
    return pytester.runpytest_subprocess(
        "-p", "no:cacheprovider", "-p", "no:hypothesispytest", "-p", "kiosk.testing.plugin", "-rA", *ids
    )


@pytest.mark.process
def test_unbroken_hardware_passes(pytester: pytest.Pytester) -> None:
    outcomes = run(pytester, *UNBROKEN).parseoutcomes()
    assert outcomes.keys() == {"passed"}
    assert outcomes["passed"] > 60


SHORT: Final = ("EarlyStamps", "Undebounced", "Glowing", "LitAfterClose", "Chatty", "Boundaries", "Constant", "Unread")
"""Those that fail soon, of each kind of hardware."""


@pytest.mark.process
@pytest.mark.parametrize("names", [SHORT, pytest.param(BROKEN, marks=pytest.mark.slow)], ids=["short", "all"])
def test_broken_hardware_fails_the_test_of_the_promise(pytester: pytest.Pytester, names: Iterable[str]) -> None:
    nodes = [f"{name}::test_{BROKEN[name]}" for name in names]
    lines = run(pytester, *nodes).outlines
    failed = {line.partition(" - ")[0].partition("::Test")[2] for line in lines if line.startswith("FAILED ")}
    assert set(nodes) - failed == set()

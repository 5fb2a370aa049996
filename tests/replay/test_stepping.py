"""Stepping: forwards, backwards, to a record, and out."""

from __future__ import annotations

import pytest

from kiosk.replay.verify import position_line, verify
from kiosk.replay.words import STEP_KEYS, RoundInWords, steps

OUT = "There are the records 0 to "


@pytest.fixture
def step(match):
    log = match.logs[0]
    positions = []
    verify(log, lambda round_: positions.append(position_line(log.started.game, round_)))
    words = RoundInWords(log.started)

    def shown(*wishes):
        """Return the numbers of the records that are shown, or the other texts."""
        told = []
        for text in steps(words.lines(log), positions, words, wishes):
            line, _, position = text.partition("\n")
            if not position:
                told.append(text)
                continue
            number = int(line.split()[0])
            assert position == positions[number]
            told.append(number)
        return told

    return shown, len(log.entries)


def test_enter_goes_on_and_b_back(step):
    shown, _ = step
    assert shown("", "\n", "b\n", "") == [0, 1, 2, 1, 2]


def test_a_number_goes_to_that_record(step):
    shown, count = step
    assert shown("7", "", "0", str(count - 1)) == [0, 7, 8, 0, count - 1]


def test_at_either_end_it_stays_and_says_so(step):
    shown, count = step
    assert shown("b", "") == [0, f"{OUT}{count - 1}.", 1]
    assert shown(str(count - 1), "", "b") == [0, count - 1, f"{OUT}{count - 1}.", count - 2]


@pytest.mark.parametrize("nonsense", ["x", "-1", "1.5", "9" * 5000, "²"])
def test_nonsense_is_answered_with_what_there_is(step, nonsense):
    shown, _ = step
    assert shown(nonsense, "") == [0, STEP_KEYS, 1]


def test_q_ends_it(step):
    shown, _ = step
    assert shown("", "q", "") == [0, 1]


def test_a_round_that_could_not_be_dealt_has_nothing_to_step_through(match):
    log = match.logs[0]
    words = RoundInWords(log.started)
    assert [*steps(words.lines(log), [], words, [""])] == []

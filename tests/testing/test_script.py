"""Scripts: what they say is done in order and at its time; what is wrong is told with its line before anything is."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kiosk.testing.presses import read_presses
from kiosk.testing.script import Deed, ScriptError, play, read_script

TEXT = """
# a dead heat
press 1 play
2.5s press 2 stop 3 stop+0.5ms   # at once
wait 200ms
touch 3 "language:Русский"
"""


class Clock:
    """Notes how long it waits."""

    def __init__(self) -> None:
        self.done: list[object] = []

    def wait_until(self, at: int) -> None:
        self.done.append(at)

    def wait(self, nanoseconds: int) -> None:
        self.done.append(-nanoseconds)

    def read(self, words: Sequence[str]) -> Deed:
        """Read an act that lasts as long as its first word says, and is noted."""
        if words[0] == "0":
            raise ValueError("'0' is no seat")

        def do() -> int:
            if words[0] == "9":
                raise ConnectionError("the table is gone")
            self.done.append(list(words))
            return 100 * int(words[0])

        return do


def test_acts_are_done_in_order_each_at_its_time_or_when_the_one_before_is_over() -> None:
    clock = Clock()
    play(read_script(TEXT, {"press": clock.read, "touch": clock.read}), clock)
    assert clock.done == [
        0,
        ["1", "play"],
        2_500_000_000,
        ["2", "stop", "3", "stop+0.5ms"],
        -200,
        -200_000_000,
        ["3", "language:Русский"],
        -300,
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("\njump 1", "line 2: 'jump' is no act; there are: wait, press, touch"),
        ("wait", "line 1: write how long"),
        ("wait 5", "line 1: '5' is no time"),
        ("wait 99999999999s", "line 1: '99999999999s' is no time"),
        ("3s", "line 1: what is to be done"),
        ("3 press 1 stop", "line 1: '3' is no time"),
        ("3s press 1 stop\n\n2s press 1 stop", "line 3: its time is before that of line 1"),
        ('touch 1 "name', "line 1: No closing quotation"),
        ('"" press 1 stop', "line 1: '' is no act"),
        ("press 1 stop\npress 0 stop", "line 2: '0' is no seat"),
    ],
)
def test_what_is_wrong_is_told_with_its_line_before_anything_is_done(text: str, told: str) -> None:
    clock = Clock()
    with pytest.raises(ScriptError, match=told):
        read_script(text, {"press": clock.read, "touch": clock.read})
    assert clock.done == []


def test_an_act_that_cannot_be_done_ends_the_script_with_its_line() -> None:
    clock = Clock()
    acts = read_script("press 1 stop\npress 9 stop\npress 2 stop", {"press": clock.read})
    with pytest.raises(ScriptError, match=r"^line 2: the table is gone$"):
        play(acts, clock)
    assert clock.done == [0, ["1", "stop"], -100]


def test_presses_of_a_script_end_with_their_last_release() -> None:
    assert read_presses(("1", "stop", "2", "stop+1ms"), 5_000_000)[-1].after == 6_000_000

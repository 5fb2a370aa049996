"""Scripts: what they say is done in order and at its time; what is wrong is told with its line before anything is."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kiosk.testing.script import Act, play, read_script

TEXT = """
# a dead heat
press 1 play
2.5s press 2 stop 3 stop+0.5ms   # at once
wait 200ms
touch 3 "language:Русский"
"""


class Clock:
    def __init__(self, done: list[object]) -> None:
        self._done = done

    def wait_until(self, at: int) -> None:
        self._done.append(at)

    def wait(self, nanoseconds: int) -> None:
        self._done.append(-nanoseconds)


def test_acts_are_done_in_order_each_at_its_time() -> None:
    acts = read_script(TEXT, ("press", "touch"))
    assert acts[1] == Act(4, 2_500_000_000, ("press", "2", "stop", "3", "stop+0.5ms"))
    done: list[object] = []
    play(acts, {"press": done.append, "touch": done.append}, Clock(done))
    assert done == [
        ["1", "play"],
        2_500_000_000,
        ["2", "stop", "3", "stop+0.5ms"],
        -200_000_000,
        ["3", "language:Русский"],
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("\njump 1", "line 2: 'jump' is no act; there are: press, touch, wait"),
        ("wait", "line 1: write how long"),
        ("wait 5", "line 1: '5' is no time"),
        ("3s", "line 1: what is to be done"),
        ("3 press 1 stop", "line 1: '3' is no time"),
        ("3s press 1 stop\n\n2s press 1 stop", "line 3: its time is before that of line 1"),
        ('touch 1 "name', "line 1: No closing quotation"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        read_script(text, ("press", "touch"))


def test_an_act_that_cannot_be_done_ends_the_script_with_its_line() -> None:
    def refuse(_words: Sequence[str]) -> None:
        raise ValueError("no such seat")

    with pytest.raises(ValueError, match=r"^line 1: no such seat$"):
        play(read_script("press 99 stop", ("press",)), {"press": refuse}, Clock([]))

"""Scripts: what they say is done in order and at its time; what is wrong is told with its line before anything is."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kiosk.protocol import DriveBoard, PinEdge
from kiosk.testing.places import Stay
from kiosk.testing.presses import read_presses
from kiosk.testing.script import ScriptError, play, read_script

MS = 1_000_000
TEXT = """
# a dead heat
press 1 play
2.5s press 2 stop 3 stop+0.5ms   # at once
2.51s touch 3 "language:Русский" takes 80ms
wait 200ms
dice-board unplug 4
"""


class Noted:
    """Hands that note what they are asked to do."""

    def __init__(self, broken: str = "", begun: int = 0) -> None:
        self.done: list[object] = []
        self._broken, self._begun = broken, begun

    @property
    def now(self) -> int:
        return 0

    def wait_until(self, at: int) -> None:
        self.done.append(at // MS)

    def settle(self) -> None:
        self.done.append("settled")

    def state_begun(self, state: str) -> int:
        self.done.append(state)
        return self._begun

    def press(self, edges: tuple[PinEdge, ...], at: int) -> None:
        if self._broken == "press":
            raise ConnectionError("the table is gone")
        self.done.append(("press", [edge.seat for edge in edges if edge.pressed], at // MS))

    def touch(self, seat: int, way: Sequence[Stay], at: int, line: int) -> None:
        self.done.append(("touch", seat, [(stay.place, stay.after // MS) for stay in way], at // MS, line))

    def board(self, wish: DriveBoard, at: int) -> None:
        self.done.append(("board", wish.do, at // MS))


def test_acts_are_done_in_order_each_at_its_time_or_when_all_before_it_are_over() -> None:
    hands = Noted()
    play(read_script(TEXT), hands)
    assert hands.done == [
        *(0, "settled", 0, ("press", [1], 0)),
        *(2500, ("press", [2, 3], 2500)),
        *(2510, ("touch", 3, [("language:Русский", 0), ("language:Русский", 80)], 2510, 5)),
        *(2600, "settled", 2600),
        *(2800, "settled", 2800, ("board", "unplug", 2800)),
        *(2800, "settled"),
    ]


def test_times_count_from_the_beginning_of_a_state_that_is_waited_for() -> None:
    hands = Noted(begun=3000 * MS)
    play(read_script("1s press 1 play hold 10ms\nwait play\n20ms press 2 stop hold 10ms"), hands)
    assert [done for done in hands.done if isinstance(done, tuple)] == [("press", [1], 1000), ("press", [2], 3020)]
    assert hands.done.index("play") < hands.done.index(3020)


def test_a_state_that_began_long_ago_begins_now() -> None:
    hands = Noted(begun=-500 * MS)
    play(read_script("wait play\n20ms press 2 stop"), hands)
    assert ("press", [2], 20) in hands.done


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("\njump 1", "line 2: 'jump' is no act; there are: wait, press, touch, dice-board"),
        ("wait", "line 1: write how long"),
        ("wait 5", "line 1: '5' is no time"),
        (
            "wait lunch",
            "line 1: 'lunch' is no time, as 200ms, and no state; there are: attract, ready, countdown, play",
        ),
        ("3s press 1 stop\nwait play\n2s press 1 stop\n1s press 1 stop", "line 4: its time is before that of line 3"),
        ("wait 99999999999s", "line 1: '99999999999s' is no time"),
        ("3s", "line 1: what is to be done"),
        ("3 press 1 stop", "line 1: '3' is no time"),
        ("3s press 1 stop\n\n2s press 1 stop", "line 3: its time is before that of line 1"),
        ('touch 1 "name', "line 1: No closing quotation"),
        ('"" press 1 stop', "line 1: '' is no act"),
        ("press 1 stop\npress 0 stop", "line 2: '0' is no seat"),
        ("touch 1 hand takes", "line 1: write takes and its time last"),
        ("touch 1 hand takes 2h", "line 1: '2h' is no time"),
    ],
)
def test_what_is_wrong_is_told_with_its_line_before_anything_is_done(text: str, told: str) -> None:
    with pytest.raises(ScriptError, match=told):
        read_script(text)


def test_what_is_not_seen_is_told_instead_of_what_it_spoils() -> None:
    with pytest.raises(ScriptError) as told:
        read_script("wait 1s # a\u00a0comment\npress 1\u00a0stop\n")
    assert str(told.value) == "line 2, column 8: there is a no-break space (U+00A0): write a plain space there"


def test_an_act_that_cannot_be_done_ends_the_script_with_its_line() -> None:
    hands = Noted(broken="press")
    with pytest.raises(ScriptError, match=r"^line 2: the table is gone$"):
        play(read_script("touch 1 hand\npress 9 stop\ntouch 2 hand"), hands)
    assert hands.done[-1] == 60


def test_presses_of_a_script_end_with_their_last_release() -> None:
    assert read_presses(("1", "stop", "2", "stop+1ms"), 5_000_000)[-1].after == 6_000_000

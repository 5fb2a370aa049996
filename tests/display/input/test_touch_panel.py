"""The panel's provider on emulated input devices: its contacts and its faults."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kiosk.display.input.panel_input import UNREAD
from tests.rig.evdev import PALM, TOOL, EmulatedInputs, EmulatedPanel, X

pytestmark = [pytest.mark.process, pytest.mark.evdev]

PROBE = """
import json, sys
from pathlib import Path
from kiosk.display.input import evdev_device
from kiosk.display.input.panel_search import PanelOptions
from kiosk.display.input.panel_input import TouchPanel
from kiosk.faults.fault import english

evdev_device.INPUTS = Path(sys.argv[1])
told = []

class Sink:
    def __getattr__(self, name):
        return lambda *args: told.append([name, *args])

clock = [0]
options = json.loads(sys.argv[2])
panel = TouchPanel(PanelOptions(**options), lambda: (1921, 1081), Sink(), lambda: clock[0], lambda: 220.0)
for line in sys.stdin:
    clock[0] = int(line)
    mark = panel.poll()
    fault = panel.fault and english(panel.fault)
    notes = [english(note) for note in panel.notes()]
    sizes = panel.open and panel.open.judge.sizes.value
    print(json.dumps({"mark": mark, "told": told, "name": panel.name, "fault": fault, "notes": notes, "sizes": sizes}))
    sys.stdout.flush()
    told.clear()
panel.close()
"""
ASKED = """
from pathlib import Path; from sys import argv
from kiosk.display.input.evdev_device import slots_of
print([slots_of(Path(argv[1], f"event{number}")) for number in range(3, 7)])
"""
SECOND = 1_000_000_000
ALL_AXES = "ff ff ff ff ff ff ff 3f"
RECEIVER = "\n".join(
    [
        *("N: Keyboard receiver", "I: 0003 0001 0002 0003", "P: 00 00 00 00 00 00 00 00"),
        *("B: 01 fe ff ff ff ff ff ff ff", f"B: 03 {ALL_AXES}"),
        *(f"A: {axis:02x} 0 255 0 0 0" for axis in range(0x40) if axis < 0x3E),
    ]
)
"""A record of a device that claims every axis: nothing of it is copied from a real one."""
WITHOUT_PROPERTY = "\n".join(
    [
        *("N: Plain frame", "I: 0003 0001 0002 0003", "P: 00 00 00 00 00 00 00 00"),
        *("B: 03 00 00 00 00 00 80 60 02", "A: 2f 0 9 0 0 0"),
        *(f"A: {axis:02x} 0 4095 0 0 0" for axis in (0x35, 0x36, 0x39)),
    ]
)


class _Probe:
    """A panel's provider in a separate process, polled on request of the test."""

    def __init__(self, inputs: EmulatedInputs, **options: object) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROBE, str(inputs.folder), json.dumps(options)],
            env={**os.environ, **inputs.environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.now = 0

    def poll(self, later: int = 10_000_000) -> dict[str, Any]:
        """Return the result of a frame that many nanoseconds after the last one."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.now += later
        self.process.stdin.write(f"{self.now}\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def told(self) -> list[tuple[Any, ...]]:
        """Return the contacts of a frame, in whole pixels and without timestamps."""
        return [
            (*what[:2], *map(round, what[2:4])) if what[0] != "cancel" else (*what[:2],) for what in self.poll()["told"]
        ]


@pytest.fixture
def inputs(tmp_path: Path) -> EmulatedInputs:
    return EmulatedInputs(tmp_path)


@pytest.fixture
def start(inputs: EmulatedInputs) -> Iterator[Callable[..., _Probe]]:
    """A function that starts a provider; its first frame has passed."""
    probes: list[_Probe] = []

    def start(**options: object) -> _Probe:
        probes.append(_Probe(inputs, **options))
        return probes[-1]

    yield start
    for probe in probes:
        probe.process.kill()
        probe.process.communicate()


@pytest.fixture
def panel(inputs: EmulatedInputs) -> EmulatedPanel:
    """A panel of the window's size, so that its points are pixels from the upper left; ten units a millimetre."""
    return inputs.plug("event3", 1921, 1081, resolution=10)


def test_the_panel_is_found_grabbed_and_stamped_by_the_clock_of_the_table(
    panel: EmulatedPanel, start: Callable[..., _Probe]
) -> None:
    probe = start()
    frame = probe.poll()
    assert frame["fault"] is None
    assert frame["name"].endswith('event3 "Emulated Panel"')
    assert (panel.told(0x90), panel.told(0xA0)) == (1, time.CLOCK_MONOTONIC)
    before = time.monotonic_ns()
    panel.down(1, 100, 80)
    after = time.monotonic_ns()
    ((_, _, _, _, at, _),) = probe.poll()["told"]
    assert before - 1000 <= at <= after


@pytest.mark.parametrize("fingers", [12, 40])
def test_fingers_of_one_report_are_where_they_are_seen(
    panel: EmulatedPanel, start: Callable[..., _Probe], fingers: int
) -> None:
    probe = start()
    probe.poll()
    with panel.report():
        for finger in range(fingers):
            panel.down(finger, 40 * finger, 1000)
    assert probe.told() == [("down", n + 1, 40 * n, 80) for n in range(fingers)]


def test_a_finger_beyond_the_panels_slots_is_not_seen_and_disturbs_nobody(
    inputs: EmulatedInputs, start: Callable[..., _Probe]
) -> None:
    panel = inputs.plug("event0", 1921, 1081, slots=2)
    probe = start()
    probe.poll()
    for finger in range(3):
        panel.down(finger, 10 * finger, 0)
    panel.up(2)
    panel.up(0)
    assert [what[:2] for what in probe.told()] == [("down", 1), ("down", 2), ("up", 1)]


def test_a_palm_is_told_by_its_size_or_by_the_panels_own_word_once_fingers_were_seen(
    panel: EmulatedPanel, start: Callable[..., _Probe]
) -> None:
    probe = start()
    assert probe.poll()["sizes"] == "untested"
    panel.down(1, 100, 100, major=255)
    assert [what[5] for what in probe.poll()["told"]] == [None]
    panel.up(1)
    for _ in range(8):
        panel.down(1, 100, 100, major=80)
        panel.up(1)
    assert probe.poll()["sizes"] == "used"
    panel.down(1, 100, 100, major=255)
    panel.down(2, 200, 200, major=80)
    panel.change(2, {TOOL: PALM})
    assert [what[5] for what in probe.poll()["told"]] == [25.5, 8.0, float("inf")]


def test_a_panel_with_a_wrong_unit_drops_no_finger(inputs: EmulatedInputs, start: Callable[..., _Probe]) -> None:
    panel = inputs.plug("event0", 1921, 1081, resolution=1)
    probe = start()
    probe.poll()
    for _ in range(20):
        panel.down(1, 100, 100, major=44)
        panel.up(1)
    frame = probe.poll()
    assert {what[5] for what in frame["told"] if what[0] == "down"} == {None}
    assert frame["sizes"] == "wrong_unit"


def test_a_turned_panel_is_turned_back(panel: EmulatedPanel, start: Callable[..., _Probe]) -> None:
    probe = start(rotation=180)
    probe.poll()
    panel.down(1, 1900, 80)
    assert probe.told() == [("down", 1, 20, 80)]


def test_after_a_drop_the_panel_is_asked_how_it_stands(panel: EmulatedPanel, start: Callable[..., _Probe]) -> None:
    probe = start()
    probe.poll()
    for finger in (1, 2):
        panel.down(finger, 100 * finger, 1080)
    probe.told()
    with panel.dropping():
        panel.up(1)
        panel.move(2, 250, 1080)
        panel.down(3, 300, 1080)
    assert probe.told() == [("cancel", 1), ("move", 2, 250.0, 0.0)]
    panel.up(3)
    panel.up(2)
    assert probe.told() == [("up", 2, 250.0, 0.0)]


def test_a_panel_unplugged_under_fingers_cancels_them_and_comes_back(
    panel: EmulatedPanel, inputs: EmulatedInputs, start: Callable[..., _Probe]
) -> None:
    probe = start()
    probe.poll()
    panel.down(1, 100, 100)
    probe.poll()
    panel.unplug()
    frame = probe.poll()
    assert [what[:2] for what in frame["told"]] == [["cancel", 1]]
    assert "is gone" in frame["fault"]
    assert frame["name"] == "evdev, no panel"
    assert "No multi-touch panel is connected" in probe.poll(SECOND)["fault"]
    again = inputs.plug("event7", 1921, 1081)
    assert probe.poll(SECOND // 2)["fault"] is not None  # it searches once a second
    assert probe.poll(SECOND)["fault"] is None
    again.down(1, 50, 1080)
    assert probe.told() == [("down", 1, 50.0, 0.0)]


def test_a_panel_is_known_by_its_name_whatever_its_number(inputs: EmulatedInputs, start: Callable[..., _Probe]) -> None:
    other = inputs.plug("event0")
    mine = inputs.plug("by-id/usb-panel")
    probe = start(device="/dev/input/by-id/usb-panel")
    probe.poll()
    other.down(1, 0, 0)
    mine.down(1, 960, 540)
    assert [what[0] for what in probe.told()] == ["down"]
    mine.unplug()
    probe.poll()
    assert "there is no such device" in probe.poll(SECOND)["fault"]


@pytest.mark.parametrize(
    ("request_", "error", "said"),
    [("open", errno.EACCES, "kiosk doctor tells"), ("90", errno.EBUSY, "another program has grabbed it")],
)
def test_a_panel_that_may_not_be_used_says_why_and_is_taken_as_soon_as_it_may(
    panel: EmulatedPanel, start: Callable[..., _Probe], request_: str, error: int, said: str
) -> None:
    panel.fail(request_, error)
    probe = start()
    assert said in probe.poll()["fault"]
    panel.fail(request_, None)
    assert said in probe.poll(SECOND)["fault"]  # whoever uses it is not disturbed every second
    assert probe.poll(10 * SECOND)["fault"] is None


def test_a_keyboard_receiver_that_claims_every_axis_is_not_taken_for_the_panel(
    inputs: EmulatedInputs, start: Callable[..., _Probe]
) -> None:
    receiver = inputs.replay("event0", RECEIVER)
    panel = inputs.plug("event5", 1921, 1081)
    probe = start()
    assert probe.poll()["name"].endswith('event5 "Emulated Panel"')
    panel.unplug()
    probe.poll(SECOND)
    assert "No multi-touch panel is connected" in probe.poll(SECOND)["fault"]
    again = inputs.plug("event7", 1921, 1081)
    assert probe.poll(SECOND)["fault"] is None
    again.down(1, 50, 1080)
    assert probe.told() == [("down", 1, 50, 0)]
    receiver.close()


def test_of_two_panels_the_one_that_is_touched_is_the_panel(
    inputs: EmulatedInputs, start: Callable[..., _Probe]
) -> None:
    inputs.plug("event0", 1921, 1081)
    touched = inputs.plug("event1", 1921, 1081)
    probe = start()
    assert "event0" in probe.poll()["name"]
    assert ["but there are also" in note for note in probe.poll()["notes"]] == [True]
    touched.down(1, 100, 1080)
    touched.up(1)
    probe.poll()
    assert "event1" in probe.poll()["name"]
    touched.down(1, 100, 1080)
    assert probe.told() == [("down", 1, 100, 0)]


def test_a_second_panel_that_is_touched_beside_the_first_is_told(
    inputs: EmulatedInputs, start: Callable[..., _Probe]
) -> None:
    first, second = inputs.plug("event0", 1921, 1081), inputs.plug("event1", 1921, 1081)
    probe = start()
    probe.poll()
    first.down(1, 100, 1080)
    assert probe.told() == [("down", 1, 100, 0)]
    second.down(1, 100, 1080)
    assert probe.told() == []
    (note,) = probe.poll()["notes"]
    assert "touches come from" in note
    assert "event1" in note


def test_a_better_panel_that_comes_later_takes_the_place_of_one_that_nobody_has_touched(
    inputs: EmulatedInputs, start: Callable[..., _Probe]
) -> None:
    inputs.replay("event0", WITHOUT_PROPERTY)
    probe = start()
    assert '"Plain frame"' in probe.poll()["name"]
    inputs.plug("event1", 1921, 1081)
    assert '"Emulated Panel"' in probe.poll(SECOND)["name"]


def test_a_device_that_cannot_be_used_is_named_and_left_alone_for_a_while(
    panel: EmulatedPanel, start: Callable[..., _Probe]
) -> None:
    panel.fail("90", errno.EBUSY)
    probe = start()
    assert '"Emulated Panel" cannot be used' in probe.poll()["fault"]
    panel.fail("open", errno.EIO)  # would be told instead, if it were opened again
    assert "another program has grabbed it" in probe.poll(SECOND)["fault"]


def test_a_panel_whose_events_are_no_touches_is_told(inputs: EmulatedInputs, start: Callable[..., _Probe]) -> None:
    panel = inputs.plug("event0", 1921, 1081)
    probe = start()
    for _ in range(UNREAD + 2):
        panel.say([(3, X, 5), (0, 0, 0)])
        probe.poll()
    assert ["no touch can be read" in note for note in probe.poll()["notes"]] == [True]


def test_who_wants_to_share_the_panel_does_not_grab_it(panel: EmulatedPanel, start: Callable[..., _Probe]) -> None:
    probe = start(grab=False)
    assert probe.poll()["fault"] is None
    assert panel.told(0x90) is None


def test_a_panel_of_the_old_protocol_tells_forty_fingers_too(
    inputs: EmulatedInputs, start: Callable[..., _Probe]
) -> None:
    panel = inputs.plug("event0", 1921, 1081, slots=0)
    probe = start()
    probe.poll()
    panel.contacts([])
    panel.contacts([(40 * n, 500) for n in range(40)])
    panel.contacts([(40 * n, 501) for n in range(39)])
    told = probe.told()
    assert [[what[0] for what in told].count(name) for name in ("down", "move", "up")] == [40, 39, 1]


def test_nothing_older_than_the_watermark_follows_it(panel: EmulatedPanel, start: Callable[..., _Probe]) -> None:
    probe = start()
    probe.now = time.monotonic_ns()
    mark = probe.poll(0)["mark"]
    panel.down(1, 0, 0)
    ((_, _, _, _, at, _),) = probe.poll()["told"]
    assert mark < probe.now
    assert at > mark


def test_how_many_fingers_a_panel_tracks_is_asked_without_a_reader(inputs: EmulatedInputs) -> None:
    for node, slots in (("event3", 10), ("event4", 40), ("event5", 0)):
        inputs.plug(node, slots=slots)
    told = subprocess.run(
        [sys.executable, "-c", ASKED, str(inputs.folder)],
        env={**os.environ, **inputs.environment},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == "[10, 40, None, None]"

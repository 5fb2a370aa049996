"""``kiosk press``, ``touch``, ``drive`` and ``dice-board``: what goes to table and display, and what is told."""

from __future__ import annotations

import io
import json
import time
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.cli.main import main
from kiosk.protocol import DriveBoard, DrivePins, MoveFinger, PinEdge
from kiosk.protocol.client import NotRunning

SCENE = {
    "size": [640, 360],
    "items": [
        {"what": "row", "seat": 3, "slot": 0, "card": "r1", "x": 50, "y": 60, "enabled": True, "text": None},
    ],
}


class Kiosk:
    """A running kiosk that does what it is told, or says why not."""

    def __init__(self) -> None:
        self.done: list[object] = []
        self.why_not = ""

    def drive(self, _path: Path, wish: object) -> str:
        self.done.append(wish)
        return self.why_not

    def finger(self, _path: Path, wish: MoveFinger) -> str | None:
        self.done.append(wish)
        return self.why_not or None


@pytest.fixture
def kiosk(monkeypatch: pytest.MonkeyPatch) -> Kiosk:
    kiosk = Kiosk()
    monkeypatch.setattr("kiosk.cli.hands.drive", kiosk.drive)
    monkeypatch.setattr("kiosk.testing.running_kiosk.drive", kiosk.drive)
    monkeypatch.setattr("kiosk.testing.places.move_finger", kiosk.finger)
    monkeypatch.setattr("kiosk.testing.places.ask_scene", lambda _: json.dumps(SCENE))
    monkeypatch.setattr("time.sleep", lambda _: None)
    return kiosk


def script(text: str | bytes, folder: Path) -> list[str]:
    file = folder / "hands.txt"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return ["drive", str(file)]


HEAT = DrivePins(
    (
        PinEdge(2, "stop", True, 0),
        PinEdge(3, "stop", True, 500_000),
        PinEdge(2, "stop", False, 20_000_000),
        PinEdge(3, "stop", False, 20_500_000),
    )
)


def test_presses_go_to_the_table_in_one_message(kiosk: Kiosk) -> None:
    assert main(["press", "2", "stop", "3", "stop+0.5ms", "--hold", "20ms"]) == 0
    assert kiosk.done == [HEAT]


def test_touches_go_to_the_display_by_their_names(kiosk: Kiosk) -> None:
    assert main(["touch", "3", "row:1", "centre"]) == 0
    assert main(["touch", "3", "row:r1", "--takes", "1s"]) == 0
    assert main(["touch", "3", "row:1", "at:0.25,0.5+80ms", "centre+150ms"]) == 0
    assert kiosk.done == [
        MoveFinger(((50, 60), (320, 180)), (0.0, 0.2), (640, 360)),
        MoveFinger(((50, 60), (50, 60)), (0.0, 1.0), (640, 360)),
        MoveFinger(((50, 60), (160, 180), (320, 180)), (0.0, 0.08, 0.15), (640, 360)),
    ]


def test_a_board_is_thrown_at(kiosk: Kiosk) -> None:
    assert main(["dice-board", "throw", "4", "r1", "g2"]) == 0
    assert main(["dice-board", "unplug", "4"]) == 0
    assert kiosk.done == [DriveBoard(4, "throw", ("r1", "g2")), DriveBoard(4, "unplug")]


def test_a_script_does_all_of_it(kiosk: Kiosk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    began = time.monotonic_ns()
    monkeypatch.setattr("time.monotonic_ns", lambda: began)  # nothing is late: what is late is done at once
    text = "press 2 stop 3 stop+0.5ms hold 20ms\ntouch 3 row:1 centre\nwait 1ms\ndice-board repair 4\n"
    assert main(script(text, tmp_path)) == 0
    heat, drag, repair = kiosk.done
    assert isinstance(heat, DrivePins)
    assert isinstance(drag, MoveFinger)
    assert heat == replace(HEAT, at=began)
    assert drag == MoveFinger(((50, 60), (320, 180)), (0.0, 0.2), (640, 360), began + 20_500_000)
    assert repair == DriveBoard(4, "repair")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("press 1 jump", "'jump' is no button; there are: stop, play"),
        ("press 1 stop --hold 7200s", "'7200s' is longer than an hour"),
        ("press 0 stop", "'0' is no seat: write its number, 1 to 12"),
        ("touch 3 hand", "'hand' is not on the screen for seat 3; there are: centre, row:1"),
        ("touch 3 row:1 --takes 61s", "a touch lasts at most 60 s"),
        ("touch three row:1", "'three' is no seat"),
        ("dice-board fault 4", "fault takes 1 to 24 words of fault"),
        ("drive nowhere.txt", "nowhere.txt: cannot be read (No such file or directory)"),
        ("drive /dev/zero", "it is a device, not a file"),
    ],
)
def test_what_is_wrong_is_told_in_a_line(
    line: str, told: str, kiosk: Kiosk, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(line.split()) == 2
    said = capsys.readouterr().err
    assert told in said
    assert said.count("\n") == 1
    assert kiosk.done == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("press 1 stop\npress 1 jump", "hands.txt, line 2: 'jump' is no button"),
        ("press hold", "hands.txt, line 1: write hold and its time last"),
        ("press hold 200ms 1 stop", "hands.txt, line 1: write hold and its time last"),
        ("press 1 stop hold", "hands.txt, line 1: write hold and its time last"),
        ("touch 3", "hands.txt, line 1: write a seat and a place"),
        ("dice-board burn 3", "hands.txt, line 1: write throw"),
        (b"\xff\xfe", "hands.txt: is not UTF-8 text: save it as UTF-8"),
    ],
)
def test_a_script_that_is_wrong_does_nothing(
    text: str | bytes, told: str, kiosk: Kiosk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(script(text, tmp_path)) == 2
    assert told in capsys.readouterr().err
    assert kiosk.done == []


def test_a_script_comes_from_a_pipe_too(kiosk: Kiosk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"dice-board unplug 4\n")))
    assert main(["drive", "-"]) == 0
    assert kiosk.done == [DriveBoard(4, "unplug")]


@pytest.mark.parametrize("command", ["press 1 stop", "touch 3 row:1", "dice-board unplug 4"])
def test_why_the_kiosk_does_not_do_it_is_told(
    command: str, kiosk: Kiosk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kiosk.why_not = "the hardware is real"
    assert main(command.split()) == 2
    assert capsys.readouterr().err == "the hardware is real\n"
    assert main(script(f"\n{command}", tmp_path)) == 2
    assert capsys.readouterr().err.endswith("hands.txt, line 2: the hardware is real\n")


def test_without_a_kiosk_a_script_tells_its_line(
    kiosk: Kiosk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def gone(*_: Any) -> str:
        raise NotRunning("No kiosk is running here")

    monkeypatch.setattr("kiosk.testing.running_kiosk.drive", gone)
    assert main(script("press 1 stop", tmp_path)) == 2
    assert capsys.readouterr().err.endswith("hands.txt, line 1: No kiosk is running here\n")

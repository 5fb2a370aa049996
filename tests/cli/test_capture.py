"""``kiosk capture``: what it writes, when it ends, and what is told."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from kiosk.cli.main import main
from kiosk.game.seats import SeatNumber
from kiosk.protocol import SeenEdge, SeenHands, Strokes
from kiosk.protocol.client import NotRunning

MS = 1_000_000


class Kiosk:
    """A kiosk at which somebody presses Stop after the second query; it ends after the fourth if it is ``mortal``."""

    def __init__(self) -> None:
        self.mortal = False
        self.looks = 0

    def hands(self, _path: Path, _first: int) -> SeenHands:
        self.looks += 1
        if self.mortal and self.looks > 4:
            raise NotRunning("The kiosk's table has just ended.")
        if self.looks < 3:
            return SeenHands(0, ())
        now, one = time.monotonic_ns(), SeatNumber(1)
        seen = SeenEdge(0, one, "stop", True, now), SeenEdge(1, one, "stop", False, now + 9 * MS)
        return SeenHands(2, seen if self.looks == 3 else ())

    def strokes(self, _path: Path, _first: int) -> Strokes:
        return Strokes(0, (640, 360), ())


@pytest.fixture
def kiosk(monkeypatch: pytest.MonkeyPatch) -> Kiosk:
    kiosk = Kiosk()
    monkeypatch.setattr("kiosk.cli.hands.ask_hands", kiosk.hands)
    monkeypatch.setattr("kiosk.cli.hands.ask_strokes", kiosk.strokes)
    monkeypatch.setattr("kiosk.cli.hands._EVERY_S", 0.001)
    return kiosk


def acts(file: Path) -> list[str]:
    return [line.split(" ", 1)[1] for line in file.read_text().splitlines() if not line.startswith("#")]


def test_it_ends_after_its_time_and_has_written_everything(kiosk: Kiosk, tmp_path: Path) -> None:
    assert main(["capture", str(tmp_path / "evening.txt"), "--time", "100ms"]) == 0
    assert acts(tmp_path / "evening.txt") == ["press 1 stop hold 9ms"]


def test_a_kiosk_that_ends_is_told_and_what_was_captured_is_kept(
    kiosk: Kiosk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kiosk.mortal = True
    assert main(["capture", str(tmp_path / "evening.txt")]) == 2
    told = "The kiosk's table has just ended. What was captured before is in the script.\n"
    assert capsys.readouterr().err == told
    assert acts(tmp_path / "evening.txt") == ["press 1 stop hold 9ms"]


def test_the_script_goes_to_standard_output_too(kiosk: Kiosk, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["capture", "-", "--time", "100ms"]) == 0
    assert "press 1 stop hold 9ms" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("prepare", "words", "told"),
    [
        (Path.touch, (), "evening.txt: exists already: give the script another name, or remove it"),
        (lambda file: file.parent.joinpath("no").touch(), ("--time", "5"), "'5' is no time"),
    ],
)
def test_what_cannot_be_written_is_told_and_nothing_is_overwritten(
    prepare: Callable[[Path], None],
    words: tuple[str, ...],
    told: str,
    kiosk: Kiosk,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "evening.txt"
    prepare(file)
    before = sorted(tmp_path.iterdir())
    assert main(["capture", str(file), *words]) == 2
    assert told in capsys.readouterr().err
    assert sorted(tmp_path.iterdir()) == before


def test_without_a_kiosk_there_is_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["capture", str(tmp_path / "evening.txt")]) == 2
    assert "No kiosk is running here" in capsys.readouterr().err
    assert not list(tmp_path.glob("*.txt"))


def test_a_full_disk_is_told(kiosk: Kiosk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    full = Path("/dev/full")
    monkeypatch.setattr("kiosk.cli.hands._opened", lambda _, closing: closing.enter_context(full.open("w")))
    assert main(["capture", "evening.txt"]) == 2
    told = "evening.txt: cannot be written any more (No space left on device): make room on the disk\n"
    assert capsys.readouterr().err == told

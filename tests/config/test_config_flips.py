"""A configuration with one wrong byte is refused with its position and the fix, or it is valid."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from kiosk.cli.main import main
from kiosk.config import fit_check
from kiosk.config.dump import effective
from kiosk.config.last_good import keep
from kiosk.config.loader import CONFIGS, ConfigError, load, parse
from kiosk.config.schema import Settings
from kiosk.doctor import gather

FILES: Final = sorted(CONFIGS.glob("*.toml"))
SAMPLE: Final = 250
"""Sample of the 1.5 million files that differ from a packaged one in a byte."""
_SEAT, _KEY = r"\[\[seat\]\] \d+(, [\w-]+)?(, entry \d+)?", r"[\w-]*(\.[\w-]+|, entry \d+)*"
TOLD: Final = re.compile(rf"t\.toml: (line \d+, column \d+|end of document|{_SEAT}|{_KEY}): \S.*: \S.*")
"""Position, problem and fix."""
NO_TEXT: Final = re.compile(r".*t\.toml: line \d+: a byte there is not UTF-8: save the file as UTF-8 text")


def flipped(data: bytes, place: int, value: int) -> bytes:
    return data[:place] + bytes([value]) + data[place + 1 :]


def one_byte_wrong(files: list[Path]) -> Iterator[bytes]:
    """Yield these files with every single byte changed to every other value."""
    for path in files:
        data = path.read_bytes()
        for place, byte in enumerate(data):
            yield from (flipped(data, place, value) for value in range(256) if value != byte)


def some_bytes_wrong(count: int) -> Iterator[bytes]:
    """Yield files with random bytes changed; half of them in a single bit, as memory and disk errors do."""
    chosen = random.Random(7)  # noqa: S311  the same ones every time
    for number in range(count):
        data = chosen.choice(FILES).read_bytes()
        place = chosen.randrange(len(data))
        other = 1 << chosen.randrange(8) if number % 2 else chosen.randrange(1, 256)
        yield flipped(data, place, data[place] ^ other)


def read(file: Path) -> tuple[Settings | None, list[str]]:
    """Return the settings, or the errors."""
    try:
        return load(file), []
    except ConfigError as error:
        return None, error.lines


def judge(data: bytes, file: Path) -> bool:
    """Return whether the file is valid. AssertionError if it is neither valid nor refused with a proper message."""
    file.write_bytes(data)
    settings, lines = read(file)
    assert [line for line in lines if not (TOLD.fullmatch(line) or NO_TEXT.fullmatch(line))] == []
    if settings is None:
        assert lines
        return False
    assert parse(effective(settings)) == settings
    fit_check.warnings(settings)
    settings.wiring()
    return True


def test_a_configuration_with_a_wrong_byte_is_told_with_its_place_or_is_a_good_one(tmp_path: Path) -> None:
    good = [judge(data, tmp_path / "t.toml") for data in some_bytes_wrong(SAMPLE)]
    assert 0 < sum(good) < SAMPLE


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_byte_of_every_packaged_configuration_may_be_wrong(path: Path, tmp_path: Path) -> None:
    good = [judge(data, tmp_path / "t.toml") for data in one_byte_wrong([path])]
    assert len(good) == 255 * path.stat().st_size
    assert 0 < sum(good) < len(good)


def test_the_command_line_and_the_doctor_read_them_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither shows a traceback, and the doctor lists the changes since a table last started."""
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    file, changed = tmp_path / "t.toml", 0
    keep(load())
    for data in some_bytes_wrong(30):
        file.write_bytes(data)
        status = main(["config", "check", str(file)])
        answer = capsys.readouterr()
        assert (status, bool(answer.out), bool(answer.err)) in {(0, True, False), (2, False, True)}
        config = gather.configuration(file)
        assert (config.settings is None) is (status == 2)
        assert config.last_good is not None
        changed += bool(config.last_good.changes)
    assert changed

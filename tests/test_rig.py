"""The messages of the test rig when it cannot work."""

from pathlib import Path

import pytest

from tests.rig import arm64, touchtable

ABSENT = Path("/nowhere/Xorg")


@pytest.fixture(autouse=True)
def _everything_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(touchtable, "_NEEDED", ())
    monkeypatch.setattr("os.geteuid", lambda: 0)


def test_a_machine_that_has_everything_misses_nothing() -> None:
    assert touchtable.missing() is None


def test_a_missing_x_server_is_told_with_its_mend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(touchtable, "_NEEDED", (ABSENT,))
    reason = touchtable.missing()
    assert reason
    assert str(ABSENT) in reason
    assert "systemd/setup dev --rig" in reason


def test_missing_rights_are_told_with_their_mend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert "sudo .venv/bin/pytest -m touch" in (touchtable.missing() or "")


def test_what_is_arm64_itself_needs_no_emulator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "aarch64")
    assert "tests/appliance" in (arm64.missing() or "")


def test_an_x_server_that_does_not_start_is_told_with_what_it_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "Xorg"
    broken.write_text("#!/bin/sh\necho no screens found >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setattr(touchtable, "XORG", broken)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(RuntimeError, match="no screens found"):
        touchtable.TouchTable()
    assert list(tmp_path.iterdir()) == [broken]

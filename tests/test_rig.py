"""The messages of the test rig when it cannot work."""

from pathlib import Path

import pytest

from tests.conftest import left_out
from tests.rig import arm64, touchtable
from tests.rig.shared import KEPT, Shared

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


@pytest.mark.parametrize(("named", "made"), [(False, 2), (True, 1)])
def test_what_is_made_outlives_a_run_only_in_a_folder_that_is_named(
    tmp_path_factory: pytest.TempPathFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: bool, made: int
) -> None:
    monkeypatch.delenv(KEPT, raising=False)
    if named:
        monkeypatch.setenv(KEPT, str(tmp_path / "kept"))
    monkeypatch.setattr(tmp_path_factory, "getbasetemp", lambda: tmp_path / "run" / "worker")
    (tmp_path / "run").mkdir()
    making = []
    for _ in range(2):
        with Shared(tmp_path_factory) as run:
            for _ in range(2):
                assert run.get("films", "one", lambda: making.append("made") or "film") == "film"
    assert len(making) == made


@pytest.mark.parametrize(
    ("expression", "marks"),
    [
        ("not slow and not vm", {"slow", "vm"}),
        ("vm and not slow", {"slow"}),
        ("not (slow or vm) and (process or ui)", {"slow", "vm"}),
        ("long and not (slow or (vm and ui))", {"slow"}),
        ("not slow or long and not vm", set()),
        ("not (slow and long)", set()),
        ("slow", set()),
        ("", set()),
        ("not", set()),
    ],
)
def test_only_what_no_other_mark_brings_back_is_left_out_of_a_collection(expression: str, marks: set[str]) -> None:
    assert left_out(expression) == marks

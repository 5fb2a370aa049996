"""The list of dear tests: what a function and its programs cost is told, and twice in a row is once too often."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests import pace

DEAR = """
import subprocess, sys, time

import pytest

BUSY = "import time\\nwhile time.process_time() < 0.3: pass"

def busy():
    until = time.process_time() + 0.3
    while time.process_time() < until:
        pass

@pytest.mark.parametrize("times", (1, 2))
def test_of_its_own(times):
    busy()

def test_of_a_program_that_has_ended():
    subprocess.run([sys.executable, "-c", BUSY])

@pytest.fixture(scope="module")
def living():
    program = subprocess.Popen([sys.executable, "-c", BUSY + "\\nprint()\\ntime.sleep(60)"], stdout=subprocess.PIPE)
    program.stdout.readline()
    yield
    program.kill()
    program.wait()
    program.stdout.close()

def test_of_a_program_that_lives(living):
    pass

def test_of_nothing(living):
    pass
"""


def test_a_function_counts_with_its_parameters_and_with_programs_that_ended_or_live(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(DEAR)
    pytester.makeconftest(
        "from tests.pace import Pace\ndef pytest_configure(config):\n    config.pluginmanager.register(Pace(config))\n"
    )
    result = pytester.runpytest_inprocess("-p", "no:xdist")
    result.assert_outcomes(passed=5)
    kept = json.loads((pytester.path / ".pytest_cache/v" / pace.KEPT).read_text())
    spent = {name.partition("::")[2]: seconds for name, seconds in kept.items()}
    assert spent["test_of_its_own"] >= 0.6
    # The kernel counts other programs in ticks of 0.01 s.
    assert spent["test_of_a_program_that_has_ended"] >= 0.28
    assert spent["test_of_a_program_that_lives"] >= 0.28
    assert spent["test_of_nothing"] < 0.2


@pytest.mark.parametrize(
    ("first", "second", "slower", "status"),
    [
        (1.0, None, 1.0, 0),
        (7.0, 2.0, 1.0, 0),
        (7.0, 7.0, 1.0, 1),
        (7.0, 7.0, 0.5, 1),
        (7.0, None, 2.0, 0),
        (13.0, 11.0, 2.0, 0),
        (13.0, 13.0, 2.0, 1),
    ],
    ids=[
        *("cheap", "dear once", "dear twice", "on a quicker machine"),
        *("on a slower machine", "dear once on a slower machine", "dear twice on a slower machine"),
    ],
)
def test_only_twice_in_a_row_fails(
    first: float, second: float | None, slower: float, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "unit", lambda: slower * pace.UNIT)
    kept = tmp_path / "functions"
    kept.write_text(json.dumps({"tests/test_a.py::test_a": first}))
    runs: list[list[str]] = []

    def run(arguments: list[str]) -> int:
        runs.append(arguments)
        kept.write_text(json.dumps({"tests/test_a.py::test_a": second}))
        return 0

    monkeypatch.setattr(pytest, "main", run)
    assert pace.again(kept) == status
    assert runs == ([] if second is None else [["-q", "tests/test_a.py::test_a"]])


def test_without_a_run_before_it_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert pace.again(tmp_path / "functions") == 2
    assert "run the tests first" in capsys.readouterr().err


def test_a_failure_of_what_is_run_again_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "unit", lambda: pace.UNIT)
    kept = tmp_path / "functions"
    kept.write_text(json.dumps({"tests/test_a.py::test_a": 7.0}))

    def run(arguments: list[str]) -> int:
        kept.write_text(json.dumps({arguments[1]: 1.0}))
        return 1

    monkeypatch.setattr(pytest, "main", run)
    assert pace.again(kept) == 1


def test_what_took_long_is_added_to_what_the_quick_set_does_without(tmp_path: Path) -> None:
    kept, listed = tmp_path / "functions", tmp_path / "dear.txt"
    listed.write_text("# Why\ntests/test_a.py::test_a\n")
    assert pace.add_dear(kept, listed) == 2, "nothing has run"
    kept.write_text(json.dumps({f"tests/test_{name}.py::test_a": 2 * pace.QUICK for name in "ab"}))
    assert pace.add_dear(kept, listed) == 0
    kept.write_text(json.dumps({"tests/test_c.py::test_a": pace.QUICK / 2}))
    assert pace.add_dear(kept, listed) == 0
    assert pace.dear(listed) == {"tests/test_a.py::test_a", "tests/test_b.py::test_a"}


def test_every_function_that_the_quick_set_does_without_is_there() -> None:
    root = Path(__file__).parents[1]
    found = {name: root / name.partition("::")[0] for name in pace.dear()}
    assert found
    gone = [
        name
        for name, file in found.items()
        if not file.exists() or not re.search(rf"\b{name.split('::')[1]}\(", file.read_text(encoding="utf-8"))
    ]
    assert gone == [], "take it out of tests/dear.txt"

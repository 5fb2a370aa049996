"""The examples of kiosk/testing/README.md are run as they stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kiosk.testing import VirtualTable

README = Path(__file__).parents[2] / "kiosk" / "testing" / "README.md"


def blocks(language: str) -> list[str]:
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [text for name, text in fenced if name == language]


@pytest.mark.process
@pytest.mark.timeout(300)
def test_the_tests_pass(pytester: pytest.Pytester) -> None:
    codes = blocks("python")
    for number, code in enumerate(codes):
        pytester.makepyfile(**{f"test_{number}": code})
    result = pytester.runpytest_subprocess(
        "-p", "kiosk.testing.plugin", "-p", "no:cacheprovider", "-p", "no:hypothesispytest"
    )
    tests = sum(len(re.findall(r"^def test_", code, re.MULTILINE)) for code in codes)
    result.assert_outcomes(passed=tests - 1, skipped=1)  # the example game is not installed here; see tests/examples


def test_the_script_can_be_played() -> None:
    (text,) = blocks("")
    table = VirtualTable()
    table.drive(text)
    stops = [record for record in table.journal if record["type"] == "Judged" and record["command"][0] == "Stop"]
    assert [(stop["seat"], stop["events"][0][4]) for stop in stops] == [(1, "stack_not_empty"), (2, "stack_not_empty")]
    assert 500_000_000 <= stops[0]["at"] <= 700_000_000

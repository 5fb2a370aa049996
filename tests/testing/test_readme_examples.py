"""The examples of kiosk/testing/README.md are run as they stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kiosk.testing.script import read_script

README = Path(__file__).parents[2] / "kiosk" / "testing" / "README.md"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.process
def test_the_tests_pass(pytester: pytest.Pytester) -> None:
    (code,) = blocks("python")
    pytester.makepyfile(code)
    result = pytester.runpytest_subprocess("-p", "kiosk.testing.plugin", "-p", "no:cacheprovider")
    result.assert_outcomes(passed=code.count("\ndef test_"))


def test_the_script_can_be_read() -> None:
    (text,) = blocks("")
    assert len(read_script(text)) == 8

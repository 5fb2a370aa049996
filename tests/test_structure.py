"""The source tree stays within its limits (``tests.structure``)."""

import re

import pytest

from tests import structure

DEEPEST = 3
"""Classes that inherit from each other."""


@pytest.mark.parametrize(("package", "beside"), [("kiosk", ("hardware",)), ("kiosk.display", ())])
def test_no_import_runs_back_up(package: str, beside: tuple[str, ...]) -> None:
    measured = structure.arrows(package, beside)
    assert measured.arrows
    assert measured.back == []


def test_no_module_lies_loose_in_kiosk() -> None:
    assert {file.name for file in (structure.ROOT / "kiosk").glob("*.py")} == {"__init__.py", "__main__.py"}


def test_no_group_of_errors_is_split_by_a_statement() -> None:
    """Before Python 3.11.4, as on Debian 12, what ``except*`` raises comes in a group, which nobody expects."""
    files = [file for room in ("kiosk", "hardware") for file in (structure.ROOT / room).rglob("*.py")]
    assert [str(file) for file in files if "except*" in file.read_text(encoding="utf-8")] == []


def test_every_type_that_is_decoded_is_prepared_for_threads() -> None:
    """Two threads that decode the same structs at once, each for the first time, end the process otherwise."""
    within = r"(?:[^()]|\([^()]*\))*?"  # over several lines, too
    kind = re.compile(rf"(?:\.decode\({within}\btype=|msg(?:pack|spec\.json)\.Decoder\()(?!prepared\()")
    files = [*(structure.ROOT / "kiosk").rglob("*.py")]
    told = {str(file): kind.findall(file.read_text(encoding="utf-8")) for file in files if file.name != "decoders.py"}
    assert len(told) == len(files) - 1
    assert {file: calls for file, calls in told.items() if calls} == {}


def test_inheritance_is_shallow() -> None:
    deep, lowest = structure.deepest()
    assert 1 < deep <= DEEPEST, lowest

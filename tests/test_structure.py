"""The source tree stays within its limits (``tests.structure``)."""

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


def test_inheritance_is_shallow() -> None:
    deep, lowest = structure.deepest()
    assert 1 < deep <= DEEPEST, lowest

"""The source tree stays within its limits (``tests.structure``)."""

import pytest

from tests import structure


@pytest.mark.parametrize(
    ("package", "beside", "rooms", "arrows"), [("kiosk", ("hardware",), 29, 130), ("kiosk.display", (), 20, 60)]
)
def test_rooms_are_few_and_no_import_runs_back_up(
    package: str, beside: tuple[str, ...], rooms: int, arrows: int
) -> None:
    measured = structure.arrows(package, beside)
    assert len(measured.rooms) <= rooms
    assert len(measured.arrows) <= arrows
    assert measured.back == []


def test_no_module_lies_loose_in_kiosk() -> None:
    assert {file.name for file in (structure.ROOT / "kiosk").glob("*.py")} == {"__init__.py", "__main__.py"}

"""The example of buttons of one's own keeps the contract."""

from __future__ import annotations

import pytest
from ligretto_keyboard_matrix import _matrix
from ligretto_keyboard_matrix.matrix import FileMatrix, Key, PinMatrix
from ligretto_keyboard_matrix.panel import ROWS, MatrixPanel

from hardware.api import Button, Instant
from kiosk.testing.contracts import ReconnectingPanelContract

SEATS = (1, 2, 5)


class FakeMatrix:
    """A matrix whose keys the tests press."""

    def __init__(self) -> None:
        self.keys: set[Key] = set()
        self.broken = False

    def pressed(self) -> frozenset[Key]:
        if self.broken:
            raise OSError(5, "Input/output error")
        return frozenset(self.keys)

    def close(self) -> None:
        pass


class TestMatrix(ReconnectingPanelContract):
    buttons = ((1, Button.STOP), (1, Button.PLAY), (5, Button.STOP))
    panel_in_use: MatrixPanel

    @pytest.fixture(autouse=True)
    def matrix(self) -> None:
        self.fake, self.at = FakeMatrix(), Instant(5_000_000_000_000)

    def clock(self) -> Instant:
        return self.at

    def pass_time(self, ms: float) -> None:
        for _ in range(round(ms)):
            self.at = Instant(self.at + 1_000_000)
            self.panel_in_use.scan(self.at)

    def open(self) -> MatrixPanel:
        self.panel_in_use = MatrixPanel(self.fake, SEATS, self.clock)
        return self.panel_in_use

    def press(self, seat: int, button: Button) -> None:
        self.fake.keys.add((ROWS.index(button), SEATS.index(seat)))

    def release(self, seat: int, button: Button) -> None:
        self.fake.keys.discard((ROWS.index(button), SEATS.index(seat)))

    def break_button(self, _seat: int, _button: Button) -> None:
        self.fake.broken = True

    def lose_device(self) -> None:
        self.fake.broken = True

    def find_device(self) -> None:
        self.fake.keys.clear()
        self.fake.broken = False


class TestMatrixInRealTime(TestMatrix):
    """The same with its own thread."""

    def clock(self) -> Instant:
        return ReconnectingPanelContract.clock(self)

    def pass_time(self, ms: float) -> None:
        ReconnectingPanelContract.pass_time(self, ms)

    @pytest.mark.slow  # ten real seconds; in virtual time it is tested above
    def test_a_button_that_is_held_for_ten_seconds_is_a_fault_until_it_is_released(self) -> None:
        super().test_a_button_that_is_held_for_ten_seconds_is_a_fault_until_it_is_released()


class WiredPin:
    """A pin of a matrix: a column is low while a pressed key joins it to a row that is low."""

    def __init__(self, wires: WiredPins, number: int) -> None:
        self._wires, self._number = wires, number
        self.function, self._level = "input", 1.0

    def input_with_pull(self, pull: str) -> None:
        assert pull == "up"

    @property
    def state(self) -> float:
        joined = (self._wires.pin(row) for row, column in self._wires.keys if column == self._number)
        return min([1.0, *(row._level for row in joined if row.function == "output")])

    @state.setter
    def state(self, level: float) -> None:
        self._level = level


class WiredPins:
    """A pin factory; ``keys``: the pressed keys, as pairs of BCM numbers."""

    def __init__(self) -> None:
        self.keys: set[tuple[int, int]] = set()
        self._pins: dict[int, WiredPin] = {}
        self.closed = False

    def pin(self, name: int) -> WiredPin:
        return self._pins.setdefault(name, WiredPin(self, name))

    def reserve_pins(self, requester: object, *names: int) -> None:
        pass

    def close(self) -> None:
        self.closed = True


def test_rows_are_scanned_one_after_the_other() -> None:
    factory = WiredPins()
    matrix = PinMatrix(factory, [17, 27], [5, 6, 13])  # type: ignore[arg-type]
    assert matrix.pressed() == frozenset()
    factory.keys = {(17, 6), (27, 13)}
    assert matrix.pressed() == {(0, 1), (1, 2)}
    matrix.close()
    assert factory.closed


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, "rows: write a list of 2 BCM numbers"),
        ({"rows": [17, 27], "columns": [5]}, "columns: write a list of 3 BCM numbers"),
        ({"row": [17, 27]}, r"unknown options: row \(there are: rows, columns, file\)"),
    ],
)
def test_wrong_options_are_told(options: dict[str, object], told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ligretto_keyboard_matrix.open_factory", WiredPins)
    with pytest.raises(ValueError, match=told):
        _matrix(options, len(SEATS))


def test_without_wires_a_file_has_the_pressed_keys(tmp_path) -> None:
    file = tmp_path / "keys"
    file.write_text("0,1 1,2\n")
    assert FileMatrix(file).pressed() == {(0, 1), (1, 2)}

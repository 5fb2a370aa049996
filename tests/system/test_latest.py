"""A function that remembers its last answer."""

import pytest

from kiosk.system.latest import latest


def test_the_last_answer_is_given_again_while_the_arguments_are_equal() -> None:
    asked = []

    @latest
    def doubled(numbers: list[int], more: int = 0) -> list[int]:
        asked.append((numbers, more))
        return [2 * number + more for number in numbers]

    first = doubled([1, 2])
    assert doubled([1, 2]) is first
    assert doubled([1, 2], more=1) == [3, 5]
    assert doubled([1, 2]) == first
    assert asked == [([1, 2], 0), ([1, 2], 1), ([1, 2], 0)]


def test_an_error_is_no_answer() -> None:
    @latest
    def tenth(number: int) -> float:
        return 10 / number

    assert tenth(5) == 2
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            tenth(0)
    assert tenth(5) == 2

"""Warnings for people who would be in each other's way, and that the suggested screens do."""

from __future__ import annotations

import re

import pytest

from kiosk.config import fit_check
from kiosk.config.loader import CONFIGS, load, parse

PAIR = '[[seat]]\nnumber = 1\nedge = "south"\nposition = 0.2\n'
PAIR += '[[seat]]\nnumber = 2\nedge = "{}"\n[table]\ndiagonal_mm = {}\n'


def _packaged(name: str, inches: float | None = None) -> list[str]:
    text = (CONFIGS / f"{name}_seats.toml").read_text()
    if inches is not None:
        text += f"\n[table]\ndiagonal_mm = {inches * fit_check.INCH}\n"
    return fit_check.edge_warnings(parse(text))


@pytest.mark.parametrize(("name", "least"), [("eight", 317), ("twelve", 238)])
def test_the_packaged_tables_of_eight_and_twelve_are_told_as_crowded(name: str, least: int) -> None:
    (line,) = _packaged(name)
    assert line.startswith(f"table.diagonal_mm: too little edge for each person ({least} mm south, ")
    assert line in fit_check.warnings(load(CONFIGS / f"{name}_seats.toml"))


@pytest.mark.parametrize("name", ["two", "three", "four", "six"])
def test_the_other_packaged_tables_have_room(name: str) -> None:
    assert _packaged(name) == []


@pytest.mark.parametrize("name", ["four", "six", "eight", "twelve"])
def test_the_smallest_screen_that_is_told_is_enough_and_the_usual_one_below_is_not(name: str) -> None:
    (line,) = _packaged(name, 15.7)
    told = re.search(r"take a screen of (\d+) inches", line)
    assert told
    enough = int(told[1])
    assert _packaged(name, enough) == []
    assert _packaged(name, fit_check.SCREENS[fit_check.SCREENS.index(enough) - 1]) != []


def test_what_no_usual_screen_offers_is_told() -> None:
    (line,) = _packaged("twelve")
    assert line.endswith(
        "take a screen of 75 inches (1905 mm) to stand crowded, 86 inches (2184 mm) to stand at ease, "
        "more than 98 inches to sit; or fewer seats there"
    )


@pytest.mark.parametrize(("edge", "crowded"), [("north", False), ("east", True), ("south", True)])
def test_two_people_face_to_face_have_no_neighbours(edge: str, crowded: bool) -> None:
    assert bool(fit_check.edge_warnings(parse(PAIR.format(edge, 400)))) is crowded

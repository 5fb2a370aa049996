"""The plug is pulled in mid-round, and the disk loses what was not flushed: the same round stands there afterwards."""

from random import Random

import pytest

from hardware.api import Button
from tests.rig.appliance import DISPLAY, TABLE
from tests.rig.vm.appliance import Start, VirtualTable
from tests.rig.vm.looks import round_on_disk
from tests.rig.vm.people import People
from tests.rig.vm.power import Losing
from tests.rig.watcher import check_cards

pytestmark = [pytest.mark.vm, pytest.mark.slow, pytest.mark.timeout(7200)]

CUTS = 10


def test_a_round_outlives_ten_cuts_with_a_disk_that_loses_what_was_not_flushed(machine: Start) -> None:
    table = machine()
    power = Losing(table.disk, Random(2026))  # noqa: S311  a simulated world
    table.drive = power.options
    told = []
    table.boot()
    table.wait_until_shown("attract")
    begin(table)
    name = round_on_disk(table)
    for _ in range(CUTS):
        cards = play_some(table)
        table.pull_the_plug()
        kept, lost = power.cut()
        table.boot()
        table.wait_until_shown("recovery")
        assert round_on_disk(table) == name
        told.append((kept, lost, cards, *go_on(table, cards)))
    assert any(lost for _, lost, *_ in told), "a disk that loses nothing proves nothing"
    print(*told, sep="\n")  # noqa: T201  for the closing note
    assert table.restarts(TABLE) == table.restarts(DISPLAY) == 0


def begin(table: VirtualTable) -> None:
    with table.watched() as watcher:
        People(table, watcher).sit_down()


def play_some(table: VirtualTable) -> int:
    """A few turns by four hands; the cards in the middle that are acknowledged."""
    with table.watched() as watcher:
        people = People(table, watcher)
        for _ in range(2):
            people.turn()
        return sum(view.centered for view in watcher.look().seats)


def go_on(table: VirtualTable, before: int) -> tuple[int, int]:
    """Everybody presses on; the cards in the middle, and how many of them are missing since the cut."""
    with table.watched() as watcher:
        people = People(table, watcher)
        after = sum(view.centered for view in watcher.look().seats)
        check_cards(watcher.newest)
        for seat in (1, 2, 3, 4):
            people.button(seat, Button.PLAY)
        watcher.wait_for("the round goes on", lambda shown: shown.state == "play", 120)
    assert after >= before - len((1, 2, 3, 4)), "at most what was played within 0.2 s is missing: a card a hand"
    return after, before - after

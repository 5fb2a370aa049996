"""Values in a drawer: where they do not fit at a legible size, some of them are on other pages."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.game.cards.editions import PRESETS
from kiosk.layout.table_layout import MIN_HIT_PX
from kiosk.protocol import ChooseOption, PressButton
from tests.display.panels import ONE, ShownPanels, layout_of_all, words
from tests.rig.drawers import way_to

COUNTS = {"preset": len(PRESETS), "length": 12, "bots": 5, "handicap": 10, "cooldown": 4}


class Panel(ShownPanels):
    """The first seat of a lobby, with a drawer."""

    def __init__(self, canned: Any, seats: int, language: str = "en", size: tuple[int, int] = (1920, 1080)) -> None:
        ready = canned.snapshot("ready", seats)
        views = (replace(ready.seats[0], state="taken", language=language), *ready.seats[1:])
        super().__init__(replace(ready, seats=views), layout_of_all(canned.welcome(seats), size))

    def tap(self, what: str, number: int = 0) -> Any:
        return self.touch(self.items(what)[number])

    def open(self, key: str) -> None:
        for what in way_to(key):
            self.tap(what)

    def choose(self, key: str, value: str) -> None:
        lobby = self.snapshot.lobby
        assert lobby is not None
        choices = tuple(replace(choice, value=value) if choice.key == key else choice for choice in lobby.choices)
        self.snapshot = replace(self.snapshot, lobby=replace(lobby, choices=choices))


@pytest.mark.parametrize("key", COUNTS)
@pytest.mark.parametrize("language", ["en", "de", "xl", "xr"])
@pytest.mark.parametrize("seats", [2, 4, 12])
def test_every_value_is_on_one_page_and_large_enough_for_a_finger(
    canned: Any, seats: int, language: str, key: str
) -> None:
    panel = Panel(canned, seats, language)
    panel.open(key)
    shown: list[int | None] = []
    while (slots := [item.slot for item in panel.items(key)]) and slots[0] not in shown:
        shown += slots
        assert all(min(item.w, item.h) >= MIN_HIT_PX for item in panel.items(key))
        if panel.items("next_page"):
            panel.tap("next_page")
    assert sorted(shown, key=lambda slot: slot or 0) == list(range(COUNTS[key]))
    assert (len(slots) == COUNTS[key]) is not bool(panel.items("next_page"))


@pytest.mark.parametrize("seats", [2, 4])
def test_where_there_is_room_all_values_are_shown_at_once(canned: Any, seats: int) -> None:
    panel = Panel(canned, seats)
    for key, count in COUNTS.items():
        panel.open(key)
        assert len(panel.items(key)) == count
        panel.tap("close")


def test_a_drawer_opens_at_the_page_of_the_chosen_value_and_stays_where_it_was_turned(canned: Any) -> None:
    panel = Panel(canned, 12)
    panel.choose("preset", "wikipedia")
    panel.open("preset")
    assert "Wikipedia" in [item.text for item in panel.items("preset")]
    while "Classic" not in [item.text for item in panel.items("preset")]:
        panel.tap("next_page")
    first = panel.items("preset")
    slot = next(number for number, item in enumerate(first) if item.text == "Classic")
    assert panel.tap("preset", slot) == ChooseOption(ONE, "preset", "schmidt_de_fr_it", 5)
    assert panel.items("preset") == first
    panel.tap("close")
    panel.open("preset")
    assert "Wikipedia" in [item.text for item in panel.items("preset")]


@pytest.mark.parametrize("language", ["en", "de", "xl", "xr"])
def test_no_value_moves_when_another_one_is_chosen(canned: Any, language: str) -> None:
    panel = Panel(canned, 12, language)
    assert panel.snapshot.lobby is not None
    values = next(choice.values for choice in panel.snapshot.lobby.choices if choice.key == "preset")
    pages = set()
    for value in values:
        panel.choose("preset", value)
        panel.open("preset")
        panel.tap("next_page")
        while panel.items("preset")[0].slot:
            panel.tap("next_page")
        pages.add(tuple((item.slot, item.x, item.y, item.w, item.h) for item in panel.items("preset")))
        panel.tap("close")
    assert len(pages) == 1


@pytest.mark.parametrize(("language", "seats"), [("en", 4), ("de", 4), ("ar", 4), ("en", 12)])
@pytest.mark.parametrize("key", ["preset", "length", "handicap"])
def test_rows_of_values_end_at_the_same_edges(canned: Any, key: str, language: str, seats: int) -> None:
    panel = Panel(canned, seats, language)
    panel.open(key)
    rows: dict[int, list[Any]] = {}
    for item in panel.items(key):
        rows.setdefault(round(item.y), []).append(item)
    edges = {
        (round(min(one.x - one.w / 2 for one in row)), round(max(one.x + one.w / 2 for one in row)))
        for row in rows.values()
    }
    assert len(edges) == 1


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_while_the_count_runs_a_drawer_has_ready_and_the_seconds(canned: Any, seats: int) -> None:
    panel = Panel(canned, seats)
    panel.snapshot = replace(panel.snapshot, deadline=0)
    panel.open("length")
    assert not panel.items("ready")
    panel.snapshot = replace(panel.snapshot, deadline=panel.snapshot.now + 12_600_000_000)
    assert panel.items("ready")
    assert "13" in words(panel.panel().marks)
    assert panel.tap("ready") == PressButton(ONE, "play", 5)
    assert not panel.items("length"), "who is ready has chosen"


@pytest.mark.parametrize("key", ["preset", "length", "bots"])
def test_once_somebody_is_ready_values_are_only_shown(canned: Any, key: str) -> None:
    panel = Panel(canned, 4)
    lobby = panel.snapshot.lobby
    assert lobby is not None
    panel.snapshot = replace(panel.snapshot, lobby=replace(lobby, settled=True))
    panel.open(key)
    assert panel.items(key)
    assert [panel.touch(item) for item in panel.items(key)] == [None] * len(panel.items(key))
    assert "Somebody is ready" in " ".join(words(panel.panel().marks))

"""A table too small for all its seats: seats on offer are legible, and the others say why they are not."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from hardware.api import Button
from kiosk import protocol as msg
from kiosk.config.fit_check import parts_of
from kiosk.config.loader import CONFIGS, parse
from kiosk.config.schema import Settings
from kiosk.layout.table_layout import arrange, box
from kiosk.locale.languages import installed
from kiosk.locale.speaker import speaker
from kiosk.table.settings import TableSettings
from kiosk.table.snapshots import welcome
from kiosk.table_process.table_settings import table_settings
from kiosk.testing.virtual.session import VirtualSession
from tests.display.table import Table

if TYPE_CHECKING:
    from tests.rig.frames import Frames

TWELVE = (CONFIGS / "twelve_seats.toml").read_text()
TABLES = {
    "1280x720": (TWELVE, (1280, 720)),
    "strip": (TWELVE, (1280, 684)),
    "400mm": (TWELVE + "[table]\ndiagonal_mm = 400\n", (1920, 1080)),
}


@cache
def reasons() -> dict[str, str]:
    """Return what is said about a seat without room, in each language."""
    return {language: speaker(language)("No more seats: cards would be too small") for language in installed()}


@cache
def configured(name: str) -> tuple[Settings, TableSettings]:
    """Return a table's configuration, and what the session needs of it: it remembers which seats have room."""
    config = parse(TABLES[name][0])
    return config, table_settings(config)


@cache
def is_legible(name: str, game: str, seats: tuple[int, ...]) -> bool:
    """Return whether the layout can be read while these seats play."""
    (_, size), (config, _) = TABLES[name], configured(name)
    return arrange(box(0, 0, *size), config.plan(), seats, config.table.diagonal_mm, parts_of(game, len(seats))).legible


class Party(VirtualSession):
    """People who sit down at a table of the configuration, with a display of this size."""

    def __init__(self, name: str) -> None:
        self.name, self.size = name, TABLES[name][1]
        self.settings, of_table = configured(name)
        super().__init__(of_table, itertools.count(1))

    def join(self) -> None:
        super().join()
        self.say(msg.WindowSize(*self.size))

    def press(self, seat: int) -> None:
        self.tap_button(seat, Button.PLAY)

    def choose(self, seat: int, key: str, value: str) -> None:
        self.say(msg.ChooseOption(seat, key, value, self.now))

    def fill(self) -> None:
        """Sit down at every seat until no more are free: with more players rows are shorter, so more of them fit."""
        before: list[int] | None = None
        while before != self.taken():
            before = self.taken()
            for seat in range(1, 13):
                if seat not in self.taken():
                    self.press(seat)

    def taken(self) -> list[int]:
        return [seat.number for seat in self.session.table.people if seat.human]

    def can_read(self, seats: list[int]) -> bool:
        """Return whether these seats can read their panels while they play."""
        return is_legible(self.name, self.session.table.choices.kind, tuple(seats))


@pytest.mark.parametrize("name", TABLES)
@settings(max_examples=3)
@given(game=st.sampled_from(["cards", "dice"]), order=st.permutations(range(1, 13)))
def test_in_whatever_order_seats_are_taken_the_taken_ones_can_be_read(name: str, game: str, order: list[int]) -> None:
    party = Party(name)
    party.press(order[0])
    party.choose(order[0], "game", game)
    for seat in order[1:]:
        before = party.taken()
        party.press(seat)
        assert party.can_read(party.taken())
        assert party.taken() != before or not party.can_read(sorted([*before, seat]))
    party.fill()
    assert party.can_read(party.taken())
    assert 2 <= len(party.taken()) < 12
    assert {view.room for view in party.snapshot().seats if view.state == "free"} == {"none"}


@pytest.fixture
def table_of_party(frames: Frames, unpainted: None) -> Callable[[Party], Table]:
    """A function that shows a party its table."""

    def table_of(party: Party) -> Table:
        table = Table(frames, welcome(party.session.table), party.size)
        table.show(party.snapshot())
        return table

    return table_of


def tried(name: str) -> Party:
    """Return the party after everybody who can has sat down."""
    party = Party(name)
    party.fill()
    return party


@pytest.mark.ui
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("party_of", [Party, tried], ids=["nobody", "everybody who can"])
def test_what_is_offered_can_be_read_and_every_seat_has_its_place(
    table_of_party: Callable[[Party], Table], party_of: Callable[[str], Party], name: str
) -> None:
    party = party_of(name)
    layout = table_of_party(party).view.layout
    assert layout is not None
    assert layout.legible
    assert set(layout.panels) == {seat.seat for seat in party.snapshot().seats if not seat.room}
    assert {*layout.panels, *layout.tabs} == set(range(1, 13))


@pytest.mark.ui
@pytest.mark.parametrize("name", TABLES)
def test_a_seat_that_is_not_offered_says_why_in_all_languages_and_takes_no_touch(
    table_of_party: Callable[[Party], Table], name: str
) -> None:
    party = tried(name)
    table = table_of_party(party)
    free = {seat.number for seat in party.session.table.people if not seat.human}
    items = table.named("seat")
    assert {item.seat for item in items} == free
    assert not any(item.enabled for item in items)
    assert all(table.tap(item) is None for item in items)
    texts = {reasons()[language] for language in party.settings.language.offered}
    assert {item.text for item in items} <= texts
    assert len({item.text for item in items}) > 1


@pytest.mark.ui
@pytest.mark.parametrize("state", ["attract", "ready"])
def test_a_seat_that_has_only_a_mark_can_be_taken_there(table_of_party: Callable[[Party], Table], state: str) -> None:
    party = Party("1280x720")
    if state == "ready":
        party.press(1)
    table = table_of_party(party)
    marked = next(seat.seat for seat in party.snapshot().seats if seat.room == "mark")
    item = next(item for item in table.view.items() if item.seat == marked)
    said = table.tap(item)
    assert isinstance(said, msg.PressButton)
    party.say(said)
    table.show(party.snapshot())
    assert table.view.layout is not None
    assert marked in table.view.layout.panels


@pytest.mark.ui
@pytest.mark.parametrize(("state", "here"), [("attract", 0), ("ready", 0), ("ready", 2), ("play", 2)])
def test_a_barred_seat_takes_no_touch_in_any_state_and_even_where_all_are(
    table: Table, canned: Any, state: str, here: int
) -> None:
    shown = canned.snapshot(state, 4)
    barred = tuple(replace(view, state="free", room="none") for view in shown.seats[here:])
    table.show(replace(shown, seats=(*shown.seats[:here], *barred)))
    items = table.named("seat")
    assert {item.seat for item in items} == set(range(here + 1, 5))
    assert not any(item.enabled for item in items)
    assert {item.text for item in items} <= set(reasons().values())


@pytest.mark.ui
@pytest.mark.parametrize("room", ["", "none"])
def test_the_place_of_a_bot_is_offered_after_the_match_only_where_there_is_room(
    table: Table, canned: Any, room: str
) -> None:
    shown = canned.snapshot("match_result", 4)
    seats = tuple(replace(view, bot=view.seat == 3, room=room if view.seat == 3 else "") for view in shown.seats)
    table.show(replace(shown, seats=seats))
    assert [item.seat for item in table.named("seat")] == ([] if room else [3])

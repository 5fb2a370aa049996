"""Taps on controls: drawers that open, turn their pages and close, and what the table is told."""

from __future__ import annotations

from typing import Final

import pytest
from msgspec import structs

from kiosk.display.input.controls import HOUSE_RULE, NEXT_PAGE, PREVIOUS_PAGE, Drawers
from kiosk.display.input.drawer import LETTERS, RULES, Drawer
from kiosk.display.scene import Item
from kiosk.game.seats import SeatNumber
from kiosk.protocol import (
    Choice,
    ChooseOption,
    DriveReplay,
    HouseRule,
    LobbyView,
    LookAgain,
    PressButton,
    SeatView,
    Snapshot,
    ToTable,
)

ONE: Final = SeatNumber(1)
AT: Final = 5_000_000_000
LOBBY: Final = LobbyView(
    choices=(Choice("length", "", ("3", "5")),),
    handicaps=(8, 12),
    names=("Ada", "Bob"),
    house=(HouseRule("house false_stop", "lock", "lock", ("lock", "ignore")),),
    cooldowns=(-500, 1000),
)


def _snapshot(state: str = "ready", seat: str = "taken", **changes: object) -> Snapshot:
    view = structs.replace(SeatView(seat=ONE, state=seat), **changes)
    return Snapshot(id=1, now=AT, state=state, seats=(view,), lobby=LOBBY, languages=("en", "de"))


class Panel:
    """A panel with its drawer, and a hand."""

    def __init__(self) -> None:
        self.drawers = Drawers()
        self.shown = _snapshot()

    def tap(self, what: str, slot: int | None = None, text: str = "", *, enabled: bool = True) -> ToTable | None:
        return self.drawers.tap(Item(what, ONE, 0, 0, 1, 1, slot=slot, text=text, enabled=enabled), AT, self.shown)

    @property
    def drawer(self) -> Drawer | None:
        return self.drawers.open_in(ONE)


@pytest.fixture
def panel() -> Panel:
    return Panel()


@pytest.mark.parametrize("drawer", ["more", "options", "language", "view", "handicap", "choose length", RULES])
def test_a_drawer_opens_and_closes_without_a_word_to_the_table(panel: Panel, drawer: str) -> None:
    assert panel.tap(drawer) is None
    assert panel.drawer == Drawer.of(drawer)
    assert panel.tap("close") is None
    assert panel.drawer is None


@pytest.mark.parametrize(
    ("what", "slot", "key", "value", "closes"),
    [
        ("language", 1, "language", "de", True),
        ("handicap", 1, "handicap", "12", True),
        ("cooldown", 0, "cooldown", "-500", True),
        ("name", 2, "name", "Bob", True),
        ("mirror", 1, "mirrored", "true", False),
        ("length", 0, "length", "3", False),
        ("house false_stop", 1, "house false_stop", "ignore", False),
    ],
)
def test_a_value_is_chosen_and_a_single_choice_closes_its_drawer(
    panel: Panel, what: str, slot: int, key: str, value: str, *, closes: bool
) -> None:
    panel.tap("more")
    assert panel.tap(what, slot) == ChooseOption(ONE, key, value, AT)
    assert (panel.drawer is None) is closes


def test_a_house_rule_opens_by_its_number(panel: Panel) -> None:
    assert panel.tap(HOUSE_RULE, 0) is None
    assert panel.drawer == Drawer.for_choice("house false_stop")


def test_pages_turn_in_the_drawer_that_is_open(panel: Panel) -> None:
    panel.tap(RULES)
    assert panel.drawer == Drawer(RULES)
    for turn, number in ((NEXT_PAGE, 1), (NEXT_PAGE, 2), (PREVIOUS_PAGE, 1)):
        assert panel.tap(turn, number) is None
        assert panel.drawer == Drawer(RULES, number)
        assert panel.drawers.reading == {ONE}


def test_a_name_is_written_letter_by_letter(panel: Panel) -> None:
    panel.tap("new_name")
    assert panel.drawer == Drawer(LETTERS)
    panel.tap("more_letters", 2)
    assert panel.drawer == Drawer(LETTERS, 2)
    for letter in ("C", "i", "x"):
        panel.tap("letter", text=letter)
    assert panel.drawer == Drawer(LETTERS, 0, written="Cix")
    panel.tap("more_letters", 1)
    panel.tap("erase")
    assert panel.drawer == Drawer(LETTERS, 1, written="Ci")
    assert panel.tap("done") == ChooseOption(ONE, "name", "Ci", AT)
    assert panel.drawer is None


@pytest.mark.parametrize("what", ["letter", "erase", "more_letters", "done"])
def test_letters_mean_nothing_where_no_name_is_written(panel: Panel, what: str) -> None:
    panel.tap("more")
    assert panel.tap(what, 1, text="C") is None
    assert panel.drawer == Drawer("more")


def test_controls_that_stand_for_a_button_press_it(panel: Panel) -> None:
    for what, button in (("ready", "play"), ("go_on", "play"), ("again", "play"), ("seat", "play"), ("stop", "stop")):
        assert panel.tap(what) == PressButton(ONE, button, AT, None)


def test_a_proposal_a_race_and_a_replay_are_answered(panel: Panel) -> None:
    assert panel.tap("object") == ChooseOption(ONE, "object", "", AT)
    assert panel.tap("race", 3) == LookAgain(ONE, 3, AT)
    assert panel.tap("replay_close") == DriveReplay("close", seat=ONE)


def test_what_is_off_or_belongs_to_nobody_does_nothing(panel: Panel) -> None:
    assert panel.tap("ready", enabled=False) is None
    assert panel.tap("more", enabled=False) is None
    assert panel.drawers.tap(Item("more", None, 0, 0, 1, 1), AT, panel.shown) is None
    assert panel.drawer is None


@pytest.mark.parametrize(
    ("drawer", "later", "stays"),
    [
        ("more", _snapshot(), True),
        ("more", _snapshot("countdown", "playing"), False),
        ("more", _snapshot(seat="free"), False),
        ("more", _snapshot(bot=True), False),
        ("more", _snapshot(seat="left", joining=True), True),
        ("races", _snapshot("round_result", "playing"), True),
        ("races", _snapshot("replay", "playing"), True),
        ("races", _snapshot("countdown", "playing"), False),
    ],
)
def test_a_drawer_stays_as_long_as_it_means_something(
    panel: Panel, drawer: str, later: Snapshot, *, stays: bool
) -> None:
    panel.drawers.keep(_snapshot(later.state))
    panel.tap(drawer)
    panel.drawers.keep(later)
    assert (panel.drawer == Drawer.of(drawer)) is stays


def test_rules_stay_open_until_something_begins(panel: Panel) -> None:
    panel.drawers.keep(_snapshot("play", "playing"))
    panel.tap(RULES)
    panel.drawers.keep(_snapshot("play", "playing"))
    assert panel.drawer == Drawer(RULES)
    panel.drawers.keep(_snapshot("stopped", "playing"))
    assert panel.drawer is None


def test_the_globe_of_an_invitation_takes_the_seat_and_opens_its_languages_there(panel: Panel) -> None:
    globe = Item("seat_language", ONE, 0, 0, 1, 1)
    assert panel.drawers.tap(globe, AT, _snapshot(seat="free"), "de") == PressButton(ONE, "play", AT, "de")
    panel.drawers.keep(_snapshot(seat="free"))
    assert panel.drawer is None
    panel.drawers.keep(_snapshot())
    assert panel.drawer == Drawer("language")
    panel.tap("close")
    panel.drawers.keep(_snapshot())
    assert panel.drawer is None, "it opens once"


def test_a_globe_whose_seat_was_not_to_be_had_is_forgotten(panel: Panel) -> None:
    panel.drawers.tap(Item("seat_language", ONE, 0, 0, 1, 1), AT - 2_000_000_001, _snapshot(seat="free"))
    panel.drawers.keep(_snapshot(seat="free"))
    panel.drawers.keep(_snapshot())
    assert panel.drawer is None

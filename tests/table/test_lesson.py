"""The lesson of whoever has just sat down: its steps, its judge, and what it leaves alone."""

from __future__ import annotations

import pytest

from hardware.api import Button, LampState
from kiosk import protocol as msg
from kiosk.game.game_rules import rules_of_game
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from tests.table.conftest import SessionTable

SEAT = SeatNumber(2)
EDITIONS = [(game, preset) for game in registry.names() for preset in rules_of_game(game).presets]


def _lesson(table: SessionTable) -> msg.LessonView:
    lesson = table.view(SEAT).lesson
    assert lesson is not None
    return lesson


def _follow(table: SessionTable) -> None:
    """Make the move that the lesson shows, as a finger would, or with the button."""
    hint = _lesson(table)
    match hint.act:
        case "play":
            table.play(SEAT, hint.source, near=(0,))
        case "flip":
            table.flip(SEAT)
        case "roll":
            table.say(msg.RollDice(SEAT, table.now))
        case "fill":
            assert hint.slot is not None
            table.say(msg.TuckCard(SEAT, hint.source, hint.slot, table.now))
        case "place":
            table.bring(SEAT, source=hint.source)
        case "stop":
            table.tap_button(SEAT, Button.STOP)
        case other:
            raise AssertionError(f"nothing is shown: {other!r}")
    table.pass_time(1_000)  # a roll takes its time


def _sit(game: str, preset: str | None = None) -> SessionTable:
    table = SessionTable()
    table.tap_button(SEAT)
    table.choose(SEAT, "game", game)
    if preset is not None:
        table.choose(SEAT, "preset", preset)
    return table


@pytest.mark.parametrize(("game", "preset"), EDITIONS)
def test_whoever_does_what_is_shown_comes_to_the_end_in_every_edition(game, preset):
    table = _sit(game, preset)
    steps, moves = [], 0
    while _lesson(table).step != _lesson(table).steps:
        steps.append(_lesson(table).step)
        _follow(table)
        moves += 1
        assert moves <= 7, steps
        assert not table.view(SEAT).ticker, "the lesson shows a move that is refused"
    assert sorted(set(steps)) == list(range(_lesson(table).steps))
    assert _lesson(table).act == ""
    assert table.view(SEAT).state == "taken"


def test_a_card_that_fits_nowhere_is_refused_with_its_reason():
    table = _sit("cards")
    table.play(SEAT, "row 0", near=(0,))
    (told,) = table.view(SEAT).ticker
    assert (told.reason, told.card, told.at) == ("does_not_fit", "b7", table.now)
    assert _lesson(table).step == 0
    assert table.view(SEAT).row[0].card == "b7"
    assert [(move.kind, move.source, move.card) for move in table.snapshot().moves] == [("back", "row 0", "b7")]
    _follow(table)
    assert table.view(SEAT).ticker == ()


def test_the_cards_lie_as_in_a_round_and_the_pile_grows():
    table = _sit("cards")
    view = table.view(SEAT)
    assert [slot.card for slot in view.row] == ["b7", "g1", "r10"]
    assert _lesson(table).piles == ()
    _follow(table)
    assert _lesson(table).piles == ((0, "g1"),)
    assert table.snapshot().piles == ()


def test_a_finger_that_carries_a_card_is_shown():
    table = _sit("cards")
    table.hold(SEAT, "row 1")
    assert table.view(SEAT).held == "row 1"
    table.say(msg.Drop(SEAT, table.now))
    assert table.view(SEAT).held is None


def test_the_stop_button_is_the_lessons_only_while_it_asks_for_it():
    table = _sit("cards")
    while _lesson(table).act != "stop":
        assert table.view(SEAT).lamp != LampState.MAY_STOP
        _follow(table)
    table.pass_time(200)
    view = table.view(SEAT)
    assert view.may_stop
    assert view.lamp == LampState.MAY_STOP
    table.tap_button(SEAT, Button.STOP)
    assert table.view(SEAT).state == "taken"
    assert _lesson(table).step == _lesson(table).steps
    table.tap_button(SEAT, Button.STOP)
    assert table.view(SEAT).state == "ready"


def test_the_play_button_turns_cards_over_while_the_lesson_asks_for_it():
    table = _sit("cards")
    _follow(table)
    table.tap_button(SEAT, Button.PLAY)
    assert table.view(SEAT).state == "taken"
    assert table.view(SEAT).discard_card == "g2"


def test_ready_on_the_screen_skips_the_lesson_at_any_step():
    table = _sit("cards")
    _follow(table)
    table.say(msg.PressButton(SEAT, "play", table.now))
    assert table.view(SEAT).state == "ready"
    assert table.view(SEAT).lesson is None


def test_a_stop_on_the_screen_is_the_lessons_too():
    table = _sit("cards")
    while _lesson(table).act != "stop":
        _follow(table)
    table.say(msg.PressButton(SEAT, "stop", table.now))
    assert table.view(SEAT).state == "taken"
    assert _lesson(table).step == _lesson(table).steps


def test_another_game_begins_another_lesson():
    table = _sit("cards")
    _follow(table)
    table.choose(SEAT, "game", "dice")
    assert _lesson(table).step == 0
    assert table.view(SEAT).dice == ("r", "y")


def test_a_known_name_is_not_taught(table):
    table.session.table.names = ("Ada",)
    table.tap_button(SEAT)
    assert table.view(SEAT).lesson is not None
    table.choose(SEAT, "name", "ada")
    assert table.view(SEAT).lesson is None
    table.leave(SEAT)
    table.tap_button(SEAT)
    assert table.view(SEAT).lesson is not None


def test_a_new_name_does_not_end_the_lesson(table):
    table.tap_button(SEAT)
    table.choose(SEAT, "name", "Grace")
    assert table.view(SEAT).lesson is not None


def test_whoever_takes_ready_back_is_not_taught_again(table):
    table.sit_down(1)
    table.pass_time(1_000)
    table.tap_button(1)
    assert table.view(1).state == "taken"
    assert table.view(1).lesson is None


def test_nothing_of_a_lesson_is_recorded():
    table = _sit("cards")
    while _lesson(table).act:
        _follow(table)
    assert table.session.table.log.take() == []


def test_displays_can_animate_a_lesson_but_know_no_cell_of_it():
    table = _sit("cards")
    _follow(table)
    _follow(table)
    kinds = [(move.kind, move.seat, move.cell) for move in table.snapshot().moves]
    assert kinds == [("play", SEAT, None), ("refill", SEAT, None), ("flip", SEAT, None)]


def test_whoever_played_before_a_power_cut_is_not_taught_again(session_table):
    table = session_table(journal=True)
    table.start(1, 2)
    table.cut_power()
    seats = table.session.table.people.seats
    assert [seats[SeatNumber(number)].taught for number in (1, 2, 3)] == [True, True, False]


@pytest.mark.parametrize("preset", rules_of_game("cards").presets)
def test_every_edition_shows_that_a_card_goes_onto_the_one_below_it(preset):
    table = _sit("cards", preset)
    shown = []
    while _lesson(table).act:
        shown.append((_lesson(table).piece, _lesson(table).onto))
        _follow(table)
    assert ("g1", "") in shown
    assert ("g2", "g1") in shown
